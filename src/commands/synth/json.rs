//! The cells as JSON. The help of the command describes the fields.

use std::collections::BTreeMap;

use serde::Serialize;

use super::measured::{Measured, Row};
use super::published::{PUBLISHED, Published};
use crate::fpga::synthesis::{CellKind, Path, Step};

#[derive(Serialize)]
struct Report<'m> {
    yosys: &'m str,
    modules: Vec<Module<'m>>,
    published: &'static [Published],
}

#[derive(Serialize)]
struct Module<'m> {
    module: &'m str,
    clocking: Option<String>,
    aluts: usize,
    luts: BTreeMap<u8, usize>,
    carry: usize,
    inverters: usize,
    lasting_inverters: usize,
    flip_flops: usize,
    memory_blocks: usize,
    clocks: &'m BTreeMap<String, usize>,
    paths: Vec<LongestPath>,
}

#[derive(Serialize)]
struct LongestPath {
    from: String,
    to: String,
    levels: usize,
    carries: usize,
    steps: Vec<String>,
}

/// One object and a newline.
pub(super) fn format(measured: &Measured) -> serde_json::Result<String> {
    let modules = measured.modules.iter().map(module).collect();
    let report = Report { yosys: &measured.yosys, modules, published: &PUBLISHED };
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}

fn module(row: &Row) -> Module<'_> {
    let cells = &row.cells;
    Module {
        module: &row.module,
        clocking: row.clocking.map(|clocking| clocking.to_string()),
        aluts: cells.aluts(),
        luts: (2..=6).map(|inputs| (inputs, cells.of_kind(CellKind::Lut(inputs)))).collect(),
        carry: cells.of_kind(CellKind::Arithmetic),
        inverters: cells.of_kind(CellKind::Inverter),
        lasting_inverters: cells.lasting_inverters,
        flip_flops: cells.flip_flops(),
        memory_blocks: cells.of_kind(CellKind::Memory),
        clocks: &cells.clocks,
        paths: row.paths.iter().map(longest_path).collect(),
    }
}

fn longest_path(path: &Path) -> LongestPath {
    let name = |step: &Step| match step {
        Step::Net(name) | Step::Cell(name) => name.clone(),
    };
    LongestPath {
        from: path.from.to_string(),
        to: path.to.to_string(),
        levels: path.depth.levels,
        carries: path.depth.carries,
        steps: path.steps.iter().map(name).collect(),
    }
}
