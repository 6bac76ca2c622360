//! The FuseSoC cores. tests/tools runs them.

use std::collections::BTreeSet;
use std::path::Path;

use baccarat::fpga::board::{self, DE1_SOC};

use crate::lab::{all_files, synchronised};

/// The lines of a core between the line of a key and the next of the same depth.
fn under<'t>(core: &'t str, key: &str) -> Vec<&'t str> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut lines = core.lines().skip_while(|&line| line != key).skip(1);
    let inside = lines.by_ref().take_while(|l| l.is_empty() || depth(l) > depth(key));
    inside.filter(|line| !line.is_empty()).map(str::trim).collect()
}

#[test]
fn the_design_core_lists_sources_in_order_and_targets() {
    let core = &all_files(&synchronised())["generated/baccarat.core"];
    assert!(core.starts_with("CAPI=2:\n"), "{core}");
    assert!(core.contains("\nname: \"::baccarat:1.2.3\"\n"), "{core}");
    assert!(core.contains("\ndescription: \"A game: of cards\"\n"), "{core}");
    assert_eq!(
        under(core, "  rtl:"),
        ["files:", "- reg4.sv", "- task5.sv", "file_type: systemVerilogSource"]
    );
    assert_eq!(under(core, "  de1_soc:"), ["depend:", "- \"::baccarat_de1_soc:1.2.3\""]);
    for (target, filesets, top) in [
        ("  default:", "filesets: [rtl]", "toplevel: task5"),
        ("  lint:", "filesets: [rtl]", "toplevel: task5"),
        ("  sim:", "filesets: [rtl, testbench]", "toplevel: task5_tb"),
    ] {
        let lines = under(core, target);
        assert!(lines.ends_with(&[filesets, top]), "{target} {lines:?}");
    }
    let targets = core.split_once("\ntargets:\n").expect("targets").1;
    let quartus = under(targets, "  de1_soc:");
    assert!(quartus.contains(&"device: 5CSEMA5F31C6"), "{quartus:?}");
    assert!(quartus.ends_with(&["filesets: [rtl, de1_soc]", "toplevel: task5"]), "{quartus:?}");
}

#[test]
fn the_constraints_core_lists_all_other_files_of_its_folder() {
    let files = all_files(&synchronised());
    let core = &files["constraints/baccarat_de1_soc.core"];
    assert!(core.contains("\nname: \"::baccarat_de1_soc:1.2.3\"\n"), "{core}");
    let lines = under(core, "  constraints:");
    let listed: Vec<_> = lines[1..]
        .iter()
        .map(|line| line.trim_start_matches("- ").split_once(": ").expect("a file and its type"))
        .collect();
    assert_eq!(
        listed,
        [
            ("de1_soc.qsf", "{file_type: tclSource}"),
            ("task5_quartus.qsf", "{file_type: tclSource}"),
            ("task5.sdc", "{file_type: SDC}"),
            ("task5_quartus.sdc", "{file_type: SDC}"),
        ]
    );
    let others = files.keys().filter_map(|path| path.strip_prefix("constraints/"));
    let others: BTreeSet<_> = others.filter(|name| !name.ends_with(".core")).collect();
    assert_eq!(listed.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>(), others);
}

/// FuseSoC finds the constraints by name, wherever they are.
#[test]
fn no_core_names_the_other_folder() {
    let cores = |constraints: &str| {
        let files = board::files(&DE1_SOC, &synchronised(), Path::new(constraints)).unwrap();
        let all = files.constraints.into_iter().chain(files.project);
        all.filter(|file| file.name.ends_with(".core")).collect::<Vec<_>>()
    };
    assert_eq!(cores("../constraints"), cores("../../far/away"));
}

#[test]
fn a_source_name_that_is_special_in_yaml_is_quoted() {
    let mut project = synchronised();
    project.sources = ["my sources/a.sv", "-a.sv", "1.sv", "a|b.sv"].map(String::from).to_vec();
    assert_eq!(
        under(&all_files(&project)["generated/baccarat.core"], "  rtl:")[1..5],
        ["- \"my sources/a.sv\"", "- \"-a.sv\"", "- \"1.sv\"", "- \"a|b.sv\""]
    );
}
