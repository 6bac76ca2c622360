//! Money, shoe and score card at the machine.

use std::collections::BTreeMap;

use baccarat::engine::Clocking;
use baccarat::game::{Bet, Outcome};
use serde_json::{Value, json};

use crate::premises::{Premises, Tab, settings};

impl Tab {
    /// Says something that is refused, and gives the reason.
    async fn refused(&mut self, message: Value) -> String {
        self.say(message).await;
        let error = self.hear("error").await;
        error["message"].as_str().expect("a message").to_string()
    }

    fn bankroll(&self) -> u64 {
        self.table["bankroll"].as_u64().expect("a number")
    }

    fn phase(&self) -> &str {
        self.table["phase"].as_str().expect("a phase")
    }
}

#[tokio::test]
async fn bets_are_paid_to_the_cent() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    let mut expected = 100_000;
    assert_eq!(tab.bankroll(), expected);
    for hand in 0..100 {
        let bet = Bet::ALL[hand % 3];
        let stake = [100, 125, 199][hand / 3 % 3];
        tab.say(json!({"type": "bet", "on": bet.to_string(), "stake": stake})).await;
        tab.settle().await;
        expected -= stake;
        assert_eq!(
            (tab.bankroll(), &tab.table["bets"][bet.to_string()]),
            (expected, &json!(stake))
        );
        let (_, outcome) = tab.play_on().await;
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
    premises.close().await;
}

#[tokio::test]
async fn bets_are_taken_between_hands_and_only_with_money() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    let bet = |on: &str, stake: u64| json!({"type": "bet", "on": on, "stake": stake});
    assert!(tab.refused(bet("player", 100_001)).await.contains("more than the 1,000.00 in hand"));
    assert!(tab.refused(bet("player", 0)).await.contains("too small"));
    assert!(tab.refused(bet("player", u64::MAX)).await.contains("more money than there is"));
    assert!(tab.refused(json!({"type": "repeat_bets"})).await.contains("nothing to repeat"));
    assert!(tab.refused(json!({"type": "buy_in"})).await.contains("still money"));
    tab.say(bet("tie", 500)).await;
    tab.press().await;
    assert_eq!(tab.phase(), "dealing");
    for message in [bet("tie", 500), json!({"type": "clear_bets"}), json!({"type": "repeat_bets"})]
    {
        assert_eq!(tab.refused(message).await, "bets are closed while a hand is being dealt");
    }
    let shoe = json!({"type": "shoe", "decks": 8});
    assert_eq!(tab.refused(shoe).await, "the shoe stays while a hand is being dealt");
    // A hand that is abandoned gives its stakes back.
    tab.new_hand().await;
    assert_eq!((tab.phase(), tab.bankroll()), ("betting", 100_000));
    tab.say(bet("tie", 500)).await;
    tab.say(json!({"type": "clear_bets"})).await;
    tab.settle().await;
    assert_eq!(tab.bankroll(), 100_000);
    premises.close().await;
}

#[tokio::test]
async fn what_a_page_has_kept_is_taken_as_far_as_it_makes_sense() {
    let premises = Premises::open().await;
    let cases = [
        (json!(null), "Guest", 100_000),
        (json!({"name": "Ada", "bankroll": 12_345}), "Ada", 12_345),
        (json!({"name": " \u{1b}[2J ", "bankroll": 5}), "Guest", 5),
        (json!({"name": "x".repeat(1_000), "bankroll": u64::MAX}), "Guest", 999_999_999_999_999),
    ];
    for (saved, name, bankroll) in cases {
        let hello = json!({"type": "hello", "token": "gone", "saved": saved});
        let mut tab = premises.tab_with(hello).await;
        assert_eq!((&tab.table["name"], tab.bankroll()), (&json!(name), bankroll));
        tab.say(json!({"type": "name", "name": "Grace Hopper"})).await;
        tab.settle().await;
        assert_eq!(tab.table["name"], "Grace Hopper");
        assert!(tab.refused(json!({"type": "name", "name": ""})).await.contains("at least one"));
        if bankroll < 100 {
            tab.say(json!({"type": "buy_in"})).await;
            tab.settle().await;
            assert_eq!(tab.bankroll(), 100_000);
        }
        tab.close().await;
        while premises.machines().await >= 3 {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    }
    premises.close().await;
}

#[tokio::test]
async fn the_hardware_deals_what_the_shoe_gives_until_the_cut_card() {
    for clocking in [Clocking::Synchronised, Clocking::Direct] {
        let premises = Premises::with(baccarat::server::Settings { clocking, ..settings() }).await;
        let mut tab = premises.tab().await;
        tab.press().await;
        tab.play_on().await;
        // The cards of the last hand go with the old shoe.
        tab.say(json!({"type": "shoe", "decks": 4})).await;
        tab.settle().await;
        assert_eq!((tab.phase(), tab.picture().ledr()), ("betting", 0));
        let shoe = |tab: &Tab, field: &str| tab.table["shoe"][field].as_u64().expect("a number");
        let mut left = 4 * 52 - shoe(&tab, "burned");
        let mut counts = BTreeMap::new();
        let mut hands = 0;
        // Until the shoe has more cards than it should, which is another one.
        while shoe(&tab, "left") <= left {
            assert_eq!(shoe(&tab, "left"), left);
            let (dealt, _) = tab.play_on().await;
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
        assert_eq!(tab.table["rounds"], json!(hands + 1));
        tab.play_on().await;
        premises.close().await;
    }
}

#[tokio::test]
async fn roads_grow_with_the_rounds() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    let mut outcomes = Vec::new();
    for _ in 0..30 {
        let (_, outcome) = tab.play_on().await;
        outcomes.push(outcome);
        tab.new_hand().await;
    }
    let hello = json!({"type": "hello", "token": tab.welcome["token"], "saved": null});
    let mut again =
        premises.socket(Some(&format!("http://{}", premises.address))).await.expect("a socket");
    again.say(hello).await;
    let roads = again.hear("roads").await;
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
    premises.close().await;
}
