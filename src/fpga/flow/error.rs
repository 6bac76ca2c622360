//! Why there is no bitstream.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::engine::EngineError;
use crate::fpga::bitstream::BitstreamError;
use crate::fpga::toolchain::ToolError;
use crate::output::OutputError;

/// Why a build came to nothing.
#[derive(Debug, Error)]
pub enum FlowError {
    /// There is nothing to build.
    #[error(transparent)]
    Engine(#[from] EngineError),

    /// The design cannot be written into the build folder.
    #[error(transparent)]
    Output(#[from] OutputError),

    /// The build folder holds what is not ours.
    #[error(
        "`{}` is no folder of an earlier build, and not empty: every build empties its folder, so choose another with \
         --build-dir",
        folder.display()
    )]
    NotOurs { folder: PathBuf },

    /// Two builds would disturb each other.
    #[error("another build is going on in `{}`: wait until it ends, or choose another folder with --build-dir", folder.display())]
    Busy { folder: PathBuf },

    /// The build folder cannot be read or written.
    #[error("cannot {what} `{}`", path.display())]
    Folder { what: &'static str, path: PathBuf, source: io::Error },

    /// A tool is missing, or did not come to its end.
    #[error(transparent)]
    Tool(#[from] ToolError),

    /// A tool did not do its work.
    #[error("{failure}{}", advice.map(|advice| format!("\n{advice}")).unwrap_or_default())]
    Failed { failure: ToolError, advice: Option<&'static str> },

    /// All tools say that all is well.
    #[error(
        "there is no `{}`, though the tools ended as if all were well{}",
        path.display(), said.as_ref().map(|said| format!(":\n{said}")).unwrap_or_default()
    )]
    NoBitstream { path: PathBuf, said: Option<Box<ToolError>> },

    /// What the tools wrote configures no FPGA.
    #[error(transparent)]
    Bitstream(#[from] BitstreamError),

    /// The tools' report is missing, or of another form than is known.
    #[error("the bitstream is there, but not the report `{}`: {problem}", path.display())]
    Report { path: PathBuf, problem: String },
}
