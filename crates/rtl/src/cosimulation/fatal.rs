//! Values at which `rust-hdl`'s simulation would end the whole process.
//!
//! Its `signed_bit_cast` negates negative numbers, and calls itself without end for the least one.
//! Its left shift of at most 32 bits makes a number of as many bits as the amount says.

use super::super::design::{
    BinaryOperator, Expression, ExpressionKind, ItemKind, Module, Statement, Type, Value,
};
use super::super::evaluate::{State, branch, value_of};
use super::super::walk;

/// The width up to which `rust-hdl` has a value in a machine word.
const SHORT: u32 = 32;

/// The amount of a shift from which on it counts as too large: the number has 32 MiB.
const LARGE: u64 = 1 << 28;

/// The processes of a flat module whose simulation may be fatal.
pub(super) struct FatalValues {
    bodies: Vec<Vec<Statement>>,
}

impl FatalValues {
    pub fn of(module: &Module) -> FatalValues {
        let mut bodies = Vec::new();
        for item in &module.items {
            let mut any = false;
            walk::for_each_expression(item, &mut |expression| any |= may_be_fatal(expression));
            if let (true, ItemKind::Combinational(body)) = (any, &item.kind) {
                bodies.push(body.clone());
            } else if let (true, ItemKind::Register(register)) = (any, &item.kind) {
                bodies.push(register.body.clone());
            }
        }
        FatalValues { bodies }
    }

    /// Whether there can be any.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Returns why the simulation would end in this state, if it would. Values that a signal has
    /// before its last assignment are not known.
    pub fn find(&self, state: &State) -> Option<String> {
        self.bodies.iter().find_map(|body| in_body(body, state))
    }
}

/// Searches the statements that are executed.
fn in_body(body: &[Statement], state: &State) -> Option<String> {
    body.iter().find_map(|statement| {
        let found = statement.expression().and_then(|expression| fatal(expression, state));
        found.or_else(|| in_body(branch(statement, state), state))
    })
}

fn may_be_fatal(expression: &Expression) -> bool {
    cast(expression).is_some()
        || shift(expression).is_some()
        || expression.operands().into_iter().any(may_be_fatal)
}

fn fatal(expression: &Expression, state: &State) -> Option<String> {
    let inside = || expression.operands().into_iter().find_map(|operand| fatal(operand, state));
    if let Some((operand, width)) = cast(expression)
        && value_of(operand, state) == &Value::from(1) << (width - 1)
    {
        let reason = format!(
            "`signed_bit_cast` calls itself without end for the least value of {width} bits"
        );
        return inside().or(Some(reason));
    }
    if let Some(amount) = shift(expression)
        && let Some(amount) = value_of(amount, state).to_u64().filter(|amount| *amount >= LARGE)
    {
        return inside().or(Some(format!("a shift by {amount} allocates as many bits")));
    }
    inside()
}

/// Returns the operand of a `signed_bit_cast` and its width.
fn cast(expression: &Expression) -> Option<(&Expression, u32)> {
    match (&expression.kind, expression.ty) {
        (ExpressionKind::Resize(operand), Type::Signed(_)) => match operand.ty {
            Type::Signed(width) => Some((operand, width)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the amount of a left shift of a short value, if it can be large.
fn shift(expression: &Expression) -> Option<&Expression> {
    let ExpressionKind::Binary(BinaryOperator::ShiftLeft, value, amount) = &expression.kind else {
        return None;
    };
    let (Type::Bits(width), Type::Bits(amount_width)) = (value.ty, amount.ty) else { return None };
    let is_small = |amount: &Value| amount.to_u64().is_some_and(|amount| amount < LARGE);
    let can_be_large = amount_width > LARGE.ilog2() && !amount.as_literal().is_some_and(is_small);
    (width <= SHORT && can_be_large).then_some(amount)
}
