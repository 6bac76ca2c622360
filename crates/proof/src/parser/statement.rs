//! Statements.

use super::Parser;
use crate::error::{Problem, ReadError};
use crate::lexer::TokenKind;
use crate::syntax::*;

impl<'t> Parser<'t> {
    pub(super) fn statement(&mut self) -> Result<Statement<'t>, ReadError> {
        self.deeper(|parser| {
            let at = parser.position();
            let kind = match parser.peek() {
                TokenKind::Symbol(";") => {
                    parser.skip();
                    StatementKind::Null
                }
                TokenKind::Keyword("begin") => parser.block()?,
                TokenKind::Keyword("if") => parser.conditional()?,
                TokenKind::Keyword("case" | "unique") => parser.case()?,
                TokenKind::Keyword("for") => parser.for_loop()?,
                TokenKind::Name(_) => parser.assignment()?,
                _ => return parser.expected("a statement"),
            };
            Ok(Statement { at, kind })
        })
    }

    fn block(&mut self) -> Result<StatementKind<'t>, ReadError> {
        self.expect_keyword("begin")?;
        let mut body = Vec::new();
        while !self.keyword("end") {
            body.push(self.statement()?);
        }
        Ok(StatementKind::Block(body))
    }

    fn assignment(&mut self) -> Result<StatementKind<'t>, ReadError> {
        let target = self.reference()?;
        let is_blocking = self.symbol("=");
        if !is_blocking && !self.symbol("<=") {
            return self.expected("`=` or `<=`");
        }
        let value = self.expression()?;
        self.expect_symbol(";")?;
        Ok(StatementKind::Assign { target, is_blocking, value })
    }

    fn conditional(&mut self) -> Result<StatementKind<'t>, ReadError> {
        let (mut branches, mut otherwise) = (Vec::new(), None);
        loop {
            self.expect_keyword("if")?;
            let condition = self.in_parentheses()?;
            branches.push((condition, self.statement()?));
            if !self.keyword("else") {
                break;
            }
            if !self.is_keyword("if") {
                otherwise = Some(Box::new(self.statement()?));
                break;
            }
        }
        Ok(StatementKind::If { branches, otherwise })
    }

    fn case(&mut self) -> Result<StatementKind<'t>, ReadError> {
        let is_unique = self.keyword("unique");
        self.expect_keyword("case")?;
        let subject = self.in_parentheses()?;
        let (mut arms, mut default) = (Vec::new(), None);
        while arms.is_empty() && default.is_none() || !self.is_keyword("endcase") {
            let at = self.position();
            if self.keyword("default") {
                // The colon is optional here.
                self.symbol(":");
                if default.replace(Box::new(self.statement()?)).is_some() {
                    return Err(Problem::SecondDefault.at(at));
                }
            } else {
                let labels = self.list(Self::expression)?;
                self.expect_symbol(":")?;
                arms.push((labels, self.statement()?));
            }
        }
        self.expect_keyword("endcase")?;
        Ok(StatementKind::Case { is_unique, subject, arms, default })
    }

    fn for_loop(&mut self) -> Result<StatementKind<'t>, ReadError> {
        self.expect_keyword("for")?;
        self.expect_symbol("(")?;
        self.expect_keyword("int")?;
        let index = self.name()?;
        self.expect_symbol("=")?;
        let first = self.expression()?;
        self.expect_symbol(";")?;
        let condition = self.expression()?;
        self.expect_symbol(";")?;
        if *self.peek() != TokenKind::Name(index.text) {
            return self.expected(&format!("`{}++`", index.text));
        }
        self.skip();
        self.expect_symbol("++")?;
        self.expect_symbol(")")?;
        Ok(StatementKind::For { index, first, condition, body: Box::new(self.statement()?) })
    }

    fn in_parentheses(&mut self) -> Result<Expression<'t>, ReadError> {
        self.expect_symbol("(")?;
        let expression = self.expression()?;
        self.expect_symbol(")")?;
        Ok(expression)
    }
}
