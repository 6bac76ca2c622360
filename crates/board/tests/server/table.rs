//! Bets, shoe and score card.

use std::collections::BTreeMap;

use punto_banco::{Bet, Outcome};
use serde_json::{Value, json};

use crate::harness::{DIRECT, TASK5, TestServer, limits};
use crate::tab::{Tab, bet, request};

impl Tab {
    fn bankroll(&self) -> u64 {
        self.table["bankroll"].as_u64().expect("a number")
    }

    /// The number of rounds on the roads.
    fn rounds(&self) -> usize {
        self.roads["bead_plate"].as_array().map_or(0, Vec::len)
    }

    fn phase(&self) -> &str {
        self.table["phase"].as_str().expect("a phase")
    }
}

#[tokio::test]
async fn bets_are_paid_to_the_cent() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    let mut expected = 100_000;
    assert_eq!(tab.bankroll(), expected);
    for hand in 0..45 {
        let on = Bet::ALL[hand % 3];
        let stake = [100, 125, 199][hand / 3 % 3];
        tab.bet(&on.to_string(), stake).await;
        expected -= stake;
        let staked = &tab.table["bets"][on.to_string()];
        assert_eq!((tab.bankroll(), staked), (expected, &json!(stake)));
        let (_, outcome) = tab.play_hand().await;
        let returned = match (on, outcome) {
            (Bet::Player, Outcome::Player) => 2 * stake,
            (Bet::Banker, Outcome::Banker) => stake + stake * 19 / 20,
            (Bet::Tie, Outcome::Tie) => 9 * stake,
            (Bet::Player | Bet::Banker, Outcome::Tie) => stake,
            _ => 0,
        };
        expected += returned;
        assert_eq!(tab.bankroll(), expected, "{on}, {outcome}");
        let payouts = tab.table["payouts"].as_array().expect("payouts");
        assert_eq!(payouts.len(), 1);
        let paid = (&payouts[0]["stake"], &payouts[0]["returned"]);
        assert_eq!(paid, (&json!(stake), &json!(returned)));
        assert_eq!(tab.rounds(), hand + 1);
        tab.new_hand().await;
        assert_eq!((tab.phase(), &tab.table["payouts"]), ("betting", &json!([])));
    }
}

#[tokio::test]
async fn bets_are_accepted_between_hands_and_up_to_the_bankroll() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    for (request, expected) in [
        (bet("player", 100_001), "more than the bankroll of 1,000.00"),
        (bet("player", 0), "too small"),
        (bet("player", u64::MAX), "is too large"),
        (request("repeat_bets"), "nothing to repeat"),
        (request("undo_bet"), "there is nothing to undo"),
        (request("double_bets"), "there is nothing to double"),
        (request("buy_in"), "only for bettors with less than"),
    ] {
        tab.expect_error(request, expected).await;
    }
    tab.bet("tie", 500).await;
    tab.press().await;
    assert_eq!(tab.phase(), "dealing");
    let others = ["clear_bets", "repeat_bets", "undo_bet", "double_bets"].map(request);
    for request in [bet("tie", 500)].into_iter().chain(others) {
        tab.expect_error(request, "bets are closed while a hand is being dealt").await;
    }
    let shoe = json!({"type": "shoe", "decks": 8});
    tab.expect_error(shoe, "the shoe cannot be changed while a hand is being dealt").await;
    // Abandoning a hand loses its stakes.
    tab.new_hand().await;
    assert_eq!((tab.phase(), tab.bankroll()), ("betting", 99_500));
}

#[tokio::test]
async fn bets_are_doubled_undone_and_taken_back_until_the_first_card() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    for (request, stake, can_undo) in [
        (bet("tie", 500), 500, true),
        (request("double_bets"), 1_000, true),
        (request("clear_bets"), 0, true),
        (request("undo_bet"), 1_000, true),
        (request("undo_bet"), 500, true),
        (request("undo_bet"), 0, false),
    ] {
        tab.send(request.clone()).await;
        tab.sync().await;
        assert_eq!(tab.table["bets"]["tie"], stake, "{request}");
        assert_eq!(tab.bankroll(), 100_000 - stake, "{request}");
        assert_eq!(tab.table["can_undo"], can_undo, "{request}");
    }
}

#[tokio::test]
async fn invalid_saved_values_are_replaced() {
    let limits = baccarat_board::server::Limits { machines: 8, ..limits() };
    let server = TestServer::with(TASK5, limits).await;
    for (saved, name, bankroll) in [
        (json!(null), "Guest", 100_000),
        (json!({"name": "Ada", "bankroll": 12_345}), "Ada", 12_345),
        (json!({"name": " \u{1b}[2J ", "bankroll": 5}), "Guest", 5),
        (json!({"name": "x".repeat(1_000), "bankroll": u64::MAX}), "Guest", 999_999_999_999_999),
    ] {
        let hello = json!({"type": "hello", "token": "gone", "saved": saved});
        let mut tab = server.tab_with(hello).await;
        assert_eq!((&tab.table["name"], tab.bankroll()), (&json!(name), bankroll));
        let rename = |name: &str| json!({"type": "name", "name": name});
        tab.send(rename("Grace Hopper")).await;
        tab.expect_error(rename(""), "at least one").await;
        assert_eq!(tab.table["name"], "Grace Hopper");
        if bankroll < 100 {
            tab.request("buy_in").await;
            assert_eq!(tab.bankroll(), 100_000);
        }
    }
}

#[tokio::test]
async fn the_hardware_deals_from_the_shoe_until_the_cut_card() {
    for top in [TASK5, DIRECT] {
        let (_server, mut tab) = TestServer::with_tab(top).await;
        tab.press().await;
        tab.play_hand().await;
        // A new shoe clears the cards of the last hand.
        tab.send(json!({"type": "shoe", "decks": 4})).await;
        tab.sync().await;
        assert_eq!((tab.phase(), tab.outputs().ledr()), ("betting", 0));
        let shoe = |tab: &Tab, field: &str| tab.table["shoe"][field].as_u64().expect("a number");
        let mut left = 4 * 52 - shoe(&tab, "burned");
        let mut counts = BTreeMap::new();
        let mut hands = 0;
        // When there are more cards left than expected, a new shoe has replaced the old one.
        while shoe(&tab, "left") <= left {
            assert_eq!(shoe(&tab, "left"), left);
            let (dealt, _) = tab.play_hand().await;
            left -= dealt.len() as u64;
            dealt.iter().for_each(|rank| *counts.entry(*rank).or_insert(0) += 1);
            hands += 1;
            let is_out = tab.table["shoe"]["cut_card_out"] == true;
            assert!(is_out || left >= 14, "{top}: {left} cards left");
            tab.new_hand().await;
        }
        assert!(counts.values().all(|count| *count <= 16), "{counts:?}");
        assert!(left <= 14 && hands > 25, "{top}: {left} cards left after {hands} hands");
        // The next hand has a new shoe and a new score card.
        assert_eq!(shoe(&tab, "left"), 4 * 52 - shoe(&tab, "burned"));
        assert_eq!(tab.table["shoe"]["cut_card_out"], false);
        assert_eq!((tab.hands.len(), tab.rounds()), (hands + 1, 0));
        tab.play_hand().await;
    }
}

#[tokio::test]
async fn every_round_is_on_the_roads_until_the_shoe_changes() {
    let (server, mut tab) = TestServer::with_tab(TASK5).await;
    let mut outcomes = Vec::new();
    for _ in 0..30 {
        let (_, outcome) = tab.play_hand().await;
        outcomes.push(json!(outcome));
        tab.new_hand().await;
    }
    let mut tab = server.resume(&tab.welcome["token"]).await;
    let beads = tab.roads["bead_plate"].as_array().expect("beads").iter();
    let beads: Vec<Value> = beads.map(|bead| bead["mark"]["outcome"].clone()).collect();
    assert_eq!(beads, outcomes);
    let count = |outcome: &str| outcomes.iter().filter(|one| **one == outcome).count();
    let wins = tab.roads["big_road"].as_array().map(Vec::len);
    assert_eq!(wins, Some(count("player") + count("banker")));
    tab.send(json!({"type": "shoe", "decks": 8})).await;
    tab.sync().await;
    assert_eq!(tab.rounds(), 0);
}
