//! The properties that the hardware states of itself: proven by induction, and reached by play.

use baccarat_hdl::top::{Clocking, Top};
use rust_hdl_rtl::{Design, Evaluator, ItemKind, ModuleId, PropertyKind};
use rust_hdl_systemverilog::proof::prove_properties;

/// More steps than any of the proofs looks back.
const DEPTH: usize = 4;

const TASK5: Top = Top::Task5(Clocking::Synchronised);

fn casino() -> Design {
    baccarat_sim::design(Top::Casino).expect("the design")
}

fn find(design: &Design, module: &str) -> ModuleId {
    design.find(module).expect(module)
}

#[test]
fn every_property_holds_from_power_up_on_for_all_inputs_of_both_machines() {
    for top in [Top::Casino, TASK5] {
        let design = baccarat_sim::design(top).expect("the design");
        let id = find(&design, top.module());
        let proof = prove_properties(&design, id, DEPTH).unwrap_or_else(|error| panic!("{error}"));
        let stated = design.properties_inside(id).into_iter();
        let stated = stated.filter(|property| property.kind != PropertyKind::Cover);
        let stated: Vec<String> = stated.map(|property| property.path).collect();
        assert!(!stated.is_empty(), "{top}");
        assert_eq!(proof.proven, stated, "{top}");
        assert!(proof.assumed.is_empty(), "{top}: only modules inside assume something");
    }
}

/// `task5_direct` has two clocks, so its state machine is proven alone.
#[test]
fn every_module_with_properties_keeps_them_by_itself() {
    let task5 = baccarat_sim::design(TASK5).expect("the design");
    for design in [casino(), task5] {
        for checker in &design.checkers {
            prove_properties(&design, checker.module, DEPTH)
                .unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// A module with a memory is one of `rust-hdl`'s, which has no kernel to state properties in.
#[test]
fn every_module_with_a_register_states_properties() {
    for top in [Top::Casino, TASK5] {
        let design = baccarat_sim::design(top).expect("the design");
        let silent = design.hardware().filter(|(id, module)| {
            module.items.iter().any(|item| matches!(item.kind, ItemKind::Register(_)))
                && module.memories.is_empty()
                && !design.checkers.iter().any(|checker| checker.module == *id)
        });
        let silent: Vec<&str> = silent.map(|(_, module)| module.name.as_str()).collect();
        assert_eq!(silent, [""; 0], "{top}");
    }
}

#[test]
fn play_reaches_what_is_covered_and_violates_nothing() {
    let design = casino();
    let id = find(&design, "casino_game");
    let monitored = design.with_monitors();
    let mut game = Evaluator::new(&monitored, id).expect("the game");
    let signal = |game: &Evaluator, path: &str| game.flat().module.find(path).expect(path);
    let [clock, step, clear_table, outcome] =
        ["clock", "step", "clear_table", "outcome"].map(|name| signal(&game, name));
    let properties = design.properties_inside(id);
    let monitors = properties.iter().map(|property| signal(&game, &property.monitor));
    let monitors: Vec<_> = monitors.collect();
    for cycle in 0..8_000 {
        let is_over = !game.get(outcome).is_zero();
        game.set(clear_table, u128::from(is_over));
        game.set(step, u128::from(cycle % 8 == 0));
        for level in [1u128, 0] {
            game.set(clock, level);
            game.settle().expect("no oscillation");
        }
    }
    for (property, monitor) in properties.iter().zip(monitors) {
        let is_cover = property.kind == PropertyKind::Cover;
        assert_eq!(!game.get(monitor).is_zero(), is_cover, "{}", property.path);
    }
}
