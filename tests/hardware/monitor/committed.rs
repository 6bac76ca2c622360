//! The pictures in docs/monitor/ and their list in docs/monitor.md are up to date. `make pictures`
//! writes them.

use std::fs;
use std::path::Path;

use super::picture::Picture;
use super::reference::draw;
use super::scenes::{PLAYED, SCENES, Scene};

const REMEDY: &str = "run `make pictures`";

/// The last section of docs/monitor.md.
const HEADING: &str = "\n## Pictures\n";

const INTRODUCTION: &str = "
Every kind of state, as the reference renderer draws it. `make pictures` writes this list and the pictures.
";

/// The last section of docs/monitor.md: a table of two pictures a row, with their titles.
fn list() -> String {
    let cell = |scene: &Scene| {
        let title = scene.title[..1].to_uppercase() + &scene.title[1..];
        format!("| ![{}](monitor/{}.png)<br>{title} ", scene.title, scene.name)
    };
    let row = |scenes: &[Scene]| scenes.iter().map(cell).collect::<String>() + "|\n";
    let rows: String = SCENES.chunks(2).map(row).collect();
    format!("{HEADING}{INTRODUCTION}\n| | |\n|---|---|\n{rows}")
}

#[test]
fn the_committed_pictures_are_current() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let is_writing = std::env::var_os("WRITE_PICTURES").is_some();
    let document = fs::read_to_string(docs.join("monitor.md")).expect("docs/monitor.md");
    let text = document.split(HEADING).next().unwrap_or_default();
    let expected = text.to_string() + &list();
    if is_writing {
        fs::create_dir_all(docs.join("monitor")).expect("the folder");
        fs::write(docs.join("monitor.md"), &expected).expect("docs/monitor.md");
    }
    assert!(is_writing || document == expected, "docs/monitor.md is out of date; {REMEDY}");
    for (scene, board) in PLAYED.iter() {
        let path = docs.join("monitor").join(scene.name).with_extension("png");
        let expected = draw(&board.state());
        let committed = Picture::read(&path);
        if is_writing && committed.as_ref() != Ok(&expected) {
            expected.write(&path);
            continue;
        }
        let committed = committed.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let difference = committed.differences(&expected).next();
        assert_eq!(difference, None, "docs/monitor/{}.png is out of date; {REMEDY}", scene.name);
    }
}

#[test]
fn every_picture_belongs_to_a_scene() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/monitor");
    for entry in fs::read_dir(folder).expect("docs/monitor/") {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        let is_known = SCENES.iter().any(|scene| name == format!("{}.png", scene.name));
        assert!(is_known, "no scene is called {name}");
    }
}
