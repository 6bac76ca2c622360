//! Signals of their own for the values that a signal has before it is assigned anew.
//!
//! Rust runs a kernel from top to bottom: `v.next = a; c.i.next = v.val(); v.next = c.o.val();`
//! passes `a` through a child. With one signal for both values of `v`, the child would seem to
//! depend on itself.

use super::super::design::{SignalId, Statement, StatementKind, Target};
use super::super::walk;
use super::symbols::{Draft, Role, Symbols};

/// Adds a local signal for each value that is replaced: one that a local signal or an output has
/// until the whole of it is assigned again. Both assignments have to be at the top level of the
/// kernel.
pub(super) fn split(statements: &mut [Statement], symbols: &mut Symbols) {
    for signal in (0..symbols.drafts.len()).map(SignalId) {
        if matches!(symbols.draft(signal).role, Role::Local | Role::Output) {
            split_signal(signal, statements, symbols);
        }
    }
}

fn split_signal(signal: SignalId, statements: &mut [Statement], symbols: &mut Symbols) {
    let begins = |statement: &Statement| matches!(&statement.kind, StatementKind::Assign(target, _) if *target == Target::whole(signal));
    let starts: Vec<usize> =
        (0..statements.len()).filter(|index| begins(&statements[*index])).collect();
    for (number, ends) in starts.windows(2).enumerate() {
        let version = add(signal, number, symbols);
        let segment = &mut statements[ends[0]..=ends[1]];
        // The statement before reads the value before that, the one after assigns the next one.
        let last = segment.len() - 1;
        for (index, statement) in segment.iter_mut().enumerate() {
            let (reads, writes) = (index > 0, index < last);
            walk::for_each_mut(std::slice::from_mut(statement), &mut |statement| {
                if let StatementKind::Assign(target, _) = &mut statement.kind
                    && writes
                    && target.signal == signal
                {
                    target.signal = version;
                }
                if let Some(value) = statement.expression_mut().filter(|_| reads) {
                    value.rename(&mut |id| if id == signal { version } else { id });
                }
            });
        }
    }
}

/// Adds a signal for a value of another one.
fn add(signal: SignalId, number: usize, symbols: &mut Symbols) -> SignalId {
    let of = symbols.draft(signal).clone();
    let mut name = format!("{}_{number}", of.name);
    let is_taken = |name: &String| {
        let drafts = symbols.drafts.iter().map(|draft| &draft.name);
        let mut names = drafts.chain(symbols.children.iter().map(|child| &child.name));
        names.any(|other| other.eq_ignore_ascii_case(name))
    };
    while is_taken(&name) {
        name.push_str("_value");
    }
    let id = SignalId(symbols.drafts.len());
    symbols.drafts.push(Draft { name, documentation: String::new(), role: Role::Local, ..of });
    id
}
