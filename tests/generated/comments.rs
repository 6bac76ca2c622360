//! What the comments of the generated modules say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use baccarat_hdl::top::{Clocking, Top};
use output_files::Artifact;

use crate::{engine, printed};

/// Where fields are whose comments no file has: those of LEDR, which is a plain vector in a top.
const LOST: [(&str, &str); 4] = [
    ("hdl/src/task5.rs", "LEDR[3:0]: the player's score."),
    ("hdl/src/task5.rs", "LEDR[7:4]: the dealer's score."),
    ("hdl/src/task5.rs", "LEDR[8]: the player wins; on with LEDR[9] for a tie."),
    ("hdl/src/task5.rs", "LEDR[9]: the dealer wins; on with LEDR[8] for a tie."),
];

/// The modules and packages of all tops.
pub fn modules() -> Vec<Artifact> {
    let direct = printed(&[Top::Task5(Clocking::Direct)]).unchecked().to_vec();
    let files = engine().iter().cloned().chain(direct);
    files.filter(|file| file.name.ends_with(".sv") && !file.name.ends_with("_tb.sv")).collect()
}

/// Divides a text into code and comments, each with single blanks.
fn divided(text: &str) -> (String, String) {
    let line = |line: &str| match line.split_once("//") {
        Some((code, comment)) => (code.to_string(), comment.to_string()),
        None => (line.to_string(), String::new()),
    };
    let (code, comments): (Vec<String>, Vec<String>) = text.lines().map(line).unzip();
    let words = |lines: Vec<String>| {
        let text = lines.join(" ");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    (words(code), words(comments))
}

/// The names in a piece of code, without the digits of numbers such as `4'hf`.
pub fn names(code: &str) -> impl Iterator<Item = &str> {
    let words = code.split(|c: char| !c.is_ascii_alphanumeric() && !"_'*".contains(c));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

#[test]
fn names_in_comments_are_in_the_file_or_are_modules() {
    let files = modules();
    let modules: BTreeSet<&str> =
        files.iter().filter_map(|file| file.name.strip_suffix(".sv")).collect();
    for file in &files {
        let (code, comments) = divided(&file.contents);
        let declared: BTreeSet<&str> = names(&code).collect();
        for quoted in comments.split('`').skip(1).step_by(2) {
            for name in names(quoted) {
                let is_known = match name.strip_suffix('*') {
                    Some(start) => declared.iter().any(|other| other.starts_with(start)),
                    None => declared.contains(name) || modules.contains(name),
                };
                assert!(is_known, "{}: a comment names `{name}`: {quoted}", file.name);
            }
        }
    }
}

#[test]
fn comments_of_fields_are_in_the_files_of_their_source() {
    let files: Vec<String> = modules().iter().map(|file| divided(&file.contents).1).collect();
    let mut lost = Vec::new();
    for source in sources(Path::new("hdl/src")) {
        let path = source.to_str().expect("a name").to_string();
        let of_source = || files.iter().filter(|comments| comments.contains(&path));
        let text = std::fs::read_to_string(&source).expect("a source");
        for comment in field_comments(&text) {
            if !of_source().any(|comments| comments.contains(&comment)) {
                lost.push((path.clone(), comment));
            }
        }
    }
    let expected = LOST.map(|(path, comment)| (path.to_string(), comment.to_string()));
    assert_eq!(lost, expected);
}

/// The Rust files in a folder and below it, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = paths
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    files
}

/// The comments above the fields of all structs in a source, as the printer writes them.
fn field_comments(source: &str) -> Vec<String> {
    let mut comments = Vec::new();
    let mut is_struct = false;
    let mut comment = String::new();
    for line in source.lines() {
        if line.starts_with("pub struct") && line.ends_with('{') {
            is_struct = true;
        } else if line == "}" {
            is_struct = false;
        }
        match line.trim_start().strip_prefix("//") {
            Some(text) if is_struct => {
                comment.push(' ');
                comment.push_str(text.trim_start_matches('/'));
            }
            _ if comment.is_empty() => {}
            _ => {
                let plain = std::mem::take(&mut comment)
                    .replace('\\', "")
                    .replace("[`", "`")
                    .replace("`]", "`")
                    .replace('\u{d7}', "x");
                comments.push(plain.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
    }
    comments
}
