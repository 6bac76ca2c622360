//! Runs until something happens.

use super::{CYCLES, RATE, design, example};
use crate::game_page::GamePage;
use crate::screenshots;

/// A light that changes every 1,000 cycles while SW0 is on.
const BLINKER: &str = "
module blinker (input logic CLOCK_50, input logic [9:0] SW, output logic [9:0] LEDR);
    logic [9:0] count = '0;
    logic light = 1'b0;
    always_ff @(posedge CLOCK_50) if (count == 10'd999) begin count <= '0; light <= light ^ SW[0]; end else count <= count + 10'd1;
    assign LEDR = {9'd0, light};
endmodule
";

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn the_clock_runs_until_a_light_changes_and_is_paused_then() {
    let board = design(BLINKER);
    let mut page = GamePage::at(&board.url()).await;
    assert!(page.evaluate_bool("document.querySelector('#run-frame').hidden").await, "no monitor");
    page.click("#run-display").await;
    let nothing = "No light and no display changed within 500,000,000 cycles.";
    page.wait_for_text("#run-state", nothing).await;
    page.wait_until(&format!("{RATE}.includes('paused')")).await;
    page.move_switch(0).await;
    let before = page.evaluate_number(CYCLES).await;
    page.click("#run-display").await;
    page.wait_until(&format!("{CYCLES} > {before}")).await;
    for _ in 0..3 {
        let before = page.evaluate_number(CYCLES).await;
        page.click("#run-display").await;
        page.wait_until(&format!("{CYCLES} === {before} + 1000")).await;
        page.wait_for_text("#run-state", "LEDR changed after 1,000 cycles.").await;
    }
    screenshots::take(&mut page, "run-until", &["#clock"]).await;
    page.assert_axe_reports_nothing("run-until").await;
    page.click("#clock-cycle").await;
    page.wait_for_text("#run-state", "").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn the_clock_runs_until_a_traced_signal_gets_a_value() {
    let board = design(BLINKER);
    let mut page = GamePage::at(&board.url()).await;
    page.click("#clock-pause").await;
    page.wait_until(&format!("{RATE}.includes('paused')")).await;
    assert!(page.evaluate_bool("document.querySelector('#run-signal').hidden").await, "no signal");
    let places = "[...document.querySelectorAll('#found .signal-place')].map((place) => place.textContent.split(':')[1]).join()";
    assert_eq!(page.evaluate_text(places).await, "2,2,3,4,2", "the lines of the declarations");
    page.click("[aria-label='Trace count']").await;
    page.wait_until("!document.querySelector('#run-signal').hidden").await;
    let enter = |value: &str| {
        let input = "document.querySelector('#run-signal-value')";
        format!("{input}.value = '{value}'; {input}.dispatchEvent(new Event('input'))")
    };
    let rejected = "document.querySelector('#run-signal-value').validationMessage";
    for (value, expected) in
        [("DEAL", "Write a number"), ("1024", "from -512 to 1023"), ("-513", "from -512 to 1023")]
    {
        page.evaluate(&enter(value)).await;
        page.click("#run-signal button").await;
        page.wait_until(&format!("{rejected}.includes('{expected}')")).await;
    }
    // The second one begins where the first one has ended.
    for (value, shown, cycles) in
        [("0x1f", "0x01f", 0), ("31", "0x01f", 1_000), ("0b10_0000", "0x020", 1), ("", "", 1)]
    {
        page.evaluate(&enter(value)).await;
        let before = page.evaluate_number(CYCLES).await;
        page.click("#run-signal button").await;
        if cycles > 0 {
            page.wait_until(&format!("{CYCLES} === {before} + {cycles}")).await;
        }
        let change = if shown.is_empty() { "changed".into() } else { format!("became {shown}") };
        let state = "document.querySelector('#run-signal-state').textContent";
        page.wait_until(&format!("{state}.startsWith('count {change} after ')")).await;
        let count = "document.querySelector('#traced td').textContent";
        let expected = if shown.is_empty() { "0x021" } else { shown };
        page.wait_until(&format!("{count} === '{expected}'")).await;
    }
    screenshots::take(&mut page, "run-until-signal", &["#tracing"]).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn the_clock_runs_until_the_next_frame() {
    let mut page = GamePage::at(&example("squares").url()).await;
    page.wait_until("document.querySelector('#monitor-mode').textContent.startsWith('640')").await;
    page.click("#run-frame").await;
    let state = "document.querySelector('#run-state').textContent";
    page.wait_until(&format!("{state}.startsWith('A frame is complete after ')")).await;
    page.wait_until(&format!("{RATE}.includes('paused')")).await;
    let before = page.evaluate_number(CYCLES).await;
    page.click("#run-frame").await;
    page.wait_until(&format!("{CYCLES} > {before} + 800000")).await;
    page.click("#clock-pause").await;
    page.wait_for_text("#run-state", "").await;
    page.assert_no_console_errors().await;
}
