//! The files of the folder, and how they are written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use baccarat_board::site::{Site, SiteError};
use baccarat_hdl::top::{Clocking, Top};
use tempfile::TempDir;

/// A site with a simulator that is not one.
fn site(top: Top, simulator: &str) -> Site {
    Site::of_machine(top, simulator.into()).expect("a site")
}

const TASK5: Top = Top::Task5(Clocking::Synchronised);

/// The names of all files in a folder, with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                fs::read_dir(path).expect("a folder").map(|entry| entry.expect("one").path()),
            );
        } else {
            let name = path.strip_prefix(folder).expect("inside").to_str().expect("UTF-8");
            files.insert(name.replace('\\', "/"), fs::read(&path).expect("a file"));
        }
    }
    files
}

#[test]
fn a_page_refers_only_to_files_of_its_folder() {
    for top in [TASK5, Top::Casino] {
        let folder = TempDir::new().expect("a folder");
        site(top, "simulator").write(folder.path()).expect("written");
        let files = files(folder.path());
        let page = String::from_utf8_lossy(&files["index.html"]).into_owned();
        let values = page.split("src=\"").chain(page.split("href=\"")).skip(1);
        let references: Vec<&str> = values.filter_map(|text| text.split('"').next()).collect();
        let references = references.iter().filter(|name| !name.starts_with(['#', '<']));
        let mut count = 0;
        for name in references {
            assert!(files.contains_key(*name), "{top}: {name}");
            count += 1;
        }
        assert!(count >= 4, "{top}: {count}");
        assert!(!page.contains("served") && !page.contains("server"), "{top}");
        let scripts = files.iter().filter(|(name, _)| name.ends_with(".js"));
        for (name, text) in scripts {
            let text = String::from_utf8_lossy(text);
            assert!(!text.contains("WebSocket("), "{name}");
            for import in text.split("from \"").skip(1).filter_map(|text| text.split('"').next()) {
                let (parent, _) = name.rsplit_once('/').expect("a folder");
                let imported = import.strip_prefix("./").expect("a relative import");
                assert!(files.contains_key(&format!("{parent}/{imported}")), "{name}: {import}");
            }
        }
    }
}

#[test]
fn an_earlier_export_is_replaced_and_other_files_stay() {
    let folder = TempDir::new().expect("a folder");
    site(Top::Casino, "one").write(folder.path()).expect("written");
    fs::write(folder.path().join("CNAME"), "example.org").expect("a file");
    fs::create_dir_all(folder.path().join("files/own")).expect("a folder");
    fs::write(folder.path().join("files/own/picture"), "").expect("a file");
    let before = files(folder.path());
    site(Top::Casino, "another").write(folder.path()).expect("written");
    let after = files(folder.path());
    let simulators = after.iter().filter(|(name, _)| name.ends_with(".wasm"));
    assert_eq!(simulators.map(|(_, text)| text.as_slice()).collect::<Vec<_>>(), [b"another"]);
    assert_eq!(after.len(), before.len());
    assert!(after.contains_key("CNAME") && after.contains_key("files/own/picture"));
}

#[test]
fn nothing_of_another_machine_stays() {
    let folder = TempDir::new().expect("a folder");
    site(Top::Casino, "simulator").write(folder.path()).expect("written");
    let before = files(folder.path()).len();
    for top in [TASK5, Top::Casino] {
        site(top, top.module()).write(folder.path()).expect("written");
    }
    assert_eq!(files(folder.path()).len(), before);
    assert!(!folder.path().join("task5").exists());
}

#[test]
fn a_first_export_removes_no_file() {
    let folder = TempDir::new().expect("a folder");
    let own = folder.path().join("task5/statemachine.svg");
    fs::create_dir(folder.path().join("task5")).expect("a folder");
    fs::write(&own, "mine").expect("a file");
    site(Top::Casino, "simulator").write(folder.path()).expect("written");
    assert_eq!(fs::read(own).expect("the file"), b"mine");
}

#[test]
fn a_page_of_somebody_else_is_not_overwritten() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("index.html"), "<h1>Mine</h1>").expect("a file");
    let result = site(Top::Casino, "simulator").write(folder.path());
    assert!(matches!(result, Err(SiteError::Foreign(_))), "{result:?}");
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let error = site(TASK5, "simulator").write(&file.join("site")).expect_err("not a folder");
    assert!(error.to_string().contains("file"), "{error}");
}
