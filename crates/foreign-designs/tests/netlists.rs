//! Designs without Yosys, from the netlists that it wrote; an ignored test compares them with their
//! sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use board_simulation::Copies;
use de1_soc::is_high_at_power_up;
use foreign_designs::{ForeignDesign, Simulator};
use foreign_sources::{Reader, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use rust_hdl_lanes::{Execution, Word};
use serde_json::{Map, Value};

const DESIGNS: [&str; 17] = [
    "buses",
    "clocks",
    "codec_clocks",
    "counters",
    "headers",
    "lab",
    "latches",
    "matrix",
    "memories",
    "mouse",
    "picture",
    "pixel_clock",
    "plls",
    "plot",
    "ps2",
    "task5",
    "tune",
];

fn path(design: &str, extension: &str) -> PathBuf {
    if design != "codec_clocks" {
        return test_netlists::path(design, extension);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/codec_clocks");
    folder.join(format!("{design}.{extension}"))
}

fn read(netlist: &str) -> Arc<ForeignDesign> {
    Arc::new(ForeignDesign::from_netlist(netlist, is_high_at_power_up).expect("a design"))
}

/// A committed design.
fn design(name: &str) -> Arc<ForeignDesign> {
    read(&fs::read_to_string(path(name, "json")).expect("a netlist"))
}

fn objects(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_object_mut().expect("an object").values_mut()
}

/// What the program reads of a netlist, of which some cells have parameters, with shorter names of
/// cells, and a cell or a name on each line.
fn abridged(netlist: &str, has_parameters: fn(&str) -> bool) -> String {
    let keep = |value: &mut Value, keys: &[&str]| {
        value.as_object_mut().expect("an object").retain(|key, _| keys.contains(&key.as_str()));
    };
    let mut netlist: Value = serde_json::from_str(netlist).expect("JSON");
    for module in objects(&mut netlist["modules"]) {
        keep(&mut module["attributes"], &["top"]);
        let cells = module["cells"].as_object_mut().expect("an object");
        let mut shorter: Map<String, Value> = Map::new();
        for (name, cell) in std::mem::take(cells) {
            // Cells of two instances may end the same.
            let short = &name[name.rfind('$').unwrap_or(0)..];
            let name = if shorter.contains_key(short) { &name } else { short };
            shorter.insert(name.to_owned(), cell);
        }
        let kept = ["type", "port_directions", "connections", "parameters"];
        for cell in shorter.values_mut() {
            let is_read = cell["type"].as_str().is_some_and(has_parameters);
            keep(cell, &kept[..if is_read { 4 } else { 3 }]);
        }
        *cells = shorter;
        let names = module["netnames"].as_object_mut().expect("an object");
        names.retain(|_, net| net["hide_name"] == 0 || net["attributes"].get("init").is_some());
        for net in names.values_mut() {
            keep(&mut net["attributes"], &["init"]);
        }
    }
    netlist.to_string().replace("},\"", "},\n\"") + "\n"
}

/// A port, its bit, and what it becomes.
type Change = (&'static str, u32, bool);

#[test]
fn a_pulse_is_a_rising_and_a_falling_edge() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut quick = 0_usize;
    for name in ["clocks", "counters", "lab", "latches", "memories", "task5"] {
        let design = design(name);
        let ports = design.netlist.inputs.iter().filter(|port| !port.name.starts_with('$'));
        let mut bits: Vec<u32> = ports.flat_map(|port| port.leaf..port.leaf + port.width).collect();
        let clocks = design.rising_only.iter().map(|(bit, _)| *bit);
        bits.extend(clocks.cycle().take(bits.len() * usize::from(!design.rising_only.is_empty())));
        let simulator = || Simulator::new(&design, 1, Execution::Fastest);
        let [mut pulsed, mut toggled] = [simulator(), simulator()];
        for number in 0..300 {
            let bit = bits[random.usize(..bits.len())];
            let copies: [Word; 1] = [std::array::from_fn(|_| random.u64(..) & random.u64(..))];
            let edge = |simulator: &mut Simulator| {
                simulator.lanes.toggle(bit, &copies);
                simulator.settle(&copies).expect("stable");
            };
            edge(&mut toggled);
            // After most pulses, clocks are low, so that their falling edges need no tick.
            let is_clock = design.level(bit).is_some();
            if random.u8(..if is_clock { 8 } else { 2 }) > 0 {
                edge(&mut toggled);
                pulsed.pulse(bit, &copies).expect("stable");
                quick += usize::from(is_clock);
            } else {
                edge(&mut pulsed);
            }
            for leaf in 0..design.netlist.leaves() as u32 {
                let levels = [&pulsed, &toggled].map(|simulator| simulator.lanes.get(leaf, 0));
                assert_eq!(levels[0], levels[1], "{name}, leaf {leaf} after change {number}");
            }
            let outputs = [&mut pulsed, &mut toggled].map(|simulator| {
                let mut outputs = vec![];
                simulator.lanes.outputs(|port, bit, _, word| outputs.push((port, bit, word)));
                outputs
            });
            assert!(outputs[0] == outputs[1], "{name}, after change {number}");
        }
    }
    assert!(quick > 500, "{quick}");
}

/// The lights of `buses` after each change of its inputs, beginning with all of them 0 but KEY.
#[test]
fn latches_of_gates_hold_and_buses_have_the_value_of_their_driver() {
    let design = design("buses");
    assert_eq!(design.ticks, None);
    assert!(design.latch_warning().is_some_and(|text| text.contains("LEDR")));
    let mut simulator = Simulator::new(&design, 1, Execution::Fastest);
    let mut lights = |changes: &[Change]| {
        for (port, bit, value) in changes {
            let leaf = design.netlist.input(port).expect("an input").leaf;
            simulator.lanes.fill(leaf + bit, *value);
        }
        simulator.settle_all().expect("settled");
        let outputs = simulator.first_outputs();
        let port = design.netlist.outputs.iter().position(|port| port.name == "LEDR");
        format!("{:010b}", outputs[port.expect("an output")].to_u64().expect("a number"))
    };
    let keys = [0, 1, 2, 3].map(|bit| ("KEY", bit, true));
    let _ = lights(&keys);
    let cases: [(&[Change], &str); 11] = [
        (&[("KEY", 0, false)], "00_00_0000_01"),
        (&[("KEY", 0, true)], "00_00_0000_01"),
        (&[("KEY", 1, false)], "00_00_0000_10"),
        (&[("KEY", 1, true), ("SW", 3, true)], "00_00_1000_10"),
        (&[("KEY", 2, false), ("SW", 3, false)], "00_00_1000_10"),
        (&[("SW", 4, true), ("SW", 8, true)], "00_01_1000_10"),
        (&[("SW", 8, false), ("SW", 7, true), ("SW", 9, true)], "00_10_1000_10"),
        (&[("GPIO_0", 0, true), ("GPIO_0", 1, true), ("SW", 0, true)], "10_10_1000_10"),
        (&[("SW", 0, false), ("SW", 1, true)], "01_10_1000_10"),
        (&[("KEY", 3, false), ("GPIO_0", 0, false)], "00_10_1000_10"),
        (&[("SW", 9, false)], "01_00_1000_10"),
    ];
    for (changes, expected) in cases {
        assert_eq!(lights(changes), expected.replace('_', ""), "{changes:?}");
    }
}

/// The values of every signal in 256 copies after each of 500 random changes of the inputs.
fn history(design: &ForeignDesign) -> BTreeMap<String, Vec<Word>> {
    let design = design.with_outputs(design.signals());
    let mut simulator = Simulator::new(&design, 1, Execution::Fastest);
    let inputs = design.netlist.inputs.iter().filter(|port| !port.name.starts_with('$'));
    let leaves: Vec<u32> = inputs.flat_map(|port| port.leaf..port.leaf + port.width).collect();
    let mut random = fastrand::Rng::with_seed(24);
    let mut history = vec![vec![]; design.netlist.outputs.len()];
    for _ in 0..500 {
        for leaf in &leaves {
            simulator.lanes.set(*leaf, 0, [(); 4].map(|()| random.u64(..)));
        }
        simulator.settle_all().expect("settled");
        simulator.lanes.outputs(|port, _, _, word| history[port].push(word));
    }
    design.netlist.outputs.into_iter().map(|port| port.name).zip(history).collect()
}

/// To write them anew: `UPDATE_NETLISTS=1 cargo test --package foreign-designs --test netlists --
/// --ignored`. They are not compared as text, since the order of the cells is not the same on all
/// computers.
#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_netlists_do_what_yosys_reads_in_the_sources() {
    let yosys = Yosys::find(&Finder::from_environment(), &mut |_, _| {}).expect("yosys");
    let reader = Reader::new(yosys, Duration::from_secs(300));
    for name in DESIGNS {
        let files = match name {
            "tune" => vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/board/tune")],
            _ => vec![path(name, "sv"), path("digit", "sv")],
        };
        let sources = Sources { files, top: Some(name.into()), ..Sources::default() };
        let reading = reader.netlists(&sources.collect().expect("sources")).expect("a netlist");
        let written = reading.content;
        if std::env::var_os("UPDATE_NETLISTS").is_some() {
            let gates = abridged(&written.gates, |kind| !kind.starts_with("$_"));
            fs::write(path(name, "json"), gates).expect("a file");
            let words = abridged(&written.words.clone().expect("words"), |_| true);
            fs::write(path(name, "words.json"), words).expect("a file");
        }
        let written = written.gates;
        let [committed, expected] = [design(name), read(&written)];
        assert_eq!(committed.ticks, expected.ticks, "{name}");
        let latches = [&committed, &expected].map(|design| BTreeSet::from_iter(&design.latches));
        assert_eq!(latches[0], latches[1], "{name}");
        let [committed, expected] = [history(&committed), history(&expected)];
        // Those of slang have the variables of functions, too.
        let missing: Vec<_> = committed.keys().filter(|key| !expected.contains_key(*key)).collect();
        assert!(missing.is_empty(), "{name}: other names: {missing:?}");
        let differs = |signal: &&String| committed[*signal] != expected[*signal];
        assert_eq!(committed.keys().find(differs), None, "{name}");
    }
}
