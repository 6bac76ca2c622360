//! The ports of blocks: driven and read during a simulation.

mod field;
mod library;

use std::any::Any;
use std::fmt;

use rust_hdl::prelude::{Atom, Block, Direction, In, InOut, Out, Signal, Synth, VerilogLiteral};

use crate::FromBits;
use crate::derived::{identifier_part, short_type_name};

pub use field::{Field, Kind, OfBlock, OfInterface, SkipField, VisitField};

/// A port of a block. As an [`Atom`] it has a direction ([`kind`](Atom::kind)), a width and a
/// value.
pub trait Port: Atom {
    /// Sets the value of an input, or that of a bidirectional port while the block does not drive
    /// it, from its bits, the lowest first. The block sees it in its next update. Does nothing to
    /// an output.
    fn drive(&mut self, bits: &[bool]);

    /// Returns the value that was set last. It differs from the bits if these encode no variant of
    /// an enum.
    fn driven(&self) -> VerilogLiteral;

    /// Whether the block drives the port: it always drives an output, never an input.
    fn is_driven_by_block(&self) -> bool;

    /// Whether the present value differs from `last`, which becomes the present one. This is faster
    /// than to compare bits.
    fn has_changed_since(&self, last: &mut Option<Box<dyn Any>>) -> bool;
}

impl<T: Synth + FromBits + 'static> Port for Signal<In, T> {
    fn drive(&mut self, bits: &[bool]) {
        self.next = T::from_bits(bits);
    }

    fn driven(&self) -> VerilogLiteral {
        self.next.verilog()
    }

    fn is_driven_by_block(&self) -> bool {
        false
    }

    fn has_changed_since(&self, last: &mut Option<Box<dyn Any>>) -> bool {
        replace(last, self.val())
    }
}

impl<T: Synth + 'static> Port for Signal<Out, T> {
    fn drive(&mut self, _bits: &[bool]) {}

    fn driven(&self) -> VerilogLiteral {
        self.next.verilog()
    }

    fn is_driven_by_block(&self) -> bool {
        true
    }

    fn has_changed_since(&self, last: &mut Option<Box<dyn Any>>) -> bool {
        replace(last, self.val())
    }
}

impl<T: Synth + FromBits + 'static> Port for Signal<InOut, T> {
    fn drive(&mut self, bits: &[bool]) {
        self.next = T::from_bits(bits);
    }

    fn driven(&self) -> VerilogLiteral {
        self.next.verilog()
    }

    fn is_driven_by_block(&self) -> bool {
        self.is_driving_tristate()
    }

    fn has_changed_since(&self, last: &mut Option<Box<dyn Any>>) -> bool {
        replace(last, self.val())
    }
}

/// Replaces a value. Returns whether it was another one.
fn replace<T: PartialEq + 'static>(last: &mut Option<Box<dyn Any>>, present: T) -> bool {
    match last.as_mut().and_then(|last| last.downcast_mut::<T>()) {
        Some(last) if *last == present => false,
        _ => {
            *last = Some(Box::new(present));
            true
        }
    }
}

/// A block, an interface or a signal whose ports can be driven and read.
///
/// [`Module`](derive@crate::Module) implements it. Derive it beside `LogicInterface`, and beside
/// `LogicBlock` for blocks that do not derive `Module`. A block's ports are its signals with a
/// direction, also those in arrays and interfaces; the ports of its child blocks are not among
/// them.
#[diagnostic::on_unimplemented(
    message = "the ports of `{Self}` are not known",
    note = "derive `Module` in place of `LogicBlock`, or `Ports` beside it or beside `LogicInterface`; \
            for a block of another crate, list the ports with `with_ports!`"
)]
pub trait Ports: Block {
    /// Calls `visitor` with each port and its name, in the order of their declarations. `name` is
    /// that of the whole.
    fn visit_ports(&mut self, name: PortName<'_>, visitor: &mut PortVisitor<'_>);

    /// Whether this is a block: the ports of an interface belong to the block around it, those of a
    /// block do not.
    #[doc(hidden)]
    fn is_block(&self) -> bool {
        false
    }

    /// Returns the name of the type in snake case.
    #[doc(hidden)]
    fn type_name(&self) -> String {
        type_name::<Self>()
    }
}

/// Returns the name of a type in snake case, without paths: `fifo_bits8`.
#[doc(hidden)]
pub fn type_name<T: ?Sized>() -> String {
    identifier_part(&short_type_name::<T>())
}

/// What visits ports.
pub type PortVisitor<'v> = dyn FnMut(PortName<'_>, &mut dyn Port) + 'v;

impl<D: Direction, T: Synth> Ports for Signal<D, T>
where
    Signal<D, T>: Port,
{
    fn visit_ports(&mut self, name: PortName<'_>, visitor: &mut PortVisitor<'_>) {
        visitor(name, self);
    }
}

impl<P: Ports, const N: usize> Ports for [P; N] {
    fn visit_ports(&mut self, name: PortName<'_>, visitor: &mut PortVisitor<'_>) {
        visit_elements(self, name, visitor);
    }

    fn is_block(&self) -> bool {
        self.first().is_some_and(P::is_block)
    }
}

impl<P: Ports> Ports for Vec<P> {
    fn visit_ports(&mut self, name: PortName<'_>, visitor: &mut PortVisitor<'_>) {
        visit_elements(self, name, visitor);
    }

    fn is_block(&self) -> bool {
        self.first().is_some_and(P::is_block)
    }
}

fn visit_elements(elements: &mut [impl Ports], name: PortName<'_>, visitor: &mut PortVisitor<'_>) {
    for (index, element) in elements.iter_mut().enumerate() {
        element.visit_ports(name.element(index), visitor);
    }
}

/// The name of a port in a design: the fields and indices that lead to it, joined by `_`.
#[derive(Clone, Copy, Debug)]
pub struct PortName<'a>(Option<(&'a PortName<'a>, Segment<'a>)>);

#[derive(Clone, Copy, Debug)]
enum Segment<'a> {
    Field(&'a str),
    Index(usize),
}

impl PortName<'_> {
    /// The empty name, of the block itself.
    pub const BLOCK: PortName<'static> = PortName(None);

    /// Returns the name of a field; a raw identifier loses its `r#`.
    pub fn field<'b>(&'b self, field: &'b str) -> PortName<'b> {
        PortName(Some((self, Segment::Field(field))))
    }

    /// Returns the name of an element of an array.
    pub fn element(&self, index: usize) -> PortName<'_> {
        PortName(Some((self, Segment::Index(index))))
    }
}

impl fmt::Display for PortName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((outer, segment)) = self.0 else {
            return Ok(());
        };
        if outer.0.is_some() {
            write!(f, "{outer}_")?;
        }
        match segment {
            Segment::Field(name) => f.write_str(name.strip_prefix("r#").unwrap_or(name)),
            Segment::Index(index) => write!(f, "{index}"),
        }
    }
}
