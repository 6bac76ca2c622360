//! Machines, and the tabs that use them.

use std::time::{Duration, Instant};

use baccarat::de1_soc::BoardOutputs;
use baccarat::game::{Rank, play};
use baccarat::generator::{Clocking, Top};
use baccarat::server::Settings;

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::harness::{Tab, TestServer, settings};

#[tokio::test]
async fn hands_dealt_with_the_keys_follow_the_rules() {
    for clocking in
        [baccarat::generator::Clocking::Synchronised, baccarat::generator::Clocking::Direct]
    {
        let server =
            TestServer::with(baccarat::server::Settings { boards: clocking.into(), ..settings() })
                .await;
        let mut tab = server.tab().await;
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
        server.shut_down().await;
    }
}

#[tokio::test]
async fn a_key_stays_pressed_while_it_is_held() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    for key in 0..4 {
        tab.key(key, true).await;
        tab.sync().await;
        sleep(Duration::from_millis(300)).await;
        tab.sync().await;
        let pressed: Vec<bool> = (0..4).map(|other| other == key).collect();
        assert_eq!(tab.board["keys"], json!(pressed));
        assert_eq!(tab.outputs().ledr(), 0);
        tab.key(key, false).await;
        tab.sync().await;
        assert_eq!(tab.board["keys"], json!(vec![false; 4]));
        tab.new_hand().await;
    }
    server.shut_down().await;
}

#[tokio::test]
async fn an_idle_page_gets_no_messages_and_a_ping_is_answered_with_the_board() {
    for top in [Top::Task5(Clocking::Synchronised), Top::Casino] {
        let server = TestServer::with(Settings { boards: top.into(), ..settings() }).await;
        let mut tab = server.tab().await;
        // The rate of the clock is known after the first measurement.
        sleep(Duration::from_millis(600)).await;
        tab.sync().await;
        let silence = timeout(Duration::from_secs(2), tab.next()).await;
        assert!(silence.is_err(), "{top}: {silence:?}");
        let before = tab.board["cycle"].as_u64();
        tab.send(json!({"type": "ping"})).await;
        assert!(tab.receive("board").await["cycle"].as_u64() > before, "{top}");
        server.shut_down().await;
    }
}

#[tokio::test]
async fn the_clock_runs_in_real_time() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    let cycle = |tab: &Tab| tab.board["cycle"].as_u64().expect("a number");
    let (start, before) = (Instant::now(), cycle(&tab));
    sleep(Duration::from_millis(1_000)).await;
    tab.sync().await;
    let expected = start.elapsed().as_secs_f64() * 50e6;
    let elapsed = (cycle(&tab) - before) as f64;
    // The two messages that are compared may be late.
    assert!((elapsed / expected - 1.0).abs() < 0.5, "{elapsed} cycles instead of {expected}");
    let rate = tab.board["rate"].as_f64().expect("a number");
    assert!((rate / 50e6 - 1.0).abs() < 0.05, "{rate} cycles per second");
    server.shut_down().await;
}

#[tokio::test]
async fn every_message_states_the_rate_of_the_clock_truthfully() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    for _ in 0..60 {
        for message in [
            json!({"type": "bet", "on": "tie", "stake": 100}),
            json!({"type": "clear_bets"}),
            json!({"type": "name", "name": "Ada"}),
        ] {
            tab.send(message).await;
            let rate = tab.receive("board").await["rate"].clone();
            // The first 0.2 seconds are not measured.
            if let Some(rate) = rate.as_f64() {
                assert!((rate / 50e6 - 1.0).abs() < 0.02, "{rate} cycles per second");
            }
            sleep(Duration::from_millis(10)).await;
        }
    }
    assert!(tab.board["rate"].is_f64(), "{}", tab.board);
    server.shut_down().await;
}

#[tokio::test]
async fn each_tab_has_its_own_machine() {
    let server = TestServer::start().await;
    let (mut one, mut other) = (server.tab().await, server.tab().await);
    one.press().await;
    other.sync().await;
    assert_ne!(one.outputs(), other.outputs());
    assert_eq!(server.machines().await, 2);
    server.shut_down().await;
}

#[tokio::test]
async fn a_closed_tab_frees_its_machine() {
    let server = TestServer::start().await;
    let tab = server.tab().await;
    tab.close().await;
    let start = Instant::now();
    while server.machines().await > 0 {
        assert!(start.elapsed() < Duration::from_secs(15), "the machine still exists");
        sleep(Duration::from_millis(100)).await;
    }
    server.shut_down().await;
}

#[tokio::test]
async fn a_tab_over_the_limit_is_refused_with_the_reason() {
    let server = TestServer::start().await;
    let _tabs = [server.tab().await, server.tab().await, server.tab().await];
    let origin = format!("http://{}", server.address);
    let mut tab = server.socket(Some(&origin)).await.expect("a socket");
    tab.send(json!({"type": "hello", "token": null, "saved": null})).await;
    let refused = tab.receive("refused").await;
    let message = refused["message"].as_str().expect("a message");
    assert!(message.starts_with("all 3 machines are in use"), "{message}");
    assert_eq!(tab.next().await, None);
    server.shut_down().await;
}

#[tokio::test]
async fn a_lost_connection_resumes_the_same_hand() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    tab.press().await;
    tab.press().await;
    let (before, token) = (tab.outputs(), tab.welcome["token"].clone());
    // Without a close frame.
    drop(tab);
    let hello = json!({"type": "hello", "token": token, "saved": null});
    let mut tab = server.tab_with(hello).await;
    assert_eq!((&tab.welcome["resumed"], &tab.welcome["token"]), (&Value::Bool(true), &token));
    assert_eq!(tab.outputs(), before);
    tab.press().await;
    assert_ne!(tab.outputs(), before);
    assert_eq!(server.machines().await, 1);
    server.shut_down().await;
}

#[tokio::test]
async fn reconnecting_does_not_deal_even_if_key0_was_held() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    tab.press().await;
    for key in 0..4 {
        tab.key(key, true).await;
    }
    tab.sync().await;
    let (before, token) = (tab.outputs(), tab.welcome["token"].clone());
    drop(tab);
    let hello = json!({"type": "hello", "token": token, "saved": null});
    let mut tab = server.tab_with(hello).await;
    assert_eq!(tab.outputs(), before);
    assert_eq!(tab.board["keys"], json!([true, false, false, false]));
    // The next press of KEY0 deals.
    tab.press().await;
    assert_ne!(tab.outputs(), before);
    server.shut_down().await;
}

#[tokio::test]
async fn a_page_that_gives_up_its_connection_can_resume() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    tab.press().await;
    let (before, token) = (tab.outputs(), tab.welcome["token"].clone());
    tab.stream.close(None).await.expect("closed");
    // Longer than a machine is kept after its tab was closed.
    sleep(Duration::from_secs(7)).await;
    let hello = json!({"type": "hello", "token": token, "saved": null});
    let tab = server.tab_with(hello).await;
    assert_eq!((&tab.welcome["resumed"], tab.outputs()), (&Value::Bool(true), before));
    server.shut_down().await;
}

#[tokio::test]
async fn the_waveform_shows_the_last_complete_hand() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    let (dealt, _) = tab.play_hand().await;
    tab.new_hand().await;
    // Many key presses in between do not matter.
    for _ in 0..300 {
        tab.key(1, true).await;
        tab.key(1, false).await;
    }
    tab.press().await;
    for (name, expected) in [("before the next press", &dealt), ("after the next press", &dealt)] {
        tab.send(json!({"type": "waveform"})).await;
        let waveform = tab.receive("waveform").await;
        let timing = &waveform["timing"];
        let events = timing["events"].as_array().expect("events");
        assert_eq!(events.len(), expected.len(), "{name}");
        assert!(events.iter().all(|event| event["time"].as_u64() < timing["end"].as_u64()));
        let names = ["CLOCK_50", "KEY[3]", "KEY[0]", "dp.new_card", "sm.state", "dp.pcard1"];
        for (row, expected) in timing["rows"].as_array().expect("rows").iter().zip(names) {
            assert_eq!(row["name"], expected, "{name}");
        }
        let vcd = waveform["vcd"].as_str().expect("a waveform");
        assert!(vcd.contains("$scope module task5") && vcd.contains("DealerSecond"), "{name}");
        tab.press().await;
    }
    tab.play_hand().await;
    tab.send(json!({"type": "waveform"})).await;
    let waveform = tab.receive("waveform").await;
    let first = waveform["timing"]["events"][0]["text"].as_str().expect("a text");
    assert!(first.starts_with("KEY0 released: player's first card"), "{first}");
    server.shut_down().await;
}

#[tokio::test]
async fn incomplete_requests_and_idle_connections_do_not_delay_the_shutdown() {
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpStream;
    let server = TestServer::start().await;
    let _idle = TcpStream::connect(server.address).await.expect("a connection");
    let mut half = TcpStream::connect(server.address).await.expect("a connection");
    half.write_all(b"GET / HTTP/1.1\r\nHost: loc").await.expect("written");
    server.machines().await;
    let start = Instant::now();
    server.shut_down().await;
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[tokio::test]
async fn the_newest_connection_takes_the_machine_over() {
    let server = TestServer::start().await;
    let mut old = server.tab().await;
    let hello = json!({"type": "hello", "token": old.welcome["token"], "saved": null});
    let mut new = server.tab_with(hello).await;
    let refused = old.receive("refused").await;
    assert_eq!(refused["message"], "this machine is now in use in another tab");
    assert_eq!(old.next().await, None);
    new.press().await;
    assert_eq!(server.machines().await, 1);
    server.shut_down().await;
}

#[tokio::test]
async fn the_shutdown_closes_every_connection() {
    let server = TestServer::start().await;
    let mut tabs = [server.tab().await, server.tab().await];
    let (start, address) = (Instant::now(), server.address);
    let (_, ()) = tokio::join!(server.shut_down(), async {
        for tab in &mut tabs {
            while tab.next().await.is_some() {}
        }
    });
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}
