//! Where the parts of the page are when the design has a monitor.

use serde_json::json;

use super::example;
use crate::board_process::BoardProcess;
use crate::game_page::GamePage;

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn monitor_displays_switches_and_keys_are_on_the_first_screen_of_any_window() {
    let mut page = GamePage::at(&example("squares").url()).await;
    // The least widths of the monitor: at the last two sizes, that of whole pixels.
    for (width, height, least) in [
        (360, 640, 300.0),
        (390, 844, 340.0),
        (640, 400, 300.0),
        (844, 390, 300.0),
        (800, 600, 400.0),
        (768, 1024, 640.0),
        (960, 900, 500.0),
        (1024, 768, 640.0),
        (1152, 720, 640.0),
        (1280, 800, 640.0),
        (1920, 1080, 640.0),
        (2560, 1440, 1280.0),
        (3840, 2160, 1920.0),
    ] {
        page.set_viewport(width, height, "light").await;
        let window = format!("{width} by {height}");
        let of = |part: &str, value: &str| {
            format!("document.querySelector('{part}').getBoundingClientRect().{value}")
        };
        let monitor = page.evaluate_number(&of("#monitor", "width")).await;
        assert!(monitor >= least, "{window}: the monitor is {monitor} pixels wide");
        let has_bar = "getComputedStyle(document.querySelector('#keys')).position === 'fixed'";
        let end = match page.evaluate_bool(has_bar).await {
            true => page.evaluate_number(&of("#keys", "top")).await,
            false => f64::from(height),
        };
        for part in ["#monitor", "#displays", "#lights", "#switches"] {
            let bottom = page.evaluate_number(&of(part, "bottom")).await;
            assert!(bottom <= end, "{window}: {part} ends at {bottom} of {end}");
        }
        let bottom = page.evaluate_number(&of("#keys", "bottom")).await;
        assert!(bottom <= f64::from(height), "{window}: the keys end at {bottom}");
        for part in ["#tracing", "#recording", "#about"] {
            let wide = page.evaluate_number(&of(part, "width")).await;
            assert!(wide >= 300.0, "{window}: {part} is {wide} pixels wide");
        }
        let wide = page.evaluate_number("document.documentElement.scrollWidth").await;
        assert!(wide <= f64::from(width), "{window}: {wide}");
    }
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn no_part_of_the_page_is_wider_than_a_window_of_320_pixels() {
    for files in [["examples/board/squares.sv"], ["examples/board/easel"], ["examples/board/tune"]]
    {
        let mut page = GamePage::at(&BoardProcess::of_sources(&files).url()).await;
        page.set_viewport(320, 640, "light").await;
        page.assert_fits(320.0).await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn a_click_on_the_monitor_gives_the_focus_to_the_keyboard_and_does_not_scroll() {
    let board = BoardProcess::of_sources(&["examples/board/easel"]);
    let mut page = GamePage::at(&board.url()).await;
    page.set_viewport(1280, 800, "light").await;
    page.click("#monitor").await;
    assert_eq!(page.evaluate_text("document.activeElement.id").await, "ps2-keyboard");
    assert_eq!(page.evaluate_number("scrollY").await, 0.0);
    page.key_event("keyDown", "Digit1").await;
    page.wait_for_text("#ps2-held", "Digit1").await;
    page.key_event("keyUp", "Digit1").await;
    let outline = "getComputedStyle(document.querySelector('.bezel')).outlineStyle";
    assert_eq!(page.evaluate_text(outline).await, "solid");
    page.type_key("Tab").await;
    assert_eq!(page.evaluate_text(outline).await, "none");
    // Without a keyboard, a click on the monitor does nothing.
    let mut page = GamePage::at(&example("squares").url()).await;
    page.click("#monitor").await;
    assert_ne!(page.evaluate_text("document.activeElement.id").await, "ps2-keyboard");
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn hints_are_those_for_mouse_and_keyboard_or_those_for_fingers() {
    let mut page = GamePage::at(&example("squares").url()).await;
    let shown = "document.querySelector('.how-to').innerText.trim()";
    let hint = page.evaluate_text(shown).await;
    assert!(hint.contains("a double click") && !hint.contains("tap"), "{hint}");
    let touch = json!({"enabled": true, "maxTouchPoints": 2});
    page.command("Emulation.setTouchEmulationEnabled", touch).await;
    page.wait_until(&format!("{shown} === 'A double tap holds a key until the next tap.'")).await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn one_text_says_why_the_monitor_is_dark() {
    let mut page = GamePage::at(&example("squares").url()).await;
    let text = "getComputedStyle(document.querySelector('.screen'), '::before').content";
    let text = page.evaluate_text(text).await;
    assert!(!text.contains("No picture"), "{text}");
}
