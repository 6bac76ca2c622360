//! The help of the commands.

use serde_json::Value;

use crate::sandbox::{Sandbox, sandbox};

#[test]
fn every_help_has_an_example() {
    let sandbox = sandbox();
    for command in ["build", "flash", "doctor"] {
        for help in ["-h", "--help"] {
            let ran = sandbox.run([command, help]).succeeds();
            let (_, examples) = ran.stdout.split_once("Examples:\n").unwrap_or_default();
            assert!(examples.contains(&format!("  baccarat-fpga {command}")), "{ran:#?}");
            assert_eq!(ran.stderr, "", "{command} {help}");
        }
    }
}

#[test]
fn the_long_help_lists_every_json_field() {
    let sandbox = sandbox();
    let help = sandbox.run(["doctor", "--help"]).stdout;
    let report = json(&sandbox, &["doctor", "--json"]);
    assert_lists(&help, &[&report, &report["tools"][0]]);

    let sandbox = crate::build::with_quartus();
    let help = sandbox.run(["build", "--help"]).stdout;
    let report = json(&sandbox, &["build", "--json"]);
    let clock = &report["clocks"][0];
    let parts = [
        &report,
        clock,
        &clock["slack_ns"],
        &report["unconstrained"],
        &report["explained_warnings"][0],
    ];
    assert_lists(&help, &parts);
}

fn json(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    serde_json::from_str(&sandbox.run(arguments).stdout).expect("JSON")
}

#[track_caller]
fn assert_lists(help: &str, objects: &[&Value]) {
    for object in objects {
        for field in object.as_object().expect("an object").keys() {
            assert!(help.contains(field.as_str()), "no {field} in\n{help}");
        }
    }
}
