//! The clocks of a foreign design: whether each has risen since the tick before.

use std::collections::BTreeMap;

use super::analysis;
use fpga_tools::synthesis::{Bit, GateBuilder};
use rust_hdl_gates::graph::Edge;
use rust_hdl_gates::netlist::RegisterBit;

/// The clocks of a design.
pub(super) struct Clocks {
    /// For each clock, whether it has risen since the tick before.
    pub rises: BTreeMap<Edge, Edge>,
    /// The registers with the level of each at the tick before.
    pub levels: Vec<RegisterBit>,
    /// Whether one has changed.
    pub change: Edge,
}

impl Clocks {
    /// Adds the registers. `leaves` are the power-up values of the leaves before them.
    pub fn new(
        builder: &mut GateBuilder,
        clocks: impl Iterator<Item = Edge>,
        leaves: &[bool],
    ) -> Clocks {
        let mut found = Clocks { rises: BTreeMap::new(), levels: vec![], change: Edge::ZERO };
        for clock in clocks {
            if found.rises.contains_key(&clock) {
                continue;
            }
            let before = builder.add_leaf(Bit::Unknown);
            let graph = &mut builder.graph;
            found.rises.insert(clock, graph.and(clock, !before));
            let different = graph.xor(clock, before);
            found.change = graph.or(found.change, different);
            found.levels.push(RegisterBit {
                name: format!("$level{}", found.levels.len()),
                leaf: builder.leaves() - 1,
                next: clock,
                clock: 0,
                power_up: false,
            });
        }
        let at_power_up = analysis::values(&builder.graph, leaves);
        for level in &mut found.levels {
            level.power_up = at_power_up(level.next);
        }
        found
    }
}
