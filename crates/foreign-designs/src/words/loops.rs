//! Loops of gates, such as latches made of them: one net of each is a latch that is always open.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Builder, Driver, drivers, read_nets};
use fpga_tools::synthesis::{Bit, Module};
use rust_hdl_gates::graph::Edge;
use word_simulator::netlist::{Force, Register};

/// The nets of these nodes of the gates, which close loops. `None` if one of them has no net in a
/// loop of words.
pub fn cuts(module: &Module, names: &[(String, Vec<Edge>)], feedback: &[Edge]) -> Option<Vec<u32>> {
    if feedback.is_empty() {
        return Some(vec![]);
    }
    let (words, drivers): (BTreeMap<&str, &[Bit]>, _) = (module.nets().collect(), drivers(module));
    let cut: HashSet<Edge> = feedback.iter().copied().collect();
    let mut found: HashMap<Edge, u32> = HashMap::new();
    for (name, edges) in names {
        let bits = words.get(name.as_str()).copied().unwrap_or_default();
        for (edge, bit) in edges.iter().zip(bits).filter(|(edge, _)| cut.contains(edge)) {
            if let Bit::Net(net) = bit
                && !found.contains_key(edge)
                && is_in_loop(module, &drivers, *net)
            {
                found.insert(*edge, *net);
            }
        }
    }
    feedback.iter().map(|edge| found.get(edge).copied()).collect()
}

/// Whether a cell that drives a net depends on it.
fn is_in_loop(module: &Module, drivers: &BTreeMap<u32, Driver>, net: u32) -> bool {
    let is_tristate = |driver: &Driver| matches!(driver, Driver::Cell(cell) if module.cells[*cell].kind == "$_TBUF_");
    if drivers.get(&net).is_none_or(is_tristate) {
        return false;
    }
    let (mut open, mut seen) = (vec![net], HashSet::new());
    while let Some(next) = open.pop() {
        let Some(driver) = drivers.get(&next) else { continue };
        for read in read_nets(module, *driver) {
            if read == net {
                return true;
            }
            if seen.insert(read) {
                open.push(read);
            }
        }
    }
    false
}

impl Builder<'_> {
    /// Adds the states of nets that close loops.
    pub fn cut(&mut self, nets: &[u32]) {
        for net in nets {
            let (state, _) = self.add_state(&[Bit::Net(*net)]);
            self.loops.insert(*net, (state, None));
        }
    }

    /// Adds what these states become, once all nets are known.
    pub fn close(&mut self) -> Option<()> {
        for (state, next) in std::mem::take(&mut self.loops).into_values() {
            let (id, place) = next?;
            let set = self.netlist.extract(id, place, 1);
            let force = Some(Force { set, clear: self.not(set) });
            self.netlist.registers.push(Register { state, load: None, force });
        }
        Some(())
    }
}
