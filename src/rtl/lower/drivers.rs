//! Who drives what: a kernel cut into instances, combinational processes and registers.
//!
//! What the author wrote in one statement stays in one process: a `match` that assigns eight signals becomes one
//! `always_comb`, and their defaults come with it. Each register has a process of its own. A signal that only passes on
//! what a child or a register shows takes its place.

use std::collections::{BTreeMap, BTreeSet};

use super::super::design::{
    Connection, Design, Expression, Instance, Item, ItemKind, Register, SignalId, SignalKind,
    Statement, StatementKind, Target,
};
use super::super::error::Error;
use super::super::paths::{self, Assigned};
use super::super::walk;
use super::flow::{self, EarlyRead};
use super::register;
use super::symbols::{Role, Symbols};

/// The body of a module, still over [`Symbols::drafts`].
pub(super) struct Body {
    pub items: Vec<Item>,
    /// For each register's output that a signal of the module stands in for, that signal.
    pub stand_ins: BTreeMap<SignalId, SignalId>,
}

/// Cuts the kernel up.
pub(super) fn cut(
    mut statements: Vec<Statement>,
    symbols: &Symbols,
    design: &Design,
) -> Result<Body, Error> {
    check_targets(&statements, symbols)?;
    remove_unread(&mut statements, symbols);
    let early = flow::early_reads(&statements, symbols);
    check_driven(&statements, symbols, &early)?;
    let aliases = Aliases::find(&statements, symbols);
    aliases.apply(&mut statements);
    let mut cutter = Cutter {
        symbols,
        design,
        aliases,
        early,
        items: BTreeMap::new(),
        said: BTreeSet::new(),
        statements,
    };
    cutter.instances();
    cutter.combinational();
    cutter.registers()?;
    let items = cutter.items.into_values().flatten().collect();
    Ok(Body { items, stand_ins: cutter.aliases.registers })
}

/// Inputs, outputs of children and registers' outputs are not the kernel's to assign.
fn check_targets(statements: &[Statement], symbols: &Symbols) -> Result<(), Error> {
    let mut result = Ok(());
    walk::for_each_target(statements, &mut |target| {
        let draft = symbols.draft(target.signal);
        let (module, signal) = (symbols.module.clone(), draft.name.clone());
        match draft.role {
            Role::Input => result = Err(Error::InputDriven { module, signal }),
            Role::ChildOutput(child, _) => {
                let first = format!("the instance `{}`", symbols.children[child].name);
                result =
                    Err(Error::TwoDrivers { module, signal, first, second: "the kernel".into() });
            }
            Role::Held(_) => {
                result = Err(Error::TwoDrivers {
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

/// Removes local signals that nobody reads, but for those that say so in their name.
fn remove_unread(statements: &mut Vec<Statement>, symbols: &Symbols) {
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

/// Everything that must be driven is, on every path.
fn check_driven(
    statements: &[Statement],
    symbols: &Symbols,
    early: &BTreeSet<EarlyRead>,
) -> Result<(), Error> {
    let module = || symbols.module.clone();
    if let Some(read) = early.iter().find(|read| !read.settled) {
        return Err(Error::ReadTooEarly {
            module: module(),
            signal: symbols.draft(read.signal).name.clone(),
            reader: symbols.draft(read.reader).name.clone(),
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
            Role::Input | Role::ChildOutput(..) | Role::Held(_) => false,
            Role::Local => used.contains(&id),
            _ => true,
        };
        if !needs_driver {
            continue;
        }
        let whole = paths::bits(&Target::whole(id), symbols);
        let signal = kernel_name(id, symbols);
        if ever.get(&id).copied().unwrap_or(0) != whole {
            return Err(Error::Undriven { module: module(), signal });
        }
        if always.get(&id).copied().unwrap_or(0) != whole {
            return Err(Error::Latch { module: module(), signal });
        }
    }
    Ok(())
}

/// A signal as its author would name it.
fn kernel_name(id: SignalId, symbols: &Symbols) -> String {
    let draft = symbols.draft(id);
    match draft.role {
        Role::ChildInput(child, _) => {
            let child = &symbols.children[child].name;
            format!(
                "{child}.{}",
                draft.name.strip_prefix(&format!("{child}_")).unwrap_or(&draft.name)
            )
        }
        Role::Next(_) => format!("{}.d", draft.name),
        Role::RegisterClock(_) => format!("{}.clock", draft.name),
        _ => draft.name.clone(),
    }
}

/// Signals that only pass on what a child or a register shows.
#[derive(Default)]
struct Aliases {
    /// For outputs of children: what they drive directly.
    children: BTreeMap<SignalId, Target>,
    /// For registers' outputs: the signal that takes their place.
    registers: BTreeMap<SignalId, SignalId>,
    /// The statements that say so, and whom they speak of.
    statements: BTreeMap<usize, SignalId>,
}

impl Aliases {
    fn find(statements: &[Statement], symbols: &Symbols) -> Aliases {
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
                        let overlapping =
                            writes.iter().filter(|w| paths::bits(w, symbols) & slice.mask() != 0);
                        reads[&source] == 1 && overlapping.count() == 1
                    }
                };
                match symbols.draft(source).role {
                    Role::ChildOutput(..) if alone => {
                        aliases.children.insert(source, target.clone());
                    }
                    Role::Held(_) if alone && target.slice.is_none() => {
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

    fn stand_in(&self, source: SignalId) -> Option<SignalId> {
        let child = self
            .children
            .get(&source)
            .filter(|target| target.slice.is_none())
            .map(|target| target.signal);
        child.or_else(|| self.registers.get(&source).copied())
    }

    /// Everybody reads the stand-in.
    fn apply(&self, statements: &mut [Statement]) {
        walk::for_each_mut(statements, &mut |statement| {
            if let Some(expression) = statement.expression_mut() {
                self.replace(expression);
            }
        });
    }

    fn replace(&self, expression: &mut Expression) {
        expression.rename(&mut |id| self.stand_in(id).unwrap_or(id));
    }
}

fn fits(
    symbols: &Symbols,
    left: super::super::design::Type,
    right: super::super::design::Type,
) -> bool {
    left == right || symbols.width(left) == 1 && symbols.width(right) == 1
}

struct Cutter<'a> {
    symbols: &'a Symbols,
    design: &'a Design,
    aliases: Aliases,
    early: BTreeSet<EarlyRead>,
    statements: Vec<Statement>,
    /// By the place of the first statement that they come from.
    items: BTreeMap<usize, Vec<Item>>,
    /// The statements whose comments have been given to an item.
    said: BTreeSet<usize>,
}

impl Cutter<'_> {
    /// The statements at the top of the kernel that assign one of the signals.
    fn statements_for(&self, wanted: impl Fn(&Target) -> bool) -> Vec<usize> {
        let assigns = |statement: &Statement| {
            let mut any = false;
            walk::for_each_target(std::slice::from_ref(statement), &mut |target| {
                any |= wanted(target)
            });
            any
        };
        (0..self.statements.len())
            .filter(|index| !self.aliases.statements.contains_key(index))
            .filter(|index| assigns(&self.statements[*index]))
            .collect()
    }

    /// What was written above these statements, unless it has been said.
    fn comments(&mut self, indices: &[usize]) -> Vec<String> {
        let fresh = indices.iter().filter(|index| self.said.insert(**index));
        fresh.flat_map(|index| self.statements[*index].comments.clone()).collect()
    }

    fn add(&mut self, place: usize, comments: Vec<String>, kind: ItemKind) {
        self.items.entry(place).or_default().push(Item { comments, kind });
    }

    /// The value that a signal gets by a single assignment at the top of the kernel.
    fn only_value(&self, signal: SignalId) -> Option<(usize, &Expression)> {
        let indices = self.statements_for(|target| target.signal == signal);
        match (indices.as_slice(), indices.first().map(|index| &self.statements[*index].kind)) {
            ([index], Some(StatementKind::Assign(target, value))) if target.slice.is_none() => {
                Some((*index, value))
            }
            _ => None,
        }
    }

    fn is_inlined(&self, signal: SignalId) -> bool {
        self.only_value(signal).is_some() && !self.early.iter().any(|read| read.reader == signal)
    }

    fn instances(&mut self) {
        for (number, child) in self.symbols.children.iter().enumerate() {
            let mut connections = Vec::new();
            let mut places = Vec::new();
            for (place, (_, port)) in self.design.module(child.module).ports().enumerate() {
                let role = match port.kind {
                    SignalKind::Input => Role::ChildInput(number, place),
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
            // An instance that nothing is assigned to comes last.
            let place = places.first().copied().unwrap_or(usize::MAX);
            self.add(place, comments, ItemKind::Instance(instance));
        }
    }

    /// Signals that are assigned in one statement at the top of the kernel, or read early, share a process.
    fn combinational(&mut self) {
        let mut groups: Vec<BTreeSet<SignalId>> = Vec::new();
        for statement in (0..self.statements.len())
            .filter(|i| !self.aliases.statements.contains_key(i))
            .map(|i| &self.statements[i])
        {
            let mut together = BTreeSet::new();
            walk::for_each_target(std::slice::from_ref(statement), &mut |target| {
                if self.is_combinational(target.signal) {
                    together.insert(target.signal);
                }
            });
            unite(&mut groups, together);
        }
        for read in &self.early {
            if self.is_combinational(read.reader) {
                unite(&mut groups, BTreeSet::from([read.signal, read.reader]));
            }
        }
        for group in groups {
            let indices = self.statements_for(|target| group.contains(&target.signal));
            let comments = self.comments(&indices[..1]);
            let mut body = Vec::new();
            for (position, index) in indices.iter().enumerate() {
                let mut sliced =
                    walk::filter(std::slice::from_ref(&self.statements[*index]), &|target| {
                        group.contains(&target.signal)
                    });
                if position == 0 || !self.said.insert(*index) {
                    sliced.iter_mut().for_each(|statement| statement.comments.clear());
                }
                body.append(&mut sliced);
            }
            self.add(indices[0], comments, ItemKind::Combinational(body));
        }
    }

    fn is_combinational(&self, signal: SignalId) -> bool {
        match self.symbols.draft(signal).role {
            Role::Local | Role::Output => true,
            Role::ChildInput(..) => !self.is_inlined(signal),
            _ => false,
        }
    }

    fn registers(&mut self) -> Result<(), Error> {
        for draft in &self.symbols.registers {
            let name = &self.symbols.draft(draft.held).name;
            let Some((clocked, clock)) = self.only_value(draft.clock) else {
                return Err(self.symbols.unsupported(
                    &format!("the clock of register `{name}`, which is assigned under conditions,"),
                    "assign it once, at the top of the kernel",
                ));
            };
            let clock = clock.clone();
            if let Some(read) = self
                .early
                .iter()
                .find(|read| read.reader == draft.next || read.reader == draft.clock)
            {
                return Err(Error::ReadTooEarly {
                    module: self.symbols.module.clone(),
                    signal: self.symbols.draft(read.signal).name.clone(),
                    reader: name.clone(),
                });
            }
            let held = self.aliases.stand_in(draft.held).unwrap_or(draft.held);
            let indices = self.statements_for(|target| target.signal == draft.next);
            let mut body = Vec::new();
            let mut comments = self.comments(&[clocked]);
            for index in &indices {
                let statement = std::slice::from_ref(&self.statements[*index]);
                let mut sliced = walk::filter(statement, &|target| target.signal == draft.next);
                if body.is_empty() {
                    comments.append(&mut self.comments(&[*index]));
                    sliced.iter_mut().for_each(|statement| statement.comments.clear());
                } else if !self.said.insert(*index) {
                    sliced.iter_mut().for_each(|statement| statement.comments.clear());
                }
                body.append(&mut sliced);
            }
            let passed_on =
                self.aliases.statements.iter().filter(|(_, source)| **source == draft.held);
            let passed_on: Vec<usize> = passed_on.map(|(index, _)| *index).collect();
            comments.append(&mut self.comments(&passed_on));
            let mut body = register::shape(body, draft.next, held);
            walk::for_each_mut(&mut body, &mut |statement| {
                if let StatementKind::Assign(target, _) = &mut statement.kind {
                    target.signal = held;
                }
            });
            let register = Register { target: held, clock, body };
            self.add(
                indices.first().copied().unwrap_or(usize::MAX),
                comments,
                ItemKind::Register(register),
            );
        }
        Ok(())
    }
}

/// Adds a set of signals that belong together, and joins it with those that it touches.
fn unite(groups: &mut Vec<BTreeSet<SignalId>>, mut together: BTreeSet<SignalId>) {
    if together.is_empty() {
        return;
    }
    groups.retain(|group| {
        let apart = group.is_disjoint(&together);
        if !apart {
            together.extend(group);
        }
        apart
    });
    groups.push(together);
}
