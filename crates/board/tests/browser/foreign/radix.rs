//! The radix of traced signals.

use serde_json::json;

use super::{RATE, design};
use crate::game_page::GamePage;
use crate::screenshots;

/// A counter below zero, with a bit that has no radix.
const DOWN: &str = "
module down (input logic CLOCK_50, output logic [9:0] LEDR);
    logic signed [9:0] count = -10'sd3;
    logic bit_0;
    logic [99:0] wide_signal;
    assign wide_signal = {10{count}};
    always_ff @(posedge CLOCK_50) count <= count - 10'sd1;
    assign bit_0 = count[0];
    assign LEDR = count;
endmodule
";

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn a_traced_signal_is_shown_in_the_radix_that_is_chosen_for_it() {
    let board = design(DOWN);
    let mut page = GamePage::at(&board.url()).await;
    page.click("#clock-pause").await;
    page.wait_until(&format!("{RATE}.includes('paused')")).await;
    page.click("#power-up").await;
    page.trace(&["bit_0", "count"]).await;
    let values = "[...document.querySelectorAll('#traced tr')].map((row) => row.cells[1].textContent).join()";
    page.wait_until(&format!("{values} === '1,0x3fd'")).await;
    let menus =
        "[...document.querySelectorAll('#traced select')].map((menu) => menu.hidden).join()";
    assert_eq!(page.evaluate_text(menus).await, "true,false", "a bit has no radix");
    page.click("#show-waveform").await;
    page.wait_until("document.querySelector('#waveform th[title=count]')").await;
    page.evaluate("document.querySelector('#waveform canvas').focus()").await;
    page.type_key("End").await;
    let at_cursor =
        "document.querySelector('#waveform th[title=count]').nextElementSibling.textContent";
    page.evaluate("document.querySelector('[aria-label=\"Radix of count\"]').focus()").await;
    for (key, value) in [
        ("ArrowDown", "1021"),
        ("ArrowDown", "-3"),
        ("ArrowDown", "11_1111_1101"),
        ("Home", "0x3fd"),
        ("ArrowDown", "1021"),
        ("ArrowDown", "-3"),
    ] {
        page.type_key(key).await;
        page.wait_until(&format!("{values} === '1,{value}'")).await;
        page.wait_until(&format!("{at_cursor} === '{value}'")).await;
    }
    page.click("#clock-cycle").await;
    page.wait_until(&format!("{values} === '0,-4'")).await;
    page.wait_until(&format!("{at_cursor} !== ''")).await;
    screenshots::take(&mut page, "radix", &["#tracing", "#recording"]).await;
    page.assert_axe_reports_nothing("radix").await;
    page.reload().await;
    page.wait_until_connected().await;
    page.wait_until(&format!("{values} === '0,-4'")).await;
    // A long value has room in a narrow window, too.
    page.set_viewport(320, 640, "light").await;
    page.trace(&["wide_signal"]).await;
    page.wait_until(&format!("{values}.includes('0,-4,0x')")).await;
    page.click("#show-waveform").await;
    page.wait_until("document.querySelector('#waveform th[title=wide_signal]')").await;
    page.evaluate("document.querySelector('[aria-label=\"Radix of wide_signal\"]').focus()").await;
    page.type_key("End").await;
    page.wait_until(&format!("{values}.endsWith('_1100')")).await;
    page.assert_fits(320.0).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn values_of_any_width_are_converted_exactly() {
    let board = design(DOWN);
    let mut page = GamePage::at(&board.url()).await;
    let wide = format!("0x8{}1", "0".repeat(30));
    let script = format!(
        "({{ inRadix }}) => [['0x5', 3, 'signed'], ['0x3', 3, 'signed'], ['1', 1, 'signed'], ['', 4, 'binary'], \
         ['0x05', 5, 'binary'], ['{wide}', 128, 'unsigned'], ['{wide}', 128, 'signed'], ['0x1f', 5, 'hex']] \
         .map(([value, width, radix]) => inRadix(value, width, radix))"
    );
    let expected = json!([
        "-3",
        "3",
        "1",
        "",
        "0_0101",
        "170141183460469231731687303715884105729",
        "-170141183460469231731687303715884105727",
        "0x1f",
    ]);
    assert_eq!(page.run("radix", &script).await, expected);
}
