//! The pictures of the pages in the documents.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;
use std::time::Duration;
use test_support::repository;

use tokio::time::sleep;

use crate::board_process::BoardProcess;
use crate::foreign::CYCLES;
use crate::game_page::GamePage;

/// The machines, and two examples of any design.
const MACHINES: [&str; 4] = ["task5", "casino", "squares", "easel"];

struct Picture {
    /// Its path in `docs`.
    path: &'static str,
    machine: &'static str,
    size: (u32, u32),
    theme: &'static str,
}

const fn picture(
    path: &'static str,
    machine: &'static str,
    size: (u32, u32),
    theme: &'static str,
) -> Picture {
    Picture { path, machine, size, theme }
}

const PICTURES: [Picture; 9] = [
    picture("board.png", "task5", (1280, 900), "light"),
    picture("casino.png", "casino", (1280, 900), "light"),
    picture("any-design.png", "squares", (1280, 900), "light"),
    picture("easel.png", "easel", (1280, 900), "light"),
    picture("pages/task5-390-light.png", "task5", (390, 844), "light"),
    picture("pages/casino-390-light.png", "casino", (390, 844), "light"),
    picture("pages/casino-390-dark.png", "casino", (390, 844), "dark"),
    picture("pages/casino-1280-dark.png", "casino", (1280, 900), "dark"),
    picture("pages/casino-2560-light.png", "casino", (2560, 1440), "light"),
];

/// The hands on the roads.
const HANDS: usize = 24;

/// The documents that show pictures of the pages.
const DOCUMENTS: [&str; 3] = ["README.md", "docs/any-design.md", "docs/board.md"];

/// Returns the width and height of a PNG file.
fn size(png: &[u8]) -> (u32, u32) {
    let reader = png::Decoder::new(Cursor::new(png)).read_info().expect("a PNG file");
    (reader.info().width, reader.info().height)
}

#[test]
fn every_picture_of_a_page_has_its_size_and_is_shown_in_a_document() {
    let documents =
        DOCUMENTS.map(|name| fs::read_to_string(repository().join(name)).expect("text"));
    let mut expected: Vec<PathBuf> = Vec::new();
    for Picture { path, size: expected_size, .. } in &PICTURES {
        let file = repository().join("docs").join(path);
        let png = fs::read(&file).unwrap_or_else(|error| panic!("{path}: {error}: make pages"));
        assert_eq!(size(&png), *expected_size, "{path}");
        assert!(documents.iter().any(|text| text.contains(path)), "no document shows {path}");
        expected.push(file);
    }
    for entry in fs::read_dir(repository().join("docs/pages")).expect("the folder") {
        let file = entry.expect("an entry").path();
        assert!(expected.contains(&file), "{} is not written by make pages", file.display());
    }
}

/// Lets the squares move for some time.
const MOVING: Duration = Duration::from_secs(3);

/// The lines on the easel: the key of the colour, that of the direction, and how often it is typed.
const LINES: [(&str, &str, usize); 8] = [
    ("Digit1", "ArrowUp", 8),
    ("Digit2", "ArrowRight", 8),
    ("Digit3", "ArrowDown", 16),
    ("Digit4", "ArrowLeft", 16),
    ("Digit1", "ArrowUp", 24),
    ("Digit2", "ArrowRight", 24),
    ("Digit3", "ArrowDown", 32),
    ("Digit4", "ArrowLeft", 32),
];

/// The cycles in which the keyboard sends what a key sends when it is pressed and released.
const TYPING: f64 = 250_000.0;

/// Paints lines with the PS/2 keyboard, however fast the design is.
async fn paint(page: &mut GamePage) {
    page.click("#ps2-keyboard").await;
    for (colour, direction, length) in LINES {
        for key in std::iter::once(colour).chain(std::iter::repeat_n(direction, length)) {
            let end = page.evaluate_number(CYCLES).await + TYPING;
            page.type_key(key).await;
            page.wait_until(&format!("{CYCLES} > {end}")).await;
        }
    }
}

/// Plays some hands with bets on the banker. The last one stays on the table.
async fn play(page: &mut GamePage, machine: &str) {
    match machine {
        "squares" => return sleep(MOVING).await,
        "easel" => return paint(page).await,
        _ => {}
    }
    if machine == "casino" {
        page.click_switches(&[9, 2]).await;
    }
    for hand in 1..=HANDS {
        match machine {
            "casino" => {
                page.finish_hand().await;
            }
            _ => {
                page.click("[data-bet=banker]").await;
                page.play().await;
            }
        }
        match machine {
            _ if hand == HANDS => {}
            "casino" => page.clear_table().await,
            _ => page.new_hand().await,
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn the_pictures_of_the_pages_can_be_taken() {
    let folder = match std::env::var_os("WRITE_PICTURES") {
        Some(_) => repository().join("docs"),
        None => repository().join("target/screenshots"),
    };
    fs::create_dir_all(folder.join("pages")).expect("the folder");
    for machine in MACHINES {
        let board = match machine {
            "squares" => BoardProcess::of_sources(&["examples/board/squares.sv"]),
            "easel" => BoardProcess::of_sources(&["examples/board/easel"]),
            _ => BoardProcess::shared(&["--machine", machine]),
        };
        let mut page = GamePage::at(&board.url()).await;
        play(&mut page, machine).await;
        for Picture { path, size: expected, theme, .. } in
            PICTURES.iter().filter(|picture| picture.machine == machine)
        {
            page.set_viewport(expected.0, expected.1, theme).await;
            page.evaluate("scrollTo(0, 0)").await;
            // Waits until the cards have stopped moving, and the monitor is drawn.
            page.wait_until(
                "document.getAnimations().every((animation) => animation.playState === 'finished')",
            )
            .await;
            page.evaluate("new Promise((done) => setTimeout(done, 500))").await;
            let png = page.screenshot().await;
            assert_eq!(size(&png), *expected, "{path}");
            fs::write(folder.join(path), png).expect("written");
        }
        page.assert_no_console_errors().await;
    }
}
