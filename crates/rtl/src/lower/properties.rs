//! Properties of a kernel: their conditions become signals, `past` a register; and all of them
//! leave the module for one that checks it.

use std::collections::BTreeSet;

use rust_hdl::prelude::ast::VerilogExpression;
use rust_hdl_describe::{Conversion, KernelProperty, decode_conversion};

use super::super::design::{
    BinaryOperator, Enum, Expression, ExpressionKind, Item, ItemKind, Module, Property,
    PropertyKind, Radix, Register, SignalId, SignalKind, Statement, StatementKind, Struct, Target,
    Type, Value, index_among,
};
use super::super::error::Error;
use super::super::identifiers::is_reserved;
use super::super::walk;
use super::array_index::Variables;
use super::kernel::KernelLowering;
use super::symbols::{Draft, RegisterSymbols, Role, Symbols};

/// Lowers the properties of a kernel: to assignments of their conditions, and to registers for what
/// they remember. Each comes with its line; `variables` has the constants.
pub(super) fn lower(
    properties: Vec<(KernelProperty, Option<u32>)>,
    symbols: &mut Symbols,
    variables: &Variables,
    file: Option<&str>,
) -> Result<Vec<Statement>, Error> {
    let mut lowering = PropertyLowering { symbols, variables, statements: vec![], past: vec![] };
    for (property, line) in properties {
        let first = lowering.statements.len();
        lowering.property(&property).map_err(|error| match (file, line) {
            (Some(file), Some(line)) => error.at(file, line),
            _ => error,
        })?;
        for statement in &mut lowering.statements[first..] {
            statement.line = line;
        }
    }
    Ok(lowering.statements)
}

struct PropertyLowering<'a> {
    symbols: &'a mut Symbols,
    variables: &'a Variables,
    statements: Vec<Statement>,
    /// The registers: the clock, the value, and the output.
    past: Vec<(SignalId, Expression, SignalId)>,
}

impl PropertyLowering<'_> {
    fn property(&mut self, property: &KernelProperty) -> Result<(), Error> {
        let KernelProperty { kind, label, .. } = property;
        let clock = self.clock(property)?;
        let (tree, depth) = self.with_registers(&property.condition, clock, 0)?;
        let place = format!("in the property `{label}`");
        let mut condition = self.kernel().condition(&tree, &place)?;
        if depth > 0 {
            let known = self.is_known(depth, clock);
            condition = match kind {
                PropertyKind::Cover => prepended(BinaryOperator::And, known, condition),
                _ => prepended(BinaryOperator::Or, known.negated(), condition),
            };
        }
        if condition.as_literal().is_some() {
            return Err(self.symbols.unsupported(
                &format!("the property `{label}`, whose condition is constant,"),
                "state something about signals",
            ));
        }
        let signal = draft(&self.free_label(*kind, label), Role::Property, Type::Bit);
        let signal = self.symbols.add(format!("property${label}"), signal);
        self.assign(signal, condition);
        self.symbols.properties.push(Property { kind: *kind, clock, condition: signal });
        Ok(())
    }

    /// Returns the label with the kind of the property in front, `cover_full`, if the module has
    /// that name inside or the label is reserved.
    fn free_label(&self, kind: PropertyKind, label: &str) -> String {
        let Symbols { drafts, children, enums, structs, .. } = &*self.symbols;
        let is_taken = |name: &str| {
            let drafts = drafts.iter().filter(|draft| draft.role != Role::Property);
            let types =
                enums.iter().map(Enum::type_name).chain(structs.iter().map(Struct::type_name));
            let variants = enums.iter().flat_map(|found| &found.variants);
            let names = drafts.map(|draft| &draft.name).chain(children.iter().map(|c| &c.name));
            let mut names =
                names.chain(variants.map(|variant| &variant.name)).cloned().chain(types);
            names.any(|taken| taken.eq_ignore_ascii_case(name)) || is_reserved(name)
        };
        let mut free = label.to_string();
        while is_taken(&free) {
            free = format!("{}_{free}", kind.keyword());
        }
        free
    }

    /// Returns the signal that samples a property: the clock that is given, or the only one.
    fn clock(&self, property: &KernelProperty) -> Result<SignalId, Error> {
        let drafts = self.symbols.drafts.iter().enumerate();
        let clocks =
            drafts.filter(|(_, draft)| draft.role == Role::Input && draft.ty == Type::Clock);
        let clocks: Vec<(SignalId, &str)> =
            clocks.map(|(index, draft)| (SignalId(index), draft.path.as_str())).collect();
        let found = match &property.clock {
            Some(name) => clocks.iter().find(|(_, path)| path == name),
            None => clocks.first().filter(|_| clocks.len() == 1),
        };
        found.map(|(id, _)| *id).ok_or_else(|| {
            let names: Vec<String> = clocks.iter().map(|(_, name)| format!("`{name}`")).collect();
            let remedy = match names.as_slice() {
                [] => "state it in a module that has a clock as an input".to_string(),
                _ => format!(
                    "write `clock = NAME` before the condition, with {}",
                    names.join(" or ")
                ),
            };
            let construct = format!("the property `{}` without a clock", property.label);
            self.symbols.unsupported(&construct, &remedy)
        })
    }

    /// Returns a condition in which registers have taken the place of signals in `past`, and the
    /// number of clock edges that it looks back: `edges`, and more for each `past` in it.
    fn with_registers(
        &mut self,
        tree: &VerilogExpression,
        clock: SignalId,
        edges: u32,
    ) -> Result<(VerilogExpression, u32), Error> {
        use VerilogExpression::*;
        if let Some((Conversion::Past, operand)) = decode_conversion(tree) {
            return self.with_registers(operand, clock, edges + 1);
        }
        let mut depth = edges;
        let mut inside = |tree: &VerilogExpression| -> Result<Box<VerilogExpression>, Error> {
            let (tree, of_operand) = self.with_registers(tree, clock, edges)?;
            depth = depth.max(of_operand);
            Ok(Box::new(tree))
        };
        let tree = match tree {
            Signal(name) => self.before(name, clock, edges)?,
            Literal(_) => tree.clone(),
            Cast(inner, width) => Cast(inside(inner)?, *width),
            Signed(inner) => Signed(inside(inner)?),
            Unsigned(inner) => Unsigned(inside(inner)?),
            Paren(inner) => Paren(inside(inner)?),
            Binary(left, operator, right) => {
                Binary(inside(left)?, operator.clone(), inside(right)?)
            }
            Unary(operator, inner) => Unary(operator.clone(), inside(inner)?),
            Index(base, index) => Index(inside(base)?, inside(index)?),
            Slice(base, width, offset) => Slice(inside(base)?, *width, inside(offset)?),
            IndexReplace(base, index, bit) => {
                IndexReplace(inside(base)?, inside(index)?, inside(bit)?)
            }
        };
        Ok((tree, depth))
    }

    /// Returns a signal, or a field of one, as it was so many edges before. A constant is always
    /// the same.
    fn before(
        &mut self,
        name: &str,
        clock: SignalId,
        edges: u32,
    ) -> Result<VerilogExpression, Error> {
        let resolved = self.kernel().resolve(name)?;
        let (signal, field) = match resolved.split_once("$val()$") {
            Some((signal, _)) => (signal, &resolved[signal.len()..]),
            None => (&*resolved, ""),
        };
        let is_variable = self.variables.get(&resolved).is_some();
        let Some(signal) = self.symbols.signal(signal).filter(|_| edges > 0 && !is_variable) else {
            return Ok(VerilogExpression::Signal(name.to_string()));
        };
        let held = (0..edges).fold(signal, |signal, _| {
            let value = Expression::signal(signal, self.symbols.draft(signal).ty);
            self.register(value, clock)
        });
        Ok(VerilogExpression::Signal(output_name(&self.symbols.draft(held).name) + field))
    }

    /// Returns the output of a register with the value at the edge before.
    fn register(&mut self, value: Expression, clock: SignalId) -> SignalId {
        let known = self.past.iter().find(|(of, known, _)| *of == clock && *known == value);
        if let Some((_, _, held)) = known {
            return *held;
        }
        let base = match value.as_signal() {
            Some(id) => format!("past_{}", self.symbols.draft(id).name),
            None => "past_is_known".to_string(),
        };
        let is_taken = |name: &String| {
            self.symbols.drafts.iter().any(|draft| draft.name.eq_ignore_ascii_case(name))
        };
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let name = std::iter::once(base.clone()).chain(numbered).find(|name| !is_taken(name));
        let name = name.unwrap_or(base);
        let number = self.symbols.registers.len();
        let ty = value.ty;
        let mut add =
            |kernel_name: String, role, ty| self.symbols.add(kernel_name, draft(&name, role, ty));
        let next = add(format!("past${name}$d"), Role::RegisterInput(number), ty);
        let held = add(output_name(&name), Role::RegisterOutput(number), ty);
        let own_clock = add(format!("past${name}$clock"), Role::RegisterClock(number), Type::Clock);
        let register = RegisterSymbols { next, held, clock: own_clock, power_up: Value::ZERO };
        self.symbols.registers.push(register);
        self.symbols.past.insert(held);
        self.assign(own_clock, Expression::signal(clock, Type::Clock));
        self.assign(next, value.clone());
        self.past.push((clock, value, held));
        held
    }

    /// Returns a bit that is 1 after so many edges.
    fn is_known(&mut self, depth: u32, clock: SignalId) -> Expression {
        (0..depth).fold(Expression::literal(1u128, Type::Bit), |value, _| {
            Expression::signal(self.register(value, clock), Type::Bit)
        })
    }

    fn kernel(&self) -> KernelLowering<'_> {
        KernelLowering::new(self.symbols, true, self.variables.clone(), None)
    }

    fn assign(&mut self, target: SignalId, value: Expression) {
        self.statements.push(StatementKind::Assign(Target::whole(target), value).into());
    }
}

/// Returns a signal that no field stands for.
fn draft(name: &str, role: Role, ty: Type) -> Draft {
    Draft {
        name: name.to_string(),
        path: name.to_string(),
        documentation: String::new(),
        role,
        ty,
        radix: Radix::default(),
    }
}

/// Returns the name in the kernel of the output of a register.
fn output_name(register: &str) -> String {
    format!("past${register}$q")
}

/// Makes numbers of the values of enums that only the module itself defines.
fn without_local_enums(item: &mut Item, module: &Module) {
    fn in_expression(expression: &mut Expression, module: &Module) {
        expression.ty = without_local_enum(expression.ty, module);
        expression.operands_mut().into_iter().for_each(|operand| in_expression(operand, module));
    }
    if let ItemKind::Combinational(body) | ItemKind::Register(Register { body, .. }) =
        &mut item.kind
    {
        walk::for_each_mut(body, &mut |statement| {
            statement.expression_mut().into_iter().for_each(|value| in_expression(value, module));
        });
    }
}

fn without_local_enum(ty: Type, module: &Module) -> Type {
    match ty {
        Type::Enum(id) if module.enums[id.0].package.is_none() => Type::Bits(module.width(ty)),
        ty => ty,
    }
}

/// Puts an operand before a chain of the same operator.
fn prepended(operator: BinaryOperator, first: Expression, chain: Expression) -> Expression {
    let (left, right) = match chain.kind {
        ExpressionKind::Binary(same, left, right) if same == operator => {
            (prepended(operator, first, *left), *right)
        }
        kind => (first, Expression { kind, ..chain }),
    };
    let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
    Expression { kind, ty: Type::Bit }
}

/// The properties of a module, before they leave it.
pub(super) struct Properties {
    /// The items that only they need.
    pub items: Vec<Item>,
    pub properties: Vec<Property>,
    /// The number of signals that only they need: the last ones of the module.
    pub signals: usize,
}

/// The checker of a module that has no index yet.
pub(super) struct ModuleChecker {
    pub checker: Module,
    /// The signals of the module that the inputs are connected to.
    pub inputs: Vec<SignalId>,
    pub properties: Vec<Property>,
}

impl Properties {
    /// Moves the properties out of their module.
    pub fn extract(self, module: &mut Module) -> Option<ModuleChecker> {
        let Properties { mut items, mut properties, signals } = self;
        if properties.is_empty() {
            return None;
        }
        let first = module.signals.len() - signals;
        let is_own = |id: SignalId| id.0 >= first;
        let mut read: BTreeSet<SignalId> =
            properties.iter().map(|property| property.clock).collect();
        for item in &items {
            walk::for_each_expression(item, &mut |value| {
                value.for_each_signal(&mut |id| {
                    read.insert(id);
                });
            });
        }
        items.iter_mut().for_each(|item| without_local_enums(item, module));
        let (mut checker, ids) = module.part(items, |id| read.contains(&id) || is_own(id));
        checker.documentation.clear();
        for (signal, id) in checker.signals.iter_mut().zip(&ids) {
            signal.ty = without_local_enum(signal.ty, module);
            if !is_own(*id) {
                signal.kind = SignalKind::Input;
                signal.documentation.clear();
                signal.power_up = None;
                signal.attributes.clear();
                if let Type::Struct(id) = signal.ty
                    && module.structs[id.0].package.is_none()
                {
                    signal.ty = Type::Bits(module.width(signal.ty));
                }
            }
        }
        module.signals.truncate(first);
        for property in &mut properties {
            property.clock = index_among(&ids, property.clock);
            property.condition = index_among(&ids, property.condition);
        }
        let inputs = ids.into_iter().filter(|id| !is_own(*id)).collect();
        Some(ModuleChecker { checker, inputs, properties })
    }
}
