//! `docs/synthesis.md`.

use std::fmt::{self, Write};

use super::measured::Measured;
use super::published::PUBLISHED;
use super::{PINNED_REMEDY, text};
use crate::engine::TOP;

const INTRODUCTION: &str = "\
# What Yosys makes of the machine

Made by `make synth`; do not edit. `make verify` tells when it is out of date.

The board's FPGA is a Cyclone V. Yosys maps the machine to its cells; placing them comes after that, so there are no times
here. Every module is synthesised alone, with those inside it.
";

const HOW: &str = "
- **ALUTs** are look-up tables, `MISTRAL_ALUT2` to `MISTRAL_ALUT6` by their number of inputs, and `MISTRAL_ALUT_ARITH` (+),
  which has a link of a carry chain. Two of up to four inputs fit in one adaptive logic module.
- **Inverters**, `MISTRAL_NOT`, are counted apart: look-up tables, and the clock, enable and clear of flip-flops, invert for
  themselves. Those that *last* are before a data input or an output pin, and take a look-up table there.
- **Levels** are look-up tables one after the other. A carry chain counts where it is entered: a link takes about a tenth of
  the time of a look-up table.
";

/// All of it.
pub(super) fn of(measured: &Measured) -> Result<String, fmt::Error> {
    let mut text = String::from(INTRODUCTION);
    writeln!(
        text,
        "\n## The whole machine\n\n| Engine | ALUTs | Flip-flops | |\n|---|---:|---:|---|"
    )?;
    for row in measured.modules.iter().filter(|row| row.module == TOP) {
        let (aluts, flip_flops) = (row.cells.aluts(), row.cells.flip_flops());
        writeln!(text, "| **{}** | **{aluts}** | **{flip_flops}** | |", row.name())?;
    }
    for other in PUBLISHED {
        let (aluts, flip_flops) = (other.aluts, other.flip_flops);
        writeln!(text, "| {} | {aluts} | {flip_flops} | {} |", other.engine, other.origin)?;
    }
    modules(measured, &mut text)?;
    text.push_str(HOW);
    clocks(measured, &mut text)?;
    depths(measured, &mut text)?;
    writeln!(
        text,
        "\n## The script\n\nYosys {} (`{PINNED_REMEDY}`), given this for the synchronised machine:\n\n```\n{}```",
        measured.yosys, measured.script
    )?;
    Ok(text)
}

fn modules(measured: &Measured, text: &mut String) -> fmt::Result {
    writeln!(
        text,
        "\n## Module by module\n\n\
         | Module | ALUTs | 2 | 3 | 4 | 5 | 6 | + | Inverters | that last | Flip-flops | Levels |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    )?;
    for row in &measured.modules {
        let [counts @ .., flip_flops, levels] = text::counts(row);
        let counts = counts.map(|count| count.to_string()).join(" | ");
        let lasting = row.cells.lasting_inverters;
        writeln!(text, "| {} | {counts} | {lasting} | {flip_flops} | {levels} |", row.name())?;
    }
    Ok(())
}

fn clocks(measured: &Measured, text: &mut String) -> fmt::Result {
    writeln!(text, "\n## Clocks\n\n| Machine | Clock | Flip-flops |\n|---|---|---:|")?;
    for row in measured.modules.iter().filter(|row| row.module == TOP) {
        for (clock, flip_flops) in &row.cells.clocks {
            writeln!(text, "| {} | `{clock}` | {flip_flops} |", row.name())?;
        }
    }
    Ok(())
}

fn depths(measured: &Measured, text: &mut String) -> fmt::Result {
    writeln!(
        text,
        "\n## Depth\n\nThe longest way from the flip-flops of a clock, or from the pins, to those of a clock, or to the pins. \
         Nets stand under their names in the design; where Yosys made a net up, only the cells are told.\n\n\
         | Machine | From | To | Levels | Carry links | The way |\n|---|---|---|---:|---:|---|"
    )?;
    for row in measured.modules.iter().filter(|row| row.module == TOP) {
        for path in &row.paths {
            writeln!(
                text,
                "| {} | {} | {} | {} | {} | {path} |",
                row.name(),
                path.from,
                path.to,
                path.depth.levels,
                path.depth.carries
            )?;
        }
    }
    Ok(())
}
