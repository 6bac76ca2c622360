//! Paths from the project to the constraints.

use std::path::Path;

use baccarat_hdl::top::{Clocking, Top};

use crate::reader::{commands, project_files_with};

const TOP: Top = Top::Task5(Clocking::Synchronised);

#[test]
fn the_constraints_may_be_anywhere_relative_to_the_project() {
    for (folder, prefix) in [
        ("../constraints", "../constraints/"),
        ("../constraints/", "../constraints/"),
        ("", ""),
        (".", ""),
        ("./c", "c/"),
        ("../../c", "../../c/"),
        ("../my pins (old)", "../my pins (old)/"),
        ("-c", "./-c/"),
        ("~c", "./~c/"),
    ] {
        let files = project_files_with(TOP, Path::new(folder)).expect(folder);
        let mut paths = Vec::new();
        for mut command in commands(&files["generated/task5.qsf"]) {
            if command[0] == "source" || command.get(2).is_some_and(|name| name == "SDC_FILE") {
                paths.extend(command.pop());
            }
        }
        let names = ["de1_soc.qsf", "task5_quartus.qsf", "task5.sdc", "task5_quartus.sdc"];
        assert_eq!(paths, names.map(|name| format!("{prefix}{name}")), "{folder:?}");
    }
}

#[test]
fn a_path_that_cannot_be_written_is_refused_by_name() {
    for folder in [
        "/srv/constraints",
        "a\"b",
        "$HOME",
        "a[0]",
        "a{b",
        "a}b",
        "a;b",
        "a#b",
        "a*",
        "a?",
        "a\nb",
        "\u{e9}t\u{e9}",
    ] {
        let error = project_files_with(TOP, Path::new(folder)).expect_err(folder).to_string();
        let said = format!("{:?} cannot be written in a Quartus", format!("{folder}/de1_soc.qsf"));
        assert!(error.contains(&said), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf_8_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Path::new(std::ffi::OsStr::from_bytes(b"../c\xff"));
    assert!(project_files_with(TOP, folder).is_err());
}
