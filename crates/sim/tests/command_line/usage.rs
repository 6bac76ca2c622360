//! Arguments, help, version, and the two output streams.

use crate::sandbox::{Snapshot, sandbox};

const HAND: &str = "2,k,3,5,6,2";

#[test]
fn wrong_usage_exits_with_2_and_writes_nothing() {
    let cases: [(&[&str], &str); 10] = [
        (&["verify", "--clocking", "both"], "synchronised, direct"),
        (&["verify", "--vcd", ""], "--vcd"),
        (&["verify", "--machine", "roulette"], "task5, casino"),
        (&["verify", "--machine", "casino", "--clocking", "direct"], "--clocking is for task5"),
        (&["verify", "--hands", "0"], "write a whole number from 1 to 1000000000"),
        (&["verify", "--seed", "many"], "write a whole number of at least 0"),
        (&["play", "--cut-card", "20"], "--cut-card needs a shoe"),
        (&["simulate", "--cards", HAND, "--vcd", "-", "--svg", "-"], "are the same: stdout"),
        (&["simulate", "--cards", HAND, "--svg", "-", "--json"], "both write to stdout"),
        (&["verify", "--vcd", "-", "--json"], "both write to stdout"),
    ];
    for (arguments, expected) in cases {
        let sandbox = sandbox();
        let result = sandbox.run(arguments).fails_with(2, &["error: ", expected]);
        assert_eq!(result.stdout, "", "{arguments:?}");
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{arguments:?}");
    }
}

#[test]
fn every_command_has_an_example_the_version_and_the_global_options() {
    let sandbox = sandbox();
    for command in ["verify", "simulate", "play", "diagram"] {
        let version = sandbox.run([command, "--version"]).succeeds().stdout;
        assert_eq!(version, format!("baccarat-sim-{command} {}\n", env!("CARGO_PKG_VERSION")));
        let help = sandbox.run([command, "--help"]).succeeds().stdout;
        let (_, examples) = help.split_once("Examples:\n").unwrap_or_default();
        assert!(examples.contains("  baccarat-sim "), "{command}: {help}");
        for option in ["-q, --quiet", "-v, --verbose", "--color <WHEN>", "-V, --version"] {
            assert!(help.contains(option), "{command}: no {option} in\n{help}");
        }
    }
}

#[test]
fn verbose_prints_more_on_stderr_and_the_same_on_stdout() {
    let commands: [&[&str]; 3] = [
        &["simulate", "--cards", HAND],
        &["diagram", "states"],
        &["play", "--name", "Ada", "--seed", "7"],
    ];
    let sandbox = sandbox();
    for command in commands {
        let run = |option: &str| sandbox.run([command, &[option]].concat());
        let (quiet, verbose) = (run("--quiet"), run("--verbose"));
        assert_eq!(quiet.stderr, "", "{command:?}");
        assert_eq!(quiet.stdout, verbose.stdout, "{command:?}");
        let is_silent = command[0] == "play";
        assert_eq!(verbose.stderr.is_empty(), is_silent, "{command:?}: {verbose:#?}");
    }
}

#[test]
fn colors_are_on_or_off_for_results_help_and_errors() {
    let sandbox = sandbox();
    let commands: [&[&str]; 3] =
        [&["play", "--name", "Ada"], &["verify", "--help"], &["play", "--cut-card", "20"]];
    for command in commands {
        for (when, has_colors) in [("always", true), ("never", false), ("auto", false)] {
            let result = sandbox.run([command, &["--color", when]].concat());
            let text = result.stdout + &result.stderr;
            assert_eq!(text.contains('\u{1b}'), has_colors, "{command:?} {when}: {text}");
        }
    }
}

#[test]
fn a_file_named_dash_is_stdout() {
    let cases: [(&[&str], &str); 4] = [
        (&["simulate", "--cards", HAND, "--svg", "-"], "<svg "),
        (&["simulate", "--cards", HAND, "--vcd", "-"], "$"),
        (&["diagram", "states", "--output", "-"], "<svg "),
        (&["diagram", "states", "-o", "-", "--format", "mermaid"], "stateDiagram-v2"),
    ];
    for (arguments, beginning) in cases {
        let sandbox = sandbox();
        let result = sandbox.run(arguments).succeeds();
        assert!(result.stdout.starts_with(beginning), "{arguments:?}: {}", result.stdout);
        assert!(!result.stdout.contains("HEX5 to HEX0"), "{arguments:?}: {}", result.stdout);
        assert_eq!(result.stderr.contains("HEX5 to HEX0"), arguments[0] == "simulate");
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{arguments:?}");
    }
}
