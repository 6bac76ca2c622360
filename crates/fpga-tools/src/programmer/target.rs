//! Finds the FPGA among the connected cables.

use super::chain::{Cable, Device, State, read_detection, read_jtagconfig};
use super::{CableOptions, Programmer, ProgrammerError};
use crate::toolchain::Finished;
use de1_soc::device::JTAG_IDCODE;

/// Where the FPGA is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The cable's name.
    pub cable: String,
    /// Its position in the chain, from 0.
    pub place: usize,
    /// How many devices are in the chain.
    pub chain: usize,
}

impl Programmer {
    /// Finds the FPGA in the detector's output. `is_plugged_in` is whether the system lists a
    /// cable, if known: if it does and the tools do not, the permission is missing.
    ///
    /// # Errors
    /// Any [`ProgrammerError`] about cables and chains.
    pub fn target(
        self,
        output: &Finished,
        options: &CableOptions,
        is_plugged_in: Option<bool>,
    ) -> Result<Target, ProgrammerError> {
        match self {
            Programmer::Quartus => {
                let cables = read_jtagconfig(&output.lines);
                if cables.is_empty() {
                    return Err(no_cable(output, is_plugged_in));
                }
                among(&cables, options.name.as_deref())
            }
            Programmer::OpenFpgaLoader => {
                let devices = read_detection(&output.lines);
                let cable =
                    options.name.clone().unwrap_or_else(|| "the USB-Blaster II".to_string());
                if devices.is_empty() {
                    return Err(no_device(output, cable, is_plugged_in));
                }
                let place = place_in(&cable, &devices)?;
                Ok(Target { cable, place, chain: devices.len() })
            }
        }
    }
}

fn contains_any(output: &Finished, parts: &[&str]) -> bool {
    output.lines.iter().any(|line| parts.iter().any(|part| line.contains(part)))
}

fn no_cable(output: &Finished, is_plugged_in: Option<bool>) -> ProgrammerError {
    if contains_any(output, &["Server error", "Error when scanning hardware", "JTAG server"]) {
        ProgrammerError::NoServer { failure: Box::new(output.failure()) }
    } else if !contains_any(output, &["No JTAG hardware available"]) {
        ProgrammerError::Unclear { failure: Box::new(output.failure()) }
    } else if is_plugged_in == Some(true) {
        ProgrammerError::Forbidden { cable: "a USB-Blaster".to_string() }
    } else {
        ProgrammerError::NoCable
    }
}

fn no_device(output: &Finished, cable: String, is_plugged_in: Option<bool>) -> ProgrammerError {
    if contains_any(output, &["missing FX2 firmware", "missing firmware"]) {
        ProgrammerError::NoFirmware
    } else if contains_any(
        output,
        &["claim interface failed", "LIBUSB_ERROR_ACCESS", "usb_open() failed"],
    ) {
        ProgrammerError::Forbidden { cable }
    } else if contains_any(output, &["fail to open device", "device not found", "unable to open"]) {
        match is_plugged_in {
            Some(true) => ProgrammerError::Forbidden { cable },
            _ => ProgrammerError::NoCable,
        }
    } else if contains_any(output, &["no device found"]) {
        ProgrammerError::Dead { cable }
    } else if contains_any(output, &["JTAG init failed", "Error", "error"]) {
        ProgrammerError::Unclear { failure: Box::new(output.failure()) }
    } else {
        ProgrammerError::Dead { cable }
    }
}

/// The FPGA on the given cable, or on the only one that has it.
fn among(cables: &[Cable], wanted: Option<&str>) -> Result<Target, ProgrammerError> {
    let candidates: Vec<&Cable> = match wanted {
        None => cables.iter().collect(),
        Some(wanted) => {
            let is_number = |place: usize| (place + 1).to_string() == wanted;
            let named = cables.iter().enumerate();
            let named = named.filter(|(place, cable)| cable.name == wanted || is_number(*place));
            let named: Vec<_> = named.map(|(_, cable)| cable).collect();
            // Or the type without the port, which quartus_pgm accepts too.
            let of_type = || cables.iter().filter(|cable| cable.name.starts_with(wanted));
            if named.is_empty() { of_type().collect() } else { named }
        }
    };
    let targets: Vec<_> = candidates.iter().filter_map(|cable| target_on(cable).ok()).collect();
    match (&targets[..], &candidates[..]) {
        ([target], _) => Ok(target.clone()),
        ([], []) => {
            let wanted = wanted.unwrap_or_default().to_string();
            Err(ProgrammerError::NoSuchCable { wanted, cables: cables.to_vec() })
        }
        ([], [cable]) => target_on(cable),
        ([], cables) => Err(ProgrammerError::OnNoCable {
            cables: cables.iter().map(|cable| (*cable).clone()).collect(),
        }),
        (targets, _) => {
            let cables = targets.iter().map(|target| target.cable.clone()).collect();
            Err(ProgrammerError::ManyBoards { cables })
        }
    }
}

fn target_on(cable: &Cable) -> Result<Target, ProgrammerError> {
    let name = cable.name.clone();
    match &cable.state {
        State::Chain(devices) => {
            let place = place_in(&name, devices)?;
            Ok(Target { cable: name, place, chain: devices.len() })
        }
        State::Forbidden => Err(ProgrammerError::Forbidden { cable: name }),
        State::Dead => Err(ProgrammerError::Dead { cable: name }),
        State::Unreadable(problem) => {
            Err(ProgrammerError::Unreadable { cable: name, problem: problem.clone() })
        }
    }
}

/// The FPGA's position in a chain, from 0. It differs between board revisions.
fn place_in(cable: &str, devices: &[Device]) -> Result<usize, ProgrammerError> {
    let place = devices.iter().position(|device| is_fpga(device.idcode));
    place.ok_or_else(|| ProgrammerError::OtherDevices {
        cable: cable.to_string(),
        devices: devices.to_vec(),
    })
}

/// Ignores the upper four bits, the silicon's version, which does not matter to bitstreams.
fn is_fpga(idcode: u32) -> bool {
    const VERSION: u32 = 0xF000_0000;
    idcode & !VERSION == JTAG_IDCODE & !VERSION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cable_that_only_the_system_sees_lacks_permission() {
        let options = CableOptions::default();
        let silent = [
            (Programmer::Quartus, "No JTAG hardware available\n"),
            (Programmer::OpenFpgaLoader, "JTAG init failed with: FX2: fail to open device\n"),
            (Programmer::OpenFpgaLoader, "unable to open ftdi device: -3 (device not found)\n"),
        ];
        for (programmer, text) in silent {
            let output = Finished::with_output(text);
            let error = |is_plugged_in| {
                programmer.target(&output, &options, is_plugged_in).expect_err("there is no board")
            };
            assert!(matches!(error(Some(true)), ProgrammerError::Forbidden { .. }));
            assert!(matches!(error(Some(false)), ProgrammerError::NoCable));
            assert!(matches!(error(None), ProgrammerError::NoCable), "where it cannot be known");
        }
    }

    #[test]
    fn the_silicons_version_does_not_matter() {
        for (idcode, is_ours) in [
            (JTAG_IDCODE, true),
            (JTAG_IDCODE | 0x1000_0000, true),
            (JTAG_IDCODE ^ 0x0001_0000, false),
        ] {
            assert_eq!(is_fpga(idcode), is_ours, "{idcode:08X}");
        }
    }
}
