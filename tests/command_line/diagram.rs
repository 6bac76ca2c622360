//! `diagram`, as it runs.

use std::fs;

use crate::sandbox::{Sandbox, Snapshot};

#[test]
fn pictures_go_to_stdout() {
    let cases: [(&[&str], &str); 5] = [
        (&["diagram", "states"], "statemachine_stepped: state"),
        (&["diagram", "states", "--clocking", "direct"], "statemachine: state"),
        (&["diagram", "block"], "task5: block diagram"),
        (&["diagram", "block", "datapath", "--depth", "2"], "pcard1_reg: reg4"),
        (&["diagram", "states", "statemachine", "--register", "state"], "data-state=\"ThirdCard\""),
    ];
    for (arguments, shown) in cases {
        let sandbox = Sandbox::new();
        let ran = sandbox.run(arguments).succeeds();
        assert!(
            ran.stdout.starts_with("<svg ") && ran.stdout.ends_with("</svg>\n"),
            "{arguments:?}"
        );
        assert!(ran.stdout.contains(shown), "{arguments:?}: no {shown} in\n{}", ran.stdout);
        assert_eq!(ran.stderr, "", "{arguments:?}");
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{arguments:?}");
    }
}

#[test]
fn mermaid_is_text() {
    for (picture, first) in [("states", "stateDiagram-v2\n"), ("block", "flowchart LR\n")] {
        let ran = Sandbox::new().run(["diagram", picture, "--format", "mermaid"]).succeeds();
        assert!(ran.stdout.starts_with(first), "{}", ran.stdout);
    }
}

#[test]
fn a_picture_goes_whole_into_the_file_that_is_named() {
    let sandbox = Sandbox::new();
    let shown = sandbox.run(["diagram", "states"]).succeeds().stdout;
    sandbox.write("states.svg", "before");
    let ran = sandbox.run(["diagram", "states", "--out", "states.svg"]).succeeds();
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    assert_eq!(fs::read_to_string(sandbox.path("states.svg")).unwrap(), shown);
}

#[test]
fn a_picture_that_cannot_be_made_leaves_the_file_as_it_was() {
    let cases: [(&[&str], &[&str]); 4] = [
        (&["diagram", "block", "task6"], &["no module `task6`", "`task5`", "`datapath`"]),
        (&["diagram", "states", "reg4"], &["`reg4`", "no states", "`statemachine`"]),
        (
            &["diagram", "states", "statemachine", "--register", "x"],
            &["no register `x`", "it has `state`"],
        ),
        (&["diagram", "states", "statemachine_stepped", "--clocking", "direct"], &["no module"]),
    ];
    for (arguments, said) in cases {
        let sandbox = Sandbox::new();
        sandbox.write("picture.svg", "before");
        let arguments = arguments.iter().chain(&["--out", "picture.svg"]);
        let said: Vec<&str> = ["error: "].iter().chain(said).copied().collect();
        sandbox.run(arguments).fails_with(1, &said);
        assert_eq!(fs::read_to_string(sandbox.path("picture.svg")).unwrap(), "before");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(["diagram", "block", "--out", "absent/picture.svg"]);
    ran.fails_with(1, &["error: cannot write `absent/picture.svg`"]);
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

#[test]
fn wrong_usage_exits_with_2() {
    let cases: [(&[&str], &str); 5] = [
        (&["diagram"], "Usage"),
        (&["diagram", "wiring"], "wiring"),
        (&["diagram", "block", "--depth", "0"], "--depth"),
        (&["diagram", "states", "--format", "png"], "svg, mermaid"),
        (&["diagram", "states", "--out", ""], "--out"),
    ];
    for (arguments, said) in cases {
        Sandbox::new().run(arguments).fails_with(2, &[said]);
    }
}

#[test]
fn every_help_has_an_example() {
    for arguments in
        [&["diagram", "--help"][..], &["diagram", "block", "--help"], &["diagram", "states", "-h"]]
    {
        let ran = Sandbox::new().run(arguments).succeeds();
        let (_, examples) = ran.stdout.split_once("Examples:\n").unwrap_or_default();
        assert!(examples.contains("  baccarat diagram"), "{arguments:?}: {ran:#?}");
    }
}
