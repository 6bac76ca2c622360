//! Folders with unusual names, links to folders, and paths that cannot be folders.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use output_files::{State, relative_path};

use crate::file_set::{
    PATHS, check, file_set, file_set_in, message, overwrite, states, write, written,
};
use test_support::Sandbox;
use test_support::sandbox::{Entry, Snapshot};

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
        let sandbox = Sandbox::new("");
        let folders = [out, constraints].map(OsStr::from_bytes);
        let set = file_set_in(&sandbox, folders, "text");
        assert_eq!(states(check(&set)), [State::Missing; 3], "{case}");
        assert_eq!(sandbox.snapshot(), Snapshot::new(), "{case}");
        assert_eq!(states(write(&set)), [State::Missing; 3], "{case}");
        assert_eq!(sandbox.files().len(), 3, "{case}");
        assert!(!sandbox.path("absent").exists(), "{case}");
        assert_eq!(states(write(&set)), [State::Current; 3], "{case}");
        assert_eq!(states(check(&set)), [State::Current; 3], "{case}");

        let [from, to] = [set[0].folder.as_path(), set[2].folder.as_path()];
        // Through `..` only once `absent` exists.
        fs::create_dir_all(from).unwrap();
        let way = from.join(relative_path(from, to).unwrap());
        fs::create_dir_all(to).unwrap();
        assert_eq!(way.canonicalize().unwrap(), to.canonicalize().unwrap(), "{case}");
    }
}

#[test]
fn a_link_to_a_folder_is_that_folder() {
    let sandbox = Sandbox::new("");
    fs::create_dir_all(sandbox.path("far/away")).unwrap();
    symlink("far/away", sandbox.path("generated")).unwrap();
    let set = file_set(&sandbox, "text");
    let written = write(&set).unwrap();
    assert!(sandbox.path("generated").is_symlink());
    assert_eq!(written[0].path, sandbox.path("generated/a.sv"), "not the path that was given");
    assert_eq!(sandbox.snapshot_of("far/away").len(), 2);
    // `..` is relative to the target of the link.
    for generated in ["generated", "absent/../generated"] {
        let path = relative_path(&sandbox.path(generated), &sandbox.path("constraints")).unwrap();
        assert_eq!(path.to_str(), Some("../../constraints"), "{generated}");
    }
    assert_eq!(states(check(&set)), [State::Current; 3]);
}

#[test]
fn two_names_of_one_folder_are_one_folder() {
    let sandbox = Sandbox::new("");
    fs::create_dir(sandbox.path("real")).unwrap();
    symlink("real", sandbox.path("alias")).unwrap();
    let set = |folders: [&str; 2]| file_set_in(&sandbox, folders.map(OsStr::new), "text");
    write(&set(["real", "alias"])).unwrap();
    assert_eq!(states(check(&set(["alias", "real"]))), [State::Current; 3]);
}

#[test]
fn a_path_that_cannot_be_a_folder_is_an_error_and_nothing_changes() {
    let below_a_file = "Not a directory";
    let cases = [
        ("file", below_a_file),
        ("file/below", below_a_file),
        ("file/far/below", below_a_file),
        ("dangling", "File exists"),
        ("dangling/below", "File exists"),
        ("link to file", below_a_file),
        ("loop", "Too many levels"),
        ("loop/below", "Too many levels"),
        ("/dev/null", below_a_file),
        ("/dev/null/below", below_a_file),
        (&"x".repeat(300), "name too long"),
    ];
    for (folder, reason) in cases {
        for folders in [[folder, "c"], ["g", folder]] {
            let sandbox = Sandbox::new("");
            sandbox.write("file", "mine");
            symlink("file", sandbox.path("link to file")).unwrap();
            symlink("nowhere", sandbox.path("dangling")).unwrap();
            symlink("loop", sandbox.path("loop")).unwrap();
            let before = sandbox.snapshot();
            let set = file_set_in(&sandbox, folders.map(OsStr::new), "text");
            if folder.starts_with("dangling") {
                // Checking does not know yet that a folder cannot be created there.
                assert_eq!(states(check(&set)), [State::Missing; 3]);
            } else {
                let error = message(check(&set));
                assert!(error.contains(reason) && error.contains(folder), "{error}");
            }
            for result in [write(&set), overwrite(&set)] {
                let error = message(result);
                assert!(error.contains(reason) && error.contains(folder), "{error}");
            }
            // The other folder may have been created.
            let mut after = sandbox.snapshot();
            after.retain(|path, _| *path != Path::new("g") && *path != Path::new("c"));
            assert_eq!(after, before, "{folders:?}");
        }
    }
}

/// Nobody can create files in `/proc`.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_in_which_no_file_can_be_created_is_an_error_that_counts_the_files_that_are_new() {
    let cases = [
        (["/proc", "c"], "0 of 3 changed files are new", 0),
        (["g", "/proc"], "2 of 3 changed files are new", 2),
        (["/proc/absent/g", "c"], "cannot create the folder", 0),
        (["g", "/proc/absent"], "cannot create the folder", 0),
    ];
    for (folders, reason, written) in cases {
        let sandbox = Sandbox::new("");
        let set = file_set_in(&sandbox, folders.map(OsStr::new), "text");
        let error = message(write(&set));
        assert!(error.contains("`/proc") && error.contains(reason), "{error}");
        let is_file = |entry: &&Entry| matches!(entry, Entry::File(_));
        assert_eq!(sandbox.snapshot().values().filter(is_file).count(), written, "{folders:?}");
    }
}

/// Sets the mode of both folders.
fn set_mode(sandbox: &Sandbox, mode: u32) {
    for folder in ["generated", "constraints"] {
        fs::set_permissions(sandbox.path(folder), fs::Permissions::from_mode(mode)).unwrap();
    }
}

#[test]
fn no_file_is_lost_in_a_read_only_folder() {
    let (sandbox, current) = written("old");
    let old = sandbox.snapshot();
    set_mode(&sandbox, 0o555);
    assert_eq!(states(write(&current)), [State::Current; 3], "nothing is to be written");
    // Root can write all the same, and must get the files.
    let is_denied = fs::write(sandbox.path("generated/probe"), "").is_err();
    let _ = fs::remove_file(sandbox.path("generated/probe"));
    let result = write(&file_set(&sandbox, "new"));
    set_mode(&sandbox, 0o755);
    if is_denied {
        let error = message(result);
        assert!(error.starts_with("cannot write"), "{error}");
        assert!(error.contains("0 of 3 changed files are new"), "{error}");
        assert_eq!(sandbox.snapshot(), old);
    } else {
        assert_eq!(states(result), [State::OutOfDate; 3]);
        assert!(sandbox.read(PATHS[0]).contains("new"));
    }
}
