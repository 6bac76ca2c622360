//! `match`.

use rust_hdl::prelude::ast::{VerilogBlock, VerilogCase, VerilogExpression, VerilogMatch};

use super::super::design::{Arm, Expression, Statement, StatementKind, Type, Value, mask};
use super::super::error::Error;
use super::super::identifiers::without_raw;
use super::super::paths::covers_all;
use super::expression::Operand;
use super::inference::type_of;
use super::kernel::KernelLowering;
use super::literal;

impl KernelLowering<'_> {
    pub(super) fn case(&mut self, tree: &VerilogMatch) -> Result<Vec<Statement>, Error> {
        let subject = self.subject(&tree.test)?;
        let patterns = self.patterns(tree, &subject)?;
        if let Some(value) = subject.as_literal() {
            let chosen =
                patterns.iter().find(|(pattern, _)| pattern.as_ref().is_none_or(|p| p == value));
            return chosen.map_or(Ok(vec![]), |(_, block)| self.block(block));
        }
        let mut arms: Vec<Arm> = Vec::new();
        let mut default = None;
        for (pattern, block) in patterns {
            let body = self.block(block)?;
            let Some(value) = pattern else {
                default = Some(body);
                break;
            };
            match arms.last_mut() {
                Some(last) if last.body == body => last.values.push(value),
                _ => arms.push(Arm { values: vec![value], body }),
            }
        }
        if arms.is_empty() {
            return Ok(default.unwrap_or_default());
        }
        let default = self.default_of(&subject, &arms, default);
        Ok(vec![StatementKind::Case { subject, arms, default }.into()])
    }

    /// Lowers what a `match` selects by: a boolean, an enum or a Rust integer.
    fn subject(&self, tree: &VerilogExpression) -> Result<Expression, Error> {
        let place = "in a `match`";
        let operand = match type_of(self, tree) {
            Some(Type::Bit | Type::Enum(_)) => self.operand(tree, None, place)?,
            _ => self.integer(tree, place)?,
        };
        Ok(match operand {
            Operand::Typed(subject) => subject,
            Operand::Number(value, _) => Expression::literal(value as u128, Type::Bits(128)),
        })
    }

    /// Returns the arms that can be chosen, with their values; `None` is `_`.
    fn patterns<'a>(
        &self,
        tree: &'a VerilogMatch,
        subject: &Expression,
    ) -> Result<Vec<(Option<Value>, &'a VerilogBlock)>, Error> {
        let greatest = mask(self.symbols.width(subject.ty));
        let mut patterns: Vec<(Option<Value>, &VerilogBlock)> = Vec::new();
        for VerilogCase { condition, block } in &tree.cases {
            let value = match condition.as_str() {
                "default" => None,
                _ => Some(self.pattern(condition, subject)?),
            };
            let is_chosen_before =
                patterns.iter().any(|(earlier, _)| earlier.is_none() || *earlier == value);
            if is_chosen_before && !self.is_marked {
                let pattern = condition.replace("default", "_").replace('$', "::");
                return Err(self.symbols.unsupported(
                    &format!("the arm `{pattern}` after one for the same value"),
                    "if the other has a guard, which rust-hdl drops, write it as an `if` inside the arm; if not, \
                     remove one",
                ));
            }
            // An integer may be compared with one that it cannot have.
            let can_occur = value.as_ref().is_none_or(|value| *value <= greatest);
            if can_occur && !is_chosen_before {
                patterns.push((value, block));
            }
        }
        Ok(patterns)
    }

    /// Returns the default of a case. If the arms cover every value, an empty or missing default
    /// would look like a latch; then it repeats the last arm, as it does for encodings without a
    /// variant.
    fn default_of(
        &self,
        subject: &Expression,
        arms: &[Arm],
        default: Option<Vec<Statement>>,
    ) -> Option<Vec<Statement>> {
        let values = arms.iter().map(|arm| arm.values.len()).sum();
        let is_full = covers_all(values, self.symbols.width(subject.ty));
        let is_complete = match subject.ty {
            Type::Enum(id) => values == self.symbols.enums[id.0].variants.len(),
            _ => is_full,
        };
        match (default, arms.last()) {
            (None, Some(last)) if is_complete => Some(last.body.clone()),
            (Some(nothing), Some(last)) if is_full && nothing.is_empty() => Some(last.body.clone()),
            (default, _) => default,
        }
    }

    /// Returns the value of a pattern of the subject's type.
    fn pattern(&self, condition: &str, subject: &Expression) -> Result<Value, Error> {
        let value = match (condition, subject.ty) {
            ("true", Type::Bit | Type::Bits(1)) => Some(1.into()),
            ("false", Type::Bit | Type::Bits(1)) => Some(Value::ZERO),
            (_, Type::Enum(_)) if literal::parse_rust_integer(condition).is_some() => {
                return Err(self.not_an_integer(subject.ty, "in a `match`"));
            }
            (_, Type::Enum(_)) => {
                let variant = self.symbols.variant(&without_raw(condition), Some(subject.ty));
                let variant = variant.filter(|variant| variant.ty == subject.ty);
                variant.and_then(|variant| variant.as_literal().cloned())
            }
            _ => literal::parse_rust_integer(condition).map(Value::from),
        };
        value.ok_or_else(|| Error::Pattern {
            module: self.symbols.module.clone(),
            pattern: condition.replace('$', "::"),
        })
    }
}
