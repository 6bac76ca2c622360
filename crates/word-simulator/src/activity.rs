//! Registers that load nothing new at most edges.
//!
//! Many registers have no condition, but depend only on others that seldom change: those of a
//! pipeline behind a clock enable, for example, or of a state machine that waits. They are computed
//! only at edges after one of the others has changed.

use std::collections::{BTreeMap, BTreeSet};

use super::compile::Body;
use super::domain::Domain;
use super::emit::*;
use super::netlist::{Id, Netlist, Operation, WORD};
use super::order::{Change, Part, parts_of};
use super::schedule::{Group, LoadsIf};

/// The largest number of words of the activity.
const MOST_WORDS: usize = 4;

/// The least number of nodes of a class, if no other class depends on it, and of all classes. To
/// find out whether less is active takes longer than to compute it.
const LEAST_NODES: usize = 4;
const LEAST_TOGETHER: usize = 64;

/// Some bits of the activity.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bits([u64; MOST_WORDS]);

impl Bits {
    fn add(&mut self, bit: u32) {
        self.0[(bit / WORD) as usize] |= 1 << (bit % WORD);
    }

    /// A number that is not 0 if one of them is 1.
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

/// What is noted beside groups of registers.
#[derive(Clone, Debug, Default)]
pub(super) struct Noted {
    /// The words of the activity.
    pub words: u32,
    /// The bits of the activity that stand for memories, and for registers that load at every edge.
    pub memories: BTreeMap<u32, u32>,
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
}

/// Registers that depend on the same sources.
struct Class {
    sources: BTreeSet<Source>,
    registers: Vec<(usize, Id)>,
}

/// Divides the registers of the only clock that load at every edge: those that depend on the same
/// registers and memories, of which none counts at every edge, are a group.
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
    let mut classes = classes(sources, open, state);
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
            Source::Group(_) | Source::Class(_) => {}
        }
    }
    noted
}

/// The classes of registers, with what each depends on. A class comes after those that it depends
/// on. Registers that depend on each other are one.
fn classes(
    mut sources: BTreeMap<Part, Source>,
    mut open: Vec<((usize, Id), BTreeSet<Part>)>,
    state: impl Fn(&(usize, Id)) -> Part,
) -> Vec<Option<Class>> {
    // What is neither a register nor written does not change at edges.
    let waiting: BTreeSet<Part> = open.iter().map(|(one, _)| state(one)).collect();
    for (_, parts) in &mut open {
        parts.retain(|part| sources.contains_key(part) || waiting.contains(part));
    }
    let mut classes: Vec<Option<Class>> = vec![];
    while !open.is_empty() {
        let is_ready =
            |(_, parts): &(_, BTreeSet<Part>)| parts.iter().all(|part| sources.contains_key(part));
        let (ready, others): (Vec<_>, Vec<_>) = open.into_iter().partition(is_ready);
        open = others;
        let known = sources.clone();
        let of = |parts: &BTreeSet<Part>| -> BTreeSet<Source> {
            parts.iter().filter_map(|part| known.get(part)).copied().collect()
        };
        if ready.is_empty() {
            let parts = smallest_loop(&open, &sources, &state);
            let (found, others) =
                open.into_iter().partition(|(one, _)| parts.contains(&state(one)));
            open = others;
            let found: Vec<((usize, Id), BTreeSet<Part>)> = found;
            let itself = Source::Class(classes.len());
            let all = found.iter().flat_map(|(_, parts)| of(parts)).chain([itself]).collect();
            sources.extend(parts.into_iter().map(|part| (part, itself)));
            let registers = found.into_iter().map(|(register, _)| register).collect();
            classes.push(Some(Class { sources: all, registers }));
        }
        for (register, parts) in ready {
            let of = of(&parts);
            let is_same =
                |class: &Option<Class>| class.as_ref().is_some_and(|class| class.sources == of);
            let place = classes.iter().position(is_same).unwrap_or(classes.len());
            sources.insert(state(&register), Source::Class(place));
            match classes.get_mut(place) {
                Some(class) => class.iter_mut().for_each(|class| class.registers.push(register)),
                None => classes.push(Some(Class { sources: of, registers: vec![register] })),
            }
        }
    }
    classes
}

/// Registers that depend on each other, and on no others that have no class yet.
fn smallest_loop(
    open: &[((usize, Id), BTreeSet<Part>)],
    known: &BTreeMap<Part, Source>,
    state: impl Fn(&(usize, Id)) -> Part,
) -> BTreeSet<Part> {
    let reads: BTreeMap<Part, &BTreeSet<Part>> =
        open.iter().map(|(register, parts)| (state(register), parts)).collect();
    let reached = |from: &Part| {
        let (mut open, mut reached) = (vec![*from], BTreeSet::new());
        while let Some(part) = open.pop() {
            if !known.contains_key(&part) && reached.insert(part) {
                open.extend(reads[&part]);
            }
        }
        reached
    };
    reads.keys().map(reached).min_by_key(BTreeSet::len).unwrap_or_default()
}

/// Removes classes that few nodes and no other class depend on, and all if they are few together.
/// Returns their registers.
fn remove_small(netlist: &Netlist, classes: &mut [Option<Class>]) -> Vec<(usize, Id)> {
    let mut removed = vec![];
    let (mut needed, mut nodes) = (BTreeSet::new(), 0);
    for place in (0..classes.len()).rev() {
        let Some(class) = &classes[place] else { continue };
        let size = cone(netlist, class.registers.iter().map(|(_, next)| *next));
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

/// The number of nodes that some depend on.
fn cone(netlist: &Netlist, of: impl Iterator<Item = Id>) -> usize {
    let (mut open, mut seen) = (Vec::from_iter(of), BTreeSet::new());
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            netlist.node(id).operation.operands(|operand| open.push(operand));
        }
    }
    seen.len()
}

/// What decides what a register loads, unless it holds its value: if nothing of that has changed,
/// it does. And whether it ever holds its value by a multiplexer.
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
