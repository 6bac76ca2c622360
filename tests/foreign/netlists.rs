//! The committed netlists.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use baccarat::de1_soc::is_high_at_power_up;
use baccarat::foreign::{ForeignDesign, Reader, Sources};
use baccarat::fpga::synthesis::Yosys;
use baccarat::fpga::toolchain::Finder;
use serde_json::{Map, Value};

const DESIGNS: [&str; 4] = ["clocks", "counters", "picture", "task5"];

fn path(design: &str, extension: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/foreign/netlists/{design}.{extension}"))
}

fn netlist(design: &str) -> String {
    fs::read_to_string(path(design, "json")).expect("a netlist")
}

fn read(netlist: &str) -> Arc<ForeignDesign> {
    Arc::new(ForeignDesign::from_netlist(netlist, is_high_at_power_up).expect("a design"))
}

/// A design.
pub fn design(name: &str) -> Arc<ForeignDesign> {
    read(&netlist(name))
}

/// A design with 1 instead of an input of one bit.
pub fn design_with_high_input(name: &str, input: &str) -> Arc<ForeignDesign> {
    let mut netlist: Value = serde_json::from_str(&netlist(name)).expect("JSON");
    let module = &mut netlist["modules"][name];
    let net = module["ports"][input]["bits"][0].clone();
    assert!(net.is_u64(), "no input {input}");
    for cell in objects(&mut module["cells"]) {
        for pin in objects(&mut cell["connections"]).filter(|pin| pin[0] == net) {
            pin[0] = "1".into();
        }
    }
    read(&netlist.to_string())
}

fn objects(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_object_mut().expect("an object").values_mut()
}

/// What the program reads of a netlist, with shorter names of cells, and a cell or a name on each
/// line.
fn abridged(netlist: &str) -> String {
    let keep = |value: &mut Value, keys: &[&str]| {
        value.as_object_mut().expect("an object").retain(|key, _| keys.contains(&key.as_str()));
    };
    let mut netlist: Value = serde_json::from_str(netlist).expect("JSON");
    for module in objects(&mut netlist["modules"]) {
        keep(&mut module["attributes"], &["top"]);
        let cells = module["cells"].as_object_mut().expect("an object");
        let short = |name: String| name[name.rfind('$').expect("Yosys's name")..].to_owned();
        let mut shorter: Map<String, Value> =
            std::mem::take(cells).into_iter().map(|(name, cell)| (short(name), cell)).collect();
        shorter
            .values_mut()
            .for_each(|cell| keep(cell, &["type", "port_directions", "connections"]));
        *cells = shorter;
        let names = module["netnames"].as_object_mut().expect("an object");
        names.retain(|_, net| net["hide_name"] == 0 || net["attributes"].get("init").is_some());
        for net in names.values_mut() {
            keep(&mut net["attributes"], &["init"]);
        }
    }
    netlist.to_string().replace("},\"", "},\n\"") + "\n"
}

/// To write them anew: `UPDATE_NETLISTS=1 cargo test --test foreign -- --ignored`.
#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_netlists_are_what_yosys_writes_from_the_sources() {
    let yosys = Yosys::find(&Finder::from_environment(), &mut |_, _| {}).expect("yosys");
    let reader = Reader::new(yosys, Duration::from_secs(300));
    for name in DESIGNS {
        let sources = Sources { files: vec![path(name, "sv")], ..Sources::default() };
        let (written, _) = reader.netlist(&sources.collect().expect("sources")).expect("a netlist");
        let written_cells = written.matches("\"port_directions\"").count();
        let written = abridged(&written);
        assert_eq!(written.matches("\"port_directions\"").count(), written_cells, "equal names");
        if std::env::var_os("UPDATE_NETLISTS").is_some() {
            fs::write(path(name, "json"), &written).expect("a file");
        }
        assert!(netlist(name) == written, "{name}.json differs");
    }
}
