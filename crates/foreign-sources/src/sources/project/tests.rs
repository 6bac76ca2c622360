use super::super::tests::{folder, names};
use super::super::{SourceSet, Sources};
use super::*;
use tempfile::TempDir;

const TOP: &str = "module top(input clk); leaf u(); pll p(); endmodule";

fn collect(folder: &TempDir, file: &str) -> Result<SourceSet, String> {
    let files = vec![folder.path().join(file)];
    let sources =
        Sources { files, preferred_top: Some("task5"), is_submission: true, ..Sources::default() };
    sources.collect().map_err(|error| error.to_string())
}

/// A folder with a project of these settings and some sources.
fn project(settings: &str) -> TempDir {
    folder(&[
        ("lab/lab.qsf", settings),
        ("lab/lab.qpf", "QUARTUS_VERSION = \"18.1\"\nPROJECT_REVISION = \"lab\"\n"),
        ("lab/top.v", TOP),
        (
            "lab/rtl/leaf.sv",
            "`include \"widths.vh\"\nmodule leaf; initial $readmemh(\"rom.hex\", m); endmodule",
        ),
        ("lab/rom.hex", "0"),
        ("lab/inc/widths.vh", ""),
        ("lab/ip/pll.v", "module pll; endmodule"),
        (
            "lab/ip/pll.qip",
            "set_global_assignment -name VERILOG_FILE [file join $::quartus(qip_path) \"pll.v\"]\n",
        ),
        ("lab/pins.tcl", "set_location_assignment PIN_AF14 -to clk ; # the clock\n"),
        ("other/x.v", "module x; endmodule"),
    ])
}

#[test]
fn a_project_names_sources_settings_and_pins() {
    let folder = project(
        "# comment\r\nset_global_assignment -name DEVICE 5CSEMA5F31C6\r\n\
         set_global_assignment -name TOP_LEVEL_ENTITY top\r\n\
         set_global_assignment -name SYSTEMVERILOG_FILE rtl\\leaf.sv\n\
         set_global_assignment -name VERILOG_FILE \"top.v\" -hdl_version Verilog_2001\n\
         set_global_assignment -name QIP_FILE ip/pll.qip\n\
         set_global_assignment -name SDC_FILE none.sdc\n\
         set_global_assignment -name SEARCH_PATH inc/\n\
         set_global_assignment -name VERILOG_MACRO \"FAST=1\"\n\
         set_global_assignment -name VERILOG_MACRO \"BARE=<None>\"\n\
         set_global_assignment -name VERILOG_MACRO \"A=1; !x\"\nsource\n\
         set_parameter -name WIDTH 8\nset_parameter -name DEPTH 4 -to u\nset_parameter -name NAME abc\n\
         set_location_assignment PIN_AB12 -to \"sw[0]\"\nset_location_assignment -to led[10] PIN_V16\n\
         set_instance_assignment -name WEAK_PULL_UP_RESISTOR ON -to sw[0] -entity top\n\
         set_instance_assignment -name IO_STANDARD \"3.3-V LVTTL\" -to led\n\
         set_instance_assignment -name weak_pull_up_resistor \"off\" -to \"led\"\n\
         source pins.tcl\n",
    );
    let set = collect(&folder, "lab/lab.qpf").expect("sources");
    assert_eq!(set.top.as_deref(), Some("top"));
    assert_eq!(set.units, ["sources/rtl/leaf.sv", "sources/top.v", "sources/ip/pll.v"]);
    assert!(names(&set).contains(&"sources/rtl/rom.hex"), "{:?}", names(&set));
    assert_eq!(set.includes, ["sources", "sources/inc"]);
    assert_eq!(
        (set.defines, set.parameters),
        (vec!["FAST=1".into(), "BARE".into()], vec!["WIDTH=8".into()])
    );
    let pins =
        [("sw", Some(0), "PIN_AB12"), ("led", Some(10), "PIN_V16"), ("clk", None, "PIN_AF14")];
    let pins =
        pins.map(|(port, index, pin)| PinAssignment { port: port.into(), index, pin: pin.into() });
    assert_eq!(set.assignments.pins, pins);
    let pull_ups = [("sw[0]", true), ("led", false)];
    let pull_ups = pull_ups.map(|(to, is_on)| PullUp { to: to.into(), is_on });
    assert_eq!(set.assignments.pull_ups, pull_ups);
    assert!(set.has_board_ports);
    let expected = [
        "lab.qsf:11: `A=1; !x` does not define a macro: write it as NAME or NAME=VALUE, such as WIDTH=4 or COLOUR=8'h3c",
        "lab.qsf:12: `` is not a file",
        "lab.qsf:15: the parameter `NAME` is left out: only numbers are supported",
    ];
    assert_eq!(set.warnings.len(), expected.len(), "{:?}", set.warnings);
    for (warning, expected) in set.warnings.iter().zip(expected) {
        assert!(warning.ends_with(expected), "{warning}");
    }
}

#[test]
fn modules_that_no_file_declares_are_searched_by_their_names() {
    let folder = project(
        "set_global_assignment -name VERILOG_FILE top.v\nset_global_assignment -name SEARCH_PATH rtl\n\
         set_global_assignment -name SEARCH_PATH ip\nset_global_assignment -name SEARCH_PATH inc\n\
         set_global_assignment -name TOP_LEVEL_ENTITY top\n",
    );
    let set = collect(&folder, "lab").expect("sources");
    assert_eq!(set.units, ["sources/top.v", "sources/rtl/leaf.sv", "sources/ip/pll.v"]);
}

#[test]
fn a_project_without_sources_has_all_in_its_folder() {
    let pins = "set_location_assignment PIN_AF14 -to clk\n";
    let files = [
        ("lab/main.v", "module main(input clk); leaf u(); endmodule"),
        ("lab/rtl/leaf.v", "module leaf; endmodule"),
        ("lab/db/copy.v", "module copy; endmodule"),
    ];
    let cases = [
        // The board's settings, with the top module of another design.
        ("lab/DE1_SoC.qsf", "set_global_assignment -name TOP_LEVEL_ENTITY DE1_SoC\n", 1, 1),
        ("lab/main.qsf", "", 1, 1),
        // Its `.qsf` file was not published.
        ("lab/main.qpf", "PROJECT_REVISION = \"main\"\n", 0, 2),
    ];
    for (project, settings, assigned, warnings) in cases {
        let settings = format!("{settings}{pins}");
        let all = [&files[..], &[(project, settings.as_str())]].concat();
        for named in [project, "lab"] {
            let set = collect(&folder(&all), named).expect(project);
            assert_eq!(set.top.as_deref(), Some("main"), "{project}");
            assert_eq!(set.units, ["sources/main.v", "sources/rtl/leaf.v"], "{project}");
            assert_eq!(set.assignments.pins.len(), assigned, "{project}");
            assert_eq!(set.warnings.len(), warnings, "{:?}", set.warnings);
            let expected = "/lab` and below it are read";
            assert!(set.warnings.last().is_some_and(|warning| warning.ends_with(expected)));
        }
    }
    let error = collect(&folder(&[("lab/lab.qpf", "")]), "lab").expect_err("no sources");
    assert!(error.ends_with("no Verilog files"), "{error}");
}

#[test]
fn settings_without_sources_have_those_of_the_folder_that_is_named() {
    let board = |device| format!("{device}set_location_assignment PIN_AF14 -to clk\n");
    let ours = board("set_global_assignment -name DEVICE 5CSEMA5F31C6\n");
    let other = board("set_global_assignment -name DEVICE 10M50DAF484C7G\n");
    let files = [
        ("rtl/main.v", "module main(input clk); endmodule"),
        ("settings/DE1_SoC.qsf", &ours),
        ("settings/DE10_Lite.qsf", &other),
    ];
    let set = collect(&folder(&files), "").expect("sources");
    assert_eq!(
        (set.units.len(), set.assignments.pins.len(), set.top.as_deref()),
        (1, 1, Some("main"))
    );
    let files = [files[0], ("one.qsf", &other), ("settings/other.qsf", &other)];
    let warning = collect(&folder(&files), "").expect("sources").warnings.concat();
    assert!(warning.contains("the device is 10M50DAF484C7G"), "{warning}");
    let files = [files[0], ("one/one.qsf", &other), ("two/two.qsf", &other)];
    let error = collect(&folder(&files), "").expect_err("two projects");
    assert!(error.contains("there are several projects"), "{error}");
}

#[test]
fn absolute_paths_of_other_computers_are_searched_below_the_project() {
    for place in ["C:\\work\\lab\\rtl\\leaf.sv", "//server/home$/lab/rtl/leaf.sv", "C:/leaf.sv"] {
        let folder = project(&format!(
            "set_global_assignment -name VERILOG_FILE {place}\nset_global_assignment -name SEARCH_PATH inc\n\
             set_global_assignment -name TOP_LEVEL_ENTITY leaf"
        ));
        let set = collect(&folder, "lab/lab.qsf").expect(place);
        assert_eq!(set.units, ["sources/rtl/leaf.sv"]);
        let is_at_end = place.contains("rtl");
        assert_eq!(set.warnings.is_empty(), is_at_end, "{:?}", set.warnings);
    }
}

#[test]
fn projects_with_problems_are_explained() {
    let top = "set_global_assignment -name VERILOG_FILE top.v\n";
    let cases = [
        (
            "set_global_assignment -name VERILOG_FILE ../other/x.v",
            "lab.qsf:1: `../other/x.v` is outside the folder of the project",
        ),
        (
            "\nset_global_assignment -name QIP_FILE /etc/passwd",
            "lab.qsf:2: `/etc/passwd` is outside the folder of the project",
        ),
        ("source ../other/x.v", "lab.qsf:1: `../other/x.v` is outside"),
        ("set_global_assignment -name SEARCH_PATH ..", "lab.qsf:1: `..` is outside"),
        (
            "set_global_assignment -name TOP_LEVEL_ENTITY main",
            "no file declares the top module `main`; choose one with --top: `top`",
        ),
        ("set_global_assignment -name TOP_LEVEL_ENTITY \"m; !x\"", "is not the name of a module"),
    ];
    for (settings, message) in cases {
        let folder = project(&format!("{settings}\n{top}"));
        let error = collect(&folder, "lab/lab.qsf").expect_err(settings);
        assert!(error.contains(message), "{error}");
    }
    // With the folder that contains both, all is inside.
    let outside = "set_global_assignment -name VERILOG_FILE ../other/x.v\n\
                   set_global_assignment -name TOP_LEVEL_ENTITY x";
    assert!(collect(&project(outside), "").is_ok());
}

#[test]
fn links_and_paths_do_not_lead_out_of_the_folder() {
    let folder = folder(&[
        ("secret/lab.qsf", "set_global_assignment -name VERILOG_FILE x.v"),
        ("secret/x.v", "module x; endmodule"),
        ("lab/deep/top.v", "module top; endmodule"),
        ("lab/qpf/lab.qpf", "PROJECT_REVISION = \"lab\""),
        ("lab/qip/lab.qsf", "set_global_assignment -name QIP_FILE link.qip"),
        ("lab/up/lab.qsf", "set_global_assignment -name QIP_FILE ../../secret/lab.qsf"),
        ("lab/dots/lab.qsf", "set_global_assignment -name QIP_FILE deep/../../../secret/lab.qsf"),
        ("lab/search/lab.qsf", "set_global_assignment -name SEARCH_PATH link"),
        ("lab/source/lab.qsf", "set_global_assignment -name VERILOG_FILE link.v"),
        ("lab/inside/lab.qsf", "set_global_assignment -name VERILOG_FILE link.v"),
        ("lab/inside/rtl/top.v", "module lab; endmodule"),
        ("lab/links/top.v", "module top; endmodule"),
    ]);
    for (link, target) in [
        ("qpf/lab.qsf", "../../secret/lab.qsf"),
        ("qip/link.qip", "../../secret/lab.qsf"),
        ("search/link", "../../secret"),
        ("source/link.v", "../../secret/x.v"),
        ("inside/link.v", "rtl/top.v"),
        ("links/lab.qsf", "../../secret/lab.qsf"),
    ] {
        let link = folder.path().join("lab").join(link);
        std::os::unix::fs::symlink(target, link).expect("a link");
    }
    std::fs::create_dir(folder.path().join("lab/dots/deep")).expect("a folder");
    for (project, name) in [
        ("qpf", "lab.qsf"),
        ("qip", "link.qip"),
        ("up", "../../secret/lab.qsf"),
        ("dots", "deep/../../../secret/lab.qsf"),
        ("search", "link"),
        ("source", "link.v"),
    ] {
        let error = collect(&folder, &format!("lab/{project}")).expect_err(project);
        assert!(
            error.contains(&format!("{name}` is outside the folder of the project")),
            "{error}"
        );
    }
    for (project, unit) in [("inside", "sources/rtl/top.v"), ("links", "sources/top.v")] {
        let set = collect(&folder, &format!("lab/{project}")).expect(project);
        assert_eq!(set.units, [unit]);
    }
}

#[test]
fn other_languages_are_named_if_the_top_needs_them() {
    let settings = "set_global_assignment -name VERILOG_FILE top.v\n\
                    set_global_assignment -name VHDL_FILE alu.vhd\nset_global_assignment -name BDF_FILE main.bdf\n\
                    set_global_assignment -name QXP_FILE codec.qxp\n";
    for (top, expected) in [
        ("module lab; Alu u(1); endmodule", Some("module `Alu` is in `")),
        ("module lab; main u(1); endmodule", Some("main.bdf`, but only Verilog")),
        (
            "module lab; codec u(1); endmodule",
            Some("netlist for Quartus, so name a source with module `codec`"),
        ),
        ("module lab; endmodule", None),
    ] {
        let folder = folder(&[
            ("codec.qxp", "netlist"),
            ("lab.qsf", settings),
            ("top.v", top),
            ("alu.vhd", "-- entity x is\nENTITY alu IS end;"),
            ("main.bdf", ""),
        ]);
        match (collect(&folder, "lab.qsf"), expected) {
            (Ok(set), None) => assert_eq!(set.top.as_deref(), Some("lab")),
            (Err(error), Some(part)) => assert!(error.contains(part), "{error}"),
            (found, _) => panic!("{top}: {found:?}"),
        }
    }
}

#[test]
fn what_is_not_as_in_quartus_is_a_warning() {
    let cases = [
        ("set_global_assignment -name DEVICE 10M50DAF484C7G", "ports are connected by their names"),
        ("set_global_assignment -name VERILOG_FILE C:/x.v", "lab.qsf:1: there is no `C:/x.v`"),
        ("foreach x {1} {\n}", "lab.qsf:1: `foreach` of Tcl is not followed"),
        ("source none.tcl", "lab.qsf:1: there is no `none.tcl`"),
        ("set_global_assignment -name QIP_FILE x.qip", "/x.qip:1: there is no `./x.v`"),
    ];
    for (settings, message) in cases {
        let folder = folder(&[
            (
                "lab.qsf",
                &format!(
                    "{settings}\nset_location_assignment PIN_AF14 -to c\nset_global_assignment -name SOURCE_FILE lab.v"
                ),
            ),
            ("lab.v", "module lab(input c); endmodule"),
            (
                "x.qip",
                "set_global_assignment -name VERILOG_FILE [file join $::quartus(qip_path) x.v]",
            ),
        ]);
        let set = collect(&folder, "lab.qsf").expect(settings);
        let [warning] = set.warnings.as_slice() else { panic!("{:?}", set.warnings) };
        assert!(warning.contains(message), "{warning}");
        assert_eq!(set.assignments.pins.is_empty(), settings.contains("DEVICE"));
    }
}

#[test]
fn names_are_found_in_any_case_as_on_windows() {
    let lab = "module lab(input c); Sub u(c); endmodule";
    let files = [
        (
            "lab.qsf",
            "set_global_assignment -name VERILOG_FILE RTL/LAB.v\n\
             set_global_assignment -name SEARCH_PATH \"c:\\\\old\\\\v_sub/\"\n\
             set_global_assignment -name SEARCH_PATH v_sub",
        ),
        ("rtl/Lab.v", lab),
        ("V_Sub/Sub.v", "module Sub(input c); endmodule"),
    ];
    let set = collect(&folder(&files), "lab.qsf").expect("sources");
    assert_eq!(
        (set.units, set.warnings),
        (vec!["sources/rtl/Lab.v".into(), "sources/V_Sub/Sub.v".into()], vec![])
    );
    let two = [&files[..], &[("RTL2/x.v", ""), ("v_SUB/y.v", "")]].concat();
    let set = collect(&folder(&two), "lab.qsf").expect("sources");
    assert!(set.warnings[0].ends_with("there is no `c:\\old\\v_sub/`"), "{:?}", set.warnings);
}

#[test]
fn a_file_that_was_moved_is_found_by_its_name() {
    let settings = "set_global_assignment -name VERILOG_FILE rtl/lab.v\n\
                    set_global_assignment -name TOP_LEVEL_ENTITY lab\n\
                    set_global_assignment -name VERILOG_FILE C:\\\\old\\\\sub.v";
    let lab = "module lab(input c); sub u(c); endmodule";
    let sub = "module sub(input c); endmodule";
    let files = [("quartus/lab.qsf", settings), ("src/Lab.v", lab), ("src/sub.v", sub)];
    let folder = folder(&files);
    let set = collect(&folder, "").expect("moved files");
    assert_eq!(set.units, ["sources/src/Lab.v", "sources/src/sub.v"]);
    let [first, second] = set.warnings.as_slice() else { panic!("{:?}", set.warnings) };
    assert!(first.contains("lab.qsf:1: there is no `rtl/lab.v`: `"), "{first}");
    assert!(second.contains("src/sub.v` is read instead"), "{second}");
    // Only the project's own folder is searched.
    let error = collect(&folder, "quartus/lab.qsf").expect_err("a missing file");
    assert!(error.starts_with("no file declares the top module `lab`\n"), "{error}");
    assert!(error.contains("lab.qsf:1: there is no `rtl/lab.v`"), "{error}");
    let two = self::folder(&[&files[..], &[("copy/lab.v", lab)]].concat());
    let error = collect(&two, "").expect_err("two files of the name");
    assert!(error.contains("lab.qsf:1: there is no `rtl/lab.v`"), "{error}");
}
