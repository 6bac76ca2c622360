//! The excerpts in docs/rust-hdl.md are those of the files that they are said to be from.

use std::fs;
use std::path::Path;

const DOCUMENT: &str = include_str!("../docs/rust-hdl.md");

/// The lines of a text without their indentation.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).collect()
}

/// The file of a link such as `../hdl/src/reg4.rs`, if it has this extension.
fn linked(line: &str, extension: &str) -> Option<String> {
    let targets = line.split("](../").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| target.ends_with(extension)).last().map(str::to_string)
}

#[test]
fn every_excerpt_is_in_its_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut excerpts = 0;
    for (language, extension) in [("rust", ".rs"), ("systemverilog", ".sv")] {
        let mut file = None;
        let mut rest = DOCUMENT;
        let opening = format!("\n```{language}\n");
        while let Some((before, after)) = rest.split_once(&opening) {
            let (excerpt, after) = after.split_once("\n```\n").expect("the end of an excerpt");
            file = before.lines().filter_map(|line| linked(line, extension)).next_back().or(file);
            let name = file.as_ref().expect("a link to a file");
            let text = fs::read_to_string(root.join(name)).expect(name);
            let wanted = lines(excerpt);
            let found = lines(&text).windows(wanted.len()).any(|window| window == wanted);
            assert!(found, "{name} does not have this excerpt:\n{excerpt}");
            excerpts += 1;
            rest = after;
        }
    }
    assert_eq!(excerpts, 2 * DOCUMENT.matches("\nFrom [`hdl/").count());
}
