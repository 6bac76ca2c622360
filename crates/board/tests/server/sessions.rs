//! Machines, and the tabs that use them.

use baccarat_sim::HandOutputs;
use std::time::{Duration, Instant};

use baccarat_board::server::Limits;
use baccarat_hdl::top::Top;
use de1_soc::BoardOutputs;
use punto_banco::{Rank, play};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::harness::{DIRECT, TASK5, TestServer, limits};
use crate::tab::{Tab, hello, request};

#[tokio::test]
async fn hands_dealt_with_the_keys_follow_the_rules() {
    for top in [TASK5, DIRECT] {
        let (_server, mut tab) = TestServer::with_tab(top).await;
        let Top::Task5(clocking) = top else { panic!("{top}") };
        assert_eq!(tab.welcome["clocking"], clocking.to_string());
        for _ in 0..20 {
            let (dealt, outcome) = tab.play_hand().await;
            let mut cards = [Rank::Ace; 6];
            cards[..dealt.len()].copy_from_slice(&dealt);
            let round = play(cards);
            assert_eq!((round.cards_dealt(), round.outcome()), (dealt.len(), outcome), "{dealt:?}");
            assert_eq!(tab.outputs(), BoardOutputs::of(&round, 6), "{dealt:?}");
            tab.new_hand().await;
        }
    }
}

#[tokio::test]
async fn a_key_stays_pressed_while_it_is_held() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    for key in 0..4 {
        tab.key(key, true).await;
        tab.sync().await;
        let before = tab.cycle();
        while tab.cycle() < before + 1_000_000 {
            tab.sync().await;
        }
        let pressed: Vec<bool> = (0..4).map(|other| other == key).collect();
        assert_eq!(tab.board["keys"], json!(pressed));
        assert_eq!(tab.outputs().ledr(), 0);
        tab.key(key, false).await;
        tab.sync().await;
        assert_eq!(tab.board["keys"], json!(vec![false; 4]));
        tab.new_hand().await;
    }
}

#[tokio::test]
async fn an_idle_page_gets_no_messages_and_a_ping_is_answered_with_the_board() {
    for top in [TASK5, Top::Casino] {
        let (_server, mut tab) = TestServer::with_tab(top).await;
        // Until the clock has caught up and its rate is measured. Changes of half a percent are not
        // sent.
        while tab.board["rate"].as_f64().is_none_or(|rate| rate < 49.5e6) {
            tab.receive("board").await;
        }
        tab.sync().await;
        // The server looks for changes four times in a second. On a busy machine the clock falls
        // behind, which is one.
        let mut rate = tab.board["rate"].clone();
        while let Ok(message) = timeout(Duration::from_millis(800), tab.next()).await {
            assert_ne!(tab.board["rate"], rate, "{top}: {message:?}");
            rate = tab.board["rate"].clone();
        }
        let before = tab.cycle();
        tab.send(request("ping")).await;
        tab.receive("board").await;
        assert!(tab.cycle() > before, "{top}");
    }
}

#[tokio::test]
async fn the_clock_runs_in_real_time_also_while_a_key_is_held() {
    for top in [TASK5, Top::Casino] {
        let (_server, mut tab) = TestServer::with_tab(top).await;
        tab.key(0, true).await;
        tab.sync().await;
        let (start, before) = (Instant::now(), tab.cycle());
        sleep(Duration::from_millis(500)).await;
        tab.sync().await;
        let expected = start.elapsed().as_secs_f64() * 50e6;
        let elapsed = (tab.cycle() - before) as f64;
        // The two messages that are compared may be late.
        assert!((elapsed / expected - 1.0).abs() < 0.5, "{top}: {elapsed} instead of {expected}");
        let rate = tab.board["rate"].as_f64().expect("a number");
        assert!((rate / 50e6 - 1.0).abs() < 0.05, "{top}: {rate} cycles per second");
    }
}

#[tokio::test]
async fn every_message_states_the_rate_of_the_clock_truthfully() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    for _ in 0..60 {
        tab.send(request("ping")).await;
        let rate = tab.receive("board").await["rate"].clone();
        // The first 0.2 seconds are not measured.
        if let Some(rate) = rate.as_f64() {
            assert!((rate / 50e6 - 1.0).abs() < 0.02, "{rate} cycles per second");
        }
        sleep(Duration::from_millis(10)).await;
    }
    assert!(tab.board["rate"].is_f64(), "{}", tab.board);
}

#[tokio::test]
async fn each_tab_has_its_own_machine() {
    let server = TestServer::start().await;
    let (mut one, mut other) = (server.tab().await, server.tab().await);
    one.press().await;
    other.sync().await;
    assert_ne!(one.outputs(), other.outputs());
    assert_eq!(server.machines().await, 2);
}

#[tokio::test]
async fn a_closed_tab_frees_its_machine_but_one_that_gives_up_its_connection_can_resume() {
    let limits = Limits { closed_timeout: Duration::ZERO, ..limits() };
    let server = TestServer::with(TASK5, limits).await;
    let (mut closed, mut lost) = (server.tab().await, server.tab().await);
    lost.press().await;
    lost.close(CloseCode::Normal).await;
    closed.close(CloseCode::Away).await;
    while server.machines().await > 1 {
        sleep(Duration::from_millis(10)).await;
    }
    let tab = server.resume(&lost.welcome["token"]).await;
    assert_eq!(tab.outputs(), lost.outputs());
    let tab = server.tab_with(hello(&closed.welcome["token"])).await;
    assert_eq!(tab.welcome["resumed"], false);
}

#[tokio::test]
async fn a_tab_over_the_limit_is_refused_with_the_reason() {
    let server = TestServer::start().await;
    let _tabs = [server.tab().await, server.tab().await, server.tab().await];
    let mut tab = server.silent_tab().await;
    tab.send(hello(&Value::Null)).await;
    let refused = tab.receive("refused").await;
    let message = refused["message"].as_str().expect("a message");
    assert!(message.starts_with("all 3 machines are in use"), "{message}");
    assert_eq!(tab.next().await, None);
}

#[tokio::test]
async fn a_lost_connection_resumes_the_hand_and_does_not_deal_even_if_key0_was_held() {
    let (server, mut tab) = TestServer::with_tab(TASK5).await;
    tab.press().await;
    tab.press().await;
    for key in 0..4 {
        tab.key(key, true).await;
    }
    tab.sync().await;
    let (before, token) = (tab.outputs(), tab.welcome["token"].clone());
    // Without a close frame.
    drop(tab);
    let mut tab = server.resume(&token).await;
    assert_eq!(tab.outputs(), before);
    assert_eq!(tab.board["keys"], json!([true, false, false, false]));
    // The next press of KEY0 deals.
    tab.press().await;
    assert_ne!(tab.outputs(), before);
    assert_eq!(server.machines().await, 1);
}

async fn waveform(tab: &mut Tab) -> Value {
    tab.send(request("waveform")).await;
    tab.receive("waveform").await
}

#[tokio::test]
async fn the_waveform_shows_the_last_complete_hand() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    let (dealt, _) = tab.play_hand().await;
    tab.new_hand().await;
    // Many key presses in between do not matter.
    for _ in 0..300 {
        tab.key(1, true).await;
        tab.key(1, false).await;
    }
    tab.press().await;
    for when in ["before the next press", "after the next press"] {
        let waveform = waveform(&mut tab).await;
        let timing = &waveform["timing"];
        let events = timing["events"].as_array().expect("events");
        assert_eq!(events.len(), dealt.len(), "{when}");
        assert!(events.iter().all(|event| event["time"].as_u64() < timing["end"].as_u64()));
        let names = ["CLOCK_50", "KEY[3]", "KEY[0]", "dp.new_card", "sm.state", "dp.pcard1"];
        for (row, expected) in timing["rows"].as_array().expect("rows").iter().zip(names) {
            assert_eq!(row["name"], expected, "{when}");
        }
        let vcd = waveform["vcd"].as_str().expect("a waveform");
        assert!(vcd.contains("$scope module task5") && vcd.contains("DealerSecond"), "{when}");
        tab.press().await;
    }
    tab.play_hand().await;
    let waveform = waveform(&mut tab).await;
    let first = waveform["timing"]["events"][0]["text"].as_str().expect("a text");
    assert!(first.starts_with("KEY0 released: player's first card"), "{first}");
}

#[tokio::test]
async fn the_newest_connection_takes_the_machine_over() {
    let (server, mut old) = TestServer::with_tab(TASK5).await;
    let mut new = server.resume(&old.welcome["token"]).await;
    let refused = old.receive("refused").await;
    assert_eq!(refused["message"], "this machine is now in use in another tab");
    assert_eq!(old.next().await, None);
    new.press().await;
    assert_eq!(server.machines().await, 1);
}

#[tokio::test]
async fn the_shutdown_closes_every_connection_and_waits_for_none() {
    let server = TestServer::start().await;
    let mut tabs = [server.tab().await, server.tab().await];
    let _idle = TcpStream::connect(server.address).await.expect("a connection");
    let mut half = TcpStream::connect(server.address).await.expect("a connection");
    half.write_all(b"GET / HTTP/1.1\r\nHost: loc").await.expect("written");
    assert_eq!(server.machines().await, 2);
    let (start, address) = (Instant::now(), server.address);
    let (_, ()) = tokio::join!(server.shut_down(), async {
        for tab in &mut tabs {
            while tab.next().await.is_some() {}
        }
    });
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(TcpStream::connect(address).await.is_err());
}
