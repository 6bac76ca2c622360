//! The generated files of a machine, as the flows build them.

use baccarat::generator::{self, Folders};
use baccarat_hdl::top::Top;
use fpga_tools::flow::{self, Warning};
use output_files::{CONSTRAINTS, GENERATED};

/// Warnings that `task5` causes in every build.
const EXPECTED_WARNINGS: [Warning; 3] = [
    Warning {
        id: 21074,
        part: "input pin(s) that do not drive logic",
        reason: "KEY1 and KEY2 have no effect, but are ports of the lab's task5",
    },
    Warning { id: 15610, part: "KEY[1]", reason: "KEY1 has no effect" },
    Warning { id: 15610, part: "KEY[2]", reason: "KEY2 has no effect" },
];

/// A top as a design for the flows.
///
/// # Errors
/// The files cannot be produced.
pub(crate) fn for_flow(top: Top) -> anyhow::Result<flow::DesignFiles> {
    let artifacts = generator::artifacts(&[top], &Folders::side_by_side(GENERATED, CONSTRAINTS))?;
    let sources = generator::source_names(&artifacts).map(str::to_string).collect();
    Ok(flow::DesignFiles {
        top: top.module().to_string(),
        pins: top.pins().to_string(),
        clocking: top.clocking().to_string(),
        files: artifacts,
        sources,
        expected_warnings: match top {
            Top::Task5(_) => &EXPECTED_WARNINGS,
            Top::Casino => &[],
        },
    })
}

/// The top of a recorded build.
pub(crate) fn top_of(record: &flow::Record) -> Option<Top> {
    let is_recorded =
        |top: &Top| top.module() == record.top && top.clocking().to_string() == record.clocking;
    Top::ALL.into_iter().find(is_recorded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_every_expected_warning() {
        let page = include_str!("../../../docs/board.md");
        let (_, rest) = page.split_once("## Warnings").expect("the section");
        let (section, _) = rest.split_once("\n## ").expect("the next one");
        for warning in EXPECTED_WARNINGS.iter().chain(&flow::EXPECTED) {
            let id = warning.id.to_string();
            assert!(section.contains(&id), "{id} is not in docs/board.md");
        }
    }
}
