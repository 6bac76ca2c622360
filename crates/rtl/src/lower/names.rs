//! What modules are called.

use std::collections::{BTreeMap, BTreeSet};

use rust_hdl::prelude::Verilog;
use rust_hdl_describe::Description;

use super::super::collect::Scope;
use super::super::design::{Design, ItemKind, Module};

/// What is known of the names before the first module is lowered.
#[derive(Default)]
pub(super) struct Names {
    /// The names that somebody chose: of modules that describe themselves, and those that come with the blocks.
    chosen: BTreeSet<String>,
    /// For each name of a description, the structs that have it and the parameters that they occur with.
    described: BTreeMap<String, BTreeMap<Struct, BTreeSet<Parameters>>>,
}

/// A struct by its file and line.
type Struct = (String, u32);

/// The generic parameters of a struct with their values.
type Parameters = Vec<(String, String)>;

impl Names {
    /// Adds the names in a block, which is not inside another.
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

    /// The name of a module that describes itself. Where one struct occurs with several parameters, all have theirs in
    /// their names, so that no name hangs on which of them comes first.
    fn described_name(&self, description: &Description) -> String {
        match self.struct_of(description) {
            Some(parameters) if parameters.len() > 1 => description.name_with_parameters(),
            _ => description.name.clone(),
        }
    }

    fn struct_of(&self, description: &Description) -> Option<&BTreeSet<Parameters>> {
        self.described.get(&description.name)?.get(&place(description))
    }

    /// The name that a block's module gets unless another module has it.
    pub fn wanted(&self, scope: &Scope) -> String {
        match (&scope.description, &scope.code) {
            (_, Verilog::Blackbox(black_box)) => black_box.name.clone(),
            (Some(description), _) => self.described_name(description),
            (None, _) => field(&scope.name).replace('$', "_"),
        }
    }

    /// The name that a block's module gets. `parent` is the module that the block stands in.
    ///
    /// Modules that are equal in all but the names of their fields stay two: each says what it is there for, and an edit
    /// of one does not part what was one before.
    pub fn settle(
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
            // A field's name is no promise that no other block or port has it.
            let is_left = !is_field || !self.chosen.contains(*name) && module.find(name).is_none();
            is_left && design.find(name).is_none()
        };
        candidates.iter().find(is_free).unwrap_or(&candidates[0]).clone()
    }

    /// The names that a block's module may have, the best first.
    fn candidates(&self, scope: &Scope, parent: Option<&str>) -> Vec<String> {
        let wanted = self.wanted(scope);
        if matches!(scope.code, Verilog::Blackbox(_)) {
            // It stands in its text.
            return vec![wanted];
        }
        let own = scope.name.replace('$', "_");
        match (&scope.description, parent) {
            (Some(description), _) => {
                // Two structs of one name are two modules that need names of their own. One whose hardware differs by
                // what it was constructed with has nothing but the field to tell them apart.
                let structs = self.described.get(&description.name).map_or(0, BTreeMap::len);
                let told_apart = format!("{wanted}_{own}");
                if structs > 1 { vec![wanted] } else { vec![wanted, told_apart] }
            }
            (None, None) => vec![own],
            (None, Some(parent)) => {
                let in_parent = format!("{parent}_{wanted}");
                let element_in_parent = format!("{parent}_{own}");
                // What the first element differs from is another block's, what a later one differs from is its neighbour.
                let mut names = vec![wanted, in_parent, own, element_in_parent];
                if !scope.name.ends_with("$0") {
                    names.swap(1, 2);
                }
                names
            }
        }
    }
}

/// Gives an instance that has the name of a signal beside it or inside it another one, with the prefix of lowRISC's guide:
/// tools warn of signals that hide an instance, and a port such as `bus.ready` may be called as a field `bus_ready` is.
pub(super) fn part_instances_from_signals(module: &mut Module, design: &Design) {
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

/// The name of a field: `stage` for the element `stage$1` of an array of blocks.
fn field(name: &str) -> &str {
    match name.rsplit_once('$') {
        Some((array, index)) if is_number(index) => field(array),
        _ => name,
    }
}

/// Whether a module has the name that an element of the same array of blocks gets: `stage_0`, when `scope` is `stage$1`.
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
