//! A page that is hidden and seen again, and one whose sources change.

use std::fs;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::time::sleep;

use super::{COUNTER, CYCLES, RATE, design};
use crate::board_process::BoardProcess;
use crate::game_page::GamePage;

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn a_hidden_page_stops_the_clock_until_it_is_seen() {
    let board = design(COUNTER);
    let mut page = GamePage::at(&board.url()).await;
    page.wait_until(&format!("{CYCLES} > 0")).await;
    page.set_hidden(true).await;
    page.wait_until(&format!("{RATE}.startsWith('CLOCK_50: 0.00 Hz simulated')")).await;
    let before = page.evaluate_number(CYCLES).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(page.evaluate_number(CYCLES).await, before);
    let shown = Instant::now();
    page.set_hidden(false).await;
    page.wait_until(&format!("{CYCLES} > {before}")).await;
    let cycles = page.evaluate_number(CYCLES).await - before;
    assert!(cycles <= shown.elapsed().as_secs_f64() * 50e6, "{cycles} cycles");
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn a_changed_source_is_shown_and_an_error_in_it_until_it_is_mended() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("design.sv");
    let write = |text: &str| {
        let new = folder.path().join("new");
        fs::write(&new, text).expect("written");
        fs::rename(&new, &path).expect("renamed");
    };
    write(COUNTER);
    let board = BoardProcess::start(&["--watch", "--sources", path.to_str().expect("UTF-8")]);
    let mut page = GamePage::at(&board.url()).await;
    page.wait_for_text("h1", "counter on a DE1-SoC").await;
    page.move_switch(4).await;
    page.trace(&["count"]).await;
    let hidden = "document.querySelector('#problem').hidden";
    assert!(page.evaluate_bool(hidden).await);

    write(&COUNTER.replace("= count;", "= count"));
    page.wait_until(&format!("!{hidden}")).await;
    let problem = page.text("#problem-text").await;
    assert!(problem.contains("design.sv:"), "{problem}");
    let before = page.evaluate_number(CYCLES).await;
    page.wait_until(&format!("{CYCLES} > {before}")).await;

    write(
        &COUNTER
            .replace("module counter", "module switches")
            .replace("= count;", "= SW;")
            .replace("input logic UART_RX", "input logic [9:0] SW, input logic UART_RX"),
    );
    page.wait_for_text("h1", "switches on a DE1-SoC").await;
    page.wait_until(hidden).await;
    page.wait_for_label("#lights", "Lights: LEDR4 on").await;
    page.wait_until("document.querySelector('#traced th').textContent === 'count'").await;
    page.assert_no_console_errors().await;
}
