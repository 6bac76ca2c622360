//! The generated files, as the commands write, check and build them.

use std::path::Path;

use crate::generator::{self, EXTENSIONS, Folder, GeneratorError, MARKER, Printer};
use baccarat_hdl::top::Top;
use fpga_tools::flow::{self, Warning};
use output_files::{Artifact, Owner};

/// Recognises files that this program wrote.
pub(super) const OWNER: Owner =
    Owner { marker: MARKER, extensions: &EXTENSIONS, temporary_prefix: ".baccarat-" };

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

/// The files of these tops for these two folders.
///
/// # Errors
/// The files cannot be produced, or no relative path leads from one folder to the other.
pub(super) fn artifacts(
    print: Printer,
    tops: &[Top],
    generated: &Path,
    constraints: &Path,
) -> anyhow::Result<Vec<Artifact>> {
    let path = output_files::relative_path(generated, constraints)?;
    let folder = |folder| match folder {
        Folder::Generated => generated.to_owned(),
        Folder::Constraints => constraints.to_owned(),
    };
    let artifacts = generator::artifacts_printed_by(print, tops, &path)?.into_iter();
    let artifacts = artifacts.map(|generator::Artifact { folder: kind, name, contents }| {
        Artifact { folder: folder(kind), name, contents }
    });
    Ok(artifacts.collect())
}

/// A top as a design for the flows.
///
/// # Errors
/// The files cannot be produced.
pub(super) fn for_flow(top: Top) -> Result<flow::DesignFiles, GeneratorError> {
    let artifacts =
        generator::artifacts(&[top], &Path::new("..").join(Folder::Constraints.name()))?;
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
pub(super) fn top_of(record: &flow::Record) -> Option<Top> {
    let is_recorded =
        |top: &Top| top.module() == record.top && top.clocking().to_string() == record.clocking;
    Top::ALL.into_iter().find(is_recorded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_every_expected_warning() {
        let page = include_str!("../../docs/board.md");
        let (_, rest) = page.split_once("## Warnings").expect("the section");
        let (section, _) = rest.split_once("\n## ").expect("the next one");
        for warning in EXPECTED_WARNINGS.iter().chain(&flow::EXPECTED) {
            let id = warning.id.to_string();
            assert!(section.contains(&id), "{id} is not in docs/board.md");
        }
    }
}
