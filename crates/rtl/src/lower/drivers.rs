//! Driver checks: every signal has one driver, on every path through the kernel.

use std::collections::{BTreeMap, BTreeSet};

use super::super::design::{SignalId, Statement, Target};
use super::super::error::Error;
use super::super::paths::{self, Assigned};
use super::super::walk;
use super::flow::EarlyRead;
use super::symbols::{Role, Symbols};

/// Checks that the kernel does not assign its inputs, or the outputs of children and registers.
pub(super) fn check_targets(statements: &[Statement], symbols: &Symbols) -> Result<(), Error> {
    let mut result = Ok(());
    walk::for_each_target(statements, &mut |target| {
        let draft = symbols.draft(target.signal);
        let (module, signal) = (symbols.module.clone(), draft.path.clone());
        match draft.role {
            Role::Input | Role::InOut => result = Err(Error::InputDriven { module, signal }),
            Role::ChildOutput(child, _) => {
                let first = format!("the instance `{}`", symbols.children[child].name);
                result = Err(Error::MultipleDrivers {
                    module,
                    signal,
                    first,
                    second: "the kernel".into(),
                });
            }
            Role::RegisterOutput(_) => {
                result = Err(Error::MultipleDrivers {
                    module,
                    signal,
                    first: "the register".into(),
                    second: "the kernel".into(),
                });
            }
            _ => {}
        }
    });
    result
}

/// Removes assignments to local signals that are never read, except those whose name starts with
/// `unused`.
pub(super) fn remove_unread(statements: &mut Vec<Statement>, symbols: &Symbols) {
    loop {
        let mut read = BTreeSet::new();
        walk::for_each_read(statements, &mut |signal| {
            read.insert(signal);
        });
        let is_dead = |target: &Target| {
            let draft = symbols.draft(target.signal);
            draft.role == Role::Local
                && !read.contains(&target.signal)
                && !draft.name.starts_with("unused")
        };
        let mut any = false;
        walk::for_each_target(statements, &mut |target| any |= is_dead(target));
        if !any {
            return;
        }
        *statements = walk::filter(statements, &|target| !is_dead(target));
    }
}

/// Checks that every signal that needs a driver is assigned on every path.
pub(super) fn check_driven(
    statements: &[Statement],
    symbols: &Symbols,
    early: &BTreeSet<EarlyRead>,
) -> Result<(), Error> {
    let module = || symbols.module.clone();
    if let Some(read) = early.iter().find(|read| !read.settled) {
        return Err(Error::ReadBeforeAssignment {
            module: module(),
            signal: symbols.draft(read.signal).path.clone(),
            reader: symbols.draft(read.reader).path.clone(),
        });
    }
    let mut used = BTreeSet::new();
    walk::for_each_read(statements, &mut |signal| {
        used.insert(signal);
    });
    let mut ever: Assigned = BTreeMap::new();
    walk::for_each_target(statements, &mut |target| {
        used.insert(target.signal);
        *ever.entry(target.signal).or_default() |= paths::bits(target, symbols);
    });
    let mut always = Assigned::new();
    paths::assign(statements, symbols, &mut always);
    for (index, draft) in symbols.drafts.iter().enumerate() {
        let id = SignalId(index);
        let needs_driver = match draft.role {
            Role::Input
            | Role::InOut
            | Role::ChildOutput(..)
            | Role::ChildInOut(..)
            | Role::RegisterOutput(_) => false,
            Role::Local => used.contains(&id),
            _ => true,
        };
        if !needs_driver {
            continue;
        }
        let whole = paths::bits(&Target::whole(id), symbols);
        let signal = draft.path.clone();
        if ever.get(&id) != Some(&whole) {
            return Err(Error::Undriven { module: module(), signal });
        }
        if always.get(&id) != Some(&whole) {
            return Err(match (draft.role, signal.rsplit_once('.')) {
                (Role::RegisterInput(_), Some((register, _))) => {
                    Error::NoNextValue { module: module(), register: register.to_string() }
                }
                _ => Error::Latch { module: module(), signal },
            });
        }
    }
    Ok(())
}
