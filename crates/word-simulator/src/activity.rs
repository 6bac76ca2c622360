//! Registers that load nothing new at most edges.
//!
//! Many registers have no condition, but depend only on others that seldom change: those of a
//! pipeline behind a clock enable, for example, or of a state machine that waits. They are computed
//! only at edges after one of the others has changed.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::compile::Body;
use super::domain::Domain;
use super::emit::*;
use super::netlist::{Id, Netlist, Operation, WORD};
use super::order::{Change, Part, parts_of};
use super::schedule::{Group, LoadsIf, nodes_of};

/// The largest number of words of the activity.
const MOST_WORDS: usize = 4;

/// The least number of nodes of a class, if no other class depends on it, and of all classes. It
/// takes longer to test whether smaller ones are active than to compute them.
const LEAST_NODES: usize = 4;
const LEAST_TOGETHER: usize = 64;

/// Some bits of the activity.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bits([u64; MOST_WORDS]);

impl Bits {
    fn add(&mut self, bit: u32) {
        self.0[(bit / WORD) as usize] |= 1 << (bit % WORD);
    }

    /// Computes a number that is not 0 if the activity has one of them.
    pub fn any(self, body: &mut Body, activity: &[Value]) -> Value {
        let words = activity.iter().copied().zip(self.0).filter(|(_, bits)| *bits != 0);
        let mut any = None;
        for (word, bits) in words {
            let some = body.builder.ins().band_imm(word, bits as i64);
            any = Some(match any {
                Some(any) => body.builder.ins().bor(any, some),
                None => some,
            });
        }
        any.unwrap_or_else(|| body.constant(0))
    }
}

/// The bits of the activity that stand for memories and for single registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Noted {
    /// The words of the activity.
    pub words: u32,
    pub memories: BTreeMap<u32, u32>,
    /// Registers that load at every edge.
    pub registers: BTreeMap<usize, u32>,
}

/// What registers depend on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// A group of the domain.
    Group(usize),
    Memory(u32),
    /// A register that loads at every edge.
    Register(usize),
    Class(usize),
    /// Only what the caller of the simulator sets.
    Caller,
}

/// Registers that depend on the same sources.
struct Class {
    sources: BTreeSet<Source>,
    registers: Vec<(usize, Id)>,
}

/// Divides the registers of the only clock that load at every edge into classes by what they depend
/// on. Those that count at every edge, and those that depend on one that does, still load at every
/// edge.
pub(super) fn divide(netlist: &Netlist, domain: &mut Domain) -> Noted {
    let always = |group: &Group| matches!(group.loads_if, LoadsIf::Always);
    let Some(always) = domain.groups.iter().position(always) else {
        return Noted::default();
    };
    let state = |(index, _): &(usize, Id)| Part::State(netlist.registers[*index].state);
    let mut sources: BTreeMap<Part, Source> = BTreeMap::new();
    for (place, group) in domain.groups.iter().enumerate().filter(|(place, _)| *place != always) {
        sources.extend(group.registers.iter().map(|one| (state(one), Source::Group(place))));
    }
    for write in &domain.writes {
        let memory = netlist.writes[*write].memory;
        sources.insert(Part::Memory(memory), Source::Memory(memory));
    }
    let registers = std::mem::take(&mut domain.groups[always].registers);
    let (changes, holds): (Vec<Change>, Vec<bool>) =
        registers.iter().map(|register| unless_held(netlist, *register)).unzip();
    let parts = parts_of(netlist, &changes);
    let all = registers.iter().zip(&parts).zip(holds);
    let busy = all.filter(|((one, parts), holds)| !holds && parts.contains(&state(one)));
    let busy: BTreeSet<Part> = busy.map(|((one, _), _)| state(one)).collect();
    let (mut rest, mut open) = (vec![], vec![]);
    for (register, parts) in registers.into_iter().zip(parts) {
        if busy.contains(&state(&register)) || !parts.is_disjoint(&busy) {
            sources.insert(state(&register), Source::Register(register.0));
            rest.push(register);
        } else {
            open.push((register, parts));
        }
    }
    let mut classes = classes(sources, &open, state);
    rest.extend(remove_small(netlist, &mut classes));
    domain.groups[always].registers = rest;
    let mut bits: BTreeMap<Source, u32> = BTreeMap::new();
    for source in classes.iter().flatten().flat_map(|class| &class.sources) {
        let next = (bits.len() as u32).min(MOST_WORDS as u32 * WORD - 1);
        bits.entry(*source).or_insert(next);
    }
    for (place, group) in domain.groups.iter_mut().enumerate() {
        group.activity = bits.get(&Source::Group(place)).copied();
    }
    for (number, class) in classes.into_iter().enumerate() {
        let Some(Class { sources, registers }) = class else { continue };
        let mut active = Bits::default();
        sources.iter().for_each(|source| active.add(bits[source]));
        let activity = bits.get(&Source::Class(number)).copied();
        let loads_if = LoadsIf::Active(active);
        domain.groups.push(Group { bit: 0, loads_if, registers, loads: None, activity });
    }
    let words = bits.values().max().map_or(0, |bit| bit / WORD + 1);
    let mut noted = Noted { words, ..Noted::default() };
    for (source, bit) in bits {
        match source {
            Source::Memory(memory) => drop(noted.memories.insert(memory, bit)),
            Source::Register(index) => drop(noted.registers.insert(index, bit)),
            Source::Group(_) | Source::Class(_) | Source::Caller => {}
        }
    }
    noted
}

/// The classes of registers, with what each depends on. A class comes after those that it depends
/// on. Registers that depend on each other form one.
fn classes(
    mut sources: BTreeMap<Part, Source>,
    registers: &[((usize, Id), BTreeSet<Part>)],
    state: impl Fn(&(usize, Id)) -> Part,
) -> Vec<Option<Class>> {
    let mut graph = DiGraph::<(), ()>::new();
    let places: BTreeMap<Part, NodeIndex> =
        registers.iter().map(|(register, _)| (state(register), graph.add_node(()))).collect();
    for (register, parts) in registers {
        let from = places[&state(register)];
        // What is neither a register nor written does not change at edges.
        let read = parts.iter().filter_map(|part| places.get(part));
        read.for_each(|to| _ = graph.add_edge(from, *to, ()));
    }
    let mut classes: Vec<Option<Class>> = vec![];
    let mut known: BTreeMap<BTreeSet<Source>, usize> = BTreeMap::new();
    // Each component comes after those to which its edges lead.
    for component in kosaraju_scc(&graph) {
        let is_loop = component.iter().any(|one| graph.contains_edge(*one, component[0]));
        let members = || component.iter().map(|one| &registers[one.index()]);
        let parts = members().flat_map(|(_, parts)| parts);
        let mut of: BTreeSet<Source> =
            parts.filter_map(|part| sources.get(part)).copied().collect();
        if is_loop {
            of.insert(Source::Class(classes.len()));
        } else if of.is_empty() {
            of.insert(Source::Caller);
        }
        let place = *known.entry(of.clone()).or_insert(classes.len());
        if place == classes.len() {
            classes.push(Some(Class { sources: of, registers: vec![] }));
        }
        let added = members().map(|(register, _)| *register);
        classes[place].iter_mut().for_each(|class| class.registers.extend(added.clone()));
        sources.extend(members().map(|(register, _)| (state(register), Source::Class(place))));
    }
    classes
}

/// Removes classes that few nodes and no other class depend on, and all if they are few together.
/// Returns their registers.
fn remove_small(netlist: &Netlist, classes: &mut [Option<Class>]) -> Vec<(usize, Id)> {
    let mut removed = vec![];
    let (mut needed, mut nodes) = (BTreeSet::new(), 0);
    for place in (0..classes.len()).rev() {
        let Some(class) = &classes[place] else { continue };
        let loaded = class.registers.iter().map(|(_, next)| *next);
        let size = nodes_of(netlist, loaded, usize::MAX);
        if size < LEAST_NODES && !needed.contains(&Source::Class(place)) {
            removed.extend(classes[place].take().into_iter().flat_map(|class| class.registers));
        } else {
            let itself = Source::Class(place);
            needed.extend(class.sources.iter().copied().filter(|source| *source != itself));
            nodes += size;
        }
    }
    if nodes < LEAST_TOGETHER {
        let classes = classes.iter_mut().filter_map(Option::take);
        removed.extend(classes.flat_map(|class| class.registers));
    }
    removed
}

/// Returns the nodes that can change a register: while they are the same, it loads what it has. And
/// whether a multiplexer can select its present value.
fn unless_held(netlist: &Netlist, (index, next): (usize, Id)) -> (Change, bool) {
    let register = &netlist.registers[index];
    let force = register.force.iter();
    let mut needs: Vec<Id> = force.flat_map(|force| [force.set, force.clear]).collect();
    let (mut open, mut seen, mut holds) = (vec![next], BTreeSet::new(), false);
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match netlist.node(id).operation {
            Operation::State(held) if held == register.state => holds = true,
            Operation::Mux { select, one, zero } => {
                needs.push(select);
                open.extend([one, zero]);
            }
            _ => needs.push(id),
        }
    }
    (Change { needs, parts: vec![] }, holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netlist::Register;

    /// Adds a register of 8 bits that loads what `next` makes of its value.
    fn register(netlist: &mut Netlist, next: impl FnOnce(&mut Netlist, Id) -> Id) -> Id {
        let (state, held) = netlist.add_state(8);
        let next = next(netlist, held);
        let register = Register { state, load: Some((Id::of(0), next)), force: None };
        netlist.registers.push(register);
        held
    }

    fn sum(netlist: &mut Netlist, of: Id, count: u64) -> Id {
        (1..=count).fold(of, |sum, number| {
            let number = netlist.constant(number, 8);
            netlist.add(Operation::Add(sum, number), 8)
        })
    }

    #[test]
    fn registers_behind_those_that_seldom_change_are_classes() {
        let mut netlist = Netlist::default();
        netlist.add_state(1);
        let count = register(&mut netlist, |netlist, held| sum(netlist, held, 1));
        let slow = register(&mut netlist, |netlist, held| {
            let select = netlist.extract(count, 0, 1);
            let one = sum(netlist, held, 1);
            netlist.add(Operation::Mux { select, one, zero: held }, 8)
        });
        let first = register(&mut netlist, |netlist, _| sum(netlist, slow, 40));
        let both = register(&mut netlist, |netlist, _| sum(netlist, slow, 20));
        register(&mut netlist, |netlist, _| {
            let sum = sum(netlist, first, 30);
            netlist.add(Operation::Xor(sum, both), 8)
        });
        register(&mut netlist, |netlist, _| sum(netlist, count, 50));
        let mut domain = Domain::new(&mut netlist, Id::of(0));
        divide(&netlist, &mut domain);
        let registers = |group: &Group| -> BTreeSet<usize> {
            group.registers.iter().map(|one| one.0).collect()
        };
        let is_class = |group: &&Group| matches!(group.loads_if, LoadsIf::Active(_));
        let classes: Vec<BTreeSet<usize>> =
            domain.groups.iter().filter(is_class).map(registers).collect();
        assert_eq!(classes, [BTreeSet::from([2, 3]), BTreeSet::from([4])]);
    }
}
