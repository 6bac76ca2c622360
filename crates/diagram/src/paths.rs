//! Symbolic execution: the paths through statements for a known state, with the values that they
//! assign.

use super::condition::Condition;
use rust_hdl_rtl::{
    Arm, BinaryOperator, Expression, ExpressionKind, ItemKind, Module, SignalId, Statement,
    StatementKind, Type, UnaryOperator, Value, walk,
};

/// The limit for the number of paths; a diagram with more is unreadable.
pub(super) const MAXIMUM_PATHS: usize = 256;

/// A path through statements.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Path {
    /// The conditions along the path, in order.
    pub guards: Vec<Expression>,
    /// The value assigned last; `None` if nothing is assigned.
    pub value: Option<Expression>,
}

/// There are more than [`MAXIMUM_PATHS`] paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

/// A module with a known value in its state register.
#[derive(Clone, Copy)]
pub(super) struct InState<'m> {
    pub module: &'m Module,
    pub register: SignalId,
    pub value: u128,
}

impl InState<'_> {
    /// Returns all paths through statements that assign only one signal.
    pub fn paths(self, body: &[Statement]) -> Result<Vec<Path>, TooMany> {
        self.follow(body, vec![Path::default()])
    }

    fn follow(self, body: &[Statement], mut paths: Vec<Path>) -> Result<Vec<Path>, TooMany> {
        for statement in body {
            paths = match &statement.kind {
                StatementKind::Comment => paths,
                StatementKind::Assign(_, value) => {
                    for path in &mut paths {
                        path.value = Some(value.clone());
                    }
                    paths
                }
                StatementKind::If { condition, then, otherwise } => {
                    let (yes, no) = self.fork(paths, condition)?;
                    let mut all = self.follow(then, yes)?;
                    all.extend(self.follow(otherwise, no)?);
                    all
                }
                StatementKind::Case { subject, arms, default } => {
                    self.case(subject, arms, default.as_deref().unwrap_or_default(), paths)?
                }
            };
            if paths.len() > MAXIMUM_PATHS {
                return Err(TooMany);
            }
        }
        Ok(paths)
    }

    fn case(
        self,
        subject: &Expression,
        arms: &[Arm],
        default: &[Statement],
        mut rest: Vec<Path>,
    ) -> Result<Vec<Path>, TooMany> {
        let mut all = Vec::new();
        for arm in arms {
            let is_value = |value: &Value| Expression {
                kind: ExpressionKind::Binary(
                    BinaryOperator::Equal,
                    Box::new(subject.clone()),
                    Box::new(Expression::literal(value.clone(), subject.ty)),
                ),
                ty: Type::Bit,
            };
            let join = |one: Expression, other: Expression| Expression {
                kind: ExpressionKind::Binary(BinaryOperator::Or, Box::new(one), Box::new(other)),
                ty: Type::Bit,
            };
            let Some(condition) = arm.values.iter().map(is_value).reduce(join) else { continue };
            let (yes, no) = self.fork(rest, &condition)?;
            all.extend(self.follow(&arm.body, yes)?);
            rest = no;
        }
        all.extend(self.follow(default, rest)?);
        Ok(all)
    }

    /// Splits paths into those on which a condition holds and those on which it does not.
    fn fork(
        self,
        paths: Vec<Path>,
        condition: &Expression,
    ) -> Result<(Vec<Path>, Vec<Path>), TooMany> {
        let mut yes = Vec::new();
        let mut no = Vec::new();
        let condition = self.reduced(condition);
        let negated = condition.clone().negated();
        for path in paths {
            match condition.as_literal() {
                Some(value) if value.is_zero() => no.push(path),
                Some(_) => yes.push(path),
                None if path.guards.contains(&condition) => yes.push(path),
                None if path.guards.contains(&negated) => no.push(path),
                None => {
                    let mut other = path.clone();
                    let mut path = path;
                    path.guards.push(condition.clone());
                    other.guards.push(negated.clone());
                    yes.push(path);
                    no.push(other);
                }
            }
        }
        if yes.len() + no.len() > MAXIMUM_PATHS { Err(TooMany) } else { Ok((yes, no)) }
    }

    /// Simplifies a condition by the known state.
    fn reduced(self, condition: &Expression) -> Expression {
        use BinaryOperator::{And, Equal, NotEqual, Or};
        let truth = |value: bool| Expression::literal(value, Type::Bit);
        match &condition.kind {
            ExpressionKind::Unary(UnaryOperator::Not, inner) if condition.ty == Type::Bit => {
                let inner = self.reduced(inner);
                match inner.as_literal() {
                    Some(value) => truth(value.is_zero()),
                    None => inner.negated(),
                }
            }
            ExpressionKind::Binary(operator @ (And | Or), left, right)
                if condition.ty == Type::Bit =>
            {
                let deciding = u128::from(*operator == Or);
                let (left, right) = (self.reduced(left), self.reduced(right));
                match (left.as_literal(), right.as_literal()) {
                    (Some(value), _) | (_, Some(value)) if *value == deciding => {
                        truth(deciding == 1)
                    }
                    (Some(_), _) => right,
                    (_, Some(_)) => left,
                    (None, None) => Expression {
                        kind: ExpressionKind::Binary(*operator, Box::new(left), Box::new(right)),
                        ty: Type::Bit,
                    },
                }
            }
            ExpressionKind::Binary(operator @ (Equal | NotEqual), left, right) => {
                let equal = *operator == Equal;
                match (left.as_literal(), right.as_literal()) {
                    (Some(value), _) if right.as_signal() == Some(self.register) => {
                        truth((*value == self.value) == equal)
                    }
                    (_, Some(value)) if left.as_signal() == Some(self.register) => {
                        truth((*value == self.value) == equal)
                    }
                    // `bit == 1` is `bit`.
                    (Some(value), _) if right.ty == Type::Bit => {
                        self.is(right, (*value == 1) == equal)
                    }
                    (_, Some(value)) if left.ty == Type::Bit => {
                        self.is(left, (*value == 1) == equal)
                    }
                    _ => condition.clone(),
                }
            }
            _ => condition.clone(),
        }
    }

    fn is(self, bit: &Expression, value: bool) -> Expression {
        let bit = self.reduced(bit);
        match bit.as_literal() {
            Some(known) => Expression::literal((*known == 1) == value, Type::Bit),
            None if value => bit,
            None => bit.negated(),
        }
    }

    /// Returns the condition under which a combinational bit has the value `wanted`; `None` if it
    /// cannot be derived.
    pub fn meaning(self, signal: SignalId, wanted: bool) -> Option<Condition> {
        let body = driver(self.module, signal)?;
        let mut all = Vec::new();
        for path in self.paths(&body).ok()? {
            let value = self.reduced(&path.value?);
            match value.as_literal() {
                Some(value) if (*value == 1) == wanted => all.push(path.guards),
                Some(_) => {}
                None => {
                    let mut guards = path.guards;
                    guards.push(if wanted { value } else { value.negated() });
                    all.push(guards);
                }
            }
        }
        Some(Condition(all).simplified())
    }
}

/// Returns the statements that drive a signal; `None` unless exactly one process drives all of its
/// bits.
pub(super) fn driver(module: &Module, signal: SignalId) -> Option<Vec<Statement>> {
    let mut drivers = module.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Combinational(body) => {
            let body = walk::filter(body, &|target| target.signal == signal);
            (!body.is_empty()).then_some(body)
        }
        _ => None,
    });
    let body = drivers.next()?;
    let mut is_whole = drivers.next().is_none();
    walk::for_each_target(&body, &mut |target| is_whole &= target.slice.is_none());
    is_whole.then_some(body)
}
