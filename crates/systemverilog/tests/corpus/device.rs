//! A block in `rust-hdl`'s own simulation, behind one face whatever its type.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rust_hdl::prelude::*;
use rust_hdl_rtl::{Design, Error, Pins};

/// More delta cycles than any block needs.
const MAXIMUM_UPDATES: usize = 1000;

/// `rust-hdl` does not count it as a change that a block begins or ceases to drive a bus, and hands it up by one level of the
/// hierarchy in an update. So many levels there are at most.
const QUIET_UPDATES: usize = 4;

/// A kind of block.
pub trait Device: Send + Sync {
    fn interface(&self) -> Interface;
    fn power_up(&self) -> Box<dyn Powered>;
    /// Shows a fresh block to the elaboration.
    fn visit(
        &self,
        elaborate: &mut dyn FnMut(&dyn Block) -> Result<Design, Error>,
    ) -> Result<Design, Error>;
}

/// A block at work. Inputs and outputs go by their places in the [`Interface`].
pub trait Powered {
    fn drive(&mut self, input: usize, value: u128);
    fn sense(&self, output: usize) -> u128;
    /// Whether the block drives a bidirectional port, by its place among those of the inputs.
    fn drives(&self, bus: usize) -> bool;
    /// Lets everything come to rest, or says why it does not. After an error the block is not used again.
    fn settle(&mut self) -> Result<(), String>;
}

/// The ports of a block, in the order of its pins. A bidirectional port is an input, for what others drive it to, and an
/// output, for what it then is.
pub struct Interface {
    pub inputs: Vec<Port>,
    pub outputs: Vec<Port>,
}

/// A port by the name that it has in the design.
#[derive(Clone)]
pub struct Port {
    pub name: String,
    pub width: u32,
    pub kind: PortKind,
}

impl Interface {
    /// How many bidirectional ports there are: the last of the inputs, and the last of the outputs.
    pub fn buses(&self) -> usize {
        self.inputs.iter().filter(|port| port.kind == PortKind::Bus).count()
    }
}

impl Port {
    /// How many bytes hold a value.
    pub fn bytes(&self) -> usize {
        self.width.div_ceil(8) as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortKind {
    Clock,
    /// Any pattern of bits.
    Data,
    /// So many variants, encoded from 0 up.
    Enum(usize),
    /// Any pattern of bits, from inside or outside. Somebody always drives it, and never both: in `rust-hdl` a bus that
    /// nobody drives keeps its value, and a wire does not.
    Bus,
}

/// A bidirectional port by name, and how to reach it. Made by [`bus_pin`].
pub struct BusPin<B> {
    pub name: &'static str,
    pub drive: fn(&mut B, u128),
    pub sense: fn(&B) -> u128,
    pub drives: fn(&B) -> bool,
}

/// A bidirectional port of a block: `bus_pin!(TristateBuffer<Bit>, bus)`.
macro_rules! bus_pin {
    ($block:ty, $port:ident $(.$field:ident)*) => {
        $crate::device::BusPin::<$block> {
            name: concat!(stringify!($port) $(, "_", stringify!($field))*),
            drive: |block, pattern| {
                block.$port $(.$field)*.next = rust_hdl_rtl::BitPattern::from_pattern(pattern)
            },
            sense: |block| rust_hdl_rtl::BitPattern::pattern(block.$port $(.$field)*.val()),
            drives: |block| block.$port $(.$field)*.is_driving_tristate(),
        }
    };
}
pub(crate) use bus_pin;

/// A block of a type, with how to make it and how to reach its ports.
pub struct Simulated<B> {
    new: fn() -> B,
    pins: Pins<B>,
    buses: Vec<BusPin<B>>,
}

impl<B: Block> Simulated<B> {
    pub fn new(new: fn() -> B, pins: Pins<B>, buses: Vec<BusPin<B>>) -> Simulated<B> {
        Simulated { new, pins, buses }
    }
}

impl<B: Block + 'static> Device for Simulated<B> {
    fn interface(&self) -> Interface {
        let mut ports = Ports::default();
        (self.new)().accept("device", &mut ports);
        let mut take = |name: &str| {
            let place = ports.found.iter().position(|port| port.name == name);
            ports.found.remove(place.unwrap_or_else(|| panic!("there is no port `{name}`")))
        };
        let mut inputs: Vec<Port> = self.pins.inputs.iter().map(|(name, _)| take(name)).collect();
        let mut outputs: Vec<Port> = self.pins.outputs.iter().map(|(name, _)| take(name)).collect();
        for bus in &self.buses {
            let port = take(bus.name);
            inputs.push(port.clone());
            outputs.push(port);
        }
        let forgotten: Vec<&str> = ports.found.iter().map(|port| &*port.name).collect();
        assert!(forgotten.is_empty(), "ports without pins: {forgotten:?}");
        Interface { inputs, outputs }
    }

    fn power_up(&self) -> Box<dyn Powered> {
        let mut block = (self.new)();
        block.connect_all();
        let drivers = self.pins.inputs.iter().map(|(_, drive)| *drive).collect();
        let sensors = self.pins.outputs.iter().map(|(_, sense)| *sense).collect();
        let buses = self.buses.iter().map(|bus| (bus.drive, bus.sense, bus.drives));
        let outside = vec![0; self.buses.len()];
        Box::new(Running { block, drivers, sensors, buses: buses.collect(), outside })
    }

    fn visit(
        &self,
        elaborate: &mut dyn FnMut(&dyn Block) -> Result<Design, Error>,
    ) -> Result<Design, Error> {
        elaborate(&(self.new)())
    }
}

struct Running<B> {
    block: B,
    drivers: Vec<fn(&mut B, u128)>,
    sensors: Vec<fn(&B) -> u128>,
    buses: Vec<Bus<B>>,
    /// What others drive each bus to.
    outside: Vec<u128>,
}

/// How to drive a bus, how to read it, and how to see whether the block drives it.
type Bus<B> = (fn(&mut B, u128), fn(&B) -> u128, fn(&B) -> bool);

impl<B: Block> Running<B> {
    fn simulate(&mut self) -> bool {
        if self.buses.is_empty() {
            return simulate(&mut self.block, MAXIMUM_UPDATES);
        }
        let mut quiet = 0;
        for _ in 0..MAXIMUM_UPDATES {
            let drives = self.drives_all();
            for (place, (drive, _, _)) in self.buses.iter().enumerate() {
                if !drives[place] {
                    drive(&mut self.block, self.outside[place]);
                }
            }
            self.block.update_all();
            let changed = self.block.has_changed() || self.drives_all() != drives;
            quiet = if changed { 0 } else { quiet + 1 };
            if quiet == QUIET_UPDATES {
                return true;
            }
        }
        false
    }

    fn drives_all(&self) -> Vec<bool> {
        self.buses.iter().map(|(_, _, drives)| drives(&self.block)).collect()
    }
}

impl<B: Block> Powered for Running<B> {
    fn drive(&mut self, input: usize, value: u128) {
        match self.drivers.get(input) {
            Some(drive) => drive(&mut self.block, value),
            None => self.outside[input - self.drivers.len()] = value,
        }
    }

    fn sense(&self, output: usize) -> u128 {
        match self.sensors.get(output) {
            Some(sense) => sense(&self.block),
            None => (self.buses[output - self.sensors.len()].1)(&self.block),
        }
    }

    fn drives(&self, bus: usize) -> bool {
        (self.buses[bus].2)(&self.block)
    }

    fn settle(&mut self) -> Result<(), String> {
        let mut running = AssertUnwindSafe(self);
        match catch_unwind(move || running.simulate()) {
            Ok(true) => Ok(()),
            Ok(false) => Err("rust-hdl's simulation does not come to rest".to_string()),
            Err(payload) => Err(format!("rust-hdl's simulation panics: {}", message(&*payload))),
        }
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    match payload.downcast_ref::<String>() {
        Some(message) => message,
        None => payload.downcast_ref::<&str>().copied().unwrap_or("no message"),
    }
}

/// The ports of a block, as its probe shows them.
#[derive(Default)]
struct Ports {
    depth: usize,
    interfaces: Vec<String>,
    found: Vec<Port>,
}

impl Probe for Ports {
    fn visit_start_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.depth += 1;
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.interfaces.push(name.to_string());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        if self.depth != 1 || !signal.kind().is_parameter() {
            return;
        }
        let mut path = self.interfaces.clone();
        path.push(name.to_string());
        let descriptor = signal.descriptor();
        let kind = match descriptor.kind {
            TypeKind::Enum(variants) => PortKind::Enum(variants.len()),
            _ if signal.kind() == AtomKind::InOutParameter => PortKind::Bus,
            _ if descriptor.name == "clock" => PortKind::Clock,
            _ => PortKind::Data,
        };
        let name = path.join("_").replace('$', "_");
        self.found.push(Port { name, width: signal.bits() as u32, kind });
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.interfaces.pop();
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.depth -= 1;
    }
}

/// An enum port as a pin: a variant goes by its place.
pub fn variant<T: Copy>(variants: &[T], pattern: u128) -> T {
    variants[pattern as usize]
}
