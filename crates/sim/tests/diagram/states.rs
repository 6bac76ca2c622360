//! State diagrams.

use std::collections::BTreeMap;

use baccarat_hdl::top::Clocking;
use rust_hdl_diagram::states::{Next, Transition};
use rust_hdl_diagram::{DiagramError, StateMachine, find_module, state_module};
use rust_hdl_rtl::{
    BinaryOperator, Design, Evaluator, Expression, ExpressionKind, SignalId, SignalKind, Type,
    UnaryOperator, Value,
};

use crate::machines::{Counter, TwoProcesses, TwoRegisters, design};
use test_support::svg::{
    assert_apart, assert_is_presentable, boxes_and_labels, groups, parsed, texts,
};

fn engine_design(clocking: Clocking) -> Design {
    baccarat_sim::design(clocking).expect("the engine's design")
}

fn machine<'d>(design: &'d Design, module: &str) -> StateMachine<'d> {
    let module = find_module(design, module).expect("the module");
    StateMachine::of(design, module, None).expect("its states")
}

fn number(value: &Value) -> u128 {
    value.to_u128().expect("at most 128 bits")
}

/// Evaluates a guard.
fn value(expression: &Expression, signals: &impl Fn(SignalId) -> u128) -> u128 {
    use BinaryOperator::*;
    match &expression.kind {
        ExpressionKind::Signal(id) => signals(*id),
        ExpressionKind::Literal(value, _) => number(value),
        ExpressionKind::Unary(UnaryOperator::Not, operand) if operand.ty == Type::Bit => {
            1 - value(operand, signals)
        }
        ExpressionKind::Binary(operator, left, right) => {
            let (left, right) = (value(left, signals), value(right, signals));
            match operator {
                And => left & right,
                Or => left | right,
                Equal => u128::from(left == right),
                NotEqual => u128::from(left != right),
                Less => u128::from(left < right),
                LessOrEqual => u128::from(left <= right),
                Greater => u128::from(left > right),
                GreaterOrEqual => u128::from(left >= right),
                other => panic!("{other:?} in a guard"),
            }
        }
        other => panic!("{other:?} in a guard"),
    }
}

/// Simulates every state with every input. Fails if the next state is not that of the diagram or a
/// transition is never taken.
fn assert_matches_simulation(design: &Design, module: &str) {
    let machine = machine(design, module);
    let mut evaluator = Evaluator::new(design, find_module(design, module).unwrap()).unwrap();
    let flat = evaluator.flat().module.clone();
    let find = |id: SignalId| flat.find(&machine.module.signal(id).name);
    let clock = flat.find(&machine.module.signal(machine.clock.as_signal().unwrap()).name).unwrap();
    let register = find(machine.register).expect("the register");
    let inputs: Vec<(SignalId, u32)> = flat
        .ports()
        .filter(|(id, port)| port.kind == SignalKind::Input && *id != clock)
        .map(|(id, _)| (id, flat.signal_width(id)))
        .collect();
    let bits: u32 = inputs.iter().map(|(_, width)| width).sum();

    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    for state in 0..machine.states.variants.len() {
        for pattern in 0..1_u128 << bits {
            evaluator.set(clock, 0);
            let mut rest = pattern;
            for (input, width) in &inputs {
                evaluator.set(*input, rest);
                rest >>= width;
            }
            evaluator.set(register, state as u128);
            evaluator.settle_without_edges();
            let holds = |guard: &Expression| {
                value(guard, &|id| number(&evaluator.get(find(id).expect("a signal")))) == 1
            };
            let expected = if machine.resets.iter().any(holds) {
                machine.initial
            } else if !machine.enables.iter().all(holds) {
                state
            } else {
                let possible = machine.transitions.iter().enumerate().filter(|(_, step)| {
                    step.from == state && step.condition.0.iter().any(|all| all.iter().all(holds))
                });
                match possible.collect::<Vec<_>>().as_slice() {
                    [] => state,
                    [(index, Transition { to: Next::State(to), .. })] => {
                        *taken.entry(*index).or_default() += 1;
                        *to
                    }
                    several => panic!("{several:?} at once"),
                }
            };
            for step in machine.transitions.iter().filter(|step| step.from == state) {
                for guard in step.condition.0.iter().flatten() {
                    if let Some(meaning) = machine.meaning(state, guard) {
                        let means = meaning.0.iter().any(|all| all.iter().all(holds));
                        assert_eq!(means, holds(guard), "{guard:?} is explained by {meaning:?}");
                    }
                }
            }
            evaluator.set(clock, 1);
            evaluator.settle().expect("no oscillation");
            let next = evaluator.get(register);
            assert_eq!(next, expected as u128, "from {state} with {pattern:#x}");
        }
    }
    let never: Vec<&Transition> = machine
        .transitions
        .iter()
        .enumerate()
        .filter(|(index, _)| !taken.contains_key(index))
        .map(|(_, step)| step)
        .collect();
    assert!(never.is_empty(), "never taken: {never:?}");
}

#[test]
fn the_direct_state_machine_matches_its_diagram() {
    assert_matches_simulation(&engine_design(Clocking::Direct), "statemachine");
}

#[test]
fn the_stepped_state_machine_matches_its_diagram() {
    assert_matches_simulation(&engine_design(Clocking::Synchronised), "statemachine_stepped");
}

#[test]
fn a_next_state_signal_is_traced_to_its_register() {
    assert_matches_simulation(&design::<TwoProcesses>("lights"), "lights");
}

/// Transitions as `from -> to: condition`.
fn arrows(machine: &StateMachine) -> Vec<String> {
    let names = &machine.states.variants;
    let arrow = |step: &Transition| {
        let to = match &step.to {
            Next::State(state) => names[*state].name.clone(),
            Next::Value(value) => {
                let signal = value.as_signal().expect("a signal");
                format!("({})", machine.module.signal(signal).name)
            }
        };
        let condition = step.condition.lines(machine.module).join(" ");
        format!("{} -> {to}: {condition}", names[step.from].name).trim_end_matches(": ").to_string()
    };
    machine.transitions.iter().map(arrow).collect()
}

#[test]
fn transitions_have_simplified_conditions() {
    let engine = engine_design(Clocking::Synchronised);
    let lab = [
        "PlayerFirst -> DealerFirst",
        "DealerFirst -> PlayerSecond",
        "PlayerSecond -> DealerSecond",
        "DealerSecond -> ThirdCard",
        "ThirdCard -> DealerThird: load_pcard3",
        "ThirdCard -> Done: !load_pcard3",
        "DealerThird -> Done",
        "Done -> Done",
    ];
    assert_eq!(arrows(&machine(&engine, "statemachine")), lab);
    assert_eq!(arrows(&machine(&engine, "statemachine_stepped")), lab);
    let lights = design::<TwoProcesses>("lights");
    let expected = [
        "Red -> Amber: cars == 3 || (cars == 1 || cars == 2) && hurry",
        "Red -> Green: (cars == 1 || cars == 2) && !hurry",
        "Green -> Amber: hurry || cars == 0",
        "Amber -> Red",
    ];
    let lights = arrows(&machine(&lights, "lights"));
    assert_eq!(lights.len(), expected.len(), "{lights:?}");
    assert_eq!(lights[2..], expected[2..]);
}

#[test]
fn resets_and_enables_are_shown_once() {
    let engine = engine_design(Clocking::Synchronised);
    let lights = design::<TwoProcesses>("lights");
    let cases = [
        (machine(&engine, "statemachine"), "!resetb", "At each rising edge of slow_clock"),
        (
            machine(&engine, "statemachine_stepped"),
            "!resetb",
            "At each rising edge of slow_clock with step",
        ),
        (machine(&lights, "lights"), "reset", "At each rising edge of clock"),
    ];
    for (machine, reset, when) in cases {
        let svg = machine.svg();
        let document = parsed(&svg);
        assert!(texts(document.root()).contains(&when.to_string()), "{svg}");
        let start: Vec<String> = groups(&document, "start").into_iter().flat_map(texts).collect();
        assert_eq!(start, ["power-up".to_string(), format!("or {reset}")]);
        assert!(machine.mermaid().contains(&format!(": power-up or {reset}\n")));
    }
}

#[test]
fn a_next_state_from_another_register_is_shown_as_a_value() {
    let design = design::<TwoRegisters>("device");
    let module = find_module(&design, "device").unwrap();
    let light = state_registers_named(&design, "light");
    let machine = StateMachine::of(&design, module, Some(&light)).unwrap();
    let saved = light.replace("light", "saved");
    let value = format!("({saved})");
    let expected = [
        format!("Red -> {value}: back"),
        "Red -> Green: !back".to_string(),
        format!("Green -> {value}: back"),
        format!("Amber -> {value}: back"),
    ];
    assert_eq!(arrows(&machine), expected);
    let svg = machine.svg();
    assert_is_presentable(&svg);
    assert_eq!(groups(&parsed(&svg), "value").len(), 1);
    assert!(machine.mermaid().contains(&format!("state \"{saved}\" as value_0")));
}

fn state_registers_named(design: &Design, part: &str) -> String {
    let module = design.module(find_module(design, "device").unwrap());
    let registers = rust_hdl_diagram::states::state_registers(module);
    let mut names = registers.iter().map(|id| module.signal(*id).name.clone());
    names.find(|name| name.contains(part)).expect("the register")
}

#[test]
fn errors_list_the_alternatives() {
    let engine = engine_design(Clocking::Synchronised);
    let counter = design::<Counter>("counter");
    let device = design::<TwoRegisters>("device");
    let of = |design: &Design, module: &str, register: Option<&str>| {
        let module = find_module(design, module)?;
        StateMachine::of(design, module, register).map(|_| ())
    };
    let cases: [(Result<(), DiagramError>, &[&str]); 7] = [
        (of(&engine, "task6", None), &["no module `task6`", "`task5`", "`statemachine_stepped`"]),
        (of(&engine, "reg4", None), &["`reg4`", "no states", "`statemachine`"]),
        (of(&engine, "statemachine", Some("stat")), &["no register `stat`", "it has `state`"]),
        (of(&counter, "counter", None), &["no register of module `counter`", "no states to draw"]),
        (of(&device, "device", None), &["`device` has several", "light", "saved", "name one"]),
        (
            state_module(&counter, find_module(&counter, "counter").unwrap()).map(|_| ()),
            &["`counter`", "no states to draw"],
        ),
        (of(&device, "device", Some("other")), &["no register `other`", "light", "saved"]),
    ];
    for (result, said) in cases {
        let text = result.expect_err("an error").to_string();
        for part in said {
            assert!(text.contains(part), "no {part:?} in {text:?}");
        }
    }
}

#[test]
fn the_state_machine_below_the_top_is_found() {
    for (clocking, module) in
        [(Clocking::Synchronised, "statemachine_stepped"), (Clocking::Direct, "statemachine")]
    {
        let design = engine_design(clocking);
        let top = find_module(&design, baccarat_hdl::top::TASK5).unwrap();
        assert_eq!(design.module(state_module(&design, top).unwrap()).name, module);
    }
}

#[test]
fn diagrams_are_legible() {
    let engine = engine_design(Clocking::Synchronised);
    let lights = design::<TwoProcesses>("lights");
    for machine in [
        machine(&engine, "statemachine"),
        machine(&engine, "statemachine_stepped"),
        machine(&lights, "lights"),
    ] {
        let svg = machine.svg();
        assert_is_presentable(&svg);
        let document = parsed(&svg);
        assert_apart(&boxes_and_labels(&document, &["state", "value"]));
        let states = groups(&document, "state");
        let names: Vec<_> =
            states.iter().filter_map(|state| state.attribute("data-state")).collect();
        let expected: Vec<_> =
            machine.states.variants.iter().map(|state| state.name.as_str()).collect();
        assert_eq!(names, expected);
        let drawn: Vec<_> = groups(&document, "transition")
            .iter()
            .map(|group| {
                (group.attribute("data-from").unwrap(), group.attribute("data-to").unwrap())
            })
            .map(|(from, to)| format!("{from} -> {to}"))
            .collect();
        let expected: Vec<String> = arrows(&machine)
            .iter()
            .map(|arrow| arrow.split(':').next().unwrap_or_default().to_string())
            .collect();
        assert_eq!(drawn, expected);
    }
}
