//! The names of modules and instances.

use std::collections::{BTreeMap, BTreeSet};

use rust_hdl::prelude::Verilog;
use rust_hdl_describe::Description;

use super::super::collect::Scope;
use super::super::design::{Design, Enum, ItemKind, Module, Struct};
use super::super::identifiers::{has_legal_form, identifier_error, is_reserved};
use super::symbols::plain;
use super::{black_box, verilog_text};

/// A block and the blocks around it, outermost first.
pub(super) type Path<'a> = [&'a Scope];

/// The names that blocks bring along, collected before the first module is lowered.
#[derive(Default)]
pub(super) struct Names {
    /// The names that the author chose, in lower case: in descriptions, in Verilog texts, and for
    /// the blocks that are elaborated.
    chosen: BTreeSet<String>,
    /// For each name in a description, the structs that have it and the parameters that they are
    /// used with.
    described: BTreeMap<String, BTreeMap<Place, BTreeSet<Parameters>>>,
}

/// The file and line of a struct.
pub(super) type Place = (String, u32);

/// The generic parameters of a struct and their values.
type Parameters = Vec<(String, String)>;

impl Names {
    /// Adds the names in a block that is not inside another.
    pub fn add(&mut self, root: &Scope) {
        if root.description.is_none() {
            self.add_chosen(&root.name);
        }
        self.add_inside(root);
    }

    fn add_inside(&mut self, scope: &Scope) {
        if let Some(description) = &scope.description {
            let structs = self.described.entry(description.name.clone()).or_default();
            let parameters = structs.entry(place(description)).or_default();
            parameters.insert(description.parameters.clone());
            self.add_chosen(&description.name);
            self.add_chosen(&description.name_with_parameters());
        }
        for text in black_box::module_texts(scope) {
            let modules = verilog_text::modules(text).unwrap_or_default();
            modules.iter().for_each(|module| self.add_chosen(module.name));
        }
        black_box::instances(scope).iter().for_each(|child| self.add_inside(child));
    }

    fn add_chosen(&mut self, name: &str) {
        self.chosen.insert(name.to_ascii_lowercase());
    }

    /// Returns the name of a module that describes itself. If its struct occurs with several
    /// parameters, the name includes them, so that it does not depend on the order of the blocks.
    fn described_name(&self, description: &Description) -> String {
        match self.struct_of(description) {
            Some(parameters) if parameters.len() > 1 => description.name_with_parameters(),
            _ => description.name.clone(),
        }
    }

    fn struct_of(&self, description: &Description) -> Option<&BTreeSet<Parameters>> {
        self.described.get(&description.name)?.get(&place(description))
    }

    /// Returns the name that a block's module gets unless another module has it.
    pub fn wanted(&self, scope: &Scope) -> String {
        match (&scope.description, &scope.code) {
            (_, Verilog::Blackbox(black_box)) => black_box.name.clone(),
            (Some(description), _) => self.described_name(description),
            (None, _) => plain(field(&scope.name)),
        }
    }

    /// Returns the name that a block's module gets: that of an equal module that it may share, or
    /// else the first candidate that is free. `wanted` has the [wanted](Names::wanted) name of each
    /// module of the design.
    ///
    /// Equal modules in fields of different names are not shared: each name tells its purpose, and
    /// an edit of one block does not split a module that served both.
    pub fn choose(&self, module: &Module, path: &Path, wanted: &[&str], design: &Design) -> String {
        let candidates = self.candidates(path);
        let may_share = |known: &Module, known_wanted: &str| match is_fixed(path) {
            true => candidates.contains(&known.name),
            false if is_of_library(path) => known.name == candidates[0],
            false => *known_wanted == candidates[0],
        };
        let mut shared = Module { name: String::new(), ..module.clone() };
        for (known, known_wanted) in design.modules.iter().zip(wanted) {
            if may_share(known, known_wanted) {
                shared.name.clone_from(&known.name);
                if *known == shared {
                    return known.name.clone();
                }
            }
        }
        let is_free = |name: &String| {
            let taken = |same: fn(&str, &str) -> bool| {
                design.modules.iter().any(|known| same(&known.name, name))
            };
            if is_fixed(path) {
                // The author resolves names that differ only in case.
                return !taken(str::eq);
            }
            !taken(str::eq_ignore_ascii_case)
                && !self.chosen.contains(&name.to_ascii_lowercase())
                && identifier_error(name).is_none()
                && !declares(module, name)
        };
        if let Some(free) = candidates.iter().find(|name| is_free(name)) {
            return free.clone();
        }
        if is_fixed(path) {
            return candidates[0].clone();
        }
        // Two paths can have the same text: `a.b_c` and `a_b.c`. Without a legal name, the search
        // would not end; the names of the finished design are checked.
        let Some(longest) = candidates.iter().rfind(|name| has_legal_form(name)) else {
            return candidates[0].clone();
        };
        let numbered = |number: u64| format!("{longest}_{number}");
        (2..).map(numbered).find(|name| is_free(name)).unwrap_or_default()
    }

    /// Returns the names that a block's module may have, in order of preference; the first is the
    /// [wanted](Names::wanted) one.
    fn candidates(&self, path: &Path) -> Vec<String> {
        let scope = path[path.len() - 1];
        let wanted = self.wanted(scope);
        match (&scope.description, &scope.code) {
            // Its text contains the name.
            (_, Verilog::Blackbox(_)) => vec![wanted],
            (Some(description), _) => {
                // Two structs with the same name are a clash, which the author resolves. If blocks
                // of one struct differ by the values that they were constructed with, the field's
                // name distinguishes them.
                let structs = self.described.get(&description.name).map_or(0, BTreeMap::len);
                let mut names = vec![wanted.clone()];
                if structs == 1 {
                    let ends = self.ends(path, &plain(&scope.name));
                    names.extend(ends.into_iter().map(|end| format!("{wanted}_{end}")));
                }
                names
            }
            (None, _) if path.len() == 1 => vec![wanted],
            (None, _) => {
                let mut names = self.ends(path, &wanted);
                // A field such as `cells` says too little beside the modules of other designs.
                if is_of_library(path) {
                    names.drain(..2);
                }
                // The first element of an array may clash with another block; a later one clashes
                // with the first.
                if scope.name.ends_with("$0") {
                    names.swap(1, 2);
                }
                names
            }
        }
    }

    /// Returns the ends of a path, the shortest first, joined by `_`: of the modules' names, and of
    /// the fields' names, which have the indices of arrays. `last` is what the ends of modules'
    /// names end in.
    fn ends(&self, path: &Path, last: &str) -> Vec<String> {
        let around = &path[..path.len() - 1];
        let mut by_module = last.to_string();
        let mut by_field = plain(&path[path.len() - 1].name);
        let mut ends = vec![by_module.clone(), by_field.clone()];
        for scope in around.iter().rev() {
            by_module = format!("{}_{by_module}", self.wanted(scope));
            by_field = format!("{}_{by_field}", plain(&scope.name));
            ends.extend([by_module.clone(), by_field.clone()]);
        }
        ends
    }
}

/// Whether a block inside another is one of rust-hdl's own, such as a memory.
fn is_of_library(path: &Path) -> bool {
    !is_fixed(path) && matches!(path[path.len() - 1].code, Verilog::Custom(_))
}

/// Whether the author chose the name of a block's module, rather than of its field.
pub(super) fn is_fixed(path: &Path) -> bool {
    let scope = path[path.len() - 1];
    path.len() == 1 || scope.description.is_some() || matches!(scope.code, Verilog::Blackbox(_))
}

/// Whether a module has this name inside, if case is ignored. Not every tool accepts a module with
/// its own name inside.
fn declares(module: &Module, name: &str) -> bool {
    let signals = module.signals.iter().map(|signal| signal.name.clone());
    let memories = module.memories.iter().map(|memory| memory.name.clone());
    let instances = module.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Instance(instance) => Some(instance.name.clone()),
        _ => None,
    });
    let enums = module.enums.iter().map(Enum::type_name);
    let structs = module.structs.iter().map(Struct::type_name);
    let mut names = signals.chain(memories).chain(instances).chain(enums).chain(structs);
    names.any(|inside| inside.eq_ignore_ascii_case(name))
}

/// Renames each instance that has the name of a signal in its parent or its own module, or of its
/// parent, with lowRISC's prefix `u_`. Tools warn about signals that hide an instance, and a port
/// `bus.ready` has the same name as a field `bus_ready`. An instance in a field whose name is
/// reserved gets the prefix, too.
pub(super) fn rename_instances(module: &mut Module, path: &Path, design: &Design) {
    let mut beside: Vec<String> = module.signals.iter().map(|signal| signal.name.clone()).collect();
    if is_fixed(path) {
        beside.push(module.name.clone());
    }
    for item in &mut module.items {
        if let ItemKind::Instance(instance) = &mut item.kind {
            let inside = &design.module(instance.module).signals;
            let signals = inside.iter().map(|signal| &signal.name).chain(&beside);
            let signals: Vec<&String> = signals.collect();
            while is_reserved(&instance.name)
                || signals.iter().any(|name| name.eq_ignore_ascii_case(&instance.name))
            {
                instance.name = format!("u_{}", instance.name);
            }
        }
    }
}

/// Returns the path of a block as in the Rust source: `top.fifos[1].ram`.
pub(super) fn path_text(path: &Path) -> String {
    let fields = path.iter().map(|scope| {
        let field = field(&scope.name);
        let indices = scope.name[field.len()..].split('$').skip(1);
        indices.fold(field.to_string(), |path, index| format!("{path}[{index}]"))
    });
    fields.collect::<Vec<_>>().join(".")
}

/// Returns the place of a block, or of the nearest one around it that describes itself.
pub(super) fn place_of(path: &Path) -> Option<Place> {
    path.iter().rev().find_map(|scope| scope.description.as_ref()).map(place)
}

fn place(description: &Description) -> Place {
    (description.file.clone(), description.line)
}

/// Returns the name of a field: `stage` for the element `stage$1` of an array of blocks.
fn field(name: &str) -> &str {
    match name.rsplit_once('$') {
        Some((array, index)) if is_number(index) => field(array),
        _ => name,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
