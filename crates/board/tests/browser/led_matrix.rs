//! The LED matrix on the page of any design.

use std::sync::Arc;

use crate::board_process::BoardProcess;
use crate::game_page::GamePage;
use crate::layout::assert_nothing_moves;
use crate::screenshots;

/// A design with a red diagonal, and a green row that the switches choose.
fn board() -> Arc<BoardProcess> {
    BoardProcess::of_sources(&["crates/test-netlists/netlists/matrix.sv"])
}

/// The places of the yellow LEDs, from the upper left corner.
const YELLOW: &str = "JSON.stringify([...document.querySelectorAll('.led')].flatMap((led, place) => led.matches('.red.green') ? [place] : []))";

impl GamePage {
    async fn wait_for_leds(&mut self, label: &str) {
        let matrix = "document.querySelector('#led-matrix').ariaLabel";
        self.wait_until(&format!("{matrix} === 'LED matrix: {label}'")).await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn the_led_matrix_shows_what_the_design_selects() {
    let board = board();
    let mut page = GamePage::at(&board.url()).await;
    page.wait_for_leds("15 red, 15 green, 1 yellow").await;
    // Row 0 and column 0 are in the upper right corner.
    assert_eq!(page.evaluate_text(YELLOW).await, "[15]");
    for (place, colour) in [(0, "led green"), (30, "led red")] {
        let led = format!("document.querySelectorAll('.led')[{place}].className");
        assert_eq!(page.evaluate_text(&led).await, colour, "{place}");
    }
    screenshots::take(&mut page, "led-matrix", &["#matrix"]).await;
    page.assert_axe_reports_nothing("led-matrix").await;
    page.click("[data-switch=SW1] .switch-body").await;
    page.wait_until(&format!("{YELLOW} === '[45]'")).await;
    page.click("#clock-pause").await;
    assert_eq!(page.evaluate_text(YELLOW).await, "[45]", "a paused clock changes nothing");
    page.assert_no_console_errors().await;
    assert_nothing_moves(&board.url(), "light", "document.querySelector('#found li')").await;
}
