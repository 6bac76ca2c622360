//! A block whose kernel is a list of trees.

use rust_hdl::prelude::*;

use super::term::{INPUTS, Term, Type};

/// A block with `Bits` inputs `a` and `b`, a `Signed` input `c`, and one output per tree.
pub struct TreeBlock {
    ports: Vec<(String, Port)>,
    kernel: ast::VerilogBlock,
}

/// A signal that only describes itself, and cannot be simulated.
struct Port {
    kind: AtomKind,
    ty: Type,
}

impl TreeBlock {
    pub fn new(width: u32, trees: &[Term]) -> TreeBlock {
        let types = [Type::Bits(width), Type::Bits(width), Type::Signed(width)];
        let inputs = INPUTS.iter().zip(types);
        let mut ports: Vec<(String, Port)> = inputs
            .map(|(name, ty)| (name.to_string(), Port { kind: AtomKind::InputParameter, ty }))
            .collect();
        let mut kernel = Vec::new();
        for (index, tree) in trees.iter().enumerate() {
            let name = format!("y{index}");
            let target = ast::VerilogExpression::Signal(name.clone());
            kernel.push(ast::VerilogStatement::Assignment(target, tree.tree()));
            ports.push((name, Port { kind: AtomKind::OutputParameter, ty: tree.ty() }));
        }
        TreeBlock { ports, kernel }
    }
}

impl Logic for TreeBlock {
    fn update(&mut self) {}

    fn hdl(&self) -> Verilog {
        Verilog::Combinatorial(self.kernel.clone())
    }
}

impl Block for TreeBlock {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        for (name, port) in &self.ports {
            probe.visit_atom(name, port);
        }
        probe.visit_end_scope(name, self);
    }
}

impl Atom for Port {
    fn bits(&self) -> usize {
        self.ty.width() as usize
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
        match self.ty {
            Type::Bit => bool::descriptor(),
            Type::Bits(width) => {
                TypeDescriptor { name: "Bits".to_string(), kind: TypeKind::Bits(width as usize) }
            }
            Type::Signed(width) => TypeDescriptor {
                name: "Signed".to_string(),
                kind: TypeKind::Signed(width as usize),
            },
        }
    }

    fn vcd(&self) -> VCDValue {
        VCDValue::Single(vcd::Value::X)
    }

    fn id(&self) -> usize {
        0
    }

    fn verilog(&self) -> VerilogLiteral {
        0_u32.into()
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        vec![]
    }
}
