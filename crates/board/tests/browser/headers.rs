//! The pins of the headers on the page of any design.

use std::fs;

use tempfile::TempDir;

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

/// A project with a UART, a button and a sensor at GPIO_0[2:0].
const SETTINGS: &str = "\
set_global_assignment -name TOP_LEVEL_ENTITY lab
set_global_assignment -name SYSTEMVERILOG_FILE lab.sv
set_location_assignment PIN_AC18 -to uart_rxd
set_location_assignment PIN_Y17 -to button
set_location_assignment PIN_AD17 -to sensor
set_location_assignment PIN_V16 -to lights[0]
set_location_assignment PIN_W16 -to lights[1]
set_location_assignment PIN_V17 -to lights[2]
set_instance_assignment -name WEAK_PULL_UP_RESISTOR ON -to button
";

const LAB: &str = "\
module lab (input logic uart_rxd, button, sensor, output logic [2:0] lights);
    assign lights = {sensor, button, uart_rxd};
endmodule
";

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn pins_that_are_pulled_up_or_receive_begin_high() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("lab.qsf"), SETTINGS).expect("written");
    fs::write(folder.path().join("lab.sv"), LAB).expect("written");
    let path = folder.path().to_str().expect("UTF-8");
    let board = BoardProcess::start(&["--sources", path]);
    let mut page = GamePage::at(&board.url()).await;
    page.wait_until(&format!("{HIGH} === '0-0,0-1'")).await;
    let lights = "document.querySelector('#lights').ariaLabel";
    page.wait_until(&format!("{lights} === 'Lights: LEDR0, LEDR1 on'")).await;
    page.click("[data-pin='0-1']").await;
    page.wait_until(&format!("{lights} === 'Lights: LEDR0 on'")).await;
    page.click("#power-up").await;
    page.wait_until(&format!("{HIGH} === '0-0'")).await;
    page.assert_no_console_errors().await;
}
