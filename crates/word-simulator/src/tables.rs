//! Functions of few bits, as tables.
//!
//! A `case` or a chain of comparisons of a small number, such as a code, a state or a place on the
//! monitor, takes many operations. Its result for each value is computed once, when the simulator
//! is made.

use std::collections::{BTreeSet, HashMap};

use super::evaluation::evaluate;
use super::netlist::{Id, Netlist, Operation, WORD, mask};
use super::sources::{Limits, Needed, Source, Sources, is_free, nodes};

/// The inputs of a table.
const LIMITS: Limits = Limits { bits: 10, sources: 6, has_reads: false };

/// The least number of operations that a result takes to be looked up.
const LEAST_COST: usize = 2;

/// The least number of operations that the tables of the same inputs save.
const LEAST_SAVED: usize = 4;

/// The largest number of entries for each operation that is saved: larger tables are often not in
/// the cache of the processor.
const MOST_ENTRIES: usize = 256;

/// A table in the state of the simulator.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Its first word.
    pub first: u32,
    /// The logarithm of the bytes of an entry, at most 3.
    pub entry_shift: u32,
    /// Its words.
    pub words: Vec<u64>,
}

/// Some nodes that are functions of the same inputs.
#[derive(Default)]
struct Functions {
    operations: usize,
    /// Those that others need.
    results: Vec<Id>,
}

/// Replaces functions of few bits by entries of tables, in what some nodes need. Returns for each
/// node that is needed the one that takes its place.
pub(super) fn tabulate(netlist: &mut Netlist, needed: &[Id]) -> HashMap<Id, Id> {
    let needed = Needed::new(netlist, needed);
    let sources = Sources::new(netlist, &HashMap::new(), &LIMITS);
    let entries = all_entries(netlist, &needed, &sources);
    let mut used: HashMap<Id, Id> = HashMap::new();
    let mut known: HashMap<&Entries, u32> = HashMap::new();
    for id in &needed.nodes {
        let mut node = netlist.node(*id).clone();
        if let Some(entries) = entries.get(id) {
            let table = *known.entry(entries).or_insert_with(|| add(netlist, entries));
            let inputs = nodes(sources.of(*id)).map(|input| used[&input]).collect();
            node.operation = Operation::LookUp { table, index: index(netlist, inputs) };
        } else {
            node.operation.replace_operands(|operand| used[&operand]);
        }
        used.insert(*id, netlist.add(node.operation, node.width));
    }
    used
}

/// The tables of the nodes that are looked up.
fn all_entries(netlist: &Netlist, needed: &Needed, sources: &Sources) -> HashMap<Id, Entries> {
    let mut costs: HashMap<Id, usize> = HashMap::new();
    let mut all: HashMap<&[Source], Functions> = HashMap::new();
    let is_function = |id: &Id| !sources.is_itself(*id) && !sources.of(*id).is_empty();
    for id in needed.nodes.iter().filter(|id| is_function(id)) {
        let operation = &netlist.node(*id).operation;
        let own = usize::from(!is_free(operation));
        let mut cost = own;
        operation.operands(|operand| {
            if sources.are_same(*id, operand) {
                cost = cost.saturating_add(costs[&operand]);
            }
        });
        costs.insert(*id, cost);
        let functions = all.entry(sources.of(*id)).or_default();
        functions.operations += own;
        if cost >= LEAST_COST && needed.is_result(*id, sources) {
            functions.results.push(*id);
        }
    }
    let mut found = HashMap::new();
    for (sources, Functions { operations, results }) in all {
        let inputs: Vec<Id> = nodes(sources).collect();
        let bits: u32 = inputs.iter().map(|id| netlist.node(*id).width).sum();
        let saved = operations.saturating_sub(2 * results.len());
        if saved >= LEAST_SAVED && results.len() << bits <= saved * MOST_ENTRIES {
            found.extend(results.iter().copied().zip(entries(netlist, &inputs, &results)));
        }
    }
    found
}

/// Adds a node with these beside each other, the lowest first.
fn index(netlist: &mut Netlist, inputs: Vec<Id>) -> Id {
    match *inputs {
        [one] => one,
        _ => {
            let bits = inputs.iter().map(|id| netlist.node(*id).width).sum();
            netlist.add(Operation::Concatenate(inputs), bits)
        }
    }
}

/// Adds a table.
fn add(netlist: &mut Netlist, Entries { entry_shift, bytes }: &Entries) -> u32 {
    let mut bytes = bytes.clone();
    bytes.resize(bytes.len().next_multiple_of(WORD as usize / 8), 0);
    let words = bytes.as_chunks().0.iter().map(|word| u64::from_ne_bytes(*word));
    let words: Vec<u64> = words.collect();
    let first = netlist.reserve(words.len() as u32);
    netlist.tables.push(Table { first, entry_shift: *entry_shift, words });
    netlist.tables.len() as u32 - 1
}

/// The entries of a table: the value of a node for each value of its inputs.
#[derive(PartialEq, Eq, Hash)]
struct Entries {
    entry_shift: u32,
    bytes: Vec<u8>,
}

impl Entries {
    fn new(width: u32) -> Entries {
        let entry_shift = width.div_ceil(8).next_power_of_two().trailing_zeros();
        Entries { entry_shift, bytes: vec![] }
    }

    fn push(&mut self, value: u64) {
        match self.entry_shift {
            0 => self.bytes.push(value as u8),
            1 => self.bytes.extend((value as u16).to_ne_bytes()),
            2 => self.bytes.extend((value as u32).to_ne_bytes()),
            _ => self.bytes.extend(value.to_ne_bytes()),
        }
    }
}

/// The entries for nodes that depend on some inputs.
fn entries(netlist: &Netlist, inputs: &[Id], results: &[Id]) -> Vec<Entries> {
    let (mut open, mut between) = (results.to_vec(), BTreeSet::new());
    while let Some(id) = open.pop() {
        if !inputs.contains(&id) && between.insert(id) {
            netlist.node(id).operation.operands(|operand| open.push(operand));
        }
    }
    let width = |id: &Id| netlist.node(*id).width;
    let mut all: Vec<Entries> = results.iter().map(|id| Entries::new(width(id))).collect();
    let places: HashMap<Id, usize> = inputs.iter().chain(&between).copied().zip(0..).collect();
    let mut values = vec![0; places.len()];
    for entry in 0_u64..1 << inputs.iter().map(width).sum::<u32>() {
        let mut rest = entry;
        for (value, id) in values.iter_mut().zip(inputs) {
            *value = rest & mask(width(id));
            rest >>= width(id);
        }
        for (place, id) in (inputs.len()..).zip(&between) {
            values[place] = evaluate(netlist, *id, |operand| values[places[&operand]]);
        }
        all.iter_mut().zip(results).for_each(|(table, id)| table.push(values[places[id]]));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_few_bits_are_looked_up() {
        for (width, is_looked_up) in [(4, true), (10, true), (11, false)] {
            let mut netlist = Netlist::default();
            let (_, word) = netlist.add_state(width);
            let sum = (1..20).fold(word, |sum, number| {
                let number = netlist.constant(number, width);
                netlist.add(Operation::Add(sum, number), width)
            });
            let used = tabulate(&mut netlist, &[sum]);
            let operation = &netlist.node(used[&sum]).operation;
            let is_table = matches!(operation, Operation::LookUp { .. });
            assert_eq!(is_table, is_looked_up, "{width} bits");
            assert_eq!(netlist.tables.len(), usize::from(is_looked_up));
        }
    }

    #[test]
    fn operations_whose_operands_are_the_same_are_counted_without_overflow() {
        let mut netlist = Netlist::default();
        let (_, word) = netlist.add_state(8);
        let power =
            (0..100).fold(word, |power, _| netlist.add(Operation::Multiply(power, power), 8));
        assert_eq!(tabulate(&mut netlist, &[power]).len(), 101);
    }
}
