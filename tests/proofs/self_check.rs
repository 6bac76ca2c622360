//! Designs with one small fault each, to see which of them a check finds.

use std::time::Instant;

use baccarat::engine::{self, Clocking, self_check};
use rust_hdl_rtl::{
    Arm, BinaryOperator, Connection, Design, Expression, ExpressionKind, ItemKind, Module,
    ModuleId, Statement, StatementKind, Type, UnaryOperator, mask,
};

/// A design with a fault.
pub struct Mutant {
    /// Where and what.
    pub fault: String,
    pub module: ModuleId,
    pub design: Design,
}

/// Every design that differs from this one by a number that is off by one, an operator taken for another, a negated
/// condition, a missing assignment or arm, two connections or slices mixed up, or a bit at power-up.
pub fn mutants(design: &Design) -> impl Iterator<Item = Mutant> + '_ {
    (0..design.modules.len()).flat_map(move |index| {
        (0..).map_while(move |fault| {
            let mut design = design.clone();
            let mut search = Search { left: fault, found: None };
            let children = design.modules.clone();
            search.module(&mut design.modules[index], &children);
            let fault = format!("{}: {}", design.modules[index].name, search.found?);
            Some(Mutant { fault, module: ModuleId(index), design })
        })
    })
}

/// Goes through a module and makes the fault of a given number.
struct Search {
    left: usize,
    found: Option<String>,
}

impl Search {
    /// Whether the fault is to be made here.
    fn here(&mut self, fault: impl FnOnce() -> String) -> bool {
        if self.found.is_some() {
            return false;
        }
        if self.left > 0 {
            self.left -= 1;
            return false;
        }
        self.found = Some(fault());
        true
    }

    fn module(&mut self, module: &mut Module, children: &[Module]) {
        let types = module.clone();
        for signal in &mut module.signals {
            if let Some(value) = &mut signal.power_up
                && self.here(|| format!("`{}` at power-up", signal.name))
            {
                *value ^= 1;
            }
        }
        for item in &mut module.items {
            match &mut item.kind {
                ItemKind::Instance(instance) => {
                    let child = &children[instance.module.0];
                    let ports = child.ports().map(|(_, port)| port.name.as_str()).collect();
                    let ports = Ports { instance: &instance.name, ports };
                    self.connections(&mut instance.connections, &ports, &types);
                }
                ItemKind::Combinational(body) => self.block(body, &types),
                ItemKind::Register(register) => {
                    self.expression(&mut register.clock, &types);
                    if self.here(|| "the other edge".to_string()) {
                        register.clock = register.clock.clone().negated();
                    }
                    self.block(&mut register.body, &types);
                }
                ItemKind::MemoryWrite(_) | ItemKind::Tristate(_) => {}
            }
        }
    }

    fn connections(&mut self, connections: &mut [Connection], ports: &Ports, module: &Module) {
        let width = |connection: &Connection| match connection {
            Connection::Input(value) => (0, module.width(value.ty)),
            Connection::InOut(net) => (2, module.signal_width(*net)),
            Connection::Output(target) => {
                (1, target.slice.map_or(module.signal_width(target.signal), |slice| slice.width))
            }
        };
        for second in 0..connections.len() {
            for first in 0..second {
                let (a, b) = (&connections[first], &connections[second]);
                if a != b && width(a) == width(b) && self.here(|| ports.swapped(first, second)) {
                    connections.swap(first, second);
                }
            }
            if let Connection::Input(value) = &mut connections[second] {
                self.expression(value, module);
            }
        }
    }

    fn block(&mut self, block: &mut Vec<Statement>, module: &Module) {
        for index in 0..block.len() {
            let is_assignment = matches!(block[index].kind, StatementKind::Assign(..));
            if is_assignment && self.here(|| without(&block[index], module)) {
                block.remove(index);
                return;
            }
            self.statement(&mut block[index], module);
        }
    }

    fn statement(&mut self, statement: &mut Statement, module: &Module) {
        if let StatementKind::If { condition, .. } = &mut statement.kind
            && self.here(|| "a condition negated".to_string())
        {
            *condition = condition.clone().negated();
        }
        if let StatementKind::Case { arms, default, subject } = &mut statement.kind {
            self.arms(arms, mask(module.width(subject.ty)));
            if default.as_ref().is_some_and(|body| !body.is_empty())
                && self.here(|| "without default".to_string())
            {
                *default = None;
            }
        }
        if let Some(value) = statement.expression_mut() {
            self.expression(value, module);
        }
        for block in statement.blocks_mut() {
            self.block(block, module);
        }
    }

    fn arms(&mut self, arms: &mut [Arm], greatest: u128) {
        for index in 0..arms.len() {
            for place in 0..arms[index].values.len() {
                let value = arms[index].values[place];
                if self.here(|| format!("without the arm for {value}")) {
                    arms[index].values.remove(place);
                    return;
                }
                let next = value + 1;
                let is_free = !arms.iter().any(|arm| arm.values.contains(&next));
                if is_free && next <= greatest && self.here(|| format!("arm {next} for {value}")) {
                    arms[index].values[place] = next;
                }
            }
        }
    }

    fn expression(&mut self, expression: &mut Expression, module: &Module) {
        let width = module.width(expression.ty);
        match &mut expression.kind {
            ExpressionKind::Literal(value) => {
                let greatest = match expression.ty {
                    Type::Enum(id) => module.enums[id.0].variants.len() as u128 - 1,
                    _ => mask(width),
                };
                if *value < greatest && self.here(|| format!("{} for {value}", *value + 1)) {
                    *value += 1;
                } else if *value > 0 && self.here(|| format!("{} for {value}", *value - 1)) {
                    *value -= 1;
                }
            }
            ExpressionKind::Binary(operator, left, _) => {
                for other in mistaken_for(*operator, module.width(left.ty)) {
                    if self.here(|| format!("{other:?} for {operator:?}")) {
                        *operator = *other;
                        break;
                    }
                }
            }
            ExpressionKind::Unary(UnaryOperator::Not, operand)
                if self.here(|| "a value not negated".to_string()) =>
            {
                *expression = (**operand).clone();
                return;
            }
            ExpressionKind::Slice { base, offset, .. } => {
                let room = module.width(base.ty) - width;
                if *offset < room && self.here(|| format!("bit {} for {offset}", *offset + 1)) {
                    *offset += 1;
                } else if *offset > 0 && self.here(|| format!("bit {} for {offset}", *offset - 1)) {
                    *offset -= 1;
                }
            }
            _ => {}
        }
        for operand in expression.operands_mut() {
            self.expression(operand, module);
        }
    }
}

/// The ports of an instance, for what is said of its connections.
struct Ports<'a> {
    instance: &'a str,
    ports: Vec<&'a str>,
}

impl Ports<'_> {
    fn swapped(&self, first: usize, second: usize) -> String {
        format!(
            "`{}` and `{}` of `{}` swapped",
            self.ports[first], self.ports[second], self.instance
        )
    }
}

fn without(statement: &Statement, module: &Module) -> String {
    let target = statement.target().map(|target| module.signal(target.signal).name.as_str());
    format!("an assignment to `{}` missing", target.unwrap_or_default())
}

/// The operators that somebody might have meant. On one bit, some of them are the same.
fn mistaken_for(operator: BinaryOperator, width: u32) -> &'static [BinaryOperator] {
    use BinaryOperator::*;
    match operator {
        Add if width > 1 => &[Subtract, Or, Xor],
        Subtract if width > 1 => &[Add],
        Add | Subtract | Multiply => &[],
        And => &[Or, Xor],
        Or => &[And, Xor],
        Xor => &[And, Or],
        ShiftLeft => &[ShiftRight],
        ShiftRight => &[ShiftLeft],
        Equal => &[NotEqual, LessOrEqual, GreaterOrEqual],
        NotEqual => &[Equal, Less, Greater],
        Less => &[LessOrEqual, Greater, NotEqual],
        LessOrEqual => &[Less, GreaterOrEqual, Equal],
        Greater => &[GreaterOrEqual, Less, NotEqual],
        GreaterOrEqual => &[Greater, LessOrEqual, Equal],
    }
}

/// Faults that no check at the pins of their module can find, each with the reason.
const INVISIBLE: [(&str, &str); 30] = [
    ("scorehand: LessOrEqual for Less", "a ten is not odd anyway"),
    ("scorehand: 11 for 10", "a ten is not odd anyway"),
    ("scorehand: Xor for Or", "its two sides are never 1 together"),
    ("scorehand: Or for Xor", "where both are odd, they are a pair themselves"),
    ("scorehand: `a` and `b` of `first_two` swapped", "a sum has no order"),
    ("scorehand: `a` and `b` of `all_three` swapped", "a sum has no order"),
    ("scorehand: `a` and `b` of `with_pair` swapped", "a sum has no order"),
    ("datapath: `card1` and `card2` of `player_hand` swapped", "a sum has no order"),
    ("datapath: `card1` and `card3` of `player_hand` swapped", "a sum has no order"),
    ("datapath: `card2` and `card3` of `player_hand` swapped", "a sum has no order"),
    ("datapath: `card1` and `card2` of `dealer_hand` swapped", "a sum has no order"),
    ("datapath: `card1` and `card3` of `dealer_hand` swapped", "a sum has no order"),
    ("datapath: `card2` and `card3` of `dealer_hand` swapped", "a sum has no order"),
    ("statemachine: Xor for Or", "with two naturals nobody's score asks for a card either"),
    (
        "statemachine: LessOrEqual for Equal",
        "before the third cards nobody asks whether the dealer draws",
    ),
    ("statemachine: without default", "the eighth encoding is never reached"),
    ("statemachine: an assignment to `state` missing", "in the default: never reached"),
    ("statemachine: 1 for 0", "in the default: never reached"),
    ("statemachine_stepped: Xor for Or", "as in `statemachine`"),
    ("statemachine_stepped: LessOrEqual for Equal", "as in `statemachine`"),
    ("statemachine_stepped: without default", "as in `statemachine`"),
    ("statemachine_stepped: an assignment to `state` missing", "as in `statemachine`"),
    ("statemachine_stepped: 1 for 0", "as in `statemachine`"),
    ("task5: an assignment to `unused_keys` missing", "nothing reads it"),
    ("task5: And for Xor", "in `unused_keys`"),
    ("task5: Or for Xor", "in `unused_keys`"),
    ("task5: bit 2 for 1", "in `unused_keys`"),
    ("task5: bit 0 for 1", "in `unused_keys`"),
    ("task5: bit 3 for 2", "in `unused_keys`"),
    ("task5: bit 1 for 2", "in `unused_keys`"),
];

/// Finds all faults but as many invisible ones.
fn check(clocking: Clocking, mutants_at_least: usize, invisible: usize) {
    let design = engine::design(clocking).unwrap();
    let start = Instant::now();
    self_check::run(&design, clocking).unwrap();
    println!("self-check, {clocking:?}: {:?}", start.elapsed());

    let (mut count, mut missed) = (0, vec![]);
    for mutant in mutants(&design) {
        count += 1;
        let module = &mutant.design.module(mutant.module).name;
        if self_check::compare(&mutant.design, module, clocking).is_ok() {
            missed.push(mutant.fault);
        }
    }
    println!("{count} mutants, {} invisible", missed.len());
    let unexpected: Vec<&String> =
        missed.iter().filter(|fault| !INVISIBLE.iter().any(|known| known.0 == **fault)).collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    assert_eq!(missed.len(), invisible, "{missed:#?}");
    assert!(count >= mutants_at_least, "{count}");
}

#[test]
fn every_visible_fault_of_the_synchronised_engine_is_found() {
    check(Clocking::Synchronised, 700, 45);
}

#[test]
fn every_visible_fault_of_the_direct_engine_is_found() {
    check(Clocking::Direct, 500, 35);
}
