//! The inputs that nodes are functions of, as far as these are few.

use std::collections::HashMap;

use super::netlist::{Id, Netlist, Operation};

/// How many inputs a function has at most.
pub(super) struct Limits {
    /// Their bits.
    pub bits: u32,
    pub sources: usize,
    /// Whether it may read memories that are not written.
    pub has_reads: bool,
}

/// An input of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Source {
    Node(Id),
    /// The word of the state that counts how often a group of registers has loaded.
    Loads(u32),
}

/// The nodes that some roots need, each after its operands, and the users of each. A root has the
/// user `None`.
pub(super) struct Needed {
    pub nodes: Vec<Id>,
    users: HashMap<Id, Vec<Option<Id>>>,
}

impl Needed {
    pub fn new(netlist: &Netlist, roots: &[Id]) -> Needed {
        let mut users: HashMap<Id, Vec<Option<Id>>> = HashMap::new();
        let mut open: Vec<(Id, Option<Id>)> = roots.iter().map(|id| (*id, None)).collect();
        while let Some((id, user)) = open.pop() {
            let known = users.entry(id).or_default();
            if known.is_empty() {
                netlist.node(id).operation.operands(|operand| open.push((operand, Some(id))));
            }
            known.push(user);
        }
        let mut nodes: Vec<Id> = users.keys().copied().collect();
        nodes.sort_unstable();
        Needed { nodes, users }
    }

    /// Whether a node is a root, or a function of other inputs needs it.
    pub fn is_result(&self, id: Id, sources: &Sources) -> bool {
        let is_other = |user: &Option<Id>| user.is_none_or(|user| !sources.are_same(user, id));
        self.users[&id].iter().any(is_other)
    }
}

/// For each node, the inputs on which it depends: itself if they would be too many.
pub(super) struct Sources(Vec<Vec<Source>>);

impl Sources {
    /// `counted` are the words of the state that are registers of a group that is counted, with the
    /// word that counts how often it has loaded.
    pub fn new(netlist: &Netlist, counted: &HashMap<u32, u32>, limits: &Limits) -> Sources {
        let mut all = Sources(vec![]);
        for (index, node) in netlist.nodes().iter().enumerate() {
            let itself = vec![Source::Node(Id::of(index))];
            let sources = match &node.operation {
                Operation::Constant(_) => vec![],
                Operation::State(state) => {
                    counted.get(state).map_or(itself, |loads| vec![Source::Loads(*loads)])
                }
                Operation::Read { memory, .. }
                    if !limits.has_reads || netlist.is_written(*memory) =>
                {
                    itself
                }
                Operation::Extract(of, _) if all.is_itself(*of) => itself,
                operation => all.of_operands(netlist, operation, limits).unwrap_or(itself),
            };
            all.0.push(sources);
        }
        all
    }

    fn of_operands(
        &self,
        netlist: &Netlist,
        operation: &Operation,
        limits: &Limits,
    ) -> Option<Vec<Source>> {
        let mut sources = vec![];
        operation.operands(|operand| sources.extend(self.of(operand)));
        sources.sort_unstable();
        sources.dedup();
        let bits: u32 = nodes(&sources).map(|id| netlist.node(id).width).sum();
        (bits <= limits.bits && sources.len() <= limits.sources).then_some(sources)
    }

    pub fn of(&self, id: Id) -> &[Source] {
        &self.0[id.index()]
    }

    pub fn is_itself(&self, id: Id) -> bool {
        self.of(id) == [Source::Node(id)]
    }

    /// Whether two nodes, of which the second is an operand of the first, depend on the same
    /// inputs.
    pub fn are_same(&self, user: Id, operand: Id) -> bool {
        !self.is_itself(user) && !self.is_itself(operand) && self.of(user) == self.of(operand)
    }
}

/// Those that are nodes.
pub(super) fn nodes(sources: &[Source]) -> impl Iterator<Item = Id> {
    sources.iter().filter_map(|source| match source {
        Source::Node(id) => Some(*id),
        Source::Loads(_) => None,
    })
}

/// Whether an operation takes almost no time.
pub(super) fn is_free(operation: &Operation) -> bool {
    use Operation as O;
    matches!(operation, O::Constant(_) | O::State(_) | O::Extract(..) | O::Concatenate(_))
}
