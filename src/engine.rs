//! The files that make up the engine.

use std::path::Path;

use thiserror::Error;

use crate::output::{Artifact, Folder, MARKER};

/// How the machine is clocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clocking {
    /// One clock, CLOCK_50; the keys pass synchronisers.
    Synchronised,
    /// KEY\[0\] is a clock, as the lab handout draws it.
    Direct,
}

/// Why the files cannot be made.
#[derive(Debug, Error)]
pub enum EngineError {}

/// Makes every file of the engine. `constraints_from_generated` is the relative path that the Quartus project names.
pub fn artifacts(
    clocking: Clocking,
    constraints_from_generated: &Path,
) -> Result<Vec<Artifact>, EngineError> {
    let artifact = |folder, name: &str, comment: &str, text: String| Artifact {
        folder,
        name: name.to_owned(),
        contents: format!("{comment} {MARKER}. Do not edit.\n{text}\n"),
    };
    let constraints = constraints_from_generated.display();
    Ok(vec![
        artifact(
            Folder::Generated,
            "dealcard.sv",
            "//",
            "// The same with either clocking.".to_owned(),
        ),
        artifact(
            Folder::Generated,
            "task5.sv",
            "//",
            format!("// {clocking:?}"),
        ),
        artifact(
            Folder::Generated,
            "task5.qpf",
            "#",
            "PROJECT_REVISION = \"task5\"".to_owned(),
        ),
        artifact(
            Folder::Generated,
            "task5.qsf",
            "#",
            format!("source \"{constraints}/de1_soc.qsf\""),
        ),
        artifact(Folder::Constraints, "de1_soc.qsf", "#", "# pins".to_owned()),
        artifact(
            Folder::Constraints,
            "task5.sdc",
            "#",
            format!("# {clocking:?}"),
        ),
    ])
}
