//! What the commands say of themselves.

use serde_json::Value;

use crate::desk::Desk;

#[test]
fn every_help_has_an_example() {
    let desk = Desk::new();
    for command in ["build", "flash", "doctor"] {
        for help in ["-h", "--help"] {
            let ran = desk.run([command, help]).succeeds();
            let (_, examples) = ran.stdout.split_once("Examples:\n").unwrap_or_default();
            assert!(examples.contains(&format!("  baccarat {command}")), "{ran:#?}");
            assert_eq!(ran.stderr, "", "{command} {help}");
        }
    }
}

#[test]
fn the_long_help_tells_every_field_of_the_json() {
    let desk = Desk::new();
    let help = desk.run(["doctor", "--help"]).stdout;
    let report = json(&desk, &["doctor", "--json"]);
    assert_tells(&help, &[&report, &report["tools"][0]]);

    let desk = crate::build::with_quartus();
    let help = desk.run(["build", "--help"]).stdout;
    let report = json(&desk, &["build", "--json"]);
    let clock = &report["clocks"][0];
    let parts = [
        &report,
        clock,
        &clock["slack_ns"],
        &report["unconstrained"],
        &report["explained_warnings"][0],
    ];
    assert_tells(&help, &parts);
}

fn json(desk: &Desk, arguments: &[&str]) -> Value {
    serde_json::from_str(&desk.run(arguments).stdout).expect("JSON")
}

#[track_caller]
fn assert_tells(help: &str, objects: &[&Value]) {
    for object in objects {
        for field in object.as_object().expect("an object").keys() {
            assert!(help.contains(field.as_str()), "no {field} in\n{help}");
        }
    }
}
