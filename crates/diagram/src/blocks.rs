//! Block diagrams: what is in a module, and the wires between.

mod build;
mod mermaid;
mod placement;
mod prune;
mod reads;
mod svg;

use super::error::DiagramError;
use rust_hdl_rtl::{Design, ModuleId};

/// The parts of a module and the wires between them.
///
/// Wires of clocks are left out: a clock port says what drives it. So is logic whose results nobody reads.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockDiagram {
    /// The name of the module.
    pub module: String,
    pub blocks: Vec<Block>,
    /// Each between two different blocks.
    pub wires: Vec<Wire>,
    /// The module's inputs that drive nothing but clocks.
    pub clocks: Vec<String>,
}

/// A box.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The name of a port, of an instance or of a register; of logic, its expression if that is short.
    pub name: String,
    pub kind: BlockKind,
    /// Where its wires end, in the order of ports.
    pub pins: Vec<Pin>,
    /// The instance that it is in, if not in the module itself: a block of kind [`Frame`](BlockKind::Frame).
    pub frame: Option<usize>,
}

/// What a box stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// An input port of the module.
    Input,
    /// An output port of the module.
    Output,
    /// A port of the module that is driven from both sides.
    InOut,
    /// A module inside, as one box.
    Instance { module: String },
    /// A module inside whose own parts are shown.
    Frame { module: String },
    /// What holds its value from edge to edge.
    Register,
    /// Words by address.
    Memory,
    /// What settles whenever something it reads changes.
    Logic,
}

/// Where wires end at a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// As it stands in the box; empty if the wire's name says it. A signal that several expressions at the pins of an instance
    /// read has a pin of its own, with its name.
    pub name: String,
    /// What drives it, if that is not just a wire: a clock, a constant, an expression.
    pub driver: Option<String>,
    pub is_clock: bool,
    pub is_output: bool,
}

/// A pin of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub block: usize,
    pub pin: usize,
}

/// A connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wire {
    pub from: End,
    pub to: End,
    /// The signal with its range of bits: `pscore[3:0]`.
    pub label: String,
    /// How many bits it has.
    pub width: u32,
}

impl BlockDiagram {
    /// Reads the diagram of a module off its design. `depth` is how many levels are opened: 1 shows instances as boxes, 2 what
    /// is in them, and so on.
    ///
    /// # Errors
    ///
    /// [`DiagramError::BlackBox`] if nobody knows what is in the module.
    pub fn of(
        design: &Design,
        module: ModuleId,
        depth: usize,
    ) -> Result<BlockDiagram, DiagramError> {
        let top = design.module(module);
        if top.black_box.is_some() {
            return Err(DiagramError::BlackBox { module: top.name.clone() });
        }
        Ok(build::build(design, module, depth.max(1)))
    }

    /// The diagram as a whole SVG file, ending in one newline.
    ///
    /// A block is a group of class `block` with its name in `data-block`; a wire is one of class `wire` with `data-net`.
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// The diagram as Mermaid text: a `flowchart`, ending in one newline.
    pub fn mermaid(&self) -> String {
        mermaid::text(self)
    }
}
