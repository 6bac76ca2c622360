//! Arguments, help and version.

use crate::sandbox;
use test_support::sandbox::Snapshot;

const COMMANDS: [&str; 4] = ["build", "flash", "doctor", "synth"];

#[test]
fn wrong_usage_exits_with_2_and_writes_nothing() {
    let cases: [(&[&str], &str); 3] = [
        (&["synth", "--clocking", "direct", "--document", "d.md"], "--document"),
        (&["synth", "--document", "-", "--json"], "both write to stdout"),
        (&["nonsense"], "nonsense"),
    ];
    for (arguments, expected) in cases {
        let sandbox = sandbox();
        let result = sandbox.run(arguments).fails_with(2, &[expected]);
        assert_eq!(result.stdout, "", "{arguments:?}");
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{arguments:?}");
    }
}

#[test]
fn every_command_has_help_with_an_example_the_version_and_the_global_options() {
    let sandbox = sandbox();
    for command in COMMANDS {
        let version = sandbox.run([command, "--version"]).succeeds().stdout;
        assert_eq!(version, format!("baccarat-fpga-{command} {}\n", env!("CARGO_PKG_VERSION")));
        let help = sandbox.run([command, "--help"]).succeeds().stdout;
        for part in
            ["-q, --quiet", "-v, --verbose", "--color <WHEN>", "-V, --version", "  baccarat-fpga "]
        {
            assert!(help.contains(part), "{command}: no {part} in\n{help}");
        }
    }
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

#[test]
fn verbose_prints_more_on_stderr_and_the_same_on_stdout() {
    let sandbox = sandbox();
    let run = |option: &str| sandbox.run(["doctor", option]);
    let (quiet, verbose) = (run("--quiet"), run("--verbose"));
    assert_eq!(quiet.stderr, "");
    assert_eq!(quiet.stdout, verbose.stdout);
    assert_ne!(verbose.stderr, "");
}
