//! Arguments, help, version, completions, and what goes to which stream.

use crate::sandbox::{Sandbox, Snapshot};

#[test]
fn wrong_usage_exits_with_2_and_writes_nothing() {
    let cases: [(&[&str], &str); 14] = [
        (&["--out", ""], "--out"),
        (&["--out"], "--out"),
        (&["--constraints="], "--constraints"),
        (&["generate", "--clocking", "derived"], "synchronised, direct"),
        (&["generate", "--nonsense"], "--nonsense"),
        (&["generate", "stray"], "stray"),
        (&["generate", "--check", "--force"], "--force"),
        (&["verify", "--clocking", "both"], "synchronised, direct"),
        (&["verify", "--vcd", ""], "--vcd"),
        (&["synth", "--clocking", "direct", "--document", "d.md"], "--document"),
        (&["--check", "generate"], "generate"),
        (&["nonsense"], "nonsense"),
        (&["completions"], "<SHELL>"),
        (&["completions", "tclsh"], "bash"),
    ];
    for (arguments, said) in cases {
        let sandbox = Sandbox::new();
        let ran = sandbox.run(arguments).fails_with(2, &["error: ", said]);
        assert_eq!(ran.stdout, "", "{arguments:?}");
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{arguments:?}");
    }
}

#[test]
fn every_help_has_an_example_and_goes_to_stdout() {
    let sandbox = Sandbox::new();
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["help"],
        &["generate", "--help"],
        &["help", "generate"],
        &["verify", "--help"],
        &["verify", "-h"],
        &["play", "--help"],
        &["completions", "--help"],
        &["simulate", "--help"],
        &["play", "--help"],
        &["board", "--help"],
        &["diagram", "--help"],
        &["synth", "--help"],
        &["synth", "-h"],
    ] {
        let ran = sandbox.run(arguments).succeeds();
        let (_, examples) = ran.stdout.split_once("Examples:\n").unwrap_or_default();
        assert!(examples.contains("  baccarat"), "{arguments:?}: {ran:#?}");
        assert_eq!(ran.stderr, "", "{arguments:?}");
    }
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

#[test]
fn help_tells_the_defaults() {
    let help = Sandbox::new().run(["generate", "--help"]).stdout;
    for default in ["[default: generated]", "[default: constraints]", "[default: synchronised]"] {
        assert!(help.contains(default), "no {default} in\n{help}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let ran = Sandbox::new().run(["--version"]).succeeds();
    assert_eq!(ran.stdout, concat!("baccarat ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn there_are_completions_for_every_shell() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = sandbox.run(["completions", shell]).succeeds();
        for word in ["baccarat", "generate", "verify", "completions", "clocking"] {
            assert!(ran.stdout.contains(word), "{shell}: no {word}");
        }
        assert_eq!(ran.stderr, "", "{shell}");
    }
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

#[cfg(unix)]
#[test]
fn completions_end_quietly_when_their_reader_has_gone() {
    let ran =
        Sandbox::new().shell(r#"{ sleep 0.2; "$0" completions bash; echo "code $?" >&2; } | true"#);
    assert_eq!(ran.stderr, "code 0\n");
}

#[cfg(target_os = "linux")]
#[test]
fn completions_that_cannot_be_written_are_an_error() {
    let ran = Sandbox::new().shell(r#""$0" completions bash > /dev/full"#);
    ran.fails_with(1, &["error: cannot write to stdout: "]);
}

#[cfg(unix)]
#[test]
fn files_are_written_even_when_nobody_can_read_the_status() {
    let expected = Sandbox::with_files().snapshot();
    for script in [
        r#""$0" 2>&-"#,
        r#"{ sleep 0.2; "$0"; echo "code $?"; } 2>&1 >code | true; grep -q 'code 0' code"#,
    ] {
        let sandbox = Sandbox::new();
        sandbox.shell(script).succeeds();
        let mut found = sandbox.snapshot();
        found.remove(std::path::Path::new("code"));
        assert_eq!(found, expected, "{script}");
    }
}

#[cfg(unix)]
#[test]
fn an_error_that_nobody_can_read_is_still_an_exit_code() {
    let sandbox = Sandbox::new();
    sandbox.write("generated", "a file");
    sandbox
        .shell(r#"{ sleep 0.2; "$0"; echo "code $?"; } 2>&1 >code | true; grep -q 'code 1' code"#)
        .succeeds();
}
