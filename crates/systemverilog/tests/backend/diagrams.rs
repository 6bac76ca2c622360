//! Diagrams of the designs of the other tests: every design can be drawn legibly.

use rust_hdl_diagram::states::state_registers;
use rust_hdl_diagram::{BlockDiagram, DiagramError, StateMachine};
use rust_hdl_rtl::{Design, Item, ItemKind, ModuleId};

use crate::tools::designs;
use test_support::svg::{
    assert_apart, assert_is_presentable, boxes_and_labels, groups, parsed, texts,
};

fn modules(design: &Design) -> impl Iterator<Item = ModuleId> {
    (0..design.modules.len()).map(ModuleId)
}

#[test]
fn every_design_has_a_block_diagram() {
    for (name, design) in designs() {
        let design = design();
        for id in modules(&design) {
            let module = &design.module(id).name;
            let is_instance = |item: &Item| matches!(item.kind, ItemKind::Instance(_));
            // Without instances, both depths show the same.
            let depths = 1..=1 + usize::from(design.module(id).items.iter().any(is_instance));
            for depth in depths {
                match BlockDiagram::of(&design, id, depth) {
                    Ok(diagram) => {
                        let svg = diagram.svg();
                        println!("{name}: {module}, depth {depth}\n{svg}");
                        assert_is_presentable(&svg);
                        assert_apart(&boxes_and_labels(&parsed(&svg), &["block"]));
                    }
                    Err(error) => {
                        let module = module.clone();
                        assert_eq!(error, DiagramError::BlackBox { module });
                        assert!(design.module(id).black_box.is_some(), "{name}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_register_of_an_enum_has_a_state_diagram() {
    let mut drawn = 0;
    for (name, design) in designs() {
        let design = design();
        for id in modules(&design) {
            let module = design.module(id);
            for register in state_registers(module) {
                let register = &module.signal(register).name;
                let machine = StateMachine::of(&design, id, Some(register))
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
                let svg = machine.svg();
                println!("{name}: {}.{register}\n{svg}", module.name);
                assert_is_presentable(&svg);
                let document = parsed(&svg);
                assert_apart(&boxes_and_labels(&document, &["state", "value"]));
                let states: Vec<String> =
                    groups(&document, "state").into_iter().flat_map(texts).collect();
                let names = machine.states.variants.iter().map(|state| state.name.clone());
                let names: Vec<String> = names.collect();
                // Documentation is in tooltips, which are not text on the page.
                assert_eq!(states, names, "{name}");
                drawn += 1;
            }
        }
    }
    assert!(drawn >= 5, "only {drawn} state diagrams");
}
