//! Grouping of wires into trunks, which are drawn as one line as far as they go the same way.

use std::collections::{BTreeMap, BTreeSet};

use super::BlockDiagram;

/// Wires that have a line in common.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trunk {
    /// The indices of the wires, in the order of the driving pins.
    pub wires: Vec<usize>,
    /// Whether these are the wires of several pins from one block to another. Otherwise they are
    /// those of one pin to any number of blocks.
    pub is_bundle: bool,
    /// The driving block.
    pub from: usize,
    /// Whether it leads to the right, or to blocks of the same column.
    pub is_forward: bool,
}

/// Returns the trunks of a diagram whose blocks are in these columns.
pub(super) fn trunks(diagram: &BlockDiagram, columns: &[usize]) -> Vec<Trunk> {
    let mut pairs: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, wire) in diagram.wires.iter().enumerate() {
        pairs.entry((wire.from.block, wire.to.block)).or_default().push(index);
    }
    let mut trunks = Vec::new();
    let mut nets: BTreeMap<(usize, usize, bool), Vec<usize>> = BTreeMap::new();
    for ((from, to), mut wires) in pairs {
        wires.sort_by_key(|wire| (diagram.wires[*wire].from.pin, diagram.wires[*wire].to.pin));
        let is_forward = columns[from] <= columns[to];
        let pins: BTreeSet<usize> =
            wires.iter().map(|wire| diagram.wires[*wire].from.pin).collect();
        match Vec::from_iter(pins)[..] {
            [pin] => nets.entry((from, pin, is_forward)).or_default().extend(wires),
            _ => trunks.push(Trunk { wires, is_bundle: true, from, is_forward }),
        }
    }
    trunks.extend(nets.into_iter().map(|((from, _, is_forward), wires)| Trunk {
        wires,
        is_bundle: false,
        from,
        is_forward,
    }));
    trunks
}
