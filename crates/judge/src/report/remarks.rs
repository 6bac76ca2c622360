//! What the sources say about a verdict: what they lack, and what a board may do differently.

use command_line::printable;
use de1_soc::LIGHTS_AND_DISPLAYS;
use foreign_designs::Elaborated;
use foreign_sources::{SourceSet, undriven};

use crate::small_set::{SmallSet, listed};

/// How many signals a warning names.
const NAMED: usize = 5;

/// Remarks on the sources of a design.
#[derive(Debug)]
pub struct Remarks {
    /// Modules without contents.
    empty: Vec<String>,
    /// Signals that clocked processes assign with `=`, with their places.
    blocking: Vec<(String, String)>,
}

impl Remarks {
    /// The remarks on these files.
    pub fn of(sources: &SourceSet) -> Remarks {
        Remarks { empty: sources.empty_modules(), blocking: sources.blocking_assignments() }
    }

    /// The warning about blocking assignments.
    pub fn warning(&self) -> Option<String> {
        let named = self.blocking.iter().take(NAMED);
        let mut names: Vec<String> =
            named.map(|(name, place)| format!("{name} ({place})")).collect();
        if self.blocking.len() > NAMED {
            names.push(format!("{} more", self.blocking.len() - NAMED));
        }
        (!names.is_empty()).then(|| {
            format!(
                "Clocked processes assign {} with `=`, and others read that: a board and a simulator may differ; write `<=`.",
                listed(&names)
            )
        })
    }

    /// What a design lacks: contents of modules, and drivers of lights and displays.
    pub fn missing(&self, elaborated: &Elaborated) -> Option<String> {
        let mut parts = Vec::new();
        let empty: Vec<String> =
            self.empty.iter().map(|name| format!("`{}`", printable(name))).collect();
        match empty.len() {
            0 => {}
            1 => parts.push(format!("{} is empty", empty[0])),
            _ => parts.push(format!("{} are empty", listed(&empty))),
        }
        let outputs = undriven_outputs(&elaborated.warnings);
        match outputs.len() {
            0 => {}
            1 if !outputs[0].contains(" to ") => {
                parts.push(format!("{} has no driver", outputs[0]))
            }
            _ => parts.push(format!("{} have no driver", listed(&outputs))),
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// The lights and displays that warnings say have no driver: `LEDR`, `HEX0 to HEX5`, `HEX1[3]`.
fn undriven_outputs(warnings: &[String]) -> Vec<String> {
    let (mut others, mut displays) = (Vec::new(), SmallSet::default());
    for wire in warnings.iter().filter_map(|warning| undriven(warning)) {
        let name = wire.split('[').next().unwrap_or(wire);
        let Some((_, width)) = LIGHTS_AND_DISPLAYS.iter().find(|(port, _)| *port == name) else {
            continue;
        };
        let is_whole = wire == name || wire == format!("{name}[{}:0]", width - 1);
        match name.strip_prefix("HEX").and_then(|number| number.parse().ok()) {
            Some(number) if is_whole => displays.insert(number),
            _ if is_whole => others.push(name.to_string()),
            _ => others.push(wire.to_string()),
        }
    }
    others.extend(displays.runs().map(|run| match (run.start(), run.end()) {
        (first, last) if first == last => format!("HEX{first}"),
        (first, last) => format!("HEX{first} to HEX{last}"),
    }));
    others
}

#[cfg(test)]
mod tests {
    use super::undriven_outputs;

    #[test]
    fn outputs_without_a_driver_are_named_in_short() {
        let wires =
            ["LEDR[9:0]", "HEX5[6:0]", "HEX4[6:0]", "HEX3[6:0]", "HEX1[6:0]", "HEX0[3]", "d.q"];
        let warnings = wires.map(|wire| format!("Wire {wire} is used but has no driver."));
        assert_eq!(undriven_outputs(&warnings), ["LEDR", "HEX0[3]", "HEX1", "HEX3 to HEX5"]);
    }
}
