//! FuseSoC: the generated cores, by name, from two folders.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use baccarat_hdl::top::Clocking;

use crate::emitted::{Emitted, Fault};
use test_support::Output;
use test_support::external_tool::FUSESOC;

/// Runs FuseSoC with these folders as core libraries.
fn fusesoc(emitted: &Emitted, roots: &[PathBuf], arguments: &[&str]) -> Output {
    let folder = emitted.scratch("fusesoc");
    fs::create_dir_all(&folder).expect("a folder");
    let roots = roots.iter().flat_map(|root| [OsStr::new("--cores-root"), root.as_os_str()]);
    FUSESOC.run(&folder, roots.chain(arguments.iter().map(OsStr::new)))
}

/// Runs a target of the generated core.
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
fn the_lint_target_reports_a_fault() {
    let fault = Fault {
        file: "dealcard.sv",
        from: "new_card <= 4'd13;",
        to: "new_card <= 5'd13;",
        message: "%Warning-WIDTH",
    };
    for emitted in fault.injected() {
        run(&emitted, "lint").expect_failure_with(fault.message);
    }
}

#[test]
#[ignore = "needs fusesoc: python3 -m pip install fusesoc==2.4.7; and iverilog"]
fn the_sim_target_passes() {
    for emitted in Emitted::both() {
        run(&emitted, "sim").expect_success_with("\n200 hands passed\n");
    }
}

#[test]
#[ignore = "needs fusesoc: python3 -m pip install fusesoc==2.4.7; and iverilog"]
fn the_sim_target_reports_a_fault() {
    let fault = Fault {
        file: "modulo_five_adder.sv",
        from: "3'd4:    sum = 3'd3;",
        to: "3'd4:    sum = 3'd2;",
        message: "LEDR[3:0] is 5, should be 7",
    };
    for emitted in fault.injected() {
        run(&emitted, "sim").expect_failure_with(fault.message);
    }
}

/// The Quartus project that FuseSoC makes: the folder in which its Tcl commands run, and the
/// commands.
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

/// The arguments of a command, on each line that begins with it.
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
fn the_board_target_makes_the_same_quartus_project_as_generate() {
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
        // The script's paths exist.
        for command in ["source", "set_global_assignment -name SYSTEMVERILOG_FILE"] {
            for path in named(&theirs, command) {
                assert!(work.join(&path).is_file(), "{path}");
            }
        }
    }
}

#[test]
#[ignore = "needs fusesoc: python3 -m pip install fusesoc==2.4.7; and verilator"]
fn another_project_can_depend_on_the_core_by_name() {
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
    // The lint target does not need the board's constraints.
    let roots = [theirs, emitted.folder()];
    fusesoc(&emitted, &roots, &["run", "--target", "lint", "::casino"]).succeeds();
}
