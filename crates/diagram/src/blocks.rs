//! Block diagrams: the parts of a module and the wires between them.

mod align;
mod build;
mod channels;
mod grid;
mod mermaid;
mod placement;
mod prune;
mod reads;
mod routes;
mod rows;
mod svg;
mod trunks;

use super::error::DiagramError;
use rust_hdl_rtl::{Design, ModuleId};

/// The parts of a module and the wires between them.
///
/// Clock wires are left out: clock pins show their drivers as text. Logic with unused results is
/// left out, too.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockDiagram {
    /// The name of the module.
    pub module: String,
    /// The blocks: first inputs, then parts, then outputs.
    pub blocks: Vec<Block>,
    /// The wires, each between two different blocks.
    pub wires: Vec<Wire>,
    /// The inputs of the module that drive only clocks.
    pub clocks: Vec<String>,
}

/// A box.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The name of a port, an instance or a register; for logic, its expression if that is short.
    pub name: String,
    /// What it stands for.
    pub kind: BlockKind,
    /// Its pins, in the order of ports.
    pub pins: Vec<Pin>,
    /// The [`Frame`](BlockKind::Frame) that it is in; `None` for parts of the module itself.
    pub frame: Option<usize>,
}

/// What a box stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// An input port of the module.
    Input,
    /// An output port of the module.
    Output,
    /// A bidirectional port of the module.
    InOut,
    /// An instance as one box.
    Instance {
        /// The name of its module.
        module: String,
    },
    /// An instance whose parts are shown.
    Frame {
        /// The name of its module.
        module: String,
    },
    /// A register.
    Register,
    /// A memory.
    Memory,
    /// Combinational logic.
    Logic,
}

/// An end point of wires at a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Its label in the box; empty if the label of the wire is enough. A signal that is read by
    /// several expressions at the pins of an instance gets a pin of its own, labelled with its
    /// name.
    pub name: String,
    /// Its driver if that is not a wire: a clock, a constant or an expression.
    pub driver: Option<String>,
    /// Whether it is a clock input.
    pub is_clock: bool,
    /// Whether it is an output of the block.
    pub is_output: bool,
}

/// One end of a wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The index of the block in [`BlockDiagram::blocks`].
    pub block: usize,
    /// The index of the pin in [`Block::pins`].
    pub pin: usize,
}

/// A connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wire {
    /// The driving end.
    pub from: End,
    /// The reading end.
    pub to: End,
    /// The signal with its range of bits: `count[3:0]`.
    pub label: String,
    /// Its width in bits.
    pub width: u32,
}

impl BlockDiagram {
    /// Makes the diagram of a module. `depth` is the number of levels shown: at 1 instances are
    /// boxes, at 2 their parts are shown, and so on.
    ///
    /// # Errors
    ///
    /// [`DiagramError::BlackBox`] if the module is a black box.
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

    /// Returns the diagram as an SVG file, ending in one newline.
    ///
    /// A block is a group of class `block` with its name in `data-block`; a wire is a group of
    /// class `wire` with its label in `data-net`, its width in `data-width`, and the names of its
    /// ends in `data-from` and `data-to`. Wires of several pins from one block to another are drawn
    /// as a bundle, a group of class `bundle` below them, with their pins in the same order at both
    /// ends.
    pub fn svg(&self) -> String {
        svg::svg(self)
    }

    /// Returns the diagram as a Mermaid `flowchart`, ending in one newline.
    pub fn mermaid(&self) -> String {
        mermaid::text(self)
    }
}
