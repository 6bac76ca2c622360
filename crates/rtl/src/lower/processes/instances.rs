//! Instances and the connections of their ports.

use std::collections::BTreeSet;

use super::super::symbols::Role;
use super::ProcessPartitioner;
use crate::design::{Connection, Expression, Instance, ItemKind, SignalId, SignalKind, Target};

impl ProcessPartitioner<'_> {
    /// Adds an instance for each child, at the position of the first statement that connects it.
    pub(super) fn instances(&mut self) {
        for (number, child) in self.symbols.children.iter().enumerate() {
            let mut connections = Vec::new();
            let mut places = Vec::new();
            for (place, (_, port)) in self.design.module(child.module).ports().enumerate() {
                let role = match port.kind {
                    SignalKind::Input => Role::ChildInput(number, place),
                    SignalKind::InOut => Role::ChildInOut(number, place),
                    _ => Role::ChildOutput(number, place),
                };
                let Some(id) =
                    self.symbols.drafts.iter().position(|draft| draft.role == role).map(SignalId)
                else {
                    continue;
                };
                connections.push(match role {
                    Role::ChildInput(..) if self.is_inlined(id) => {
                        let (index, value) = (self.only_value(id))
                            .map(|(index, value)| (index, value.clone()))
                            .unzip();
                        places.extend(index);
                        Connection::Input(
                            value.unwrap_or_else(|| {
                                Expression::signal(id, self.symbols.draft(id).ty)
                            }),
                        )
                    }
                    Role::ChildInput(..) => {
                        Connection::Input(Expression::signal(id, self.symbols.draft(id).ty))
                    }
                    Role::ChildInOut(..) => Connection::InOut(self.wire_of(id)),
                    _ => Connection::Output(
                        self.aliases.children.get(&id).cloned().unwrap_or(Target::whole(id)),
                    ),
                });
                let passed_on = self.aliases.statements.iter().filter(|(_, source)| **source == id);
                places.extend(passed_on.map(|(index, _)| *index));
            }
            places.sort_unstable();
            let comments = self.comments(&places);
            let instance = Instance { name: child.name.clone(), module: child.module, connections };
            // An instance without such a statement comes last.
            let place = places.first().copied().unwrap_or(usize::MAX);
            self.add(place, comments, ItemKind::Instance(instance));
        }
    }

    /// Returns the signal of a wire: a port if one is joined to it, otherwise the first of its
    /// ends.
    fn wire_of(&self, end: SignalId) -> SignalId {
        let mut ends = BTreeSet::from([end]);
        loop {
            let count = ends.len();
            for (one, other) in &self.same_wire {
                if ends.contains(one) || ends.contains(other) {
                    ends.extend([*one, *other]);
                }
            }
            if ends.len() == count {
                break;
            }
        }
        let is_port = |id: &&SignalId| self.symbols.draft(**id).role == Role::InOut;
        ends.iter().find(is_port).or(ends.first()).copied().unwrap_or(end)
    }
}
