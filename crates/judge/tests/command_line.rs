//! The command line: the real program, run in temporary folders.

use test_support::Sandbox;
use test_support::sandbox::Snapshot;

#[test]
fn wrong_usage_exits_with_2_and_writes_nothing() {
    let cases: [(&[&str], &str); 9] = [
        (&["verify", "--sources", "x.sv", "--svg", "-"], "--svg needs a file"),
        (
            &["simulate", "--sources", "x.sv", "--cards", "5,K"],
            "these 2 cards are not a whole hand",
        ),
        (&["simulate", "--sources", "x.sv", "--cards", "5,KS,9,2,7,A"], "write K instead of KS"),
        (&["course", "none"], "cannot read `none`: No such file"),
        (&["course", "."], "`.` has no solutions"),
        (&["course", ".", "--autograder", "gradescope"], "--rubric <FILE>"),
        (&["course", ".", "--shard", "3/2"], "write I/N"),
        (&["verify", "--rubric", "rubric.json"], "name the sources"),
        (&["verify", "--sources", "x.sv", "--rubric", "none"], "cannot read `none`: No such file"),
    ];
    for (arguments, expected) in cases {
        let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_baccarat-judge"));
        let result = sandbox.run(arguments).fails_with(2, &["error: ", expected]);
        assert_eq!(result.stdout, "", "{arguments:?}");
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{arguments:?}");
    }
}

#[test]
fn every_command_has_an_example() {
    let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_baccarat-judge"));
    for command in ["verify", "simulate", "course"] {
        let help = sandbox.run([command, "--help"]).succeeds().stdout;
        let (_, examples) = help.split_once("Examples:\n").unwrap_or_default();
        assert!(examples.contains("  baccarat-judge "), "{command}: {help}");
    }
}
