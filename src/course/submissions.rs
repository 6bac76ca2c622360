//! Finds the solutions of a folder.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::archive::Archive;

/// The solutions of a course.
#[derive(Debug, Default)]
pub struct Submissions {
    /// In the order of their names.
    pub all: Vec<Submission>,
    /// What is neither a folder nor an archive.
    pub others: Vec<String>,
}

/// A solution: a folder or an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name of the folder or of the archive.
    pub name: String,
    pub path: PathBuf,
    pub(super) archive: Option<Archive>,
}

impl Submissions {
    /// Those in a folder. Hidden files, and what archives of macOS add, are no solutions; symbolic
    /// links are not followed.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn find(folder: &Path) -> io::Result<Submissions> {
        let mut found = Submissions::default();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') || name == "__MACOSX" {
                continue;
            }
            let (path, kind) = (entry.path(), entry.file_type()?);
            let archive = Archive::of(&name).filter(|_| kind.is_file());
            match kind.is_dir() || archive.is_some() {
                true => found.all.push(Submission { name, path, archive }),
                false => found.others.push(name),
            }
        }
        found.all.sort_by(|one, other| one.name.cmp(&other.name));
        found.others.sort();
        Ok(found)
    }
}

impl Submission {
    /// A number that changes with the names and contents of its files.
    ///
    /// # Errors
    ///
    /// A file cannot be read.
    pub fn digest(&self) -> io::Result<u64> {
        let mut hasher = DefaultHasher::new();
        hash(&self.path, &mut hasher)?;
        Ok(hasher.finish())
    }
}

fn hash(path: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    path.file_name().map(OsStr::as_encoded_bytes).hash(hasher);
    let kind = fs::symlink_metadata(path)?.file_type();
    if kind.is_dir() {
        let entries = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
        let entries = entries.collect::<io::Result<BTreeSet<PathBuf>>>()?;
        entries.len().hash(hasher);
        return entries.iter().try_for_each(|entry| hash(entry, hasher));
    }
    if kind.is_file() {
        fs::read(path)?.hash(hasher);
    }
    Ok(())
}

/// Every N-th solution, from the I-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: usize,
    pub of: usize,
}

impl Shard {
    /// The solutions of this shard.
    pub fn select(self, all: Vec<Submission>) -> Vec<Submission> {
        all.into_iter().skip(self.number - 1).step_by(self.of).collect()
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Shard { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        numbers
            .filter(|shard| (1..=shard.of).contains(&shard.number))
            .ok_or_else(|| "write I/N, such as 2/4 for the second of four parts".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(folder: &Path) -> (Vec<String>, Vec<String>) {
        let found = Submissions::find(folder).expect("a folder");
        (found.all.into_iter().map(|one| one.name).collect(), found.others)
    }

    #[test]
    fn solutions_are_folders_and_archives() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["bob", "alice", ".git", "__MACOSX", "folder.zip"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        for name in ["c.zip", "D.TAR.GZ", "e.tgz", "grades.csv", ".DS_Store"] {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        let (all, others) = found(folder.path());
        assert_eq!(all, ["D.TAR.GZ", "alice", "bob", "c.zip", "e.tgz", "folder.zip"]);
        assert_eq!(others, ["grades.csv"]);
    }

    #[test]
    fn a_digest_changes_with_names_and_contents() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("alice");
        fs::create_dir(&path).expect("a folder");
        let digest = || {
            let found = Submissions::find(folder.path()).expect("a folder");
            found.all[0].digest().expect("a digest")
        };
        let mut digests = vec![digest()];
        fs::write(path.join("a.sv"), "1").expect("a file");
        digests.push(digest());
        assert_eq!(digest(), digests[1]);
        fs::write(path.join("a.sv"), "2").expect("a file");
        digests.push(digest());
        fs::rename(path.join("a.sv"), path.join("b.sv")).expect("a file");
        digests.push(digest());
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), 4);
    }

    #[test]
    fn shards_have_each_solution_once() {
        let all: Vec<Submission> = (0..10)
            .map(|number| Submission {
                name: number.to_string(),
                path: PathBuf::new(),
                archive: None,
            })
            .collect();
        let mut names: Vec<String> = Vec::new();
        for number in 1..=3 {
            let shard = Shard::from_str(&format!("{number}/3")).expect("a shard");
            names.extend(shard.select(all.clone()).into_iter().map(|one| one.name));
        }
        names.sort();
        assert!(names.iter().eq(all.iter().map(|one| &one.name)), "{names:?}");
        for wrong in ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/2"] {
            assert!(Shard::from_str(wrong).is_err(), "{wrong}");
        }
    }
}
