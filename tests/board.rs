//! The files that put a top on the DE1-SoC, as Quartus and nextpnr-mistral would read them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use baccarat::board::{
    self, BoardError, BoardFiles, Clock, DE1_SOC, Package, Port, Project, Synchroniser, Timing,
    UnsafeCrossing, UnsynchronisedInput, UntimedOutputs,
};
use baccarat::output::MARKER;

fn lab_ports() -> Vec<Port> {
    let mut ports =
        vec![Port::input("CLOCK_50", 1), Port::input("KEY", 4), Port::output("LEDR", 10)];
    ports.extend((0..6).rev().map(|n| Port::output(&format!("HEX{n}"), 7)));
    ports
}

fn clock(name: &str, bit: &str, period_ns: f64) -> Clock {
    Clock { name: name.into(), bit: bit.into(), period_ns, reason: "Because.".into() }
}

fn synchroniser(bit: &str, first_stage: &str) -> Synchroniser {
    Synchroniser { bit: bit.into(), first_stage: first_stage.into() }
}

fn untimed_outputs() -> Vec<UntimedOutputs> {
    vec![UntimedOutputs {
        ports: lab_ports()[2..].iter().map(|p| p.name.clone()).collect(),
        reason: "Read by eye.".into(),
    }]
}

fn project(timing: Timing) -> Project {
    Project {
        top: "task5".into(),
        ports: lab_ports(),
        sources: vec!["reg4.sv".into(), "task5.sv".into()],
        timing,
        package: Package {
            name: "baccarat".into(),
            version: "1.2.3".into(),
            description: "A game: of cards".into(),
            testbench: "task5_tb".into(),
        },
    }
}

/// Both keys pass synchronisers on CLOCK_50.
fn synchronised() -> Project {
    project(Timing {
        clocks: vec![clock("CLOCK_50", "CLOCK_50", 20.0)],
        synchronisers: vec![
            synchroniser("KEY[0]", "step_key|stage1"),
            synchroniser("KEY[3]", "reset_key|stage1"),
        ],
        untimed_outputs: untimed_outputs(),
        ..Timing::default()
    })
}

/// KEY[0] is a clock of its own, KEY[3] the reset.
fn direct() -> Project {
    project(Timing {
        clocks: vec![clock("CLOCK_50", "CLOCK_50", 20.0), clock("slow_clock", "KEY[0]", 1000.0)],
        unsynchronised_inputs: vec![UnsynchronisedInput {
            bit: "KEY[3]".into(),
            reason: "The lab has none.".into(),
        }],
        unsafe_crossings: vec![UnsafeCrossing {
            from: "CLOCK_50".into(),
            to: "slow_clock".into(),
            reason: "Four bits are sampled mid-change.".into(),
        }],
        untimed_outputs: untimed_outputs(),
        ..Timing::default()
    })
}

fn both_clockings() -> [(&'static str, Project); 2] {
    [("synchronised", synchronised()), ("direct", direct())]
}

fn make(project: &Project) -> Result<BoardFiles, BoardError> {
    board::files(&DE1_SOC, project, Path::new("../constraints"))
}

fn all_files(project: &Project) -> BTreeMap<String, String> {
    let files = make(project).unwrap();
    let constraints = files.constraints.into_iter();
    let constraints = constraints.map(|f| (format!("constraints/{}", f.name), f.text));
    let project = files.project.into_iter();
    let project = project.map(|f| (format!("generated/{}", f.name), f.text));
    constraints.chain(project).collect()
}

/// The commands of a settings or constraints file as lists of words, comments left out. Quotes and
/// braces are taken off; `[get_ports x]` becomes the words `[`, `get_ports`, `x`, `]`.
fn commands(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.map(words).collect()
}

fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '"' => rest[1..].split_once('"').expect("a closing quote"),
            '{' => rest[1..].split_once('}').expect("a closing brace"),
            '[' | ']' => rest.split_at(1),
            _ => {
                // A `]` ends a word unless a `[` in the same word began an index.
                let mut depth = 0;
                let end = rest.find(|c: char| {
                    depth += i32::from(c == '[') - i32::from(c == ']');
                    c.is_whitespace() || depth < 0
                });
                rest.split_at(end.unwrap_or(rest.len()))
            }
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

fn globals(text: &str) -> Vec<(String, String)> {
    commands(text)
        .into_iter()
        .filter(|c| c[0] == "set_global_assignment")
        .map(|c| {
            assert_eq!((c.len(), c[1].as_str()), (4, "-name"), "{c:?}");
            (c[2].clone(), c[3].clone())
        })
        .collect()
}

fn values<'a>(globals: &'a [(String, String)], name: &str) -> Vec<&'a str> {
    let named = globals.iter().filter(|(n, _)| n == name);
    named.map(|(_, value)| value.as_str()).collect()
}

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
            // FuseSoC wants the first line for itself.
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

#[test]
fn every_port_bit_has_one_location_and_one_io_standard() {
    let text = &all_files(&synchronised())["constraints/de1_soc.qsf"];
    let mut locations = BTreeMap::new();
    let mut standards = BTreeMap::new();
    for command in commands(text) {
        let words: Vec<_> = command.iter().map(String::as_str).collect();
        let repeated = match words[..] {
            ["set_location_assignment", pin, "-to", bit] => {
                locations.insert(bit.to_owned(), pin.to_owned())
            }
            ["set_instance_assignment", "-name", "IO_STANDARD", standard, "-to", bit] => {
                standards.insert(bit.to_owned(), standard.to_owned())
            }
            ["set_global_assignment", "-name", _, _] => None,
            _ => panic!("nextpnr-mistral would not read {command:?}"),
        };
        assert_eq!(repeated, None, "{command:?}");
    }
    let bits: BTreeSet<_> = lab_ports().iter().flat_map(|p| p.bits().collect::<Vec<_>>()).collect();
    assert_eq!(bits.len(), 1 + 4 + 10 + 42);
    assert_eq!(locations.keys().cloned().collect::<BTreeSet<_>>(), bits);
    assert_eq!(standards.keys().cloned().collect::<BTreeSet<_>>(), bits);
    assert_eq!(locations.values().collect::<BTreeSet<_>>().len(), bits.len());
    for pin in DE1_SOC.pins().unwrap() {
        if bits.contains(pin.signal) {
            assert_eq!(locations[pin.signal], pin.location);
            assert_eq!(standards[pin.signal], pin.io_standard);
        }
    }
}

#[test]
fn pins_are_grouped_by_connector_in_the_order_of_the_ports() {
    let mut project = synchronised();
    project.timing.untimed_outputs.clear();
    project.ports = vec![
        Port::output("HEX1", 7),
        Port::input("KEY", 4),
        Port::input("CLOCK_50", 1),
        Port::output("HEX0", 7),
    ];
    let text = &all_files(&project)["constraints/de1_soc.qsf"];
    let mut order: Vec<_> = commands(text)
        .into_iter()
        .filter(|c| c[0] == "set_location_assignment")
        .map(|c| c[3].split('[').next().unwrap().to_owned())
        .collect();
    order.dedup();
    assert_eq!(order, ["HEX1", "HEX0", "KEY", "CLOCK_50"]);
}

#[test]
fn the_pin_file_has_the_board_and_nothing_of_the_project() {
    let text = &all_files(&synchronised())["constraints/de1_soc.qsf"];
    let expected = [
        ("FAMILY", "Cyclone V"),
        ("DEVICE", "5CSEMA5F31C6"),
        ("DEVICE_FILTER_PACKAGE", "FBGA"),
        ("DEVICE_FILTER_PIN_COUNT", "896"),
        ("DEVICE_FILTER_SPEED_GRADE", "6"),
        ("MIN_CORE_JUNCTION_TEMP", "0"),
        ("MAX_CORE_JUNCTION_TEMP", "85"),
        ("RESERVE_ALL_UNUSED_PINS_WEAK_PULLUP", "AS INPUT TRI-STATED"),
        ("CYCLONEII_RESERVE_NCEO_AFTER_CONFIGURATION", "USE AS REGULAR IO"),
    ];
    assert_eq!(globals(text), expected.map(|(n, v)| (n.into(), v.into())));
    assert!(!text.contains("task5"), "{text}");
}

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
fn what_quartus_has_to_know_of_the_design_is_in_a_file_for_any_project() {
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

/// The lines of a core between the line of a key and the next of the same depth.
fn under<'t>(core: &'t str, key: &str) -> Vec<&'t str> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut lines = core.lines().skip_while(|&line| line != key).skip(1);
    let inside = lines.by_ref().take_while(|l| l.is_empty() || depth(l) > depth(key));
    inside.filter(|line| !line.is_empty()).map(str::trim).collect()
}

#[test]
fn the_design_s_core_lists_the_sources_in_order_and_a_target_for_each_use() {
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
fn the_core_of_the_constraints_lists_all_the_other_files_of_their_folder() {
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
fn a_source_that_yaml_would_read_otherwise_is_quoted() {
    let mut project = synchronised();
    project.sources = ["my sources/a.sv", "-a.sv", "1.sv", "a|b.sv"].map(String::from).to_vec();
    assert_eq!(
        under(&all_files(&project)["generated/baccarat.core"], "  rtl:")[1..5],
        ["- \"my sources/a.sv\"", "- \"-a.sv\"", "- \"1.sv\"", "- \"a|b.sv\""]
    );
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
fn the_quartus_constraints_cut_what_is_declared_and_nothing_else() {
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
        "CLOCK_50 to slow_clock: an unsafe crossing, cut but not made safe. Four bits are sampled mid-change.",
        "KEY[3]: no synchroniser, cut but not made safe. The lab has none.",
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

#[test]
fn a_path_that_cannot_be_written_is_refused_by_name() {
    for (folder, said) in [
        ("/srv/constraints", "\"/srv/constraints/de1_soc.qsf\" is not relative"),
        ("../$HOME", "\"../$HOME/de1_soc.qsf\" cannot be written"),
        ("../a\"b", "\"../a\\\"b/de1_soc.qsf\" cannot be written"),
        ("../\u{e9}t\u{e9}", "\"../\u{e9}t\u{e9}/de1_soc.qsf\" cannot be written"),
    ] {
        let error = board::files(&DE1_SOC, &synchronised(), Path::new(folder)).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
    for source in ["/srv/task5.sv", "a[1].sv", ""] {
        let mut project = synchronised();
        project.sources.push(source.into());
        let error = make(&project).unwrap_err().to_string();
        assert!(error.contains(&format!("{source:?}")), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf_8_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Path::new(std::ffi::OsStr::from_bytes(b"../c\xff"));
    let error = board::files(&DE1_SOC, &synchronised(), folder).unwrap_err();
    assert!(matches!(error, BoardError::Path { .. }), "{error}");
}

#[test]
fn a_port_that_does_not_fit_the_board_is_named_with_the_remedy() {
    let cases = [
        (
            Port::input("CLOCK", 1),
            "`CLOCK` of the top has no pin for `CLOCK` on the DE1-SoC: rename it to one of CLOCK_50, ",
        ),
        (Port::output("GPIO", 36), "no pin for `GPIO[0]` on the DE1-SoC"),
        (
            Port::output("LEDR", 12),
            "port `LEDR[11:0]` of the top has no pin for `LEDR[10]` on the DE1-SoC, which has LEDR[0] to LEDR[9]",
        ),
        (
            Port::output("HEX0", 8),
            "no pin for `HEX0[7]` on the DE1-SoC, which has HEX0[0] to HEX0[6]",
        ),
        (Port::input("KEY", 1), "no pin for `KEY` on the DE1-SoC, which has KEY[0] to KEY[3]"),
        (
            Port::input("CLOCK_50", 2),
            "no pin for `CLOCK_50[0]` on the DE1-SoC, which has CLOCK_50:",
        ),
        (
            Port::output("KEY", 4),
            "port `KEY` is an output of the top, but the DE1-SoC has it as an input of the FPGA",
        ),
        (
            Port::input("LEDR", 10),
            "port `LEDR` is an input of the top, but the DE1-SoC has it as an output of the FPGA",
        ),
        (Port::input("SW", 0), "port `SW` of the top is 0 bits wide"),
    ];
    for (port, said) in cases {
        let mut project = project(Timing::default());
        project.ports = vec![port];
        let error = make(&project).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn a_port_narrower_than_its_connector_fits() {
    let mut project = project(Timing::default());
    project.ports = vec![Port::input("KEY", 2)];
    let text = &all_files(&project)["constraints/de1_soc.qsf"];
    assert_eq!(text.matches("set_location_assignment").count(), 2);
}

/// Makes one thing wrong.
type Spoil<T> = fn(&mut T);

#[test]
fn a_project_that_makes_no_sense_is_refused() {
    let cases: [(Spoil<Project>, &str); 12] = [
        (|p| p.top = "task 5".into(), "`task 5` cannot be the name of a top module"),
        (|p| p.top = String::new(), "`` cannot be the name of a top module"),
        (|p| p.sources.clear(), "the project `task5` has no source files"),
        (|p| p.ports.push(Port::input("KEY", 4)), "the top has two ports named `KEY`"),
        (|p| p.package.name = "a b".into(), "`a b` cannot be the name of a FuseSoC core"),
        (|p| p.package.testbench = "t.sv".into(), "`t.sv` cannot be the name of a testbench"),
        (|p| p.package.version = "1.0-beta".into(), "the version \"1.0-beta\" is not numbers"),
        (|p| p.package.version = "1..2".into(), "the version \"1..2\" is not numbers"),
        (|p| p.package.version = String::new(), "the version \"\" is not numbers"),
        (|p| p.package.description = " ".into(), "the description is \" \""),
        (|p| p.package.description = "a\nb".into(), "the description is \"a\\nb\""),
        (|p| p.package.description = "a \"b\"".into(), "write one line of printable ASCII"),
    ];
    for (spoil, said) in cases {
        let mut project = synchronised();
        spoil(&mut project);
        let error = make(&project).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn a_timing_description_that_does_not_fit_the_top_is_refused() {
    let cases: [(Spoil<Timing>, &str); 16] = [
        (
            |t| t.clocks[1].bit = "KEY[7]".into(),
            "the clock `KEY[7]` is no input of `task5`: use one of its inputs, CLOCK_50, KEY[3:0]",
        ),
        (|t| t.clocks[1].bit = "KEY".into(), "the clock `KEY` is no input of `task5`"),
        (|t| t.clocks[1].bit = "LEDR[0]".into(), "the clock `LEDR[0]` must be an input"),
        (
            |t| t.clocks[1].bit = "KEY[3]".into(),
            "`KEY[3]` is described twice, as clock and as unsynchronised input",
        ),
        (|t| t.clocks[1].name = "CLOCK_50".into(), "`CLOCK_50` is described twice"),
        (|t| t.clocks[1].name = "KEY[0]".into(), "`KEY[0]` cannot be the name of a clock"),
        (|t| t.clocks[1].period_ns = 0.0, "clock `slow_clock` has a period of 0 ns"),
        (|t| t.clocks[1].period_ns = f64::NAN, "clock `slow_clock` has a period of NaN ns"),
        (
            |t| t.clocks[0].period_ns = 10.0,
            "10 ns, but the oscillator on CLOCK_50 of the DE1-SoC has 20 ns",
        ),
        (|t| t.clocks[0].reason = " ".into(), "the reason given for clock `CLOCK_50` is \" \""),
        (
            |t| t.synchronisers.push(synchroniser("SW[0]", "a|b")),
            "the synchronised input `SW[0]` is no input",
        ),
        (
            |t| t.synchronisers.push(synchroniser("KEY[1]", "a.b")),
            "`a.b` is not the name of a register",
        ),
        (
            |t| t.unsafe_crossings[0].to = "KEY0".into(),
            "the clock `KEY0`, which is not declared: declare it or use one of CLOCK_50, slow_clock",
        ),
        (
            |t| t.unsafe_crossings[0].reason = "caf\u{e9}".into(),
            "the reason given for crossing `CLOCK_50` to `slow_clock`",
        ),
        (
            |t| t.untimed_outputs[0].ports[0] = "LED".into(),
            "the untimed output `LED` is no output of `task5`: use one of its outputs, LEDR[9:0], HEX5[6:0]",
        ),
        (
            |t| t.untimed_outputs[0].ports[0] = "KEY".into(),
            "the untimed output `KEY` must be an output",
        ),
    ];
    for (spoil, said) in cases {
        let mut project = direct();
        spoil(&mut project.timing);
        let error = make(&project).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}
