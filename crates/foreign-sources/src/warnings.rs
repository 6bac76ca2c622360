//! Yosys's warnings: a few lines for those of one kind, the important ones first.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::SourceSet;
use super::{ForeignError, intel, remedies};

/// What Yosys says about bits of a wire, one line for each bit: before the wire and after it.
const UNDRIVEN: (&str, &str) = ("Wire ", " is used but has no driver.");
const SEVERAL_DRIVERS: (&str, &str) = ("multiple conflicting drivers for ", ":");

/// Warnings that say nothing new: the design has what it should, or a list of its latches.
const LEFT_OUT: [&str; 5] = [
    "limited support for tri-state logic",
    "found logic loop",
    "Latch inferred for signal",
    "Async reset value",
    "Complex async reset for dff",
];

const UNKNOWN_MEMBER: &str =
    "Yosys's own reader does not read names in other modules: connect the value with a port.";

/// What is wrong with a name that is declared implicitly: it is of a package that is not known, or
/// of another module.
fn implicit_name(line: &str) -> Option<&'static str> {
    let (_, name) = line.strip_suffix("is implicitly declared.")?.rsplit_once('`')?;
    match (name.contains("::"), name.contains('.')) {
        (true, _) => Some(remedies::OTHER_PACKAGE),
        (_, true) => Some(UNKNOWN_MEMBER),
        _ => None,
    }
}

/// slang's warning about a driver that releases a net in a form that slang takes for an unknown
/// value.
pub(super) fn undefined_release(printed: &str) -> Option<&str> {
    printed.lines().find(|line| line.contains("high-impedance state (Z) will be treated"))
}

pub(super) const RELEASE: &str = "Release a net with `assign net = enable ? value : 'z;`, where the value has the width of the net.";

/// Yosys's warnings, without repetitions.
///
/// # Errors
///
/// [`ForeignError::SeveralDrivers`], and [`ForeignError::Rejected`] for a package that is missing.
pub(super) fn warnings(printed: &str, sources: &SourceSet) -> Result<Vec<String>, ForeignError> {
    let mut seen = BTreeSet::new();
    let lines = printed.lines().filter(|line| line.contains("Warning: "));
    let is_known = |line: &str| LEFT_OUT.iter().any(|part| line.contains(part));
    // The models' own lines and wires: those of other sources have `sources/` before them.
    let of_model = ['$', '('].map(|before| format!("{before}{}", intel::FOLDER));
    let is_of_model = |line: &str| {
        line.starts_with(intel::FOLDER) || of_model.iter().any(|part| line.contains(part))
    };
    let lines = lines.filter(|line| !is_known(line) && !is_of_model(line));
    let lines = lines.map(|line| sources.with_given_names(&line.replace("Warning: ", "")));
    let lines: Vec<String> = lines.filter(|line| seen.insert(line.clone())).collect();
    // Yosys would make a wire without a driver of it.
    if let Some((line, remedy)) = lines.iter().find_map(|line| Some((line, implicit_name(line)?))) {
        let (message, remedy) = (line.replace('\\', ""), remedy.into());
        return Err(ForeignError::Rejected { message, remedy });
    }
    let (several, lines) = wires(lines, SEVERAL_DRIVERS);
    if !several.is_empty() {
        return Err(ForeignError::SeveralDrivers { nets: several });
    }
    let (undriven, mut lines) = wires(lines, UNDRIVEN);
    lines.sort_by_key(|line| line.contains(RESIZED));
    let (before, after) = UNDRIVEN;
    let undriven = undriven.into_iter().map(|wire| format!("{before}{wire}{after}"));
    Ok(undriven.chain(grouped(lines)).collect())
}

/// The warning that matters least: there may be one for each connection of a port.
pub(super) const RESIZED: &str = "Resizing cell port ";

/// How many lines there are for warnings of one kind.
const LINES_OF_A_KIND: usize = 3;

/// The warnings. Where there are more of one kind, the last line has their number.
fn grouped(lines: Vec<String>) -> Vec<String> {
    let mut kinds: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, line) in lines.iter().enumerate() {
        kinds.entry(kind(line)).or_default().push(place);
    }
    let mut grouped: BTreeMap<usize, String> = lines.into_iter().enumerate().collect();
    for (kind, places) in kinds.into_iter().filter(|(_, places)| places.len() > LINES_OF_A_KIND) {
        let more = &places[LINES_OF_A_KIND - 1..];
        more.iter().for_each(|place| drop(grouped.remove(place)));
        grouped.insert(more[0], format!("{} more: {kind}", more.len()));
    }
    grouped.into_values().collect()
}

/// A warning without names, numbers and places.
fn kind(line: &str) -> String {
    let is_plain = |word: &&str| {
        let word = word.trim_start_matches('(').trim_end_matches(['.', ',', ':', ';', ')', '!']);
        word.chars().all(|one| one.is_ascii_alphabetic() || one == '-')
    };
    let words = line.split_whitespace();
    words.map(|word| Some(word).filter(is_plain).unwrap_or("…")).collect::<Vec<_>>().join(" ")
}

/// The wire of a warning that it has no driver, with its bits: `HEX0[6:0]`.
pub fn undriven(warning: &str) -> Option<&str> {
    let (before, after) = UNDRIVEN;
    warning.strip_prefix(before)?.strip_suffix(after)
}

/// The wires that some lines are about, with their bits, and the other lines.
fn wires(lines: Vec<String>, (before, after): (&str, &str)) -> (Vec<String>, Vec<String>) {
    let wire = |line: &str| {
        let wire = line.strip_prefix(before)?.strip_suffix(after)?;
        // Without the top module.
        let wire = wire.split_once('.').map_or(wire, |(_, wire)| wire).replace('\\', "");
        let index = wire.rsplit_once(" [").and_then(|(name, index)| {
            Some((name.to_string(), index.trim_end_matches(']').parse::<u32>().ok()?))
        });
        Some(index.map_or_else(|| (wire, None), |(name, index)| (name, Some(index))))
    };
    let (mut found, mut others) = (Vec::<(String, BTreeSet<u32>)>::new(), Vec::new());
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for line in lines {
        let Some((name, index)) = wire(&line) else {
            others.push(line);
            continue;
        };
        let place = *places.entry(name.clone()).or_insert(found.len());
        if place == found.len() {
            found.push((name, BTreeSet::new()));
        }
        found[place].1.extend(index);
    }
    let named = |(name, indices): (String, BTreeSet<u32>)| match (indices.first(), indices.last()) {
        (Some(low), Some(high)) if low == high => format!("{name}[{low}]"),
        (Some(low), Some(high)) if indices.len() as u32 == high - low + 1 => {
            format!("{name}[{high}:{low}]")
        }
        (Some(_), _) => {
            let bits: Vec<String> = indices.iter().rev().map(u32::to_string).collect();
            format!("{name}[{}]", bits.join(","))
        }
        _ => name,
    };
    (found.into_iter().map(named).collect(), others)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::sample::of_text;

    #[test]
    fn a_wire_without_a_driver_is_one_line() {
        let (_folder, set) = of_text("");
        let printed = "Warning: Wire m.\\HEX1 [1] is used but has no driver.\n\
                       Warning: Wire m.\\HEX1 [0] is used but has no driver.\n\
                       Warning: Wire m.\\dp.q is used but has no driver.\n\
                       Warning: Wire m.\\x [7] is used but has no driver.\n\
                       Warning: Wire m.\\x [5] is used but has no driver.\n\
                       Warning: found logic loop in module m:\n\
                       Warning: other\n    detail\nWarning: other\n\
                       intel/lpm.v:3: Warning: a model\n\
                       Warning: Literal has a width of 3 bit. (intel/contents.vh:1)\n\
                       Warning: Async reset value `$ternary$intel/lpm.v:49$1_Y' is not constant!\n";
        let expected = ["HEX1[1:0]", "dp.q", "x[7,5]", "other"];
        let warnings = warnings(printed, &set).expect("warnings");
        assert_eq!(warnings.len(), expected.len());
        for (warning, part) in warnings.iter().zip(expected) {
            assert!(warning.contains(part), "{warning}");
        }
    }

    #[test]
    fn many_warnings_of_one_kind_are_few_lines_behind_others() {
        let (_folder, set) = of_text("");
        let resized = (1..=40).map(|number| {
            format!("Warning: Resizing cell port top.u{number}.a from {number} bits to 32 bits.\n")
        });
        let printed = resized.collect::<String>()
            + "Warning: Wire m.\\q is used but has no driver.\n\
               lab.sv:3: Warning: Identifier `\\x' is implicitly declared.\n";
        let expected = [
            "Wire q is used but has no driver.",
            "lab.sv:3: Identifier `\\x' is implicitly declared.",
            "Resizing cell port top.u1.a from 1 bits to 32 bits.",
            "Resizing cell port top.u2.a from 2 bits to 32 bits.",
            "38 more: Resizing cell port … from … bits to … bits.",
        ];
        assert_eq!(warnings(&printed, &set).expect("warnings"), expected);
    }

    #[test]
    fn several_drivers_are_an_error() {
        let (_folder, set) = of_text("");
        let printed = "Warning: multiple conflicting drivers for m.\\q [1]:\n    port Q[0] of cell $1 ($dff)\n\
                       Warning: multiple conflicting drivers for m.\\q [0]:\n\
                       Warning: multiple conflicting drivers for m.\\sm.state:\n";
        let error = warnings(printed, &set).expect_err("an error").to_string();
        assert!(error.starts_with("several drivers of `q[1:0]`, `sm.state`"), "{error}");
    }
}
