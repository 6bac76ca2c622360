//! What would be run.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::super::build::BUILDS;
use super::choice::Choice;
use crate::fpga::board::DE1_SOC;
use crate::fpga::programmer::{CableOptions, Programmer};
use crate::fpga::toolchain::{Finder, Invocation, Tool};

/// The commands, as a shell script with remarks.
///
/// # Errors
/// The file is not there, not what its name says, or of a kind that the programmer does not take.
pub(super) fn commands(
    file: Option<&Path>,
    wanted: Option<Programmer>,
    cable: &CableOptions,
    finder: &Finder,
) -> anyhow::Result<String> {
    let mut text = String::new();
    let builds = Path::new(BUILDS);
    let Choice { file, programmer } = match Choice::new(file, wanted, finder, builds) {
        Ok(choice) => {
            choice.check()?;
            choice
        }
        Err(error) => {
            writeln!(text, "# {error}")?;
            Choice::to_come(wanted, finder, builds)?
        }
    };
    let detector = program(programmer.detector(), finder, &mut text)?;
    writeln!(text, "{}", Invocation::new(detector, programmer.detection(cable)))?;
    let what = match programmer {
        Programmer::Quartus => "CABLE, and the POSITION",
        Programmer::OpenFpgaLoader => "POSITION",
    };
    writeln!(
        text,
        "# tells the {what} of {:08X} in its chain, from {}",
        DE1_SOC.jtag_idcode,
        programmer.position(0)
    )?;
    let loader = program(programmer.tool(), finder, &mut text)?;
    let name = cable.name.as_deref().unwrap_or("CABLE");
    let arguments = programmer.load(&file, name, "POSITION", cable);
    writeln!(text, "{}", Invocation::new(loader, arguments))?;
    Ok(text)
}

/// The program, or its name with a remark that it is missing.
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
