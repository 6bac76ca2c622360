//! Inputs of children and registers that need their own signal and process.

use std::collections::BTreeSet;

use super::super::design::{SignalId, Statement, StatementKind};
use super::super::walk;
use super::flow::EarlyRead;
use super::symbols::{Role, Symbols};

/// Returns the inputs of children and registers that the kernel reads back, as in
/// `self.counter.d.val()`.
pub(super) fn read_back(statements: &[Statement], symbols: &Symbols) -> BTreeSet<SignalId> {
    let mut wires = BTreeSet::new();
    walk::for_each_read(statements, &mut |signal| {
        if matches!(
            symbols.draft(signal).role,
            Role::ChildInput(..) | Role::RegisterInput(_) | Role::RegisterClock(_)
        ) {
            wires.insert(signal);
        }
    });
    wires
}

/// Returns the inputs that the kernel reads back; the next values of registers that depend on an
/// intermediate value of a signal; and clocks that are not driven by a single assignment.
pub(super) fn find(
    statements: &[Statement],
    symbols: &Symbols,
    early: &BTreeSet<EarlyRead>,
) -> BTreeSet<SignalId> {
    let mut wires = read_back(statements, symbols);
    let role = |signal: SignalId| symbols.draft(signal).role;
    let readers = early.iter().map(|read| read.reader);
    wires.extend(
        readers.filter(|reader| {
            matches!(role(*reader), Role::RegisterInput(_) | Role::RegisterClock(_))
        }),
    );
    let clocks = symbols.registers.iter().map(|register| register.clock);
    wires.extend(clocks.filter(|clock| !is_assigned_once(statements, *clock)));
    wires
}

/// Whether a signal has a single assignment, at the top level of the kernel.
fn is_assigned_once(statements: &[Statement], signal: SignalId) -> bool {
    let mut assignments = 0;
    walk::for_each_target(statements, &mut |target| {
        assignments += usize::from(target.signal == signal);
    });
    let at_the_top = statements.iter().any(|statement| {
        matches!(&statement.kind, StatementKind::Assign(target, _) if target.signal == signal)
    });
    assignments == 1 && at_the_top
}
