//! What is connected to the board of a foreign design: keyboard, mouse, monitor, audio codec.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::foreign::{design_with_words, reconnect, start_with};
use crate::tab::request;

#[tokio::test]
async fn a_page_holds_and_releases_keys_of_the_keyboard() {
    let ps2 = design_with_words("ps2");
    let (server, mut tab, design) = start_with(ps2).await;
    assert_eq!(design["keyboard"], true);
    let key = |code: &str, pressed: bool| json!({"type": "keyboard_key", "code": code, "pressed": pressed});
    for (request, held) in [
        (key("KeyA", true), json!(["KeyA"])),
        (key("ShiftLeft", true), json!(["KeyA", "ShiftLeft"])),
        (key("KeyA", false), json!(["ShiftLeft"])),
        (request("release_keyboard"), json!([])),
    ] {
        tab.send(request).await;
        tab.receive_where("simulation", |now| now["keyboard"]["held"] == held).await;
    }
    tab.expect_error(key("F13", true), "no PS/2 keyboard with a key `F13` is connected").await;
    tab.send(key("KeyB", true)).await;
    tab.receive_where("simulation", |now| now["keyboard"]["held"] == json!(["KeyB"])).await;
    let mut tab = reconnect(&server, tab).await;
    assert_eq!(tab.receive("simulation").await["keyboard"]["held"], json!([]));
}

#[tokio::test]
async fn a_page_moves_the_mouse_and_presses_its_buttons() {
    let mouse = design_with_words("mouse");
    let (server, mut tab, design) = start_with(mouse).await;
    for (device, is_connected) in [("mouse", true), ("keyboard", false), ("matrix", false)] {
        assert_eq!(design[device], is_connected, "{device}");
    }
    tab.receive_where("simulation", |now| now["mouse"]["reporting"] == true).await;
    for buttons in [
        json!({"left": true, "right": false, "middle": false}),
        json!({"left": false, "right": true, "middle": true}),
    ] {
        tab.send(json!({"type": "mouse", "right": 1, "down": -1, "buttons": buttons})).await;
        tab.receive_where("simulation", |now| now["mouse"]["buttons"] == buttons).await;
    }
    let too_far = json!({"type": "mouse", "right": 40_000, "down": 0, "buttons": {}});
    tab.expect_error(too_far, "invalid message").await;
    let mut tab = reconnect(&server, tab).await;
    let released = json!({"left": false, "right": false, "middle": false});
    assert_eq!(tab.receive("simulation").await["mouse"]["buttons"], released);
}

#[tokio::test]
async fn after_power_up_the_monitor_is_dark_until_the_next_frame() {
    let picture = design_with_words("picture");
    let (_server, mut tab, design) = start_with(picture).await;
    assert_eq!(design["monitor"], true);
    assert!(tab.receive("picture").await["png"].is_string());
    tab.request("pause").await;
    tab.send(request("power_up")).await;
    tab.receive_where("picture", |now| now["png"] == Value::Null).await;
}

#[tokio::test]
async fn the_clock_runs_until_the_next_frame_and_is_paused_then() {
    let (_server, mut tab, _) = start_with(design_with_words("picture")).await;
    tab.receive("picture").await;
    tab.send(json!({"type": "run_until", "event": "frame"})).await;
    let has_ended = |now: &Value| now["run"].as_str().is_some_and(|run| run.contains(" after "));
    tab.receive_where("simulation", has_ended).await;
    tab.sync().await;
    assert_eq!(tab.board["paused"], true);
    tab.request("cycle").await;
    tab.send(json!({"type": "run_until", "event": "frame"})).await;
    // Any other request to the clock ends it.
    tab.request("pause").await;
    let before = tab.cycle();
    tab.sync().await;
    assert_eq!((tab.cycle(), &tab.board["paused"]), (before, &json!(true)));
}

#[tokio::test]
async fn a_monitor_of_single_pixels_has_no_frames_to_wait_for() {
    for (name, has_frames) in [("picture", true), ("plot", false)] {
        let (_server, _, design) = start_with(design_with_words(name)).await;
        assert_eq!((&design["monitor"], &design["frames"]), (&json!(true), &json!(has_frames)));
    }
}

#[tokio::test]
async fn a_picture_is_sent_once() {
    let picture = design_with_words("picture");
    let (_server, mut tab, _) = start_with(picture).await;
    tab.receive("picture").await;
    tab.request("pause").await;
    // The last picture before the pause may come later.
    sleep(Duration::from_millis(200)).await;
    tab.sync().await;
    tab.picture = Value::Null;
    sleep(Duration::from_millis(200)).await;
    tab.sync().await;
    assert_eq!(tab.picture, Value::Null, "the same picture again");
}

#[tokio::test]
async fn a_page_shows_what_the_audio_codec_gets() {
    let tune = design_with_words("tune");
    let (_server, mut tab, design) = start_with(tune).await;
    assert_eq!(design["audio"], true);
    let mut silences = vec![];
    let audio = loop {
        let audio = tab.receive("simulation").await["audio"].clone();
        match audio["silence"].as_str() {
            Some(silence) => silences.push(silence.to_owned()),
            None => break audio,
        }
    };
    assert!(silences[0].starts_with("Not configured"), "{silences:?}");
    assert_eq!(audio["settings"], "I²S, 16 bits, clocks of the design, volume 0 dB");
    assert_eq!((&audio["rate"], &audio["full_scale"]), (&json!(48_828), &json!(0x8000)));
    assert_eq!(audio["peaks"][0], 0x2000);
    for on in [true, false] {
        tab.send(json!({"type": "sound", "on": on})).await;
        tab.sync().await;
    }
}
