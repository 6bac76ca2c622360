//! Which ports of a design belong to the board.

use super::headers::{self, HeaderPin};
use de1_soc::{
    GPIO, HEADER_PINS, I2C, INPUTS, KEYS, MONITOR, PLOTTER, SWITCHES, is_high_if_undriven, outputs,
};
use foreign_designs::{CODEC, ForeignDesign, bit_range};
use rust_hdl_gates::graph::{Edge, Graph, Node};
use rust_hdl_gates::netlist::{InputPort, OutputPort};

/// The header at which the LED matrix is.
const MATRIX: usize = 1;

const NO_PIN: &str = "the virtual board has no such pin";

const NO_PLOTTER: &str =
    "a top module of DESim needs VGA_X, VGA_Y, VGA_COLOR and plot, without VGA_R, VGA_G and VGA_B";

/// What a person sets on the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inputs {
    pub pressed: [bool; KEYS],
    /// SW\[9:0\].
    pub switches: u64,
    /// The pins of both headers.
    pub headers: [u64; 2],
}

/// The connections of a design to the board. Bits of ports that the board does not have stay
/// unconnected: inputs are 0.
#[derive(Clone, Debug)]
pub struct Pins {
    /// The leaf of CLOCK_50.
    pub(super) clock: Option<u32>,
    /// The leaves of the keys.
    pub(super) keys: [Option<u32>; KEYS],
    /// The leaves of the switches.
    pub(super) switches: [Option<u32>; SWITCHES],
    /// The leaves that are 1 unless a person or a device sets them.
    idle_high: Vec<u32>,
    /// The leaves of the pins of the headers.
    pub(super) header_leaves: [[Option<u32>; HEADER_PINS]; 2],
    /// The leaves of clock and data of the keyboard, and of the mouse.
    pub(super) ps2: [Option<[u32; 2]>; 2],
    /// The leaves of clock and data of the I²C bus.
    pub(super) i2c: [Option<u32>; 2],
    /// The first leaf of the settings of the clocks that the audio codec makes.
    pub(super) codec: Option<u32>,
    /// The bits of [`outputs`].
    pub(super) outputs: Vec<Vec<Edge>>,
    /// The pins of both headers that have lights and switches.
    pub headers: [Vec<HeaderPin>; 2],
    /// Whether the LED matrix is at GPIO_1.
    pub has_matrix: bool,
    /// Whether the design sends samples to the audio codec.
    pub has_codec: bool,
    /// The bits of VGA_X that are not constant, from the lowest one on, and those of VGA_COLOR, if
    /// the design has all outputs of [`PLOTTER`], and none at the VGA connector.
    pub(super) plotter: Option<[usize; 2]>,
    /// The ports that are connected, such as `KEY[3:0]`.
    pub connected: Vec<String>,
    /// The ports that are not, or not with all their bits, each with the reason.
    pub unconnected: Vec<String>,
}

impl Pins {
    /// Connects the ports of a design.
    pub fn of(design: &ForeignDesign) -> Pins {
        let netlist = &design.netlist;
        let mut pins = Pins {
            clock: None,
            keys: [None; KEYS],
            switches: [None; SWITCHES],
            header_leaves: std::array::from_fn(|header| {
                std::array::from_fn(|number| headers::leaf(design, header, number))
            }),
            idle_high: design.idle_high.clone(),
            ps2: [None; 2],
            i2c: I2C.map(|(line, _)| netlist.input(line).map(|input| input.leaf)),
            codec: netlist.input(CODEC).map(|input| input.leaf),
            headers: headers::pins(design),
            has_matrix: false,
            has_codec: ["AUD_BCLK", "AUD_DACLRCK", "AUD_DACDAT"]
                .iter()
                .all(|line| netlist.output(line).is_some()),
            plotter: plotter(design),
            outputs: vec![],
            connected: vec![],
            unconnected: design.unassigned.clone(),
        };
        let input = |name: &str| INPUTS.into_iter().find(|pin| pin.0 == name).map(|pin| pin.1);
        let is_plotter = |name: &str| PLOTTER.iter().any(|output| output.0 == name);
        let has_plotter = pins.plotter.is_some();
        let output = |name: &str| {
            let mut outputs = outputs().filter(|pin| has_plotter || !is_plotter(pin.0));
            outputs.find(|pin| pin.0 == name).map(|pin| pin.1)
        };
        for InputPort { name, width, .. } in &netlist.inputs {
            let reason =
                output(name).map_or(NO_PIN, |_| "the board has it as an output of the design");
            pins.describe(name, *width as usize, input(name), reason);
        }
        // The lines of the PS/2 connector and pins of headers are inputs and outputs.
        let is_input = |port: &&OutputPort| netlist.input(&port.name).is_some();
        for OutputPort { name, bits } in netlist.outputs.iter().filter(|port| !is_input(port)) {
            let reason = match input(name) {
                Some(_) => "the board has it as an input of the design",
                None if is_plotter(name) => NO_PLOTTER,
                None => NO_PIN,
            };
            pins.describe(name, bits.len(), output(name), reason);
        }
        for (header, used) in pins.headers.iter().enumerate() {
            pins.connected.extend(headers::ranges(header, used));
        }
        pins.has_matrix = headers::is_matrix(design, MATRIX, &pins.headers[MATRIX]);
        if pins.has_matrix {
            pins.headers[MATRIX].clear();
        }
        let leaf = |name: &str, bit: usize| {
            let input = netlist.input(name)?;
            (bit < input.width as usize).then_some(input.leaf + bit as u32)
        };
        pins.clock = leaf("CLOCK_50", 0);
        pins.keys = std::array::from_fn(|bit| leaf("KEY", bit));
        pins.switches = std::array::from_fn(|bit| leaf("SW", bit));
        let lines = |clock, data| leaf(clock, 0).zip(leaf(data, 0)).map(<[u32; 2]>::from);
        pins.ps2 = [lines("PS2_CLK", "PS2_DAT"), lines("PS2_CLK2", "PS2_DAT2")];
        let driven = |name: &str, bit: usize| netlist.output(name)?.bits.get(bit).copied();
        pins.outputs = outputs()
            .map(|(name, width)| {
                let undriven = if is_high_if_undriven(name) { Edge::ONE } else { Edge::ZERO };
                (0..width).map(|bit| driven(name, bit).unwrap_or(undriven)).collect()
            })
            .collect();
        pins
    }

    /// What nobody has set yet: the keys are up, the switches down, and the pins of the headers
    /// high where they are pulled up.
    pub(super) fn idle_inputs(&self) -> Inputs {
        let is_high = |leaf: &Option<u32>| leaf.is_some_and(|leaf| self.idle_high.contains(&leaf));
        let headers = self.header_leaves.map(|leaves| {
            let pins = leaves.iter().rev();
            pins.fold(0, |levels, leaf| levels << 1 | u64::from(is_high(leaf)))
        });
        Inputs { headers, ..Inputs::default() }
    }

    /// The leaves that are not always 0, with their levels: those that are high, and then, in their
    /// place, those that a person sets.
    pub(super) fn levels(&self, inputs: &Inputs) -> impl Iterator<Item = (u32, bool)> {
        let pressed = inputs.pressed.iter().rev();
        let released = pressed.fold(0, |keys, pressed| keys << 1 | u64::from(!pressed));
        let [gpio_0, gpio_1] = &self.header_leaves;
        let ports: [(&[Option<u32>], u64); 4] = [
            (&self.keys, released),
            (&self.switches, inputs.switches),
            (gpio_0, inputs.headers[0]),
            (gpio_1, inputs.headers[1]),
        ];
        let set = ports.into_iter().flat_map(|(leaves, levels)| {
            let leaves = leaves.iter().enumerate();
            leaves.filter_map(move |(bit, leaf)| Some(((*leaf)?, levels >> bit & 1 == 1)))
        });
        self.idle_high.iter().map(|leaf| (*leaf, true)).chain(set)
    }

    /// Whether a signal is CLOCK_50.
    pub(super) fn is_clock(&self, graph: &Graph, bits: &[Edge]) -> bool {
        let [bit] = bits else { return false };
        let node = graph.node(bit.node());
        !bit.is_inverted() && matches!(node, Node::Leaf(leaf) if self.clock == Some(leaf))
    }

    /// Which keys are connected.
    pub fn connected_keys(&self) -> [bool; KEYS] {
        self.keys.map(|leaf| leaf.is_some())
    }

    /// Which switches are connected, a bit for each.
    pub fn connected_switches(&self) -> u64 {
        let switches = self.switches.iter().rev();
        switches.fold(0, |mask, leaf| mask << 1 | u64::from(leaf.is_some()))
    }

    /// Whether a design has outputs for a monitor.
    pub fn has_monitor(&self) -> bool {
        self.connected.iter().any(|port| port.starts_with("VGA_"))
    }

    /// Whether a design has outputs at the VGA connector.
    pub(super) fn has_vga(&self) -> bool {
        self.has_monitor() && self.plotter.is_none()
    }

    /// Whether a design has ports for a PS/2 keyboard.
    pub fn has_keyboard(&self) -> bool {
        self.ps2[0].is_some()
    }

    /// Whether a design has ports for a PS/2 mouse.
    pub fn has_mouse(&self) -> bool {
        self.ps2[1].is_some()
    }

    /// Notes a port. `most` is the width of the board's, if it has one.
    fn describe(&mut self, name: &str, width: usize, most: Option<usize>, reason: &str) {
        // Those that were added to the design, or that have no pin of the board.
        if name.starts_with('$') {
            return;
        }
        let Some(most) = most else {
            self.unconnected.push(format!("{}: {reason}", bit_range(name, 0, width)));
            return;
        };
        // Of a header, only the pins that are used.
        if GPIO.iter().all(|header| header.0 != name) {
            self.connected.push(bit_range(name, 0, width.min(most)));
        }
        if width > most {
            let reason = format!("{} is all that the board has", bit_range(name, 0, most));
            self.unconnected.push(format!("{}: {reason}", bit_range(name, most, width)));
        }
    }
}

/// See [`Pins::plotter`].
fn plotter(design: &ForeignDesign) -> Option<[usize; 2]> {
    let output = |port: &(&str, usize)| design.netlist.output(port.0);
    if MONITOR.iter().any(|port| output(port).is_some()) {
        return None;
    }
    let ports: Option<Vec<&OutputPort>> = PLOTTER.iter().map(output).collect();
    let [columns, _, colours, _] = ports?.try_into().ok()?;
    let is_constant = |bit: &Edge| [Edge::ZERO, Edge::ONE].contains(bit);
    let last = columns.bits.iter().rposition(|bit| !is_constant(bit));
    Some([last.map_or(0, |last| last + 1), colours.bits.len()])
}
