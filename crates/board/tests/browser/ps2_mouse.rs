//! The PS/2 mouse on the page of any design.

use std::sync::Arc;

use serde_json::json;

use crate::board_process::BoardProcess;
use crate::game_page::GamePage;
use crate::layout::assert_nothing_moves;
use crate::screenshots;

/// A design that shows the place of the mouse on HEX3 to HEX0, and its buttons on LEDR2 to LEDR0.
fn board() -> Arc<BoardProcess> {
    BoardProcess::of_sources(&[
        "crates/test-netlists/netlists/mouse.sv",
        "crates/test-netlists/netlists/digit.sv",
    ])
}

impl GamePage {
    /// Moves the pointer to a place in the panel of the mouse.
    async fn point(&mut self, kind: &str, [x, y]: [f64; 2], button: &str, buttons: u8) {
        let place = "(({x, y}) => [Math.round(x), Math.round(y)])(document.querySelector('#ps2-mouse').getBoundingClientRect())";
        let corner = self.evaluate(place).await;
        let at = |index: usize, by: f64| corner[index].as_f64().expect("a number") + by;
        let event = json!({
            "type": kind, "x": at(0, x), "y": at(1, y),
            "button": button, "buttons": buttons, "clickCount": 1,
        });
        self.command("Input.dispatchMouseEvent", event).await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn the_pointer_and_the_keys_move_the_mouse_and_press_its_buttons() {
    let board = board();
    let mut page = GamePage::at(&board.url()).await;
    page.wait_for_text("#mouse-reporting", "Enabled by the design.").await;
    page.evaluate("document.querySelector('#ps2-mouse').scrollIntoView()").await;
    // Only movements within the panel count.
    page.point("mouseMoved", [20.0, 20.0], "none", 0).await;
    page.point("mouseMoved", [38.0, 15.0], "none", 0).await;
    page.wait_for_digits("1205").await;
    for (button, bit, item, text) in [
        ("left", 1, "#mouse-left", "Left"),
        ("right", 2, "#mouse-right", "Right"),
        ("middle", 4, "#mouse-middle", "Middle"),
    ] {
        page.point("mousePressed", [38.0, 15.0], button, bit).await;
        page.wait_for_text(item, &format!("{text} down")).await;
        page.wait_until(&format!(
            "document.querySelector('#lights').ariaLabel.includes('LEDR{}')",
            bit / 2
        ))
        .await;
        page.point("mouseReleased", [38.0, 15.0], button, 0).await;
        page.wait_for_text(item, &format!("{text} up")).await;
    }
    assert!(page.evaluate_bool("document.activeElement?.id === 'ps2-mouse'").await);
    page.type_key("ArrowLeft").await;
    page.wait_for_digits("0A05").await;
    page.type_key("ArrowRight").await;
    page.wait_for_digits("1205").await;
    page.type_key("ArrowUp").await;
    page.wait_for_digits("120d").await;
    page.type_key("ArrowDown").await;
    page.wait_for_digits("1205").await;
    page.key_event("keyDown", "Space").await;
    page.wait_for_text("#mouse-left", "Left down").await;
    assert!(!page.is_pressed(0).await, "Space presses no key of the board");
    page.type_key("Tab").await;
    page.wait_for_text("#mouse-left", "Left up").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn axe_reports_nothing_about_the_mouse_and_nothing_moves_while_it_loads() {
    let board = board();
    let mut page = GamePage::at(&board.url()).await;
    page.wait_for_text("#mouse-reporting", "Enabled by the design.").await;
    assert!(page.evaluate_bool("document.querySelector('#keyboard').hidden").await);
    screenshots::take(&mut page, "ps2-mouse", &["#mouse"]).await;
    page.assert_axe_reports_nothing("ps2-mouse").await;
    page.assert_no_console_errors().await;
    assert_nothing_moves(&board.url(), "light", "document.querySelector('#found li')").await;
}
