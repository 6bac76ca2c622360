//! The ports of a block.

use rust_hdl::prelude::TypeKind;
use rust_hdl_rtl::{BlockSimulation, SignalKind, SimulatedPort};

/// The ports of a block. A bidirectional port is both an input, for the external driver, and an
/// output, the last in both.
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
    /// Its place among the ports of the simulation.
    pub place: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortKind {
    Clock,
    /// Any bit pattern.
    Data,
    /// An enum with this number of variants, encoded from 0 up.
    Enum(usize),
    /// Any bit pattern, bidirectional. It always has exactly one driver, inside or outside.
    Bus,
}

impl Interface {
    pub fn of(simulation: &BlockSimulation) -> Interface {
        let ports = |wanted| {
            let ports = simulation.ports().iter().enumerate();
            ports.filter(move |(_, port)| port.kind == wanted).map(Port::new).collect::<Vec<_>>()
        };
        let buses = ports(SignalKind::InOut);
        Interface {
            inputs: [ports(SignalKind::Input), buses.clone()].concat(),
            outputs: [ports(SignalKind::Output), buses].concat(),
        }
    }

    /// The bidirectional ports.
    pub fn buses(&self) -> impl Iterator<Item = &Port> {
        self.inputs.iter().filter(|port| port.kind == PortKind::Bus)
    }
}

impl Port {
    fn new((place, port): (usize, &SimulatedPort)) -> Port {
        let kind = match &port.descriptor.kind {
            TypeKind::Enum(variants) => PortKind::Enum(variants.len()),
            _ if port.kind == SignalKind::InOut => PortKind::Bus,
            _ if port.descriptor.name == "clock" => PortKind::Clock,
            _ => PortKind::Data,
        };
        Port { name: port.name.clone(), width: port.width, kind, place }
    }

    /// The size of a value in bytes.
    pub fn bytes(&self) -> usize {
        self.width.div_ceil(8) as usize
    }
}
