//! State diagrams as Mermaid text.

use super::super::condition;
use super::super::mermaid::escaped;
use super::{Next, StateMachine};

/// Returns a `stateDiagram-v2`, ending in one newline.
pub(super) fn text(machine: &StateMachine<'_>) -> String {
    let mut lines = vec!["stateDiagram-v2".to_string()];
    let states = &machine.states.variants;
    let name = |state: usize| match states.get(state) {
        Some(state) => identifier(&state.name),
        None => format!("encoding_{state}"),
    };
    lines.push(format!(
        "    [*] --> {}: {}",
        name(machine.initial),
        label(&machine.start_lines().join(" "))
    ));
    let mut values: Vec<String> = Vec::new();
    let mut arrows = Vec::new();
    for transition in &machine.transitions {
        let to = match &transition.to {
            Next::State(state) => name(*state),
            Next::Value(value) => {
                let value = condition::text(value, machine.module);
                let known = values.iter().position(|known| *known == value);
                let index = known.unwrap_or_else(|| {
                    values.push(value);
                    values.len() - 1
                });
                format!("value_{index}")
            }
        };
        let (mut lines, meaning) = machine.label(transition);
        lines.extend(meaning);
        let label = match lines.as_slice() {
            [] => String::new(),
            lines => format!(": {}", label(&lines.join(" "))),
        };
        arrows.push(format!("    {} --> {to}{label}", name(transition.from)));
    }
    let values = values.iter().enumerate();
    lines.extend(values.map(|(index, value)| format!("    state \"{value}\" as value_{index}")));
    lines.extend(arrows);
    let last = name(states.len().saturating_sub(1));
    let notes: Vec<String> = [machine.when()].into_iter().chain(machine.invalid_note()).collect();
    lines.push(format!("    note right of {last}"));
    lines.extend(notes.iter().map(|note| format!("        {note}")));
    lines.push("    end note".to_string());
    lines.join("\n") + "\n"
}

/// Returns the name of a state, with an underscore if it is a Mermaid keyword.
fn identifier(name: &str) -> String {
    const KEYWORDS: [&str; 11] = [
        "as",
        "class",
        "classdef",
        "default",
        "direction",
        "end",
        "hide",
        "note",
        "scale",
        "state",
        "style",
    ];
    match KEYWORDS.contains(&name.to_ascii_lowercase().as_str()) {
        true => format!("{name}_"),
        false => name.to_string(),
    }
}

/// Escapes a label, which follows a colon.
fn label(text: &str) -> String {
    escaped(text).replace(':', "#58;")
}
