//! `--dry-run`: the commands that `flash` would run.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::choice::{Choice, Wanted};
use crate::build::BUILDS;
use command_line::Status;
use de1_soc::device::JTAG_IDCODE;
use fpga_tools::programmer::{CableOptions, Programmer};
use fpga_tools::toolchain::{Finder, Invocation, Tool};

/// The commands, as a shell script with comments.
///
/// # Errors
/// The file does not exist, its contents do not match its name, or the programmer does not load its
/// kind.
pub(super) fn commands(
    file: Option<&Path>,
    wanted: Wanted,
    cable: &CableOptions,
    finder: &Finder,
    status: Status,
) -> anyhow::Result<String> {
    let mut text = String::new();
    let builds = Path::new(BUILDS);
    let Choice { file, programmer } = match Choice::new(file, wanted, finder, builds, status) {
        Ok(choice) => {
            choice.check()?;
            choice
        }
        Err(error) => {
            writeln!(text, "# {error}")?;
            Choice::of_next_build(wanted, finder, status)?
        }
    };
    let detector = program(programmer.detector(), finder, &mut text)?;
    writeln!(text, "{}", Invocation::new(detector, programmer.detection(cable)))?;
    let placeholders = match programmer {
        Programmer::Quartus => "CABLE and the POSITION",
        Programmer::OpenFpgaLoader => "POSITION",
    };
    writeln!(
        text,
        "# prints the {placeholders} of {:08X} in its chain, counted from {}",
        JTAG_IDCODE,
        programmer.position(0)
    )?;
    let loader = program(programmer.tool(), finder, &mut text)?;
    let name = cable.name.as_deref().unwrap_or("CABLE");
    let arguments = programmer.load(&file, name, "POSITION", cable);
    writeln!(text, "{}", Invocation::new(loader, arguments))?;
    Ok(text)
}

/// The program, or its name with a comment that it is missing.
fn program(
    tool: &'static Tool,
    finder: &Finder,
    text: &mut String,
) -> Result<PathBuf, std::fmt::Error> {
    match finder.find(tool) {
        Ok(found) => Ok(found.program),
        Err(error) => {
            writeln!(text, "# {error}")?;
            Ok(tool.programs[0].into())
        }
    }
}
