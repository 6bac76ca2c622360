//! The items of a module.

use rust_hdl_rtl::PropertyKind;

use super::Parser;
use crate::error::{Problem, ReadError};
use crate::lexer::TokenKind;
use crate::syntax::*;

impl<'t> Parser<'t> {
    /// Parses an item, or those between directives.
    pub(super) fn items(&mut self, items: &mut Vec<Item<'t>>) -> Result<(), ReadError> {
        let TokenKind::Directive(directive) = *self.peek() else {
            items.push(self.item()?);
            return Ok(());
        };
        let is_hiding = *self.peek_second() == TokenKind::Name("SYNTHESIS");
        if directive != "`ifndef" || !is_hiding {
            return self.error(Problem::UnsupportedDirective(directive.to_string()));
        }
        self.skip();
        self.skip();
        while *self.peek() != TokenKind::Directive("`endif") {
            let mut item = self.item()?;
            let ItemKind::Initial { is_simulation_only, .. } = &mut item.kind else {
                return Err(Problem::HiddenFromSynthesis.at(item.at));
            };
            *is_simulation_only = true;
            items.push(item);
        }
        self.skip();
        Ok(())
    }

    fn item(&mut self) -> Result<Item<'t>, ReadError> {
        let attributes = self.attributes()?;
        let at = self.position();
        if self.is_declaration() {
            return Ok(Item { at, kind: self.declaration(attributes)? });
        }
        // The location in the source has no effect.
        if let Some(other) = attributes.iter().find(|attribute| attribute.name.text != "src") {
            return Err(other.unsupported());
        }
        let kind = match *self.peek() {
            TokenKind::Verbatim(index) => {
                self.skip();
                ItemKind::Verbatim(index)
            }
            TokenKind::Keyword("typedef") => ItemKind::Typedef(self.typedef()?),
            TokenKind::Keyword("assign") => {
                self.skip();
                let target = self.reference()?;
                self.expect_symbol("=")?;
                let value = self.expression()?;
                self.expect_symbol(";")?;
                ItemKind::Assign { target, value }
            }
            TokenKind::Keyword("always_comb") => {
                self.skip();
                ItemKind::AlwaysComb(self.statement()?)
            }
            TokenKind::Keyword("always_ff") => {
                self.skip();
                ItemKind::AlwaysFf(self.event()?, self.statement()?)
            }
            TokenKind::Keyword("always") => {
                self.skip();
                ItemKind::Always(self.event()?, self.statement()?)
            }
            TokenKind::Keyword("initial") => {
                self.skip();
                ItemKind::Initial { is_simulation_only: false, body: self.statement()? }
            }
            TokenKind::Name(_) if *self.peek_second() == TokenKind::Symbol(":") => {
                self.property()?
            }
            TokenKind::Name(_) => ItemKind::Instance(self.instance()?),
            _ => return self.expected("an item of a module"),
        };
        Ok(Item { at, kind })
    }

    /// Whether a declaration is next: not a property, and not an instance.
    fn is_declaration(&self) -> bool {
        match self.peek() {
            TokenKind::Keyword(word) => matches!(*word, "logic" | "wire" | "localparam"),
            TokenKind::Name(_) if *self.peek_second() == TokenKind::Symbol(":") => false,
            TokenKind::Name(_) => {
                let third = self.tokens.get(self.next + 2).map(|token| &token.kind);
                third != Some(&TokenKind::Symbol("("))
            }
            _ => false,
        }
    }

    /// `(* name = "value" *)`, as often as it is there.
    pub(super) fn attributes(&mut self) -> Result<Vec<Attribute<'t>>, ReadError> {
        let mut attributes = Vec::new();
        while self.symbol("(*") {
            let name = self.name()?;
            self.expect_symbol("=")?;
            let TokenKind::Text(text) = *self.peek() else { return self.expected("a string") };
            let Some(value) = unescaped(text) else {
                return self.expected("a string with no escapes but `\\\"` and `\\\\`");
            };
            self.skip();
            self.expect_symbol("*)")?;
            attributes.push(Attribute { name, value });
        }
        Ok(attributes)
    }

    fn declaration(&mut self, attributes: Vec<Attribute<'t>>) -> Result<ItemKind<'t>, ReadError> {
        let declaration = self.declared(attributes)?;
        self.expect_symbol(";")?;
        Ok(ItemKind::Declaration(declaration))
    }

    /// `@(posedge clock)`.
    fn event(&mut self) -> Result<Event<'t>, ReadError> {
        self.expect_symbol("@")?;
        self.expect_symbol("(")?;
        let is_falling = self.keyword("negedge");
        if !is_falling && !self.keyword("posedge") {
            return self.expected("`posedge` or `negedge`");
        }
        let clock = self.expression()?;
        self.expect_symbol(")")?;
        Ok(Event { is_falling, clock })
    }

    /// `name: assert property (@(posedge clock) condition);`.
    fn property(&mut self) -> Result<ItemKind<'t>, ReadError> {
        let name = self.name()?;
        self.expect_symbol(":")?;
        let kinds = PropertyKind::ALL.map(PropertyKind::keyword);
        let Some(kind) = kinds.into_iter().find(|kind| self.keyword(kind)) else {
            return self.expected("`assert`, `assume` or `cover`");
        };
        self.expect_keyword("property")?;
        self.expect_symbol("(")?;
        let (event, condition) = (self.event()?, self.expression()?);
        self.expect_symbol(")")?;
        self.expect_symbol(";")?;
        Ok(ItemKind::Property { name, kind, event, condition })
    }

    pub(super) fn instance(&mut self) -> Result<Instance<'t>, ReadError> {
        let (module, name) = (self.name()?, self.name()?);
        self.expect_symbol("(")?;
        let connection = |parser: &mut Self| {
            parser.expect_symbol(".")?;
            let port = parser.name()?;
            parser.expect_symbol("(")?;
            let value = parser.expression()?;
            parser.expect_symbol(")")?;
            Ok((port, value))
        };
        let connections = if self.is_symbol(")") { vec![] } else { self.list(connection)? };
        self.expect_symbol(")")?;
        self.expect_symbol(";")?;
        Ok(Instance { module, name, connections })
    }
}

impl Attribute<'_> {
    /// Returns the error for an attribute that may have an effect.
    pub fn unsupported(&self) -> ReadError {
        Problem::UnsupportedAttribute(self.name.text.to_string()).at(self.name.at)
    }
}

/// Removes the quotation marks of a string, and the backslash of `\"` and `\\`. Returns `None` if
/// it has another escape.
fn unescaped(string: &str) -> Option<String> {
    let mut text = String::new();
    let mut characters = string[1..string.len() - 1].chars();
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => characters.next().filter(|escaped| matches!(escaped, '"' | '\\'))?,
            _ => character,
        });
    }
    Some(text)
}
