//! From the probe's tree to typed modules.

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

/// Lowers blocks and everything in them. Modules that are equal are one.
pub(super) fn lower(scopes: &[Scope]) -> Result<Design, Error> {
    let mut names = Names::default();
    scopes.iter().for_each(|scope| names.add(scope));
    let mut design = Design { modules: vec![] };
    for scope in scopes {
        lower_inside(None, scope, &names, &mut design)?;
    }
    packages::assign(&mut design)?;
    // What a package defines has no name in the modules.
    design.modules.iter().try_for_each(finish::check_names)?;
    Ok(design)
}

/// Lowers a block that stands in a module of the name `parent`.
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
    names::part_instances_from_signals(&mut module, design);
    module.name = names.settle(&module, scope, parent, design);
    share(module, design)
}

/// What a block does: its kernel, or what is known of a block that is written in Verilog.
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
        // A line of nobody knows which file says nothing, and would part modules that are equal.
        kernel.statements.iter_mut().for_each(|statement| statement.line = None);
    }
    processes::partition(kernel, symbols, design)
}

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
    // Whatever is wrong inside its children has been found before.
    flatten(design, id)?;
    Ok(id)
}
