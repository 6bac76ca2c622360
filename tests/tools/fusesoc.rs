//! FuseSoC: the engine taken by name, from cores in two folders.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use baccarat::engine::Clocking;

use crate::emitted::{Emitted, Flaw};
use test_support::Output;
use test_support::external_tool::FUSESOC;

/// Does something with a core, in a folder of its own, with FuseSoC told of these folders.
fn fusesoc(emitted: &Emitted, roots: &[PathBuf], arguments: &[&str]) -> Output {
    let folder = emitted.scratch("fusesoc");
    fs::create_dir_all(&folder).expect("a folder");
    let roots = roots.iter().flat_map(|root| [OsStr::new("--cores-root"), root.as_os_str()]);
    FUSESOC.run(&folder, roots.chain(arguments.iter().map(OsStr::new)))
}

/// Does what a target of the engine is for.
fn run(emitted: &Emitted, target: &str) -> Output {
    let roots = [emitted.folder(), emitted.constraints()];
    fusesoc(emitted, &roots, &["run", "--target", target, "::baccarat"])
}

#[test]
#[ignore = "needs fusesoc: python3 -m pip install fusesoc==2.4.7; and verilator"]
fn the_lint_target_passes() {
    for emitted in Emitted::both() {
        run(&emitted, "lint").succeeds();
    }
}

#[test]
#[ignore = "needs fusesoc: python3 -m pip install fusesoc==2.4.7; and verilator"]
fn the_lint_target_sees_a_flaw() {
    let flaw = Flaw {
        file: "dealcard.sv",
        from: "new_card <= 4'd13;",
        to: "new_card <= 5'd13;",
        complaint: "%Warning-WIDTH",
    };
    for emitted in flaw.planted() {
        run(&emitted, "lint").expect_failure_with(flaw.complaint);
    }
}

#[test]
#[ignore = "needs fusesoc: python3 -m pip install fusesoc==2.4.7; and iverilog"]
fn the_sim_target_passes() {
    for emitted in Emitted::both() {
        run(&emitted, "sim").expect_success_with("\n200 hands are right\n");
    }
}

#[test]
#[ignore = "needs fusesoc: python3 -m pip install fusesoc==2.4.7; and iverilog"]
fn the_sim_target_sees_a_flaw() {
    let flaw = Flaw {
        file: "modulo_five_adder.sv",
        from: "3'd4:    sum = 3'd3;",
        to: "3'd4:    sum = 3'd2;",
        complaint: "LEDR[3:0] is 5, should be 7",
    };
    for emitted in flaw.planted() {
        run(&emitted, "sim").expect_failure_with(flaw.complaint);
    }
}

/// The Quartus project that FuseSoC makes: the Tcl commands, and the folder that they are run in.
fn quartus_project(emitted: &Emitted) -> (PathBuf, String) {
    let roots = [emitted.folder(), emitted.constraints()];
    let arguments = ["run", "--setup", "--target", "de1_soc", "::baccarat"];
    fusesoc(emitted, &roots, &arguments).succeeds();
    let work = emitted.scratch("fusesoc").join("build");
    let version = env!("CARGO_PKG_VERSION");
    let work = work.join(format!("baccarat_{version}/de1_soc-quartus"));
    let script = format!("baccarat_{}.tcl", version.replace('.', "_"));
    let text = fs::read_to_string(work.join(script)).expect("a project as Tcl");
    (work, text)
}

/// What follows a command on each line that begins with it.
fn named(script: &str, command: &str) -> Vec<String> {
    let lines = script.lines().filter_map(|line| line.strip_prefix(command));
    lines.map(|rest| rest.trim().to_string()).collect()
}

fn file_names(paths: &[String]) -> Vec<String> {
    let name =
        |path: &String| Path::new(path).file_name().map(|n| n.to_string_lossy().into_owned());
    paths.iter().filter_map(name).collect()
}

#[test]
#[ignore = "needs fusesoc: python3 -m pip install fusesoc==2.4.7"]
fn the_board_s_target_makes_the_quartus_project_that_generate_makes() {
    for emitted in Emitted::both() {
        let own = fs::read_to_string(emitted.folder().join("task5.qsf")).expect("the project");
        let (work, theirs) = quartus_project(&emitted);
        for command in [
            "source",
            "set_global_assignment -name TOP_LEVEL_ENTITY",
            "set_global_assignment -name SYSTEMVERILOG_FILE",
            "set_global_assignment -name SDC_FILE",
        ] {
            let expected = file_names(&named(&own, command));
            assert!(!expected.is_empty(), "{command} in\n{own}");
            assert_eq!(file_names(&named(&theirs, command)), expected, "{command}");
        }
        assert_eq!(named(&theirs, "set_global_assignment -name DEVICE"), ["5CSEMA5F31C6"]);
        // Every file is where the script looks for it.
        for command in ["source", "set_global_assignment -name SYSTEMVERILOG_FILE"] {
            for path in named(&theirs, command) {
                assert!(work.join(&path).is_file(), "{path}");
            }
        }
    }
}

#[test]
#[ignore = "needs fusesoc: python3 -m pip install fusesoc==2.4.7; and verilator"]
fn a_project_of_somebody_else_takes_the_engine_by_name() {
    let emitted = Emitted::new(Clocking::Synchronised);
    let theirs = emitted.scratch("theirs");
    fs::create_dir_all(&theirs).expect("a folder");
    let core = "\
CAPI=2:
name: \"::casino:1.0\"
filesets:
  rtl:
    depend: [\"::baccarat\"]
    files:
      - casino.sv: {file_type: systemVerilogSource}
targets:
  lint:
    flow: lint
    flow_options: {tool: verilator, verilator_options: [-Wall]}
    filesets: [rtl]
    toplevel: casino
";
    let module = "\
module casino (
  input  logic [3:0] card,
  output logic [6:0] seg7
);
  card7seg display (.card(card), .seg7(seg7));
endmodule
";
    fs::write(theirs.join("casino.core"), core).expect("a core");
    fs::write(theirs.join("casino.sv"), module).expect("a module");
    // The board's constraints are not asked for, so they need not be there.
    let roots = [theirs, emitted.folder()];
    fusesoc(&emitted, &roots, &["run", "--target", "lint", "::casino"]).succeeds();
}
