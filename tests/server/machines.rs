//! Machines and the tabs that have them.

use std::time::{Duration, Instant};

use baccarat::game::{Rank, play};
use baccarat::machine::BoardOutputs;

use serde_json::{Value, json};
use tokio::time::sleep;

use crate::premises::{Premises, Tab, settings};

#[tokio::test]
async fn hands_are_dealt_by_the_keys_as_the_rules_say() {
    for clocking in [baccarat::engine::Clocking::Synchronised, baccarat::engine::Clocking::Direct] {
        let premises = Premises::with(baccarat::server::Settings { clocking, ..settings() }).await;
        let mut tab = premises.tab().await;
        assert_eq!(tab.welcome["clocking"], clocking.to_string());
        for _ in 0..20 {
            let (dealt, outcome) = tab.play_on().await;
            let mut cards = [Rank::Ace; 6];
            cards[..dealt.len()].copy_from_slice(&dealt);
            let round = play(cards);
            assert_eq!((round.cards_dealt(), round.outcome()), (dealt.len(), outcome), "{dealt:?}");
            assert_eq!(tab.picture(), BoardOutputs::of(&round, 6), "{dealt:?}");
            tab.new_hand().await;
        }
        premises.close().await;
    }
}

#[tokio::test]
async fn a_key_is_down_as_long_as_it_is_held() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    for key in 0..4 {
        tab.key(key, true).await;
        tab.settle().await;
        sleep(Duration::from_millis(300)).await;
        tab.hear("board").await;
        let down: Vec<bool> = (0..4).map(|other| other == key).collect();
        assert_eq!(tab.board["keys"], json!(down));
        assert_eq!(tab.picture().ledr(), 0);
        tab.key(key, false).await;
        tab.settle().await;
        assert_eq!(tab.board["keys"], json!(vec![false; 4]));
        tab.new_hand().await;
    }
    premises.close().await;
}

#[tokio::test]
async fn the_clock_keeps_real_time() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    let cycle = |tab: &Tab| tab.board["cycle"].as_u64().expect("a number");
    let (start, before) = (Instant::now(), cycle(&tab));
    sleep(Duration::from_millis(1_000)).await;
    tab.settle().await;
    let expected = start.elapsed().as_secs_f64() * 50e6;
    let gone = (cycle(&tab) - before) as f64;
    // The messages that set the two ends are not that punctual.
    assert!((gone / expected - 1.0).abs() < 0.5, "{gone} cycles, not {expected}");
    let rate = tab.board["rate"].as_f64().expect("a number");
    assert!((rate / 50e6 - 1.0).abs() < 0.05, "{rate} cycles a second");
    premises.close().await;
}

#[tokio::test]
async fn tabs_have_machines_of_their_own() {
    let premises = Premises::open().await;
    let (mut one, mut other) = (premises.tab().await, premises.tab().await);
    one.press().await;
    other.settle().await;
    assert_ne!(one.picture(), other.picture());
    assert_eq!(premises.machines().await, 2);
    premises.close().await;
}

#[tokio::test]
async fn a_closed_tab_frees_its_machine() {
    let premises = Premises::open().await;
    let tab = premises.tab().await;
    tab.close().await;
    let start = Instant::now();
    while premises.machines().await > 0 {
        assert!(start.elapsed() < Duration::from_secs(15), "still there");
        sleep(Duration::from_millis(100)).await;
    }
    premises.close().await;
}

#[tokio::test]
async fn too_many_tabs_are_refused_and_told_why() {
    let premises = Premises::open().await;
    let _tabs = [premises.tab().await, premises.tab().await, premises.tab().await];
    let origin = format!("http://{}", premises.address);
    let mut tab = premises.socket(Some(&origin)).await.expect("a socket");
    tab.say(json!({"type": "hello", "token": null, "saved": null})).await;
    let refused = tab.hear("refused").await;
    let message = refused["message"].as_str().expect("a message");
    assert!(message.starts_with("all 3 machines are taken"), "{message}");
    assert_eq!(tab.next().await, None);
    premises.close().await;
}

#[tokio::test]
async fn a_lost_connection_comes_back_to_the_same_hand() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    tab.press().await;
    tab.press().await;
    let (before, token) = (tab.picture(), tab.welcome["token"].clone());
    // No goodbye.
    drop(tab);
    let hello = json!({"type": "hello", "token": token, "saved": null});
    let mut tab = premises.tab_with(hello).await;
    assert_eq!((&tab.welcome["resumed"], &tab.welcome["token"]), (&Value::Bool(true), &token));
    assert_eq!(tab.picture(), before);
    tab.press().await;
    assert_ne!(tab.picture(), before);
    assert_eq!(premises.machines().await, 1);
    premises.close().await;
}

#[tokio::test]
async fn coming_back_deals_nothing_even_if_the_key_was_down() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    tab.press().await;
    for key in 0..4 {
        tab.key(key, true).await;
    }
    tab.settle().await;
    let (before, token) = (tab.picture(), tab.welcome["token"].clone());
    drop(tab);
    let hello = json!({"type": "hello", "token": token, "saved": null});
    let mut tab = premises.tab_with(hello).await;
    assert_eq!(tab.picture(), before);
    assert_eq!(tab.board["keys"], json!([true, false, false, false]));
    // The next press of that key goes on from there.
    tab.press().await;
    assert_ne!(tab.picture(), before);
    premises.close().await;
}

#[tokio::test]
async fn a_page_that_gives_up_its_connection_keeps_its_machine() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    tab.press().await;
    let (before, token) = (tab.picture(), tab.welcome["token"].clone());
    tab.stream.close(None).await.expect("closed");
    // Longer than a machine waits for a tab that was closed.
    sleep(Duration::from_secs(7)).await;
    let hello = json!({"type": "hello", "token": token, "saved": null});
    let tab = premises.tab_with(hello).await;
    assert_eq!((&tab.welcome["resumed"], tab.picture()), (&Value::Bool(true), before));
    premises.close().await;
}

#[tokio::test]
async fn the_waveform_is_that_of_the_last_whole_hand() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    let (dealt, _) = tab.play_on().await;
    tab.new_hand().await;
    // However long somebody plays with the keys before it.
    for _ in 0..300 {
        tab.key(1, true).await;
        tab.key(1, false).await;
    }
    tab.press().await;
    for (name, expected) in [("of the last hand", &dealt), ("still of the last hand", &dealt)] {
        tab.say(json!({"type": "waveform"})).await;
        let waveform = tab.hear("waveform").await;
        let svg = waveform["svg"].as_str().expect("a picture");
        assert_eq!(svg.matches("KEY0 released: ").count(), expected.len(), "{name}");
        let vcd = waveform["vcd"].as_str().expect("a waveform");
        assert!(vcd.contains("$scope module task5") && vcd.contains("DealerSecond"), "{name}");
        tab.press().await;
    }
    tab.play_on().await;
    tab.say(json!({"type": "waveform"})).await;
    let waveform = tab.hear("waveform").await;
    assert!(waveform["svg"].as_str().is_some_and(|svg| svg.contains("player's first card")));
    premises.close().await;
}

#[tokio::test]
async fn neither_half_a_request_nor_a_silent_guest_holds_the_server_up() {
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpStream;
    let premises = Premises::open().await;
    let _silent = TcpStream::connect(premises.address).await.expect("a connection");
    let mut half = TcpStream::connect(premises.address).await.expect("a connection");
    half.write_all(b"GET / HTTP/1.1\r\nHost: loc").await.expect("written");
    premises.machines().await;
    let start = Instant::now();
    premises.close().await;
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[tokio::test]
async fn the_newest_connection_of_a_machine_has_it() {
    let premises = Premises::open().await;
    let mut old = premises.tab().await;
    let hello = json!({"type": "hello", "token": old.welcome["token"], "saved": null});
    let mut new = premises.tab_with(hello).await;
    let refused = old.hear("refused").await;
    assert_eq!(refused["message"], "this machine is now played in another tab");
    assert_eq!(old.next().await, None);
    new.press().await;
    assert_eq!(premises.machines().await, 1);
    premises.close().await;
}

#[tokio::test]
async fn the_end_of_the_server_is_said_to_everybody() {
    let premises = Premises::open().await;
    let mut tabs = [premises.tab().await, premises.tab().await];
    let (start, address) = (Instant::now(), premises.address);
    let (_, ()) = tokio::join!(premises.close(), async {
        for tab in &mut tabs {
            while tab.next().await.is_some() {}
        }
    });
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}
