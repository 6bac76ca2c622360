//! The modules can be read from top to bottom.

use crate::comments::{modules, names};

/// The line that defines each signal which an `assign` or an `always_comb` drives as a whole.
fn definitions(lines: &[&str]) -> Vec<(usize, String)> {
    let mut definitions: Vec<(usize, String)> = vec![];
    let mut process = None;
    for (number, line) in lines.iter().enumerate() {
        match *line {
            "  always_comb begin" => process = Some(number),
            "  end" => process = None,
            _ => {}
        }
        let assignment = match process {
            Some(start) => line.split_once(" = ").map(|(target, _)| (start, target.trim())),
            None => (line.strip_prefix("  assign "))
                .and_then(|rest| Some((number, rest.split_once(" =")?.0))),
        };
        let Some((defined, target)) = assignment else { continue };
        // The label of a `case` is before the target.
        let target = target.rsplit(' ').next().unwrap_or_default();
        let is_whole = target.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_whole && definitions.iter().all(|(_, known)| known != target) {
            definitions.push((defined, target.to_string()));
        }
    }
    definitions
}

/// The signals that a line of an item reads or connects: no names of ports or fields.
fn signals(line: &str) -> impl Iterator<Item = &str> {
    let is_port = line.trim_start().starts_with('.');
    let parts = line.split(' ').filter(move |part| !is_port || !part.starts_with('.'));
    parts.flat_map(|part| names(part.split('.').next().unwrap_or_default()))
}

#[test]
fn no_combinational_signal_is_read_above_its_definition() {
    let mut count = 0;
    for file in modules().into_iter().filter(|file| !file.name.ends_with("_sva.sv")) {
        let code = file.contents.lines().map(|line| line.split("//").next().unwrap_or_default());
        let lines: Vec<&str> = code.collect();
        // Declarations stand between the header and the items.
        let is_declaration = |line: &&str| {
            let rest = line.strip_prefix("  ").filter(|rest| rest.ends_with(';'));
            rest.is_some_and(|rest| !rest.starts_with([' ', ')']) && !rest.starts_with("assign"))
        };
        let is_above = |line: &&str| line.starts_with(");") || is_declaration(line);
        let first_item = lines.iter().rposition(is_above).map_or(0, |last| last + 1);
        for (defined, signal) in definitions(&lines) {
            count += 1;
            assert!(first_item <= defined, "{}: `{signal}` is in the declarations", file.name);
            for line in &lines[first_item..defined] {
                assert!(
                    signals(line).all(|name| name != signal),
                    "{}: `{signal}` is read above its definition:{line}",
                    file.name
                );
            }
        }
    }
    assert!(count > 200, "{count}");
}
