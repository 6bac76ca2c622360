//! Expressions, with the precedences of IEEE 1800-2012, Table 11-2.

use super::{MAXIMUM_DEPTH, Parser};
use crate::error::{Position, Problem, ReadError};
use crate::lexer::TokenKind;
use crate::syntax::*;

/// The binary operators of one precedence.
type Level = &'static [(&'static str, Binary)];

/// The binary operators, those that bind least first. All are left-associative.
const LEVELS: [Level; 10] = [
    &[("||", Binary::LogicalOr)],
    &[("&&", Binary::LogicalAnd)],
    &[("|", Binary::Or)],
    &[("^", Binary::Xor), ("~^", Binary::Xnor), ("^~", Binary::Xnor)],
    &[("&", Binary::And)],
    &[("==", Binary::Equal), ("!=", Binary::NotEqual)],
    &[
        ("<", Binary::Less),
        ("<=", Binary::LessOrEqual),
        (">", Binary::Greater),
        (">=", Binary::GreaterOrEqual),
    ],
    &[
        ("<<", Binary::ShiftLeft),
        (">>", Binary::ShiftRight),
        ("<<<", Binary::ArithmeticShiftLeft),
        (">>>", Binary::ArithmeticShiftRight),
    ],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[("*", Binary::Multiply)],
];

const UNARY: [(&str, Unary); 11] = [
    ("+", Unary::Plus),
    ("-", Unary::Minus),
    ("!", Unary::LogicalNot),
    ("~", Unary::Not),
    ("&", Unary::And),
    ("~&", Unary::Nand),
    ("|", Unary::Or),
    ("~|", Unary::Nor),
    ("^", Unary::Xor),
    ("~^", Unary::Xnor),
    ("^~", Unary::Xnor),
];

/// Operators of the standard that are not read.
const UNSUPPORTED: [&str; 12] =
    ["**", "/", "%", "===", "!==", "==?", "!=?", "->", "<->", "&&&", "++", "--"];

impl<'t> Parser<'t> {
    pub(super) fn expression(&mut self) -> Result<Expression<'t>, ReadError> {
        self.deeper(|parser| {
            let condition = parser.binary(0)?;
            if let TokenKind::Symbol(symbol) = parser.peek()
                && UNSUPPORTED.contains(symbol)
            {
                return parser.error(Problem::UnsupportedOperator(symbol.to_string()));
            }
            if !parser.symbol("?") {
                return Ok(condition);
            }
            let at = condition.at;
            let one = parser.expression()?;
            parser.expect_symbol(":")?;
            let zero = parser.expression()?;
            node(at, ExpressionKind::Conditional(condition.into(), one.into(), zero.into()))
        })
    }

    /// Parses operators of at least this level: precedence climbing.
    fn binary(&mut self, minimum: usize) -> Result<Expression<'t>, ReadError> {
        let mut left = self.unary()?;
        while let Some((level, operator)) = self.binary_operator(minimum) {
            let (at, right) = (left.at, self.binary(level + 1)?);
            left = node(at, ExpressionKind::Binary(operator, left.into(), right.into()))?;
        }
        Ok(left)
    }

    /// Takes an operator of at least this level, if it is next.
    fn binary_operator(&mut self, minimum: usize) -> Option<(usize, Binary)> {
        let mut levels = LEVELS.iter().enumerate().skip(minimum);
        levels.find_map(|(level, operators)| Some((level, self.operator(operators)?)))
    }

    /// Takes one of these operators, if it is next.
    fn operator<T: Copy>(&mut self, operators: &[(&str, T)]) -> Option<T> {
        let TokenKind::Symbol(symbol) = self.peek() else { return None };
        let (_, operator) = operators.iter().find(|(text, _)| text == symbol)?;
        self.skip();
        Some(*operator)
    }

    fn unary(&mut self) -> Result<Expression<'t>, ReadError> {
        let at = self.position();
        match self.operator(&UNARY) {
            // The operand is a primary: `~-a` and `!!a` are not legal.
            Some(operator) => node(at, ExpressionKind::Unary(operator, self.primary()?.into())),
            None => self.primary(),
        }
    }

    fn primary(&mut self) -> Result<Expression<'t>, ReadError> {
        let at = self.position();
        let kind = match self.peek() {
            TokenKind::Symbol("(") => return self.parenthesised(),
            TokenKind::Symbol("{") => self.concatenation()?,
            TokenKind::Name(_) => ExpressionKind::Reference(self.reference()?.into()),
            TokenKind::System("$signed") => self.sign_cast(true)?,
            TokenKind::System("$unsigned") => self.sign_cast(false)?,
            TokenKind::Number(number) => {
                let number = number.clone();
                if !number.is_sized && *self.peek_second() == TokenKind::Symbol("'") {
                    self.size_cast()?
                } else {
                    self.skip();
                    ExpressionKind::Number(number)
                }
            }
            _ => return self.expected("an expression"),
        };
        node(at, kind)
    }

    fn parenthesised(&mut self) -> Result<Expression<'t>, ReadError> {
        self.expect_symbol("(")?;
        let inner = self.expression()?;
        self.expect_symbol(")")?;
        Ok(inner)
    }

    fn sign_cast(&mut self, is_signed: bool) -> Result<ExpressionKind<'t>, ReadError> {
        self.skip();
        Ok(ExpressionKind::SignCast { is_signed, operand: self.parenthesised()?.into() })
    }

    fn size_cast(&mut self) -> Result<ExpressionKind<'t>, ReadError> {
        let at = self.position();
        let width = self.count()?;
        if width == 0 {
            return Err(Problem::LiteralWidth(width.to_string()).at(at));
        }
        self.expect_symbol("'")?;
        Ok(ExpressionKind::SizeCast(width, self.parenthesised()?.into()))
    }

    /// `{a, b}` or `{4{a, b}}`.
    fn concatenation(&mut self) -> Result<ExpressionKind<'t>, ReadError> {
        self.expect_symbol("{")?;
        if *self.peek_second() == TokenKind::Symbol("{")
            && let TokenKind::Number(_) = self.peek()
        {
            let at = self.position();
            let count = self.count()?;
            if count == 0 {
                return Err(Problem::EmptyReplication.at(at));
            }
            self.expect_symbol("{")?;
            let parts = self.list(Self::expression)?;
            self.expect_symbol("}")?;
            self.expect_symbol("}")?;
            return Ok(ExpressionKind::Replication(count, parts));
        }
        let parts = self.list(Self::expression)?;
        self.expect_symbol("}")?;
        Ok(ExpressionKind::Concatenation(parts))
    }

    /// A name with fields and a select.
    pub(super) fn reference(&mut self) -> Result<Reference<'t>, ReadError> {
        let mut name = self.name()?;
        let mut package = None;
        if self.symbol("::") {
            package = Some(std::mem::replace(&mut name, self.name()?));
        }
        let mut fields = Vec::new();
        while self.symbol(".") {
            fields.push(self.name()?);
        }
        let select = if self.symbol("[") { Some(self.select()?) } else { None };
        Ok(Reference { package, name, fields, select })
    }

    fn select(&mut self) -> Result<Select<'t>, ReadError> {
        let first = self.expression()?.into();
        let select = if self.symbol(":") {
            Select::Part(first, self.expression()?.into())
        } else if self.symbol("+:") {
            Select::IndexedPart(first, self.expression()?.into())
        } else {
            Select::Bit(first)
        };
        self.expect_symbol("]")?;
        Ok(select)
    }
}

fn node<'t>(at: Position, kind: ExpressionKind<'t>) -> Result<Expression<'t>, ReadError> {
    let highest = kind.operands().iter().map(|operand| operand.height).max().unwrap_or(0);
    if highest == MAXIMUM_DEPTH {
        return Err(Problem::TooDeep.at(at));
    }
    Ok(Expression { at, height: highest + 1, kind })
}
