//! The page of any design: `baccarat-board --sources`.

mod changes;
mod idle;
mod layout;
mod monitor_tools;
mod radix;
mod run_until;
mod terminal;

use std::fs;
use std::sync::Arc;
use std::time::Duration;
use test_support::repository;

use tempfile::TempDir;
use tokio::time::sleep;

use crate::board_process::BoardProcess;
use crate::game_page::GamePage;
use crate::layout::assert_nothing_moves;
use crate::screenshots;

/// Shows a design of `examples/board/`.
fn example(name: &str) -> Arc<BoardProcess> {
    BoardProcess::of_sources(&[&format!("examples/board/{name}.sv")])
}

/// Shows a design with this text.
fn design(text: &str) -> BoardProcess {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("design.sv");
    fs::write(&path, text).expect("written");
    // It has read the file when it prints its address.
    BoardProcess::start(&["--sources", path.to_str().expect("UTF-8")])
}

/// A counter on the lights. KEY0 stops it, KEY3 resets it.
const COUNTER: &str = "
module counter (input logic CLOCK_50, input logic [3:0] KEY, input logic UART_RX, output logic [9:0] LEDR, output logic [6:0] HEX0);
    logic [9:0] count = '0;
    always_ff @(posedge CLOCK_50) if (!KEY[3]) count <= '0; else if (KEY[0]) count <= count + 10'd1;
    assign LEDR = count;
    assign HEX0 = {7{UART_RX}};
endmodule
";

/// Two flip-flops that clock each other while SW0 is on.
const OSCILLATOR: &str = "
module oscillator (input logic [9:0] SW, output logic [1:0] LEDR);
    logic one = 1'b0;
    logic two = 1'b0;
    wire first_clock = SW[0] && (one == two);
    wire second_clock = SW[0] && (one != two);
    always_ff @(posedge first_clock) one <= !one;
    always_ff @(posedge second_clock) two <= !two;
    assign LEDR = {two, one};
endmodule
";

/// The number of cycles since power-up.
pub const CYCLES: &str =
    "Number(document.querySelector('#cycles').textContent.split(' ')[0].replaceAll(',', ''))";
const RATE: &str = "document.querySelector('#rate').textContent";

impl GamePage {
    async fn wait_for_label(&mut self, selector: &str, label: &str) {
        self.wait_until(&format!("document.querySelector('{selector}').ariaLabel === '{label}'"))
            .await;
    }

    async fn move_switch(&mut self, number: usize) {
        self.click(&format!("[data-switch=SW{number}] .switch-body")).await;
    }

    async fn label(&mut self, selector: &str) -> String {
        self.evaluate_text(&format!("document.querySelector('{selector}').ariaLabel")).await
    }

    /// Searches for another text and waits for the answer, before which the last list is shown.
    async fn search(&mut self, text: &str) {
        self.evaluate(
            "window.isFound = false; new MutationObserver(() => { window.isFound = true; }) \
             .observe(document.querySelector('#found'), { childList: true })",
        )
        .await;
        self.type_into("#search", text).await;
        self.wait_until("window.isFound").await;
    }

    /// Traces signals that are listed.
    async fn trace(&mut self, names: &[&str]) {
        for name in names {
            self.click(&format!("#found [aria-label=\"Trace {name}\"]")).await;
            let row = format!("#traced [aria-label=\"Remove {name}\"]");
            self.wait_until(&format!("document.querySelector('{row}')")).await;
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn a_switch_lights_its_light_and_changes_the_number_on_the_displays() {
    let mut page = GamePage::at(&example("switches").url()).await;
    page.wait_for_text("h1", "switches on a DE1-SoC").await;
    assert_eq!(page.evaluate_text("document.title").await, "switches on a DE1-SoC");
    page.wait_for_label("#lights", "Lights: all off").await;
    let mut number = 0_u64;
    for (switch, lights, digits) in [
        (1, "LEDR1 on", ["2", "0", "0"]),
        (3, "LEDR1, LEDR3 on", ["A", "0", "0"]),
        (2, "LEDR1, LEDR2, LEDR3 on", ["E", "0", "0"]),
        (0, "LEDR0, LEDR1, LEDR2, LEDR3 on", ["F", "0", "0"]),
        (9, "LEDR0, LEDR1, LEDR2, LEDR3, LEDR9 on", ["F", "0", "2"]),
    ] {
        page.move_switch(switch).await;
        number ^= 1 << switch;
        page.wait_for_label("#lights", &format!("Lights: {lights}")).await;
        assert_eq!(page.board().await.ledr(), number);
        for (display, digit) in digits.iter().enumerate() {
            let label = page.label(&format!("[data-display=HEX{display}]")).await;
            assert_eq!(label, format!("HEX{display}: {digit}"));
        }
    }
    // KEY0 inverts the lights while it is down.
    page.key_event("keyDown", "Space").await;
    let inverted = "Lights: LEDR4, LEDR5, LEDR6, LEDR7, LEDR8 on";
    page.wait_for_label("#lights", inverted).await;
    page.key_event("keyUp", "Space").await;
    page.wait_for_label("#lights", "Lights: LEDR0, LEDR1, LEDR2, LEDR3, LEDR9 on").await;
    // Shift and a click holds it until the next click.
    page.shift_click("[data-key=KEY0] svg").await;
    page.wait_for_label("#lights", inverted).await;
    page.click("[data-key=KEY0] svg").await;
    page.wait_for_label("#lights", "Lights: LEDR0, LEDR1, LEDR2, LEDR3, LEDR9 on").await;
    assert!(page.evaluate_bool("document.querySelector('#vga').hidden").await, "no monitor");
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn the_stopwatch_counts_between_two_presses_and_is_reset() {
    let source = repository().join("examples/board/stopwatch.sv");
    let source = fs::read_to_string(source).expect("the example");
    // A thousand times as fast, so that a slow computer counts soon.
    let fast = source.replace("500_000", "500");
    assert_ne!(fast, source);
    let board = design(&fast);
    let mut page = GamePage::at(&board.url()).await;
    let displays = "[0, 1, 2, 3, 4, 5].map((n) => document.querySelector(`[data-display=HEX${n}]`).ariaLabel.split(': ')[1]).join('')";
    page.wait_until(&format!("{displays} === '000000'")).await;
    page.type_key("Space").await;
    page.wait_for_label("#lights", "Lights: LEDR0 on").await;
    page.wait_until(&format!("Number({displays}[2]) > 0")).await;
    page.type_key("Space").await;
    page.wait_for_label("#lights", "Lights: all off").await;
    let stopped = page.evaluate_text(displays).await;
    sleep(Duration::from_millis(300)).await;
    assert_eq!(page.evaluate_text(displays).await, stopped);
    assert!(stopped.chars().all(|digit| digit.is_ascii_digit()), "{stopped}");
    page.type_key("Digit3").await;
    page.wait_until(&format!("{displays} === '000000'")).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn the_clock_has_the_frequency_of_the_slider_is_paused_and_stepped() {
    let board = design(COUNTER);
    let mut page = GamePage::at(&board.url()).await;
    page.wait_until(&format!("/simulated, .*real time/.test({RATE})")).await;
    let text = "document.querySelector('#frequency').ariaValueText";
    assert_eq!(page.evaluate_text(text).await, "50 MHz, real time");

    page.evaluate("document.querySelector('#frequency').focus()").await;
    for (code, expected) in [
        ("ArrowLeft", "20 MHz"),
        ("End", "as fast as possible"),
        ("Home", "1 Hz"),
        ("ArrowRight", "2 Hz"),
        ("ArrowRight", "5 Hz"),
        ("ArrowLeft", "2 Hz"),
    ] {
        page.type_key(code).await;
        assert_eq!(page.evaluate_text(text).await, expected);
        page.wait_for_text("#frequency-text", expected).await;
    }
    page.wait_until(&format!("/: [0-9.]+ Hz simulated/.test({RATE})")).await;
    let before = page.evaluate_number(CYCLES).await;
    sleep(Duration::from_secs(3)).await;
    let cycles = page.evaluate_number(CYCLES).await - before;
    assert!((3.0..=9.0).contains(&cycles), "{cycles} cycles in 3 s at 2 Hz");

    page.click("#clock-pause").await;
    page.wait_for_text("#rate", "CLOCK_50: 0 Hz, paused").await;
    let before = page.evaluate_number(CYCLES).await;
    let lights = page.board().await.ledr();
    for step in 1..=3 {
        page.click("#clock-cycle").await;
        page.wait_until(&format!("{CYCLES} === {}", before + f64::from(step))).await;
    }
    assert_eq!(page.board().await.ledr(), (lights + 3) % 1024);
    page.click("#power-up").await;
    page.wait_until(&format!("{CYCLES} === 0")).await;
    page.wait_for_label("#lights", "Lights: all off").await;
    page.click("#clock-pause").await;
    page.wait_until(&format!("{CYCLES} > 0")).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn the_squares_move_on_the_monitor() {
    let mut page = GamePage::at(&example("squares").url()).await;
    page.wait_until(
        "document.querySelector('#monitor-mode').textContent.startsWith('640 × 480 at 59.5 Hz')",
    )
    .await;
    let picture = "document.querySelector('#monitor').toDataURL()";
    let first = page.evaluate_text(picture).await;
    page.wait_until(&format!("{picture} !== '{first}'")).await;
    let second = page.evaluate_text(picture).await;
    page.wait_until(&format!("{picture} !== '{second}'")).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn signals_are_found_and_traced_with_values_waveform_and_vcd() {
    let board = design(COUNTER);
    let mut page = GamePage::at(&board.url()).await;
    page.wait_until("document.querySelector('#found li')").await;
    page.wait_for_text("#traced-empty", "Search for a signal and trace it.").await;
    page.search("no such signal").await;
    page.wait_for_text("#search-count", "No signal found").await;
    page.click("#clock-pause").await;
    page.wait_until(&format!("{RATE}.includes('paused')")).await;
    page.click("#power-up").await;
    page.wait_until(&format!("{CYCLES} === 0")).await;
    page.search("COUNT").await;
    page.trace(&["count"]).await;
    page.wait_for_text("#search-count", "1 signal").await;
    let is_pressed = "document.querySelector('#found button').ariaPressed";
    page.wait_until(&format!("{is_pressed} === 'true'")).await;
    let value = "document.querySelector('#traced td').textContent";
    page.wait_until(&format!("{value} === '0x000'")).await;
    for step in 1..=3 {
        page.click("#clock-cycle").await;
        page.wait_until(&format!("{value} === '0x00{step}'")).await;
    }
    // The page may not fetch the file that it offers.
    page.evaluate(
        "{ const create = URL.createObjectURL; \
         URL.createObjectURL = (file) => { window.vcd = file; return create(file); }; }",
    )
    .await;
    page.click("#show-waveform").await;
    page.wait_until("document.querySelector('#waveform th[title=count]')").await;
    let cursor =
        "document.querySelector('#waveform th[title=count]').nextElementSibling.textContent";
    page.evaluate("document.querySelector('#waveform canvas').focus()").await;
    page.type_key("End").await;
    page.wait_until(&format!("{cursor} === '0x003'")).await;
    // The waveform follows the recording while it can be seen.
    let end = "Number(document.querySelector('#waveform canvas').ariaValueMax)";
    let before = page.evaluate_number(end).await;
    page.click("#clock-cycle").await;
    page.evaluate("document.querySelector('#waveform canvas').focus()").await;
    page.wait_until(&format!("{end} === {before} + 20")).await;
    let link = "document.querySelector('#vcd')";
    assert_eq!(page.evaluate_text(&format!("{link}.download")).await, "counter.vcd");
    let vcd = page.evaluate_text("window.vcd.text()").await;
    assert!(vcd.contains("$var") && vcd.contains("count"), "{vcd}");
    // A recording has an end, and a new one is started by hand.
    page.click("#clock-pause").await;
    page.wait_for_text("#full", "The recording is full: record again to go on.").await;
    page.click("#clock-pause").await;
    page.wait_until(&format!("{RATE}.includes('paused')")).await;
    page.click("#record-again").await;
    page.wait_for_text("#full", "").await;
    page.wait_for_text("#changes", "1 recorded change").await;
    page.click("#traced [aria-label=\"Remove count\"]").await;
    page.wait_until("!document.querySelector('#traced tr')").await;
    assert_eq!(page.evaluate_text(is_pressed).await, "false");
    page.wait_for_text("#changes", "").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn a_design_that_oscillates_is_reported_and_returns_to_power_up() {
    let board = design(OSCILLATOR);
    let mut page = GamePage::at(&board.url()).await;
    let hidden = "document.querySelector('#failure').hidden";
    assert!(page.evaluate_bool(hidden).await);
    page.move_switch(0).await;
    page.wait_until(&format!("!{hidden}")).await;
    let text = page.text("#failure-text").await;
    assert!(text.starts_with("The simulation has stopped: "), "{text}");
    let folder = repository().join("target/screenshots");
    fs::create_dir_all(&folder).expect("the folder");
    fs::write(folder.join("failure.png"), page.screenshot().await).expect("written");
    page.move_switch(0).await;
    page.click("#failure-power-up").await;
    page.wait_until(hidden).await;
    page.wait_until(&format!("{CYCLES} > 0")).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn ports_keys_and_switches_that_are_not_connected_are_listed() {
    let board = design(COUNTER);
    let mut page = GamePage::at(&board.url()).await;
    let ports = |list: &str| {
        format!(
            "[...document.querySelectorAll('#{list} li')].map((port) => port.textContent).join('\\n')"
        )
    };
    let connected = page.evaluate_text(&ports("connected")).await;
    assert!(connected.contains("CLOCK_50") && connected.contains("LEDR[9:0]"), "{connected}");
    let unconnected = page.evaluate_text(&ports("unconnected")).await;
    assert!(unconnected.contains("UART_RX"), "{unconnected}");
    let names = page.accessible_names().await;
    for expected in [
        "button KEY0, connected",
        "switch SW9, not connected",
        "image HEX5: blank",
        "image Lights: all off",
        "slider Frequency",
        "region Signals",
        "region About this design",
    ] {
        let found = names.iter().any(|name| match expected.starts_with("image Lights") {
            true => name.starts_with("image Lights: "),
            false => name == expected,
        });
        assert!(found, "{expected} is not among {names:#?}");
    }
    // It can be moved all the same.
    page.move_switch(9).await;
    page.wait_until("document.querySelector('[data-switch=SW9]').ariaChecked === 'true'").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn a_reload_keeps_switches_frequency_and_traced_signals() {
    let board = design(COUNTER);
    let mut page = GamePage::at(&board.url()).await;
    page.trace(&["count"]).await;
    page.wait_until("document.querySelector('#traced td').textContent !== ''").await;
    page.move_switch(4).await;
    // The last of two choices that follow each other soon counts.
    page.evaluate("document.querySelectorAll('#presets button').forEach((button, index) => index < 2 && button.click())")
        .await;
    page.wait_until(&format!("/kHz simulated/.test({RATE})")).await;
    let cycles = page.evaluate_number(CYCLES).await;
    page.reload().await;
    page.wait_until_connected().await;
    page.wait_for_text("#frequency-text", "1 kHz").await;
    page.wait_until("document.querySelector('#traced th')?.textContent === 'count'").await;
    page.wait_until("document.querySelector('[data-switch=SW4]').ariaChecked === 'true'").await;
    assert!(page.evaluate_number(CYCLES).await >= cycles);
    assert_eq!(board.machines().await, 1);
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn axe_reports_nothing_and_the_page_fits_its_window_in_both_themes() {
    for (name, signals) in [("squares", ["x", "first.left"]), ("stopwatch", ["running", "divider"])]
    {
        let mut page = GamePage::at(&example(name).url()).await;
        page.trace(&signals).await;
        page.wait_until("document.querySelectorAll('#traced tr').length === 2").await;
        page.click("#show-waveform").await;
        page.wait_until("document.querySelector('#waveform canvas')").await;
        if name == "squares" {
            page.wait_until(
                "document.querySelector('#monitor-mode').textContent.startsWith('640')",
            )
            .await;
        }
        screenshots::take(&mut page, name, &["#tracing", "#recording"]).await;
        page.assert_axe_reports_nothing(name).await;
        page.assert_no_console_errors().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn nothing_moves_while_the_page_loads_with_or_without_a_monitor() {
    for name in ["switches", "squares"] {
        assert_nothing_moves(&example(name).url(), "light", "document.querySelector('#found li')")
            .await;
    }
}
