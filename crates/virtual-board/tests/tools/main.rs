//! Designs of other people with Yosys, Verilator and Icarus Verilog.
//!
//! The tests are ignored by default; `make verify` runs them. A test fails if its tool is not
//! installed.

mod constructs;
mod examples;
mod foreign;
mod intel;
mod plls;
mod projects;
mod virtual_board;

use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use fpga_tools::toolchain::catalogue::YOSYS;

/// The `yosys` of the distribution, also beside a newer one: that is WebAssembly and takes longer.
fn distributed_yosys() -> Yosys {
    let mut finder = Finder::from_environment();
    finder.choose(&YOSYS, which::which("yosys").expect("apt-get install yosys"));
    Yosys::find(&finder, &mut |_, _| {}).expect("yosys")
}
