//! Truncated values: parts of signals, or signals of their own.
//!
//! SystemVerilog truncates a value by a cast, such as `5'(x)` of 16 bits. Yosys, up to version 0.70
//! at least, computes the operators around a cast at the width inside it: it keeps the carry of
//! `(5'(x) + 5'd3) >> 1`. So a part of a signal is selected where possible: `x[4:0]`. Any other
//! cast remains only where the higher bits have no effect: as the value of an assignment, below
//! operators whose low bits depend on the low bits of their operands only, and as an operand of
//! `&&`, `||` and `!`. Elsewhere a truncated value gets a signal of its own.

use std::collections::BTreeSet;

use super::super::design::*;
use super::super::walk;

/// Replaces the truncated values of a module whose children are in the design.
pub(super) fn name_truncated_values(module: &mut Module, design: &Design) {
    let taken = names_of_modules(module);
    let items = std::mem::take(&mut module.items);
    let mut truncations = Truncations {
        module,
        taken,
        named: vec![],
        before: vec![],
        inside: vec![],
        own: BTreeSet::new(),
        place: String::new(),
    };
    for item in items {
        truncations.item(item, design);
    }
}

/// A truncated value with its signal.
type Named = (SignalId, Expression);

struct Truncations<'m> {
    module: &'m mut Module,
    /// The names of the module and of its instances, in lower case.
    taken: BTreeSet<String>,
    /// The values that are assigned by items of their own.
    named: Vec<Named>,
    /// Those of them that the present item needs first.
    before: Vec<Named>,
    /// The values that the present statement needs and that depend on its process.
    inside: Vec<Named>,
    /// The signals that the present process assigns.
    own: BTreeSet<SignalId>,
    /// What the present expression is for: the beginning of names.
    place: String,
}

impl Truncations<'_> {
    fn item(&mut self, mut item: Item, design: &Design) {
        self.own.clear();
        match &mut item.kind {
            ItemKind::Instance(instance) => {
                let ports = design.module(instance.module).ports();
                for ((_, port), connection) in ports.zip(&mut instance.connections) {
                    if let Connection::Input(value) = connection {
                        self.place = format!("{}_{}", instance.name, port.name);
                        self.whole(value);
                    }
                }
            }
            ItemKind::Combinational(body) => {
                walk::for_each_target(body, &mut |target| {
                    self.own.insert(target.signal);
                });
                self.process(body);
            }
            ItemKind::Register(register) => self.process(&mut register.body),
            ItemKind::MemoryWrite(write) => {
                let memory = self.module.memory(write.memory).name.clone();
                self.place = format!("{memory}_enable");
                self.truth(&mut write.enable);
                self.place = format!("{memory}_address");
                self.whole(&mut write.address);
                self.place = format!("{memory}_data");
                self.assigned(&mut write.data);
            }
            ItemKind::Tristate(driver) => {
                self.place = self.module.signal(driver.target).name.clone();
                self.truth(&mut driver.enable);
                self.whole(&mut driver.value);
            }
        }
        for (signal, value) in std::mem::take(&mut self.before) {
            let mut assignment = Item { line: item.line, ..Item::assignment(signal, value) };
            if let ItemKind::Combinational(_) = item.kind {
                assignment.comments = std::mem::take(&mut item.comments);
            }
            self.module.items.push(assignment);
        }
        self.module.items.push(item);
    }

    fn process(&mut self, body: &mut Vec<Statement>) {
        let mut conditional = vec![];
        self.block(body, &mut conditional, true);
        // Every target is assigned on every path.
        let defaults = conditional.into_iter().map(|signal| {
            let zero = Expression::literal(0, self.module.signal(signal).ty);
            StatementKind::Assign(Target::whole(signal), zero).into()
        });
        body.splice(..0, defaults);
    }

    /// Adds the signals that are not assigned on every path to `conditional`.
    fn block(&mut self, body: &mut Vec<Statement>, conditional: &mut Vec<SignalId>, is_top: bool) {
        for mut statement in std::mem::take(body) {
            let mut target = None;
            walk::for_each_target(std::slice::from_ref(&statement), &mut |found| {
                target = target.or(Some(found.signal));
            });
            if let Some(target) = target {
                self.place = self.module.signal(target).name.clone();
            }
            match &mut statement.kind {
                StatementKind::Assign(_, value) => self.assigned(value),
                StatementKind::If { condition, .. } => self.truth(condition),
                StatementKind::Case { subject, .. } => self.whole(subject),
                StatementKind::Comment => {}
            }
            for (signal, value) in std::mem::take(&mut self.inside) {
                let kind = StatementKind::Assign(Target::whole(signal), value);
                let comments = std::mem::take(&mut statement.comments);
                body.push(Statement { comments, line: statement.line, kind });
                conditional.extend((!is_top).then_some(signal));
            }
            for block in statement.blocks_mut() {
                self.block(block, conditional, false);
            }
            body.push(statement);
        }
    }

    /// The value of an assignment, which takes the low bits.
    fn assigned(&mut self, value: &mut Expression) {
        if value.low_bits_suffice() { self.low_bits(value) } else { self.whole(value) }
    }

    /// A value of which only the low bits matter, also to what is around it.
    fn low_bits(&mut self, value: &mut Expression) {
        if self.is_cast(value) {
            return self.cast(value);
        } else if is_truth(value) {
            return self.truth(value);
        }
        match &mut value.kind {
            ExpressionKind::Binary(operator, left, right) if !operator.is_comparison() => {
                self.low_bits(left);
                if operator.is_shift() { self.whole(right) } else { self.low_bits(right) }
            }
            ExpressionKind::Unary(UnaryOperator::Not | UnaryOperator::Negate, operand) => {
                self.low_bits(operand);
            }
            ExpressionKind::ReplaceBit { base, index, bit } => {
                self.low_bits(base);
                self.whole(index);
                self.truth(bit);
            }
            // An extension, or a change of the sign.
            ExpressionKind::Resize(operand) if self.is_cast(operand) => self.cast(operand),
            _ => self.whole(value),
        }
    }

    /// A condition, or an operand of `&&`, `||` and `!`.
    fn truth(&mut self, value: &mut Expression) {
        if self.is_cast(value) {
            self.cast(value);
        } else if is_truth(value) {
            value.operands_mut().into_iter().for_each(|operand| self.truth(operand));
        } else {
            self.whole(value);
        }
    }

    /// A value whose higher bits would have an effect if there were any.
    fn whole(&mut self, value: &mut Expression) {
        if !self.is_cast(value) {
            self.parts(value);
            return;
        }
        self.cast(value);
        if self.is_cast(value) {
            let ty = value.ty;
            let cast = std::mem::replace(value, Expression::literal(0, ty));
            *value = Expression::signal(self.signal(cast), ty);
        }
    }

    /// The operands of a value that is not a cast.
    fn parts(&mut self, value: &mut Expression) {
        if is_truth(value) {
            return self.truth(value);
        }
        if let (ExpressionKind::Slice { base, .. }, Some(part)) =
            (&value.kind, part(value, self.module))
            && base.as_signal().is_none()
        {
            *value = part.expression(value.ty);
            return;
        }
        value.operands_mut().into_iter().for_each(|operand| self.whole(operand));
    }

    /// Makes a part of a signal of a cast, or goes on inside it.
    fn cast(&mut self, value: &mut Expression) {
        if let Some(part) = part(value, self.module) {
            *value = part.expression(value.ty);
            return;
        }
        match &mut value.kind {
            ExpressionKind::Resize(operand) => self.assigned(operand),
            _ => value.operands_mut().into_iter().for_each(|operand| self.whole(operand)),
        }
    }

    /// Whether a value has more bits before it is truncated.
    fn is_cast(&self, value: &Expression) -> bool {
        match &value.kind {
            ExpressionKind::Resize(operand) => {
                self.module.width(operand.ty) > self.module.width(value.ty)
            }
            ExpressionKind::Slice { .. } => part(value, self.module).is_none(),
            ExpressionKind::Index { base, index } => {
                !base.as_signal().is_some_and(|signal| self.module.is_in_range(signal, index))
            }
            _ => false,
        }
    }

    /// Returns the signal of a truncated value.
    fn signal(&mut self, value: Expression) -> SignalId {
        let mut is_inside = false;
        value.for_each_signal(&mut |signal| is_inside |= self.own.contains(&signal));
        let known = if is_inside { &self.inside } else { &self.named };
        if let Some((signal, _)) = known.iter().find(|(_, known)| *known == value) {
            return *signal;
        }
        let name = format!("{}_{}", self.place, kind(&value));
        let name = free_name(self.module, &self.taken, &name);
        let signal = self.module.add_internal(name, value.ty, Radix::default());
        if is_inside {
            self.own.insert(signal);
            self.inside.push((signal, value));
        } else {
            self.named.push((signal, value.clone()));
            self.before.push((signal, value));
        }
        signal
    }
}

/// Returns the name, with a number if it is taken, or if a signal, a memory, a variant or a
/// constant of the module has it.
pub(super) fn free_name(module: &Module, taken: &BTreeSet<String>, wanted: &str) -> String {
    let signals = module.signals.iter().map(|signal| &signal.name);
    let memories = module.memories.iter().map(|memory| &memory.name);
    let variants = module.enums.iter().flat_map(|found| &found.variants);
    let variants = variants.map(|variant| &variant.name);
    let constants = module.constants.iter().map(|constant| &constant.name);
    let names = signals.chain(memories).chain(variants).chain(constants);
    let inside: BTreeSet<String> = names.map(|name| name.to_lowercase()).collect();
    let is_taken = |name: &String| taken.contains(name) || inside.contains(name);
    let numbered = (2..).map(|number| format!("{wanted}_{number}"));
    let mut names = std::iter::once(wanted.to_string()).chain(numbered);
    names.find(|name| !is_taken(&name.to_lowercase())).expect("an unused number")
}

/// Returns the names of a module and of its instances, in lower case.
pub(super) fn names_of_modules(module: &Module) -> BTreeSet<String> {
    let instances = module.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Instance(instance) => Some(&instance.name),
        _ => None,
    });
    instances.chain([&module.name]).map(|name| name.to_lowercase()).collect()
}

/// Bits of a signal.
struct Part {
    signal: (SignalId, Type),
    offset: u32,
    width: u32,
}

impl Part {
    fn slice(self, offset: u32, width: u32) -> Option<Part> {
        let is_inside = width > 0 && offset.checked_add(width)? <= self.width;
        is_inside.then(|| Part { offset: self.offset + offset, width, ..self })
    }

    fn expression(self, ty: Type) -> Expression {
        let Part { signal: (signal, signal_ty), offset, width } = self;
        let base = Box::new(Expression::signal(signal, signal_ty));
        let kind = ExpressionKind::Slice { base, offset, width };
        if !ty.is_signed() {
            return Expression { kind, ty };
        }
        // A part of a signal is unsigned.
        let bits = Expression { kind, ty: Type::Bits(width) };
        Expression { kind: ExpressionKind::Resize(Box::new(bits)), ty }
    }
}

/// Returns the bits of a signal that a value consists of, if it does. There may be zeros above
/// them.
fn part(value: &Expression, module: &Module) -> Option<Part> {
    match (&value.kind, value.ty) {
        (ExpressionKind::Signal(id), Type::Bits(_) | Type::Signed(_) | Type::Struct(_)) => {
            Some(Part { signal: (*id, value.ty), offset: 0, width: module.width(value.ty) })
        }
        (ExpressionKind::Slice { base, offset, width }, _) => {
            part(base, module)?.slice(*offset, *width)
        }
        (ExpressionKind::Resize(operand), ty) => part(operand, module)?.slice(0, module.width(ty)),
        (ExpressionKind::Binary(BinaryOperator::ShiftRight, base, amount), _) => {
            let (base, amount) = (part(base, module)?, amount.as_literal()?.to_index(u32::MAX)?);
            let width = base.width.checked_sub(amount)?;
            base.slice(amount, width)
        }
        _ => None,
    }
}

/// Whether a value is printed with `&&`, `||` or `!`.
fn is_truth(value: &Expression) -> bool {
    use BinaryOperator::{And, Or};
    let is_operator = matches!(
        value.kind,
        ExpressionKind::Binary(And | Or, ..) | ExpressionKind::Unary(UnaryOperator::Not, _)
    );
    is_operator && matches!(value.ty, Type::Bit | Type::Clock)
}

/// What a truncated value is, as the end of a name.
fn kind(value: &Expression) -> &'static str {
    use BinaryOperator::*;
    match &value.kind {
        ExpressionKind::Index { .. } => "bit",
        ExpressionKind::Resize(operand) | ExpressionKind::Slice { base: operand, .. } => {
            kind(operand)
        }
        ExpressionKind::Binary(Add, ..) => "sum",
        ExpressionKind::Binary(Subtract, ..) => "difference",
        ExpressionKind::Binary(Multiply, ..) => "product",
        ExpressionKind::Binary(ShiftLeft | ShiftRight, ..) => "shifted",
        _ => "bits",
    }
}
