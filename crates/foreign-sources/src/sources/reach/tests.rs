use super::super::tests::{folder, names};
use super::super::{SourceSet, Sources};
use tempfile::TempDir;

/// Files, each with its name and its text.
type Files<'t> = &'t [(&'t str, &'t str)];

fn collect(folder: &TempDir, top: &str, files: &[&str]) -> Result<SourceSet, String> {
    let files = files.iter().map(|file| folder.path().join(file)).collect();
    let sources = Sources { files, top: Some(top.into()), ..Sources::default() };
    sources.collect().map_err(|error| error.to_string())
}

#[test]
fn what_the_top_does_not_reach_is_left_out() {
    const TOP: (&str, &str) = (
        "top.sv",
        "module tb;\n top t();\nendmodule\nmodule top(input a);\n  leaf u1(a);\nendmodule\n",
    );
    const LEAF: (&str, &str) = ("leaf.sv", "module leaf(input a); endmodule");
    // The other files, and those that are copied besides top.sv and leaf.sv.
    let cases: [(&str, Files, &[&str]); 7] = [
        ("an unfinished file", &[("new.sv", "module new(input a; assign")], &[]),
        (
            "a missing file of a testbench",
            &[("t.sv", "`include \"none.svh\"\nmodule t; endmodule")],
            &[],
        ),
        ("an import of a testbench", &[("t.sv", "import p::*; module t; endmodule")], &[]),
        ("another module", &[("b.sv", "module b; leaf u(); endmodule")], &[]),
        ("a type", &[("t.sv", "typedef logic t; module t2; endmodule")], &["t.sv"]),
        ("a package", &[("p.sv", "package p; endpackage")], &[]),
        ("a module with a macro", &[("m.sv", "module m; `define W 4\nendmodule")], &[]),
    ];
    for (name, others, kept) in cases {
        let all: Vec<(&str, &str)> = [TOP, LEAF].iter().chain(others).copied().collect();
        let folder = folder(&all);
        let files: Vec<&str> = all.iter().map(|file| file.0).collect();
        let set = collect(&folder, "top", &files).expect(name);
        let mut expected: Vec<String> = ["top.sv", "leaf.sv"]
            .iter()
            .chain(kept)
            .map(|file| format!("sources/{file}"))
            .collect();
        expected.sort();
        assert_eq!(names(&set), expected, "{name}");
        assert!(set.left_out.contains(&"tb".into()), "{name}");
        let top = set.files.iter().find(|file| file.name == "sources/top.sv").expect("a copy");
        assert_eq!(top.text, "\n\n\nmodule top(input a);\n  leaf u1(a);\nendmodule", "{name}");
    }
}

#[test]
fn what_the_top_needs_in_other_ways_is_kept() {
    // The text of the top, another file, and whether that is read as a unit.
    let cases = [
        (
            "module top; `CELL(u1) endmodule",
            "`define CELL(x) leaf x();\nmodule tb; endmodule",
            true,
        ),
        ("module top; import p::*; endmodule", "package p; endpackage", true),
        ("module top; p::t x; endmodule", "package p; endpackage", true),
        ("module top(bus.master b); endmodule", "interface bus; endinterface", true),
        ("module top; and2 #4 (a, b); endmodule", "module and2(input a, b); endmodule", true),
        ("module top; \\and2 u (a); endmodule", "primitive and2(o, a); endprimitive", true),
        ("module top; `PART(and2) endmodule", "module and2; endmodule", true),
        ("module top; wire and2; endmodule", "module and2; endmodule", false),
        ("module top; x u(.and2(a)); endmodule", "module and2; endmodule", false),
        ("`include \"other.sv\"\nmodule top; and2 u(); endmodule", "module and2; endmodule", false),
        (
            "`ifdef X module top(input a); `else module top; `endif and2 u(); endmodule",
            "module and2; endmodule",
            true,
        ),
    ];
    for (top, other, is_kept) in cases {
        let folder = folder(&[("other.sv", other), ("top.sv", top)]);
        let set = collect(&folder, "top", &["other.sv", "top.sv"]).expect(top);
        assert_eq!(set.units.contains(&"sources/other.sv".into()), is_kept, "{top}");
        assert_eq!(set.units.last().map(String::as_str), Some("sources/top.sv"));
    }
}

#[test]
fn of_several_declarations_the_nearest_one_counts() {
    const A: &str = "module a(input x); endmodule";
    const B: &str = "module a(input y); endmodule";
    const TOP: &str = "module top; a u(); endmodule";
    let cases: [(Files, Result<&[&str], &str>); 4] = [
        (&[("x/a.v", A), ("y/a.v", B), ("y/top.v", TOP)], Ok(&["sources/a.v", "sources/top.v"])),
        (&[("x/a.v", A), ("y/a.v", A), ("top.v", TOP)], Ok(&["sources/top.v", "sources/x/a.v"])),
        (&[("x/a.v", A), ("y/a.v", B), ("top.v", TOP)], Err("x/a.v:1`, `")),
        (
            &[("x/a.v", A), ("top.v", "module top; a u(); endmodule\nmodule a; endmodule")],
            Ok(&["sources/top.v"]),
        ),
    ];
    for (files, expected) in cases {
        let folder = folder(files);
        let files: Vec<&str> = files.iter().map(|file| file.0).collect();
        match (collect(&folder, "top", &files), expected) {
            (Ok(set), Ok(expected)) => assert_eq!(names(&set), expected),
            (Err(error), Err(part)) => assert!(error.contains(part), "{error}"),
            (found, _) => panic!("{files:?}: {found:?}"),
        }
    }
}

#[test]
fn ports_of_the_board_are_known_before_synthesis() {
    let cases = [
        ("module top(input clk);", false),
        ("module top(input CLOCK_50);", true),
        ("module top(a, LEDR);", true),
        ("module top(input CLOCK3_50);", true),
        ("module top(`PORTS);", true),
        ("module top;", false),
    ];
    for (text, expected) in cases {
        let folder = folder(&[("top.v", &format!("{text} endmodule"))]);
        let set = collect(&folder, "top", &["top.v"]).expect(text);
        assert_eq!(set.has_board_ports, expected, "{text}");
    }
}

#[test]
fn included_files_elsewhere_are_not_read_to_find_modules() {
    let folder = folder(&[
        ("lab/top.v", "module top; endmodule\n`include \"../other.v\""),
        ("other.v", "module other; endmodule"),
    ]);
    let error = collect(&folder, "other", &["lab/top.v"]).expect_err("a file elsewhere");
    assert_eq!(error, "no file declares the top module `other`; choose one with --top: `top`");
}

fn top_of(files: Files) -> Result<Option<String>, String> {
    let folder = folder(files);
    let files = vec![folder.path().to_owned()];
    let set = Sources { files, ..Sources::default() }.collect();
    set.map(|set| set.top).map_err(|error| error.to_string())
}

#[test]
fn the_top_is_the_module_with_the_ports_of_the_board_that_only_testbenches_contain() {
    const BENCH: (&str, &str) =
        ("b.sv", "module b_tb; b u(); endmodule module b(input a); endmodule");
    let lab = (
        "lab.sv",
        "module lab_tb; lab u(); endmodule module lab(input CLOCK_50); b u(); endmodule",
    );
    assert_eq!(top_of(&[BENCH, lab]), Ok(Some("lab".into())));
    let only = ("lab.sv", "module lab; b u(); endmodule module b(input a); endmodule");
    assert_eq!(top_of(&[only]), Ok(Some("lab".into())), "a design without ports is no testbench");
    let unused = ("unused.sv", "module unused(input a); endmodule");
    assert_eq!(top_of(&[BENCH, lab, unused]), Ok(Some("lab".into())));
    let other = (
        "other.sv",
        "module other_tb; other u(); endmodule module other(input [3:0] KEY); endmodule",
    );
    let several =
        "several modules are in no other one: `lab`, `other`; choose the top module with --top";
    assert_eq!(top_of(&[BENCH, lab, other]), Err(several.into()));
    let all = ("all.sv", "module all(KEY, LEDR, CLOCK_50); endmodule");
    assert_eq!(top_of(&[BENCH, lab, other, all]), Ok(Some("all".into())));
    let same = ("same.sv", "module same(CLOCK_50, LEDR, KEY); endmodule");
    assert!(top_of(&[lab, other, all, same]).is_err());
    let unknown = ("unknown.sv", "`define PORTS KEY\nmodule unknown(`PORTS); endmodule");
    assert!(top_of(&[lab, all, unknown]).is_err());
}

#[test]
fn of_two_declarations_the_one_in_a_file_of_its_name_counts() {
    let files = [
        ("a.v", "module leaf(input b); endmodule"),
        ("Leaf.v", "module leaf(input a); endmodule"),
        ("other/leaf.v", "module leaf(input c); endmodule"),
        ("top.v", "module top; leaf u(); endmodule"),
    ];
    let set = collect(&folder(&files), "top", &files.map(|file| file.0)).expect("sources");
    assert_eq!(set.units, ["sources/Leaf.v", "sources/top.v"]);
    let why = "Leaf.v:1`, the file named `leaf` in the folder of the instance, not from";
    assert!(set.warnings[0].contains(why), "{:?}", set.warnings);
    let below = [("a/a.v", files[0].1), ("b/leaf.v", files[1].1), files[3]];
    let set = collect(&folder(&below), "top", &below.map(|file| file.0)).expect("sources");
    let why = "leaf.v:1`, the file named `leaf`, not from";
    assert!(set.warnings[0].contains(why), "{:?}", set.warnings);
    let old = ("old/top.v", "module top; wire a; endmodule");
    let set = collect(&folder(&[files[3], old]), "top", &["top.v", "old/top.v"]);
    let set = set.expect("the upper folder");
    assert_eq!(set.units, ["sources/top.v"]);
    assert!(set.warnings[0].contains("top.v:1`, the uppermost file"), "{:?}", set.warnings);
    let others = [
        ("old/leaf.v", "module leaf(input c); endmodule"),
        ("src/rtl/leaf.v", "module leaf(input a); endmodule"),
        files[3],
    ];
    let error = collect(&folder(&others), "top", &others.map(|file| file.0)).expect_err("beside");
    assert!(error.starts_with("module `leaf` is declared differently in "), "{error}");
    for copy in ["a - Copy.v", "a - Copy (2).v", "a (1).v", "a(1).v"] {
        let files = [(copy, "module leaf(input d); endmodule"), files[0], files[3]];
        let set = collect(&folder(&files), "top", &files.map(|file| file.0)).expect(copy);
        assert_eq!(set.units, ["sources/a.v", "sources/top.v"]);
        let why = "a.v:1`, which is not a copy by its name, not from";
        assert!(set.warnings[0].contains(why), "{:?}", set.warnings);
    }
    let files = [files[0], ("b.v", "module leaf(input d); endmodule"), files[3]];
    let error = collect(&folder(&files), "top", &files.map(|file| file.0)).expect_err("two");
    assert!(error.starts_with("module `leaf` is declared differently in "), "{error}");
}

#[test]
fn the_same_module_in_two_folders_is_read_once() {
    const SHARED: &str = "module shared(input a); endmodule";
    let files = [
        ("top.v", "module top(input a); one x(a); two y(a); endmodule"),
        ("one/one.v", "module one(input a); shared s(a); endmodule"),
        ("one/shared.v", SHARED),
        ("two/two.v", "module two(input a); shared s(a); endmodule"),
        ("two/shared.v", SHARED),
    ];
    let folder = folder(&files);
    let set = collect(&folder, "top", &files.map(|file| file.0)).expect("sources");
    let copies = set.units.iter().filter(|unit| unit.ends_with("shared.v"));
    assert_eq!(copies.count(), 1, "{:?}", set.units);
}

#[test]
fn of_the_same_module_in_two_files_the_nearest_is_read() {
    let part = |width: u8| {
        format!(
            "module part(input a);\n`define W {width}\nshared s(a); endmodule\nmodule shared(input a); endmodule"
        )
    };
    let (old, new) = (part(1), part(2));
    let files = [
        ("a/part.v", &old[..]),
        ("b/part.v", &new[..]),
        ("b/top.v", "module top(input a); part p(a); shared s(a); endmodule"),
    ];
    let set = collect(&folder(&files), "top", &files.map(|file| file.0)).expect("sources");
    assert_eq!(set.units, ["sources/part.v", "sources/top.v"]);
}

#[test]
fn packages_are_read_before_what_refers_to_them() {
    let files = [
        ("a.sv", "module a; assign x = widths::W; endmodule"),
        ("b.sv", "`define BITS 4"),
        ("lengths.sv", "package lengths; parameter L = `BITS; endpackage"),
        ("other.sv", "package other; endpackage"),
        ("top.sv", "module top; import other::*; a u(); endmodule"),
        ("widths.sv", "package widths; import lengths::*; parameter W = L; endpackage"),
    ];
    let folder = folder(&files);
    let set = collect(&folder, "top", &files.map(|file| file.0)).expect("sources");
    let expected = ["b.sv", "lengths.sv", "widths.sv", "a.sv", "other.sv", "top.sv"];
    assert_eq!(set.units, expected.map(|file| format!("sources/{file}")));
}
