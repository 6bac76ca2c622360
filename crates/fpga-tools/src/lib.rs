//! What external tools do for the FPGA of the DE1-SoC.
//!
//! | module | contents |
//! |---|---|
//! | [`toolchain`] | the tools: how they are found, run, watched and stopped |
//! | [`flow`] | the flows that build a bitstream: Quartus, or Yosys and nextpnr-mistral |
//! | [`bitstream`] | what a bitstream is for |
//! | [`programmer`] | the programs that load a bitstream into the board |
//! | [`synthesis`] | Yosys, its netlists, cell counts and logic depth |
//! | [`interrupt`] | Ctrl-C and termination signals, which end the tools |

pub mod bitstream;
pub mod flow;
pub mod interrupt;
pub mod programmer;
pub mod synthesis;
pub mod toolchain;

use std::path::{Path, PathBuf};

/// Which folder a file of a design goes into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folder {
    /// The SystemVerilog, the Quartus project and the design's FuseSoC core.
    Generated,
    /// Pins and constraints with a FuseSoC core of their own, usable in other projects too.
    Constraints,
}

impl Folder {
    /// Its usual name.
    pub const fn name(self) -> &'static str {
        match self {
            Folder::Generated => "generated",
            Folder::Constraints => "constraints",
        }
    }
}

/// One generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    pub folder: Folder,
    /// A plain file name.
    pub name: String,
    /// The whole text. One of its first three lines has ` name: ` and the phrase of the generator.
    pub contents: String,
}

impl Artifact {
    /// Its path if both folders are in `parent`.
    pub fn path_in(&self, parent: &Path) -> PathBuf {
        parent.join(self.folder.name()).join(&self.name)
    }
}
