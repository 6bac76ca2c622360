use super::*;
use tempfile::TempDir;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
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

fn names(set: &SourceSet) -> Vec<&str> {
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
fn files_that_cannot_be_read_are_errors() {
    let folder = folder(&[("a;b.sv", ""), ("sub/x.sv", "")]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let cases = [
        ("none.sv", format!("cannot read `{}`", path("none.sv"))),
        ("sub", format!("`{}` is not a file", path("sub"))),
        (
            "a;b.sv",
            format!(
                "the name of `{}` has a character that Yosys's scripts cannot contain: use letters, digits, spaces and -_.+",
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
fn the_preferred_module_is_the_top_if_it_is_declared() {
    let folder =
        folder(&[("a.sv", "module task5; endmodule"), ("b.sv", "module other; endmodule")]);
    let top = |file: &str, top: Option<&str>| {
        let (files, top) = (vec![folder.path().join(file)], top.map(str::to_owned));
        let preferred_top = Some("task5");
        let sources = Sources { files, top, preferred_top, ..Sources::default() };
        sources.collect().expect("sources").top
    };
    assert_eq!(top("a.sv", None), Some("task5".into()));
    assert_eq!(top("b.sv", None), None);
    assert_eq!(top("a.sv", Some("game")), Some("game".into()));
}

#[test]
fn bytes_that_are_not_utf_8_are_replaced() {
    let folder = folder(&[]);
    fs::write(folder.path().join("a.sv"), b"// caf\xe9\nmodule task5; endmodule").expect("a file");
    let set = collect(&folder, &["a.sv"], &[]).expect("sources");
    assert!(set.files[0].text.ends_with("\nmodule task5; endmodule"));
}
