//! Block diagrams.

use std::collections::BTreeSet;

use baccarat_hdl::top::{Clocking, Top};
use rust_hdl_diagram::blocks::{BlockKind, End};
use rust_hdl_diagram::{BlockDiagram, find_module};
use rust_hdl_rtl::{Design, ModuleId};

use crate::machines::{TwoProcesses, design};
use crate::routes::Routes;
use test_support::svg::{assert_apart, assert_is_presentable, boxes_and_labels, groups, parsed};

fn diagram(top: impl Into<Top>, module: &str, depth: usize) -> BlockDiagram {
    let design = baccarat_sim::design(top).expect("the engine's design");
    let module = find_module(&design, module).expect("the module");
    BlockDiagram::of(&design, module, depth).expect("a diagram")
}

/// Wires as `from.pin -> to.pin: net`.
fn wires(diagram: &BlockDiagram) -> BTreeSet<String> {
    let end = |end: End| {
        let block = &diagram.blocks[end.block];
        match block.pins[end.pin].name.as_str() {
            "" => block.name.clone(),
            pin if pin.starts_with('[') => format!("{}{pin}", block.name),
            pin => format!("{}.{pin}", block.name),
        }
    };
    let wire = |wire: &rust_hdl_diagram::blocks::Wire| {
        format!("{} -> {}: {}", end(wire.from), end(wire.to), wire.label)
    };
    diagram.wires.iter().map(wire).collect()
}

fn set(wires: &[&str]) -> BTreeSet<String> {
    wires.iter().map(|wire| wire.to_string()).collect()
}

#[test]
fn the_direct_top_is_wired_as_in_its_source() {
    let expected = set(&[
        "KEY[3:0] -> dp.resetb: KEY[3]",
        "KEY[3:0] -> sm.resetb: KEY[3]",
        "sm.load_pcard1 -> dp.load_pcard1: load_pcard1",
        "sm.load_pcard2 -> dp.load_pcard2: load_pcard2",
        "sm.load_pcard3 -> dp.load_pcard3: load_pcard3",
        "sm.load_dcard1 -> dp.load_dcard1: load_dcard1",
        "sm.load_dcard2 -> dp.load_dcard2: load_dcard2",
        "sm.load_dcard3 -> dp.load_dcard3: load_dcard3",
        "dp.pcard3_out -> sm.pcard3: pcard3[3:0]",
        "dp.pscore_out -> sm.pscore: pscore[3:0]",
        "dp.dscore_out -> sm.dscore: dscore[3:0]",
        "dp.pscore_out -> LEDR[9:0][3:0]: pscore[3:0]",
        "dp.dscore_out -> LEDR[9:0][7:4]: dscore[3:0]",
        "sm.player_win_light -> LEDR[9:0][8]: LEDR[8]",
        "sm.dealer_win_light -> LEDR[9:0][9]: LEDR[9]",
        "dp.HEX0 -> HEX0[6:0]: HEX0[6:0]",
        "dp.HEX1 -> HEX1[6:0]: HEX1[6:0]",
        "dp.HEX2 -> HEX2[6:0]: HEX2[6:0]",
        "dp.HEX3 -> HEX3[6:0]: HEX3[6:0]",
        "dp.HEX4 -> HEX4[6:0]: HEX4[6:0]",
        "dp.HEX5 -> HEX5[6:0]: HEX5[6:0]",
    ]);
    let found = wires(&diagram(Clocking::Direct, "task5", 1));
    assert_eq!(found, expected);
}

#[test]
fn an_expression_is_shown_at_its_pin_with_the_wires_that_it_reads() {
    let diagram = diagram(Clocking::Synchronised, "task5", 1);
    let found = wires(&diagram);
    for wire in [
        "KEY[3:0] -> step_key.level_in: KEY[0]",
        "KEY[3:0] -> reset_key.level_in: KEY[3]",
        "step_key.level_out -> step_was_pressed: step_pressed",
        "step_was_pressed -> step_was_pressed && !step_pressed: step_was_pressed",
        "step_was_pressed && !step_pressed -> dp.step: step",
        "step_was_pressed && !step_pressed -> sm.step: step",
        "!(step && reset_pressed) -> dp.resetb: resetb",
        "sm.load_pcard3 -> dp.load_pcard3: load_pcard3",
    ] {
        assert!(found.contains(wire), "no {wire} in {found:#?}");
    }
    let dp = diagram.blocks.iter().find(|block| block.name == "dp").expect("dp");
    let driver = |name: &str| {
        let pin = dp.pins.iter().find(|pin| pin.name == name);
        pin.unwrap_or_else(|| panic!("no {name}")).driver.clone()
    };
    assert_eq!(driver("load_pcard3").as_deref(), Some("step && load_pcard3"));
    assert_eq!(driver("fast_clock").as_deref(), Some("CLOCK_50"));
    assert_eq!(driver("resetb"), None);
}

#[test]
fn clocks_and_unused_signals_have_no_wires() {
    let diagram = diagram(Clocking::Synchronised, "task5", 1);
    assert_eq!(diagram.clocks, ["CLOCK_50"]);
    let text = format!("{}{}", diagram.svg(), diagram.mermaid());
    assert!(!text.contains("KEY[1]") && !text.contains("unused_keys"), "{text}");
}

#[test]
fn a_deeper_diagram_shows_the_contents_of_instances() {
    let shallow = diagram(Clocking::Direct, "task5", 1);
    let deep = diagram(Clocking::Direct, "task5", 2);
    let frames: Vec<&str> = deep
        .blocks
        .iter()
        .filter(|block| matches!(block.kind, BlockKind::Frame { .. }))
        .map(|block| block.name.as_str())
        .collect();
    assert_eq!(frames, ["dp", "sm"]);
    assert!(shallow.blocks.iter().all(|block| block.frame.is_none()));
    let found = wires(&deep);
    for wire in [
        "shoe.new_card -> pcard1_reg.card_in: new_card[3:0]",
        "KEY[3:0] -> shoe.resetb: KEY[3]",
        "pcard1_display.seg7 -> HEX0[6:0]: HEX0[6:0]",
        "game_over && !dealer_leads -> LEDR[9:0][8]: player_win_light",
    ] {
        assert!(found.contains(wire), "no {wire} in {found:#?}");
    }
}

#[test]
fn every_module_is_legible_at_every_depth() {
    let lights = design::<TwoProcesses>("lights");
    let engine = |clocking| baccarat_sim::design(clocking).expect("the engine's design");
    let designs: [Design; 3] = [engine(Clocking::Synchronised), engine(Clocking::Direct), lights];
    for design in &designs {
        for id in (0..design.modules.len()).map(ModuleId) {
            for depth in 1..=3 {
                let diagram = BlockDiagram::of(design, id, depth).expect("a diagram");
                let svg = diagram.svg();
                assert_is_presentable(&svg);
                let document = parsed(&svg);
                assert_apart(&boxes_and_labels(&document, &["block"]));
                let drawn: BTreeSet<&str> = groups(&document, "wire")
                    .iter()
                    .map(|wire| wire.attribute("data-net").expect("a label"))
                    .collect();
                assert_eq!(drawn, diagram.wires.iter().map(|wire| wire.label.as_str()).collect());
            }
        }
    }
}

fn size(svg: &str) -> (f64, f64) {
    let document = parsed(svg);
    let number = |name| document.root_element().attribute(name).expect("a size").parse();
    (number("width").expect("pixels"), number("height").expect("pixels"))
}

#[test]
fn the_diagrams_of_both_machines_fit_a_page() {
    let limits = [
        (Top::Casino, "casino", (1600.0, 1100.0)),
        (Top::Task5(Clocking::Synchronised), "task5", (1200.0, 800.0)),
    ];
    for (top, name, (widest, highest)) in limits {
        let (width, height) = size(&diagram(top, name, 1).svg());
        assert!(width <= widest && height <= highest, "{name}: {width} by {height}");
    }
}

#[test]
fn every_wire_can_be_followed_from_its_driver_to_its_reader() {
    for (top, name) in [(Top::Casino, "casino"), (Top::Task5(Clocking::Synchronised), "task5")] {
        let design = baccarat_sim::design(top).expect("the design");
        for id in (0..design.modules.len()).map(ModuleId) {
            let diagram = BlockDiagram::of(&design, id, 1).expect("a diagram");
            let svg = diagram.svg();
            let routes = Routes::of(&svg);
            let drawn = routes.iter().map(|route| (&*route.from, &*route.to, &*route.net));
            let drawn: BTreeSet<_> = drawn.collect();
            assert_eq!(drawn.len(), wires(&diagram).len(), "{name}: {}", diagram.module);
            routes.assert_followable(&diagram.module);
        }
    }
}
