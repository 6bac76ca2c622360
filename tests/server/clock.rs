//! Pausing the clock, single cycles and single presses.

use baccarat::generator::{Clocking, Top};
use baccarat::server::Settings;
use serde_json::json;

use crate::harness::{Tab, TestServer, settings};

impl Tab {
    async fn request(&mut self, kind: &str) {
        self.send(json!({"type": kind})).await;
        self.sync().await;
    }

    fn cycle(&self) -> u64 {
        self.board["cycle"].as_u64().expect("a number")
    }
}

#[tokio::test]
async fn a_paused_clock_runs_no_cycles_until_it_is_told_to() {
    for top in [Top::Task5(Clocking::Synchronised), Top::Casino] {
        let server = TestServer::with(Settings { boards: top.into(), ..settings() }).await;
        let mut tab = server.tab().await;
        tab.request("pause").await;
        assert_eq!((&tab.board["paused"], &tab.board["rate"]), (&json!(true), &json!(0.0)));
        let (before, outputs) = (tab.cycle(), tab.outputs());
        tab.key(0, true).await;
        tab.key(0, false).await;
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        tab.sync().await;
        assert_eq!(tab.cycle(), before, "{top}");
        assert_eq!(tab.outputs(), outputs, "{top}");
        for cycles in 1..=3 {
            tab.request("cycle").await;
            assert_eq!(tab.cycle(), before + cycles, "{top}");
        }
        tab.request("resume").await;
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        tab.sync().await;
        assert_eq!(tab.board["paused"], false);
        assert!(tab.cycle() > before + 1_000_000, "{top}: {} after {before}", tab.cycle());
        server.shut_down().await;
    }
}

#[tokio::test]
async fn single_presses_deal_a_whole_hand_on_a_paused_clock() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    tab.request("pause").await;
    for cards in 1..=4 {
        let before = tab.cycle();
        tab.request("press").await;
        let dealt = (0..6)
            .filter(|number| tab.outputs().glyph(*number) != baccarat::simulation::Glyph::Blank);
        assert_eq!(dealt.count(), cards);
        assert_eq!(tab.cycle(), before + 16, "twice the time that the outputs take to settle");
        assert_eq!(tab.board["keys"][0], false);
    }
    assert_eq!(tab.board["paused"], true);
    server.shut_down().await;
}

#[tokio::test]
async fn a_card_is_dealt_by_the_cycles_after_the_release() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    tab.request("pause").await;
    tab.key(0, true).await;
    for _ in 0..4 {
        tab.request("cycle").await;
    }
    tab.key(0, false).await;
    tab.sync().await;
    let mut cycles = 0;
    while tab.table["player"]["cards"].as_array().is_none_or(Vec::is_empty) {
        tab.request("cycle").await;
        cycles += 1;
        assert!(cycles <= 8, "no card after {cycles} cycles");
    }
    // Two stages of the synchroniser come before the card.
    assert!(cycles >= 3, "a card after {cycles} cycles");
    server.shut_down().await;
}

#[tokio::test]
async fn requests_that_need_the_other_state_of_the_clock_are_refused() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    tab.send(json!({"type": "cycle"})).await;
    let refused = tab.receive("error").await;
    assert_eq!(refused["message"], "the clock runs: pause it first");
    tab.request("pause").await;
    tab.send(json!({"type": "shoe", "decks": 8})).await;
    let refused = tab.receive("error").await;
    assert_eq!(refused["message"], "the clock is paused: let it run first");
    server.shut_down().await;
}

#[tokio::test]
async fn the_clock_is_paused_only_without_bets_and_no_bets_are_taken_meanwhile() {
    const PAUSED_WITH_BETS: &str =
        "the clock can be paused only without bets: take them back, or play the hand to its end";
    const BET_WHILE_PAUSED: &str = "no bets are taken while the clock is paused";
    let bet = || json!({"type": "bet", "on": "tie", "stake": 500});
    let switch = |switch, on| json!({"type": "switch", "switch": switch, "on": on});
    let pause = || json!({"type": "pause"});

    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    tab.send(bet()).await;
    assert_eq!(tab.expect_error(pause()).await, PAUSED_WITH_BETS, "before the hand");
    tab.press().await;
    assert_eq!(tab.expect_error(pause()).await, PAUSED_WITH_BETS, "in the hand");
    tab.new_hand().await;
    tab.send(bet()).await;
    tab.request("clear_bets").await;
    tab.request("pause").await;
    assert_eq!(tab.board["paused"], true);
    let mut requests = vec![bet()];
    requests.extend(["undo_bet", "repeat_bets", "double_bets"].map(|kind| json!({"type": kind})));
    for request in requests {
        assert_eq!(tab.expect_error(request).await, BET_WHILE_PAUSED);
    }
    tab.request("resume").await;
    tab.send(bet()).await;
    tab.sync().await;
    assert_eq!(tab.table["bets"]["tie"], 500);
    server.shut_down().await;

    let server = TestServer::with(Settings { boards: Top::Casino.into(), ..settings() }).await;
    let mut tab = server.tab().await;
    tab.burn().await;
    tab.send(switch(9, true)).await;
    tab.send(switch(0, true)).await;
    assert_eq!(tab.expect_error(pause()).await, PAUSED_WITH_BETS, "before the hand");
    tab.press().await;
    tab.send(switch(9, false)).await;
    assert_eq!(tab.expect_error(pause()).await, PAUSED_WITH_BETS, "in the hand");
    tab.finish_hand().await;
    tab.request("pause").await;
    assert_eq!(tab.board["paused"], true);
    assert_eq!(tab.expect_error(switch(9, true)).await, BET_WHILE_PAUSED);
    assert_eq!(tab.board["switches"], 1);
    server.shut_down().await;
}

#[tokio::test]
async fn the_history_marks_cards_that_came_while_the_clock_was_paused() {
    for top in [Top::Task5(Clocking::Synchronised), Top::Casino] {
        let server = TestServer::with(Settings { boards: top.into(), ..settings() }).await;
        let mut tab = server.tab().await;
        if top == Top::Casino {
            tab.burn().await;
        }
        // A pause without a card, one that presses KEY0, and one whose card comes as it ends.
        for (hand, chosen) in [false, true, true].into_iter().enumerate() {
            tab.request("pause").await;
            match hand {
                1 => tab.request("press").await,
                2 => {
                    tab.key(0, true).await;
                    tab.request("cycle").await;
                    tab.key(0, false).await;
                }
                _ => {}
            }
            tab.request("resume").await;
            tab.finish_hand().await;
            tab.new_hand().await;
            assert_eq!(tab.hands[hand]["chosen"], chosen, "{top}, hand {hand}");
        }
        server.shut_down().await;
    }
}
