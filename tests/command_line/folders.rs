//! Folders with unusual names, links to folders, and paths that cannot be folders.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use crate::sandbox::{Output, Sandbox, Snapshot, StatusLines};

fn run_in(sandbox: &Sandbox, out: &OsStr, constraints: &OsStr, more: &[&str]) -> Output {
    let fixed = [
        OsStr::new("generate"),
        OsStr::new("--out"),
        out,
        OsStr::new("--constraints"),
        constraints,
    ];
    sandbox.run(fixed.into_iter().chain(more.iter().map(OsStr::new)))
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
        let sandbox = Sandbox::new();
        // `--out=-dash`: the value must not look like an option.
        let joined = |option: &str, folder: &OsStr| {
            let mut argument = OsStr::new(option).to_owned();
            argument.push(folder);
            argument
        };
        let run = |more: &[&str]| {
            let folders = [joined("--out=", out), joined("--constraints=", constraints)];
            sandbox.run(folders.into_iter().chain(more.iter().map(Into::into)))
        };
        run(&["--check"]).fails_with(1, &["missing"]);
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{case}");
        let first = run(&[]).succeeds();
        let written = sandbox.snapshot();
        assert_eq!(first.files_with_status("written").len(), sandbox.files().len(), "{case}");
        assert!(!sandbox.path("absent").exists(), "{case}");
        let second = run(&[]).succeeds();
        assert_eq!(second.files_with_status("unchanged").len(), sandbox.files().len(), "{case}");
        run(&["--check"]).succeeds();
        assert_eq!(sandbox.snapshot(), written, "{case}");
    }
}

#[test]
fn a_path_that_quartus_cannot_use_is_an_error() {
    let cases: [(&[u8], &str, &str); 3] = [
        (b"caf\xe9/pins", "not valid UTF-8", "caf"),
        (b"\xe2\x99\xa0", "printable ASCII", "\u{2660}"),
        (b"pins[1]", "printable ASCII", "pins[1]"),
    ];
    for (constraints, reason, named) in cases {
        let sandbox = Sandbox::new();
        let folders = (OsStr::new("generated"), OsStr::from_bytes(constraints));
        let result = run_in(&sandbox, folders.0, folders.1, &[]);
        result.fails_with(1, &["error: ", reason, named]);
        assert_eq!(sandbox.snapshot(), Snapshot::new());
    }
}

#[test]
fn a_link_to_a_folder_is_that_folder() {
    let sandbox = Sandbox::new();
    fs::create_dir_all(sandbox.path("far/away")).unwrap();
    symlink("far/away", sandbox.path("generated")).unwrap();
    let result = sandbox.run(["generate"]).succeeds();
    assert!(sandbox.path("generated").is_symlink());
    assert!(result.stderr.contains(" generated/"), "not the path that was given: {result:#?}");
    assert_eq!(sandbox.snapshot_of("far/away").len(), sandbox.snapshot_of("generated").len());
    // `..` is relative to the target of the link.
    let names_it = |path: &Path| fs::read_to_string(path).unwrap().contains("../../constraints/");
    let mut files =
        fs::read_dir(sandbox.path("far/away")).unwrap().map(|entry| entry.unwrap().path());
    assert!(files.any(|path| names_it(&path)));
    assert!(sandbox.path("far/away/../../constraints").is_dir());
    sandbox.run(["generate", "--check"]).succeeds();
}

#[test]
fn two_names_of_one_folder_do_not_deadlock() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("real")).unwrap();
    symlink("real", sandbox.path("alias")).unwrap();
    sandbox.run(["--out", "real", "--constraints", "alias"]).succeeds();
    sandbox.run(["--out", "alias", "--constraints", "real", "--check"]).succeeds();
}

#[test]
fn a_path_that_cannot_be_a_folder_is_an_error_and_nothing_changes() {
    let cases = [
        ("file", "a folder is needed"),
        ("file/below", "a folder is needed"),
        ("file/far/below", "a folder is needed"),
        ("dangling", "a dangling symbolic link"),
        ("dangling/below", "a dangling symbolic link"),
        ("link to file", "a folder is needed"),
        ("loop", "cannot resolve the path"),
        ("loop/below", "cannot resolve the path"),
        ("/dev/null", "a folder is needed"),
        ("/dev/null/below", "a folder is needed"),
    ];
    for (folder, reason) in cases {
        for option in ["--out", "--constraints"] {
            let sandbox = Sandbox::new();
            sandbox.write("file", "mine");
            symlink("file", sandbox.path("link to file")).unwrap();
            symlink("nowhere", sandbox.path("dangling")).unwrap();
            symlink("loop", sandbox.path("loop")).unwrap();
            let before = sandbox.snapshot();
            for more in ["--quiet", "--force", "--check"] {
                let result = sandbox.run([option, folder, more]);
                result.fails_with(1, &["error: ", reason]);
                assert_eq!(sandbox.snapshot(), before, "{option} {folder} {more}");
            }
        }
    }
}

#[test]
fn a_name_that_is_too_long_is_an_error() {
    let sandbox = Sandbox::new();
    sandbox.run(["--out", &"x".repeat(300)]).fails_with(1, &["error: ", "xxx"]);
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

/// Nobody can create files in `/proc`.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_in_which_no_file_can_be_created_is_an_error_and_nothing_changes() {
    for (out, constraints) in
        [("/proc", "c"), ("g", "/proc"), ("/proc/absent/g", "c"), ("g", "/proc/absent")]
    {
        let sandbox = Sandbox::new();
        let result = sandbox.run(["--out", out, "--constraints", constraints]);
        result.fails_with(1, &["error: cannot ", "`/proc"]);
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{out}, {constraints}");
    }
}

#[test]
fn no_file_is_lost_in_a_read_only_folder() {
    let sandbox = Sandbox::with_files();
    let current = sandbox.snapshot();
    sandbox.make_stale(&sandbox.files()[0]);
    let stale = sandbox.snapshot();
    let set_mode = |mode| {
        for folder in ["generated", "constraints"] {
            fs::set_permissions(sandbox.path(folder), fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    set_mode(0o555);
    // Root can write all the same, and must get the files.
    let is_denied = fs::write(sandbox.path("generated/probe"), "").is_err();
    let _ = fs::remove_file(sandbox.path("generated/probe"));
    let result = sandbox.run(["generate"]);
    let found = sandbox.snapshot();
    set_mode(0o755);
    if is_denied {
        result.fails_with(1, &["error: cannot write", "nothing has been changed"]);
        assert_eq!(found, stale);
    } else {
        result.succeeds();
        assert_eq!(found, current);
    }
}

#[test]
fn current_files_in_a_read_only_folder_are_no_error() {
    let sandbox = Sandbox::with_files();
    let folder = sandbox.path("generated");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let result = sandbox.run(["generate"]);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(result.succeeds().files_with_status("unchanged"), sandbox.files());
}
