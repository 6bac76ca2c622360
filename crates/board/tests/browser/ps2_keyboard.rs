//! The PS/2 keyboard on the page of any design.

use std::sync::Arc;

use serde_json::json;

use crate::board_process::BoardProcess;
use crate::game_page::GamePage;
use crate::layout::assert_nothing_moves;
use crate::screenshots;

/// A design that shows the last byte on HEX1 and HEX0, and the number of bytes on LEDR. KEY0 makes
/// the lights of the keyboard those of SW2 to SW0.
fn board() -> Arc<BoardProcess> {
    BoardProcess::of_sources(&[
        "crates/test-netlists/netlists/ps2.sv",
        "crates/test-netlists/netlists/digit.sv",
    ])
}

const FOCUSED: &str = "document.activeElement?.id === 'ps2-keyboard'";

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn the_focused_keyboard_types_into_the_design_and_shows_its_lights() {
    let board = board();
    let mut page = GamePage::at(&board.url()).await;
    // The end of the self test.
    page.wait_for_digits("AA").await;
    page.type_key("KeyA").await;
    page.click("#ps2-keyboard").await;
    assert!(page.evaluate_bool(FOCUSED).await);
    assert_eq!(page.board().await.ledr(), 1, "only a focused keyboard gets keys");

    page.key_event("keyDown", "KeyA").await;
    page.wait_for_digits("1C").await;
    page.wait_for_text("#ps2-held", "KeyA").await;
    // The keyboard repeats the key, not the browser.
    let repeated = json!({"type": "keyDown", "key": "a", "code": "KeyA", "autoRepeat": true});
    page.command("Input.dispatchKeyEvent", repeated).await;
    page.wait_until("document.querySelector('#lights').ariaLabel.includes('LEDR2')").await;
    page.key_event("keyUp", "KeyA").await;
    page.wait_for_text("#ps2-held", "none").await;

    for (code, digits) in [("Space", "29"), ("Escape", "76")] {
        page.key_event("keyDown", code).await;
        page.wait_for_digits(digits).await;
        assert!(!page.is_pressed(0).await, "{code} presses no key of the board");
        page.key_event("keyUp", code).await;
        page.wait_for_text("#ps2-held", "none").await;
    }
    assert!(page.evaluate_bool(FOCUSED).await, "only Tab leaves the keyboard");
    // The release of Meta releases all keys: some systems report no others until then.
    for code in ["KeyA", "MetaLeft"] {
        page.key_event("keyDown", code).await;
    }
    page.wait_for_text("#ps2-held", "KeyA, MetaLeft").await;
    page.key_event("keyUp", "MetaLeft").await;
    page.wait_for_text("#ps2-held", "none").await;
    page.key_event("keyUp", "KeyA").await;

    page.wait_for_text("#num-lock", "Num Lock off").await;
    page.click("[data-switch=SW1] .switch-body").await;
    page.click("[data-key=KEY0] svg").await;
    page.wait_for_text("#num-lock", "Num Lock on").await;
    page.wait_for_text("#caps-lock", "Caps Lock off").await;

    page.click("#ps2-keyboard").await;
    page.key_event("keyDown", "KeyR").await;
    page.wait_for_text("#ps2-held", "KeyR").await;
    page.type_key("Tab").await;
    assert!(!page.evaluate_bool(FOCUSED).await);
    page.wait_for_text("#ps2-held", "none").await;
    page.wait_for_digits("2d").await;
    page.key_event("keyUp", "KeyR").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn axe_reports_nothing_about_the_keyboard_and_nothing_moves_while_it_loads() {
    let board = board();
    let mut page = GamePage::at(&board.url()).await;
    page.wait_for_digits("AA").await;
    assert!(!page.evaluate_bool("document.querySelector('#keyboard-link').hidden").await);
    screenshots::take(&mut page, "ps2", &["#keyboard"]).await;
    page.assert_axe_reports_nothing("ps2").await;
    page.assert_no_console_errors().await;
    assert_nothing_moves(&board.url(), "light", "document.querySelector('#found li')").await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn repetitions_of_the_browser_are_not_sent() {
    let board = board();
    let mut page = GamePage::at(&board.url()).await;
    let sent = "({ Ps2Keyboard }) => { \
        const sent = []; \
        new Ps2Keyboard(({ type, code, pressed }) => sent.push([type, code, pressed])); \
        const keyboard = document.querySelector('#ps2-keyboard'); \
        for (const [type, code, repeat] of [['keydown', 'KeyA', false], ['keydown', 'KeyA', true], ['keydown', '', false], ['keyup', 'KeyA', false], ['keyup', 'KeyA', false]]) { \
            keyboard.dispatchEvent(new KeyboardEvent(type, { code, repeat, bubbles: true })); \
        } \
        return sent; }";
    let expected = json!([["keyboard_key", "KeyA", true], ["keyboard_key", "KeyA", false]]);
    assert_eq!(page.run("ps2_keyboard", sent).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn fingers_have_keys_to_touch() {
    let board = board();
    let mut page = GamePage::at(&board.url()).await;
    page.wait_for_digits("AA").await;
    let shown = "getComputedStyle(document.querySelector('#touch-keys')).display";
    assert_eq!(page.evaluate_text(shown).await, "none");
    page.set_viewport(390, 844, "light").await;
    let touch = json!({"enabled": true, "maxTouchPoints": 2});
    page.command("Emulation.setTouchEmulationEnabled", touch).await;
    page.wait_until(&format!("{shown} === 'grid'")).await;
    for (label, code, digits) in
        [("A", "KeyA", "1C"), ("Enter", "Enter", "5A"), ("9", "Digit9", "46")]
    {
        let (x, y) = page.centre_of(&format!("#touch-keys [aria-label='{label}']")).await;
        let touch = json!({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]});
        page.command("Input.dispatchTouchEvent", touch).await;
        page.wait_for_text("#ps2-held", code).await;
        page.wait_for_digits(digits).await;
        let end = json!({"type": "touchEnd", "touchPoints": []});
        page.command("Input.dispatchTouchEvent", end).await;
        page.wait_for_text("#ps2-held", "none").await;
    }
    // A screen reader activates a key without a pointer.
    page.evaluate("document.querySelector('#touch-keys [aria-label=Space]').click()").await;
    page.wait_for_digits("29").await;
    page.wait_for_text("#ps2-held", "none").await;
    page.assert_axe_reports_nothing("touch-keys").await;
    page.assert_no_console_errors().await;
}
