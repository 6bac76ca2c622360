//! Folders with odd names, folders behind links, and places where no folder can be.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use crate::bench::{Bench, Ran, Snapshot};

fn run_in(bench: &Bench, out: &OsStr, constraints: &OsStr, more: &[&str]) -> Ran {
    let fixed = [
        OsStr::new("generate"),
        OsStr::new("--out"),
        out,
        OsStr::new("--constraints"),
        constraints,
    ];
    bench.run(fixed.into_iter().chain(more.iter().map(OsStr::new)))
}

#[test]
fn folders_may_have_any_name() {
    let cases: [(&[u8], &[u8]); 12] = [
        (b"g", b"c"),
        (b"with space/my files", b"with space/my pins"),
        (b"caf\xc3\xa9/g\xc3\xa9n", b"caf\xc3\xa9/pins"),
        (b"caf\xe9/generated", b"caf\xe9/constraints"),
        (b"caf\xe9", b"constraints"),
        (b"a/b/c/d", b"e/f/g"),
        (b"same", b"same"),
        (b"same/", b"./same/../same"),
        (b".", b"constraints"),
        (b"outer", b"outer/inner"),
        (b"absent/../g", b"./c//"),
        (b"-dash", b"--check"),
    ];
    for (out, constraints) in cases {
        let case = format!("{} and {}", out.escape_ascii(), constraints.escape_ascii());
        let (out, constraints) = (OsStr::from_bytes(out), OsStr::from_bytes(constraints));
        let bench = Bench::new();
        // `--out=-dash`, as an option may not look like another one.
        let joined = |option: &str, folder: &OsStr| {
            let mut argument = OsStr::new(option).to_owned();
            argument.push(folder);
            argument
        };
        let run = |more: &[&str]| {
            let folders = [joined("--out=", out), joined("--constraints=", constraints)];
            bench.run(folders.into_iter().chain(more.iter().map(Into::into)))
        };
        run(&["--check"]).fails_with(1, &["missing"]);
        assert_eq!(bench.snapshot(), Snapshot::new(), "{case}");
        let first = run(&[]).succeeds();
        let written = bench.snapshot();
        assert_eq!(first.files_said_to_be("written").len(), bench.files().len(), "{case}");
        assert!(!bench.path("absent").exists(), "{case}");
        let second = run(&[]).succeeds();
        assert_eq!(second.files_said_to_be("unchanged").len(), bench.files().len(), "{case}");
        run(&["--check"]).succeeds();
        assert_eq!(bench.snapshot(), written, "{case}");
    }
}

#[test]
fn a_path_that_quartus_could_not_name_is_refused() {
    let cases: [(&[u8], &str, &str); 3] = [
        (b"caf\xe9/pins", "not UTF-8", "caf"),
        (b"\xe2\x99\xa0", "printable ASCII", "\u{2660}"),
        (b"pins[1]", "printable ASCII", "pins[1]"),
    ];
    for (constraints, reason, named) in cases {
        let bench = Bench::new();
        let folders = (OsStr::new("generated"), OsStr::from_bytes(constraints));
        let ran = run_in(&bench, folders.0, folders.1, &[]);
        ran.fails_with(1, &["error: ", reason, named]);
        assert_eq!(bench.snapshot(), Snapshot::new());
    }
}

#[test]
fn a_link_to_a_folder_is_that_folder() {
    let bench = Bench::new();
    fs::create_dir_all(bench.path("far/away")).unwrap();
    symlink("far/away", bench.path("generated")).unwrap();
    let ran = bench.run(["generate"]).succeeds();
    assert!(bench.path("generated").is_symlink());
    assert!(ran.stderr.contains(" generated/"), "named as it was given: {ran:#?}");
    assert_eq!(bench.snapshot_of("far/away").len(), bench.snapshot_of("generated").len());
    // The system climbs from where the link leads, and so must the project.
    let names_it = |path: &Path| fs::read_to_string(path).unwrap().contains("../../constraints/");
    let mut files =
        fs::read_dir(bench.path("far/away")).unwrap().map(|entry| entry.unwrap().path());
    assert!(files.any(|path| names_it(&path)));
    assert!(bench.path("far/away/../../constraints").is_dir());
    bench.run(["generate", "--check"]).succeeds();
}

#[test]
fn two_names_of_one_folder_do_not_block_each_other() {
    let bench = Bench::new();
    fs::create_dir(bench.path("real")).unwrap();
    symlink("real", bench.path("alias")).unwrap();
    bench.run(["--out", "real", "--constraints", "alias"]).succeeds();
    bench.run(["--out", "alias", "--constraints", "real", "--check"]).succeeds();
}

#[test]
fn where_no_folder_can_be_the_error_names_the_reason_and_nothing_is_left() {
    let cases = [
        ("file", "a folder is needed"),
        ("file/below", "a folder is needed"),
        ("file/far/below", "a folder is needed"),
        ("dangling", "a symbolic link to nowhere"),
        ("dangling/below", "a symbolic link to nowhere"),
        ("link to file", "a folder is needed"),
        ("loop", "cannot tell where"),
        ("loop/below", "cannot tell where"),
        ("/dev/null", "a folder is needed"),
        ("/dev/null/below", "a folder is needed"),
    ];
    for (folder, reason) in cases {
        for option in ["--out", "--constraints"] {
            let bench = Bench::new();
            bench.write("file", "mine");
            symlink("file", bench.path("link to file")).unwrap();
            symlink("nowhere", bench.path("dangling")).unwrap();
            symlink("loop", bench.path("loop")).unwrap();
            let before = bench.snapshot();
            for more in ["--quiet", "--force", "--check"] {
                let ran = bench.run([option, folder, more]);
                ran.fails_with(1, &["error: ", reason]);
                assert_eq!(bench.snapshot(), before, "{option} {folder} {more}");
            }
        }
    }
}

#[test]
fn a_name_that_is_too_long_is_an_error() {
    let bench = Bench::new();
    bench.run(["--out", &"x".repeat(300)]).fails_with(1, &["error: ", "xxx"]);
    assert_eq!(bench.snapshot(), Snapshot::new());
}

/// `/proc` takes no files, from anybody.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_an_error_and_nothing_is_left() {
    for (out, constraints) in
        [("/proc", "c"), ("g", "/proc"), ("/proc/absent/g", "c"), ("g", "/proc/absent")]
    {
        let bench = Bench::new();
        let ran = bench.run(["--out", out, "--constraints", constraints]);
        ran.fails_with(1, &["error: cannot ", "`/proc"]);
        assert_eq!(bench.snapshot(), Snapshot::new(), "{out}, {constraints}");
    }
}

#[test]
fn a_read_only_folder_loses_nothing() {
    let bench = Bench::with_files();
    let current = bench.snapshot();
    bench.make_stale(&bench.files()[0]);
    let stale = bench.snapshot();
    let set_mode = |mode| {
        for folder in ["generated", "constraints"] {
            fs::set_permissions(bench.path(folder), fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    set_mode(0o555);
    // Nothing stops the superuser, who must then get the right result.
    let is_stopped = fs::write(bench.path("generated/probe"), "").is_err();
    let _ = fs::remove_file(bench.path("generated/probe"));
    let ran = bench.run(["generate"]);
    let found = bench.snapshot();
    set_mode(0o755);
    if is_stopped {
        ran.fails_with(1, &["error: cannot write", "nothing has been changed"]);
        assert_eq!(found, stale);
    } else {
        ran.succeeds();
        assert_eq!(found, current);
    }
}

#[test]
fn current_files_in_a_read_only_folder_are_no_error() {
    let bench = Bench::with_files();
    let folder = bench.path("generated");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let ran = bench.run(["generate"]);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(ran.succeeds().files_said_to_be("unchanged"), bench.files());
}
