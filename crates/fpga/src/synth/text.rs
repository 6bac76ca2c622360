//! The cells as tables.

use std::fmt::{self, Write};

use super::PINNED;
use super::measured::{Measured, Row};
use super::published::PUBLISHED;
use command_line::table::Table;
use fpga_tools::synthesis::CellKind;

/// The tables, without the steps of the paths.
pub(super) fn format(measured: &Measured) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "Cells of a Cyclone V, by Yosys {}.", measured.yosys)?;
    if measured.yosys != PINNED {
        writeln!(
            text,
            "Other versions find other cells: docs/synthesis.md is made with {PINNED}."
        )?;
    }
    writeln!(text)?;
    writeln!(text, "{}", engines(measured))?;
    writeln!(text, "{}", modules(measured))?;
    writeln!(text, "{}", depths(measured))?;
    write!(
        text,
        "\
ALUTs are look-up tables, by their number of inputs or in a carry chain (+).
Inverters are counted apart: most are absorbed into the cells that they drive.
FFs are flip-flops. Levels are look-up tables in series; a carry chain counts as
one level, and its links are listed beside.
"
    )?;
    Ok(text)
}

fn engines(measured: &Measured) -> Table<4> {
    let mut table = Table::new(["engine", ">ALUTs", ">flip-flops", ">memory blocks"]);
    for row in measured.modules.iter().filter(|row| row.is_top) {
        let cells = &row.cells;
        let counts = [cells.aluts(), cells.flip_flops(), cells.of_kind(CellKind::Memory)];
        let [aluts, flip_flops, memories] = counts.map(|count| count.to_string());
        table.row([row.name(), aluts, flip_flops, memories]);
    }
    for other in PUBLISHED {
        let [aluts, flip_flops] = [other.aluts, other.flip_flops].map(|count| count.to_string());
        table.row([other.engine.to_string(), aluts, flip_flops, "0".to_string()]);
    }
    table
}

fn modules(measured: &Measured) -> Table<12> {
    let mut table = Table::new([
        "module",
        ">ALUTs",
        ">2",
        ">3",
        ">4",
        ">5",
        ">6",
        ">+",
        ">inverters",
        ">FFs",
        ">memories",
        ">levels",
    ]);
    for row in &measured.modules {
        let counts = counts(row);
        table.row(std::array::from_fn(|column| match column {
            0 => row.name(),
            _ => counts[column - 1].to_string(),
        }));
    }
    table
}

/// The numbers of a module, in the order of the table.
pub(super) fn counts(row: &Row) -> [usize; 11] {
    let of = |kind| row.cells.of_kind(kind);
    let lut = |inputs| of(CellKind::Lut(inputs));
    [
        row.cells.aluts(),
        lut(2),
        lut(3),
        lut(4),
        lut(5),
        lut(6),
        of(CellKind::Arithmetic),
        of(CellKind::Inverter),
        row.cells.flip_flops(),
        of(CellKind::Memory),
        row.levels(),
    ]
}

fn depths(measured: &Measured) -> Table<5> {
    let mut table = Table::new(["longest path in", "from", "to", ">levels", ">carry links"]);
    for row in measured.modules.iter().filter(|row| row.is_top) {
        let mut name = row.name();
        for path in &row.paths {
            table.row([
                std::mem::take(&mut name),
                path.from.to_string(),
                path.to.to_string(),
                path.depth.levels.to_string(),
                path.depth.carries.to_string(),
            ]);
        }
    }
    table
}
