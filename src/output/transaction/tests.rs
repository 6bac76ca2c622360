//! A set written, and every step of it failing.

use std::collections::BTreeMap;

use super::*;
use crate::output::{Folder, MARKER, Obstacle};

type Snapshot = BTreeMap<PathBuf, Option<String>>;

fn artifact(folder: Folder, name: &str, text: &str) -> Artifact {
    Artifact { folder, name: name.to_owned(), contents: format!("// {name}: {MARKER}.\n{text}\n") }
}

fn old_set() -> Vec<Artifact> {
    vec![
        artifact(Folder::Generated, "changed.sv", "old"),
        artifact(Folder::Generated, "dropped.sv", "old"),
        artifact(Folder::Generated, "same.sv", "same"),
        artifact(Folder::Constraints, "changed.sdc", "old"),
    ]
}

/// Against the old set: three files to write, one to leave, one to remove.
fn new_set() -> Vec<Artifact> {
    vec![
        artifact(Folder::Generated, "added.sv", "new"),
        artifact(Folder::Generated, "changed.sv", "new"),
        artifact(Folder::Generated, "same.sv", "same"),
        artifact(Folder::Constraints, "changed.sdc", "new"),
    ]
}

const STEPS_FROM_OLD_TO_NEW: [Step; 10] = [
    Step::Stage,
    Step::Stage,
    Step::Stage,
    Step::Flush,
    Step::Flush,
    Step::Flush,
    Step::Rename,
    Step::Rename,
    Step::Rename,
    Step::Remove,
];

fn folders(root: &Path) -> Folders {
    Folders::new(&root.join("generated"), &root.join("constraints")).unwrap()
}

/// Every path below the root; a file with its text, a folder without.
fn snapshot(root: &Path) -> Snapshot {
    let mut found = Snapshot::new();
    let mut waiting = vec![root.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path.clone());
                found.insert(path, None);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                found.insert(path, Some(text));
            }
        }
    }
    found
}

/// Writes the set, but fails just before the step with this number.
fn write_failing_at(
    failing: usize,
    root: &Path,
    set: &[Artifact],
) -> (Result<Vec<Change>, OutputError>, Vec<Step>) {
    let mut steps = Vec::new();
    let result = Writer {
        overwrite: Overwrite::OnlyOurs,
        patience: Duration::ZERO,
        before: &mut |step| {
            steps.push(step);
            if steps.len() == failing + 1 {
                Err(io::Error::from(io::ErrorKind::StorageFull))
            } else {
                Ok(())
            }
        },
    }
    .write(&folders(root), set);
    (result, steps)
}

/// A root that holds the old set, with snapshots of it holding the old one and the new one.
fn root_with_old_set() -> (tempfile::TempDir, Snapshot, Snapshot) {
    let root = tempfile::tempdir().unwrap();
    write(&folders(root.path()), &new_set(), Overwrite::OnlyOurs).unwrap();
    let new = snapshot(root.path());
    write(&folders(root.path()), &old_set(), Overwrite::OnlyOurs).unwrap();
    let old = snapshot(root.path());
    (root, old, new)
}

#[test]
fn a_set_replaces_the_one_before() {
    let (root, _, _) = root_with_old_set();
    write(&folders(root.path()), &new_set(), Overwrite::OnlyOurs).unwrap();
    let new = snapshot(root.path());
    let names: Vec<_> =
        new.keys().map(|path| path.strip_prefix(root.path()).unwrap().to_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "constraints",
            "constraints/changed.sdc",
            "generated",
            "generated/added.sv",
            "generated/changed.sv",
            "generated/same.sv",
        ]
    );
    for artifact in new_set() {
        let path = folders(root.path()).place(artifact.folder).path.join(&artifact.name);
        assert_eq!(fs::read_to_string(path).unwrap(), artifact.contents);
    }
}

#[test]
fn a_failure_at_any_step_loses_nothing_and_the_next_run_finishes() {
    for failing in 0..STEPS_FROM_OLD_TO_NEW.len() {
        let (root, old, new) = root_with_old_set();
        let (result, steps) = write_failing_at(failing, root.path(), &new_set());
        let error = result.unwrap_err();
        assert_eq!(steps, STEPS_FROM_OLD_TO_NEW[..=failing]);

        let after = snapshot(root.path());
        match STEPS_FROM_OLD_TO_NEW[failing] {
            Step::Stage | Step::Flush => {
                assert!(matches!(error, OutputError::Stage { .. }), "{error:?}");
                assert_eq!(after, old, "failing at step {failing}");
            }
            Step::Rename => {
                let OutputError::Rename { done, all, .. } = error else {
                    panic!("failing at step {failing}: {error:?}");
                };
                assert_eq!((done, all), (failing - 6, 3));
                for (path, text) in &after {
                    let is_whole = old.get(path) == Some(text) || new.get(path) == Some(text);
                    assert!(is_whole, "failing at step {failing}: {}: {text:?}", path.display());
                }
                assert!(old.keys().all(|path| after.contains_key(path)), "nothing is removed yet");
                let renamed = after.iter().filter(|(path, text)| old.get(*path) != Some(text));
                assert_eq!(renamed.count(), done);
            }
            Step::Remove => {
                assert!(matches!(error, OutputError::Remove { .. }), "{error:?}");
                assert!(new.iter().all(|(path, text)| after.get(path) == Some(text)));
            }
        }
        write(&folders(root.path()), &new_set(), Overwrite::OnlyOurs).unwrap();
        assert_eq!(snapshot(root.path()), new, "after failing at step {failing}");
    }
}

#[test]
fn a_failure_before_anything_is_written_leaves_no_folders() {
    for failing in 0..2 * new_set().len() {
        let root = tempfile::tempdir().unwrap();
        write_failing_at(failing, root.path(), &new_set()).0.unwrap_err();
        assert_eq!(snapshot(root.path()), Snapshot::new(), "failing at step {failing}");
    }
}

#[test]
fn current_files_are_reported_and_cost_no_step() {
    let root = tempfile::tempdir().unwrap();
    write(&folders(root.path()), &new_set(), Overwrite::OnlyOurs).unwrap();
    let (result, steps) = write_failing_at(0, root.path(), &new_set());
    assert_eq!(steps, []);
    assert!(result.unwrap().iter().all(|change| change.outcome == Outcome::Unchanged));
}

#[test]
fn what_appears_while_a_run_waits_is_seen() {
    let root = tempfile::tempdir().unwrap();
    write(&folders(root.path()), &old_set(), Overwrite::OnlyOurs).unwrap();
    let other_run = Hold::take(&folders(root.path()), Duration::ZERO).unwrap();
    let (started, has_started) = std::sync::mpsc::channel();
    let waiting = std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            started.send(()).unwrap();
            write(&folders(root.path()), &new_set(), Overwrite::OnlyOurs)
        });
        has_started.recv().unwrap();
        std::thread::sleep(Duration::from_millis(50));
        fs::write(root.path().join("generated/added.sv"), "mine").unwrap();
        other_run.keep();
        waiting.join().unwrap()
    });
    let Err(OutputError::InTheWay(Blocked(obstacles))) = waiting else {
        panic!("{waiting:?}");
    };
    let added = root.path().join("generated/added.sv");
    assert_eq!(obstacles, [(added.clone(), Obstacle::Unmarked)]);
    assert_eq!(fs::read_to_string(added).unwrap(), "mine");
}
