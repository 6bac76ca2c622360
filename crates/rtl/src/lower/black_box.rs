//! Blocks that are written in Verilog: the text is passed on unchanged, and its names for the ports
//! are used.

use rust_hdl::prelude::{AtomKind, Verilog};

use super::super::collect::{AtomInfo, Scope};
use super::super::design::{BlackBox, Core, Design, Module, SignalKind};
use super::super::error::Error;
use super::super::identifiers::is_keyword;
use super::symbols::plain;
use super::verilog_text::{self, TextModule, TextPort};

/// Returns the children that become instances. Those of a block with a text only serve its Rust
/// simulation.
pub(super) fn instances(scope: &Scope) -> &[Scope] {
    if is_text(scope) { &[] } else { &scope.children }
}

/// Returns the texts of complete modules that a block brings along.
pub(super) fn module_texts(scope: &Scope) -> Vec<&str> {
    let mut texts = match &scope.code {
        Verilog::Blackbox(black_box) => vec![black_box.code.as_str()],
        Verilog::Wrapper(wrapper) => vec![wrapper.cores.as_str()],
        _ => vec![],
    };
    if is_text(scope) {
        // Its text may instantiate them.
        let inner = scope.children.iter().filter(|child| is_text(child));
        texts.extend(inner.flat_map(module_texts));
    }
    texts
}

fn is_text(scope: &Scope) -> bool {
    matches!(scope.code, Verilog::Custom(_) | Verilog::Wrapper(_) | Verilog::Blackbox(_))
}

/// The modules in the texts of all blocks.
#[derive(Default)]
pub(super) struct Texts {
    known: Vec<Known>,
}

struct Known {
    core: Core,
    /// The path of the first block that has it.
    path: String,
}

impl Texts {
    /// Adds the modules in the texts of a block.
    pub fn add(&mut self, scope: &Scope, path: &str) -> Result<(), Error> {
        for text in module_texts(scope) {
            let modules = verilog_text::modules(text);
            for module in modules.map_err(|reason| error(path, &reason))? {
                self.add_module(module, path)?;
            }
        }
        Ok(())
    }

    fn add_module(&mut self, module: TextModule, path: &str) -> Result<(), Error> {
        let name = module.name.to_string();
        let illegal =
            |reason| Error::IllegalName { module: path.into(), name: name.clone(), reason };
        if is_keyword(&name) {
            return Err(illegal("is a SystemVerilog keyword".into()));
        }
        let Some(known) = self.known.iter().find(|k| k.core.name.eq_ignore_ascii_case(&name))
        else {
            let core = Core { name, text: module.text.to_string() };
            self.known.push(Known { core, path: path.to_string() });
            return Ok(());
        };
        if known.core.name != name {
            return Err(illegal(format!(
                "differs only in case from the module `{}`",
                known.core.name
            )));
        }
        if verilog_text::same(&known.core.text, module.text) {
            return Ok(());
        }
        let (first, second) = (format!("`{}`", known.path), format!("`{path}`"));
        let remedy = "give them different names in their Verilog texts".to_string();
        Err(Error::ModuleNameClash { name, first, second, remedy })
    }

    /// Returns the text of a block; `None` if it has none.
    pub fn of(&self, scope: &Scope, path: &str) -> Result<Option<BlackBox>, Error> {
        Ok(Some(match &scope.code {
            Verilog::Custom(text) => BlackBox::Body(text.clone()),
            Verilog::Wrapper(wrapper) => BlackBox::Body(wrapper.code.clone()),
            Verilog::Blackbox(black_box) => {
                let known = self.known.iter().find(|known| known.core.name == black_box.name);
                let missing = format!("has no module `{}`; declare it there", black_box.name);
                BlackBox::Module(known.ok_or_else(|| error(path, &missing))?.core.text.clone())
            }
            Verilog::Combinatorial(_) | Verilog::Empty => return Ok(None),
        }))
    }

    /// Returns the modules that only texts instantiate.
    ///
    /// # Errors
    ///
    /// Returns [`Error::ModuleNameClash`] if one has the name of a module that is not in a text;
    /// `paths` has its block's path.
    pub fn into_cores(self, design: &Design, paths: &[String]) -> Result<Vec<Core>, Error> {
        let mut cores = Vec::new();
        for Known { core, path } in self.known {
            let modules = design.modules.iter().zip(paths);
            let mut named = modules.filter(|(m, _)| m.name.eq_ignore_ascii_case(&core.name));
            match named.next() {
                None => cores.push(core),
                Some((module, _)) if matches!(module.black_box, Some(BlackBox::Module(_))) => {}
                Some((_, other)) => {
                    let (first, second) =
                        (format!("`{other}`"), format!("the Verilog text of `{path}`"));
                    let remedy = "rename one of them".to_string();
                    return Err(Error::ModuleNameClash { name: core.name, first, second, remedy });
                }
            }
        }
        Ok(cores)
    }
}

/// Gives the ports of a module the names in its text, which are `bus$ready` or `bus_ready` for
/// ports of an interface.
pub(super) fn name_ports(module: &mut Module, scope: &Scope, path: &str) -> Result<(), Error> {
    let atoms = scope.atoms.iter().filter(|atom| atom.kind.is_parameter());
    let names = match &module.black_box {
        None => return Ok(()),
        Some(BlackBox::Body(text)) => {
            let mentioned = verilog_text::names(text);
            check_undeclared(&mentioned, scope, path)?;
            let names = atoms.map(|atom| mentioned_port(&mentioned, atom, path));
            names.collect::<Result<Vec<String>, Error>>()
        }
        Some(BlackBox::Module(text)) => {
            let modules = verilog_text::modules(text).map_err(|reason| error(path, &reason))?;
            let ports = modules.into_iter().flat_map(|module| module.ports).collect::<Vec<_>>();
            let names = atoms.zip(module.ports()).map(|(atom, (id, port))| {
                declared_port(&ports, atom, port.kind, module.signal_width(id), path)
            });
            names.collect()
        }
    }?;
    for (signal, name) in module.signals.iter_mut().zip(names) {
        signal.name = name;
    }
    Ok(())
}

/// Checks that the text of a body mentions only what is declared: the ports.
fn check_undeclared(mentioned: &[&str], scope: &Scope, path: &str) -> Result<(), Error> {
    let is_wrapper = matches!(scope.code, Verilog::Wrapper(_));
    for name in mentioned {
        let is_inside = |child: &Scope| {
            name.strip_prefix(&child.name).is_some_and(|rest| rest.starts_with('$'))
        };
        let what = match scope.atoms.iter().find(|atom| atom.name == **name) {
            Some(atom) if atom.kind == AtomKind::Constant => "a constant",
            Some(atom) if atom.kind == AtomKind::LocalSignal && !is_wrapper => "a local signal",
            None if scope.children.iter().any(is_inside) => "a port of a child",
            _ => continue,
        };
        let reason = format!(
            "uses `{name}`, {what}, but only ports are declared; declare another in the text"
        );
        return Err(error(path, &reason));
    }
    Ok(())
}

/// Returns the name by which a body mentions a port.
fn mentioned_port(mentioned: &[&str], atom: &AtomInfo, path: &str) -> Result<String, Error> {
    let names = [atom.name.clone(), plain(&atom.name)];
    match names.iter().find(|name| mentioned.contains(&name.as_str())) {
        Some(name) => Ok(name.clone()),
        None if atom.kind == AtomKind::InputParameter => Ok(plain(&atom.name)),
        None => {
            Err(error(path, &format!("does not mention the output `{}`; assign it", atom.name)))
        }
    }
}

/// Returns the name by which a module declares a port.
fn declared_port(
    ports: &[TextPort],
    atom: &AtomInfo,
    kind: SignalKind,
    width: u32,
    path: &str,
) -> Result<String, Error> {
    let names = [atom.name.clone(), plain(&atom.name)];
    let Some(port) = ports.iter().find(|port| names.contains(&port.name.to_string())) else {
        return Err(error(
            path,
            &format!("has no port `{}`; add it, or rename it in the block", atom.name),
        ));
    };
    // Anything can be connected to a wire with several drivers.
    let agrees = port.width.is_none_or(|other| other == width)
        && (port.kind == kind || kind == SignalKind::InOut);
    if !agrees {
        let (theirs, ours) = (describe(port.kind, port.width), describe(kind, Some(width)));
        let reason = format!(
            "declares `{}` as {theirs}, but in the block it is {ours}; change one",
            port.name
        );
        return Err(error(path, &reason));
    }
    Ok(port.name.to_string())
}

/// Describes a port: "an input of 8 bits".
fn describe(kind: SignalKind, width: Option<u32>) -> String {
    let direction = match kind {
        SignalKind::Input => "an input",
        SignalKind::InOut => "an inout",
        _ => "an output",
    };
    match width {
        None => direction.to_string(),
        Some(1) => format!("{direction} of 1 bit"),
        Some(width) => format!("{direction} of {width} bits"),
    }
}

fn error(path: &str, reason: &str) -> Error {
    Error::BlackBoxText { module: path.to_string(), reason: reason.to_string() }
}
