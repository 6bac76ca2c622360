//! Which bitstream `flash` loads, with which programmer, and the warnings about it.

use std::fs;
use std::process::Command;

use crate::build::with_quartus;
use crate::flash::NEW;
use crate::mistral::add_open_flow;
use crate::openfpgaloader::DETECTED;
use crate::sandbox::Sandbox;

/// A sandbox with Quartus and its programmer at a board.
fn with_quartus_at_a_board() -> Sandbox {
    let sandbox = with_quartus();
    for tool in ["jtagconfig", "quartus_pgm"] {
        sandbox.fake_tool(tool, &format!("printf '{}'", NEW.replace('\n', "\\n")));
    }
    sandbox
}

#[test]
fn the_newest_bitstream_is_used() {
    let sandbox = with_quartus_at_a_board();
    sandbox.run(["flash"]).fails_with(
        1,
        &["there is no bitstream in target/bitstream: build one with `baccarat-fpga build`"],
    );
    for clocking in ["synchronised", "direct"] {
        sandbox.run(["build", "--clocking", clocking]).succeeds();
        let ran = sandbox.run(["flash"]).succeeds();
        let file = format!("target/bitstream/quartus-{clocking}/generated/output_files/task5.sof");
        assert_eq!(sandbox.arguments_of("quartus_pgm")[5], format!("p;{file}@2"));
        assert!(!ran.stderr.contains("warning"), "{}", ran.stderr);
    }
}

/// A sandbox with both flows and both programmers at a board.
fn with_everything() -> Sandbox {
    let sandbox = with_quartus_at_a_board();
    add_open_flow(&sandbox);
    sandbox.write("detected", DETECTED);
    sandbox.fake_tool("openFPGALoader", "cat $sandbox/detected");
    sandbox
}

/// Returns what the last `flash` loaded, and deletes the record.
fn loaded(sandbox: &Sandbox) -> String {
    let mut found = Vec::new();
    for tool in ["quartus_pgm", "openFPGALoader"] {
        if sandbox.was_run(tool) {
            found.extend(sandbox.arguments_of(tool).pop());
            fs::remove_file(sandbox.path(format!("{tool}.arguments"))).expect("it was there");
        }
    }
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn the_newest_build_is_used_with_any_programmer() {
    let sandbox = with_everything();
    let sof = "p;target/bitstream/quartus-synchronised/generated/output_files/task5.sof@2";
    let mistral = "target/bitstream/mistral-synchronised/task5.rbf";
    for (flow, expected) in [("quartus", sof), ("mistral", mistral), ("quartus", sof)] {
        sandbox.run(["build", "--flow", flow]).succeeds();
        sandbox.run(["flash"]).succeeds();
        assert_eq!(loaded(&sandbox), expected);
    }
    // Without Quartus's programmer, openFPGALoader loads a file of the newest build.
    fs::remove_file(sandbox.path("bin/jtagconfig")).expect("it was there");
    sandbox.run(["flash"]).succeeds();
    assert_eq!(
        loaded(&sandbox),
        "target/bitstream/quartus-synchronised/generated/output_files/task5.rbf"
    );
    // Builds without a file for an installed programmer are skipped.
    sandbox.fake_tool("jtagconfig", &format!("printf '{}'", NEW.replace('\n', "\\n")));
    fs::remove_file(sandbox.path("bin/openFPGALoader")).expect("it was there");
    sandbox.run(["build", "--flow", "mistral"]).succeeds();
    sandbox.run(["flash"]).succeeds();
    assert_eq!(loaded(&sandbox), sof);
}

#[test]
fn the_build_option_builds_missing_or_outdated_bitstreams() {
    let sandbox = with_everything();
    let built = |sandbox: &Sandbox| {
        sandbox.run(["flash", "--build"]).succeeds().stderr.contains("Yosys: SYNTH_INTEL_ALM pass")
    };
    sandbox.run(["build", "--flow", "mistral", "--clocking", "direct"]).succeeds();
    assert!(!built(&sandbox), "it is current");
    let source = "target/bitstream/mistral-direct/generated/task5.sv";
    sandbox.write(source, sandbox.read(source) + "// changed\n");
    assert!(built(&sandbox), "the sources differ");
    assert_eq!(loaded(&sandbox), "target/bitstream/mistral-direct/task5.rbf");
    assert!(!built(&sandbox), "it is current again");

    let sandbox = with_everything();
    sandbox.run(["flash", "--build"]).succeeds();
    let file = "quartus-synchronised/generated/output_files/task5.sof";
    assert_eq!(loaded(&sandbox), format!("p;target/bitstream/{file}@2"));
    sandbox.run(["flash", "--build", "my.sof"]).fails_with(2, &["cannot be used with"]);
}

#[test]
fn the_build_option_refuses_missed_timing() {
    let sandbox = with_everything();
    sandbox
        .write("reports/task5.sta.summary", crate::build::STA_SUMMARY.replace("0.168", "-0.168"));
    for _ in ["built now", "built before"] {
        let ran = sandbox.run(["flash", "--build"]);
        ran.fails_with(1, &["does not meet timing", "run `baccarat-fpga flash` without --build"]);
        assert!(!sandbox.was_run("quartus_pgm") && !sandbox.was_run("openFPGALoader"));
    }
    sandbox.run(["flash"]).succeeds();
}

#[test]
fn an_unfinished_build_has_no_bitstream() {
    let sandbox = with_quartus();
    sandbox.run(["build"]).succeeds();
    sandbox.fake_tool("quartus_sh", &format!("{}\nexit 1", crate::build::OUTPUTS));
    sandbox.run(["build"]).fails_with(1, &["ended with exit code 1"]);
    sandbox.fake_tool("jtagconfig", "");
    sandbox.fake_tool("quartus_pgm", "");
    sandbox.run(["flash"]).fails_with(1, &["there is no bitstream"]);
    assert!(!sandbox.was_run("jtagconfig"));
}

#[test]
fn an_outdated_bitstream_is_loaded_with_a_warning() {
    let sandbox = with_quartus_at_a_board();
    sandbox.run(["build"]).succeeds();
    let source = "target/bitstream/quartus-synchronised/generated/task5.sv";
    sandbox.write(source, sandbox.read(source) + "// changed\n");
    let ran = sandbox.run(["flash"]).succeeds();
    let said = format!("was not built from the current sources ({source} differs)");
    assert!(ran.stderr.contains("warning: ") && ran.stderr.contains(&said), "{}", ran.stderr);

    // A file from elsewhere is compared with the generated sources by its age.
    sandbox.write("my.sof", b"SOF\0\x06");
    age(&sandbox, "my.sof");
    sandbox.write("generated/task5.sv", "// generated later\n");
    let ran = sandbox.run(["flash", "my.sof"]).succeeds();
    assert!(ran.stderr.contains("is newer than my.sof"), "{}", ran.stderr);
}

#[test]
fn missed_timing_is_a_warning() {
    let sandbox = with_quartus_at_a_board();
    sandbox
        .write("reports/task5.sta.summary", crate::build::STA_SUMMARY.replace("0.168", "-0.168"));
    assert_eq!(sandbox.run(["build"]).code, Some(1));
    let ran = sandbox.run(["flash"]).succeeds();
    assert!(
        ran.stderr.contains("task5.sof does not meet timing and may deal wrong cards"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_installed_programmer_is_used() {
    let sandbox = with_quartus();
    sandbox.run(["build"]).succeeds();
    sandbox.write("detected", DETECTED);
    sandbox.fake_tool("openFPGALoader", "cat $sandbox/detected");
    sandbox.run(["flash"]).succeeds();
    let file = "target/bitstream/quartus-synchronised/generated/output_files/task5.rbf";
    assert_eq!(sandbox.arguments_of("openFPGALoader").last().map(String::as_str), Some(file));
}

#[test]
fn a_broken_programmer_is_skipped() {
    let sandbox = with_everything();
    sandbox.run(["build", "--flow", "quartus"]).succeeds();
    let missing = "echo 'error while loading shared libraries: libncurses.so.5' >&2\nexit 127";
    sandbox.fake_tool_at("bin/quartus_pgm", missing);
    let file = "target/bitstream/quartus-synchronised/generated/output_files/task5.rbf";
    let dry = sandbox.run(["flash", "--dry-run"]).succeeds();
    assert!(dry.stdout.ends_with(&format!("{file}\n")), "{}", dry.stdout);
    sandbox.run(["flash"]).succeeds();
    assert_eq!(sandbox.arguments_of("openFPGALoader").last().map(String::as_str), Some(file));
    // If none works, the error is that of the first.
    sandbox.fake_tool_at("bin/openFPGALoader", missing);
    sandbox.run(["flash"]).fails_with(1, &["quartus_pgm ended with exit code 127", "libncurses"]);
}

fn age(sandbox: &Sandbox, file: &str) {
    let status = Command::new("touch").args(["-d", "2020-01-01"]).arg(sandbox.path(file)).status();
    assert!(status.expect("touch starts").success());
}
