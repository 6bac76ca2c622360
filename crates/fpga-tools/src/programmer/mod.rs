//! Loads a bitstream into the board: finds the cable and the FPGA's position in the JTAG chain.
//!
//! [`Programmer::detection`] is the command that reads the chains, [`Programmer::target`] finds the
//! FPGA in its output, and [`Programmer::load`] is the command that loads a file into it.

mod chain;
mod error;
mod target;
mod usb;

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::bitstream::Kind;
use crate::toolchain::catalogue::{JTAGCONFIG, OPENFPGALOADER, QUARTUS_PGM, QUARTUS_SH};
use crate::toolchain::{Finder, Tool};
use de1_soc::device::OPENFPGALOADER_NAME;

pub use chain::{Cable, Device, State};
pub use error::ProgrammerError;
pub use target::Target;
pub use usb::{has_udev_rule, is_plugged_in};

/// A program that loads bitstreams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Programmer {
    /// jtagconfig and quartus_pgm, which come with Quartus.
    Quartus,
    /// openFPGALoader.
    OpenFpgaLoader,
}

/// Formats the programmer as in `--programmer`.
impl fmt::Display for Programmer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Programmer::Quartus => "quartus",
            Programmer::OpenFpgaLoader => "openfpgaloader",
        })
    }
}

impl Programmer {
    /// Both, the preferred one first.
    pub const ALL: [Programmer; 2] = [Programmer::Quartus, Programmer::OpenFpgaLoader];

    /// The program that loads.
    pub fn tool(self) -> &'static Tool {
        match self {
            Programmer::Quartus => &QUARTUS_PGM,
            Programmer::OpenFpgaLoader => &OPENFPGALOADER,
        }
    }

    /// The program that reads the chains.
    pub fn detector(self) -> &'static Tool {
        match self {
            Programmer::Quartus => &JTAGCONFIG,
            Programmer::OpenFpgaLoader => &OPENFPGALOADER,
        }
    }

    /// All tools that it needs.
    pub fn tools(self) -> Vec<&'static Tool> {
        let mut tools = vec![self.detector(), self.tool()];
        tools.dedup();
        tools
    }

    /// The kinds of file that it takes, the preferred one first.
    pub fn kinds(self) -> &'static [Kind] {
        match self {
            Programmer::Quartus => &[Kind::Sof],
            Programmer::OpenFpgaLoader => &[Kind::Rbf, Kind::Svf],
        }
    }

    /// The programmer for this kind of file.
    pub fn of(kind: Kind) -> Programmer {
        match kind {
            Kind::Sof => Programmer::Quartus,
            Kind::Rbf | Kind::Svf => Programmer::OpenFpgaLoader,
        }
    }

    /// Checks that it takes this kind of file.
    ///
    /// # Errors
    /// [`ProgrammerError::WrongKind`]
    pub fn check(self, path: &Path, kind: Kind) -> Result<(), ProgrammerError> {
        if self.kinds().contains(&kind) {
            return Ok(());
        }
        Err(ProgrammerError::WrongKind { programmer: self, path: path.to_owned(), kind })
    }

    /// What to do after it failed with this output.
    pub fn advice(self, lines: &[String]) -> &'static str {
        let contains = |part: &str| lines.iter().any(|line| line.contains(part));
        if contains("CONF_DONE") || contains("209014") {
            "The FPGA rejected the bitstream: was it built for this board? Switch the board off and on, and try again."
        } else if contains("Expected JTAG ID code") || contains("209015") {
            "The chain has changed: run the command again."
        } else if contains("in use") {
            "Another program uses the cable: end it (Quartus's programmer window, Signal Tap, nios2-terminal, openocd)."
        } else {
            "Switch the board off and on, unplug the cable and plug it in again, and retry."
        }
    }

    /// The detector's arguments for listing the chains.
    pub fn detection(self, cable: &CableOptions) -> Vec<OsString> {
        match self {
            Programmer::Quartus => Vec::new(),
            Programmer::OpenFpgaLoader => {
                let mut arguments = cable.for_openfpgaloader();
                arguments.push("--detect".into());
                arguments
            }
        }
    }

    /// Its number for a position in the chain, which counts from 0 here.
    pub fn position(self, place: usize) -> String {
        match self {
            Programmer::Quartus => (place + 1).to_string(),
            Programmer::OpenFpgaLoader => place.to_string(),
        }
    }

    /// Its arguments for loading a file into the device at this position of this cable's chain.
    pub fn load(
        self,
        file: &Path,
        cable: &str,
        position: &str,
        options: &CableOptions,
    ) -> Vec<OsString> {
        match self {
            Programmer::Quartus => {
                let mut operation = OsString::from("p;");
                operation.push(file);
                operation.push(format!("@{position}"));
                vec!["-c".into(), cable.into(), "-m".into(), "JTAG".into(), "-o".into(), operation]
            }
            Programmer::OpenFpgaLoader => {
                let mut arguments = options.for_openfpgaloader();
                arguments.extend(["--index-chain".into(), position.into(), file.into()]);
                arguments
            }
        }
    }
}

/// The firmware of the board's USB-Blaster II from Quartus, if Quartus is installed. openFPGALoader
/// needs it for such a cable.
pub fn firmware(finder: &Finder) -> Option<PathBuf> {
    let tools = [&QUARTUS_PGM, &JTAGCONFIG, &QUARTUS_SH];
    let roots = tools.into_iter().filter_map(|tool| finder.find(tool).ok()?.quartus());
    let places = roots.flat_map(|root| ["linux64", "bin64"].map(|folder| root.join(folder)));
    places.map(|place| place.join("blaster_6810.hex")).find(|firmware| firmware.is_file())
}

/// Checks that a file is Intel HEX, whose lines begin with `:`. openFPGALoader does not check this,
/// and does not find a cable with wrong firmware.
///
/// # Errors
/// [`ProgrammerError::NotFirmware`]
pub fn check_firmware(path: &Path) -> Result<(), ProgrammerError> {
    let not_firmware =
        |problem: String| Err(ProgrammerError::NotFirmware { path: path.to_owned(), problem });
    let mut first = [0];
    match File::open(path).and_then(|mut file| file.read_exact(&mut first)) {
        Ok(()) if first == *b":" => Ok(()),
        Ok(()) => not_firmware("is not an Intel HEX file".to_string()),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            not_firmware("is empty".to_string())
        }
        Err(error) => not_firmware(format!("cannot be read ({error})")),
    }
}

/// The user's options for the cable.
#[derive(Clone, Debug, Default)]
pub struct CableOptions {
    /// Its name, or for Quartus its number.
    pub name: Option<String>,
    /// The file with the firmware that openFPGALoader loads into a USB-Blaster II.
    pub firmware: Option<PathBuf>,
}

impl CableOptions {
    fn for_openfpgaloader(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = vec!["--board".into(), OPENFPGALOADER_NAME.into()];
        if let Some(name) = &self.name {
            arguments.extend(["--cable".into(), name.into()]);
        }
        if let Some(firmware) = &self.firmware {
            arguments.extend(["--probe-firmware".into(), firmware.into()]);
        }
        arguments
    }
}
