//! What stands in the two folders now, compared with what should.

use std::fs::{self, Metadata, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use super::folders::{Place, is_absent};
use super::hold::missing_folders;
use super::ownership::{
    bad, file_is_marked, file_is_original, has_our_extension, is_temporary, validate,
};
use super::{Artifact, Folders, Obstacle, OutputError};

/// How a file stands to what should be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There, byte for byte.
    Current,
    /// Not there.
    Missing,
    /// Ours, with other contents.
    OutOfDate,
    /// Ours, and no longer produced.
    LeftOver,
    /// Not ours, where a file of ours should be.
    InTheWay(Obstacle),
}

/// One file and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// In the folder as the user named it.
    pub path: PathBuf,
    pub state: State,
}

/// Compares the folders with the artifacts: first every artifact in its order, then what is left over, by name.
/// Nothing is written, created or locked, so a run that writes meanwhile may be seen half done.
///
/// # Errors
/// [`OutputError::NotAFolder`], [`OutputError::Read`], and [`OutputError::BadArtifact`] for a set that cannot be written
/// at all.
pub fn check(folders: &Folders, artifacts: &[Artifact]) -> Result<Vec<Finding>, OutputError> {
    let survey = Survey::take(folders, artifacts)?;
    let targets = survey
        .targets
        .into_iter()
        .map(|target| Finding { path: target.shown, state: target.state });
    let leftovers = survey
        .leftovers
        .into_iter()
        .map(|leftover| Finding { path: leftover.shown, state: State::LeftOver });
    Ok(targets.chain(leftovers).collect())
}

/// Where an artifact goes, and what is there now.
#[derive(Debug)]
pub(super) struct Target<'a> {
    pub artifact: &'a Artifact,
    /// For the system.
    pub path: PathBuf,
    /// For messages.
    pub shown: PathBuf,
    pub state: State,
    /// Those of the file that is there, if one is.
    pub permissions: Option<Permissions>,
}

/// A file to be removed.
#[derive(Debug)]
pub(super) struct LeftOver {
    pub path: PathBuf,
    pub shown: PathBuf,
}

/// Everything there is to know before anything is changed.
#[derive(Debug)]
pub(super) struct Survey<'a> {
    pub targets: Vec<Target<'a>>,
    pub leftovers: Vec<LeftOver>,
}

impl<'a> Survey<'a> {
    pub fn take(folders: &Folders, artifacts: &'a [Artifact]) -> Result<Self, OutputError> {
        for artifact in artifacts {
            validate(artifact)?;
        }
        let mut targets: Vec<Target> = Vec::with_capacity(artifacts.len());
        for artifact in artifacts {
            let target = Target::look(folders.place(artifact.folder), artifact)?;
            if targets.iter().any(|other| is_same_file(&other.path, &target.path)) {
                return Err(bad(artifact, "another one has the same name in the same folder"));
            }
            targets.push(target);
        }
        let mut leftovers = Vec::new();
        for place in folders.distinct() {
            if missing_folders(&place.path)?.is_empty() {
                leftovers.extend(find_leftovers(place, &targets)?);
            }
        }
        Ok(Survey { targets, leftovers })
    }
}

impl<'a> Target<'a> {
    fn look(place: &Place, artifact: &'a Artifact) -> Result<Self, OutputError> {
        let path = place.path.join(&artifact.name);
        let shown = place.shown.join(&artifact.name);
        let (state, permissions) = match fs::symlink_metadata(&path) {
            Ok(metadata) => match state_of(&path, &metadata, artifact.contents.as_bytes()) {
                Ok(state) => (state, metadata.is_file().then(|| metadata.permissions())),
                Err(source) => {
                    return Err(OutputError::Read { path: shown, source });
                }
            },
            Err(error) if is_absent(&error) => (State::Missing, None),
            Err(source) => {
                return Err(OutputError::Read { path: shown, source });
            }
        };
        Ok(Target { artifact, path, shown, state, permissions })
    }
}

fn state_of(path: &Path, found: &Metadata, wanted: &[u8]) -> io::Result<State> {
    if found.is_symlink() {
        return Ok(State::InTheWay(Obstacle::Link));
    } else if found.is_dir() {
        return Ok(State::InTheWay(Obstacle::Folder));
    } else if !found.is_file() {
        // Opening a pipe would wait for ever.
        return Ok(State::InTheWay(Obstacle::Special));
    }
    if found.len() == wanted.len() as u64 && fs::read(path)? == wanted {
        Ok(State::Current)
    } else if file_is_marked(path)? {
        Ok(State::OutOfDate)
    } else {
        Ok(State::InTheWay(Obstacle::Unmarked))
    }
}

/// Our own files in a folder that are not among the targets, and the temporaries of runs that were killed.
fn find_leftovers(place: &Place, targets: &[Target]) -> Result<Vec<LeftOver>, OutputError> {
    let read_error = |source| OutputError::Read { path: place.shown.clone(), source };
    let mut leftovers = Vec::new();
    for entry in fs::read_dir(&place.path).map_err(read_error)? {
        let entry = entry.map_err(read_error)?;
        // A name that is not UTF-8 was never ours.
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        let (path, shown) = (entry.path(), place.shown.join(&name));
        let is_candidate = is_temporary(&name) || has_our_extension(&name);
        if !is_candidate || targets.iter().any(|target| is_same_file(&target.path, &path)) {
            continue;
        }
        let is_ours = || -> io::Result<bool> {
            Ok(entry.file_type()?.is_file()
                && (is_temporary(&name) || file_is_original(&path, &name)?))
        };
        match is_ours() {
            Ok(true) => leftovers.push(LeftOver { path, shown }),
            Ok(false) => {}
            // Gone meanwhile, or somebody else's that we may not read: either way nothing to remove.
            Err(error) if is_absent(&error) || error.kind() == io::ErrorKind::PermissionDenied => {}
            Err(source) => {
                return Err(OutputError::Read { path: shown, source });
            }
        }
    }
    leftovers.sort_by(|a, b| a.shown.cmp(&b.shown));
    Ok(leftovers)
}

/// Whether two paths may be one file. Where case does not count in names, removing `Task5.sv` would remove `task5.sv`.
fn is_same_file(a: &Path, b: &Path) -> bool {
    let name = |path: &Path| path.file_name().map(|name| name.to_ascii_lowercase());
    a.parent() == b.parent() && name(a) == name(b)
}

#[cfg(test)]
mod tests {
    use super::super::{Folder, MARKER};
    use super::*;

    fn artifact(folder: Folder, name: &str) -> Artifact {
        Artifact {
            folder,
            name: name.to_owned(),
            contents: format!("// {name}: {MARKER}.\n{name}\n"),
        }
    }

    #[test]
    fn artifacts_that_could_not_be_told_apart_again_are_refused() {
        let root = tempfile::tempdir().unwrap();
        let apart = Folders::new(&root.path().join("g"), &root.path().join("c")).unwrap();
        let together = Folders::new(&root.path().join("g"), &root.path().join("g")).unwrap();
        let unmarked = Artifact {
            contents: "module m; endmodule\n".to_owned(),
            ..artifact(Folder::Generated, "m.sv")
        };
        let generated = |name| artifact(Folder::Generated, name);
        let constraints = |name| artifact(Folder::Constraints, name);
        let cases = [
            ("plain", &apart, vec![generated("a.sv"), generated("b.sv")], true),
            (
                "same name, two folders",
                &apart,
                vec![generated("a.qsf"), constraints("a.qsf")],
                true,
            ),
            (
                "same name, one folder",
                &together,
                vec![generated("a.qsf"), constraints("a.qsf")],
                false,
            ),
            ("twice", &apart, vec![generated("a.sv"), generated("a.sv")], false),
            ("differing in case", &apart, vec![generated("a.sv"), generated("A.sv")], false),
            ("no marker", &apart, vec![unmarked], false),
            ("unknown extension", &apart, vec![generated("a.doc")], false),
            ("no extension", &apart, vec![generated("sv")], false),
            ("no name", &apart, vec![generated("")], false),
            ("hidden", &apart, vec![generated(".sv")], false),
            ("elsewhere", &apart, vec![generated("../a.sv")], false),
            ("absolute", &apart, vec![generated("/a.sv")], false),
        ];
        for (case, folders, artifacts, accepted) in cases {
            let result = check(folders, &artifacts);
            assert_eq!(result.is_ok(), accepted, "{case}: {result:?}");
        }
        assert_eq!(root.path().read_dir().unwrap().count(), 0, "nothing was created");
    }

    #[test]
    fn only_our_own_plain_files_are_left_over() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("g");
        let folders = Folders::new(&folder, &root.path().join("c")).unwrap();
        let ours = format!("// {MARKER}\n");
        for nested in ["db", "output_files", "marked.sv"] {
            fs::create_dir_all(folder.join(nested)).unwrap();
        }
        let named = |name: &str| format!("// {name}: {MARKER}\n");
        for (name, contents) in [
            ("kept.sv", named("kept.sv").as_str()),
            ("KEPT.sv", &ours),
            ("old.sv", &named("old.sv")),
            ("old.sdc", &named("old.sdc")),
            ("copy.sv", &named("old.sv")),
            ("nameless.sv", &ours),
            ("own.sv", "module own; endmodule\n"),
            ("notes.txt", &ours),
            ("old.sv.bak", &ours),
            ("db/old.sv", &ours),
            (".baccarat-x1Y2z3.tmp", ""),
            (".baccarat.lock", ""),
            ("baccarat-x.tmp", ""),
        ] {
            fs::write(folder.join(name), contents).unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("old.sv", folder.join("link.sv")).unwrap();

        let artifacts = [artifact(Folder::Generated, "kept.sv")];
        let survey = Survey::take(&folders, &artifacts).unwrap();
        let names: Vec<_> =
            survey.leftovers.iter().map(|found| found.path.file_name().unwrap()).collect();
        assert_eq!(names, [".baccarat-x1Y2z3.tmp", "old.sdc", "old.sv"]);
    }
}
