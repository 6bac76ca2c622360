//! Which fields of a struct have ports, for the derives of [`Ports`]. A derive sees only the text
//! of a type. The traits here come in pairs with a method of the same name, of which the compiler
//! takes the first one that the type has.

use std::marker::PhantomData;

use rust_hdl::prelude::LogicLink;

use super::{PortName, PortVisitor, Ports};

/// A field of a block or an interface.
pub struct Field<'f, F>(pub &'f mut F);

/// Visits the ports of a signal, an interface, or an array of them.
pub trait VisitField {
    /// Visits the field's ports.
    fn visit(self, name: PortName<'_>, visitor: &mut PortVisitor<'_>);
}

impl<F: Ports> VisitField for Field<'_, F> {
    fn visit(self, name: PortName<'_>, visitor: &mut PortVisitor<'_>) {
        if !self.0.is_block() {
            self.0.visit_ports(name, visitor);
        }
    }
}

/// Visits nothing: the field is a child block, a constant, or an interface without [`Ports`]. The
/// last lacks ports that the design has, which is an error of the cosimulation.
pub trait SkipField: Sized {
    /// Visits no ports.
    fn visit(self, _name: PortName<'_>, _visitor: &mut PortVisitor<'_>) {}
}

impl<F> SkipField for &Field<'_, F> {}

/// The kind of a struct that derives [`Ports`].
pub struct Kind<S>(pub PhantomData<S>);

/// An interface: only interfaces and signals have links.
pub trait OfInterface {
    /// Returns `false`.
    fn is_block(&self) -> bool {
        false
    }
}

impl<S: LogicLink> OfInterface for Kind<S> {}

/// A block: any other struct.
pub trait OfBlock {
    /// Returns `true`.
    fn is_block(&self) -> bool {
        true
    }
}

impl<S> OfBlock for &Kind<S> {}
