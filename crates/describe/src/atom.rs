//! The atom that carries a description to a probe.

use crate::{Describe, Description, descriptor};
use rust_hdl::prelude::{
    Atom, AtomKind, Bit, Constant, PinConstraint, Probe, TypeDescriptor, TypeKind, VCDValue,
    VerilogLiteral,
};

/// The name of the atom. No field can have it, because fields whose names begin with `_` are not
/// visited.
const NAME: &str = "_description";

/// Shows the description of `M` to a probe, as the atom `_description`.
pub fn visit_description<M: Describe>(probe: &mut dyn Probe) {
    let atom = DescriptionAtom {
        describe: M::description,
        // Only a new constant provides an unused number.
        id: Constant::<Bit>::new(false).id(),
    };
    probe.visit_atom(NAME, &atom);
}

/// A constant without bits. It has no wire in a VCD file and is an unused parameter in rust-hdl's
/// own Verilog.
struct DescriptionAtom {
    /// Called on demand only: VCD writers visit the atom on every step of a simulation.
    describe: fn() -> Description,
    id: usize,
}

impl Atom for DescriptionAtom {
    fn bits(&self) -> usize {
        0
    }

    fn connected(&self) -> bool {
        true
    }

    fn changed(&self) -> bool {
        false
    }

    fn kind(&self) -> AtomKind {
        AtomKind::Constant
    }

    fn descriptor(&self) -> TypeDescriptor {
        descriptor::encode(&(self.describe)())
    }

    fn vcd(&self) -> VCDValue {
        empty_value(&self.descriptor())
    }

    fn id(&self) -> usize {
        self.id
    }

    fn verilog(&self) -> VerilogLiteral {
        false.into()
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        Vec::new()
    }
}

/// Returns a value with the structure of the descriptor, which has no signals.
fn empty_value(descriptor: &TypeDescriptor) -> VCDValue {
    match &descriptor.kind {
        TypeKind::Composite(fields) => VCDValue::Composite(
            fields.iter().map(|field| Box::new(empty_value(&field.kind))).collect(),
        ),
        TypeKind::Bits(_) | TypeKind::Signed(_) | TypeKind::Enum(_) => {
            VCDValue::Composite(Vec::new())
        }
    }
}
