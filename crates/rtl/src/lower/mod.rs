//! Lowering: from the tree that a probe collects to typed modules.
//!
//! In the order in which a block passes through them:
//!
//! | module | contents |
//! |---|---|
//! | `names` | the names of modules and instances |
//! | `black_box`, `verilog_text`, `library` | blocks that are written in Verilog |
//! | `symbols`, `types`, `array_index` | the signals of a kernel and their types |
//! | `kernel`, `case`, `flow` | statements, and the order of reads and writes |
//! | `expression`, `operators`, `comparison`, `select`, `integer`, `literal` | expressions |
//! | `properties` | the conditions of properties, and the module that checks them |
//! | `inference`, `conversions` | types that the tree does not record |
//! | `aliases`, `wires` | the signals that need no process, and those that need their own |
//! | `versions` | signals for the values that a signal has before it is assigned anew |
//! | `processes` | combinational processes, registers and instances |
//! | `drivers` | every signal has one driver, on every path |
//! | `truncation`, `unused`, `finish` | signals that only the text needs, and the finished module |
//! | `constants` | the constants that a module reads by name |
//! | `clocks`, `process_cycles`, `sensitivity`, `vectors` | what differs between Rust and SystemVerilog in a whole design |

mod aliases;
mod array_index;
mod black_box;
mod case;
mod clocks;
mod comparison;
mod constants;
mod conversions;
mod drivers;
mod expression;
mod finish;
mod flow;
mod inference;
mod integer;
mod kernel;
mod library;
pub(super) mod literal;
mod names;
mod operators;
mod process_cycles;
mod processes;
mod properties;
mod select;
mod sensitivity;
mod symbols;
mod truncation;
mod types;
mod unused;
mod vectors;
mod verilog_text;
mod versions;
mod wires;

use std::collections::{BTreeSet, HashMap};

use rust_hdl::prelude::{AtomKind, Verilog};

use super::collect::Scope;
use super::design::{Checker, Design, Module, ModuleId, SignalId};
use super::error::Error;
use super::flatten::flatten;
use super::packages;
use black_box::Texts;
use clocks::RustDetails;
pub(super) use flow::signals_together;
use kernel::Kernel;
use names::{Names, Place};
use processes::Body;
use properties::ModuleChecker;
use symbols::Symbols;

/// Lowers blocks and everything inside them. Equal modules are shared.
pub(super) fn lower(scopes: &[Scope]) -> Result<Design, Error> {
    let mut lowering = Lowering::default();
    scopes.iter().for_each(|scope| lowering.names.add(scope));
    for scope in scopes {
        let top = lowering.block(&mut vec![scope])?;
        lowering.design.tops.push(top);
    }
    let Lowering { mut design, texts, origins, .. } = lowering;
    let places: Vec<Option<Place>> = origins.iter().map(|origin| origin.place.clone()).collect();
    let (paths, details): (Vec<String>, Vec<RustDetails>) =
        origins.into_iter().map(|origin| (origin.path, origin.details)).unzip();
    design.cores = texts.into_cores(&design, &paths)?;
    let located = |error: Error| {
        let path = error.module().and_then(|module| paths.iter().position(|path| path == module));
        match path.and_then(|index| places[index].as_ref()) {
            Some((file, line)) => error.at(file, *line),
            None => error,
        }
    };
    clocks::resolve(&mut design, &paths, &details).map_err(located)?;
    process_cycles::split(&mut design, &paths).map_err(located)?;
    sensitivity::separate(&mut design);
    packages::assign(&mut design);
    vectors::declare(&mut design);
    packages::number(&mut design);
    design.modules.iter_mut().for_each(constants::declare);
    // Types of packages need no names in the modules.
    for (module, path) in design.modules.iter().zip(&paths) {
        finish::check_names(module).map_err(|error| located(error.in_block(path)))?;
    }
    Ok(design)
}

#[derive(Default)]
struct Lowering {
    names: Names,
    design: Design,
    /// For each module of the design, the first block that it came from.
    origins: Vec<Origin>,
    texts: Texts,
}

/// A block that a module came from.
#[derive(Clone)]
struct Origin {
    /// The name that the module gets unless another has it.
    wanted: String,
    path: String,
    place: Option<Place>,
    details: RustDetails,
}

impl Lowering {
    /// Lowers the block at the end of a path.
    fn block(&mut self, path: &mut Vec<&Scope>) -> Result<ModuleId, Error> {
        let scope = path[path.len() - 1];
        let mut children = HashMap::new();
        for child in black_box::instances(scope).iter().filter(|child| !symbols::is_register(child))
        {
            path.push(child);
            children.insert(child.name.clone(), self.block(path)?);
            path.pop();
        }
        let texts = self.texts.add(scope, &names::path_text(path));
        let lowered = texts.and_then(|()| match self.module(path, &children, false) {
            // There may be no loop if each value of a signal has a signal of its own.
            Err(error) if matches!(error.cause(), Error::CombinationalLoop { .. }) => {
                self.module(path, &children, true).map_err(|_| error)
            }
            lowered => lowered,
        });
        lowered.map_err(|error| match names::place_of(path) {
            Some((file, line)) => error.at(&file, line),
            None => error,
        })
    }

    /// Lowers the block at the end of a path, whose children have been lowered. With
    /// `split_values`, each value that a signal has before it is assigned anew has a signal of its
    /// own.
    fn module(
        &mut self,
        path: &names::Path,
        children: &HashMap<String, ModuleId>,
        split_values: bool,
    ) -> Result<ModuleId, Error> {
        let scope = path[path.len() - 1];
        let mut origin = Origin {
            wanted: self.names.wanted(scope),
            path: names::path_text(path),
            place: names::place_of(path),
            details: RustDetails::default(),
        };
        let mut symbols = Symbols::of(scope, &origin.path, children, &self.design)?;
        let body = self.body(scope, &mut symbols, split_values)?;
        let (mut module, details, properties) =
            finish::module(scope, origin.wanted.clone(), names::is_fixed(path), &symbols, body);
        origin.details = details;
        let mut checker = properties.extract(&mut module);
        if module.black_box.is_none() {
            truncation::name_truncated_values(&mut module, &self.design);
            unused::add(&mut module);
        }
        black_box::name_ports(&mut module, scope, &origin.path)?;
        names::rename_instances(&mut module, path, &self.design);
        let wanted: Vec<&str> = self.origins.iter().map(|origin| origin.wanted.as_str()).collect();
        module.name = self.names.choose(&module, path, &wanted, &self.design);
        if let Some(checker) = &mut checker {
            truncation::name_truncated_values(&mut checker.checker, &self.design);
            unused::add(&mut checker.checker);
            checker.checker.name = format!("{}_sva", module.name);
        }
        self.share(module, checker, origin)
    }

    /// Returns the body of a block: from its kernel, from the library blocks that are known, or as
    /// a black box.
    fn body(
        &self,
        scope: &Scope,
        symbols: &mut Symbols,
        split_values: bool,
    ) -> Result<Body, Error> {
        if let Some(message) = &scope.panic {
            return Err(symbols.unsupported(
                &format!("a kernel on which rust-hdl panics (\"{message}\")"),
                "check its `bits`, `bit_cast` and constants",
            ));
        }
        let file = scope.description.as_ref().map(|description| description.file.as_str());
        let mut kernel = match &scope.code {
            Verilog::Combinatorial(block) => kernel::lower(block, symbols, file)?,
            Verilog::Empty
                if scope.atoms.iter().all(|atom| atom.kind == AtomKind::InputParameter) =>
            {
                Kernel::default()
            }
            Verilog::Empty => {
                let remedy = match scope.description {
                    Some(_) => "put `#[kernel]` on its `update`",
                    None => "put `#[hdl_gen]` on its `update`",
                };
                return Err(symbols.unsupported("a block without a kernel", remedy));
            }
            Verilog::Custom(_) | Verilog::Wrapper(_) | Verilog::Blackbox(_) => {
                if let Some(known) = library::body(scope, symbols, &self.design)? {
                    return Ok(known);
                }
                let black_box = self.texts.of(scope, &symbols.module)?;
                return Ok(Body { black_box, ..Body::default() });
            }
        };
        if scope.description.is_none() {
            // Without a file, lines are useless, and they would make equal modules differ.
            kernel.statements.iter_mut().for_each(|statement| statement.line = None);
        }
        if split_values {
            versions::split(&mut kernel.statements, symbols);
        }
        let lines = std::mem::take(&mut kernel.lines);
        let line_of = |error: &Error| {
            let name = error.signal()?;
            let mut lines = lines.iter();
            lines.find(|(signal, _)| symbols.draft(**signal).path == name).map(|(_, line)| *line)
        };
        processes::partition(kernel, symbols, &self.design).map_err(|error| {
            match (file, line_of(&error)) {
                (Some(file), Some(line)) => error.at(file, line),
                _ => error,
            }
        })
    }

    /// Adds a module to the design, or returns the equal one that is there.
    fn share(
        &mut self,
        module: Module,
        checker: Option<ModuleChecker>,
        origin: Origin,
    ) -> Result<ModuleId, Error> {
        let is_named = |known: &Module| known.name.eq_ignore_ascii_case(&module.name);
        if let Some(index) = self.design.modules.iter().position(is_named) {
            let known = &self.design.modules[index];
            let checks = self.design.checkers.iter().find(|known| known.module.0 == index);
            let known_checker = checks.map(|checks| self.design.module(checks.checker));
            if *known == module && known_checker == checker.as_ref().map(|new| &new.checker) {
                self.origins[index].details.extend(origin.details);
                return Ok(ModuleId(index));
            }
            if known.name != module.name {
                return Err(Error::IllegalName {
                    module: origin.path,
                    reason: format!("differs only in case from the module `{}`", known.name),
                    name: module.name,
                });
            }
            return Err(Error::ModuleNameClash {
                first: place(known, &self.origins[index]),
                second: place(&module, &origin),
                remedy: "rename one of them with `#[module(name = ...)]`".to_string(),
                name: module.name,
            });
        }
        // Children come before their parents, so the checker can become an instance.
        if let Some(ModuleChecker { checker, inputs, properties }) = checker {
            let own = Origin {
                wanted: checker.name.clone(),
                details: RustDetails::default(),
                ..origin.clone()
            };
            let checker = self.share(checker, None, own)?;
            let module = ModuleId(self.design.modules.len());
            self.design.checkers.push(Checker { module, checker, inputs, properties });
        }
        let id = ModuleId(self.design.modules.len());
        self.design.modules.push(module);
        // Its children have been checked before.
        if let Err(error) = flatten(&self.design, id) {
            self.design.modules.pop();
            return Err(error.in_block(&origin.path));
        }
        self.origins.push(origin);
        Ok(id)
    }
}

/// Returns the path of a module's block, with its source file if that is known.
fn place(module: &Module, origin: &Origin) -> String {
    match &module.source {
        Some(file) => format!("`{}` in {file}", origin.path),
        None => format!("`{}`", origin.path),
    }
}

/// Adds a set of signals and merges it with the sets that it overlaps.
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
