//! Aliases: a signal that only copies an output of a child or a register replaces it.

use std::collections::BTreeMap;

use super::super::design::{Expression, SignalId, Statement, StatementKind, Target, Type};
use super::super::paths;
use super::super::walk;
use super::symbols::{Role, Symbols};

/// Which signal replaces which.
#[derive(Default)]
pub(super) struct Aliases {
    /// For each child output that is replaced, the target that the child drives directly.
    pub children: BTreeMap<SignalId, Target>,
    /// For each register output that is replaced, the signal that replaces it.
    pub registers: BTreeMap<SignalId, SignalId>,
    /// The indices of the copying statements, and the signals that they copy.
    pub statements: BTreeMap<usize, SignalId>,
}

impl Aliases {
    pub fn find(statements: &[Statement], symbols: &Symbols) -> Aliases {
        let mut reads: BTreeMap<SignalId, usize> = BTreeMap::new();
        walk::for_each_read(statements, &mut |signal| *reads.entry(signal).or_default() += 1);
        let mut writes: BTreeMap<SignalId, Vec<&Target>> = BTreeMap::new();
        walk::for_each_target(statements, &mut |target| {
            writes.entry(target.signal).or_default().push(target)
        });

        let mut aliases = Aliases::default();
        for wanted in [Role::Output, Role::Local] {
            for (index, statement) in statements.iter().enumerate() {
                let StatementKind::Assign(target, value) = &statement.kind else {
                    continue;
                };
                let (Some(source), role) = (value.as_signal(), symbols.draft(target.signal).role)
                else {
                    continue;
                };
                let same_type = value.ty == symbols.draft(source).ty
                    && (target.slice.is_some()
                        || fits(symbols, symbols.draft(target.signal).ty, value.ty));
                if role != wanted || !same_type || aliases.knows(source) {
                    continue;
                }
                let writes = &writes[&target.signal];
                let alone = match target.slice {
                    None => writes.len() == 1,
                    Some(slice) => {
                        let overlapping = writes
                            .iter()
                            .filter(|w| !(paths::bits(w, symbols) & slice.mask()).is_zero());
                        reads[&source] == 1 && overlapping.count() == 1
                    }
                };
                match symbols.draft(source).role {
                    Role::ChildOutput(..) if alone => {
                        aliases.children.insert(source, target.clone());
                    }
                    // The port of a top is a vector, without fields, and this may be one.
                    Role::RegisterOutput(_)
                        if alone
                            && target.slice.is_none()
                            && !(role == Role::Output && matches!(value.ty, Type::Struct(_))) =>
                    {
                        aliases.registers.insert(source, target.signal);
                    }
                    _ => continue,
                }
                aliases.statements.insert(index, source);
            }
        }
        aliases
    }

    fn knows(&self, source: SignalId) -> bool {
        self.children.contains_key(&source) || self.registers.contains_key(&source)
    }

    pub fn replacement(&self, source: SignalId) -> Option<SignalId> {
        let child = self
            .children
            .get(&source)
            .filter(|target| target.slice.is_none())
            .map(|target| target.signal);
        child.or_else(|| self.registers.get(&source).copied())
    }

    /// Lets the statements read the replacements.
    pub fn apply(&self, statements: &mut [Statement]) {
        walk::for_each_mut(statements, &mut |statement| {
            if let Some(expression) = statement.expression_mut() {
                self.replace(expression);
            }
        });
    }

    fn replace(&self, expression: &mut Expression) {
        expression.rename(&mut |id| self.replacement(id).unwrap_or(id));
    }
}

fn fits(symbols: &Symbols, left: Type, right: Type) -> bool {
    left == right || symbols.width(left) == 1 && symbols.width(right) == 1
}
