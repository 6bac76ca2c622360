//! What the verdict says of a design besides causes: hands that are right when they end, what is
//! missing, and what a board may do differently.

use std::fs;

use serde_json::Value;
use test_support::Sandbox;

use crate::presses::{BASE, of_base};

fn sandbox() -> Sandbox {
    Sandbox::new(env!("CARGO_BIN_EXE_baccarat-judge"))
}

/// Adds a solution with a macro.
fn add(sandbox: &Sandbox, name: &str, define: &str) {
    let solution = fs::read_to_string(BASE).expect("a solution");
    sandbox.write(format!("solutions/{name}/task5.sv"), format!("`define {define}\n{solution}"));
}

const EMPTY_DATAPATH: &str = "module datapath(input clk, output [6:0] HEX0);\nendmodule\n\
    module task5(input CLOCK_50, input [3:0] KEY, output [9:0] LEDR, output [6:0] HEX5, HEX4, HEX3, HEX2, HEX1, HEX0);\n\
    datapath d(KEY[0], HEX0);\nendmodule\n";

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_design_that_starts_again_by_itself_has_no_hand_that_is_wrong_at_its_end() {
    let verdict = of_base(&["RESTART"]);
    assert_eq!((verdict.wrong_hands(), verdict.wrong_at_end()), (4_826_809, 0));
    let causes: Vec<String> = verdict.groups.iter().map(|one| one.cause.to_string()).collect();
    let changes = "the design does not wait for the reset: a press after the end of the hand changes the outputs";
    assert_eq!(causes, [changes]);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_course_says_what_is_right_at_the_end_and_what_is_missing() {
    let sandbox = sandbox();
    add(&sandbox, "again", "RESTART");
    sandbox.write("solutions/empty/task5.sv", EMPTY_DATAPATH);
    sandbox.write("solutions/lab.qar", "");
    sandbox.write("solutions/vhdl/task5.vhd", "");
    sandbox.write("solutions/named/task5.sv.txt", "");
    let run = sandbox.run(["course", "solutions"]).fails_with(3, &[]);
    for text in [
        "4,826,809 (0 at their end)",
        "`datapath` is empty, LEDR and HEX0 to HEX5 have no driver",
        "it is an archive of Quartus: restore it",
        "`task5.vhd` is VHDL, which Yosys does not read",
        "`task5.sv.txt` has to end in .v or .sv",
    ] {
        assert!(run.stdout.contains(text), "{text}\n{}", run.stdout);
    }
    let csv = sandbox.read("verdicts/results.csv");
    assert!(csv.contains("\nagain,wrong,,,4826809,") && csv.contains("outputs,0\n"), "{csv}");
    let page = sandbox.read("verdicts/solutions/again.html");
    assert!(page.contains("Of 4,826,809 wrong hands, 0 are wrong at their end."), "{page}");
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_blocking_assignment_in_a_clocked_process_is_a_warning() {
    let sandbox = sandbox();
    let base = fs::read_to_string(BASE).expect("a solution");
    for (text, is_warned) in [(&base, false), (&base.replace("P1: s <= B1", "P1: s = B1"), true)] {
        sandbox.write("task5.sv", text);
        let run = sandbox.run(["verify", "--sources", "task5.sv", "--json"]).succeeds();
        let json: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let warnings = json["warnings"].to_string();
        assert_eq!(warnings.contains("Clocked processes assign s (task5.sv:"), is_warned, "{json}");
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_file_that_does_not_exist_may_have_been_meant_as_another() {
    let sandbox = sandbox();
    sandbox.write("task5.sv", "");
    let meant = "cannot read `taks5.sv` (is `task5.sv` meant?)";
    sandbox.run(["verify", "--sources", "taks5.sv"]).fails_with(3, &[meant]);
}
