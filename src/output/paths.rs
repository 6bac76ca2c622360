//! Paths of folders that need not exist yet, and how one is reached from another.

use std::io;
use std::path::{Component, Path, PathBuf};

use super::OutputError;

/// A folder as the user named it and as the system knows it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// For messages.
    pub shown: PathBuf,
    /// Absolute, with links followed as far as it exists, without `.` and `..`. Equal paths are the same folder.
    pub path: PathBuf,
}

impl Place {
    pub fn new(folder: &Path) -> Result<Self, OutputError> {
        Ok(Place { shown: folder.to_owned(), path: resolve_folder(folder)? })
    }
}

/// The relative path from one folder to another, neither of which need exist: with `/` on every system, in UTF-8, and `.` if
/// they are the same. Links are followed first.
///
/// # Errors
/// [`OutputError::Io`] if a path is empty, loops, or leads through an unreadable folder; [`OutputError::NoRelativePath`]
/// between two drives; [`OutputError::NotUtf8`] if a component of the result is not UTF-8.
pub fn relative_path(from: &Path, to: &Path) -> Result<PathBuf, OutputError> {
    relative(&resolve_folder(from)?, &resolve_folder(to)?)
}

fn resolve_folder(folder: &Path) -> Result<PathBuf, OutputError> {
    resolve(folder).map_err(|source| OutputError::Io {
        action: "resolve the path",
        path: folder.to_owned(),
        source,
    })
}

/// Makes a path absolute and follows its links as far as it exists; the rest is taken literally.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    for existing in absolute.ancestors() {
        let mut resolved = match existing.canonicalize() {
            Ok(resolved) => resolved,
            Err(error) if is_absent(&error) => continue,
            Err(error) => return Err(error),
        };
        let rest = absolute.strip_prefix(existing).unwrap_or(Path::new(""));
        let climbs = rest.components().any(|component| component == Component::ParentDir);
        for component in rest.components() {
            match component {
                Component::ParentDir => drop(resolved.pop()),
                component => resolved.push(component),
            }
        }
        // `absent/../link` leads to something that may exist.
        return if climbs { resolve(&resolved) } else { Ok(resolved) };
    }
    Ok(absolute)
}

/// Whether an error means that there is nothing at the path.
pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The path from one resolved folder to another.
fn relative(from: &Path, to: &Path) -> Result<PathBuf, OutputError> {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return Err(OutputError::NoRelativePath { from: from.to_owned(), to: to.to_owned() });
    }
    let mut parts = vec![".."; from.components().count() - shared];
    for component in to.components().skip(shared) {
        let part = component.as_os_str().to_str().ok_or_else(|| OutputError::NotUtf8 {
            to: to.to_owned(),
            component: component.as_os_str().into(),
        })?;
        parts.push(part);
    }
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
    }

    #[test]
    fn no_path_leads_to_another_drive() {
        let result = relative(Path::new("c/generated"), Path::new("d/constraints"));
        assert!(matches!(result, Err(OutputError::NoRelativePath { .. })), "{result:?}");
    }

    #[test]
    fn an_empty_path_is_an_error() {
        let result = relative_path(Path::new(""), Path::new("constraints"));
        assert!(matches!(result, Err(OutputError::Io { .. })), "{result:?}");
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
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_first() {
        let root = tempfile::tempdir().unwrap();
        let base = root.path();
        std::fs::create_dir_all(base.join("far/away")).unwrap();
        std::os::unix::fs::symlink(base.join("far/away"), base.join("generated")).unwrap();
        for generated in ["generated", "absent/../generated"] {
            let path = relative_path(&base.join(generated), &base.join("constraints")).unwrap();
            assert_eq!(path, Path::new("../../constraints"), "{generated}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_components_of_the_relative_path_must_be_utf8() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let odd = Path::new("/p").join(OsStr::from_bytes(b"caf\xe9"));
        let inside = relative(&odd.join("generated"), &odd.join("constraints")).unwrap();
        assert_eq!(inside, Path::new("../constraints"));
        let outward = relative(&odd, Path::new("/p/constraints")).unwrap();
        assert_eq!(outward, Path::new("../constraints"));
        let inward = relative(Path::new("/p/generated"), &odd);
        assert!(matches!(inward, Err(OutputError::NotUtf8 { .. })), "{inward:?}");
    }
}
