//! Paths of folders that need not exist yet, and how one is reached from another.

use std::io;
use std::path::{Component, Path, PathBuf};

use super::OutputError;

/// The relative path from one folder to another, neither of which need exist: with `/` on every
/// system, and `.` if they are the same. Links are followed first. What is not UTF-8 is replaced.
///
/// # Errors
/// [`OutputError::Io`] if a path is empty, loops, or leads through a file or an unreadable folder;
/// [`OutputError::NoRelativePath`] between two drives.
pub fn relative_path(from: &Path, to: &Path) -> Result<PathBuf, OutputError> {
    relative(&resolve(from)?, &resolve(to)?)
}

/// Makes a path absolute and follows its links. Components that do not exist are taken literally.
pub(super) fn resolve(path: &Path) -> Result<PathBuf, OutputError> {
    let resolve = || {
        let mut resolved = PathBuf::new();
        for component in std::path::absolute(path)?.components() {
            if component == Component::ParentDir {
                resolved.pop();
                continue;
            }
            resolved.push(component);
            match resolved.canonicalize() {
                Ok(existing) => resolved = existing,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(resolved)
    };
    resolve().map_err(OutputError::io("resolve the path", path))
}

/// The path from one resolved folder to another.
fn relative(from: &Path, to: &Path) -> Result<PathBuf, OutputError> {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return Err(OutputError::NoRelativePath { from: from.to_owned(), to: to.to_owned() });
    }
    let up = from.components().skip(shared).map(|_| "..".into());
    let down = to.components().skip(shared).map(|part| part.as_os_str().to_string_lossy());
    let parts: Vec<_> = up.chain(down).collect();
    Ok(if parts.is_empty() { ".".into() } else { parts.join("/").into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_climb_and_descend() {
        let cases = [
            ("/p/generated", "/p/constraints", "../constraints"),
            ("/p/a/b", "/p/c", "../../c"),
            ("/p", "/p/constraints", "constraints"),
            ("/p/a/b", "/p", "../.."),
            ("/p/same", "/p/same", "."),
            ("/p/with space", "/q/and more", "../../q/and more"),
            ("/p/gen", "/p/generated", "../generated"),
            ("/", "/c", "c"),
        ];
        for (from, to, expected) in cases {
            let found = relative(Path::new(from), Path::new(to)).expect("both start at the root");
            assert_eq!(found, Path::new(expected), "from {from} to {to}");
        }
        let other_drive = relative(Path::new("c/generated"), Path::new("d/constraints"));
        assert!(matches!(other_drive, Err(OutputError::NoRelativePath { .. })), "{other_drive:?}");
    }

    #[test]
    fn components_that_do_not_exist_are_taken_literally() {
        let root = tempfile::tempdir().unwrap();
        let base = root.path().canonicalize().unwrap();
        std::fs::create_dir(base.join("there")).unwrap();
        for (path, expected) in [
            ("there", "there"),
            ("there/a/b", "there/a/b"),
            ("./there/./a", "there/a"),
            ("there/../a", "a"),
            ("absent/../there/a", "there/a"),
            ("absent/x/../../a", "a"),
        ] {
            assert_eq!(resolve(&base.join(path)).unwrap(), base.join(expected), "{path}");
        }
        assert!(matches!(resolve(Path::new("")), Err(OutputError::Io { .. })));
    }
}
