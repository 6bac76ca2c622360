//! `rust-hdl`'s simulation of a block, with the values of its ports as numbers.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeDescriptor, TypeKind, VerilogLiteral};
use rust_hdl_describe::{PortName, Ports};
use thiserror::Error;

use super::super::design::{SignalKind, Value};
use super::super::lower::literal;

/// The most delta cycles of one step, well above the depth of any block.
const MAXIMUM_UPDATES: usize = 1000;

/// A block in `rust-hdl`'s simulation: [`set`](Self::set) its inputs, [`settle`](Self::settle),
/// [`get`](Self::get) its outputs. Ports are given by their places in [`ports`](Self::ports).
///
/// A bidirectional port always has one driver: the outside while the block does not drive it. An
/// undriven one would keep its value in `rust-hdl`, which a wire does not.
pub struct BlockSimulation {
    block: Box<dyn Ports>,
    ports: Vec<SimulatedPort>,
    /// The number of updates without a change after which the block has settled.
    quiet_updates: usize,
}

/// A port of a simulated block.
pub struct SimulatedPort {
    /// Its name in the design: `bus_ready` for the field `ready` of the interface `bus`.
    pub name: String,
    /// Its direction.
    pub kind: SignalKind,
    /// Its width, in bits.
    pub width: u32,
    /// Its type in Rust.
    pub descriptor: TypeDescriptor,
    /// What the outside drives, and its bits, the lowest first.
    outside: Value,
    bits: Vec<bool>,
    /// Whether the block does not know that yet.
    is_new: bool,
    /// Whether not every bit pattern is a value of its type.
    has_enum: bool,
    /// What the block drives, or the value of a bidirectional port.
    value: Value,
    last: Option<Box<dyn Any>>,
    is_driven: bool,
}

/// Why a simulation stopped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SimulationError {
    /// It panics, for example because a bit index is out of range.
    #[error("rust-hdl's simulation panics: {0}")]
    Panic(String),
    /// It does not settle, because signals drive each other in a cycle.
    #[error("rust-hdl's simulation does not settle")]
    Unstable,
}

impl BlockSimulation {
    /// Starts a simulation of a new block at power-up. All inputs are 0.
    pub fn new(block: impl Ports + 'static) -> BlockSimulation {
        BlockSimulation::of(Box::new(block))
    }

    fn of(mut block: Box<dyn Ports>) -> BlockSimulation {
        block.connect_all();
        let mut ports = Vec::new();
        block.visit_ports(PortName::BLOCK, &mut |name, port| {
            ports.push(SimulatedPort {
                name: name.to_string(),
                kind: match port.kind() {
                    AtomKind::InputParameter => SignalKind::Input,
                    AtomKind::InOutParameter => SignalKind::InOut,
                    _ => SignalKind::Output,
                },
                width: port.bits() as u32,
                has_enum: has_enum(&port.descriptor()),
                descriptor: port.descriptor(),
                outside: Value::ZERO,
                bits: vec![false; port.bits()],
                is_new: false,
                value: Value::ZERO,
                last: None,
                is_driven: port.is_driven_by_block(),
            });
        });
        // rust-hdl does not report it as a change if a block starts or stops driving a
        // bidirectional signal. Each update passes it from one level of the hierarchy to the next,
        // and the next one shows it here.
        let is_bidirectional = ports.iter().any(|port| port.kind == SignalKind::InOut);
        let quiet_updates = if is_bidirectional { depth(&*block) + 1 } else { 1 };
        BlockSimulation { block, ports, quiet_updates }
    }

    /// Returns the ports in the order of the block's fields.
    pub fn ports(&self) -> &[SimulatedPort] {
        &self.ports
    }

    /// Sets an input, or what the outside drives on a bidirectional port. Call
    /// [`settle`](Self::settle) to propagate the value. Bits above the port's width are ignored. A
    /// pattern that encodes no variant of an enum becomes that of some variant.
    pub fn set(&mut self, port: usize, value: &Value) {
        let port = &mut self.ports[port];
        if port.outside != *value {
            port.outside = value.clone().truncated(port.width);
            port.bits = (0..port.width).map(|bit| value.bit(bit)).collect();
            port.is_new = true;
        }
    }

    /// Returns the value of a port after the last [`settle`](Self::settle).
    pub fn get(&self, port: usize) -> &Value {
        match &self.ports[port] {
            SimulatedPort { kind: SignalKind::Input, outside, .. } => outside,
            port => &port.value,
        }
    }

    /// Returns what the outside drives on an input or a bidirectional port.
    pub fn outside(&self, port: usize) -> &Value {
        &self.ports[port].outside
    }

    /// Whether the block drives a port: it always drives an output, never an input.
    pub fn is_driven(&self, port: usize) -> bool {
        self.ports[port].is_driven
    }

    /// Propagates the inputs, with all clock edges that they cause.
    ///
    /// # Errors
    ///
    /// Returns a [`SimulationError`]; then the block must not be used again.
    pub fn settle(&mut self) -> Result<(), SimulationError> {
        let mut running = AssertUnwindSafe(self);
        match catch_unwind(move || running.update().then(|| running.read())) {
            Ok(Some(())) => Ok(()),
            Ok(None) => Err(SimulationError::Unstable),
            Err(payload) => Err(SimulationError::Panic(panic_message(&*payload).to_string())),
        }
    }

    /// Updates the block until nothing changes. Returns whether it settles.
    fn update(&mut self) -> bool {
        let mut quiet = 0;
        for update in 0..MAXIMUM_UPDATES {
            let switched = (update == 0 || self.quiet_updates > 1) && self.apply();
            self.block.update_all();
            quiet = if switched || self.block.has_changed() { 0 } else { quiet + 1 };
            if quiet == self.quiet_updates {
                return true;
            }
        }
        false
    }

    /// Drives the ports that the block does not drive. Returns whether the block started or stopped
    /// driving one.
    fn apply(&mut self) -> bool {
        let (mut ports, mut switched) = (self.ports.iter_mut(), false);
        self.block.visit_ports(PortName::BLOCK, &mut |_, signal| {
            let Some(port) = ports.next() else { return };
            let is_driven = signal.is_driven_by_block();
            switched |= is_driven != port.is_driven;
            port.is_driven = is_driven;
            // After a driver in the block, its value is still on the wire.
            if !is_driven && (port.is_new || port.kind == SignalKind::InOut) {
                signal.drive(&port.bits);
                port.is_new = false;
                if port.has_enum {
                    port.outside = number(&signal.driven(), port.width);
                }
            }
        });
        switched
    }

    fn read(&mut self) {
        let mut ports = self.ports.iter_mut();
        self.block.visit_ports(PortName::BLOCK, &mut |_, signal| {
            let Some(port) = ports.next() else { return };
            if port.kind != SignalKind::Input && signal.has_changed_since(&mut port.last) {
                port.value = number(&signal.verilog(), port.width);
            }
        });
    }
}

/// Returns the value of a literal with that width.
fn number(literal: &VerilogLiteral, width: u32) -> Value {
    if width <= u32::BITS {
        // Faster than its text.
        return (literal.as_usize() as u128).into();
    }
    literal::value_of(literal).unwrap_or_else(|| panic!("the value {literal} of a signal"))
}

fn has_enum(descriptor: &TypeDescriptor) -> bool {
    match &descriptor.kind {
        TypeKind::Enum(_) => true,
        TypeKind::Composite(fields) => fields.iter().any(|field| has_enum(&field.kind)),
        TypeKind::Bits(_) | TypeKind::Signed(_) => false,
    }
}

/// Returns the number of blocks that are inside each other.
fn depth(block: &dyn Block) -> usize {
    let mut depth = Depth::default();
    block.accept("", &mut depth);
    depth.greatest
}

#[derive(Default)]
struct Depth {
    present: usize,
    greatest: usize,
}

impl Probe for Depth {
    fn visit_start_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.present += 1;
        self.greatest = self.greatest.max(self.present);
    }

    fn visit_atom(&mut self, _name: &str, _signal: &dyn Atom) {}

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.present -= 1;
    }
}

/// Returns the message of a panic.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    match payload.downcast_ref::<String>() {
        Some(message) => message,
        None => payload.downcast_ref::<&str>().copied().unwrap_or("no message"),
    }
}
