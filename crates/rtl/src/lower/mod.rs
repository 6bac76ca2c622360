//! Lowering: from the tree that a probe collects to typed modules.

mod aliases;
mod array_index;
mod black_box;
mod drivers;
mod expression;
mod finish;
mod flow;
mod inference;
mod kernel;
mod library;
mod literal;
mod names;
mod operators;
mod processes;
mod register;
mod select;
mod symbols;
mod types;
mod unused;
mod wires;

use std::collections::HashMap;

use rust_hdl::prelude::{AtomKind, Verilog};

use super::collect::Scope;
use super::design::{Design, Module, ModuleId};
use super::error::Error;
use super::flatten::flatten;
use super::packages;
use kernel::Kernel;
use names::Names;
use processes::Body;
use symbols::Symbols;

/// Lowers blocks and everything inside them. Equal modules are shared.
pub(super) fn lower(scopes: &[Scope]) -> Result<Design, Error> {
    let mut names = Names::default();
    scopes.iter().for_each(|scope| names.add(scope));
    let mut design = Design { modules: vec![] };
    for scope in scopes {
        lower_inside(None, scope, &names, &mut design)?;
    }
    packages::assign(&mut design)?;
    // Types of packages need no names in the modules.
    design.modules.iter().try_for_each(finish::check_names)?;
    Ok(design)
}

/// Lowers a block inside the module called `parent`.
fn lower_inside(
    parent: Option<&str>,
    scope: &Scope,
    names: &Names,
    design: &mut Design,
) -> Result<ModuleId, Error> {
    let name = names.wanted(scope);
    let mut children = HashMap::new();
    for child in scope.children.iter().filter(|child| !symbols::is_register(child)) {
        children.insert(child.name.clone(), lower_inside(Some(&name), child, names, design)?);
    }
    let symbols = Symbols::of(scope, &name, &children, design)?;
    let body = body(scope, &symbols, design)?;
    let mut module = finish::module(scope, name, &symbols, body);
    if module.black_box.is_none() {
        unused::add(&mut module);
    }
    names::rename_shadowed_instances(&mut module, design);
    module.name = names.choose(&module, scope, parent, design);
    share(module, design)
}

/// Returns the body of a block: from its kernel, from the library blocks that are known, or as a black box.
fn body(scope: &Scope, symbols: &Symbols, design: &Design) -> Result<Body, Error> {
    let mut kernel = match &scope.code {
        Verilog::Combinatorial(block) => kernel::lower(block, symbols)?,
        Verilog::Empty if scope.atoms.iter().all(|atom| atom.kind == AtomKind::InputParameter) => {
            Kernel::default()
        }
        Verilog::Empty => {
            return Err(
                symbols.unsupported("a block without a kernel", "put `#[hdl_gen]` on its `update`")
            );
        }
        Verilog::Custom(_) | Verilog::Wrapper(_) | Verilog::Blackbox(_) => {
            let known = library::body(scope, symbols, design)?;
            return Ok(known.unwrap_or_else(|| black_box::body(scope)));
        }
    };
    if scope.description.is_none() {
        // Without a file, lines are useless, and they would make equal modules differ.
        kernel.statements.iter_mut().for_each(|statement| statement.line = None);
    }
    processes::partition(kernel, symbols, design)
}

/// Adds a module to the design, or returns the equal one that is there.
fn share(module: Module, design: &mut Design) -> Result<ModuleId, Error> {
    let known = design.modules.iter().find(|known| known.name.eq_ignore_ascii_case(&module.name));
    if let Some(known) = known.filter(|known| known.name != module.name) {
        return Err(Error::IllegalName {
            reason: format!("differs only in case from the module `{}`", known.name),
            name: module.name.clone(),
            module: module.name,
        });
    }
    if let Some(id) = design.find(&module.name) {
        let known = design.module(id);
        if *known == module {
            return Ok(id);
        }
        let origin = |module: &Module| {
            module.source.clone().unwrap_or_else(|| "a block without a description".into())
        };
        return Err(Error::ModuleNameClash {
            name: module.name.clone(),
            first: origin(known),
            second: origin(&module),
        });
    }
    design.modules.push(module);
    let id = ModuleId(design.modules.len() - 1);
    // Its children have been checked before.
    flatten(design, id)?;
    Ok(id)
}
