//! The pins of the headers on the page of any design.

use crate::board_process::BoardProcess;
use crate::game_page::GamePage;
use crate::layout::assert_nothing_moves;
use crate::screenshots;

/// The pins of GPIO_0 and GPIO_1 that are high.
const HIGH: &str =
    "[...document.querySelectorAll('.pin.lit')].map((pin) => pin.dataset.pin).join()";

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn pins_of_headers_are_lights_and_switches() {
    let board = BoardProcess::of_sources(&["crates/test-netlists/netlists/headers.sv"]);
    let mut page = GamePage::at(&board.url()).await;
    page.wait_until(&format!("{HIGH} === '1-4'")).await;
    page.click("[data-pin='0-3']").await;
    page.wait_until(&format!("{HIGH} === '0-3,1-4,1-9'")).await;
    page.click("[data-switch=SW0] .switch-body").await;
    page.click("[data-switch=SW1] .switch-body").await;
    page.wait_until(&format!("{HIGH} === '0-3,0-4,1-4,1-9'")).await;
    let pin = "document.querySelector('[data-pin=\"0-4\"]')";
    let state = format!("`${{{pin}.ariaLabel}}: ${{{pin}.ariaChecked}}`");
    assert_eq!(page.evaluate_text(&state).await, "GPIO_0[4], high: false");
    let is_switch = "document.querySelectorAll('.pin[role=switch]').length";
    assert_eq!(page.evaluate_text(&format!("String({is_switch})")).await, "5");
    assert!(page.evaluate_bool("document.querySelector('#matrix').hidden").await);
    screenshots::take(&mut page, "headers", &["#headers"]).await;
    page.assert_axe_reports_nothing("headers").await;
    page.assert_no_console_errors().await;
    assert_nothing_moves(&board.url(), "light", "document.querySelector('#found li')").await;
}
