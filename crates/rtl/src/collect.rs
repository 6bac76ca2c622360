//! Collects what a probe sees of a block into a tree. Raw identifiers lose their `r#`: `r#type` and
//! `type` are the same name.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rust_hdl::prelude::*;
use rust_hdl_describe::Description;

use super::cosimulation::panic_message;
use super::identifiers::without_raw;

/// A block with its atoms and children.
pub(super) struct Scope {
    /// The field that holds the block; for the root, the name that it was given.
    pub name: String,
    pub description: Option<Description>,
    pub code: Verilog,
    /// The message of the panic instead of the code, if there was one: rust-hdl calls the `bits`
    /// and `bit_cast` of a kernel.
    pub panic: Option<String>,
    pub timing: Vec<TimingInfo>,
    pub atoms: Vec<AtomInfo>,
    pub children: Vec<Scope>,
}

/// A signal or a constant of a block.
pub(super) struct AtomInfo {
    /// The field; inside interfaces, the path of fields joined by `$`.
    pub name: String,
    pub kind: AtomKind,
    pub bits: usize,
    pub descriptor: TypeDescriptor,
    /// The present value.
    pub value: VerilogLiteral,
}

/// Visits a block and returns its tree.
pub(super) fn collect(block: &dyn Block, name: &str) -> Scope {
    let mut collector = Collector::default();
    block.accept(name, &mut collector);
    collector.root.unwrap_or(Scope {
        name: name.to_string(),
        description: None,
        code: Verilog::Empty,
        panic: None,
        timing: vec![],
        atoms: vec![],
        children: vec![],
    })
}

#[derive(Default)]
struct Collector {
    open: Vec<Scope>,
    interfaces: Vec<String>,
    root: Option<Scope>,
}

impl Probe for Collector {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let code = catch_unwind(AssertUnwindSafe(|| node.hdl()));
        let panic = code.as_ref().err().map(|panic| panic_message(panic.as_ref()).to_string());
        self.open.push(Scope {
            name: without_raw(name),
            description: None,
            code: code.unwrap_or_default(),
            panic,
            timing: node.timing(),
            atoms: vec![],
            children: vec![],
        });
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.interfaces.push(without_raw(name));
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let Some(scope) = self.open.last_mut() else {
            return;
        };
        if let Some(description) = Description::from_atom(signal) {
            scope.description = Some(description);
            return;
        }
        let mut path = self.interfaces.clone();
        path.push(without_raw(name));
        scope.atoms.push(AtomInfo {
            name: path.join("$"),
            kind: signal.kind(),
            bits: signal.bits(),
            descriptor: plain_type(signal.descriptor()),
            value: signal.verilog(),
        });
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.interfaces.pop();
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        if let Some(scope) = self.open.pop() {
            match self.open.last_mut() {
                Some(parent) => parent.children.push(scope),
                None => self.root = Some(scope),
            }
        }
    }
}

/// Returns a type whose names have no `r#`.
fn plain_type(descriptor: TypeDescriptor) -> TypeDescriptor {
    let kind = match descriptor.kind {
        TypeKind::Enum(variants) => {
            TypeKind::Enum(variants.iter().map(|variant| without_raw(variant)).collect())
        }
        TypeKind::Composite(fields) => {
            let field = |field: Box<TypeField>| {
                let (fieldname, kind) = (without_raw(&field.fieldname), plain_type(field.kind));
                Box::new(TypeField { fieldname, kind })
            };
            TypeKind::Composite(fields.into_iter().map(field).collect())
        }
        kind => kind,
    };
    TypeDescriptor { name: without_raw(&descriptor.name), kind }
}
