//! `diagram`.

use std::fs;

use crate::sandbox::{Snapshot, sandbox};

#[test]
fn diagrams_go_to_stdout_by_default() {
    let cases: [(&[&str], &str); 5] = [
        (&["diagram", "states"], "statemachine_stepped: state"),
        (&["diagram", "states", "--clocking", "direct"], "statemachine: state"),
        (&["diagram", "block"], "task5: block diagram"),
        (&["diagram", "block", "datapath", "--depth", "2"], "pcard1_reg: reg4"),
        (&["diagram", "states", "statemachine", "--register", "state"], "data-state=\"ThirdCard\""),
    ];
    for (arguments, shown) in cases {
        let sandbox = sandbox();
        let result = sandbox.run(arguments).succeeds();
        assert!(
            result.stdout.starts_with("<svg ") && result.stdout.ends_with("</svg>\n"),
            "{arguments:?}"
        );
        assert!(result.stdout.contains(shown), "{arguments:?}: no {shown} in\n{}", result.stdout);
        assert_eq!(result.stderr, "", "{arguments:?}");
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{arguments:?}");
    }
}

#[test]
fn mermaid_diagrams_are_text() {
    for (picture, first) in [("states", "stateDiagram-v2\n"), ("block", "flowchart LR\n")] {
        let result = sandbox().run(["diagram", picture, "--format", "mermaid"]).succeeds();
        assert!(result.stdout.starts_with(first), "{}", result.stdout);
    }
}

#[test]
fn a_diagram_replaces_the_output_file_as_a_whole() {
    let sandbox = sandbox();
    let shown = sandbox.run(["diagram", "states"]).succeeds().stdout;
    sandbox.write("states.svg", "before");
    let result = sandbox.run(["diagram", "states", "--output", "states.svg"]).succeeds();
    assert_eq!((result.stdout.as_str(), result.stderr.as_str()), ("", ""));
    assert_eq!(fs::read_to_string(sandbox.path("states.svg")).unwrap(), shown);
}

#[test]
fn a_diagram_that_cannot_be_drawn_leaves_the_file_as_it_was() {
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
        let sandbox = sandbox();
        sandbox.write("picture.svg", "before");
        let arguments = arguments.iter().chain(&["--output", "picture.svg"]);
        let said: Vec<&str> = ["error: "].iter().chain(said).copied().collect();
        sandbox.run(arguments).fails_with(1, &said);
        assert_eq!(fs::read_to_string(sandbox.path("picture.svg")).unwrap(), "before");
    }
}

#[test]
fn the_error_names_a_file_that_cannot_be_written() {
    let sandbox = sandbox();
    let result = sandbox.run(["diagram", "block", "--output", "absent/picture.svg"]);
    result.fails_with(1, &["error: cannot write `absent/picture.svg`"]);
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

#[test]
fn wrong_usage_exits_with_2() {
    let cases: [(&[&str], &str); 5] = [
        (&["diagram"], "Usage"),
        (&["diagram", "wiring"], "wiring"),
        (&["diagram", "block", "--depth", "0"], "--depth"),
        (&["diagram", "states", "--format", "png"], "svg, mermaid"),
        (&["diagram", "states", "--output", ""], "--output"),
    ];
    for (arguments, said) in cases {
        sandbox().run(arguments).fails_with(2, &[said]);
    }
}

#[test]
fn every_help_has_an_example() {
    for arguments in
        [&["diagram", "--help"][..], &["diagram", "block", "--help"], &["diagram", "states", "-h"]]
    {
        let result = sandbox().run(arguments).succeeds();
        let (_, examples) = result.stdout.split_once("Examples:\n").unwrap_or_default();
        assert!(examples.contains("  baccarat-sim diagram"), "{arguments:?}: {result:#?}");
    }
}
