//! Designs at the pins of Verilator models.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Output;
use crate::external_tool::VERILATOR;

const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pin_driver.cpp");

/// A Verilator model of a design and the driver.
pub struct Verilated {
    /// The folder of the design's files.
    folder: PathBuf,
    scratch: PathBuf,
}

impl Verilated {
    /// Builds a model that shows these outputs, of files in a folder. `scratch` is a folder for its
    /// own.
    pub fn new(
        folder: &Path,
        files: &[String],
        options: &[&str],
        outputs: &[&str],
        scratch: PathBuf,
    ) -> Verilated {
        let ports: Vec<String> = outputs.iter().map(|output| format!("top.{output}")).collect();
        let outputs = format!("-DOUTPUTS={}", ports.join(","));
        let mut arguments = vec!["--cc", "--exe", "--build", "-O3", "--prefix", "Vdesign"];
        arguments.extend(["-CFLAGS", &outputs, "-MAKEFLAGS", "OPT_FAST=-O2"]);
        arguments.extend(options);
        arguments.extend(files.iter().map(String::as_str));
        let arguments = arguments.into_iter().map(OsStr::new);
        let own = [DRIVER.as_ref(), "--Mdir".as_ref(), scratch.as_os_str()];
        VERILATOR.run(folder, arguments.chain(own)).succeeds();
        Verilated { folder: folder.to_path_buf(), scratch }
    }

    /// Plays events, as the driver describes them. Returns the outputs of each `show`.
    pub fn play(&self, events: &str) -> Vec<Vec<u64>> {
        let file = self.scratch.join("events");
        fs::write(&file, events).expect("a file");
        let mut command = Command::new(self.scratch.join("Vdesign"));
        command.arg(file).current_dir(&self.folder);
        let shown = Output::of(command).expect("the program starts").succeeds().stdout;
        let level = |level: &str| level.parse().expect("a number");
        shown.lines().map(|line| line.split_whitespace().map(level).collect()).collect()
    }
}
