//! A file of which many mutants are compared with the design.

use std::collections::BTreeMap;

use rust_hdl_proof::model::{Gates, Model};
use rust_hdl_proof::{Error, Reader, Unit, compare, model, ports, prove};
use rust_hdl_rtl::{Design, ItemKind, Module, ModuleId};
use rust_hdl_systemverilog::SourceFile;

/// The number of mutants after which the gates that they added are forgotten.
const FRESH_GATES_AFTER: usize = 100;

/// What the proof says about a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// It cannot be read.
    Unreadable,
    /// It does not mean the same as the design.
    Rejected,
    /// It means the same.
    Accepted,
}

pub(crate) enum Subject<'a> {
    /// A module. The other modules are not read again for each mutant.
    Module(Box<ModuleSubject>),
    /// A package or a black box. All files are read.
    Other { design: &'a Design, files: &'a [SourceFile], name: &'a str },
}

pub(crate) struct ModuleSubject {
    expected: Model,
    /// What the module needs has been read.
    reader: Reader,
    original_gates: Gates,
    gates: Gates,
    compared: usize,
}

impl<'a> Subject<'a> {
    pub fn new(design: &'a Design, files: &'a [SourceFile], file: &'a SourceFile) -> Self {
        let module = design.find(file.name.trim_end_matches(".sv"));
        match module.filter(|id| design.module(*id).black_box.is_none()) {
            Some(id) => Subject::Module(Box::new(ModuleSubject::new(design, files, id))),
            None => Subject::Other { design, files, name: &file.name },
        }
    }

    /// Proves this text instead of the file's.
    pub fn prove(&mut self, text: &str) -> Outcome {
        match self {
            Subject::Module(module) => module.prove(text),
            Subject::Other { design, files, name } => {
                let with_text = |file: &'a SourceFile| {
                    let original = file.text.as_str();
                    (file.name.as_str(), if file.name == *name { text } else { original })
                };
                let files: Vec<(&str, &str)> = files.iter().map(with_text).collect();
                match prove(design, &files) {
                    Ok(()) => Outcome::Accepted,
                    Err(Error::Read { .. }) => Outcome::Unreadable,
                    Err(_) => Outcome::Rejected,
                }
            }
        }
    }
}

impl ModuleSubject {
    fn new(design: &Design, files: &[SourceFile], id: ModuleId) -> Self {
        let mut reader = Reader::default();
        let mut gates = Gates::default();
        for (name, child) in children(design, id) {
            reader.declare(name, ports(child));
        }
        for package in design.packages() {
            let name = format!("{}.sv", package.name);
            let file = files.iter().find(|file| file.name == name).expect("the package's file");
            reader.read(&file.text, &[], &mut gates).expect("a package that can be read");
        }
        let expected = model(design, id, &mut gates).expect("no combinational loop");
        ModuleSubject { expected, reader, original_gates: gates.clone(), gates, compared: 0 }
    }

    fn prove(&mut self, text: &str) -> Outcome {
        self.compared += 1;
        if self.compared.is_multiple_of(FRESH_GATES_AFTER) {
            self.gates = self.original_gates.clone();
        }
        match self.reader.clone().read(text, &[], &mut self.gates).as_deref() {
            Ok([Unit::Module(actual)]) if actual.name == self.expected.name => {
                match compare(&self.expected, actual, &mut self.gates) {
                    Ok(()) => Outcome::Accepted,
                    Err(_) => Outcome::Rejected,
                }
            }
            Ok(_) => Outcome::Rejected,
            Err(_) => Outcome::Unreadable,
        }
    }
}

/// The modules that a module instantiates.
fn children(design: &Design, id: ModuleId) -> BTreeMap<&str, &Module> {
    let instances = design.module(id).items.iter().filter_map(|item| match &item.kind {
        ItemKind::Instance(instance) => Some(design.module(instance.module)),
        _ => None,
    });
    instances.map(|child| (child.name.as_str(), child)).collect()
}
