//! The generated files, as the commands write, check and build them.

use std::path::Path;

use crate::generator::{self, EXTENSIONS, Folder, MARKER, Printer};
use baccarat_hdl::top::Top;
use output_files::{Artifact, Owner};

/// Recognises files that this program wrote.
pub(super) const OWNER: Owner =
    Owner { marker: MARKER, extensions: &EXTENSIONS, temporary_prefix: ".baccarat-" };

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
