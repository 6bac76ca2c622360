//! The audio codec on the page of any design.

use std::sync::Arc;

use serde_json::json;

use crate::board_process::BoardProcess;
use crate::game_page::GamePage;
use crate::layout::assert_nothing_moves;
use crate::screenshots;

/// A design that plays a scale.
fn board() -> Arc<BoardProcess> {
    BoardProcess::of_sources(&[
        "examples/board/tune/tune.sv",
        "examples/board/tune/codec_setup.sv",
        "examples/board/tune/melody.sv",
        "examples/board/tune/sample_sender.sv",
    ])
}

/// The state of the sound: what the page says about it once it is switched on.
const SOUND: &str = "document.querySelector('#sound-state').textContent";

#[tokio::test]
#[ignore = "needs Chromium, Yosys and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn the_level_of_samples_is_shown_and_their_sound_can_be_switched_on() {
    let board = board();
    let mut page = GamePage::at(&board.url()).await;
    page.wait_for_text("#audio-state", "48,828 samples a second").await;
    let settings = "I²S, 16 bits, clocks of the design, volume 0 dB";
    page.wait_for_text("#audio-settings", settings).await;
    page.wait_for_text("#left-text", "\u{2212}12.0 dB (8,192)").await;
    let level = "document.querySelector('#left-level').value";
    assert!((page.evaluate_number(level).await + 12.04).abs() < 0.01);
    screenshots::take(&mut page, "audio-out", &["#audio"]).await;
    page.assert_axe_reports_nothing("audio-out").await;

    // Counts what is played.
    page.evaluate(
        "window.played = []; const start = AudioBufferSourceNode.prototype.start; AudioBufferSourceNode.prototype.start = \
         function (time) { window.played.push([this.buffer.sampleRate, Math.max(...this.buffer.getChannelData(0)), time]); start.call(this, time); }",
    )
    .await;
    page.click("#sound").await;
    page.wait_for_text("#sound", "Sound off").await;
    // Depending on the computer.
    page.wait_until(&format!("{SOUND} !== ''")).await;
    if page.evaluate_text(SOUND).await == "Sound is on." {
        page.wait_until("window.played.length > 20").await;
        let sounds = "window.played.every(([rate, level]) => rate === 48828 && (level === .25 || level === 0))";
        assert!(page.evaluate_bool(sounds).await);
        let in_order = "window.played.every(([, , time], place, all) => place === 0 || time > all[place - 1][2])";
        assert!(page.evaluate_bool(in_order).await);
    }
    page.click("#clock-pause").await;
    page.wait_for_text("#sound-state", "No sound: the simulation is not in real time.").await;
    page.click("#sound").await;
    page.wait_for_text("#sound", "Sound on").await;
    page.assert_no_console_errors().await;
    assert_nothing_moves(&board.url(), "light", "document.querySelector('#found li')").await;
}

/// Plays two samples of 16 bits, left before right, and returns what the browser gets for each
/// side.
const SIDES: &str = "({ AudioOut }) => { \
    const sides = [[], []]; \
    const buffer = { duration: 1, getChannelData: (side) => sides[side] }; \
    window.AudioContext = function () { return { state: 'running', currentTime: 0, createBuffer: () => buffer }; }; \
    window.AudioBufferSourceNode = class { connect() {} start() {} }; \
    const audio = new AudioOut(() => {}); \
    document.querySelector('#sound').click(); \
    audio.play({ rate: 48000, samples: btoa(String.fromCharCode(0, 64, 0, 192, 0, 32, 0, 16)) }); \
    return sides; }";

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn each_side_gets_its_samples() {
    let board = board();
    let mut page = GamePage::at(&board.url()).await;
    // No samples of the design.
    page.click("#clock-pause").await;
    page.wait_until("document.body.classList.contains('is-paused')").await;
    let sides = page.run("audio_out", SIDES).await;
    assert_eq!(sides, json!([[0.5, 0.25], [-0.5, 0.125]]));
}
