//! Successful builds.

use std::fs;
use std::time::Instant;

use serde_json::Value;

use crate::sandbox::{Sandbox, sandbox};

pub const FIT_SUMMARY: &str = include_str!("reports/fit.summary");
pub const STA_SUMMARY: &str = include_str!("reports/sta.summary");
pub const STA_REPORT: &str = include_str!("reports/sta.rpt");
pub const COMPILE_LOG: &str = include_str!("reports/compile.log");

/// Writes the files of a successful Quartus run.
pub const OUTPUTS: &str = r#"
mkdir output_files
cp "$sandbox"/reports/task5.* output_files
printf 'SOF\000\006' > output_files/task5.sof
truncate -s 7007204 output_files/task5.rbf
"#;

/// A sandbox with the reports of a successful run, which fake tools copy.
pub fn with_reports() -> Sandbox {
    let sandbox = sandbox();
    sandbox.write("reports/task5.fit.summary", FIT_SUMMARY);
    sandbox.write("reports/task5.sta.summary", STA_SUMMARY);
    // A degree sign, as Quartus writes it.
    sandbox
        .write("reports/task5.sta.rpt", [STA_REPORT.as_bytes(), b"Junction 85 \xb0C\n"].concat());
    sandbox.write("reports/compile.log", COMPILE_LOG);
    sandbox
}

/// A sandbox with a fake Quartus that succeeds.
pub fn with_quartus() -> Sandbox {
    let sandbox = with_reports();
    sandbox.fake_tool(
        "quartus_sh",
        &format!("pwd > $sandbox/pwd\ncat \"$sandbox\"/reports/compile.log\n{OUTPUTS}"),
    );
    sandbox
}

pub const BUILD: &str = "target/bitstream/quartus-synchronised";

#[test]
fn a_quartus_build_prints_its_report() {
    let sandbox = with_quartus();
    let ran = sandbox.run(["build"]).succeeds();
    ran.prints(&["ALMs", "71 of 32070"])
        .prints(&["registers", "36"])
        .prints(&["unconstrained", "nothing"])
        .prints(&["warnings", "0 to check, 5 expected"])
        .prints(&["1 x (15610, KEY[1]): KEY1 has no effect"])
        .prints(&["CLOCK_50", "206.27 MHz", "setup 15.152 ns, hold 0.168 ns, pulse width 8.893 ns"])
        .prints(&["Timing is met."]);
    for name in ["task5.sof", "task5.rbf"] {
        ran.prints(&[&format!("{BUILD}/generated/output_files/{name}")]);
    }
    assert!(ran.stdout.contains("built by Quartus Prime 23.1std.0 Build 991"), "{}", ran.stdout);
    assert_eq!(sandbox.arguments_of("quartus_sh"), ["--flow", "compile", "task5"]);
}

#[test]
fn progress_is_printed_by_stage_or_in_full_and_logged() {
    let sandbox = with_quartus();
    let ran = sandbox.run(["build"]).succeeds();
    let stages: Vec<_> =
        ran.stderr.lines().filter_map(|line| line.strip_prefix("  Quartus: ")).collect();
    assert_eq!(stages, ["Analysis & Synthesis", "Fitter", "Assembler", "Timing Analyzer"]);
    assert!(!ran.stderr.contains("12021"), "{}", ran.stderr);

    let log = sandbox.read(&format!("{BUILD}/quartus.log"));
    let (command, said) = log.split_once('\n').expect("two lines");
    assert!(command.ends_with("/bin/quartus_sh --flow compile task5)"), "{command}");
    assert_eq!(said, COMPILE_LOG);

    let ran = sandbox.run(["build", "--verbose"]).succeeds();
    assert!(ran.stderr.contains("Info (12021): Found 1 design units"), "{}", ran.stderr);
}

#[test]
fn quartus_runs_in_the_folder_of_the_project() {
    let sandbox = with_quartus();
    sandbox.run(["build", "--build-dir", "my build"]).succeeds();
    let folder = sandbox.read("pwd");
    assert!(folder.trim_end().ends_with("my build/generated"), "{folder}");
    let project = sandbox.read("my build/generated/task5.qsf");
    let mut paths = 0;
    for line in project.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        let path = match words[..] {
            ["source", path] => path,
            ["set_global_assignment", "-name", "SYSTEMVERILOG_FILE" | "SDC_FILE", path] => path,
            _ => continue,
        };
        assert!(sandbox.exists(&format!("my build/generated/{path}")), "{path}");
        paths += 1;
    }
    assert!(paths > 8, "{project}");
}

#[test]
fn json_has_the_whole_report() {
    let sandbox = with_quartus();
    let start = Instant::now();
    let ran = sandbox.run(["build", "--json"]).succeeds();
    let longest = start.elapsed().as_secs_f64();
    let report: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let seconds = report["seconds"].as_f64().expect("a number");
    assert!(0.0 < seconds && seconds < longest, "{seconds} of {longest} s");
    for (pointer, value) in [
        ("/flow", Value::from("quartus")),
        ("/clocking", "synchronised".into()),
        ("/alms/used", 71.into()),
        ("/alms/available", 32070.into()),
        ("/luts", Value::Null),
        ("/registers", 36.into()),
        ("/clocks/0/name", "CLOCK_50".into()),
        ("/clocks/0/fmax_mhz", 206.27.into()),
        ("/clocks/0/slack_ns/setup", 15.152.into()),
        ("/clocks/0/slack_ns/recovery", Value::Null),
        ("/unconstrained/input_paths", 0.into()),
        ("/timing_met", true.into()),
        ("/warnings", Value::Array(Vec::new())),
        ("/bitstreams/0", format!("{BUILD}/generated/output_files/task5.sof").into()),
        ("/logs/0", format!("{BUILD}/quartus.log").into()),
    ] {
        assert_eq!(report.pointer(pointer), Some(&value), "{pointer} in {report:#}");
    }
}

#[test]
fn missed_timing_is_reported_and_the_exit_code_is_1() {
    for (slack, missed, said) in [
        ("Slack : 15.152", "Slack : -0.250", "CLOCK_50 misses its setup time by 0.250 ns"),
        ("Slack : 0.168", "Slack : -0.011", "CLOCK_50 misses its hold time by 0.011 ns"),
        ("Slack : 8.893", "Slack : -1.000", "CLOCK_50 misses its pulse width time by 1.000 ns"),
    ] {
        let sandbox = with_quartus();
        sandbox.write("reports/task5.sta.summary", STA_SUMMARY.replace(slack, missed));
        let warning = "Critical Warning (332148): Timing requirements not met\n";
        sandbox.write("reports/compile.log", COMPILE_LOG.to_string() + warning);
        let ran = sandbox.run(["build"]);
        assert_eq!(ran.code, Some(1), "{ran:#?}");
        ran.prints(&["TIMING IS NOT MET: the bitstream was written, but may malfunction."])
            .prints(&[said])
            .prints(&["critical: (332148) Timing requirements not met"]);
        assert!(sandbox.exists(&format!("{BUILD}/generated/output_files/task5.sof")));
        let report: Value =
            serde_json::from_str(&sandbox.run(["build", "--json"]).stdout).expect("JSON");
        assert_eq!(report["timing_met"], false);
    }
}

#[test]
fn unconstrained_paths_and_unexpected_warnings_are_reported() {
    let sandbox = with_quartus();
    let counts = [
        ("Clocks           ", 1, 0),
        ("Input Ports      ", 2, 2),
        ("Input Port Paths ", 3, 4),
        ("Output Ports     ", 5, 5),
        ("Output Port Paths", 7, 6),
    ];
    let report = counts.iter().fold(STA_REPORT.to_string(), |report, (property, setup, hold)| {
        let row =
            |[setup, hold]: [u32; 2]| format!("; Unconstrained {property} ; {setup}     ; {hold} ");
        report.replace(&row([0, 0]), &row([*setup, *hold]))
    });
    sandbox.write("reports/task5.sta.rpt", report);
    let unexpected = "Warning (332174): Ignored filter at task5_quartus.sdc(12): *synchroniser:*|stage1 could not be matched\n\
                      Warning (332174): Ignored filter at task5_quartus.sdc(12): *synchroniser:*|stage1 could not be matched\n\
                      Warning (15610): No output dependent on input pin \"KEY[3]\"\n";
    sandbox.write("reports/compile.log", COMPILE_LOG.to_string() + unexpected);
    sandbox.run(["build"])
        .succeeds()
        .prints(&["unconstrained", "1 clocks, 2 input ports, 4 paths from inputs, 5 output ports, 7 paths to outputs"])
        .prints(&["Timing is met on the constrained paths; the others are not analysed."])
        .prints(&["warnings", "2 to check, 5 expected"])
        .prints(&["(332174) Ignored filter at task5_quartus.sdc(12): *synchroniser:*|stage1 could not be matched"])
        .prints(&["(15610) No output dependent on input pin \"KEY[3]\""]);
}

#[test]
fn the_worst_slack_of_every_kind_is_reported() {
    let sandbox = with_quartus();
    let analysis = |kind: &str, slack: f64| {
        format!(
            "\nType  : Slow 1100mV 85C Model {kind} 'CLOCK_50'\nSlack : {slack}\nTNS   : 0.000\n"
        )
    };
    let more = [("Recovery", 7.5), ("Removal", 0.5), ("Recovery", 6.5), ("Removal", 0.75)];
    let more: String = more.map(|(kind, slack)| analysis(kind, slack)).concat();
    sandbox.write("reports/task5.sta.summary", STA_SUMMARY.to_string() + &more);
    let slacks =
        "setup 15.152 ns, hold 0.168 ns, recovery 6.500 ns, removal 0.500 ns, pulse width 8.893 ns";
    sandbox.run(["build"]).succeeds().prints(&["CLOCK_50", "206.27 MHz", slacks]);
}

#[test]
fn each_clocking_has_its_own_build_folder() {
    let sandbox = with_quartus();
    sandbox.run(["build", "--clocking", "direct"]).succeeds();
    assert!(sandbox.exists("target/bitstream/quartus-direct/generated/output_files/task5.sof"));
    assert!(!sandbox.exists(BUILD));
}

#[test]
fn quartus_is_found_by_option_by_variable_and_by_path() {
    let sandbox = with_quartus();
    fs::create_dir_all(sandbox.path("intel/quartus/bin")).expect("a folder");
    fs::rename(sandbox.path("bin/quartus_sh"), sandbox.path("intel/quartus/bin/quartus_sh"))
        .expect("moved");
    sandbox.run(["build"]).fails_with(1, &["quartus_sh is not installed"]);
    sandbox.run(["build", "--quartus", "intel"]).succeeds();
    sandbox.run(["build", "--quartus", "intel/quartus"]).succeeds();
    sandbox.run(["build", "--tool", "quartus_sh=intel/quartus/bin/quartus_sh"]).succeeds();
    let by_variable = |folder: &str| {
        let mut command = sandbox.command(["build"]);
        crate::sandbox::Output::from(
            command.env("QUARTUS_ROOTDIR", folder).output().expect("it starts"),
        )
    };
    by_variable("intel/quartus").succeeds();
    by_variable("elsewhere").fails_with(1, &["QUARTUS_ROOTDIR is elsewhere, but it is not there"]);
    for (option, place) in [("--quartus", "elsewhere"), ("--tool", "quartus_sh=elsewhere")] {
        let said = format!("no executable quartus_sh at `elsewhere`, the path given with {option}");
        sandbox.run(["build", "--flow", "quartus", option, place]).fails_with(1, &[&said]);
    }
    sandbox
        .run(["build", "--tool", "quartus=x"])
        .fails_with(2, &["there is no tool `quartus`", "nextpnr-mistral"]);
}

#[test]
fn a_dry_run_prints_the_commands_and_does_nothing() {
    let sandbox = sandbox();
    let ran = sandbox.run(["build", "--dry-run"]).succeeds();
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("# Neither flow works here"), "{lines:#?}");
    assert!(!ran.stdout.contains("rm "), "there is nothing to remove:\n{}", ran.stdout);
    ran.prints(&[&format!("(cd {BUILD}/generated && quartus_sh --flow compile task5)")]);
    assert!(ran.stdout.contains("# quartus_sh is not installed"), "{}", ran.stdout);
    assert!(!sandbox.exists("target"));

    let sandbox = with_quartus();
    let ran = sandbox
        .run(["build", "--dry-run", "--build-dir", "my build", "--clocking", "direct"])
        .succeeds();
    assert!(!ran.stdout.contains('#'), "{}", ran.stdout);
    let program = sandbox.path("bin/quartus_sh");
    ran.prints(&[&format!(
        "(cd 'my build/generated' && {} --flow compile task5)",
        program.display()
    )]);
    assert!(!sandbox.exists("my build") && !sandbox.was_run("quartus_sh"));
}

#[test]
fn a_dry_run_generates_the_files_with_cargo_if_it_was_run_by_cargo() {
    let sandbox = sandbox();
    for (cargo, program) in
        [(Some("cargo"), "cargo run --quiet --package baccarat --"), (None, "baccarat")]
    {
        let mut command = sandbox.command(["build", "--dry-run"]);
        match cargo {
            Some(cargo) => command.env("CARGO", cargo),
            None => command.env_remove("CARGO"),
        };
        let ran = crate::sandbox::Output::from(command.output().expect("it starts")).succeeds();
        let expected = format!(
            "\n{program} generate --out {BUILD}/generated --constraints {BUILD}/constraints --clocking synchronised\n"
        );
        assert!(ran.stdout.contains(&expected), "{}", ran.stdout);
    }
}

#[test]
fn a_dry_run_removes_only_what_a_build_would_empty() {
    let sandbox = with_quartus();
    sandbox.run(["build"]).succeeds();
    sandbox.run(["build", "--dry-run"]).succeeds().prints(&[&format!("rm -rf {BUILD}")]);
    sandbox.write("thesis/chapter1.tex", "mine");
    let ran = sandbox.run(["build", "--dry-run", "--build-dir", "thesis"]);
    let said = "`thesis` is not empty and not from an earlier build";
    assert_eq!(ran.fails_with(1, &[said]).stdout, "");
}

#[test]
fn a_build_leaves_nothing_beside_its_folder() {
    let sandbox = with_quartus();
    sandbox.run(["build", "--build-dir", "mine/build"]).succeeds();
    let names: Vec<_> = fs::read_dir(sandbox.path("mine")).expect("the folder").flatten().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    sandbox.run(["build", "--build-dir", "mine/build"]).succeeds();
}
