//! What a file is that is not Verilog, by its name, and the file that a wrong name may mean.

use std::fs;
use std::io;
use std::path::Path;

use super::ForeignError;
use super::folder::{extension, is_verilog};

/// The endings of files that hold no Verilog, what they are, and what to do.
const KINDS: [(&[&str], &str); 5] = [
    (
        &["vhd", "vhdl"],
        "VHDL, which Yosys does not read: convert it to Verilog with GHDL, `ghdl synth --out=verilog FILE -e ENTITY > ENTITY.v`, and \
         name the result",
    ),
    (
        &["qar", "qarlog"],
        "an archive of Quartus: restore it with Project > Restore Archived Project, and name the folder",
    ),
    (
        &["zip", "7z", "rar", "tar", "gz", "tgz", "bz2", "xz"],
        "an archive: unpack it, and name the folder",
    ),
    (&["bdf", "bsf"], "a schematic: convert it to Verilog in Quartus"),
    (
        &["sof", "pof", "rbf", "jic", "svf", "vo", "vho", "sdo"],
        "a result of Quartus: hand in the sources, which end in .v or .sv",
    ),
];

/// What a file is, and what to do with it, if it is not Verilog by its name.
pub fn file_kind(file: &Path) -> Option<&'static str> {
    let extension = extension(file);
    KINDS.iter().find(|(ends, _)| ends.contains(&&extension[..])).map(|(_, kind)| *kind)
}

/// The part of an error about a folder without Verilog: what the first of its files is.
pub(crate) fn instead<'f>(files: impl Iterator<Item = &'f Path> + Clone) -> String {
    let name = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if let Some((file, kind)) = files.clone().find_map(|file| Some((file, file_kind(file)?))) {
        return format!("; `{}` is {kind}", name(file));
    }
    // Those that are text are sources.
    if let Some(file) = files.clone().find(|file| is_verilog(file)) {
        return format!("; `{}` is not text in UTF-8: save it as UTF-8", name(file));
    }
    // Such as `task5.sv.txt`, `task5.svv` or `task5.sv~`.
    let is_misnamed = |file: &&Path| {
        let name = name(file).to_ascii_lowercase();
        [".sv.", ".v."].iter().any(|part| name.contains(part))
            || [".sv~", ".v~", ".svv", ".ssv", ".vs", ".vv"].iter().any(|end| name.ends_with(end))
    };
    match files.clone().find(is_misnamed) {
        Some(file) => format!("; `{}` has to end in .v or .sv", name(file)),
        None => String::new(),
    }
}

/// The error for a file or folder that cannot be read.
pub(super) fn unreadable(path: &Path, source: io::Error) -> ForeignError {
    ForeignError::Read { path: path.to_owned(), meant: meant(path), source }
}

/// The part of an error about a file that does not exist: the file beside it with the most similar
/// name.
fn meant(file: &Path) -> String {
    let name = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let wanted = name(file).to_lowercase();
    let names = entries.take(1000).map(|entry| name(&entry.path()));
    let similar = names.map(|other| (distance(&wanted, &other.to_lowercase()), other));
    match similar.filter(|(distance, _)| *distance <= 2).min() {
        Some((_, other)) if !file.exists() => format!(" (is `{other}` meant?)"),
        _ => String::new(),
    }
}

/// How many characters differ, are missing or too many, or exchanged with the next.
fn distance(one: &str, other: &str) -> usize {
    let [one, other] = [one, other].map(|text| text.chars().take(255).collect::<Vec<char>>());
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (row, character) in one.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, second) in other.iter().enumerate() {
            let changed = rows[row][column] + usize::from(character != second);
            let mut best = changed.min(rows[row][column + 1] + 1).min(next[column] + 1);
            let is_exchanged =
                row > 0 && column > 0 && one[row - 1] == *second && other[column - 1] == *character;
            if is_exchanged {
                best = best.min(rows[row - 1][column - 1] + 1);
            }
            next.push(best);
        }
        rows.push(next);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_not_verilog_are_named_by_what_they_are() {
        let cases = [
            ("task5.VHD", "; `task5.VHD` is VHDL"),
            ("lab.qar", "; `lab.qar` is an archive of Quartus"),
            ("lab.7z", "; `lab.7z` is an archive: unpack it"),
            ("task5.sv.txt", "; `task5.sv.txt` has to end in .v or .sv"),
            ("task5.vs", "; `task5.vs` has to end in .v or .sv"),
            ("task5.sv", "; `task5.sv` is not text in UTF-8"),
            ("waves.vcd", ""),
            ("defines.vh", ""),
            ("task5.pdf", ""),
        ];
        for (name, start) in cases {
            let text = instead([Path::new("readme"), Path::new(name)].into_iter());
            assert!(text.starts_with(start) && text.is_empty() == start.is_empty(), "{text}");
        }
    }

    #[test]
    fn names_with_a_mistake_are_similar() {
        let names = ["task5.sv", "tsak5.sv", "task5.v", "tak5.sv", "datapath.sv"];
        assert_eq!(names.map(|name| distance("task5.sv", name)), [0, 1, 1, 1, 6]);
    }
}
