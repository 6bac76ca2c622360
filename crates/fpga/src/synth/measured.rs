//! Synthesises every module and counts its cells.

use std::collections::BTreeSet;
use std::time::Instant;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use baccarat::generator;
use baccarat_hdl::top::{Clocking, Top};
use command_line::Status;
use foreign_sources::{Reader, Reading, SourceSet};
use fpga_tools::synthesis::{CellCount, Path, Yosys, longest_paths};
use rust_hdl_systemverilog::SourceFile;

/// The results for all modules.
pub(super) struct Measured {
    /// The version of Yosys.
    pub yosys: String,
    /// The designs of this project among them.
    pub machines: Vec<Machine>,
    /// The top modules first, then the others.
    pub modules: Vec<Row>,
}

/// A module with its instances.
pub(super) struct Row {
    pub module: String,
    /// `None` if the module is the same with both clockings of `task5`.
    pub clocking: Option<Clocking>,
    pub is_top: bool,
    pub cells: CellCount,
    pub paths: Vec<Path>,
    /// The warnings of Yosys.
    pub warnings: String,
}

/// A machine to synthesise.
pub(super) struct Machine {
    pub top: Top,
    pub sources: Vec<SourceFile>,
    /// The names of its packages and of the modules that are blocks of `rust-hdl`'s library: they
    /// have no row.
    parts: Vec<String>,
}

/// A module to synthesise.
struct ToSynthesise<'s> {
    name: String,
    clocking: Option<Clocking>,
    is_top: bool,
    sources: &'s [SourceFile],
}

impl Measured {
    /// Synthesises the modules of these tops, on all cores.
    ///
    /// # Errors
    ///
    /// Yosys fails, or does not write a netlist for a Cyclone V.
    pub fn with(yosys: &Yosys, tops: &[Top], status: Status) -> anyhow::Result<Measured> {
        let machines = Machine::all(tops)?;
        let modules = modules(&machines);
        let bar = match status.is_quiet() {
            true => ProgressBar::hidden(),
            false => ProgressBar::new(modules.len() as u64),
        };
        status.detail(format_args!("Yosys {}, {} modules", yosys.version(), modules.len()));
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        let synthesise = |number: usize| -> anyhow::Result<Row> {
            let module = &modules[number];
            bar.set_message(module.name.clone());
            let start = Instant::now();
            let row =
                module.run(yosys).with_context(|| format!("cannot synthesise {}", module.name))?;
            let seconds = start.elapsed().as_secs_f64();
            bar.suspend(|| status.detail(format_args!("{}: {seconds:.2} s", row.name())));
            bar.inc(1);
            Ok(row)
        };
        let rows = jobs::map(modules.len(), synthesise);
        bar.finish_and_clear();
        Ok(Measured { yosys: yosys.version().to_string(), machines, modules: rows? })
    }
}

impl Measured {
    /// Synthesises other people's sources, and both clockings of `task5` for comparison.
    ///
    /// # Errors
    ///
    /// Yosys fails, or rejects the sources.
    pub fn with_sources(
        yosys: &Yosys,
        sources: &SourceSet,
        reader: &Reader,
    ) -> anyhow::Result<Measured> {
        let Reading { content: module, warnings, .. } = reader.synthesise(sources)?;
        let mut modules = vec![Row {
            module: format!("{} (these sources)", module.name),
            clocking: None,
            is_top: true,
            cells: CellCount::of(&module)?,
            paths: longest_paths(&module)?,
            warnings: warnings.iter().map(|warning| format!("{warning}\n")).collect(),
        }];
        let machines = Machine::all(&Clocking::ALL.map(Top::Task5))?;
        for top in self::modules(&machines).into_iter().filter(|module| module.is_top) {
            modules.push(top.run(yosys)?);
        }
        Ok(Measured { yosys: yosys.version().to_string(), machines, modules })
    }
}

impl Row {
    /// `task5, direct` or `shoe`
    pub fn name(&self) -> String {
        match self.clocking {
            Some(clocking) => format!("{}, {clocking}", self.module),
            None => self.module.clone(),
        }
    }

    /// The levels of look-up tables on the longest path.
    pub fn levels(&self) -> usize {
        self.paths.iter().map(|path| path.depth.levels).max().unwrap_or(0)
    }
}

impl ToSynthesise<'_> {
    fn run(&self, yosys: &Yosys) -> anyhow::Result<Row> {
        let synthesis = yosys.synthesise(self.sources, &self.name)?;
        let module = synthesis.module(&self.name)?;
        Ok(Row {
            module: self.name.clone(),
            clocking: self.clocking,
            is_top: self.is_top,
            cells: CellCount::of(&module)?,
            paths: longest_paths(&module)?,
            warnings: synthesis.warnings,
        })
    }
}

impl Machine {
    pub fn all(tops: &[Top]) -> anyhow::Result<Vec<Machine>> {
        tops.iter().map(|top| Machine::of(*top)).collect()
    }

    fn of(top: Top) -> anyhow::Result<Machine> {
        let design = generator::elaborate(&[top])?;
        let sources = generator::print_proven(&design)?;
        let packages = design.packages().into_iter().map(|package| package.name);
        let library = design.modules.iter().filter(|module| module.source.is_none());
        let library = library.map(|module| module.name.clone());
        Ok(Machine { top, sources, parts: library.chain(packages).collect() })
    }
}

/// The top modules, then every other module once, or for each clocking if it differs. Blocks of
/// `rust-hdl`'s library are counted in the modules that contain them.
fn modules(machines: &[Machine]) -> Vec<ToSynthesise<'_>> {
    let module = |file: &SourceFile, clocking, is_top, sources| ToSynthesise {
        name: file.name.trim_end_matches(".sv").to_string(),
        clocking,
        is_top,
        sources,
    };
    let mut tops = Vec::new();
    let mut others = Vec::new();
    let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
    for Machine { top, sources, parts } in machines {
        let clocking = match top {
            Top::Task5(clocking) => Some(*clocking),
            Top::Casino => None,
        };
        for file in sources {
            if file.name == format!("{}.sv", top.module()) {
                tops.push(module(file, clocking, true, sources.as_slice()));
            } else if parts.iter().any(|name| file.name == format!("{name}.sv")) {
                continue;
            } else if seen.insert((&file.name, &file.text)) {
                let is_other = |other: &SourceFile| other.name == file.name && other != file;
                let differs = machines.iter().any(|machine| machine.sources.iter().any(is_other));
                others.push(module(file, clocking.filter(|_| differs), false, sources.as_slice()));
            }
        }
    }
    tops.extend(others);
    tops
}
