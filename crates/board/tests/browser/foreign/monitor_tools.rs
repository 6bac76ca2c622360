//! The picture of the monitor as a file, and the full screen.

use std::fs;
use test_support::repository;

use super::example;
use crate::board_process::BoardProcess;
use crate::game_page::GamePage;
use crate::screenshots;

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn the_picture_of_the_monitor_is_downloaded_as_it_is_shown() {
    let mut page = GamePage::at(&example("squares").url()).await;
    page.wait_until("document.querySelector('#save-picture').ariaDisabled === 'false'").await;
    page.click("#clock-pause").await;
    keep_offered_file(&mut page).await;
    // The last picture before the pause may come later.
    page.evaluate("new Promise((done) => setTimeout(done, 300))").await;
    page.click("#save-picture").await;
    page.wait_until("window.fileName === 'squares.png'").await;
    let differences = page
        .evaluate_number(
            "(async () => {
                const bitmap = await createImageBitmap(window.file);
                const { width, height } = bitmap;
                const context = new OffscreenCanvas(width, height).getContext('2d');
                context.drawImage(bitmap, 0, 0);
                const pixels = (context) => context.getImageData(0, 0, width, height).data;
                const shown = pixels(document.querySelector('#monitor').getContext('2d'));
                return width === 640 && height === 480
                    ? pixels(context).reduce((count, value, place) => count + (value !== shown[place]), 0) : -1;
            })()",
        )
        .await;
    assert_eq!(differences, 0.0);
    screenshots::take(&mut page, "monitor-tools", &["#vga"]).await;
    page.assert_axe_reports_nothing("monitor-tools").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn what_the_monitor_shows_is_recorded_as_a_video() {
    let mut page = GamePage::at(&example("squares").url()).await;
    page.wait_until("document.querySelector('#record-video').ariaDisabled === 'false'").await;
    keep_offered_file(&mut page).await;
    // A picture that moves, and one that does not.
    for _ in 0..2 {
        page.evaluate("window.fileName = ''").await;
        page.click("#record-video").await;
        page.wait_for_text("#record-video", "Stop (2 s)").await;
        page.click("#record-video").await;
        page.wait_until("window.fileName === 'squares.webm'").await;
        page.wait_for_text("#record-video", "Record").await;
        // Such a file begins with this number (RFC 9559), and each picture with 0xa3.
        let bytes = "(async () => new Uint8Array(await window.file.arrayBuffer()))()";
        let begin = format!("{bytes}.then((bytes) => new DataView(bytes.buffer).getUint32(0))");
        assert_eq!(page.evaluate_number(&begin).await, f64::from(0x1a45_dfa3));
        let pictures =
            format!("{bytes}.then((bytes) => bytes.filter((byte) => byte === 0xa3).length)");
        let pictures = page.evaluate_number(&pictures).await;
        assert!(pictures >= 4.0, "{pictures} pictures");
        page.click("#clock-pause").await;
        page.evaluate("new Promise((done) => setTimeout(done, 300))").await;
    }
    page.assert_no_console_errors().await;
}

/// Keeps the files that the page offers as downloads, which it may not fetch.
async fn keep_offered_file(page: &mut GamePage) {
    page.evaluate(
        "{ const create = URL.createObjectURL; \
         URL.createObjectURL = (file) => { window.file = file; return create(file); }; \
         HTMLAnchorElement.prototype.click = function () { window.fileName = this.download; }; }",
    )
    .await;
}

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn the_monitor_fills_the_screen_and_keys_reach_the_design() {
    let is_full = "document.fullscreenElement?.id === 'screen'";
    let mut page = GamePage::at(&example("squares").url()).await;
    page.wait_until("document.querySelector('#save-picture').ariaDisabled === 'false'").await;
    page.click("#full-screen").await;
    page.wait_until(is_full).await;
    let size = "(({ width, height }) => `${width} ${height}`)(document.querySelector('#monitor').getBoundingClientRect())";
    page.wait_until(&format!("{size} === `${{innerWidth}} ${{innerHeight}}`")).await;
    let folder = repository().join("target/screenshots");
    fs::create_dir_all(&folder).expect("the folder");
    fs::write(folder.join("full-screen.png"), page.screenshot().await).expect("written");
    page.key_event("keyDown", "Space").await;
    page.wait_until("document.querySelector('[data-key=KEY0]').ariaPressed === 'true'").await;
    page.key_event("keyUp", "Space").await;
    page.evaluate("document.exitFullscreen()").await;
    page.wait_until("document.activeElement.id === 'full-screen'").await;
    let board = BoardProcess::of_sources(&["examples/board/easel"]);
    let mut page = GamePage::at(&board.url()).await;
    page.click("#full-screen").await;
    page.wait_until(is_full).await;
    page.wait_until("document.activeElement.id === 'screen'").await;
    page.key_event("keyDown", "Digit1").await;
    page.wait_for_text("#ps2-held", "Digit1").await;
    page.key_event("keyUp", "Digit1").await;
    page.wait_for_text("#ps2-held", "none").await;
    page.click("#monitor").await;
    page.key_event("keyDown", "Digit2").await;
    page.wait_for_text("#ps2-held", "Digit2").await;
    page.key_event("keyUp", "Digit2").await;
    page.assert_no_console_errors().await;
}
