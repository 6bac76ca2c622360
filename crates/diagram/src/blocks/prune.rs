//! Removing dead logic and clock inputs from block diagrams.

use super::{BlockDiagram, BlockKind};
use rust_hdl_rtl::{Module, Type};

impl BlockDiagram {
    /// Removes logic, registers and memories without readers, and inputs that drive only clocks.
    pub(super) fn prune(&mut self, module: &Module) {
        let mut kept = vec![true; self.blocks.len()];
        loop {
            let is_read = |block: usize| self.wires.iter().any(|wire| wire.from.block == block);
            let dead = (0..self.blocks.len()).find(|block| {
                let is_inner = matches!(
                    self.blocks[*block].kind,
                    BlockKind::Logic | BlockKind::Register | BlockKind::Memory
                );
                kept[*block] && is_inner && !is_read(*block)
            });
            let Some(dead) = dead else { break };
            kept[dead] = false;
            self.wires.retain(|wire| wire.to.block != dead);
        }
        for (index, block) in self.blocks.iter().enumerate() {
            let has_no_wire = !self.wires.iter().any(|wire| wire.from.block == index);
            let is_clock =
                module.find(&block.name).is_some_and(|id| module.signal(id).ty == Type::Clock);
            if block.kind == BlockKind::Input && block.frame.is_none() && has_no_wire && is_clock {
                kept[index] = false;
                self.clocks.push(block.name.clone());
            }
        }
        self.keep(&kept);
        self.close_empty_frames();
    }

    /// An instance that only connects its ports, such as a buffer of a clock, has nothing in its
    /// frame: it is a box.
    fn close_empty_frames(&mut self) {
        for index in 0..self.blocks.len() {
            let is_empty = self.blocks.iter().all(|block| block.frame != Some(index));
            if let BlockKind::Frame { module } = &self.blocks[index].kind
                && is_empty
            {
                self.blocks[index].kind = BlockKind::Instance { module: module.clone() };
            }
        }
    }

    fn keep(&mut self, kept: &[bool]) {
        let new_index = |index: usize| kept[..index].iter().filter(|kept| **kept).count();
        for wire in &mut self.wires {
            wire.from.block = new_index(wire.from.block);
            wire.to.block = new_index(wire.to.block);
        }
        let mut index = 0;
        self.blocks.retain(|_| {
            index += 1;
            kept[index - 1]
        });
        for block in &mut self.blocks {
            block.frame = block.frame.map(new_index);
        }
    }
}
