//! Generated files.

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
