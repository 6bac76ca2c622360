//! The files that put each top on the DE1-SoC, as Quartus, nextpnr-mistral and FuseSoC would read
//! them. `tests/generated/` compares those of the committed tops byte for byte, and
//! `tests/tools` runs FuseSoC on them.

mod paths;
mod pin_lists;
mod pins;
mod reader;
mod timing;

use baccarat::generator::MARKER;
use baccarat_hdl::top::Top;
use reader::project_files;

#[test]
fn every_file_is_marked_ascii_short_lined_and_ends_in_one_newline() {
    for top in Top::ALL {
        let files = project_files(top);
        assert_eq!(files.len(), 9, "{top}");
        for (name, text) in files {
            // FuseSoC requires its own first line.
            let mut lines = text.strip_prefix("CAPI=2:\n").unwrap_or(&text).lines();
            let (licence, marked) = (lines.next().unwrap(), lines.next().unwrap());
            let comment = if name.ends_with(".f") { "//" } else { "#" };
            assert!(
                licence.starts_with(&format!("{comment} SPDX-License-Identifier: ")),
                "{top} {name}: {licence}"
            );
            assert!(
                marked.starts_with(comment) && marked.contains(MARKER),
                "{top} {name}: {marked}"
            );
            assert!(text.is_ascii(), "{top} {name}");
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{top} {name}");
            for line in text.lines() {
                assert!(line.len() <= 100 || line == marked, "{top} {name}: {line}");
                assert_eq!(line, line.trim_end(), "{top} {name}");
            }
        }
    }
}

#[test]
fn the_core_of_the_constraints_lists_all_other_files_of_its_folder() {
    for top in Top::ALL {
        let files = project_files(top);
        let constraints: Vec<_> =
            files.keys().filter_map(|path| path.strip_prefix("constraints/")).collect();
        let core = constraints.iter().find(|name| name.ends_with(".core")).expect("a core");
        let text = &files[&format!("constraints/{core}")];
        for name in constraints.iter().filter(|name| *name != core) {
            let kind = if name.ends_with(".sdc") { "SDC" } else { "tclSource" };
            let line = format!("\n      - {name}: {{file_type: {kind}}}\n");
            assert!(text.contains(&line), "{top}: no {line} in\n{text}");
        }
    }
}
