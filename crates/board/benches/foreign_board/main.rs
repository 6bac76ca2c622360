//! Benchmark: the clock frequency of designs on the virtual board and in Verilator. Run it with
//! `make bench`.
//!
//! Yosys reads the designs for the board, Verilator reads the same files. Both run from power-up,
//! with the keys up and the switches down, for the same time and on one thread, one after the
//! other. The board does what it does for the page of `board --sources`, and has a monitor. The
//! page of `export` is simulated as WebAssembly in Node, whose engine is that of Chromium.

mod designs;
mod table;
#[path = "../../../../benches/common/tools.rs"]
mod tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use baccarat_board::site::{self, Site};
use baccarat_hdl::top::Top;
use de1_soc::is_high_at_power_up;
use designs::designs;
use foreign_designs::Elaborated;
use foreign_sources::{READ_TIMEOUT, Reader, SourceSet, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use table::{HEADER, Measured, Rate};
use tools::processor;
use virtual_board::ForeignBoard;

/// How long each simulator runs.
const TIME: Duration = Duration::from_secs(5);

fn main() -> Result<()> {
    println!("CPU: {}\n", processor());
    let yosys = Yosys::find(&Finder::from_environment(), &mut |_, _| {})?;
    let reader = Reader::new(yosys, READ_TIMEOUT);
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    let casino = tools::emit(folder.path(), Top::Casino)?;
    let simulator = site::compile(false, false)?;
    println!("{HEADER}");
    for (name, sources) in designs(casino) {
        match measure(&reader, &sources, &simulator) {
            Ok(measured) => println!("{name:<26} {measured}"),
            Err(error) => println!("{name:<26} {error:#}"),
        }
    }
    println!();
    Ok(())
}

fn measure(reader: &Reader, sources: &Sources, simulator: &[u8]) -> Result<Measured> {
    let set = sources.collect()?;
    let start = Instant::now();
    let design = foreign_designs::read(reader, &set, is_high_at_power_up)?;
    let mut board = ForeignBoard::new(design.design.clone());
    let start_up = start.elapsed();
    let keys = board.pins().connected_keys();
    let keys = keys.iter().rev().fold(0, |levels, key| levels << 1 | u64::from(*key));
    let verilator = in_verilator(&set, keys)?;
    let start = Instant::now();
    let cycles = board.run(u64::MAX, start + TIME);
    let rate = Rate { cycles, time: start.elapsed() };
    if let Some(failure) = board.failure() {
        anyhow::bail!("{failure}");
    }
    let has_monitor = board.monitor().is_some();
    let page = in_node(design, simulator)?;
    Ok(Measured { verilator, board: rate, page, has_monitor, start_up })
}

/// Runs the exported page of a design in Node.
fn in_node(design: Elaborated, simulator: &[u8]) -> Result<Rate> {
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    Site::of_design(design, simulator.to_vec())?.write(folder.path())?;
    // For Node, scripts are modules only if this says so.
    fs::write(folder.path().join("package.json"), r#"{"type":"module"}"#)?;
    let mut files = fs::read_dir(folder.path().join("files"))?;
    let files = files.next().context("the site has no files")??;
    let mut command = Command::new("node");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/foreign_board/exported.mjs"));
    command.arg(files.path()).arg(TIME.as_secs_f64().to_string());
    rate(&tools::run(command, folder.path(), "Node; on Debian: apt-get install nodejs")?)
}

/// Reads cycles and seconds.
fn rate(output: &str) -> Result<Rate> {
    let (cycles, time) = output.trim().split_once(' ').context("no result was printed")?;
    Ok(Rate { cycles: cycles.parse()?, time: tools::seconds(time)? })
}

/// Runs a design in Verilator with these levels of KEY.
fn in_verilator(set: &SourceSet, keys: u64) -> Result<Rate> {
    let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
    // All in one folder, where the program looks for files of $readmemh.
    let place = |name: &str| folder.path().join(Path::new(name).file_name().unwrap_or_default());
    for file in &set.files {
        let path = place(&file.name);
        fs::write(&path, &file.text).with_context(|| path.display().to_string())?;
    }
    let parameters: Vec<String> =
        set.parameters.iter().map(|parameter| format!("-G{parameter}")).collect();
    let units: Vec<PathBuf> = set.units.iter().map(|unit| place(unit)).collect();
    let program = tools::build_verilator(
        folder.path(),
        "Vdesign",
        set.top.as_deref().context("no top module")?,
        &parameters,
        &units,
        include_str!("verilator.cpp"),
    )?;
    let mut command = Command::new(program);
    command.args([keys.to_string(), TIME.as_secs_f64().to_string()]);
    rate(&tools::run(command, folder.path(), "build it")?)
}
