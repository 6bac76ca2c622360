//! The Quartus project and the timing constraints.

use std::path::Path;

use baccarat::fpga::board::{self, DE1_SOC, Project};

use crate::lab::{all_files, both_clockings, commands, direct, globals, synchronised, values};

#[test]
fn the_project_sources_the_pins_and_names_top_sources_and_constraints_in_order() {
    let text = &all_files(&synchronised())["generated/task5.qsf"];
    let sourced: Vec<_> = commands(text).into_iter().filter(|c| c[0] == "source").collect();
    assert_eq!(
        sourced,
        [["source", "../constraints/de1_soc.qsf"], ["source", "../constraints/task5_quartus.qsf"],]
    );
    let globals = globals(text);
    for (name, expected) in [
        ("TOP_LEVEL_ENTITY", vec!["task5"]),
        ("SYSTEMVERILOG_FILE", vec!["reg4.sv", "task5.sv"]),
        ("SDC_FILE", vec!["../constraints/task5.sdc", "../constraints/task5_quartus.sdc"]),
        ("PROJECT_OUTPUT_DIRECTORY", vec!["output_files"]),
        ("NUM_PARALLEL_PROCESSORS", vec!["ALL"]),
    ] {
        assert_eq!(values(&globals, name), expected, "{name}");
    }
    assert_eq!(globals.len(), 7, "nothing else is set: {globals:?}");
}

#[test]
fn the_quartus_settings_of_the_design_are_usable_in_any_project() {
    for (clocking, project) in both_clockings() {
        let text = &all_files(&project)["constraints/task5_quartus.qsf"];
        let expected = [
            ("SAFE_STATE_MACHINE", "ON"),
            ("GENERATE_RBF_FILE", "ON"),
            ("ON_CHIP_BITSTREAM_DECOMPRESSION", "OFF"),
        ];
        assert_eq!(globals(text), expected.map(|(n, v)| (n.into(), v.into())), "{clocking}");
    }
}

#[test]
fn the_project_file_names_its_one_revision() {
    let text = &all_files(&synchronised())["generated/task5.qpf"];
    let settings: Vec<_> = text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).collect();
    assert_eq!(settings, ["PROJECT_REVISION = \"task5\""]);
}

#[test]
fn first_stages_are_forced_synchronisers_and_direct_clocking_has_none() {
    let forced = |project: &Project| -> Vec<String> {
        commands(&all_files(project)["constraints/task5_quartus.qsf"])
            .into_iter()
            .filter(|c| c[0] == "set_instance_assignment")
            .map(|c| c[1..].join(" "))
            .collect()
    };
    assert_eq!(
        forced(&synchronised()),
        [
            "-name SYNCHRONIZER_IDENTIFICATION FORCED -to *step_key|stage1",
            "-name SYNCHRONIZER_IDENTIFICATION FORCED -to *reset_key|stage1",
        ]
    );
    assert_eq!(forced(&direct()), Vec::<String>::new());
}

#[test]
fn the_portable_constraints_are_clocks_that_nextpnr_reads() {
    let clock = |name: &str, period: &str, bit: &str| {
        ["create_clock", "-name", name, "-period", period, "[", "get_ports", bit, "]"]
            .map(String::from)
            .to_vec()
    };
    let sdc = |project: &Project| commands(&all_files(project)["constraints/task5.sdc"]);
    assert_eq!(sdc(&synchronised()), [clock("CLOCK_50", "20", "CLOCK_50")]);
    assert_eq!(
        sdc(&direct()),
        [clock("CLOCK_50", "20", "CLOCK_50"), clock("slow_clock", "1000", "KEY[0]"),]
    );
}

#[test]
fn the_quartus_false_paths_are_those_declared() {
    let cuts = |project: &Project| -> Vec<String> {
        let commands = commands(&all_files(project)["constraints/task5_quartus.sdc"]);
        assert_eq!(commands[0], ["derive_clock_uncertainty"]);
        let exceptions = commands[1..].iter().map(|command| {
            assert_eq!(command[0], "set_false_path", "{command:?}");
            command[1..].join(" ")
        });
        exceptions.collect()
    };
    let outputs = ["LEDR", "HEX5", "HEX4", "HEX3", "HEX2", "HEX1", "HEX0"]
        .map(|port| format!("-to [ get_ports {port}[*] ]"));

    let inputs = [
        "-from [ get_ports KEY[0] ] -to [ get_registers *step_key|stage1 ]",
        "-from [ get_ports KEY[3] ] -to [ get_registers *reset_key|stage1 ]",
    ];
    assert_eq!(cuts(&synchronised()), [&inputs.map(String::from)[..], &outputs].concat());

    let unsafe_ones = [
        "-from [ get_ports KEY[3] ]",
        "-from [ get_clocks CLOCK_50 ] -to [ get_clocks slow_clock ]",
    ];
    assert_eq!(cuts(&direct()), [&unsafe_ones.map(String::from)[..], &outputs].concat());
}

#[test]
fn an_unsafe_crossing_is_called_unsafe_with_its_reason() {
    let text = &all_files(&direct())["constraints/task5_quartus.sdc"];
    let comments: Vec<_> = text.lines().filter_map(|l| l.strip_prefix("# ")).collect();
    let comments = comments.join(" ");
    for said in [
        "CLOCK_50 to slow_clock: an unsafe crossing, excluded from timing analysis. Four bits are sampled mid-change.",
        "KEY[3]: not synchronised, so not safe; excluded from timing analysis. The lab has none.",
        "Read by eye.",
    ] {
        assert!(comments.contains(said), "{said}\n{text}");
    }
}

#[test]
fn the_constraints_may_be_anywhere_relative_to_the_project() {
    for (folder, pins, sdc) in [
        ("", "de1_soc.qsf", "task5.sdc"),
        (".", "de1_soc.qsf", "task5.sdc"),
        ("../../c", "../../c/de1_soc.qsf", "../../c/task5.sdc"),
        ("../my pins", "../my pins/de1_soc.qsf", "../my pins/task5.sdc"),
    ] {
        let files = board::files(&DE1_SOC, &synchronised(), Path::new(folder)).unwrap();
        let text = &files.project[1].text;
        assert!(commands(text).contains(&vec!["source".into(), pins.into()]));
        assert_eq!(values(&globals(text), "SDC_FILE")[0], sdc);
    }
}
