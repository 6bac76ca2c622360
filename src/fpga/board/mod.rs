//! The files that put a design on an FPGA board: pins, timing constraints, the Quartus project and FuseSoC cores.
//!
//! The input is a [`Project`]: the ports of the top module, the names of its sources and its [`Timing`]. [`files`] prints:
//!
//! | file | for | contents |
//! |---|---|---|
//! | `de1_soc.qsf` | Quartus, nextpnr-mistral | device, board-wide settings, the pins that the top uses |
//! | `task5.sdc` | Quartus, nextpnr-mistral | the clocks |
//! | `task5_quartus.sdc` | Quartus | clock uncertainty and timing exceptions, each with its reason |
//! | `task5_quartus.qsf` | Quartus | settings of the design, for any project |
//! | `baccarat_de1_soc.core` | FuseSoC | a core with the four above |
//! | `task5.qpf` | Quartus | the project: open this file |
//! | `task5.qsf` | Quartus | the project's settings: top, sources, constraints, build |
//! | `baccarat.core` | FuseSoC | a core with the design and its targets |
//!
//! The files up to the first core go into the constraints folder, the others beside the sources. Another board is
//! one more file like `de1_soc.rs`: a [`Board`] constant and its pin table.
//!
//! Everything is checked before any text is printed. Each [`BoardError`] says what is wrong, where, and
//! what to do.

mod de1_soc;
mod error;
mod fusesoc;
mod pins;
mod project;
mod qsf;
mod quartus;
mod sdc;
mod tcl;
mod timing;

use std::path::Path;

pub use de1_soc::DE1_SOC;
pub use error::BoardError;
pub use fusesoc::Package;
pub use pins::Pin;
pub use project::{Direction, Generator, Port, Project};
pub use timing::{
    Clock, Synchroniser, Timing, UnsafeCrossing, UnsynchronisedInput, UntimedOutputs,
};

/// An FPGA board: its device, its connectors and its pins.
#[derive(Debug, Clone, Copy)]
pub struct Board {
    /// Such as `DE1-SoC`.
    pub name: &'static str,
    /// The stem of its file names, such as `de1_soc`.
    pub file_stem: &'static str,
    /// Quartus device family.
    pub family: &'static str,
    /// Full ordering code of the device.
    pub device: &'static str,
    /// Package type, as Quartus filters devices by it.
    pub package: &'static str,
    /// Number of balls of the package.
    pub package_pins: u32,
    /// Speed grade; smaller is faster.
    pub speed_grade: u32,
    /// JTAG IDCODE of the FPGA, by which it is found in the chain.
    pub jtag_idcode: u32,
    /// Boards with another FPGA that are easily mistaken for this one.
    pub lookalikes: &'static [Lookalike],
    /// Size in bytes of an uncompressed raw configuration (.rbf).
    pub configuration_bytes: u64,
    /// What openFPGALoader calls the board.
    pub openfpgaloader_name: &'static str,
    /// Quartus settings for every design on this board.
    pub settings: &'static [Setting],
    /// Groups of signals, in the order of the pin file.
    pub connectors: &'static [Connector],
    /// Clock pins with an oscillator.
    pub oscillators: &'static [Oscillator],
    /// The pin table: CSV with the header `signal,pin,io_standard`.
    pub pin_table: &'static str,
}

/// Boards that are mistaken for another one.
#[derive(Debug, Clone, Copy)]
pub struct Lookalike {
    /// JTAG IDCODE of their FPGA.
    pub jtag_idcode: u32,
    /// Their names, such as `the DE10-Nano`.
    pub names: &'static str,
}

/// A Quartus global assignment and its reason.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Name of the assignment.
    pub name: &'static str,
    /// Its value, unquoted.
    pub value: &'static str,
    /// One line.
    pub reason: &'static str,
}

/// Signals of one kind on the board.
#[derive(Debug, Clone, Copy)]
pub struct Connector {
    /// What it is and what its levels mean, in one line.
    pub title: &'static str,
    /// Names of its signals, without an index.
    pub signals: &'static [&'static str],
    /// Direction of these signals as the FPGA sees them.
    pub direction: Direction,
}

/// An oscillator on a clock pin.
#[derive(Debug, Clone, Copy)]
pub struct Oscillator {
    /// The signal it drives.
    pub signal: &'static str,
    /// Its frequency in hertz.
    pub frequency_hz: u32,
}

impl Oscillator {
    /// Its period in nanoseconds.
    pub fn period_ns(&self) -> f64 {
        1e9 / f64::from(self.frequency_hz)
    }
}

impl Board {
    /// The oscillator on a signal, if there is one.
    pub fn oscillator(&self, signal: &str) -> Option<&Oscillator> {
        self.oscillators.iter().find(|o| o.signal == signal)
    }

    /// The connector that a signal belongs to. `name` has no index: `KEY`, not `KEY[0]`.
    fn connector(&self, name: &str) -> Option<usize> {
        self.connectors.iter().position(|connector| connector.signals.contains(&name))
    }
}

/// A file to be written: its name without a folder, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFile {
    /// File name, such as `task5.sdc`.
    pub name: String,
    /// ASCII text that ends in exactly one newline.
    pub text: String,
}

/// The files of a project on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardFiles {
    /// For the constraints folder: the board's pins, the portable and the Quartus-only constraints, and their core.
    pub constraints: Vec<TextFile>,
    /// For the folder with the sources: the Quartus project and its settings, and the design's core.
    pub project: Vec<TextFile>,
}

/// Prints the eight files that put `project` on `board`.
///
/// `constraints` is the relative path from the project's folder to the constraints folder, such as `../constraints`;
/// empty or `.` if both are the same.
///
/// # Errors
///
/// Any [`BoardError`]: a port without a pin or of the wrong direction, a timing description with unknown names or
/// without a reason, a name or path that cannot be written in these files.
pub fn files(
    board: &Board,
    project: &Project,
    constraints: &Path,
) -> Result<BoardFiles, BoardError> {
    project.check()?;
    project.timing.check(board, project)?;
    let placed = pins::place(board, &project.ports)?;

    let top = &project.top;
    let file = |name: String, text: String| TextFile { name, text };
    Ok(BoardFiles {
        constraints: vec![
            file(format!("{}.qsf", project.pins), qsf::board_settings(board, project, &placed)),
            file(format!("{top}.sdc"), sdc::portable(project)),
            file(format!("{top}_quartus.sdc"), sdc::quartus(project)),
            file(format!("{top}_quartus.qsf"), quartus::design_settings(project)),
            fusesoc::constraints_core(board, project),
        ],
        project: vec![
            file(format!("{top}.qpf"), quartus::project_file(project)),
            file(format!("{top}.qsf"), quartus::settings(board, project, constraints)?),
            fusesoc::design_core(board, project),
        ],
    })
}
