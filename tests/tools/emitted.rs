//! The files that `baccarat generate` writes, in a temporary folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use baccarat_hdl::top::{Clocking, TASK5, Top};
use rust_hdl_rtl::{Design, ModuleId};
use test_support::Sandbox;
use test_support::sandbox::{Entry, Snapshot};

/// The generated files of both machines, `task5` in one clocking.
pub struct Emitted {
    sandbox: Sandbox,
    clocking: Clocking,
}

impl Emitted {
    /// The files of a run of `baccarat`, which all tests share.
    pub fn new(clocking: Clocking) -> Emitted {
        static FILES: [OnceLock<Snapshot>; 2] = [OnceLock::new(), OnceLock::new()];
        let (files, name) = match clocking {
            Clocking::Synchronised => (&FILES[0], "synchronised"),
            Clocking::Direct => (&FILES[1], "direct"),
        };
        let files = files.get_or_init(|| {
            let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_baccarat"));
            let arguments = ["generate", "--out", "g", "--constraints", "c", "--clocking", name];
            sandbox.run(arguments).succeeds();
            sandbox.snapshot()
        });
        let sandbox = Sandbox::new(env!("CARGO_BIN_EXE_baccarat"));
        for (path, entry) in files {
            if let Entry::File(contents) = entry {
                sandbox.write(path, contents);
            }
        }
        Emitted { sandbox, clocking }
    }

    /// The files of each clocking.
    pub fn both() -> [Emitted; 2] {
        Clocking::ALL.map(Emitted::new)
    }

    /// The modules of each clocking: those of the direct clocking that differ from the others, or
    /// contain one that does.
    pub fn every_module() -> [(Emitted, Vec<String>); 2] {
        let [synchronised, direct] = Emitted::both();
        let modules = synchronised.modules();
        let texts = |emitted: &Emitted, module: &str| -> Vec<String> {
            let read = |file| fs::read_to_string(emitted.folder().join(file)).expect("a text");
            emitted.sources_of(module).into_iter().map(read).collect()
        };
        let mut others = direct.modules();
        others.retain(|module| {
            !modules.contains(module) || texts(&direct, module) != texts(&synchronised, module)
        });
        assert!(others.iter().any(|module| module == TASK5), "{others:?}");
        [(synchronised, modules), (direct, others)]
    }

    /// The folder with the SystemVerilog.
    pub fn folder(&self) -> PathBuf {
        self.sandbox.path("g")
    }

    /// The folder with the constraints.
    pub fn constraints(&self) -> PathBuf {
        self.sandbox.path("c")
    }

    /// A path for a tool's own files.
    pub fn scratch(&self, name: &str) -> PathBuf {
        self.sandbox.path(name)
    }

    /// The names of the modules, without the testbenches and the properties. Each file is named
    /// after its module.
    pub fn modules(&self) -> Vec<String> {
        self.units().into_iter().filter(|name| !is_package(name)).collect()
    }

    /// The names of the packages and modules.
    fn units(&self) -> Vec<String> {
        let files = fs::read_dir(self.folder()).expect("a folder to read");
        let mut names: Vec<String> = files
            .map(|file| file.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "sv"))
            .map(|path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
            .filter(|name| Top::ALL.iter().all(|top| name != top.testbench()))
            .filter(|name| !name.ends_with("_sva"))
            .collect();
        names.sort();
        for top in Top::ALL {
            assert!(names.iter().any(|name| name == top.module()), "{top}: {names:?}");
        }
        names
    }

    /// The files of the modules, relative to their folder.
    pub fn sources(&self) -> Vec<String> {
        let mut units = self.units();
        // Packages first.
        units.sort_by_key(|name| !is_package(name));
        units.into_iter().map(|name| name + ".sv").collect()
    }

    /// The files that a module needs: packages, itself and the modules in it. Yosys reads the words
    /// of memories slowly.
    pub fn sources_of(&self, module: &str) -> Vec<String> {
        let (design, id) = find(self.clocking, module);
        let needed: Vec<&str> =
            design.hierarchy(id).into_iter().map(|id| design.module(id).name.as_str()).collect();
        let is_needed = |file: &String| {
            let name = file.trim_end_matches(".sv");
            is_package(name) || needed.contains(&name)
        };
        self.sources().into_iter().filter(is_needed).collect()
    }

    /// Replaces `from`, which must occur exactly once in the file, with `to`.
    pub fn change(&self, file: impl AsRef<Path>, from: &str, to: &str) {
        let path = self.folder().join(file);
        let text = fs::read_to_string(&path).expect("a file that was emitted");
        assert_eq!(text.matches(from).count(), 1, "{from:?} in {}", path.display());
        fs::write(&path, text.replace(from, to)).expect("the file again");
    }
}

/// Finds a module in `task5` with this clocking or in `casino`.
pub fn find(clocking: Clocking, module: &str) -> (&'static Design, ModuleId) {
    static DESIGNS: LazyLock<Vec<(Top, Design)>> = LazyLock::new(|| {
        let design = |top| (top, baccarat_sim::design(top).expect("the design"));
        Top::ALL.into_iter().map(design).collect()
    });
    let mut designs = [Top::Task5(clocking), Top::Casino].into_iter().filter_map(|wanted| {
        let (_, design) = DESIGNS.iter().find(|(top, _)| *top == wanted)?;
        Some((design, design.find(module)?))
    });
    designs.next().expect("the module")
}

fn is_package(name: &str) -> bool {
    name.ends_with("_pkg")
}

/// A change that makes a file wrong, and part of the message expected from a tool.
pub struct Fault {
    pub file: &'static str,
    pub from: &'static str,
    pub to: &'static str,
    pub message: &'static str,
}

impl Fault {
    /// The files of each clocking with this fault.
    pub fn injected(&self) -> [Emitted; 2] {
        Clocking::ALL.map(|clocking| self.injected_in(clocking))
    }

    /// The files of one clocking with this fault.
    pub fn injected_in(&self, clocking: Clocking) -> Emitted {
        let emitted = Emitted::new(clocking);
        emitted.change(self.file, self.from, self.to);
        emitted
    }
}
