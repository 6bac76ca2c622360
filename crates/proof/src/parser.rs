//! From tokens to a syntax tree: the subset of IEEE 1800-2012, Annex A, that is read.

mod declaration;
mod expression;
mod item;
mod statement;

use crate::error::{Position, Problem, ReadError};
use crate::lexer::{Token, TokenKind, tokens};
use crate::syntax::*;

/// Parses a file. Each text of `verbatim` that stands on lines of its own is a unit or an item that
/// is not read.
pub(crate) fn parse<'t>(text: &'t str, verbatim: &[&str]) -> Result<Vec<Unit<'t>>, ReadError> {
    let mut parser = Parser { tokens: tokens(text, verbatim)?, next: 0, depth: 0 };
    let mut units = Vec::new();
    while *parser.peek() != TokenKind::End {
        units.push(parser.unit()?);
    }
    Ok(units)
}

/// The limit of expressions and statements inside each other, for the stack.
pub const MAXIMUM_DEPTH: u32 = 128;

struct Parser<'t> {
    tokens: Vec<Token<'t>>,
    next: usize,
    depth: u32,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> &TokenKind<'t> {
        &self.tokens[self.next].kind
    }

    /// The token after the next one.
    fn peek_second(&self) -> &TokenKind<'t> {
        &self.tokens[(self.next + 1).min(self.tokens.len() - 1)].kind
    }

    fn position(&self) -> Position {
        self.tokens[self.next].at
    }

    fn skip(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    fn error<T>(&self, problem: Problem) -> Result<T, ReadError> {
        Err(problem.at(self.position()))
    }

    fn expected<T>(&self, expected: &str) -> Result<T, ReadError> {
        let (expected, found) = (expected.to_string(), self.peek().to_string());
        self.error(Problem::Expected { expected, found })
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(found) if *found == symbol)
    }

    fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self.peek(), TokenKind::Keyword(found) if *found == keyword)
    }

    /// Takes a symbol, if it is next.
    fn symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.skip();
        }
        found
    }

    /// Takes a keyword, if it is next.
    fn keyword(&mut self, keyword: &str) -> bool {
        let found = self.is_keyword(keyword);
        if found {
            self.skip();
        }
        found
    }

    fn expect_symbol(&mut self, symbol: &str) -> Result<(), ReadError> {
        if self.symbol(symbol) { Ok(()) } else { self.expected(&format!("`{symbol}`")) }
    }

    fn expect_keyword(&mut self, keyword: &str) -> Result<(), ReadError> {
        if self.keyword(keyword) { Ok(()) } else { self.expected(&format!("`{keyword}`")) }
    }

    fn name(&mut self) -> Result<Name<'t>, ReadError> {
        match *self.peek() {
            TokenKind::Name(text) => {
                let at = self.position();
                self.skip();
                Ok(Name { at, text })
            }
            _ => self.expected("a name"),
        }
    }

    /// A number literal that is a count, less than 2^31.
    fn count(&mut self) -> Result<u32, ReadError> {
        match self.peek() {
            TokenKind::Number(number) => match number.small() {
                Some(value) => {
                    self.skip();
                    Ok(value)
                }
                None => self.expected("a smaller number"),
            },
            _ => self.expected("a number"),
        }
    }

    /// `one, one, …`.
    fn list<T>(
        &mut self,
        one: impl Fn(&mut Self) -> Result<T, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        let mut all = vec![one(self)?];
        while self.symbol(",") {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// Parses one level deeper.
    fn deeper<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        if self.depth == MAXIMUM_DEPTH {
            return self.error(Problem::TooDeep);
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn unit(&mut self) -> Result<Unit<'t>, ReadError> {
        match *self.peek() {
            TokenKind::Verbatim(index) => {
                self.skip();
                Ok(Unit::Verbatim(index))
            }
            TokenKind::Keyword("package") => self.package().map(Unit::Package),
            TokenKind::Keyword("module") => self.module().map(Unit::Module),
            TokenKind::Keyword("bind") => {
                self.skip();
                Ok(Unit::Bind { target: self.name()?, instance: self.instance()? })
            }
            _ => self.expected("`module` or `package`"),
        }
    }

    fn package(&mut self) -> Result<Package<'t>, ReadError> {
        self.expect_keyword("package")?;
        let name = self.name()?;
        self.expect_symbol(";")?;
        let mut types = Vec::new();
        while !self.keyword("endpackage") {
            types.push(self.typedef()?);
        }
        Ok(Package { name, types })
    }

    fn module(&mut self) -> Result<Module<'t>, ReadError> {
        self.expect_keyword("module")?;
        let name = self.name()?;
        self.expect_symbol("(")?;
        let ports = if self.is_symbol(")") { vec![] } else { self.list(Self::port)? };
        self.expect_symbol(")")?;
        self.expect_symbol(";")?;
        let mut items = Vec::new();
        while !self.keyword("endmodule") {
            self.items(&mut items)?;
        }
        Ok(Module { name, ports, items })
    }
}

#[cfg(test)]
mod tests;
