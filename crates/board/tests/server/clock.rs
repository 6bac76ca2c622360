//! Pausing the clock, single cycles and single presses.

use baccarat_hdl::top::Top;
use baccarat_sim::{Glyph, HandOutputs};
use serde_json::json;

use crate::harness::{TASK5, TestServer};
use crate::tab::{bet, request};

#[tokio::test]
async fn a_paused_clock_runs_no_cycles_until_it_is_told_to() {
    for top in [TASK5, Top::Casino] {
        let (_server, mut tab) = TestServer::with_tab(top).await;
        tab.request("pause").await;
        assert_eq!((&tab.board["paused"], &tab.board["rate"]), (&json!(true), &json!(0.0)));
        let (before, outputs) = (tab.cycle(), tab.outputs());
        tab.key(0, true).await;
        tab.key(0, false).await;
        // In this time, a clock that runs has thousands of cycles.
        tab.sync().await;
        assert_eq!((tab.cycle(), tab.outputs()), (before, outputs), "{top}");
        for cycles in 1..=3 {
            tab.request("cycle").await;
            assert_eq!(tab.cycle(), before + cycles, "{top}");
        }
        tab.request("resume").await;
        assert_eq!(tab.board["paused"], false);
        while tab.cycle() < before + 1_000_000 {
            tab.sync().await;
        }
    }
}

#[tokio::test]
async fn a_key_of_a_paused_casino_changes_what_is_shown_only_in_later_cycles() {
    let (_server, mut tab) = TestServer::with_tab(Top::Casino).await;
    tab.request("pause").await;
    tab.key(1, true).await;
    tab.sync().await;
    assert_eq!(tab.casino["displays"], "bankroll");
    // The synchroniser has two stages.
    for displays in ["bankroll", "stakes"] {
        tab.request("cycle").await;
        assert_eq!(tab.casino["displays"], displays);
    }
}

#[tokio::test]
async fn single_presses_deal_a_whole_hand_on_a_paused_clock() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    tab.request("pause").await;
    for cards in 1..=4 {
        let before = tab.cycle();
        tab.request("press").await;
        let dealt = (0..6).filter(|number| tab.outputs().glyph(*number) != Glyph::Blank);
        assert_eq!(dealt.count(), cards);
        assert_eq!(tab.cycle(), before + 16, "twice the time that the outputs take to settle");
        assert_eq!(tab.board["keys"][0], false);
    }
    assert_eq!(tab.board["paused"], true);
}

#[tokio::test]
async fn a_card_is_dealt_by_the_cycles_after_the_release() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
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
}

const PAUSED_WITH_BETS: &str =
    "the clock can be paused only without bets: take them back, or play the hand to its end";
const BET_WHILE_PAUSED: &str = "no bets are taken while the clock is paused";

#[tokio::test]
async fn task5_is_paused_only_without_bets_and_takes_none_meanwhile() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    tab.expect_error(request("cycle"), "the clock runs: pause it first").await;
    tab.bet("tie", 500).await;
    tab.expect_error(request("pause"), PAUSED_WITH_BETS).await;
    tab.press().await;
    tab.expect_error(request("pause"), PAUSED_WITH_BETS).await;
    tab.new_hand().await;
    tab.bet("tie", 500).await;
    tab.request("clear_bets").await;
    tab.request("pause").await;
    assert_eq!(tab.board["paused"], true);
    tab.expect_error(bet("tie", 500), BET_WHILE_PAUSED).await;
    for kind in ["undo_bet", "repeat_bets", "double_bets"] {
        tab.expect_error(request(kind), BET_WHILE_PAUSED).await;
    }
    let shoe = json!({"type": "shoe", "decks": 8});
    tab.expect_error(shoe, "the clock is paused: let it run first").await;
    tab.request("resume").await;
    tab.bet("tie", 500).await;
    assert_eq!(tab.table["bets"]["tie"], 500);
}

#[tokio::test]
async fn casino_is_paused_only_without_bets_and_takes_none_meanwhile() {
    let (_server, mut tab) = TestServer::with_tab(Top::Casino).await;
    tab.burn().await;
    tab.switch(9, true).await;
    tab.switch(0, true).await;
    tab.expect_error(request("pause"), PAUSED_WITH_BETS).await;
    tab.press().await;
    tab.switch(9, false).await;
    tab.expect_error(request("pause"), PAUSED_WITH_BETS).await;
    tab.finish_hand().await;
    tab.request("pause").await;
    assert_eq!(tab.board["paused"], true);
    let bet = json!({"type": "switch", "switch": 9, "on": true});
    tab.expect_error(bet, BET_WHILE_PAUSED).await;
    assert_eq!(tab.board["switches"], 1);
}

#[tokio::test]
async fn the_history_marks_cards_that_came_while_the_clock_was_paused() {
    for top in [TASK5, Top::Casino] {
        let (_server, mut tab) = TestServer::with_tab(top).await;
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
    }
}
