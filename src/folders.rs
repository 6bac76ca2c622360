//! Where the generated files go.

use std::path::{Path, PathBuf};

use output_files::{CONSTRAINTS, GENERATED, OutputError, relative_path};

/// The folders of the generated files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// The SystemVerilog, the Quartus project and the design's FuseSoC core.
    pub generated: PathBuf,
    /// Pins and constraints with a FuseSoC core of their own, usable in other projects too.
    pub constraints: PathBuf,
    /// How the project names the folder of the constraints: a relative path such as
    /// `../constraints`; empty or `.` if both folders are the same.
    pub constraints_from_generated: PathBuf,
}

impl Folders {
    /// Returns two folders with the relative path between them.
    ///
    /// # Errors
    ///
    /// Those of [`relative_path`]
    pub fn new(generated: &Path, constraints: &Path) -> Result<Folders, OutputError> {
        Ok(Folders {
            generated: generated.to_owned(),
            constraints: constraints.to_owned(),
            constraints_from_generated: relative_path(generated, constraints)?,
        })
    }

    /// Returns the folders with these names in one folder.
    pub fn side_by_side(generated: &str, constraints: &str) -> Folders {
        Folders {
            generated: generated.into(),
            constraints: constraints.into(),
            constraints_from_generated: Path::new("..").join(constraints),
        }
    }
}

/// The usual ones.
impl Default for Folders {
    fn default() -> Folders {
        Folders::side_by_side(GENERATED, CONSTRAINTS)
    }
}
