//! The files that a project names: where it says, or elsewhere, if they were moved.

use std::fs;
use std::path::{Component, Path, PathBuf};

use super::Reader;
use crate::ForeignError;
use crate::sources::folder;

/// The longest path whose end is searched below the project, in bytes.
const MAXIMUM_PATH: usize = 4096;

impl Reader<'_> {
    /// A file that the project names, or the only one of its name below the folder of the user.
    pub fn find_file(&mut self, name: &str, place: &str) -> Result<Option<PathBuf>, ForeignError> {
        match self.find(name, place)? {
            Some(path) if path.is_file() => return Ok(Some(path)),
            Some(_) => {
                self.project.warnings.push(format!("{place}: `{name}` is not a file"));
                return Ok(None);
            }
            None => {}
        }
        let missing = format!("{place}: there is no `{name}`");
        let mut moved = self.of_same_name(name);
        if moved.len() == 1 {
            let warning = format!("{missing}: `{}` is read instead", moved[0].display());
            self.project.warnings.push(warning);
            return Ok(moved.pop());
        }
        self.project.warnings.push(missing.clone());
        self.project.missing.push(missing);
        Ok(None)
    }

    /// The files below the folder of the user that have this name, in upper or lower case.
    fn of_same_name(&self, name: &str) -> Vec<PathBuf> {
        let plain = name.replace('\\', "/");
        let Some(name) = Path::new(&plain).file_name() else { return vec![] };
        let is_same =
            |file: &PathBuf| file.file_name().is_some_and(|one| one.eq_ignore_ascii_case(name));
        folder::all(self.named).unwrap_or_default().into_iter().filter(is_same).collect()
    }

    /// A file or folder that the project names, if it exists.
    pub fn find(&self, name: &str, place: &str) -> Result<Option<PathBuf>, ForeignError> {
        let plain = PathBuf::from(name.replace('\\', "/"));
        let below = |path: &Path| match self.folder == Path::new(".") {
            true => path.strip_prefix(".").unwrap_or(path).to_owned(),
            false => self.folder.join(path).components().collect(),
        };
        let mut path = in_any_case(below(&plain));
        if !path.exists() && is_absolute(&plain) && name.len() <= MAXIMUM_PATH {
            // Written on another computer: the end of the path may be below the project.
            let parts: Vec<_> = plain.components().collect();
            let ends =
                (1..parts.len()).map(|start| below(&parts[start..].iter().collect::<PathBuf>()));
            let mut ends = ends.map(in_any_case);
            path = ends.find(|path| path.exists()).unwrap_or(path);
        }
        let Ok(found) = path.canonicalize() else { return Ok(None) };
        if !self.is_confined || self.roots.iter().any(|root| found.starts_with(root)) {
            return Ok(Some(path));
        }
        Err(ForeignError::OutsideProject { place: place.into(), name: name.into() })
    }
}

/// The path of the file or folder with this name in upper and lower case, as on Windows, where
/// Quartus writes search paths in lower case.
fn in_any_case(path: PathBuf) -> PathBuf {
    if path.exists() {
        return path;
    }
    let mut found = PathBuf::new();
    for part in path.components() {
        let next = found.join(part);
        if next.exists() || !matches!(part, Component::Normal(_)) {
            found = next;
            continue;
        }
        let folder = if found == Path::new("") { Path::new(".") } else { &found };
        let names = fs::read_dir(folder).into_iter().flatten().flatten();
        let names = names.map(|entry| entry.file_name());
        let same: Vec<_> = names.filter(|name| name.eq_ignore_ascii_case(part)).collect();
        let [name] = same.as_slice() else { return path };
        found = found.join(name);
    }
    found
}

/// Whether a path is absolute, on Windows too.
fn is_absolute(path: &Path) -> bool {
    let drive =
        path.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
    path.is_absolute() || drive.is_some_and(|drive| drive.ends_with(':'))
}
