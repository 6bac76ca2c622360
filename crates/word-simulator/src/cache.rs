//! What is computed only if its inputs have changed.
//!
//! Much of a design depends on few bits, which do not change at every edge: a picture, for example,
//! on the place of a pixel, a text on that of a character. All that depends on the same such bits
//! is a block. Its results are held in words of the state, with the bits from which they were
//! computed. While these are the same, nothing of the block is computed.

use std::collections::HashMap;

use super::compile::{Body, When};
use super::emit::*;
use super::netlist::{Id, Netlist, Node, Operation, WORD};
use super::schedule::{Group, LoadsIf};
use super::sources::{Limits, Needed, Source, Sources, is_free, nodes};

/// The least number of operations of a block.
const LEAST_OPERATIONS: usize = 24;

/// The least number of operations of a result. Others are computed anew.
const LEAST_COST: usize = 4;

/// The inputs of a block. A word of their bits is never full of ones.
const LIMITS: Limits = Limits { bits: WORD - 1, sources: 10, has_reads: true };

/// The least number of bits of a group of registers that are not compared: instead, it is noted
/// when the group loads.
const LEAST_GROUP_BITS: u32 = WORD;

/// Some results that depend on the same bits.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The words of the state with the bits from which the results were computed.
    pub keys: Vec<u32>,
    /// The results, and the words of the state that hold them.
    pub results: Vec<(Id, u32)>,
}

/// The blocks of a netlist.
pub(super) struct Cache {
    /// For each node that is needed, the one that takes its place.
    replaced: HashMap<Id, Id>,
}

impl Cache {
    /// Finds the blocks of what some nodes need, and adds them to the netlist. Notes in the groups
    /// which words count how often they have loaded.
    pub fn new<'g>(
        netlist: &mut Netlist,
        groups: impl Iterator<Item = &'g mut Group>,
        needed: &[Id],
    ) -> Cache {
        let counted = count_loads(netlist, groups);
        let needed = Needed::new(netlist, needed);
        let sources = Sources::new(netlist, &counted, &LIMITS);
        Cache { replaced: replace(netlist, &needed, &sources) }
    }

    /// The node that takes the place of a needed one.
    pub fn replaced(&self, id: Id) -> Id {
        self.replaced[&id]
    }
}

/// Adds a word for each large group of registers. Returns those of the words of the state that are
/// registers of one.
fn count_loads<'g>(
    netlist: &mut Netlist,
    groups: impl Iterator<Item = &'g mut Group>,
) -> HashMap<u32, u32> {
    let mut widths = HashMap::new();
    for node in netlist.nodes() {
        if let Operation::State(state) = node.operation {
            widths.insert(state, node.width);
        }
    }
    let mut counted = HashMap::new();
    for group in groups.filter(|group| !matches!(group.loads_if, LoadsIf::Always)) {
        let registers = group.registers.iter();
        let states: Vec<u32> =
            registers.map(|(index, _)| netlist.registers[*index].state).collect();
        let bits: u32 = states.iter().filter_map(|state| widths.get(state)).sum();
        if bits >= LEAST_GROUP_BITS {
            let loads = netlist.reserve(1);
            group.loads = Some(loads);
            counted.extend(states.into_iter().map(|state| (state, loads)));
        }
    }
    counted
}

/// Adds the needed nodes anew, with results of blocks in the places of those that take many
/// operations.
fn replace(netlist: &mut Netlist, needed: &Needed, sources: &Sources) -> HashMap<Id, Id> {
    let mut sizes: HashMap<&[Source], usize> = HashMap::new();
    for id in needed.nodes.iter().filter(|id| !sources.is_itself(**id)) {
        let is_counted = !is_free(&netlist.node(*id).operation);
        *sizes.entry(sources.of(*id)).or_default() += usize::from(is_counted);
    }
    let mut blocks: HashMap<&[Source], (u32, Vec<Id>)> = HashMap::new();
    // The nodes as they are computed, what others use instead, and the operations of each.
    let (mut computed, mut used) = (HashMap::new(), HashMap::new());
    let mut costs: HashMap<Id, usize> = HashMap::new();
    for id in &needed.nodes {
        let Node { mut operation, width } = netlist.node(*id).clone();
        let mut cost = usize::from(!is_free(&operation));
        operation.replace_operands(|operand| {
            if sources.are_same(*id, operand) {
                cost = cost.saturating_add(costs[&operand]);
                computed[&operand]
            } else {
                used[&operand]
            }
        });
        let node = netlist.add(operation, width);
        computed.insert(*id, node);
        costs.insert(*id, cost);
        let of = sources.of(*id);
        let is_kept = !of.is_empty()
            && !sources.is_itself(*id)
            && cost >= LEAST_COST
            && sizes[of] >= LEAST_OPERATIONS
            && needed.is_result(*id, sources);
        if !is_kept {
            used.insert(*id, node);
            continue;
        }
        let (block, keys) = blocks.entry(of).or_insert_with(|| add_block(netlist, of, &used));
        let held = netlist.reserve(1);
        let results = &mut netlist.blocks[*block as usize].results;
        results.push((node, held));
        let result = results.len() as u32 - 1;
        let kept = Operation::Kept { block: *block, result, keys: keys.clone() };
        used.insert(*id, netlist.add(kept, width));
    }
    used
}

/// Adds a block without results. Returns its index and the words that decide whether it is
/// computed.
fn add_block(netlist: &mut Netlist, sources: &[Source], used: &HashMap<Id, Id>) -> (u32, Vec<Id>) {
    let parts: Vec<Id> = nodes(sources).map(|id| used[&id]).collect();
    let bits: u32 = parts.iter().map(|id| netlist.node(*id).width).sum();
    let mut keys = match parts.as_slice() {
        [] => vec![],
        [one] => vec![*one],
        _ => vec![netlist.add(Operation::Concatenate(parts), bits)],
    };
    for source in sources {
        if let Source::Loads(loads) = source {
            keys.push(netlist.add(Operation::State(*loads), WORD));
        }
    }
    let held = keys.iter().map(|_| netlist.reserve(1)).collect();
    netlist.blocks.push(Block { keys: held, results: vec![] });
    (netlist.blocks.len() as u32 - 1, keys)
}

impl Body<'_> {
    /// A result of a block, which is computed if its keys have changed.
    pub fn kept(&mut self, block: u32, result: u32, keys: &[Id]) -> Value {
        let Block { keys: held, results } = &self.netlist.blocks[block as usize];
        if !self.blocks.contains(&block) {
            let mut differs = self.constant(0);
            for (key, held) in keys.iter().zip(held) {
                let held = self.load(*held);
                let change = self.builder.ins().bxor(self.values[key], held);
                differs = self.builder.ins().bor(differs, change);
            }
            self.when(When::If(differs), |body| {
                let needed: Vec<Id> = results.iter().map(|(id, _)| *id).collect();
                body.compute(&needed);
                for (id, held) in results {
                    let value = body.value(*id);
                    body.store(*held, value);
                }
                for (key, held) in keys.iter().zip(held) {
                    let value = body.value(*key);
                    body.store(*held, value);
                }
            });
            self.blocks.push(block);
        }
        self.load(results[result as usize].1)
    }
}
