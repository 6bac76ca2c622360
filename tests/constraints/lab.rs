//! The lab's top as a project, and its files as the tools would read them.

use std::collections::BTreeMap;
use std::path::Path;

use baccarat::fpga::board::{
    self, BoardError, BoardFiles, Clock, DE1_SOC, Generator, Package, Port, Project, Synchroniser,
    Timing, UnsafeCrossing, UnsynchronisedInput, UntimedOutputs,
};
use baccarat::generator::MARKER;

pub fn lab_ports() -> Vec<Port> {
    let mut ports =
        vec![Port::input("CLOCK_50", 1), Port::input("KEY", 4), Port::output("LEDR", 10)];
    ports.extend((0..6).rev().map(|n| Port::output(&format!("HEX{n}"), 7)));
    ports
}

fn clock(name: &str, bit: &str, period_ns: f64) -> Clock {
    Clock { name: name.into(), bit: bit.into(), period_ns, reason: "Because.".into() }
}

pub fn synchroniser(bit: &str, first_stage: &str) -> Synchroniser {
    Synchroniser { bit: bit.into(), first_stage: first_stage.into() }
}

fn untimed_outputs() -> Vec<UntimedOutputs> {
    vec![UntimedOutputs {
        ports: lab_ports()[2..].iter().map(|p| p.name.clone()).collect(),
        reason: "Read by eye.".into(),
    }]
}

pub fn project(timing: Timing) -> Project {
    Project {
        top: "task5".into(),
        pins: "de1_soc".into(),
        ports: lab_ports(),
        sources: vec!["reg4.sv".into(), "task5.sv".into()],
        timing,
        package: Package {
            name: "baccarat".into(),
            version: "1.2.3".into(),
            description: "A game: of cards".into(),
            testbench: "task5_tb".into(),
        },
        generator: Generator { marker: MARKER, command: "baccarat generate" },
    }
}

/// Both keys pass synchronisers on CLOCK_50.
pub fn synchronised() -> Project {
    project(Timing {
        clocks: vec![clock("CLOCK_50", "CLOCK_50", 20.0)],
        synchronisers: vec![
            synchroniser("KEY[0]", "step_key|stage1"),
            synchroniser("KEY[3]", "reset_key|stage1"),
        ],
        untimed_outputs: untimed_outputs(),
        ..Timing::default()
    })
}

/// KEY[0] is a clock of its own, KEY[3] the reset.
pub fn direct() -> Project {
    project(Timing {
        clocks: vec![clock("CLOCK_50", "CLOCK_50", 20.0), clock("slow_clock", "KEY[0]", 1000.0)],
        unsynchronised_inputs: vec![UnsynchronisedInput {
            bit: "KEY[3]".into(),
            reason: "The lab has none.".into(),
        }],
        unsafe_crossings: vec![UnsafeCrossing {
            from: "CLOCK_50".into(),
            to: "slow_clock".into(),
            reason: "Four bits are sampled mid-change.".into(),
        }],
        untimed_outputs: untimed_outputs(),
        ..Timing::default()
    })
}

pub fn both_clockings() -> [(&'static str, Project); 2] {
    [("synchronised", synchronised()), ("direct", direct())]
}

pub fn make(project: &Project) -> Result<BoardFiles, BoardError> {
    board::files(&DE1_SOC, project, Path::new("../constraints"))
}

pub fn all_files(project: &Project) -> BTreeMap<String, String> {
    let files = make(project).unwrap();
    let constraints = files.constraints.into_iter();
    let constraints = constraints.map(|f| (format!("constraints/{}", f.name), f.text));
    let project = files.project.into_iter();
    let project = project.map(|f| (format!("generated/{}", f.name), f.text));
    constraints.chain(project).collect()
}

/// The commands of a settings or constraints file as lists of words, comments left out. Quotes and
/// braces are taken off; `[get_ports x]` becomes the words `[`, `get_ports`, `x`, `]`.
pub fn commands(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.map(words).collect()
}

fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '"' => rest[1..].split_once('"').expect("a closing quote"),
            '{' => rest[1..].split_once('}').expect("a closing brace"),
            '[' | ']' => rest.split_at(1),
            _ => {
                // A `]` ends a word unless a `[` in the same word began an index.
                let mut depth = 0;
                let end = rest.find(|c: char| {
                    depth += i32::from(c == '[') - i32::from(c == ']');
                    c.is_whitespace() || depth < 0
                });
                rest.split_at(end.unwrap_or(rest.len()))
            }
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

pub fn globals(text: &str) -> Vec<(String, String)> {
    commands(text)
        .into_iter()
        .filter(|c| c[0] == "set_global_assignment")
        .map(|c| {
            assert_eq!((c.len(), c[1].as_str()), (4, "-name"), "{c:?}");
            (c[2].clone(), c[3].clone())
        })
        .collect()
}

pub fn values<'a>(globals: &'a [(String, String)], name: &str) -> Vec<&'a str> {
    let named = globals.iter().filter(|(n, _)| n == name);
    named.map(|(_, value)| value.as_str()).collect()
}
