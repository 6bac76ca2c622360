//! The ports of a block that does not show them itself.

use rust_hdl::prelude::{Block, Logic, Probe};
use rust_hdl_describe::{PortName, PortVisitor, Ports};

/// Visits a field of a block.
type VisitField<B> = fn(&mut B, &mut PortVisitor<'_>);

/// A list of the ports of a block, made by [`ports!`](crate::ports).
#[derive(Clone, Debug)]
pub struct PortList<B>(Vec<VisitField<B>>);

impl<B> PortList<B> {
    /// Makes a list of functions that visit a field each.
    #[doc(hidden)]
    pub fn new(fields: &[VisitField<B>]) -> PortList<B> {
        PortList(fields.to_vec())
    }

    /// Returns the block with these ports.
    pub fn of(&self, block: B) -> WithPorts<B> {
        WithPorts { block, fields: self.0.clone() }
    }
}

/// Lists the ports of a block of another crate, which cannot derive `Module` or [`Ports`]:
/// `ports!(I2CDriver { clock, cmd, run, i2c, busy, error, read_bit, read_valid })`.
///
/// A field is a signal, an interface or an array of these. If the interface does not implement
/// [`Ports`], its ports are listed by their paths: `ports!(Bridge { bus.strobe, nodes[0].ready })`.
#[macro_export]
macro_rules! ports {
    ($block:ty { $($field:ident $([$i:literal])? $(.$inner:ident $([$j:literal])?)*),* $(,)? }) => {
        $crate::PortList::<$block>::new(&[$(
            |block, visitor| {
                use $crate::__private::{PortName, Ports as _};
                let name = PortName::BLOCK;
                block.$field $([$i])? $(.$inner $([$j])?)*.visit_ports(
                    name.field(stringify!($field)) $(.element($i))?
                        $(.field(stringify!($inner)) $(.element($j))?)*,
                    visitor,
                );
            }
        ),*])
    };
}

/// A block with a list of its ports.
#[derive(Clone, Debug)]
pub struct WithPorts<B> {
    block: B,
    fields: Vec<VisitField<B>>,
}

impl<B: Block> Logic for WithPorts<B> {
    fn update(&mut self) {
        self.block.update();
    }
}

impl<B: Block> Block for WithPorts<B> {
    fn connect_all(&mut self) {
        self.block.connect_all();
    }

    fn update_all(&mut self) {
        self.block.update_all();
    }

    fn has_changed(&self) -> bool {
        self.block.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.block.accept(name, probe);
    }
}

impl<B: Block> Ports for WithPorts<B> {
    fn visit_ports(&mut self, _name: PortName<'_>, visitor: &mut PortVisitor<'_>) {
        for visit in &self.fields {
            visit(&mut self.block, visitor);
        }
    }

    fn is_block(&self) -> bool {
        true
    }

    fn type_name(&self) -> String {
        rust_hdl_describe::__private::type_name::<B>()
    }
}
