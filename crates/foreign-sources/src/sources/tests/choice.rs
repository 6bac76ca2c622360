//! Which files, projects and top modules are taken.

use super::super::folder::Contents;
use super::*;

#[test]
fn a_byte_order_mark_is_no_part_of_a_text() {
    let folder = folder(&[
        ("a.sv", "\u{feff}module a;\n`include \"b.vh\"\nendmodule"),
        ("b.vh", "\u{feff}wire b;"),
        ("list.f", "\u{feff}+define+X=1\n"),
    ]);
    let files = vec![folder.path().join("a.sv")];
    let lists = vec![folder.path().join("list.f")];
    let set = Sources { files, lists, ..Sources::default() }.collect().expect("sources");
    assert!(set.files.iter().all(|file| !file.text.contains('\u{feff}')));
    assert_eq!(set.defines, ["X=1"]);
}

#[test]
fn hidden_and_binary_files_of_a_folder_are_left_out() {
    let folder = folder(&[
        ("lab/task5.sv", "module task5(input CLOCK_50); endmodule"),
        ("lab/._task5.sv", "\0\u{5}\u{16}\u{7}\0 module task5; endmodule"),
        ("lab/netlist.v", "module task5; \0 endmodule"),
    ]);
    let set = collect(&folder, &["lab"], &[]).expect("sources");
    assert_eq!(names(&set), ["sources/task5.sv"]);
}

#[test]
fn templates_of_the_wizard_in_a_folder_are_left_out() {
    let folder = folder(&[
        ("lab/top.v", "module top(input CLOCK_50); ram u(CLOCK_50); pll_bb p(CLOCK_50); endmodule"),
        ("lab/ram.v", "module ram(input c); endmodule"),
        ("lab/ram_bb.v", "module ram(c); input c; endmodule"),
        ("lab/ram_inst.v", "ram ram_inst (.c(c_sig));"),
        ("lab/pll_bb.v", "module pll_bb(input c); endmodule"),
        ("lab/u_inst.v", "module u_inst; endmodule"),
        ("lab/system/system_inst.v", "\tsystem u0 (\n\t\t.clk (<connected-to-clk>)\n\t);"),
    ]);
    let set = collect(&folder, &["lab"], &[]).expect("sources");
    assert_eq!(names(&set), ["sources/pll_bb.v", "sources/ram.v", "sources/top.v"]);
    assert_eq!((set.warnings, set.left_out), (vec![], vec!["u_inst".to_string()]));
}

#[test]
fn sources_with_names_of_templates_are_read() {
    for (name, text) in [
        ("u_inst.sv", "package p; endpackage"),
        ("u_inst.v", "package p; endpackage"),
        ("u_bb.v", "module u_bb; endmodule module p; endmodule"),
        ("v_inst.v", "u u1 ();"),
    ] {
        let name = format!("lab/{name}");
        let folder = folder(&[("lab/u.v", "module u(input CLOCK_50); endmodule"), (&name, text)]);
        let files = Contents::of(&folder.path().join("lab"), None).expect("sources");
        let mut both = ["lab/u.v", &name].map(|file| folder.path().join(file));
        both.sort();
        let Contents::Sources(found) = files else { panic!("{name}") };
        assert_eq!(found, both);
    }
}

#[test]
fn of_several_tops_the_one_with_most_ports_of_the_board_is_taken_and_the_choice_is_a_warning() {
    let folder = folder(&[
        ("a.sv", "module a(input CLOCK_50, input [9:0] SW); endmodule"),
        ("b.sv", "module b(input CLOCK_50, output [6:0] HEX0, output [6:0] HEX1); endmodule"),
        ("c.sv", "module c(input d); endmodule"),
    ]);
    let set = collect(&folder, &["a.sv", "b.sv", "c.sv"], &[]).expect("sources");
    assert_eq!(set.top.as_deref(), Some("b"));
    assert!(set.warnings[0].contains("--top chooses another one: `a`"), "{:?}", set.warnings);
}

#[test]
fn a_project_without_sources_or_for_another_top_does_not_count() {
    let task = "module task5(input CLOCK_50); endmodule";
    let project = |top: &str| {
        format!(
            "set_global_assignment -name TOP_LEVEL_ENTITY {top}\nset_global_assignment -name VERILOG_FILE {top}/{top}.sv\n"
        )
    };
    let (four, five) = (project("task4"), project("task5").replace("task5/task5", "task5"));
    let pins = "set_global_assignment -name TOP_LEVEL_ENTITY DE1_SoC\nset_location_assignment PIN_AF14 -to CLOCK_50\n";
    let folder = folder(&[
        ("pins/settings/DE1_SoC.qsf", pins),
        ("pins/task5/task5.qsf", &five),
        ("pins/task5/task5.sv", task),
        ("old/task4.qsf", &four),
        ("old/task4/task4.sv", "module task4(input CLOCK_50); endmodule"),
        ("old/task5/task5.sv", task),
        ("other/task4.qsf", &four),
        ("other/task4/task4.sv", "module task4(input CLOCK_50); endmodule"),
    ]);
    for (name, is_submission, top) in [
        ("pins", false, "task5"),
        ("pins", true, "task5"),
        ("old", false, "task4"),
        ("old", true, "task5"),
        ("other", true, "task4"),
    ] {
        let files = vec![folder.path().join(name)];
        let preferred_top = Some("task5");
        let sources = Sources { files, preferred_top, is_submission, ..Sources::default() };
        let set = sources.collect().expect(name);
        assert_eq!(set.top.as_deref(), Some(top), "{name} {is_submission}");
    }
}

#[test]
fn of_the_labs_of_a_course_a_submission_is_the_one_with_the_parts() {
    const PARTS: &[&str] = &["control", "counter"];
    let machine = |name: &str| {
        format!(
            "module {name}(input CLOCK_50); control c(CLOCK_50); counter d(CLOCK_50); endmodule"
        )
    };
    let (task5, lab1) = (machine("task5"), machine("lab1"));
    let instance = task5.replace("endmodule", "remark r(CLOCK_50); endmodule");
    let control = ("lab1/control.sv", "module control(input a); endmodule");
    let counter = ("lab1/counter.sv", "module counter(input a); endmodule");
    let other = "module task5(input CLOCK_50, input [9:0] SW); endmodule";
    let project = |top: &str, file: &str| {
        format!(
            "set_global_assignment -name TOP_LEVEL_ENTITY {top}\nset_global_assignment -name VERILOG_FILE {file}\n"
        )
    };
    let (one, two) = (project("lab1", "lab1.sv"), project("task5", "task5.sv"));
    let pins = "set_location_assignment PIN_AF14 -to CLOCK_50\n";
    let commented = "// datapath: part of the module task5\nmodule remark(input a); endmodule";
    let repositories: [&[(&str, &str)]; 7] = [
        &[
            ("lab1/task5.sv", &task5),
            ("lab3/task5/task5.sv", other),
            ("lab3/task3/unfinished.sv", "initial begin end endmodule"),
        ],
        &[("lab1/lab1.sv", &lab1), ("lab3/task5/task5.sv", other)],
        &[("lab1/lab1.sv", &lab1), ("lab3/task5.sv", other), ("lab3/task5.qsf", &two)],
        &[
            ("lab1/lab1.sv", &lab1),
            ("lab1/lab1.qsf", &one),
            ("lab3/task5.sv", other),
            ("lab3/task5.qsf", &two),
        ],
        &[("lab1/lab1.sv", &lab1), ("lab4/DE1_SoC.qsf", pins), ("lab6/DE1_SoC.qsf", pins)],
        // The project of another lab.
        &[
            ("lab1/task5.sv", &task5),
            ("lab3/task5/task5.sv", other),
            ("lab3/task5/task5.qsf", &two),
        ],
        &[("lab1/task5.sv", &instance), ("lab1/remark.sv", commented)],
    ];
    let collect = |files: &[(&str, &str)], is_submission| {
        let folder = folder(&[files, &[control, counter]].concat());
        let files = vec![folder.path().to_owned()];
        let preferred_top = Some("task5");
        let sources =
            Sources { files, preferred_top, parts: PARTS, is_submission, ..Sources::default() };
        sources.collect().map(|set| (set.top, set.units, set.warnings))
    };
    for (number, files) in repositories.into_iter().enumerate() {
        let file = files[0].0.trim_start_matches("lab1/");
        let (top, units, warnings) = collect(files, true).expect("the lab");
        assert_eq!(top.as_deref(), file.strip_suffix(".sv"), "{number}");
        let has_remark = files.iter().any(|file| file.0.contains("remark"));
        assert_eq!(units.len(), 3 + usize::from(has_remark), "{number}: {units:?}");
        // A project of the lab itself says what belongs to it.
        let has_project = files.iter().any(|file| file.0 == "lab1/lab1.qsf");
        let is_other = !has_project && files.iter().any(|file| file.1 == other);
        let left_out = |warning: &String| warning.contains("Left out as another lab: `");
        assert_eq!(warnings.iter().any(left_out), is_other, "{number}: {warnings:?}");
    }
    // Solutions with parts of other names, and any other design.
    let files = [("lab1/task5.sv", other), ("lab1/task4.sv", &machine("task4"))];
    assert_eq!(collect(&files, true).expect("a lab").0.as_deref(), Some("task5"));
    assert!(collect(repositories[0], false).is_err());
    // An only project counts, whatever its top module.
    let files = [("lab1/lab1.sv", &lab1[..]), ("lab1/x.sv", "module x(input CLOCK_50); endmodule")];
    let x = project("x", "x.sv");
    let files = [&files[..], &[("lab1/x.qsf", &x)]].concat();
    assert_eq!(collect(&files, true).expect("the project").0.as_deref(), Some("x"));
}

#[test]
fn sources_beside_the_folder_of_a_project_are_read_unless_it_is_a_submission() {
    let folder = folder(&[
        (
            "quartus/lamp.qsf",
            "set_global_assignment -name TOP_LEVEL_ENTITY lamp\nset_global_assignment -name VERILOG_FILE ../src/lamp.v\n",
        ),
        (
            "src/lamp.v",
            "`include \"lamp.vh\"\nmodule lamp(input s, output l); assign l = s; endmodule",
        ),
        ("src/lamp.vh", ""),
    ]);
    let files = vec![folder.path().join("quartus/lamp.qsf")];
    let sources = Sources { files, ..Sources::default() };
    let set = sources.collect().expect("sources");
    assert_eq!(names(&set), ["sources/src/lamp.v", "sources/src/lamp.vh"]);
    let error = Sources { is_submission: true, ..sources }.collect().expect_err("a submission");
    assert!(matches!(error, ForeignError::OutsideProject { .. }), "{error}");
}

#[test]
fn a_macro_of_a_module_does_not_keep_other_files_that_define_it() {
    let folder = folder(&[
        (
            "machine.sv",
            "module machine(input c);\n`define END 4'd8\nwire [3:0] e = `END;\nendmodule",
        ),
        (
            "machine_old.sv",
            "module machine(input c);\n`define END 4'd8\nwire [3:0] e = `END + 1;\nendmodule",
        ),
        ("tb.sv", "module tb;\n`define END 4'd8\n`define W 4\n covergroup g; endgroup\nendmodule"),
        ("widths.sv", "`define W 4\n"),
        ("top.sv", "module top(input CLOCK_50); wire [`W:0] w; machine m(CLOCK_50); endmodule"),
    ]);
    let files = ["machine.sv", "machine_old.sv", "tb.sv", "widths.sv", "top.sv"];
    let set = collect(&folder, &files, &[]).expect("sources");
    assert_eq!(names(&set), ["sources/machine.sv", "sources/top.sv", "sources/widths.sv"]);
}
