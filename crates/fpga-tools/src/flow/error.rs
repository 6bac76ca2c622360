//! Errors of a build.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::bitstream::BitstreamError;
use crate::toolchain::ToolError;

/// Why a build failed.
#[derive(Debug, Error)]
pub enum FlowError {
    /// The build folder has files that no build made.
    #[error(
        "`{}` is not empty and not from an earlier build: every build empties its folder, so choose another with --build-dir",
        folder.display()
    )]
    NotABuildFolder { folder: PathBuf },

    /// Another build uses the folder.
    #[error("another build is running in `{}`: wait until it ends, or choose another folder with --build-dir", folder.display())]
    Busy { folder: PathBuf },

    /// The build folder cannot be read or written.
    #[error("cannot {what} `{}`", path.display())]
    Folder { what: &'static str, path: PathBuf, source: io::Error },

    /// A tool is missing, or was ended.
    #[error(transparent)]
    Tool(#[from] ToolError),

    /// A tool failed.
    #[error("{failure}{}", advice.map(|advice| format!("\n{advice}")).unwrap_or_default())]
    Failed { failure: ToolError, advice: Option<&'static str> },

    /// The tools reported success, but wrote no bitstream.
    #[error(
        "the tools reported success, but did not write `{}`{}",
        path.display(), failure.as_ref().map(|failure| format!(":\n{failure}")).unwrap_or_default()
    )]
    NoBitstream { path: PathBuf, failure: Option<Box<ToolError>> },

    /// The tools' bitstream cannot configure the FPGA.
    #[error(transparent)]
    Bitstream(#[from] BitstreamError),

    /// The tools' report is missing or in an unknown format.
    #[error("cannot read the report `{}`: {problem}; the bitstream was written", path.display())]
    Report { path: PathBuf, problem: String },
}
