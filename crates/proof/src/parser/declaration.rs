//! Types, ports, variables, nets and memories.

use super::Parser;
use crate::error::{Problem, ReadError};
use crate::lexer::TokenKind;
use crate::syntax::*;

impl<'t> Parser<'t> {
    pub(super) fn port(&mut self) -> Result<Port<'t>, ReadError> {
        let attributes = self.attributes()?;
        let direction = match self.peek() {
            TokenKind::Keyword("input") => Direction::Input,
            TokenKind::Keyword("output") => Direction::Output,
            TokenKind::Keyword("inout") => Direction::InOut,
            _ => return self.expected("`input`, `output` or `inout`"),
        };
        self.skip();
        if direction != Direction::InOut && self.is_keyword("wire") || self.is_keyword("localparam")
        {
            return self.expected("`logic`");
        }
        Ok(Port { direction, declaration: self.declared(attributes)? })
    }

    /// A type and a name, with the number of words or an initialiser.
    pub(super) fn declared(
        &mut self,
        attributes: Vec<Attribute<'t>>,
    ) -> Result<Declaration<'t>, ReadError> {
        let kind = if self.keyword("localparam") {
            if self.is_keyword("wire") {
                return self.expected("`logic`");
            }
            DeclarationKind::Constant
        } else if self.is_keyword("wire") {
            DeclarationKind::Net
        } else {
            DeclarationKind::Variable
        };
        let data_type = self.data_type()?;
        let name = self.name()?;
        let words = if self.symbol("[") {
            let words = self.count()?;
            self.expect_symbol("]")?;
            Some(words)
        } else {
            None
        };
        let initial = if self.symbol("=") { Some(self.expression()?) } else { None };
        Ok(Declaration { kind, data_type, name, words, initial, attributes })
    }

    fn data_type(&mut self) -> Result<DataType<'t>, ReadError> {
        if self.keyword("logic") || self.keyword("wire") {
            let is_signed = self.keyword("signed");
            let range = self.range()?;
            return Ok(DataType::Vector {
                is_signed,
                width: range.unwrap_or(1),
                has_range: range.is_some(),
            });
        }
        let TokenKind::Name(_) = self.peek() else { return self.expected("a type") };
        let name = self.name()?;
        if self.symbol("::") {
            return Ok(DataType::Named { package: Some(name), name: self.name()? });
        }
        Ok(DataType::Named { package: None, name })
    }

    /// `[3:0]`, as the number of bits.
    fn range(&mut self) -> Result<Option<u32>, ReadError> {
        if !self.symbol("[") {
            return Ok(None);
        }
        let highest = self.count()?;
        self.expect_symbol(":")?;
        let at = self.position();
        if self.count()? != 0 {
            return Err(Problem::Range.at(at));
        }
        self.expect_symbol("]")?;
        Ok(Some(highest + 1))
    }

    pub(super) fn typedef(&mut self) -> Result<Typedef<'t>, ReadError> {
        self.expect_keyword("typedef")?;
        let kind = if self.keyword("enum") {
            self.enumeration()?
        } else if self.keyword("struct") {
            self.structure()?
        } else {
            return self.expected("`enum` or `struct`");
        };
        let name = self.name()?;
        self.expect_symbol(";")?;
        Ok(Typedef { name, kind })
    }

    fn enumeration(&mut self) -> Result<TypedefKind<'t>, ReadError> {
        self.expect_keyword("logic")?;
        let width = self.range()?.unwrap_or(1);
        self.expect_symbol("{")?;
        let variants = self.list(|parser| {
            let name = parser.name()?;
            parser.expect_symbol("=")?;
            match parser.peek().clone() {
                TokenKind::Number(value) => {
                    parser.skip();
                    Ok((name, value))
                }
                _ => parser.expected("a number"),
            }
        })?;
        self.expect_symbol("}")?;
        Ok(TypedefKind::Enum { width, variants })
    }

    fn structure(&mut self) -> Result<TypedefKind<'t>, ReadError> {
        self.expect_keyword("packed")?;
        self.expect_symbol("{")?;
        let mut fields = Vec::new();
        while !self.symbol("}") {
            if self.is_keyword("wire") {
                return self.expected("`logic`");
            }
            fields.push((self.data_type()?, self.name()?));
            self.expect_symbol(";")?;
        }
        Ok(TypedefKind::Struct(fields))
    }
}
