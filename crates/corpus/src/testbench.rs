//! Blocks whose testbench in Rust drives and reads the ports of the blocks inside: hardware has no
//! testbench, so these become ports of the block.

use rust_hdl::core::ast::{VerilogExpression, VerilogStatement};
use rust_hdl::core::synth::VCDValue;
use rust_hdl::core::timing::TimingInfo;
use rust_hdl::prelude::*;

/// A block with ports of the blocks inside as its own.
pub struct WithInnerPorts<'b> {
    block: &'b dyn Block,
    promoted: Vec<Promoted>,
}

/// A port of a block inside, under its new name.
struct Promoted {
    /// As in a kernel: `fifo$bus_write$data`.
    path: String,
    /// As in a design: `fifo_bus_write_data`.
    name: String,
    kind: AtomKind,
    bits: usize,
    descriptor: TypeDescriptor,
    value: VerilogLiteral,
}

impl<'b> WithInnerPorts<'b> {
    /// Returns a block with those ports of the blocks inside whose names are among `names`.
    pub fn new(block: &'b dyn Block, names: &[String]) -> WithInnerPorts<'b> {
        let mut inside = Inside { scopes: vec![], blocks: 0, names, found: vec![] };
        block.accept("block", &mut inside);
        WithInnerPorts { block, promoted: inside.found }
    }
}

impl Logic for WithInnerPorts<'_> {
    fn update(&mut self) {}

    fn hdl(&self) -> Verilog {
        let mut kernel = match self.block.hdl() {
            Verilog::Combinatorial(kernel) => kernel,
            // It only contains blocks.
            Verilog::Empty if !self.promoted.is_empty() => vec![],
            other => return other,
        };
        for port in &self.promoted {
            let (inside, outside) = (port.path.clone(), port.name.clone());
            let (target, value) = match port.kind {
                AtomKind::InputParameter => (inside, outside),
                _ => (outside, inside),
            };
            let [target, value] = [target, value].map(VerilogExpression::Signal);
            kernel.push(VerilogStatement::Assignment(target, value));
        }
        Verilog::Combinatorial(kernel)
    }

    fn timing(&self) -> Vec<TimingInfo> {
        self.block.timing()
    }
}

impl Block for WithInnerPorts<'_> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.block.accept(name, &mut Outermost { node: self, probe, depth: 0 });
    }
}

/// Passes everything on to a probe, with another outermost block.
struct Outermost<'p, 'b> {
    node: &'p WithInnerPorts<'b>,
    probe: &'p mut dyn Probe,
    depth: usize,
}

impl Probe for Outermost<'_, '_> {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        self.probe.visit_start_scope(name, if self.depth == 0 { self.node } else { node });
        self.depth += 1;
    }

    fn visit_start_namespace(&mut self, name: &str, node: &dyn Block) {
        self.probe.visit_start_namespace(name, node);
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        self.probe.visit_atom(name, signal);
    }

    fn visit_end_namespace(&mut self, name: &str, node: &dyn Block) {
        self.probe.visit_end_namespace(name, node);
    }

    fn visit_end_scope(&mut self, name: &str, node: &dyn Block) {
        self.depth -= 1;
        if self.depth == 0 {
            self.node.promoted.iter().for_each(|port| self.probe.visit_atom(&port.name, port));
        }
        self.probe.visit_end_scope(name, if self.depth == 0 { self.node } else { node });
    }
}

/// Finds ports of the blocks inside.
struct Inside<'n> {
    /// The blocks and interfaces around, from the outermost block on.
    scopes: Vec<String>,
    /// The number of blocks among them.
    blocks: usize,
    names: &'n [String],
    found: Vec<Promoted>,
}

impl Probe for Inside<'_> {
    fn visit_start_scope(&mut self, name: &str, _node: &dyn Block) {
        self.blocks += 1;
        self.scopes.push(name.to_string());
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.scopes.push(name.to_string());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let path = [&self.scopes[1..], &[name.to_string()]].concat().join("$");
        let name = path.replace('$', "_");
        let is_inside = self.blocks > 1 && signal.kind().is_parameter();
        if is_inside && self.names.contains(&name) {
            self.found.push(Promoted {
                path,
                name,
                kind: signal.kind(),
                bits: signal.bits(),
                descriptor: signal.descriptor(),
                value: signal.verilog(),
            });
        }
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.scopes.pop();
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.blocks -= 1;
        self.scopes.pop();
    }
}

impl Atom for Promoted {
    fn bits(&self) -> usize {
        self.bits
    }

    fn connected(&self) -> bool {
        true
    }

    fn changed(&self) -> bool {
        false
    }

    fn kind(&self) -> AtomKind {
        self.kind
    }

    fn descriptor(&self) -> TypeDescriptor {
        self.descriptor.clone()
    }

    fn vcd(&self) -> VCDValue {
        unreachable!("it is not simulated")
    }

    fn id(&self) -> usize {
        0
    }

    fn verilog(&self) -> VerilogLiteral {
        self.value.clone()
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        vec![]
    }
}
