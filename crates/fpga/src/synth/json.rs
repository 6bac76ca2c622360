//! The cells as JSON. The help of the command describes the fields.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::measured::{Measured, Row};
use super::published::PUBLISHED;
use fpga_tools::synthesis::{CellKind, Path};

/// One object and a newline.
pub(super) fn format(measured: &Measured) -> serde_json::Result<String> {
    let modules: Vec<Value> = measured.modules.iter().map(module).collect();
    let report = json!({"yosys": measured.yosys, "modules": modules, "published": PUBLISHED});
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}

fn module(row: &Row) -> Value {
    let cells = &row.cells;
    let luts = (2..=6).map(|inputs| (inputs, cells.of_kind(CellKind::Lut(inputs))));
    json!({
        "module": row.module,
        "clocking": row.clocking.map(|clocking| clocking.to_string()),
        "aluts": cells.aluts(),
        "luts": luts.collect::<BTreeMap<_, _>>(),
        "carry": cells.of_kind(CellKind::Arithmetic),
        "inverters": cells.of_kind(CellKind::Inverter),
        "lasting_inverters": cells.lasting_inverters,
        "flip_flops": cells.flip_flops(),
        "memory_blocks": cells.of_kind(CellKind::Memory),
        "clocks": cells.clocks,
        "paths": row.paths.iter().map(longest_path).collect::<Vec<_>>(),
    })
}

fn longest_path(path: &Path) -> Value {
    json!({
        "from": path.from.to_string(),
        "to": path.to.to_string(),
        "levels": path.depth.levels,
        "carries": path.depth.carries,
        "steps": path.steps,
    })
}
