//! What is computed only while some registers load.
//!
//! Most registers hold their values in most cycles: `if (enable) count <= count + 1;`. Those that
//! hold under the same condition form a group. What only they depend on is computed only if they
//! load.

use std::collections::BTreeMap;

use super::netlist::{Id, Netlist, Operation};

/// A group with fewer nodes of its own is computed always: that takes less time than a branch.
const LEAST_NODES: usize = 8;

/// The depth of nested multiplexers in which a register is looked for.
const DEPTH: u32 = 8;

/// Some registers, by their indices, each with what it loads, and the condition under which they
/// load; none if they may load at every edge.
pub(super) struct Group {
    pub condition: Option<Id>,
    pub registers: Vec<(usize, Id)>,
}

/// Groups the registers of a clock, each with what it loads. `others` are nodes that are computed
/// at every edge. Registers without a condition are the first group.
pub(super) fn groups(
    netlist: &mut Netlist,
    registers: &[(usize, Id)],
    others: &[Id],
) -> Vec<Group> {
    let mut found: BTreeMap<Option<Id>, Vec<(usize, Id)>> = BTreeMap::from([(None, vec![])]);
    for (register, loaded) in registers {
        let state = netlist.registers[*register].state;
        let condition = condition(netlist, state, *loaded, DEPTH);
        found.entry(condition).or_default().push((*register, *loaded));
    }
    let sizes = own_nodes(netlist, &found, others);
    let mut groups: Vec<Group> = vec![];
    for ((condition, registers), size) in found.into_iter().zip(sizes) {
        match groups.first_mut() {
            Some(always) if size < LEAST_NODES => always.registers.extend(registers),
            _ => groups.push(Group { condition, registers }),
        }
    }
    groups
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

/// The condition under which a register may change; `None` if it always may.
fn condition(netlist: &mut Netlist, state: u32, loaded: Id, depth: u32) -> Option<Id> {
    let Operation::Mux { select, one, zero } = netlist.node(loaded).operation else { return None };
    let holds = |id: Id| netlist.node(id).operation == Operation::State(state);
    if holds(zero) {
        return Some(select);
    }
    if holds(one) {
        return Some(netlist.add(Operation::Not(select), 1));
    }
    let rest = depth.checked_sub(1)?;
    // Nearly all have a constant in one branch, such as that of a reset.
    if let Some(inner) = condition(netlist, state, zero, rest) {
        return Some(netlist.add(Operation::Or(select, inner), 1));
    }
    let inner = condition(netlist, state, one, rest)?;
    let not = netlist.add(Operation::Not(select), 1);
    Some(netlist.add(Operation::Or(not, inner), 1))
}
