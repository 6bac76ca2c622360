//! The files of a top, as the tools would read them.

use std::collections::BTreeMap;
use std::path::Path;

use baccarat::constraints;
use baccarat::generator::{self, Folders};
use baccarat_hdl::top::Top;
use output_files::Artifact;

/// The files of a top by their paths.
pub fn project_files(top: Top) -> BTreeMap<String, String> {
    project_files_with(top, Path::new("../constraints")).expect("the files")
}

/// The files of a top with another path from the project to the constraints.
pub fn project_files_with(
    top: Top,
    constraints_path: &Path,
) -> Result<BTreeMap<String, String>, constraints::ConstraintsError> {
    let design = baccarat_sim::design(top).expect("a design");
    let project = generator::project(top, &design).expect("a project");
    let constraints_from_generated = constraints_path.to_owned();
    let folders = Folders { constraints_from_generated, ..Folders::default() };
    let files = constraints::files(&project, &folders)?;
    let with_path =
        |file: Artifact| (format!("{}/{}", file.folder.display(), file.name), file.contents);
    Ok(files.into_iter().map(with_path).collect())
}

/// The commands of a settings or constraints file as lists of words, comments left out. Quotes and
/// braces are taken off; `[get_ports x]` becomes the words `[`, `get_ports`, `x`, `]`.
pub fn commands(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.map(words).collect()
}

fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '"' => rest[1..].split_once('"').expect("a closing quote"),
            '{' => rest[1..].split_once('}').expect("a closing brace"),
            '[' | ']' => rest.split_at(1),
            _ => {
                // A `]` ends a word unless a `[` in the same word began an index.
                let mut depth = 0;
                let end = rest.find(|c: char| {
                    depth += i32::from(c == '[') - i32::from(c == ']');
                    c.is_whitespace() || depth < 0
                });
                rest.split_at(end.unwrap_or(rest.len()))
            }
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}
