//! The names of modules and instances.

use std::collections::{BTreeMap, BTreeSet};

use rust_hdl::prelude::Verilog;
use rust_hdl_describe::Description;

use super::super::collect::Scope;
use super::super::design::{Design, ItemKind, Module};

/// The names that blocks bring along, collected before the first module is lowered.
#[derive(Default)]
pub(super) struct Names {
    /// The names that the author chose: in descriptions, and for the blocks that are elaborated.
    chosen: BTreeSet<String>,
    /// For each name in a description, the structs that have it and the parameters that they are used with.
    described: BTreeMap<String, BTreeMap<Struct, BTreeSet<Parameters>>>,
}

/// A struct by its file and line.
type Struct = (String, u32);

/// The generic parameters of a struct and their values.
type Parameters = Vec<(String, String)>;

impl Names {
    /// Adds the names in a block that is not inside another.
    pub fn add(&mut self, root: &Scope) {
        if root.description.is_none() {
            self.chosen.insert(root.name.clone());
        }
        self.add_described(root);
    }

    fn add_described(&mut self, scope: &Scope) {
        if let Some(description) = &scope.description {
            let structs = self.described.entry(description.name.clone()).or_default();
            let parameters = structs.entry(place(description)).or_default();
            parameters.insert(description.parameters.clone());
            self.chosen.extend([description.name.clone(), description.name_with_parameters()]);
        }
        if let Verilog::Blackbox(black_box) = &scope.code {
            self.chosen.insert(black_box.name.clone());
        }
        scope.children.iter().for_each(|child| self.add_described(child));
    }

    /// Returns the name of a module that describes itself. If its struct occurs with several parameters, the name includes them, so
    /// that it does not depend on the order of the blocks.
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
            (None, _) => field(&scope.name).replace('$', "_"),
        }
    }

    /// Returns the name that a block's module gets. `parent` is the module that contains the block.
    ///
    /// Equal modules in fields of different names are not shared: each name tells its purpose, and an edit of one block does not
    /// split a module that served both.
    pub fn choose(
        &self,
        module: &Module,
        scope: &Scope,
        parent: Option<&str>,
        design: &Design,
    ) -> String {
        let candidates = self.candidates(scope, parent);
        let may_share = |known: &Module| {
            candidates.contains(&known.name) || is_element_like(scope, &known.name)
        };
        let is_same = |known: &&Module| {
            may_share(known) && **known == Module { name: known.name.clone(), ..module.clone() }
        };
        if let Some(known) = design.modules.iter().find(is_same) {
            return known.name.clone();
        }
        let is_field = scope.description.is_none() && parent.is_some();
        let is_free = |name: &&String| {
            // Another block or port may have the name of the field.
            let is_unused =
                !is_field || !self.chosen.contains(*name) && module.find(name).is_none();
            is_unused && design.find(name).is_none()
        };
        candidates.iter().find(is_free).unwrap_or(&candidates[0]).clone()
    }

    /// Returns the names that a block's module may have, in order of preference.
    fn candidates(&self, scope: &Scope, parent: Option<&str>) -> Vec<String> {
        let wanted = self.wanted(scope);
        if matches!(scope.code, Verilog::Blackbox(_)) {
            // Its text contains the name.
            return vec![wanted];
        }
        let own = scope.name.replace('$', "_");
        match (&scope.description, parent) {
            (Some(description), _) => {
                // Two structs with the same name are a clash, which the author resolves. If blocks of one struct differ by the
                // values that they were constructed with, the field's name distinguishes them.
                let structs = self.described.get(&description.name).map_or(0, BTreeMap::len);
                let with_field = format!("{wanted}_{own}");
                if structs > 1 { vec![wanted] } else { vec![wanted, with_field] }
            }
            (None, None) => vec![own],
            (None, Some(parent)) => {
                let in_parent = format!("{parent}_{wanted}");
                let element_in_parent = format!("{parent}_{own}");
                // The first element of an array may clash with another block; a later one clashes with the first.
                let mut names = vec![wanted, in_parent, own, element_in_parent];
                if !scope.name.ends_with("$0") {
                    names.swap(1, 2);
                }
                names
            }
        }
    }
}

/// Renames each instance that has the name of a signal in its parent or its own module, with lowRISC's prefix `u_`. Tools warn
/// about signals that hide an instance, and a port `bus.ready` has the same name as a field `bus_ready`.
pub(super) fn rename_shadowed_instances(module: &mut Module, design: &Design) {
    let beside: BTreeSet<String> =
        module.signals.iter().map(|signal| signal.name.clone()).collect();
    for item in &mut module.items {
        if let ItemKind::Instance(instance) = &mut item.kind {
            let inside = design.module(instance.module);
            while inside.find(&instance.name).is_some() || beside.contains(&instance.name) {
                instance.name = format!("u_{}", instance.name);
            }
        }
    }
}

fn place(description: &Description) -> Struct {
    (description.file.clone(), description.line)
}

/// Returns the name of a field: `stage` for the element `stage$1` of an array of blocks.
fn field(name: &str) -> &str {
    match name.rsplit_once('$') {
        Some((array, index)) if is_number(index) => field(array),
        _ => name,
    }
}

/// Whether `name` is that of another element of the same array of blocks: `stage_0` if `scope` is `stage$1`.
fn is_element_like(scope: &Scope, name: &str) -> bool {
    let array = field(&scope.name);
    if scope.description.is_some() || array == scope.name {
        return false;
    }
    let indices =
        name.strip_prefix(&array.replace('$', "_")).and_then(|rest| rest.strip_prefix('_'));
    indices.is_some_and(|indices| indices.split('_').all(is_number))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
