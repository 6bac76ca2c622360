//! Properties of a module, in a module that checks them.

pub use rust_hdl_describe::PropertyKind;

use super::{
    BinaryOperator, Connection, Design, Expression, ExpressionKind, Instance, Item, ItemKind,
    Module, ModuleId, Register, Signal, SignalId, SignalKind, Statement, StatementKind, Target,
    Type, Value,
};
use crate::walk;

/// The properties of a module. They are outputs of another module, the checker, which reads signals
/// of the first and changes nothing.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Checker {
    /// The module that has the properties.
    pub module: ModuleId,
    /// The module that checks them. Its inputs have the names of what they are connected to.
    pub checker: ModuleId,
    /// The signals of the first module that the checker's inputs are connected to, in port order.
    pub inputs: Vec<SignalId>,
    /// The properties, in source order.
    pub properties: Vec<Property>,
}

/// A property of a module.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Property {
    /// What it states.
    pub kind: PropertyKind,
    /// The input of the checker whose rising edge samples it.
    pub clock: SignalId,
    /// The output of the checker that has the value of the condition. Its name is the property's.
    pub condition: SignalId,
}

/// A property of a module or of one inside it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct PropertyInside {
    /// The path of instances, and its name: `bankroll.bets_are_covered`.
    pub path: String,
    /// What it states.
    pub kind: PropertyKind,
    /// The path of its condition in the flattened design [with monitors](Design::with_monitors).
    pub condition: String,
    /// The path there of the register that remembers it.
    pub monitor: String,
}

/// The prefix of the names of checkers' instances, and of the signals that they drive.
const INSTANCE: &str = "u_";

/// The suffix of the names of monitors.
const MONITOR: &str = "_seen";

impl Checker {
    /// Returns the checker's instance in the module, with the connections of its inputs.
    pub fn instance(&self, design: &Design) -> Instance {
        let module = design.module(self.module);
        let inputs = self.inputs.iter();
        let input =
            |id: &SignalId| Connection::Input(Expression::signal(*id, module.signal(*id).ty));
        Instance {
            name: format!("{INSTANCE}{}", design.module(self.checker).name),
            module: self.checker,
            connections: inputs.map(input).collect(),
        }
    }

    /// Returns the checker without its outputs, and the condition of each property over it.
    ///
    /// # Panics
    ///
    /// If an output is not an assignment, as in a checker that was made or changed by hand.
    pub fn conditions(&self, design: &Design) -> (Module, Vec<Expression>) {
        let module = design.module(self.checker);
        let outputs: Vec<SignalId> =
            self.properties.iter().map(|property| property.condition).collect();
        let assigned = |item: &Item, id: SignalId| match &item.kind {
            ItemKind::Combinational(body) => match body.as_slice() {
                [Statement { kind: StatementKind::Assign(target, value), .. }]
                    if target.signal == id =>
                {
                    Some(value.clone())
                }
                _ => None,
            },
            _ => None,
        };
        let is_output = |item: &Item| outputs.iter().any(|id| assigned(item, *id).is_some());
        let rest = module.items.iter().filter(|item| !is_output(item)).cloned().collect();
        let (body, kept) = module.part(rest, |id| !outputs.contains(&id));
        let conditions = outputs.iter().map(|output| {
            let mut values = module.items.iter().filter_map(|item| assigned(item, *output));
            let mut value = values.next_back().expect("the output of a checker is assigned");
            value.rename(&mut |id| index_among(&kept, id));
            value
        });
        let conditions = conditions.collect();
        (body, conditions)
    }
}

impl Design {
    /// Finds the checker that a module is.
    pub fn as_checker(&self, id: ModuleId) -> Option<&Checker> {
        self.checkers.iter().find(|checker| checker.checker == id)
    }

    /// Returns the modules that are hardware: all but the checkers.
    pub fn hardware(&self) -> impl Iterator<Item = (ModuleId, &Module)> {
        let modules = self.modules.iter().enumerate();
        let modules = modules.map(|(index, module)| (ModuleId(index), module));
        modules.filter(|(id, _)| self.as_checker(*id).is_none())
    }

    /// Returns the properties of a module and of all modules inside it, the own ones first.
    pub fn properties_inside(&self, id: ModuleId) -> Vec<PropertyInside> {
        let mut found = vec![];
        self.add_properties(id, "", &mut found);
        found
    }

    fn add_properties(&self, id: ModuleId, path: &str, found: &mut Vec<PropertyInside>) {
        for checker in self.checkers.iter().filter(|checker| checker.module == id) {
            let instance = checker.instance(self).name;
            let module = self.module(checker.checker);
            found.extend(checker.properties.iter().map(|property| {
                let name = &module.signal(property.condition).name;
                PropertyInside {
                    path: format!("{path}{name}"),
                    kind: property.kind,
                    condition: format!("{path}{instance}_{name}"),
                    monitor: format!("{path}{instance}_{name}{MONITOR}"),
                }
            }));
        }
        for item in &self.module(id).items {
            if let ItemKind::Instance(instance) = &item.kind {
                let path = format!("{path}{}.", instance.name);
                self.add_properties(instance.module, &path, found);
            }
        }
    }

    /// Returns the design with an instance of each checker in its module, as `bind` in
    /// SystemVerilog makes one, and a register for each property, for any simulator. The register
    /// becomes 1 when the condition of an assertion or an assumption is 0 at a rising edge, or that
    /// of a cover is 1. Assertions do not count from the edge on at which an assumption of the same
    /// module is wrong.
    pub fn with_monitors(&self) -> Design {
        let mut design = self.clone();
        for checker in &self.checkers {
            let mut instance = checker.instance(self);
            let module = &mut design.modules[checker.module.0];
            let mut conditions = vec![];
            for property in &checker.properties {
                let output = self.module(checker.checker).signal(property.condition);
                let target = SignalId(module.signals.len());
                module.signals.push(Signal {
                    name: format!("{}_{}", instance.name, output.name),
                    kind: SignalKind::Internal,
                    ..output.clone()
                });
                conditions.push(target);
                instance.connections.push(Connection::Output(Target::whole(target)));
            }
            module.items.push(Item::from(ItemKind::Instance(instance)));
            add_monitors(checker, &conditions, module);
        }
        design.checkers.clear();
        design
    }
}

/// Adds the registers that remember properties to a module with its checker. `conditions` are the
/// signals with the conditions.
fn add_monitors(checker: &Checker, conditions: &[SignalId], module: &mut Module) {
    let bit = |id| Expression::signal(id, Type::Bit);
    let either = |one: Expression, other: Expression| {
        let kind = ExpressionKind::Binary(BinaryOperator::Or, Box::new(one), Box::new(other));
        Expression { kind, ty: Type::Bit }
    };
    // Nothing is asserted after an assumption was wrong, which makes these come first.
    let mut properties: Vec<_> = checker.properties.iter().zip(conditions).collect();
    properties.sort_by_key(|(property, _)| property.kind != PropertyKind::Assume);
    let mut excuse: Option<Expression> = None;
    for (property, condition) in properties {
        let monitor = SignalId(module.signals.len());
        module.signals.push(Signal {
            name: format!("{}{MONITOR}", module.signal(*condition).name),
            documentation: String::new(),
            kind: SignalKind::Internal,
            ty: Type::Bit,
            radix: Default::default(),
            power_up: Some(Value::ZERO),
            attributes: vec![],
        });
        let happens = match property.kind {
            PropertyKind::Cover => bit(*condition),
            _ => bit(*condition).negated(),
        };
        let assign =
            StatementKind::Assign(Target::whole(monitor), Expression::literal(1u128, Type::Bit));
        let mut body = vec![Statement::from(StatementKind::If {
            condition: happens.clone(),
            then: vec![assign.into()],
            otherwise: vec![],
        })];
        match (property.kind, &excuse) {
            (PropertyKind::Assume, _) => {
                let wrong = either(bit(monitor), happens);
                excuse = Some(match excuse {
                    Some(before) => either(before, wrong),
                    None => wrong,
                });
            }
            (PropertyKind::Assert, Some(excuse)) => {
                body = vec![Statement::from(StatementKind::If {
                    condition: excuse.clone().negated(),
                    then: body,
                    otherwise: vec![],
                })];
            }
            _ => {}
        }
        let clock = Expression::signal(checker.inputs[property.clock.0], Type::Clock);
        let register = Register { target: monitor, clock, body };
        module.items.push(Item::from(ItemKind::Register(register)));
    }
}

impl Module {
    /// Returns the module with some of its items and signals, and without memories; and the former
    /// index of each signal.
    pub(crate) fn part(
        &self,
        items: Vec<Item>,
        keeps: impl Fn(SignalId) -> bool,
    ) -> (Module, Vec<SignalId>) {
        let kept = self.signals().filter(|(id, _)| keeps(*id));
        let (kept, signals): (Vec<SignalId>, Vec<Signal>) =
            kept.map(|(id, signal)| (id, signal.clone())).unzip();
        let new_id = |id: SignalId| index_among(&kept, id);
        let mut part = Module { items, signals, memories: vec![], ..self.clone() };
        walk::rename(&mut part.items, &new_id, &new_id);
        (part, kept)
    }
}

/// Returns the index that a signal gets if only some are kept, of which it is one.
pub(crate) fn index_among(kept: &[SignalId], signal: SignalId) -> SignalId {
    let index = kept.iter().position(|known| *known == signal);
    SignalId(index.expect("the items of a part use the signals that are kept"))
}
