//! The two folders: where they are, and how one is reached from the other.

use std::io;
use std::path::{Component, Path, PathBuf};

use super::{Folder, OutputError};

/// A folder as the user named it and as the system knows it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// For messages.
    pub shown: PathBuf,
    /// Absolute, links followed as far as it exists, without `.` and `..`. Equal paths are the same folder.
    pub path: PathBuf,
}

impl Place {
    fn new(folder: &Path) -> Result<Self, OutputError> {
        match resolve(folder) {
            Ok(path) => Ok(Place { shown: folder.to_owned(), path }),
            Err(source) => Err(OutputError::Resolve { folder: folder.to_owned(), source }),
        }
    }
}

/// Where the files go. Neither folder needs to exist, and both may be the same.
#[derive(Clone, Debug)]
pub struct Folders {
    generated: Place,
    constraints: Place,
}

impl Folders {
    /// Finds the two folders, starting from the current one. Nothing is created.
    ///
    /// # Errors
    /// [`OutputError::Resolve`] when a path is empty, loops, or leads through a folder that may not be entered.
    pub fn new(generated: &Path, constraints: &Path) -> Result<Self, OutputError> {
        Ok(Folders { generated: Place::new(generated)?, constraints: Place::new(constraints)? })
    }

    /// The path that leads from the generated folder to the constraints, for the Quartus project: with `/` on every
    /// system, in UTF-8, and `.` when both are the same folder. Links are followed first, as Quartus will follow them.
    ///
    /// # Errors
    /// [`OutputError::NoRelativePath`] between two drives; [`OutputError::NotUtf8`] when a part of it is not UTF-8. The
    /// folders above both may have any name.
    pub fn constraints_from_generated(&self) -> Result<PathBuf, OutputError> {
        relative(&self.generated.path, &self.constraints.path)
    }

    pub(super) fn place(&self, folder: Folder) -> &Place {
        match folder {
            Folder::Generated => &self.generated,
            Folder::Constraints => &self.constraints,
        }
    }

    /// Each folder once, in an order that every run agrees on.
    pub(super) fn distinct(&self) -> Vec<&Place> {
        let mut places = vec![&self.generated, &self.constraints];
        places.sort_by(|a, b| a.path.cmp(&b.path));
        places.dedup_by(|a, b| a.path == b.path);
        places
    }

    /// The same folders, looked up anew.
    pub(super) fn again(&self) -> Result<Self, OutputError> {
        Folders::new(&self.generated.shown, &self.constraints.shown)
    }
}

/// Makes a path absolute and follows its links as far as it exists. What does not exist yet is taken by its letters.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    for existing in absolute.ancestors() {
        let mut resolved = match existing.canonicalize() {
            Ok(resolved) => resolved,
            Err(error) if is_absent(&error) => continue,
            Err(error) => return Err(error),
        };
        let mut turned_back = false;
        for component in absolute.strip_prefix(existing).unwrap_or(Path::new("")).components() {
            match component {
                Component::ParentDir => {
                    turned_back = true;
                    resolved.pop();
                }
                component => resolved.push(component),
            }
        }
        // `absent/../link` has arrived at something that may exist.
        return if turned_back { resolve(&resolved) } else { Ok(resolved) };
    }
    Ok(absolute)
}

/// Whether a look-up failed because there is nothing at that path.
pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The path from one resolved folder to another.
fn relative(from: &Path, to: &Path) -> Result<PathBuf, OutputError> {
    let shared = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return Err(OutputError::NoRelativePath {
            generated: from.to_owned(),
            constraints: to.to_owned(),
        });
    }
    let mut parts = vec![".."; from.components().count() - shared];
    for component in to.components().skip(shared) {
        let part = component.as_os_str().to_str().ok_or_else(|| OutputError::NotUtf8 {
            constraints: to.to_owned(),
            component: component.as_os_str().into(),
        })?;
        parts.push(part);
    }
    if parts.is_empty() {
        parts.push(".");
    }
    Ok(parts.join("/").into())
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
    fn two_roots_have_no_path_between_them() {
        let result = relative(Path::new("c/generated"), Path::new("d/constraints"));
        assert!(matches!(result, Err(OutputError::NoRelativePath { .. })), "{result:?}");
    }

    /// Two runs that lock in opposite orders would wait for each other.
    #[test]
    fn every_run_takes_the_folders_in_the_same_order_and_each_once() {
        let distinct = |generated: &str, constraints: &str| -> Vec<PathBuf> {
            let folders = Folders::new(Path::new(generated), Path::new(constraints)).unwrap();
            let places = folders.distinct().into_iter();
            places.map(|place| place.path.clone()).collect()
        };
        assert_eq!(distinct("a", "b").len(), 2);
        assert_eq!(distinct("a", "b"), distinct("b", "a"));
        assert_eq!(distinct("a", "b/../a").len(), 1);
    }

    #[test]
    fn an_empty_path_is_an_error() {
        let result = Folders::new(Path::new(""), Path::new("constraints"));
        assert!(matches!(result, Err(OutputError::Resolve { .. })), "{result:?}");
    }

    #[test]
    fn what_does_not_exist_is_resolved_by_its_letters() {
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
    fn links_are_followed_before_the_path_is_taken() {
        let root = tempfile::tempdir().unwrap();
        let base = root.path();
        std::fs::create_dir_all(base.join("far/away")).unwrap();
        std::os::unix::fs::symlink(base.join("far/away"), base.join("generated")).unwrap();
        for generated in ["generated", "absent/../generated"] {
            let folders = Folders::new(&base.join(generated), &base.join("constraints")).unwrap();
            let path = folders.constraints_from_generated().unwrap();
            assert_eq!(path, Path::new("../../constraints"), "{generated}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_the_folders_that_the_path_names_must_be_utf8() {
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
