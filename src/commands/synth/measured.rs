//! Synthesises every module and counts its cells.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::time::Instant;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use crate::commands::Status;
use crate::foreign::{Reader, SourceSet};
use crate::fpga::synthesis::{CellCount, Path, Yosys, longest_paths, script_for};
use crate::generator::{self, Clocking, Top};
use crate::simulation::jobs as parallel;
use rust_hdl_systemverilog::SourceFile;

/// The results for all modules.
pub(super) struct Measured {
    /// The version of Yosys.
    pub yosys: String,
    /// The script for the first design.
    pub script: String,
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
struct Sources {
    top: Top,
    sources: Vec<SourceFile>,
    /// The names of its packages and of the modules that are blocks of `rust-hdl`'s library: they
    /// have no row.
    parts: Vec<String>,
}

/// A module to synthesise.
struct Job<'s> {
    module: String,
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
        let machines = tops.iter().map(|top| Sources::of(*top));
        let machines = machines.collect::<anyhow::Result<Vec<_>>>()?;
        let jobs = jobs(&machines);
        let bar = match status.is_quiet() {
            true => ProgressBar::hidden(),
            false => ProgressBar::new(jobs.len() as u64),
        };
        status.detail(format_args!("Yosys {}, {} modules", yosys.version(), jobs.len()));
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        let synthesise = |number: usize| -> anyhow::Result<Row> {
            let job = &jobs[number];
            bar.set_message(job.module.clone());
            let start = Instant::now();
            let row =
                job.run(yosys).with_context(|| format!("cannot synthesise {}", job.module))?;
            let seconds = start.elapsed().as_secs_f64();
            bar.suspend(|| status.detail(format_args!("{}: {seconds:.2} s", row.name())));
            bar.inc(1);
            Ok(row)
        };
        let (rows, failure) = parallel::run(jobs.len(), |numbers| {
            let mut rows = Vec::new();
            while let Some(number) = numbers.take() {
                match synthesise(number) {
                    Ok(row) => rows.push((number, row)),
                    Err(error) => numbers.fail(number, error),
                }
            }
            Ok::<_, Infallible>(rows)
        })?;
        bar.finish_and_clear();
        if let Some((_, error)) = failure {
            return Err(error);
        }
        let modules: BTreeMap<_, _> = rows.into_iter().flatten().collect();
        let script =
            machines.first().map(|machine| script_for(&machine.sources, machine.top.module()));
        Ok(Measured {
            yosys: yosys.version().to_string(),
            script: script.unwrap_or_default(),
            modules: modules.into_values().collect(),
        })
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
        let (module, warnings) = reader.synthesise(sources)?;
        let mut modules = vec![Row {
            module: format!("{} (these sources)", module.name),
            clocking: None,
            is_top: true,
            cells: CellCount::of(&module)?,
            paths: longest_paths(&module)?,
            warnings: warnings.iter().map(|warning| format!("{warning}\n")).collect(),
        }];
        let tops = [Clocking::Synchronised, Clocking::Direct].map(Top::Task5);
        let machines = tops.map(Sources::of).into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        for job in jobs(&machines).into_iter().filter(|job| job.is_top) {
            modules.push(job.run(yosys)?);
        }
        Ok(Measured { yosys: yosys.version().to_string(), script: String::new(), modules })
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

impl Job<'_> {
    fn run(&self, yosys: &Yosys) -> anyhow::Result<Row> {
        let synthesis = yosys.synthesise(self.sources, &self.module)?;
        let module = synthesis.module(&self.module)?;
        Ok(Row {
            module: self.module.clone(),
            clocking: self.clocking,
            is_top: self.is_top,
            cells: CellCount::of(&module)?,
            paths: longest_paths(&module)?,
            warnings: synthesis.warnings,
        })
    }
}

impl Sources {
    fn of(top: Top) -> anyhow::Result<Sources> {
        let design = generator::design(top)?;
        let sources = generator::print_proven(&design)?;
        let packages = design.packages().into_iter().map(|package| package.name);
        let library = design.modules.iter().filter(|module| module.source.is_none());
        let library = library.map(|module| module.name.clone());
        Ok(Sources { top, sources, parts: library.chain(packages).collect() })
    }
}

/// The top modules, then every other module once, or for each clocking if it differs. Blocks of
/// `rust-hdl`'s library are counted in the modules that contain them.
fn jobs(machines: &[Sources]) -> Vec<Job<'_>> {
    let job = |file: &SourceFile, clocking, is_top, sources| Job {
        module: file.name.trim_end_matches(".sv").to_string(),
        clocking,
        is_top,
        sources,
    };
    let mut tops = Vec::new();
    let mut others = Vec::new();
    let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
    for Sources { top, sources, parts } in machines {
        let clocking = match top {
            Top::Task5(clocking) => Some(*clocking),
            Top::Casino => None,
        };
        for file in sources {
            if file.name == format!("{}.sv", top.module()) {
                tops.push(job(file, clocking, true, sources.as_slice()));
            } else if parts.iter().any(|name| file.name == format!("{name}.sv")) {
                continue;
            } else if seen.insert((&file.name, &file.text)) {
                let is_other = |other: &SourceFile| other.name == file.name && other != file;
                let differs = machines.iter().any(|machine| machine.sources.iter().any(is_other));
                others.push(job(file, clocking.filter(|_| differs), false, sources.as_slice()));
            }
        }
    }
    tops.extend(others);
    tops
}
