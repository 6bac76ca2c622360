//! Errors of programming the board.

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;

use super::Programmer;
use super::chain::{Cable, Device, State};
use crate::bitstream::Kind;
use crate::toolchain::ToolError;
use de1_soc::device::{BOARD, DEVICE, JTAG_IDCODE, LOOKALIKES};

/// Why the board is not programmed.
#[derive(Debug, Error)]
pub enum ProgrammerError {
    #[error(
        "{} does not take a {kind}, as `{}` is: name a {}, or omit --programmer and --probe-firmware",
        programmer.tool().name, path.display(), kinds(*programmer)
    )]
    WrongKind { programmer: Programmer, path: PathBuf, kind: Kind },

    #[error(
        "no USB-Blaster is plugged in: connect the socket USB BLASTER of the {BOARD} (beside the power switch, not the one for the \
         UART) to this computer{}",
        NO_CABLE_MORE
    )]
    NoCable,

    #[error("permission denied: {cable}: {PERMISSION}")]
    Forbidden { cable: String },

    #[error(
        "{cable} is connected, but nothing answers in its JTAG chain: switch the board on (the red button) and wait until its lights are on; if it is on, unplug the cable and plug it in again"
    )]
    Dead { cable: String },

    #[error(
        "the chain of {cable} cannot be read: {problem}\nUnplug the cable and plug it in again; end programs that may use it; `jtagconfig` then shows the chain."
    )]
    Unreadable { cable: String, problem: String },

    #[error(
        "{cable} has no {DEVICE} (IDCODE {JTAG_IDCODE:08X}) in its chain, but {}{}",
        Devices(devices),
        hint(devices)
    )]
    OtherDevices { cable: String, devices: Vec<Device> },

    #[error("there is no cable `{wanted}`; the connected cables are:{}", Cables(cables))]
    NoSuchCable { wanted: String, cables: Vec<Cable> },

    #[error(
        "no cable has a {DEVICE} in its chain:{}\n--cable NAME selects one and prints the details.",
        Cables(cables)
    )]
    OnNoCable { cables: Vec<Cable> },

    #[error(
        "there are several {BOARD} boards: choose one with --cable, by its name or its number:\n  {}",
        cables.join("\n  ")
    )]
    ManyBoards { cables: Vec<String> },

    #[error(
        "openFPGALoader has no firmware for the board's USB-Blaster II: name Quartus's blaster_6810.hex with \
         --probe-firmware. It is in the folder quartus/linux64 or quartus/bin64 of Quartus and of the Quartus Prime \
         Programmer; with --quartus, or Quartus on PATH, it is found"
    )]
    NoFirmware,

    #[error("`{}`, given with --probe-firmware, {problem}: use Quartus's blaster_6810.hex", path.display())]
    NotFirmware { path: PathBuf, problem: String },

    #[error(
        "the JTAG server does not answer:\n{failure}\nEnd it (`killall jtagd`; on Windows restart the service JTAGServer) and try again: it restarts automatically."
    )]
    NoServer { failure: Box<ToolError> },

    #[error("the JTAG chain cannot be read:\n{failure}")]
    Unclear { failure: Box<ToolError> },

    #[error("the board was found, but not programmed:\n{failure}\n{advice}")]
    NotLoaded { failure: Box<ToolError>, advice: &'static str },
}

const NO_CABLE_MORE: &str = if cfg!(target_os = "linux") {
    "; if it is connected, `lsusb` lists 09fb:6810 or 09fb:6010, and only the permission is missing (a udev rule: see docs/board.md)"
} else {
    "; if it is connected, its driver is missing: Quartus's folder drivers has it"
};

const PERMISSION: &str = if cfg!(target_os = "linux") {
    "put the line\n  SUBSYSTEM==\"usb\", ATTR{idVendor}==\"09fb\", TAG+=\"uaccess\"\ninto /etc/udev/rules.d/51-usbblaster.rules (over ssh with `, MODE=\"0660\", GROUP=\"plugdev\"` and yourself in that group), then \
     `sudo udevadm control --reload`, `sudo killall jtagd`, and unplug the cable and plug it in again"
} else {
    "end the program that uses it, or install its driver from Quartus's folder drivers"
};

fn kinds(programmer: Programmer) -> String {
    let kinds: Vec<_> = programmer.kinds().iter().map(ToString::to_string).collect();
    kinds.join(" or ")
}

/// A hint about chains without the right FPGA.
fn hint(devices: &[Device]) -> String {
    const ARM: u32 = 0x4BA0_0477;
    let (lookalike, others) = LOOKALIKES;
    if devices.iter().any(|device| device.idcode == lookalike) {
        format!("\nThat FPGA is on {others}, whose pins differ: this bitstream is for the {BOARD}.")
    } else if devices.iter().all(|device| device.idcode == ARM) {
        "\nOnly the ARM answers, not the FPGA: switch the board off and on again.".to_string()
    } else {
        format!("\nThe bitstream is for the {BOARD} only: is another board connected, too?")
    }
}

struct Devices<'d>(&'d [Device]);

impl fmt::Display for Devices<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Device { idcode, name }) in self.0.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}{idcode:08X}")?;
            if !name.is_empty() {
                write!(f, " ({name})")?;
            }
        }
        Ok(())
    }
}

struct Cables<'c>(&'c [Cable]);

impl fmt::Display for Cables<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Cable { name, state } in self.0 {
            write!(f, "\n  {name}: ")?;
            match state {
                State::Chain(devices) => write!(f, "{}", Devices(devices))?,
                State::Forbidden => f.write_str("permission denied")?,
                State::Dead => f.write_str("nothing answers")?,
                State::Unreadable(problem) => f.write_str(problem)?,
            }
        }
        Ok(())
    }
}
