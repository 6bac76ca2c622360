//! The generated files, as the commands write, check and build them.

use std::path::Path;

use crate::generator::{self, EXTENSIONS, Folder, MARKER, Printed, Printer};
use baccarat_hdl::top::Top;
use output_files::{Artifact, Owner};

/// Recognises files that this program wrote.
pub(super) const OWNER: Owner =
    Owner { marker: MARKER, extensions: &EXTENSIONS, temporary_prefix: ".baccarat-" };

/// Prints the files of these tops for these two folders. They are not to be used before the check.
///
/// # Errors
/// The files cannot be produced, or no relative path leads from one folder to the other.
pub(super) fn print(
    print: Printer,
    tops: &[Top],
    generated: &Path,
    constraints: &Path,
) -> anyhow::Result<(Printed, Vec<Artifact>)> {
    let path = output_files::relative_path(generated, constraints)?;
    let printed = Printed::new(print, tops, &path)?;
    let folder = |folder| match folder {
        Folder::Generated => generated.to_owned(),
        Folder::Constraints => constraints.to_owned(),
    };
    let artifacts = printed.artifacts().into_iter();
    let artifacts = artifacts.map(|generator::Artifact { folder: kind, name, contents }| {
        Artifact { folder: folder(kind), name, contents }
    });
    let artifacts = artifacts.collect();
    Ok((printed, artifacts))
}
