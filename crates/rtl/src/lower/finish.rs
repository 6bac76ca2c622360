//! Finishing a module: the signals that it needs, under their final names.

use std::collections::{BTreeMap, BTreeSet};

use super::super::collect::Scope;
use super::super::design::{
    Attribute, Connection, Instance, Item, ItemKind, Module, Property, Signal, SignalId,
    SignalKind, Type, Value,
};
use super::super::error::Error;
use super::super::identifiers::{Namespace, is_reserved_for_variables};
use super::super::walk;
use super::clocks::RustDetails;
use super::literal;
use super::processes::Body;
use super::properties::Properties;
use super::symbols::{Draft, Role, Symbols, plain};

/// Returns the module with declarations for all signals that the body uses, and what else Rust's
/// simulation depends on. With `is_fixed`, the module keeps its name, and internal signals avoid
/// it.
pub(super) fn module(
    scope: &Scope,
    name: String,
    is_fixed: bool,
    symbols: &Symbols,
    mut body: Body,
) -> (Module, RustDetails, Properties) {
    let registers = symbols.registers.iter().map(|register| {
        (
            body.replaced_registers.get(&register.held).copied().unwrap_or(register.held),
            register.power_up.clone(),
        )
    });
    let power_up: BTreeMap<SignalId, Value> =
        registers.chain(std::mem::take(&mut body.power_up)).collect();
    // What only properties read is unused in the module itself.
    let (mut of_properties, mut items): (Vec<Item>, Vec<Item>) = std::mem::take(&mut body.items)
        .into_iter()
        .partition(|item| is_of_properties(item, symbols));
    let auxiliary = take_auxiliary(&mut items, &mut of_properties, symbols);
    let is_of_checker = |id: &SignalId| symbols.past.contains(id) || auxiliary.contains(id);
    let read = used_signals(&items);
    let mut used = used_signals(&of_properties);
    used.extend(read.iter().map(|(id, usage)| (*id, *usage)));
    let mut signals = Vec::new();
    let mut new_ids = BTreeMap::new();
    let written = written_names(&name, symbols);
    for (id, draft, kind) in declarations(symbols, &used, &is_of_checker) {
        new_ids.insert(id, SignalId(signals.len()));
        let is_read = is_of_checker(&id) || read.get(&id).is_some_and(|usage| usage.read);
        signals.push(Signal {
            name: declared_name(draft, is_read, &written, is_fixed.then_some(&name), symbols),
            documentation: documentation(id, symbols, &body, scope),
            kind,
            ty: draft.ty,
            radix: draft.radix,
            power_up: power_up.get(&id).cloned(),
            attributes: attributes(id, symbols, &body, scope),
        });
    }
    for items in [&mut items, &mut of_properties] {
        walk::rename(items, &|id| new_ids[&id], &|id| new_ids[&id]);
    }
    document_instances(&mut items, scope);
    let new_id = |id: &SignalId| new_ids.get(id).copied();
    let not_zero = scope.atoms.iter().filter(|atom| {
        atom.kind.is_parameter() && literal::value_of(&atom.value).is_none_or(|v| !v.is_zero())
    });
    let not_zero = not_zero.filter_map(|atom| symbols.signal(&atom.name));
    let details = RustDetails {
        read_back: body.read_back.iter().filter_map(new_id).collect(),
        not_zero: not_zero.filter_map(|id| new_id(&id)).collect(),
    };
    let module = Module {
        name,
        documentation: scope
            .description
            .as_ref()
            .map(|d| d.documentation.clone())
            .unwrap_or_default(),
        source: scope.description.as_ref().map(|d| d.file.clone()),
        enums: symbols.enums.clone(),
        structs: symbols.structs.clone(),
        constants: vec![],
        signals,
        memories: body.memories,
        items,
        black_box: body.black_box,
    };
    let properties = symbols.properties.iter().map(|property| Property {
        kind: property.kind,
        clock: new_ids[&property.clock],
        condition: new_ids[&property.condition],
    });
    let properties = Properties {
        items: of_properties,
        properties: properties.collect(),
        signals: symbols.properties.len() + symbols.past.len() + auxiliary.len(),
    };
    (module, details, properties)
}

/// Whether an item computes the condition of a property or what a property remembers.
fn is_of_properties(item: &Item, symbols: &Symbols) -> bool {
    match &item.kind {
        ItemKind::Combinational(body) => {
            let mut any = false;
            walk::for_each_target(body, &mut |target| {
                any |= symbols.draft(target.signal).role == Role::Property;
            });
            any
        }
        ItemKind::Register(register) => symbols.past.contains(&register.target),
        _ => false,
    }
}

/// Moves the assignments of local signals that only properties need, directly or through others of
/// them. Returns these signals.
fn take_auxiliary(
    items: &mut Vec<Item>,
    of_properties: &mut Vec<Item>,
    symbols: &Symbols,
) -> BTreeSet<SignalId> {
    let is_read = |used: &BTreeMap<SignalId, Usage>, id: &SignalId| {
        used.get(id).is_some_and(|usage| usage.read)
    };
    let mut auxiliary = BTreeSet::new();
    loop {
        let needed = used_signals(of_properties.iter());
        let found = (0..items.len()).find(|index| {
            let targets = walk::targets(&items[*index]);
            let is_local = |id: &SignalId| symbols.draft(*id).role == Role::Local;
            if !targets.iter().all(is_local) || !targets.iter().any(|id| is_read(&needed, id)) {
                return false;
            }
            let read = used_signals(items[..*index].iter().chain(&items[index + 1..]));
            !targets.iter().any(|id| is_read(&read, id))
        });
        let Some(index) = found else {
            return auxiliary;
        };
        let item = items.remove(index);
        auxiliary.extend(walk::targets(&item));
        of_properties.insert(0, item);
    }
}

/// How a signal is used.
#[derive(Clone, Copy, Default)]
struct Usage {
    read: bool,
}

fn used_signals<'a>(items: impl IntoIterator<Item = &'a Item>) -> BTreeMap<SignalId, Usage> {
    let mut used: BTreeMap<SignalId, Usage> = BTreeMap::new();
    for item in items {
        let mut reads = BTreeSet::new();
        let mut read = |id| {
            reads.insert(id);
        };
        match &item.kind {
            ItemKind::Instance(Instance { connections, .. }) => {
                for connection in connections {
                    match connection {
                        Connection::Input(value) => value.for_each_signal(&mut read),
                        Connection::Output(target) => {
                            used.entry(target.signal).or_default();
                        }
                        Connection::InOut(net) => {
                            used.entry(*net).or_default();
                        }
                    }
                }
            }
            ItemKind::Combinational(body) => {
                walk::for_each_read(body, &mut read);
                walk::for_each_target(body, &mut |target| {
                    used.entry(target.signal).or_default();
                });
            }
            ItemKind::Register(register) => {
                register.clock.for_each_signal(&mut read);
                walk::for_each_read(&register.body, &mut read);
                used.entry(register.target).or_default();
            }
            ItemKind::MemoryWrite(write) => {
                write.operands().iter().for_each(|value| value.for_each_signal(&mut read));
            }
            ItemKind::Tristate(driver) => {
                [&driver.enable, &driver.value].iter().for_each(|v| v.for_each_signal(&mut read));
                used.entry(driver.target).or_default();
            }
        }
        for id in reads {
            used.entry(id).or_default().read = true;
        }
    }
    used
}

/// Returns the signals to declare: ports in source order, then registers, then the others. What
/// only properties need comes last, since it does not stay in the module.
fn declarations<'a>(
    symbols: &'a Symbols,
    used: &BTreeMap<SignalId, Usage>,
    is_of_checker: &impl Fn(&SignalId) -> bool,
) -> Vec<(SignalId, &'a Draft, SignalKind)> {
    let kind = |id: SignalId, draft: &Draft| match draft.role {
        _ if is_of_checker(&id) => (3, SignalKind::Internal),
        Role::Property => (3, SignalKind::Output),
        Role::Input => (0, SignalKind::Input),
        Role::Output => (0, SignalKind::Output),
        Role::InOut => (0, SignalKind::InOut),
        Role::RegisterOutput(_) => (1, SignalKind::Internal),
        _ => (2, SignalKind::Internal),
    };
    let mut declared: Vec<(SignalId, &Draft)> = symbols
        .drafts
        .iter()
        .enumerate()
        .map(|(index, draft)| (SignalId(index), draft))
        .filter(|(id, draft)| {
            matches!(draft.role, Role::Input | Role::Output | Role::InOut | Role::Property)
                || used.contains_key(id)
        })
        .collect();
    declared.sort_by_key(|(id, draft)| kind(*id, draft).0);
    declared.into_iter().map(|(id, draft)| (id, draft, kind(id, draft).1)).collect()
}

/// Returns the names that the author chose, in lower case.
fn written_names(module: &str, symbols: &Symbols) -> BTreeSet<String> {
    let drafts = symbols.drafts.iter().filter(|draft| !is_wire(draft));
    let instances = symbols.children.iter().map(|child| &child.name);
    let names = drafts.map(|draft| &draft.name).chain(instances).map(String::as_str);
    names.chain([module]).map(str::to_ascii_lowercase).collect()
}

/// Whether the signal exists only to connect an instance or a register.
fn is_wire(draft: &Draft) -> bool {
    use Role::*;
    matches!(
        draft.role,
        ChildInput(..) | ChildOutput(..) | ChildInOut(..) | RegisterInput(_) | RegisterClock(_)
    )
}

/// Returns the final name of a signal. An output of an instance or a register that is never read
/// gets the prefix `unused_`. A connecting wire gets a suffix where the author uses its name, and
/// an internal signal where its name is reserved or that of its module, `own_name`: a port may have
/// that, but Verilator warns about a signal that hides the module.
fn declared_name(
    draft: &Draft,
    is_read: bool,
    written: &BTreeSet<String>,
    own_name: Option<&String>,
    symbols: &Symbols,
) -> String {
    let mut name = match draft.role {
        Role::ChildOutput(..) | Role::RegisterOutput(_) | Role::Local
            if !is_read && !draft.name.starts_with("unused") =>
        {
            format!("unused_{}", draft.name)
        }
        Role::RegisterInput(_) => format!("{}_next", draft.name),
        Role::RegisterClock(_) => format!("{}_clock", draft.name),
        _ => draft.name.clone(),
    };
    // A port of an interface, `dram.address`, and a register `dram_address` have the same name.
    let is_port = |draft: &Draft| matches!(draft.role, Role::Input | Role::Output | Role::InOut);
    if matches!(draft.role, Role::RegisterOutput(_))
        && symbols.drafts.iter().any(|port| is_port(port) && port.name == name)
    {
        name.push_str("_register");
    }
    while is_wire(draft) && written.contains(&name.to_ascii_lowercase()) {
        name.push_str("_wire");
    }
    let is_internal = !is_port(draft) && draft.role != Role::Property;
    if is_internal && (is_reserved_for_variables(&name) || own_name == Some(&name)) {
        let suffix = match draft.role {
            Role::RegisterOutput(_) => "_register",
            _ => "_signal",
        };
        name.push_str(suffix);
        while written.contains(&name.to_ascii_lowercase()) {
            name.push_str(suffix);
        }
    }
    name
}

/// Returns the doc comment of a signal's field. If the signal replaces a register, the doc comment
/// of the register's field follows.
fn documentation(id: SignalId, symbols: &Symbols, body: &Body, scope: &Scope) -> String {
    let own = symbols.draft(id).documentation.as_str();
    let held = field_documentation(&symbols.draft(register_of(id, body)).name, scope);
    match (own, held) {
        (own, "") => own.to_string(),
        ("", held) => held.to_string(),
        (own, held) if own == held => own.to_string(),
        (own, held) => format!("{own} {held}"),
    }
}

/// Returns the register that a signal replaces, or the signal itself.
fn register_of(id: SignalId, body: &Body) -> SignalId {
    let mut replaced = body.replaced_registers.iter();
    replaced.find(|(_, replacement)| **replacement == id).map_or(id, |(held, _)| *held)
}

/// Returns the attributes of the field of the register that a signal is or replaces.
fn attributes(id: SignalId, symbols: &Symbols, body: &Body, scope: &Scope) -> Vec<Attribute> {
    let draft = symbols.draft(register_of(id, body));
    if !matches!(draft.role, Role::RegisterOutput(_)) {
        return vec![];
    }
    let field = draft.path.split(['.', '[']).next().unwrap_or_default();
    let given = scope.description.iter().flat_map(|description| &description.attributes);
    given
        .filter(|attribute| attribute.field == field)
        .map(|attribute| Attribute { name: attribute.name.clone(), value: attribute.value.clone() })
        .collect()
}

/// Returns the doc comment of the field that a signal or an instance is named after.
fn field_documentation<'s>(name: &str, scope: &'s Scope) -> &'s str {
    let mut fields = scope.description.iter().flat_map(|description| &description.fields);
    fields.find(|field| plain(&field.0) == name).map_or("", |field| &field.1)
}

/// Puts the doc comment of each instance's field above the instance.
fn document_instances(items: &mut [Item], scope: &Scope) {
    for item in items {
        if let ItemKind::Instance(instance) = &item.kind {
            let documentation = field_documentation(&instance.name, scope);
            item.comments.splice(0..0, documentation.lines().map(str::to_string));
        }
    }
}

/// Checks that every name in a module and in its packages is legal and unique.
pub(super) fn check_names(module: &Module) -> Result<(), Error> {
    let mut names = Namespace::new(&module.name);
    match module.black_box {
        Some(_) => Namespace::new(&module.name).claim_of_text(&module.name)?,
        None => Namespace::new(&module.name).claim(&module.name)?,
    }
    for signal in &module.signals {
        match module.black_box {
            // The text of a black box may join the names of an interface and its port by `$`.
            Some(_) => names.claim_of_text(&plain(&signal.name))?,
            None => names.claim_variable(&signal.name)?,
        }
    }
    for memory in &module.memories {
        names.claim(&memory.name)?;
    }
    for constant in &module.constants {
        names.claim(&constant.name)?;
    }
    for item in &module.items {
        if let ItemKind::Instance(instance) = &item.kind {
            names.claim(&instance.name)?;
        }
    }
    // Variants are capitalised constants: they may differ from a signal only in case.
    let mut constants = Namespace::new(&module.name);
    let own = module.used_types().into_iter().filter(|ty| module.package(*ty).is_none());
    for ty in own {
        match ty {
            Type::Enum(id) => {
                let used = &module.enums[id.0];
                names.claim(&used.type_name())?;
                for variant in &used.variants {
                    constants.claim(&variant.name)?;
                    if names.has(&variant.name) {
                        names.claim(&variant.name)?;
                    }
                }
            }
            Type::Struct(id) => names.claim(&module.structs[id.0].type_name())?,
            _ => {}
        }
    }
    // A package has names of its own, and so has a struct.
    for ty in module.used_types() {
        if let Some(package) = module.package(ty) {
            let mut names = Namespace::new(&module.name);
            names.claim(package)?;
            module.declares(ty).iter().try_for_each(|name| names.claim(name))?;
        }
        if let Type::Struct(id) = ty {
            let mut fields = Namespace::new(&module.name);
            module.structs[id.0]
                .fields
                .iter()
                .try_for_each(|field| fields.claim_variable(&field.name))?;
        }
    }
    Ok(())
}
