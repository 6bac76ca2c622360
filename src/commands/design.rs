//! The generated files, as the commands write, check and build them.

use std::path::{Path, PathBuf};

use crate::fpga::board::DE1_SOC;
use crate::fpga::flow::{self, CONSTRAINTS, DesignFile, Flow, GENERATED, Pattern, Warning};
use crate::generator::{self, EXTENSIONS, Folder, GeneratorError, MARKER, Printer, Top};
use crate::output::{self, Artifact, Owner};

/// Recognises files that this program wrote.
pub(super) const OWNER: Owner =
    Owner { marker: MARKER, extensions: &EXTENSIONS, temporary_prefix: ".baccarat-" };

/// Warnings that `task5` causes in every build.
const EXPECTED_WARNINGS: [Warning; 3] = [
    quartus(
        "input pin(s) that do not drive logic",
        21074,
        "KEY1 and KEY2 have no effect, but are ports of the lab's task5",
    ),
    quartus("KEY[1]", 15610, "KEY1 has no effect"),
    quartus("KEY[2]", 15610, "KEY2 has no effect"),
];

const fn quartus(text: &'static str, id: u32, reason: &'static str) -> Warning {
    Warning { flow: Flow::Quartus, pattern: Pattern::IdWith(id, text), reason }
}

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
    let path = output::relative_path(generated, constraints)?;
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
pub(super) fn for_flow(top: Top) -> Result<flow::Design, GeneratorError> {
    let artifacts = generator::artifacts(&[top], &PathBuf::from("..").join(CONSTRAINTS))?;
    let sources = generator::source_names(&artifacts).map(str::to_string).collect();
    let files =
        artifacts.into_iter().map(|generator::Artifact { folder, name, contents }| DesignFile {
            folder: match folder {
                Folder::Generated => GENERATED,
                Folder::Constraints => CONSTRAINTS,
            },
            name,
            text: contents,
        });
    Ok(flow::Design {
        board: &DE1_SOC,
        top: top.module().to_string(),
        pins: top.pins().to_string(),
        clocking: top.clocking().to_string(),
        files: files.collect(),
        sources,
        expected_warnings: expected_warnings(top),
    })
}

fn expected_warnings(top: Top) -> &'static [Warning] {
    match top {
        Top::Task5(_) => &EXPECTED_WARNINGS,
        Top::Casino => &[],
    }
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
            let (Pattern::Id(id) | Pattern::IdWith(id, _)) = warning.pattern;
            assert!(section.contains(&id.to_string()), "{id} is not in docs/board.md");
        }
    }
}
