//! Arguments, help, version, completions, and the two output streams.

use crate::sandbox::{Sandbox, Snapshot};

#[test]
fn wrong_usage_exits_with_2_and_writes_nothing() {
    let cases: [(&[&str], &str); 13] = [
        (&["--out", ""], "--out"),
        (&["--out"], "--out"),
        (&["--constraints="], "--constraints"),
        (&["generate", "--clocking", "derived"], "synchronised, direct"),
        (&["generate", "--nonsense"], "--nonsense"),
        (&["generate", "stray"], "stray"),
        (&["generate", "--check", "--force"], "--force"),
        (&["--check", "generate"], "generate"),
        (&["--quiet", "generate", "--verbose"], "--verbose"),
        (&["generate", "--color", "sometimes"], "auto, always, never"),
        (&["nonsense"], "nonsense"),
        (&["completions"], "<SHELL>"),
        (&["completions", "tclsh"], "bash"),
    ];
    for (arguments, expected) in cases {
        let sandbox = Sandbox::new();
        let result = sandbox.run(arguments).fails_with(2, &["error: ", expected]);
        assert_eq!(result.stdout, "", "{arguments:?}");
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{arguments:?}");
    }
}

#[test]
fn a_command_of_another_program_names_it() {
    for (command, program) in [
        ("flash", "baccarat-fpga (cargo fpga)"),
        ("play", "baccarat-sim (cargo play)"),
        ("board", "baccarat-board (cargo board)"),
        ("judge", "baccarat-judge (cargo judge)"),
    ] {
        Sandbox::new().run([command]).fails_with(2, &[command, program]);
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
        &["completions", "--help"],
    ] {
        let result = sandbox.run(arguments).succeeds();
        let (_, examples) = result.stdout.split_once("Examples:\n").unwrap_or_default();
        assert!(examples.contains("  baccarat"), "{arguments:?}: {result:#?}");
        assert_eq!(result.stderr, "", "{arguments:?}");
    }
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

#[test]
fn help_shows_the_defaults() {
    let help = Sandbox::new().run(["generate", "--help"]).stdout;
    for default in ["[default: generated]", "[default: constraints]", "[default: synchronised]"] {
        assert!(help.contains(default), "no {default} in\n{help}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let result = Sandbox::new().run(["--version"]).succeeds();
    assert_eq!(result.stdout, concat!("baccarat ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_command_has_the_version_and_the_global_options() {
    let commands = ["generate", "completions"];
    let sandbox = Sandbox::new();
    for command in commands {
        let version = sandbox.run([command, "--version"]).succeeds().stdout;
        assert_eq!(version, format!("baccarat-{command} {}\n", env!("CARGO_PKG_VERSION")));
        let help = sandbox.run([command, "--help"]).succeeds().stdout;
        for option in ["-q, --quiet", "-v, --verbose", "--color <WHEN>", "-V, --version"] {
            assert!(help.contains(option), "{command}: no {option} in\n{help}");
        }
    }
}

#[test]
fn colors_are_on_or_off_for_results_help_and_errors() {
    let escape = '\u{1b}';
    let sandbox = Sandbox::new();
    let commands: [&[&str]; 2] = [&["generate", "--help"], &["generate", "--nonsense"]];
    for command in commands {
        for (when, has_colors) in [("always", true), ("never", false), ("auto", false)] {
            let result = sandbox.run([command, &["--color", when]].concat());
            let text = result.stdout + &result.stderr;
            assert_eq!(text.contains(escape), has_colors, "{command:?} {when}: {text}");
        }
    }
    sandbox.write("generated", "a file");
    let result = sandbox.run(["generate", "--color=always"]).fails_with(1, &[": "]);
    assert!(result.stderr.starts_with(escape), "{result:#?}");
}

#[test]
fn there_are_completions_for_every_shell() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let result = sandbox.run(["completions", shell]).succeeds();
        for word in ["baccarat", "generate", "completions", "clocking"] {
            assert!(result.stdout.contains(word), "{shell}: no {word}");
        }
        assert_eq!(result.stderr, "", "{shell}");
    }
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error_of_completions() {
    let result =
        Sandbox::new().shell(r#"{ sleep 0.2; "$0" completions bash; echo "code $?" >&2; } | true"#);
    assert_eq!(result.stderr, "code 0\n");
}

#[cfg(target_os = "linux")]
#[test]
fn completions_that_cannot_be_written_are_an_error() {
    let result = Sandbox::new().shell(r#""$0" completions bash > /dev/full"#);
    result.fails_with(1, &["error: cannot write to stdout: "]);
}

#[cfg(unix)]
#[test]
fn files_are_written_even_if_stderr_is_closed() {
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
fn an_error_sets_the_exit_code_even_if_stderr_is_closed() {
    let sandbox = Sandbox::new();
    sandbox.write("generated", "a file");
    sandbox
        .shell(r#"{ sleep 0.2; "$0"; echo "code $?"; } 2>&1 >code | true; grep -q 'code 1' code"#)
        .succeeds();
}
