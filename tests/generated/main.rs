//! The files in `generated/` and `constraints/` are golden files: the generator must write exactly
//! these.
//!
//! After an intended change, update them with `cargo run` and review the diff.

mod comments;
mod order;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;

use baccarat::generator::{Folders, Printed, print_unproven};
use baccarat_hdl::top::{Clocking, Top};
use output_files::{Artifact, CONSTRAINTS, GENERATED};

const TOPS: [Top; 2] = [Top::Task5(Clocking::Synchronised), Top::Casino];

fn printed(tops: &[Top]) -> Printed {
    Printed::new(&print_unproven, tops, &Folders::default()).expect("the engine's files")
}

/// The files of both machines, which all tests share.
fn engine() -> &'static [Artifact] {
    static FILES: LazyLock<Vec<Artifact>> =
        LazyLock::new(|| printed(&TOPS).check().expect("text that means the same"));
    &FILES
}

#[test]
fn the_committed_files_are_current() {
    for artifact in engine() {
        let path = artifact.folder.join(&artifact.name);
        let committed = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; run `cargo run`", path.display()));
        let same = committed.lines().zip(artifact.contents.lines()).take_while(|(a, b)| a == b);
        let line = same.count() + 1;
        assert!(
            committed == artifact.contents,
            "{} is out of date from line {line}; run `cargo run` and review the diff",
            path.display()
        );
    }
}

#[test]
fn the_folders_have_no_other_sources() {
    let made: BTreeSet<PathBuf> =
        engine().iter().map(|artifact| artifact.folder.join(&artifact.name)).collect();
    for folder in [GENERATED, CONSTRAINTS] {
        for entry in std::fs::read_dir(folder).expect("the folder") {
            let path = entry.expect("an entry").path();
            let is_source = path.extension().is_some_and(|extension| extension == "sv");
            assert!(!is_source || made.contains(&path), "{} is left over", path.display());
        }
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    assert_eq!(printed(&TOPS).unchecked(), engine());
}

#[test]
fn a_machine_on_its_own_has_the_same_files() {
    for top in TOPS {
        for artifact in printed(&[top]).unchecked() {
            assert!(engine().contains(artifact), "{top}: {}", artifact.name);
        }
    }
}
