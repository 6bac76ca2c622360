//! Type-erased blocks in `rust-hdl`'s simulation.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rust_hdl::prelude::*;
use rust_hdl_rtl::{Design, Error, Pins, Value};

/// More delta cycles than any block needs.
const MAXIMUM_UPDATES: usize = 1000;

/// The maximum depth of hierarchies. `rust-hdl` does not report that a block starts or stops driving a bus as a change, and
/// propagates it by one level per update.
const QUIET_UPDATES: usize = 4;

/// A type of block.
pub trait Device: Send + Sync {
    fn interface(&self) -> Interface;
    fn power_up(&self) -> Box<dyn Simulation>;
    /// Elaborates a new block.
    fn visit(
        &self,
        elaborate: &mut dyn FnMut(&dyn Block) -> Result<Design, Error>,
    ) -> Result<Design, Error>;
}

/// A running simulation. Inputs and outputs are addressed by their indices in the [`Interface`].
pub trait Simulation {
    fn poke(&mut self, input: usize, value: u128);
    fn peek(&self, output: usize) -> u128;
    /// Whether the block drives a bidirectional port, by its index among the bidirectional ports.
    fn drives(&self, bus: usize) -> bool;
    /// Settles the block. After an error it must not be used again.
    fn settle(&mut self) -> Result<(), String>;
}

/// The ports of a block, in the order of its pins. A bidirectional port is both an input, for the external driver, and an
/// output.
pub struct Interface {
    pub inputs: Vec<Port>,
    pub outputs: Vec<Port>,
}

/// A port, with its name in the design.
#[derive(Clone)]
pub struct Port {
    pub name: String,
    pub width: u32,
    pub kind: PortKind,
}

impl Interface {
    /// The number of bidirectional ports, which are the last inputs and the last outputs.
    pub fn buses(&self) -> usize {
        self.inputs.iter().filter(|port| port.kind == PortKind::Bus).count()
    }
}

impl Port {
    /// The size of a value in bytes.
    pub fn bytes(&self) -> usize {
        self.width.div_ceil(8) as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortKind {
    Clock,
    /// Any bit pattern.
    Data,
    /// An enum with this number of variants, encoded from 0 up.
    Enum(usize),
    /// Any bit pattern, bidirectional. It always has exactly one driver, inside or outside: an undriven bus keeps its value
    /// in `rust-hdl`, which a wire does not.
    Bus,
}

/// A bidirectional port with its accessors, made by [`bus_pin`].
pub struct BusPin<B> {
    pub name: &'static str,
    pub poke: fn(&mut B, &Value),
    pub peek: fn(&B) -> Value,
    pub drives: fn(&B) -> bool,
}

/// A bidirectional port of a block: `bus_pin!(TristateBuffer<Bit>, bus)`.
#[macro_export]
macro_rules! bus_pin {
    ($block:ty, $port:ident $(.$field:ident)*) => {
        $crate::device::BusPin::<$block> {
            name: concat!(stringify!($port) $(, "_", stringify!($field))*),
            poke: |block, pattern| {
                block.$port $(.$field)*.next = rust_hdl_rtl::BitPattern::from_pattern(pattern)
            },
            peek: |block| rust_hdl_rtl::BitPattern::pattern(block.$port $(.$field)*.val()),
            drives: |block| block.$port $(.$field)*.is_driving_tristate(),
        }
    };
}
pub use bus_pin;

/// A block's constructor and pins.
pub struct RustBlock<B> {
    new: fn() -> B,
    pins: Pins<B>,
    buses: Vec<BusPin<B>>,
}

impl<B: Block> RustBlock<B> {
    pub fn new(new: fn() -> B, pins: Pins<B>, buses: Vec<BusPin<B>>) -> RustBlock<B> {
        RustBlock { new, pins, buses }
    }
}

impl<B: Block + 'static> Device for RustBlock<B> {
    fn interface(&self) -> Interface {
        let mut ports = Ports::default();
        (self.new)().accept("device", &mut ports);
        let mut take = |name: &str| {
            let index = ports.found.iter().position(|port| port.name == name);
            ports.found.remove(index.unwrap_or_else(|| panic!("there is no port `{name}`")))
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

    fn power_up(&self) -> Box<dyn Simulation> {
        let mut block = (self.new)();
        block.connect_all();
        let pokes = self.pins.inputs.iter().map(|(_, poke)| *poke).collect();
        let peeks = self.pins.outputs.iter().map(|(_, peek)| *peek).collect();
        let buses = self.buses.iter().map(|bus| (bus.poke, bus.peek, bus.drives));
        let outside = vec![Value::ZERO; self.buses.len()];
        Box::new(BlockSimulation { block, pokes, peeks, buses: buses.collect(), outside })
    }

    fn visit(
        &self,
        elaborate: &mut dyn FnMut(&dyn Block) -> Result<Design, Error>,
    ) -> Result<Design, Error> {
        elaborate(&(self.new)())
    }
}

struct BlockSimulation<B> {
    block: B,
    pokes: Vec<fn(&mut B, &Value)>,
    peeks: Vec<fn(&B) -> Value>,
    buses: Vec<Bus<B>>,
    /// The external value of each bus.
    outside: Vec<Value>,
}

/// The accessors of a bus: write, read, and whether the block drives it.
type Bus<B> = (fn(&mut B, &Value), fn(&B) -> Value, fn(&B) -> bool);

impl<B: Block> BlockSimulation<B> {
    fn simulate(&mut self) -> bool {
        if self.buses.is_empty() {
            return simulate(&mut self.block, MAXIMUM_UPDATES);
        }
        let mut quiet = 0;
        for _ in 0..MAXIMUM_UPDATES {
            let drives = self.drives_all();
            for (index, (poke, _, _)) in self.buses.iter().enumerate() {
                if !drives[index] {
                    poke(&mut self.block, &self.outside[index]);
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

impl<B: Block> Simulation for BlockSimulation<B> {
    fn poke(&mut self, input: usize, value: u128) {
        match self.pokes.get(input) {
            Some(poke) => poke(&mut self.block, &value.into()),
            None => self.outside[input - self.pokes.len()] = value.into(),
        }
    }

    fn peek(&self, output: usize) -> u128 {
        let value = match self.peeks.get(output) {
            Some(peek) => peek(&self.block),
            None => (self.buses[output - self.peeks.len()].1)(&self.block),
        };
        value.to_u128().expect("at most 128 bits")
    }

    fn drives(&self, bus: usize) -> bool {
        (self.buses[bus].2)(&self.block)
    }

    fn settle(&mut self) -> Result<(), String> {
        let mut running = AssertUnwindSafe(self);
        match catch_unwind(move || running.simulate()) {
            Ok(true) => Ok(()),
            Ok(false) => Err("rust-hdl's simulation does not settle".to_string()),
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

/// Collects the ports of a block.
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

/// Returns an enum's variant by its index.
pub fn variant<T: Copy>(variants: &[T], pattern: &Value) -> T {
    variants[pattern.to_usize().expect("an index")]
}
