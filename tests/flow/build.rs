//! Builds that come to their end.

use std::fs;

use serde_json::Value;

use crate::desk::Desk;

pub const FIT_SUMMARY: &str = include_str!("reports/fit.summary");
pub const STA_SUMMARY: &str = include_str!("reports/sta.summary");
pub const STA_REPORT: &str = include_str!("reports/sta.rpt");
pub const COMPILE_LOG: &str = include_str!("reports/compile.log");

/// What Quartus leaves in its folder when all goes well.
pub const OUTPUTS: &str = r#"
mkdir output_files
cp "$desk"/reports/task5.* output_files
printf 'SOF\000\006' > output_files/task5.sof
truncate -s 7007204 output_files/task5.rbf
"#;

/// A desk with the reports of a good run, for stand-ins to hand out.
pub fn with_reports() -> Desk {
    let desk = Desk::new();
    desk.write("reports/task5.fit.summary", FIT_SUMMARY);
    desk.write("reports/task5.sta.summary", STA_SUMMARY);
    // A degree sign, as Quartus writes it.
    desk.write("reports/task5.sta.rpt", [STA_REPORT.as_bytes(), b"Junction 85 \xb0C\n"].concat());
    desk.write("reports/compile.log", COMPILE_LOG);
    desk
}

/// A desk with a Quartus that does its work.
pub fn with_quartus() -> Desk {
    let desk = with_reports();
    desk.stand_in(
        "quartus_sh",
        &format!("pwd > $desk/pwd\ncat \"$desk\"/reports/compile.log\n{OUTPUTS}"),
    );
    desk
}

pub const BUILD: &str = "target/bitstream/quartus-synchronised";

#[test]
fn a_build_with_quartus_ends_with_what_matters() {
    let desk = with_quartus();
    let ran = desk.run(["build"]).succeeds();
    ran.prints(&["ALMs", "71 of 32070"])
        .prints(&["registers", "36"])
        .prints(&["unconstrained", "nothing"])
        .prints(&["warnings", "0 to look at, 5 explained"])
        .prints(&["1 x (15610, KEY[1]): KEY1 has no effect"])
        .prints(&["CLOCK_50", "206.27 MHz", "setup 15.152 ns, hold 0.168 ns, pulse width 8.893 ns"])
        .prints(&["Timing is met."]);
    for name in ["task5.sof", "task5.rbf"] {
        ran.prints(&[&format!("{BUILD}/generated/output_files/{name}")]);
    }
    assert!(ran.stdout.contains("built by Quartus Prime 23.1std.0 Build 991"), "{}", ran.stdout);
    assert_eq!(desk.arguments_of("quartus_sh"), ["--flow", "compile", "task5"]);
}

#[test]
fn progress_is_told_by_stage_or_in_full_and_all_is_kept() {
    let desk = with_quartus();
    let ran = desk.run(["build"]).succeeds();
    let stages: Vec<_> =
        ran.stderr.lines().filter_map(|line| line.strip_prefix("  Quartus: ")).collect();
    assert_eq!(stages, ["Analysis & Synthesis", "Fitter", "Assembler", "Timing Analyzer"]);
    assert!(!ran.stderr.contains("12021"), "{}", ran.stderr);

    let log = desk.read(&format!("{BUILD}/quartus.log"));
    let (command, said) = log.split_once('\n').expect("two lines");
    assert!(command.ends_with("/bin/quartus_sh --flow compile task5)"), "{command}");
    assert_eq!(said, COMPILE_LOG);

    let ran = desk.run(["build", "--verbose"]).succeeds();
    assert!(ran.stderr.contains("Info (12021): Found 1 design units"), "{}", ran.stderr);
}

#[test]
fn quartus_runs_where_every_path_of_the_project_leads_somewhere() {
    let desk = with_quartus();
    desk.run(["build", "--build-dir", "my build"]).succeeds();
    let folder = desk.read("pwd");
    assert!(folder.trim_end().ends_with("my build/generated"), "{folder}");
    let project = desk.read("my build/generated/task5.qsf");
    let mut paths = 0;
    for line in project.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        let path = match words[..] {
            ["source", path] => path,
            ["set_global_assignment", "-name", "SYSTEMVERILOG_FILE" | "SDC_FILE", path] => path,
            _ => continue,
        };
        assert!(desk.exists(&format!("my build/generated/{path}")), "{path}");
        paths += 1;
    }
    assert!(paths > 8, "{project}");
}

#[test]
fn json_has_the_whole_report() {
    let desk = with_quartus();
    let ran = desk.run(["build", "--json"]).succeeds();
    let report: Value = serde_json::from_str(&ran.stdout).expect("JSON");
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
fn a_miss_of_timing_is_told_aloud_and_the_exit_code_is_1() {
    for (slack, missed, said) in [
        ("Slack : 15.152", "Slack : -0.250", "CLOCK_50 misses its setup time by 0.250 ns"),
        ("Slack : 0.168", "Slack : -0.011", "CLOCK_50 misses its hold time by 0.011 ns"),
        ("Slack : 8.893", "Slack : -1.000", "CLOCK_50 misses its pulse width time by 1.000 ns"),
    ] {
        let desk = with_quartus();
        desk.write("reports/task5.sta.summary", STA_SUMMARY.replace(slack, missed));
        let warning = "Critical Warning (332148): Timing requirements not met\n";
        desk.write("reports/compile.log", COMPILE_LOG.to_string() + warning);
        let ran = desk.run(["build"]);
        assert_eq!(ran.code, Some(1), "{ran:#?}");
        ran.prints(&["TIMING IS NOT MET: the bitstream is there, and may deal wrong cards."])
            .prints(&[said])
            .prints(&["critical: (332148) Timing requirements not met"]);
        assert!(desk.exists(&format!("{BUILD}/generated/output_files/task5.sof")));
        let report: Value =
            serde_json::from_str(&desk.run(["build", "--json"]).stdout).expect("JSON");
        assert_eq!(report["timing_met"], false);
    }
}

#[test]
fn what_is_not_constrained_and_warnings_that_nobody_expects_are_told() {
    let desk = with_quartus();
    desk.write(
        "reports/task5.sta.rpt",
        STA_REPORT.replace(
            "Unconstrained Input Port Paths  ; 0     ; 0 ",
            "Unconstrained Input Port Paths  ; 3     ; 4 ",
        ),
    );
    let unexpected = "Warning (332174): Ignored filter at task5_quartus.sdc(12): *step_key|stage1 could not be matched\n\
                      Warning (332174): Ignored filter at task5_quartus.sdc(12): *step_key|stage1 could not be matched\n\
                      Warning (15610): No output dependent on input pin \"KEY[3]\"\n";
    desk.write("reports/compile.log", COMPILE_LOG.to_string() + unexpected);
    desk.run(["build"])
        .succeeds()
        .prints(&["unconstrained", "4 paths from inputs"])
        .prints(&["Timing is met where it is constrained; what is not is not timed."])
        .prints(&["warnings", "2 to look at, 5 explained"])
        .prints(&["(332174) Ignored filter at task5_quartus.sdc(12): *step_key|stage1 could not be matched"])
        .prints(&["(15610) No output dependent on input pin \"KEY[3]\""]);
}

#[test]
fn either_clocking_has_a_folder_of_its_own() {
    let desk = with_quartus();
    desk.run(["build", "--clocking", "direct"]).succeeds();
    assert!(desk.exists("target/bitstream/quartus-direct/generated/output_files/task5.sof"));
    assert!(!desk.exists(BUILD));
}

#[test]
fn quartus_is_found_by_option_by_variable_and_by_path() {
    let desk = with_quartus();
    fs::create_dir_all(desk.path("intel/quartus/bin")).expect("a folder");
    fs::rename(desk.path("bin/quartus_sh"), desk.path("intel/quartus/bin/quartus_sh"))
        .expect("moved");
    desk.run(["build"]).fails_with(1, &["quartus_sh is not installed"]);
    desk.run(["build", "--quartus", "intel"]).succeeds();
    desk.run(["build", "--quartus", "intel/quartus"]).succeeds();
    desk.run(["build", "--tool", "quartus_sh=intel/quartus/bin/quartus_sh"]).succeeds();
    let by_variable = |folder: &str| {
        let mut command = desk.command(["build"]);
        crate::desk::RunResult::from(
            command.env("QUARTUS_ROOTDIR", folder).output().expect("it starts"),
        )
    };
    by_variable("intel/quartus").succeeds();
    by_variable("elsewhere")
        .fails_with(1, &["QUARTUS_ROOTDIR says elsewhere, and it is not there"]);
    for (option, place) in [("--quartus", "elsewhere"), ("--tool", "quartus_sh=elsewhere")] {
        let said = format!(
            "there is no quartus_sh that can be started at `elsewhere`, which {option} names"
        );
        desk.run(["build", "--flow", "quartus", option, place]).fails_with(1, &[&said]);
    }
    desk.run(["build", "--tool", "quartus=x"])
        .fails_with(2, &["there is no tool `quartus`", "nextpnr-mistral"]);
}

#[test]
fn a_dry_run_prints_the_commands_and_does_nothing() {
    let desk = Desk::new();
    let ran = desk.run(["build", "--dry-run"]).succeeds();
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("# Neither flow works here"), "{lines:#?}");
    let generated = format!(
        "baccarat generate --out {BUILD}/generated --constraints {BUILD}/constraints --clocking synchronised"
    );
    ran.prints(&[&generated]);
    assert!(!ran.stdout.contains("rm "), "there is nothing to remove:\n{}", ran.stdout);
    ran.prints(&[&format!("(cd {BUILD}/generated && quartus_sh --flow compile task5)")]);
    assert!(ran.stdout.contains("# quartus_sh is not installed"), "{}", ran.stdout);
    assert!(!desk.exists("target"));

    let desk = with_quartus();
    let ran = desk
        .run(["build", "--dry-run", "--build-dir", "my build", "--clocking", "direct"])
        .succeeds();
    assert!(!ran.stdout.contains('#'), "{}", ran.stdout);
    let program = desk.path("bin/quartus_sh");
    ran.prints(&[&format!(
        "(cd 'my build/generated' && {} --flow compile task5)",
        program.display()
    )]);
    assert!(!desk.exists("my build") && !desk.was_run("quartus_sh"));
}

#[test]
fn a_dry_run_removes_only_what_a_build_would_empty() {
    let desk = with_quartus();
    desk.run(["build"]).succeeds();
    desk.run(["build", "--dry-run"]).succeeds().prints(&[&format!("rm -rf {BUILD}")]);
    desk.write("thesis/chapter1.tex", "mine");
    let ran = desk.run(["build", "--dry-run", "--build-dir", "thesis"]);
    let said = "`thesis` is no folder of an earlier build, and not empty";
    assert_eq!(ran.fails_with(1, &[said]).stdout, "");
}

#[test]
fn a_build_leaves_nothing_beside_its_folder() {
    let desk = with_quartus();
    desk.run(["build", "--build-dir", "mine/build"]).succeeds();
    let names: Vec<_> = fs::read_dir(desk.path("mine")).expect("the folder").flatten().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    desk.run(["build", "--build-dir", "mine/build"]).succeeds();
}
