//! `docs/diagrams.md` and `docs/diagrams/` are up to date. `make diagrams` writes them.

use std::fs;

use baccarat_hdl::top::{Clocking, Top};
use rust_hdl_diagram::{BlockDiagram, StateMachine, find_module};

use crate::board;

const INTRODUCTION: &str = "\
# Diagrams of the engine

Generated from the design by `make diagrams`; do not edit. For other diagrams see `baccarat-sim diagram --help`.
As SVG: [task5](diagrams/task5.svg), [datapath](diagrams/datapath.svg), [statemachine](diagrams/statemachine.svg),
[casino](diagrams/casino-blocks.svg).
";

/// The files, relative to `docs/`, with their contents.
fn files() -> Vec<(&'static str, String)> {
    let design = baccarat_sim::design(Clocking::Synchronised).expect("the engine's design");
    let module = |name| find_module(&design, name).expect("the module");
    let block = |name| BlockDiagram::of(&design, module(name), 1).expect("a diagram");
    let states = StateMachine::of(&design, module("statemachine"), None).expect("its states");
    let (top, datapath) = (block("task5"), block("datapath"));
    let casino = baccarat_sim::design(Top::Casino).expect("the design of casino");
    let casino = BlockDiagram::of(&casino, casino.top(), 1).expect("a diagram");
    let section = |name: &str, text: String| format!("\n## {name}\n\n```mermaid\n{text}```\n");
    let text = [
        INTRODUCTION.to_string(),
        section("States of a hand", states.mermaid()),
        section("task5", top.mermaid()),
        section("datapath", datapath.mermaid()),
    ];
    vec![
        ("diagrams/task5.svg", top.svg()),
        ("diagrams/datapath.svg", datapath.svg()),
        ("diagrams/statemachine.svg", states.svg()),
        ("diagrams/casino-blocks.svg", casino.svg()),
        ("diagrams.md", text.concat()),
        ("diagrams/board.svg", board::board()),
        ("diagrams/glyphs.svg", board::glyphs()),
        ("diagrams/casino.svg", crate::casino::board()),
    ]
}

#[test]
fn the_committed_diagrams_are_current() {
    let docs = test_support::repository().join("docs");
    let is_writing = std::env::var_os("WRITE_DIAGRAMS").is_some();
    for (name, text) in files() {
        let path = docs.join(name);
        if is_writing {
            fs::create_dir_all(docs.join("diagrams")).expect("the folder");
            fs::write(&path, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == text, "docs/{name} is out of date; run `make diagrams`");
    }
}
