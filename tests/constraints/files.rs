//! Properties of every file.

use baccarat::generator::MARKER;

use crate::lab::{all_files, both_clockings, commands, direct, make};

#[test]
fn the_eight_files_have_their_names() {
    for (clocking, project) in both_clockings() {
        let names: Vec<_> = all_files(&project).into_keys().collect();
        assert_eq!(
            names,
            [
                "constraints/baccarat_de1_soc.core",
                "constraints/de1_soc.qsf",
                "constraints/task5.sdc",
                "constraints/task5_quartus.qsf",
                "constraints/task5_quartus.sdc",
                "generated/baccarat.core",
                "generated/task5.qpf",
                "generated/task5.qsf",
            ],
            "{clocking}"
        );
    }
}

#[test]
fn every_file_is_marked_ascii_short_lined_and_ends_in_one_newline() {
    for (clocking, project) in both_clockings() {
        for (name, text) in all_files(&project) {
            // FuseSoC requires its own first line.
            let marked = text.strip_prefix("CAPI=2:\n").unwrap_or(&text).lines().next().unwrap();
            assert!(
                marked.starts_with('#') && marked.contains(MARKER),
                "{clocking} {name}: {marked}"
            );
            assert!(text.is_ascii(), "{clocking} {name}");
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{clocking} {name}");
            for line in text.lines() {
                assert!(line.len() <= 100, "{clocking} {name}: {line}");
                assert_eq!(line, line.trim_end(), "{clocking} {name}");
            }
        }
    }
}

#[test]
fn the_same_project_gives_the_same_files() {
    assert_eq!(make(&direct()), make(&direct()));
}

#[test]
fn no_file_names_an_absolute_path() {
    for (clocking, project) in both_clockings() {
        for (name, text) in all_files(&project) {
            for word in commands(&text).into_iter().flatten() {
                let absolute = word.starts_with(['/', '\\', '~']) || word.contains(":/");
                assert!(!absolute, "{clocking} {name}: {word}");
            }
        }
    }
}
