//! Finds the solutions of a folder.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::archive::{Archive, BYTES, ENTRIES};

/// Endings of archives that are not unpacked.
const UNKNOWN: [&str; 8] = [".qar", ".7z", ".rar", ".tar", ".tar.bz2", ".tar.xz", ".gz", ".zipx"];

/// The solutions of a course.
#[derive(Debug, Default)]
pub struct Submissions {
    /// In the order of their names.
    pub all: Vec<Submission>,
    /// What is neither a folder nor an archive.
    pub others: Vec<String>,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The name of the folder or of the archive, without control characters.
    pub name: String,
    pub path: PathBuf,
    pub(super) form: Form,
}

/// What a solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Folder,
    Archive(Archive),
    /// A link, or an archive of another kind.
    Unknown,
}

impl Submissions {
    /// Those in a folder, without the one of the results. Hidden files, and what archives of macOS
    /// add, are not solutions; symbolic links are not followed. A folder that holds nothing but an
    /// archive is that archive.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn find(folder: &Path, results: &Path) -> io::Result<Submissions> {
        let results = fs::canonicalize(results).ok();
        let mut found = Submissions::default();
        for (name, path) in visible(folder)? {
            if results.is_some() && fs::canonicalize(&path).ok() == results {
                continue;
            }
            let (path, form) = match fs::symlink_metadata(&path)?.file_type() {
                kind if kind.is_dir() => match only_archive(&path) {
                    Some((path, archive)) => (path, Form::Archive(archive)),
                    None => (path, Form::Folder),
                },
                kind if kind.is_file() => match Archive::of(&name) {
                    Some(archive) => (path, Form::Archive(archive)),
                    None if UNKNOWN.iter().any(|end| name.to_ascii_lowercase().ends_with(end)) => {
                        (path, Form::Unknown)
                    }
                    None => {
                        found.others.push(name);
                        continue;
                    }
                },
                _ => (path, Form::Unknown),
            };
            let name = name.replace(char::is_control, "\u{fffd}");
            found.all.push(Submission { name, path, form });
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
        let mut digest = Digest { hasher: DefaultHasher::new(), bytes: BYTES, entries: ENTRIES };
        digest.add(&self.path)?;
        Ok(digest.hasher.finish())
    }
}

/// What is not hidden in a folder: names and paths.
fn visible(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let entries = fs::read_dir(folder)?.map(|entry| {
        let entry = entry?;
        Ok((entry.file_name().to_string_lossy().into_owned(), entry.path()))
    });
    let is_visible = |(name, _): &(String, PathBuf)| !name.starts_with('.') && name != "__MACOSX";
    entries.filter(|entry| entry.as_ref().map_or(true, is_visible)).collect()
}

/// The archive of a folder that holds nothing else.
fn only_archive(folder: &Path) -> Option<(PathBuf, Archive)> {
    let [(name, path)] = <[_; 1]>::try_from(visible(folder).ok()?).ok()?;
    let is_file = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file());
    Archive::of(&name).filter(|_| is_file).map(|archive| (path, archive))
}

/// Hashes files, within limits.
struct Digest {
    hasher: DefaultHasher,
    /// How many bytes and entries may follow.
    bytes: u64,
    entries: usize,
}

impl Digest {
    fn add(&mut self, path: &Path) -> io::Result<()> {
        let limit = || {
            let mib = BYTES >> 20;
            io::Error::other(format!("the solution has more than {mib} MiB or {ENTRIES} files"))
        };
        self.entries = self.entries.checked_sub(1).ok_or_else(limit)?;
        path.file_name().map(OsStr::as_encoded_bytes).hash(&mut self.hasher);
        let kind = fs::symlink_metadata(path)?.file_type();
        if kind.is_dir() {
            let entries = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path()));
            let entries =
                entries.take(self.entries + 1).collect::<io::Result<BTreeSet<PathBuf>>>()?;
            entries.len().hash(&mut self.hasher);
            return entries.iter().try_for_each(|entry| self.add(entry));
        }
        if kind.is_file() {
            let mut content = Vec::new();
            File::open(path)?.take(self.bytes + 1).read_to_end(&mut content)?;
            self.bytes = self.bytes.checked_sub(content.len() as u64).ok_or_else(limit)?;
            content.hash(&mut self.hasher);
        }
        Ok(())
    }
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
        let found = Submissions::find(folder, &folder.join("verdicts")).expect("a folder");
        (found.all.into_iter().map(|one| one.name).collect(), found.others)
    }

    #[test]
    fn solutions_are_folders_and_archives() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["bob", "alice", ".git", "__MACOSX", "folder.zip", "verdicts"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        for name in ["c.zip", "D.TAR.GZ", "e.tgz", "f.rar", "grades.csv", ".DS_Store"] {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        let (all, others) = found(folder.path());
        assert_eq!(all, ["D.TAR.GZ", "alice", "bob", "c.zip", "e.tgz", "f.rar", "folder.zip"]);
        assert_eq!(others, ["grades.csv"]);
    }

    #[test]
    fn a_folder_with_nothing_but_an_archive_is_the_archive() {
        let folder = tempfile::tempdir().expect("a folder");
        let alice = folder.path().join("alice");
        fs::create_dir(&alice).expect("a folder");
        fs::write(alice.join("lab.zip"), "").expect("a file");
        fs::write(alice.join(".DS_Store"), "").expect("a file");
        let form = || Submissions::find(folder.path(), &alice.join("x")).expect("one").all[0].form;
        assert_eq!(form(), Form::Archive(Archive::Zip));
        fs::write(alice.join("task5.sv"), "").expect("a file");
        assert_eq!(form(), Form::Folder);
    }

    #[test]
    fn large_solutions_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("alice");
        fs::create_dir(&path).expect("a folder");
        let file = File::create(path.join("zeros")).expect("a file");
        file.set_len(BYTES + 1).expect("a sparse file");
        let all = Submissions::find(folder.path(), &path.join("x")).expect("a folder").all;
        let error = all[0].digest().expect_err("too large").to_string();
        assert_eq!(error, "the solution has more than 256 MiB or 10000 files");
    }

    #[test]
    fn a_digest_changes_with_names_and_contents() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("alice");
        fs::create_dir(&path).expect("a folder");
        let digest = || {
            let found = Submissions::find(folder.path(), Path::new("verdicts")).expect("a folder");
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
                form: Form::Folder,
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
