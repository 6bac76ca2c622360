//! Nets and their tristate drivers.

use super::Elaborator;
use super::place::{Bits, Place};
use crate::error::{Problem, ReadError};
use crate::lexer::Digits;
use crate::model::{Driver, Edge};
use crate::syntax::*;

impl<'t> Elaborator<'_, 't> {
    /// Whether a reference is a net.
    pub(super) fn is_net(&self, reference: &Reference<'t>) -> Result<bool, ReadError> {
        match self.scope.place(reference)? {
            Place::Bits(bits) => {
                Ok(self.scope.variables[bits.variable].kind == DeclarationKind::Net)
            }
            _ => Ok(false),
        }
    }

    /// Returns the name of a whole net.
    pub(super) fn whole_net(&self, reference: &Reference<'t>) -> Result<String, ReadError> {
        match self.scope.place(reference)? {
            Place::Bits(Bits { variable, .. })
                if reference.fields.is_empty() && reference.select.is_none() =>
            {
                Ok(self.scope.variables[variable].name.clone())
            }
            _ => {
                let name = reference.name;
                Err(Problem::PartOfNet(name.text.to_string()).at(name.at))
            }
        }
    }

    /// Adds a driver of a net: `assign net = enable ? value : 8'bz`, or with the values exchanged,
    /// or any other value.
    pub(super) fn tristate(
        &mut self,
        target: &Reference<'t>,
        value: &Expression<'t>,
    ) -> Result<(), ReadError> {
        let name = self.whole_net(target)?;
        let width = self.model.nets.get(&name).map_or(0, |net| net.width);
        let released = |value: &Expression| match &value.kind {
            ExpressionKind::Number(number) => {
                number.digits == Digits::HighImpedance && number.width as usize >= width
            }
            _ => false,
        };
        let ty = self.shape(value)?;
        let (enable, value) = match &value.kind {
            ExpressionKind::Conditional(condition, value, z) if released(z) => {
                (self.truth(condition)?, &**value)
            }
            ExpressionKind::Conditional(condition, z, value) if released(z) => {
                (!self.truth(condition)?, &**value)
            }
            _ => (Edge::ONE, value),
        };
        let mut value = self.evaluate(value, width.max(ty.width), ty.is_signed)?;
        value.truncate(width);
        let driver = Driver { enable, value };
        self.model.nets.entry(name).and_modify(|net| net.drivers.push(driver));
        Ok(())
    }
}
