//! A block in `rust-hdl`'s own simulation, behind one face whatever its type.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use baccarat::rtl::{Design, Error, Pattern, Pins};
use rust_hdl::prelude::*;

/// More delta cycles than any block needs.
const MAXIMUM_UPDATES: usize = 1000;

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
    /// Lets everything come to rest, or says why it does not. After an error the block is not used again.
    fn settle(&mut self) -> Result<(), String>;
}

/// The ports of a block, in the order of its pins.
pub struct Interface {
    pub inputs: Vec<Port>,
    pub outputs: Vec<Port>,
}

/// A port by the name that it has in the design.
pub struct Port {
    pub name: String,
    pub width: u32,
    pub kind: PortKind,
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
}

/// A block of a type, with how to make it and how to reach its ports.
pub struct Simulated<B> {
    new: fn() -> B,
    pins: Pins<B>,
}

impl<B: Block> Simulated<B> {
    pub fn new(new: fn() -> B, pins: Pins<B>) -> Simulated<B> {
        Simulated { new, pins }
    }
}

impl<B: Block + 'static> Device for Simulated<B> {
    fn interface(&self) -> Interface {
        let mut ports = Ports::default();
        (self.new)().accept("device", &mut ports);
        let mut take = |name: &&str| {
            let place = ports.found.iter().position(|port| port.name == *name);
            ports.found.remove(place.unwrap_or_else(|| panic!("there is no port `{name}`")))
        };
        let inputs = self.pins.inputs.iter().map(|(name, _)| take(name)).collect();
        let outputs = self.pins.outputs.iter().map(|(name, _)| take(name)).collect();
        let forgotten: Vec<&str> = ports.found.iter().map(|port| &*port.name).collect();
        assert!(forgotten.is_empty(), "ports without pins: {forgotten:?}");
        Interface { inputs, outputs }
    }

    fn power_up(&self) -> Box<dyn Powered> {
        let mut block = (self.new)();
        block.connect_all();
        let drivers = self.pins.inputs.iter().map(|(_, drive)| *drive).collect();
        let sensors = self.pins.outputs.iter().map(|(_, sense)| *sense).collect();
        Box::new(Running { block, drivers, sensors })
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
}

impl<B: Block> Powered for Running<B> {
    fn drive(&mut self, input: usize, value: u128) {
        (self.drivers[input])(&mut self.block, value);
    }

    fn sense(&self, output: usize) -> u128 {
        (self.sensors[output])(&self.block)
    }

    fn settle(&mut self) -> Result<(), String> {
        let mut block = AssertUnwindSafe(&mut self.block);
        match catch_unwind(move || simulate(*block, MAXIMUM_UPDATES)) {
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

/// The value of an output of any type that has a pattern.
pub fn pattern<T: Pattern>(value: T) -> u128 {
    value.pattern()
}
