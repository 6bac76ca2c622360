//! What is computed only while some registers load.
//!
//! Most registers hold their values in most cycles: `if (enable) count <= count + 1;`. Those that
//! hold under the same condition form a group. What only they depend on is computed only if they
//! load.

use std::collections::{BTreeMap, HashSet};

use super::activity::Bits;
use super::netlist::{Id, Netlist, Operation};

/// A group with fewer nodes of its own is computed with another one, whose condition holds whenever
/// its own does: that takes less time than a branch.
const LEAST_NODES: usize = 8;

/// The depth of nested multiplexers in which a register is looked for.
const DEPTH: u32 = 12;

/// The largest number of nodes on which a condition depends that is that of the outermost
/// multiplexer, and one of another multiplexer. They are computed at every edge.
const CHEAP: usize = 24;
const CHEAP_WITHIN: usize = 8;

/// The depth of nested multiplexers in which a condition is looked for that depends on any number
/// of nodes: registers that have the outermost multiplexers in common share it.
const SHARED_DEPTH: u32 = 2;

/// Conditions of registers: only cheap ones, or any. A condition that is not cheap is used if it
/// depends on at most as many nodes as it saves while it does not hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conditions {
    Cheap,
    Any,
}

/// Some registers, by their indices, each with what it loads, and when they load.
#[derive(Clone)]
pub(super) struct Group {
    /// The bit that stands for them where changes are noted. The writes of the clock share that of
    /// the first group.
    pub bit: u64,
    pub loads_if: LoadsIf,
    pub registers: Vec<(usize, Id)>,
    /// The word of the state that counts how often they have loaded, if anything needs it.
    pub loads: Option<u32>,
    /// Their bit of the activity, if anything needs it.
    pub activity: Option<u32>,
}

/// When registers load.
#[derive(Clone, Copy)]
pub(super) enum LoadsIf {
    /// At every edge.
    Always,
    /// At edges before which this is 1.
    Condition(Id),
    /// At edges before which one of these bits of the activity is 1: otherwise they would load what
    /// they have.
    Active(Bits),
}

impl LoadsIf {
    pub fn condition(mut self) -> Option<Id> {
        self.condition_mut().copied()
    }

    pub fn condition_mut(&mut self) -> Option<&mut Id> {
        match self {
            LoadsIf::Condition(id) => Some(id),
            LoadsIf::Always | LoadsIf::Active(_) => None,
        }
    }
}

/// Groups the registers of a clock, each with what it loads. `others` are nodes that are computed
/// at every edge. Registers without a condition are the first group.
pub(super) fn groups(
    netlist: &mut Netlist,
    registers: &[(usize, Id)],
    others: &[Id],
) -> Vec<Group> {
    let mut found: BTreeMap<Option<Id>, Vec<(usize, Id)>> = BTreeMap::from([(None, vec![])]);
    let mut costly = HashSet::new();
    for (register, loaded) in registers {
        let state = netlist.registers[*register].state;
        let mut change = |depth, conditions| change(netlist, state, *loaded, depth, conditions);
        let condition = match change(DEPTH, Conditions::Cheap) {
            Change::If(condition) => Some(condition),
            Change::Never => None,
            Change::Always => match change(SHARED_DEPTH, Conditions::Any) {
                Change::If(condition) => {
                    costly.insert(condition);
                    Some(condition)
                }
                Change::Never | Change::Always => None,
            },
        };
        found.entry(condition).or_default().push((*register, *loaded));
    }
    remove_costly(netlist, &mut found, costly, others);
    let sizes = own_nodes(netlist, &found, others);
    let group = |condition: Option<Id>, registers| {
        let loads_if = condition.map_or(LoadsIf::Always, LoadsIf::Condition);
        Group { bit: 0, loads_if, registers, loads: None, activity: None }
    };
    let (mut groups, mut small): (Vec<Group>, Vec<Group>) = (vec![], vec![]);
    for ((condition, registers), size) in found.into_iter().zip(sizes) {
        let is_small = size < LEAST_NODES && !groups.is_empty();
        let groups = if is_small { &mut small } else { &mut groups };
        groups.push(group(condition, registers));
    }
    let places: BTreeMap<Option<Id>, usize> =
        groups.iter().zip(0..).map(|(group, place)| (group.loads_if.condition(), place)).collect();
    for Group { loads_if, registers, .. } in small {
        let implied = conjunction(netlist, loads_if.condition()).into_iter();
        let place = implied.filter_map(|id| places.get(&Some(id))).min();
        groups[place.copied().unwrap_or(0)].registers.extend(registers);
    }
    for Group { loads_if, registers, .. } in &mut groups {
        let Some(condition) = loads_if.condition() else { continue };
        for (_, next) in registers {
            *next = selected(netlist, *next, condition);
        }
    }
    groups
}

/// Registers whose condition costs more than it saves load at every edge.
fn remove_costly(
    netlist: &Netlist,
    found: &mut BTreeMap<Option<Id>, Vec<(usize, Id)>>,
    costly: HashSet<Id>,
    others: &[Id],
) {
    let sizes = own_nodes(netlist, found, others);
    let conditions: Vec<Option<Id>> = found.keys().copied().collect();
    for (condition, size) in conditions.into_iter().zip(sizes) {
        let is_costly = condition.is_some_and(|id| {
            costly.contains(&id) && (size < LEAST_NODES || nodes_of(netlist, [id], size) > size)
        });
        if is_costly {
            let registers = found.remove(&condition).unwrap_or_default();
            found.entry(None).or_default().extend(registers);
        }
    }
}

/// The number of some nodes and of those on which they depend; if they are more than so many, any
/// larger number.
pub(super) fn nodes_of(netlist: &Netlist, of: impl IntoIterator<Item = Id>, most: usize) -> usize {
    let mut seen: HashSet<Id> = of.into_iter().collect();
    let mut open: Vec<Id> = seen.iter().copied().collect();
    while let Some(id) = open.pop() {
        if seen.len() > most {
            break;
        }
        netlist.node(id).operation.operands(|operand| {
            if seen.insert(operand) {
                open.push(operand);
            }
        });
    }
    seen.len()
}

/// What a register loads while a condition holds: if that is the condition of a multiplexer, one of
/// its sides.
fn selected(netlist: &Netlist, loaded: Id, condition: Id) -> Id {
    match (&netlist.node(loaded).operation, &netlist.node(condition).operation) {
        (Operation::Mux { select, one, .. }, _) if *select == condition => *one,
        (Operation::Mux { select, zero, .. }, Operation::Not(not)) if select == not => *zero,
        _ => loaded,
    }
}

/// What holds if a condition does: the parts of a conjunction.
fn conjunction(netlist: &Netlist, condition: Option<Id>) -> Vec<Id> {
    let (mut open, mut parts) = (Vec::from_iter(condition), vec![]);
    while let Some(id) = open.pop() {
        parts.push(id);
        if let Operation::And(left, right) = netlist.node(id).operation {
            open.extend([left, right]);
        }
    }
    parts
}

/// The number of nodes that only one group depends on, for each of them.
fn own_nodes(
    netlist: &Netlist,
    groups: &BTreeMap<Option<Id>, Vec<(usize, Id)>>,
    others: &[Id],
) -> Vec<usize> {
    /// Of several groups.
    const SHARED: usize = usize::MAX;
    let mut owners: Vec<Option<usize>> = vec![None; netlist.nodes().len()];
    let mut own = |id: Id, group: usize| {
        let owner = &mut owners[id.index()];
        *owner = Some(if owner.is_none_or(|owner| owner == group) { group } else { SHARED });
    };
    others.iter().for_each(|id| own(*id, SHARED));
    for (group, (condition, members)) in groups.iter().enumerate() {
        condition.iter().for_each(|id| own(*id, SHARED));
        members.iter().for_each(|(_, id)| own(*id, group));
    }
    let mut sizes = vec![0; groups.len()];
    for (index, node) in netlist.nodes().iter().enumerate().rev() {
        let Some(owner) = owners[index] else { continue };
        if let Some(size) = sizes.get_mut(owner) {
            *size += 1;
        }
        node.operation.operands(|operand| {
            let of = &mut owners[operand.index()];
            *of = Some(if of.is_none_or(|of| of == owner) { owner } else { SHARED });
        });
    }
    sizes
}

/// When a register may change.
#[derive(Clone, Copy)]
enum Change {
    Never,
    If(Id),
    Always,
}

/// When a register may change that loads this: multiplexers select its present value otherwise.
fn change(
    netlist: &mut Netlist,
    state: u32,
    loaded: Id,
    depth: u32,
    conditions: Conditions,
) -> Change {
    let most = if depth == DEPTH { CHEAP } else { CHEAP_WITHIN };
    let is_usable = |netlist: &Netlist, select| {
        conditions == Conditions::Any || is_cheap(netlist, select, most)
    };
    let (select, one, zero) = match netlist.node(loaded).operation {
        Operation::State(held) if held == state => return Change::Never,
        Operation::Mux { select, one, zero } if depth > 0 && is_usable(netlist, select) => {
            (select, one, zero)
        }
        _ => return Change::Always,
    };
    let [one, zero] =
        [one, zero].map(|branch| change(netlist, state, branch, depth - 1, conditions));
    let not = netlist.add(Operation::Not(select), 1);
    let mut and = |left, right| netlist.add(Operation::And(left, right), 1);
    let (left, right) = match (one, zero) {
        (Change::Never, Change::Never) => return Change::Never,
        (Change::Always, Change::Always) => return Change::Always,
        (Change::Always, Change::Never) => return Change::If(select),
        (Change::Never, Change::Always) => return Change::If(not),
        (Change::If(one), Change::Never) => return Change::If(and(select, one)),
        (Change::Never, Change::If(zero)) => return Change::If(and(not, zero)),
        (Change::Always, Change::If(zero)) => (select, zero),
        (Change::If(one), Change::Always) => (not, one),
        (Change::If(one), Change::If(zero)) => (and(select, one), and(not, zero)),
    };
    Change::If(netlist.add(Operation::Or(left, right), 1))
}

/// Whether few nodes have to be computed for a node: so many at most.
fn is_cheap(netlist: &Netlist, id: Id, most: usize) -> bool {
    let (mut open, mut nodes) = (vec![id], 0);
    while let Some(id) = open.pop() {
        nodes += 1;
        if nodes > most {
            return false;
        }
        netlist.node(id).operation.operands(|operand| open.push(operand));
    }
    true
}
