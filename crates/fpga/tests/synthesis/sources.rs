//! The cells of other people's sources.

use test_support::{Sandbox, repository};

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_cells_of_a_task5_are_counted_beside_ours() {
    let solution = repository().join("crates/judge/tests/tools/judging/solution.sv");
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_baccarat-fpga"));
    let run = sandbox.run(["synth".as_ref(), "--sources".as_ref(), solution.as_os_str()]);
    let run = run.succeeds();
    for row in ["task5 (these sources)", "task5, synchronised", "task5, direct"] {
        assert!(run.stdout.contains(row), "{}", run.stdout);
    }
}
