mod choice;

use super::*;
use tempfile::TempDir;

/// A folder with these files.
pub(super) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn collect(folder: &TempDir, files: &[&str], includes: &[&str]) -> Result<SourceSet, ForeignError> {
    let path = |name: &&str| folder.path().join(name);
    let (files, includes) = (files.iter().map(path).collect(), includes.iter().map(path).collect());
    Sources { files, includes, ..Sources::default() }.collect()
}

pub(super) fn names(set: &SourceSet) -> Vec<&str> {
    let mut names: Vec<&str> = set.files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    names
}

#[test]
fn included_files_are_copied_to_the_same_place() {
    let folder = folder(&[
        ("rtl/task5.sv", "`include \"shared/cards.svh\"\n`include \"widths.svh\""),
        ("rtl/shared/cards.svh", "`include \"deep.svh\""),
        ("rtl/shared/deep.svh", "initial $readmemh(\"rom.hex\", rom);"),
        ("rtl/shared/rom.hex", "`include is not a directive here"),
        ("common/widths.svh", ""),
    ]);
    let set = collect(&folder, &["rtl/task5.sv"], &["common"]).expect("sources");
    let expected = [
        "sources/common/widths.svh",
        "sources/rtl/shared/cards.svh",
        "sources/rtl/shared/deep.svh",
        "sources/rtl/shared/rom.hex",
        "sources/rtl/task5.sv",
    ];
    assert_eq!(names(&set), expected);
    assert_eq!(
        (set.units, set.includes),
        (vec!["sources/rtl/task5.sv".into()], vec!["sources/common".into()])
    );
}

#[test]
fn nothing_outside_the_named_folders_is_read() {
    let folder = folder(&[
        ("secret.txt", ""),
        ("lab/up.sv", "`include \"../secret.txt\""),
        ("lab/root.sv", "initial $readmemh(\"/etc/passwd\", rom);"),
        ("lab/link.sv", "`include \"link.svh\""),
        ("lab/missing.sv", "\n`include \"nowhere.svh\""),
    ]);
    std::os::unix::fs::symlink("../secret.txt", folder.path().join("lab/link.svh"))
        .expect("a link");
    let outside = "is not below the folder of the sources; name its folder with --include";
    let cases = [
        ("up.sv", format!("up.sv:1: `../secret.txt` {outside}")),
        ("root.sv", format!("root.sv:1: `/etc/passwd` {outside}")),
        ("link.sv", format!("link.sv:1: `link.svh` {outside}")),
        (
            "missing.sv",
            "missing.sv:2: there is no file `nowhere.svh` beside the source or in a folder of --include".into(),
        ),
    ];
    for (file, message) in cases {
        let error = collect(&folder, &[&format!("lab/{file}")], &[]).expect_err(file);
        assert_eq!(error.to_string(), format!("{}/{message}", folder.path().join("lab").display()));
    }
}

#[test]
fn a_set_is_another_one_after_a_change_of_any_file_that_was_read() {
    const SETTING: &str = "set_global_assignment -name";
    let qsf = format!(
        "{SETTING} TOP_LEVEL_ENTITY lab\n{SETTING} QIP_FILE lab.qip\n{SETTING} SYSTEMVERILOG_FILE lab.sv"
    );
    let qip = format!("{SETTING} SYSTEMVERILOG_FILE part.sv\n");
    let folder = folder(&[
        ("lab.qsf", &qsf),
        ("lab.qip", &qip),
        ("lab.sv", "`include \"widths.svh\"\nmodule lab (input CLOCK_50); part part (); endmodule"),
        ("widths.svh", ""),
        ("part.sv", "module part; initial $readmemh(\"rom.hex\", rom); ram ram (); endmodule"),
        ("other.sv", "module part; endmodule"),
        ("rom.hex", "0"),
        ("ram.v", "module ram; altsyncram ram (); defparam ram.init_file = \"ram.mif\"; endmodule"),
        ("ram.mif", "WIDTH=4; DEPTH=2; CONTENT BEGIN 0:1; END;"),
    ]);
    let mut before = collect(&folder, &["lab.qsf"], &[]).expect("sources");
    assert_eq!(collect(&folder, &["lab.qsf"], &[]).expect("sources"), before);
    for (file, text) in [
        ("ram.mif", "WIDTH=4; DEPTH=2; CONTENT BEGIN 0:2; END;"),
        (
            "ram.v",
            "module ram; altsyncram other (); defparam other.init_file = \"ram.mif\"; endmodule",
        ),
        ("rom.hex", "1"),
        ("widths.svh", "`define WIDTH 3"),
        ("part.sv", "module part; endmodule"),
        ("lab.qip", &qip.replace("part", "other")),
        ("lab.qsf", &format!("{qsf}\n{SETTING} VERILOG_MACRO \"FAST=1\"")),
    ] {
        // As many editors do.
        let path = folder.path().join(file);
        fs::write(path.with_extension("new"), text).expect("written");
        fs::rename(path.with_extension("new"), path).expect("renamed");
        let after = collect(&folder, &["lab.qsf"], &[]).expect("sources");
        assert!(after != before, "{file}");
        before = after;
    }
}

#[test]
fn a_file_list_names_files_folders_and_macros() {
    let folder = folder(&[("a.sv", ""), ("b.sv", ""), ("inc/x.svh", "")]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let more = format!("-f {}\n{} // again\n", path("list.f"), path("b.sv"));
    fs::write(folder.path().join("more.f"), more).expect("a file");
    let list = format!(
        "# the design\n{}\n\n+incdir+{}\n+define+WIDTH=4+FAST\n-f {}\n",
        path("a.sv"),
        path("inc"),
        path("more.f"),
    );
    fs::write(folder.path().join("list.f"), list).expect("a file");
    let sources = Sources { lists: vec![folder.path().join("list.f")], ..Sources::default() };
    let set = sources.collect().expect("sources");
    assert_eq!(set.units, ["sources/a.sv", "sources/b.sv"]);
    assert_eq!(
        (set.includes, set.defines),
        (vec!["sources/inc".into()], vec!["WIDTH=4".into(), "FAST".into()])
    );
}

#[test]
fn names_of_macros_and_of_the_top_cannot_hold_commands_for_yosys() {
    let folder = folder(&[("a.sv", "")]);
    let file = folder.path().join("a.sv");
    for define in ["A=1 ; !touch x", "A=1;B", "A B", "A=\"x\"", "1A", "=1", ""] {
        let list = folder.path().join("list.f");
        fs::write(&list, format!("{}\n+define+{define}\n", file.display())).expect("a file");
        let sources = Sources { lists: vec![list], ..Sources::default() };
        let error = sources.collect().expect_err(define);
        assert!(matches!(error, ForeignError::Definition(text) if text == define));
    }
    for top in ["m ; !touch x", "", "1m", "m-n"] {
        let (files, top) = (vec![file.clone()], Some(top.to_owned()));
        let error = Sources { files, top, ..Sources::default() }.collect().expect_err("a name");
        assert!(matches!(error, ForeignError::ModuleName(_)), "{error}");
    }
}

#[test]
fn a_top_module_that_is_found_cannot_hold_commands_for_yosys() {
    let string = "module real_top(input CLOCK_50); endmodule\n`ifdef NEVER\n\
                  module \"lab\nexec -- touch x\n\" (input KEY); endmodule\n`endif\n";
    let escaped = "module \\lab;exec (input CLOCK_50); endmodule\n";
    let folder = folder(&[("string.v", string), ("escaped.v", escaped)]);
    let set = collect(&folder, &["string.v"], &[]).expect("sources");
    assert_eq!(set.top.as_deref(), Some("real_top"));
    let error = collect(&folder, &["escaped.v"], &[]).expect_err("an error").to_string();
    assert!(error.starts_with("`lab;exec` is not the name of a module"), "{error}");
}

#[test]
fn contents_of_memories_are_found_for_intels_memory_only() {
    let memory = "altsyncram #(.init_file(\"rom.mif\")) m ();";
    let mif = "DEPTH = 1; WIDTH = 1; CONTENT BEGIN 0 : 1; END;";
    let text = |name: &str, body: &str| format!("module {name}; {body} endmodule");
    let folder = folder(&[
        ("a.v", &text("a", &format!("{memory} b b ();"))),
        ("b/b.v", &text("b", memory)),
        ("rom.mif", mif),
        ("b/rom.mif", mif),
        ("none.v", &text("none", &memory.replace("rom", "none"))),
        ("b/path.v", &text("path", &memory.replace("rom", "../../data/rom"))),
        ("plain.v", &text("plain", "initial $display(\"none.mif\");")),
    ]);
    let contents = |files: &[&str]| {
        let set = collect(&folder, files, &[]).expect("sources");
        let found = set.files.iter().filter(|file| file.name.ends_with(".hex")).count();
        let warnings = set.warnings.iter().map(String::as_str);
        let warnings: Vec<&str> = warnings.filter_map(|text| text.rsplit('/').next()).collect();
        let problems = [warnings.join("\n"), set.missing_contents.join("\n")].concat();
        (set.models.len(), found, problems)
    };
    assert_eq!(contents(&["b/b.v"]), (1, 1, String::new()));
    assert_eq!(contents(&["plain.v"]), (0, 0, String::new()));
    let missing = "none.v:1: there is no file `none.mif`: the memory has zeros".to_string();
    assert_eq!(contents(&["none.v"]), (1, 0, missing));
    // A path that was right in another folder.
    assert_eq!(contents(&["b/path.v"]), (1, 1, String::new()));
    let (_, found, missing) = contents(&["a.v", "b/b.v"]);
    assert!(found == 0 && missing.contains("`rom.mif` is another file here"), "{missing}");
}

#[test]
fn memories_with_the_attribute_of_quartus_read_their_file() {
    let module = "module m;\n(* ram_init_file = \"rom.mif\" *) reg a[0:1]; reg b[0:1] \
                  /* synthesis ram_init_file = \"rom.mif\" */;\nendmodule";
    let folder = folder(&[
        ("m.v", module),
        ("data/rom.mif", "DEPTH = 2; WIDTH = 1; CONTENT BEGIN 0 : 1; 1 : 0; END;"),
        ("none.v", &module.replace("rom", "none")),
        ("wrong.v", &module.replace("rom", "wrong")),
        ("wrong.mif", "no memory"),
    ]);
    let sources = |file: &str| Sources {
        files: vec![folder.path().join(file)],
        includes: vec![folder.path().join("data")],
        ..Sources::default()
    };
    let set = sources("m.v").collect().expect("sources");
    let text = &set.files.iter().find(|file| file.name.ends_with("m.v")).expect("the copy").text;
    for memory in ["a", "b"] {
        let task = format!("; initial $readmemh(\"contents/0.hex\", {memory});");
        assert!(text.contains(&task), "{text}");
    }
    let copies = set.files.iter().filter(|file| file.name == "contents/0.hex");
    assert_eq!(copies.map(|file| file.text.as_str()).collect::<Vec<_>>(), ["@0 1 0\n"]);
    let set = sources("none.v").collect().expect("sources");
    assert!(
        set.warnings[0].contains("none.v:2: there is no file `none.mif`"),
        "{:?}",
        set.warnings
    );
    let error = sources("wrong.v").collect().expect_err("an error").to_string();
    assert!(error.contains("wrong.mif:1: "), "{error}");
}

#[test]
fn files_that_cannot_be_read_are_errors() {
    let folder = folder(&[("a;b.sv", ""), ("empty/x.txt", "")]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let cases = [
        ("none.sv", format!("cannot read `{}`", path("none.sv"))),
        ("empty", format!("`{}` has no project and no Verilog files", path("empty"))),
        (
            "a;b.sv",
            format!(
                "the name of `{}` has a character that Yosys's scripts cannot contain: use letters, digits, spaces and -_.+()&@=",
                path("a;b.sv")
            ),
        ),
    ];
    for (file, message) in cases {
        assert_eq!(collect(&folder, &[file], &[]).expect_err(file).to_string(), message);
    }
    let error = Sources::default().collect().expect_err("no sources");
    assert_eq!(
        error.to_string(),
        "no sources: name at least one file, after --sources or in a file list"
    );
}

#[test]
fn the_top_is_the_one_that_is_named_or_preferred_or_in_no_other() {
    let folder = folder(&[
        ("a.sv", "module task5; other o(); endmodule module tb; task5 dut(); endmodule"),
        ("b.sv", "module other(input a); endmodule"),
        (
            "c.sv",
            "module top(input [3:0] KEY); other o(KEY[0]); endmodule module tb; top t(); endmodule",
        ),
        ("d.sv", "`include \"e.svh\""),
        ("e.svh", "module task5; endmodule"),
        ("f.sv", "module left(input a); endmodule module right(input a); endmodule"),
        (
            "g.sv",
            "module main(input a, input CLOCK_50); endmodule module right(input a); endmodule",
        ),
    ]);
    let top = |files: &[&str], top: Option<&str>| {
        let files = files.iter().map(|file| folder.path().join(file)).collect();
        let top = top.map(str::to_owned);
        let sources = Sources { files, top, preferred_top: Some("task5"), ..Sources::default() };
        sources.collect().map(|set| set.top).map_err(|error| error.to_string())
    };
    let cases: [(&[&str], Option<&str>, Option<&str>); 6] = [
        (&["a.sv", "b.sv"], None, Some("task5")),
        (&["a.sv", "b.sv"], Some("other"), Some("other")),
        (&["b.sv"], None, Some("other")),
        (&["c.sv", "b.sv"], Some("top"), Some("top")),
        (&["d.sv"], None, Some("task5")),
        (&["g.sv"], None, Some("main")),
    ];
    for (files, named, expected) in cases {
        assert_eq!(top(files, named), Ok(expected.map(str::to_owned)), "{files:?}");
    }
    let no_top = "no file declares the top module `game`; choose one with --top: `other`";
    assert_eq!(top(&["b.sv"], Some("game")), Err(no_top.into()));
    let several =
        "several modules are in no other one: `left`, `right`; choose the top module with --top";
    assert_eq!(top(&["f.sv"], None), Err(several.into()));
}

#[test]
fn a_folder_is_its_only_project_or_its_sources() {
    let top = "module top(input CLOCK_50); endmodule";
    let settings = "set_global_assignment -name TOP_LEVEL_ENTITY top\nset_global_assignment -name VERILOG_FILE";
    let project = format!("{settings} ../rtl/top.v\n");
    let folder = folder(&[
        ("plain/a/top.v", top),
        ("plain/.git/b.v", "module b; endmodule"),
        ("plain/db/c.v", "module c; endmodule"),
        ("below/quartus/lab.qsf", &project),
        ("below/rtl/top.v", top),
        ("here/lab.qpf", "PROJECT_REVISION = \"main\""),
        ("here/main.qsf", &format!("{settings} top.v")),
        ("here/other.qsf", ""),
        ("here/old/lab.qsf", ""),
        ("here/top.v", top),
        ("two/a.qsf", ""),
        ("two/b.qsf", ""),
    ]);
    for (name, file) in
        [("plain", "sources/a/top.v"), ("below", "sources/rtl/top.v"), ("here", "sources/top.v")]
    {
        let set = collect(&folder, &[name], &[]).expect(name);
        let file = if name == "plain" { "sources/top.v" } else { file };
        assert_eq!((names(&set), set.top.as_deref()), (vec![file], Some("top")), "{name}");
    }
    let error = collect(&folder, &["two"], &[]).expect_err("two projects").to_string();
    assert!(
        error.starts_with("there are several projects: `") && error.contains("b.qsf"),
        "{error}"
    );
    let error = collect(&folder, &["two/a.qsf", "below"], &[]).expect_err("two projects");
    assert!(error.to_string().ends_with("name one of them"), "{error}");
}

#[test]
fn bytes_that_are_not_utf_8_are_replaced() {
    let folder = folder(&[]);
    fs::write(folder.path().join("a.sv"), b"// caf\xe9\nmodule task5; endmodule").expect("a file");
    let set = collect(&folder, &["a.sv"], &[]).expect("sources");
    assert!(set.files[0].text.ends_with("\nmodule task5; endmodule"));
}

#[test]
fn parameters_name_only_files_below_the_folders() {
    let rom =
        "module rom #(parameter FILE = \"none.hex\"); initial $readmemh(FILE, m); endmodule\n";
    let instances = "module top; rom #(\"rom.hex\") a(); rom #(\"data/rom.hex\") b(); rom #(\"../secret.hex\") c();\n\
                 rom #(\"../../../../../../../../etc/hostname\") d(); rom #(\"/etc/hostname\") e(); endmodule\n";
    let folder = folder(&[
        ("lab/rom.sv", rom),
        ("lab/top.sv", instances),
        ("lab/rom.hex", "00"),
        ("lab/data/rom.hex", "11"),
        ("secret.hex", "22"),
    ]);
    let set = collect(&folder, &["lab/rom.sv", "lab/top.sv"], &[]).expect("sources");
    assert!(set.has_named_by_parameters);
    let copies: Vec<&str> = names(&set).into_iter().filter(|name| name.contains("hex")).collect();
    assert_eq!(copies, ["sources/data/rom.hex.of-sources", "sources/rom.hex.of-sources"]);
    fs::write(folder.path().join("lab/top.sv"), format!("`define R(f) f\n{instances}"))
        .expect("a file");
    let error = collect(&folder, &["lab/rom.sv", "lab/top.sv"], &[]).expect_err("a macro");
    assert!(error.to_string().contains("lab/top.sv:1: a macro with arguments"), "{error}");
}

#[test]
fn vhdl_is_named_with_what_converts_it() {
    let folder = folder(&[("a.vhd", "entity a is end;")]);
    let error = collect(&folder, &["a.vhd"], &[]).expect_err("VHDL").to_string();
    assert!(error.contains("is VHDL") && error.contains("GHDL"), "{error}");
}

#[test]
fn control_characters_of_old_editors_are_replaced() {
    let folder = folder(&[("a.v", "// \u{9f}\nmodule a; endmodule")]);
    let files = vec![folder.path().join("a.v")];
    let set = Sources { files, ..Sources::default() }.collect().expect("sources");
    assert_eq!(set.files[0].text, "// \u{fffd}\nmodule a; endmodule");
}
