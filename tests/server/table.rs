//! Bets, shoe and score card.

use std::collections::BTreeMap;

use baccarat::game::{Bet, Outcome};
use baccarat::generator::Clocking;
use serde_json::json;

use crate::harness::{Tab, TestServer, settings};

impl Tab {
    fn bankroll(&self) -> u64 {
        self.table["bankroll"].as_u64().expect("a number")
    }

    fn phase(&self) -> &str {
        self.table["phase"].as_str().expect("a phase")
    }
}

#[tokio::test]
async fn bets_are_paid_to_the_cent() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    let mut expected = 100_000;
    assert_eq!(tab.bankroll(), expected);
    for hand in 0..100 {
        let bet = Bet::ALL[hand % 3];
        let stake = [100, 125, 199][hand / 3 % 3];
        tab.send(json!({"type": "bet", "on": bet.to_string(), "stake": stake})).await;
        tab.sync().await;
        expected -= stake;
        assert_eq!(
            (tab.bankroll(), &tab.table["bets"][bet.to_string()]),
            (expected, &json!(stake))
        );
        let (_, outcome) = tab.play_hand().await;
        let returned = match (bet, outcome) {
            (Bet::Player, Outcome::Player) => 2 * stake,
            (Bet::Banker, Outcome::Banker) => stake + stake * 19 / 20,
            (Bet::Tie, Outcome::Tie) => 9 * stake,
            (Bet::Player | Bet::Banker, Outcome::Tie) => stake,
            _ => 0,
        };
        expected += returned;
        assert_eq!(tab.bankroll(), expected, "{bet}, {outcome}");
        let payouts = tab.table["payouts"].as_array().expect("payouts");
        assert_eq!(payouts.len(), 1);
        assert_eq!(
            (&payouts[0]["stake"], &payouts[0]["returned"]),
            (&json!(stake), &json!(returned))
        );
        assert_eq!(tab.table["rounds"], json!(hand + 1));
        tab.new_hand().await;
        assert_eq!((tab.phase(), &tab.table["payouts"]), ("betting", &json!([])));
    }
    server.shut_down().await;
}

#[tokio::test]
async fn bets_are_accepted_between_hands_and_up_to_the_bankroll() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    let bet = |on: &str, stake: u64| json!({"type": "bet", "on": on, "stake": stake});
    assert!(
        tab.expect_error(bet("player", 100_001))
            .await
            .contains("more than the bankroll of 1,000.00")
    );
    assert!(tab.expect_error(bet("player", 0)).await.contains("too small"));
    assert!(tab.expect_error(bet("player", u64::MAX)).await.contains("is too large"));
    assert!(tab.expect_error(json!({"type": "repeat_bets"})).await.contains("nothing to repeat"));
    assert!(
        tab.expect_error(json!({"type": "buy_in"}))
            .await
            .contains("only for bettors with less than")
    );
    tab.send(bet("tie", 500)).await;
    tab.press().await;
    assert_eq!(tab.phase(), "dealing");
    for message in [bet("tie", 500), json!({"type": "clear_bets"}), json!({"type": "repeat_bets"})]
    {
        assert_eq!(tab.expect_error(message).await, "bets are closed while a hand is being dealt");
    }
    let shoe = json!({"type": "shoe", "decks": 8});
    assert_eq!(
        tab.expect_error(shoe).await,
        "the shoe cannot be changed while a hand is being dealt"
    );
    // Abandoning a hand loses its stakes.
    tab.new_hand().await;
    assert_eq!((tab.phase(), tab.bankroll()), ("betting", 99_500));
    tab.send(bet("tie", 500)).await;
    tab.send(json!({"type": "clear_bets"})).await;
    tab.sync().await;
    assert_eq!(tab.bankroll(), 99_500);
    server.shut_down().await;
}

#[tokio::test]
async fn invalid_saved_values_are_replaced() {
    let server = TestServer::start().await;
    let cases = [
        (json!(null), "Guest", 100_000),
        (json!({"name": "Ada", "bankroll": 12_345}), "Ada", 12_345),
        (json!({"name": " \u{1b}[2J ", "bankroll": 5}), "Guest", 5),
        (json!({"name": "x".repeat(1_000), "bankroll": u64::MAX}), "Guest", 999_999_999_999_999),
    ];
    for (saved, name, bankroll) in cases {
        let hello = json!({"type": "hello", "token": "gone", "saved": saved});
        let mut tab = server.tab_with(hello).await;
        assert_eq!((&tab.table["name"], tab.bankroll()), (&json!(name), bankroll));
        tab.send(json!({"type": "name", "name": "Grace Hopper"})).await;
        tab.sync().await;
        assert_eq!(tab.table["name"], "Grace Hopper");
        assert!(
            tab.expect_error(json!({"type": "name", "name": ""})).await.contains("at least one")
        );
        if bankroll < 100 {
            tab.send(json!({"type": "buy_in"})).await;
            tab.sync().await;
            assert_eq!(tab.bankroll(), 100_000);
        }
        tab.close().await;
        while server.machines().await >= 3 {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    }
    server.shut_down().await;
}

#[tokio::test]
async fn the_hardware_deals_from_the_shoe_until_the_cut_card() {
    for clocking in [Clocking::Synchronised, Clocking::Direct] {
        let server =
            TestServer::with(baccarat::server::Settings { boards: clocking.into(), ..settings() })
                .await;
        let mut tab = server.tab().await;
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
            assert!(is_out || left >= 14, "{clocking}: {left} cards left");
            tab.new_hand().await;
        }
        assert!(counts.values().all(|count| *count <= 16), "{counts:?}");
        assert!(left <= 14 && hands > 25, "{clocking}: {left} cards left after {hands} hands");
        // The next hand has a new shoe and a new score card.
        assert_eq!(shoe(&tab, "left"), 4 * 52 - shoe(&tab, "burned"));
        assert_eq!(tab.table["shoe"]["cut_card_out"], false);
        assert_eq!((tab.hands.len(), &tab.table["rounds"]), (hands + 1, &json!(0)));
        tab.play_hand().await;
        server.shut_down().await;
    }
}

#[tokio::test]
async fn every_round_is_added_to_the_roads() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    let mut outcomes = Vec::new();
    for _ in 0..30 {
        let (_, outcome) = tab.play_hand().await;
        outcomes.push(outcome);
        tab.new_hand().await;
    }
    let hello = json!({"type": "hello", "token": tab.welcome["token"], "saved": null});
    let mut again =
        server.socket(Some(&format!("http://{}", server.address))).await.expect("a socket");
    again.send(hello).await;
    let roads = again.receive("roads").await;
    let bead: Vec<Outcome> = roads["bead"]
        .as_array()
        .expect("beads")
        .iter()
        .map(|bead| match bead["outcome"].as_str() {
            Some("player") => Outcome::Player,
            Some("banker") => Outcome::Banker,
            Some("tie") => Outcome::Tie,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(bead, outcomes);
    let wins = outcomes.iter().filter(|outcome| **outcome != Outcome::Tie).count();
    assert_eq!(roads["big"].as_array().expect("wins").len(), wins);
    server.shut_down().await;
}
