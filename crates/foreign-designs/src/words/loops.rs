//! Loops of gates, such as latches made of them: one net of each is a latch that is always open.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Builder, Driver, drivers, read_nets};
use fpga_tools::synthesis::{Bit, Module};
use rust_hdl_gates::graph::Edge;
use word_simulator::netlist::{Force, Id, Operation, Register, WORD};

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

/// A net that closes a loop.
pub struct Cut {
    /// The word of the state that holds it, and its bit of this.
    state: u32,
    bit: u32,
    /// The word and the bit that it becomes.
    pub next: Option<(Id, u32)>,
}

impl Builder<'_> {
    /// Adds the states of nets that close loops: words of bits that a cell drives beside each
    /// other.
    pub fn cut(&mut self, nets: &[u32]) {
        let mut nets = nets.to_vec();
        nets.sort_unstable();
        nets.dedup();
        let runs = nets.chunk_by(|net, next| net + 1 == *next);
        for run in runs.flat_map(|run| run.chunks(WORD as usize)) {
            let bits: Vec<Bit> = run.iter().map(|net| Bit::Net(*net)).collect();
            let (state, _) = self.add_state(&bits);
            let cut = |(net, bit): (&u32, u32)| (*net, Cut { state, bit, next: None });
            self.loops.extend(run.iter().zip(0..).map(cut));
        }
    }

    /// Adds what these states become, once all nets are known.
    pub fn close(&mut self) -> Option<()> {
        let mut words: BTreeMap<u32, BTreeMap<u32, (Id, u32)>> = BTreeMap::new();
        for Cut { state, bit, next } in std::mem::take(&mut self.loops).into_values() {
            words.entry(state).or_default().insert(bit, next?);
        }
        for (state, bits) in words {
            let bits: Vec<(Id, u32)> = bits.into_values().collect();
            let set = self.joined(&bits);
            let force = Some(Force { set, clear: self.not(set) });
            self.netlist.registers.push(Register { state, load: None, force });
        }
        Some(())
    }

    /// A word of bits of others, the lowest first.
    fn joined(&mut self, bits: &[(Id, u32)]) -> Id {
        let runs = bits.chunk_by(|one, next| one.0 == next.0 && one.1 + 1 == next.1);
        let parts = runs.map(|run| (run[0], run.len() as u32)).collect::<Vec<_>>();
        let part = |((id, place), width)| self.netlist.extract(id, place, width);
        let parts: Vec<Id> = parts.into_iter().map(part).collect();
        match parts.as_slice() {
            [one] => *one,
            _ => self.netlist.add(Operation::Concatenate(parts), bits.len() as u32),
        }
    }
}
