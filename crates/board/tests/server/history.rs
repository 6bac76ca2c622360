//! The history of hands, and chosen cards, on both machines.

use baccarat_hdl::top::Top;
use serde_json::{Value, json};

use crate::harness::{TASK5, TestServer};
use crate::tab::Tab;

const WITH_STAKES: &str = "cards can be chosen only in a hand without bets";

/// Deals chosen cards, which must succeed.
async fn deal(tab: &mut Tab, cards: &str) {
    for card in cards.split(' ') {
        tab.send(json!({"type": "deal", "card": card})).await;
    }
    tab.sync().await;
}

fn deal_request(card: &str) -> Value {
    json!({"type": "deal", "card": card})
}

#[tokio::test]
async fn finished_and_abandoned_hands_are_in_the_history() {
    let (server, mut tab) = TestServer::with_tab(TASK5).await;
    assert_eq!(tab.hands, Vec::<Value>::new());
    tab.bet("tie", 500).await;
    tab.play_hand().await;
    let (table, payout) = (tab.table.clone(), tab.table["payouts"][0]["returned"].clone());
    let first = json!({
        "number": 1,
        "player": table["player"]["cards"],
        "banker": table["banker"]["cards"],
        "player_score": table["player"]["score"],
        "banker_score": table["banker"]["score"],
        "outcome": table["outcome"],
        "stakes": {"player": 0, "banker": 0, "tie": 500},
        "paid": payout,
        "bankroll": table["bankroll"],
        "chosen": false,
        "net": payout.as_i64().expect("a number") - 500,
    });
    assert_eq!(tab.hands, std::slice::from_ref(&first));
    tab.new_hand().await;
    tab.bet("player", 700).await;
    tab.press().await;
    let card = tab.table["player"]["cards"].clone();
    tab.new_hand().await;
    let second = &tab.hands[1];
    assert_eq!((&second["outcome"], &second["player"]), (&Value::Null, &card));
    assert_eq!((&second["stakes"]["player"], &second["paid"]), (&json!(700), &json!(0)));
    assert_eq!(second["bankroll"], tab.table["bankroll"]);
    assert_eq!(second["net"], first["net"].as_i64().expect("a number") - 700);
    // A page that reconnects gets all of them again.
    let again = server.resume(&tab.welcome["token"]).await;
    assert_eq!(again.hands, tab.hands);
}

#[tokio::test]
async fn task5_deals_chosen_ranks_in_a_hand_without_bets() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    deal(&mut tab, "5 k 9 2 7 A").await;
    let hand = &tab.hands[0];
    assert_eq!(
        (&hand["player"], &hand["banker"]),
        (&json!(["5", "9", "7"]), &json!(["K", "2", "A"]))
    );
    assert_eq!((&hand["chosen"], &hand["outcome"]), (&json!(true), &tab.table["outcome"]));
    tab.expect_error(deal_request("5"), "no card is due: start a new hand first").await;
    tab.new_hand().await;
    for (card, expected) in [
        ("X", "\"X\" is not a card"),
        ("KS", "task5 deals ranks only: write K"),
        ("", "\"\" is not a card"),
    ] {
        tab.expect_error(deal_request(card), expected).await;
    }
    tab.key(3, true).await;
    tab.expect_error(deal_request("K"), "release the keys first").await;
    tab.key(3, false).await;
    tab.request("pause").await;
    tab.expect_error(deal_request("K"), "the clock is paused: let it run first").await;
    tab.request("resume").await;
    tab.bet("tie", 500).await;
    tab.expect_error(deal_request("K"), WITH_STAKES).await;
    tab.press().await;
    tab.expect_error(deal_request("K"), WITH_STAKES).await;
    tab.new_hand().await;
    // Only the hand with a chosen card is marked.
    tab.play_hand().await;
    let marks: Vec<&Value> = tab.hands.iter().map(|hand| &hand["chosen"]).collect();
    assert_eq!(marks, [true, false, false]);
    tab.new_hand().await;
    tab.send(json!({"type": "shoe", "decks": 8})).await;
    let from_shoe = "cards can be chosen only from the infinite deck: select it first";
    tab.expect_error(deal_request("K"), from_shoe).await;
}

#[tokio::test]
async fn the_casino_deals_chosen_cards_until_the_shoe_has_none() {
    let (_server, mut tab) = TestServer::with_tab(Top::Casino).await;
    tab.burn().await;
    let mut spades = 8;
    if tab.casino["shoe"]["burn_card"] == "KS" {
        spades -= 1;
    }
    // A king and a nine for each side: a tie with two kings of spades.
    while spades >= 2 {
        deal(&mut tab, "KS ks 9 9H").await;
        assert_eq!(tab.casino["outcome"], "tie", "{}", tab.casino);
        assert_eq!(tab.hands.last().expect("a hand")["player"][0], "KS");
        assert_eq!(tab.hands.last().expect("a hand")["banker"], json!(["KS", "9H"]));
        tab.expect_error(deal_request("9"), "no card is due: start a new hand first").await;
        tab.new_hand().await;
        spades -= 2;
    }
    if spades == 1 {
        deal(&mut tab, "KS").await;
    }
    tab.expect_error(deal_request("KS"), "the shoe has no KS left").await;
}

#[tokio::test]
async fn the_casino_refuses_chosen_cards_in_a_hand_with_bets_and_marks_the_shoe() {
    let (_server, mut tab) = TestServer::with_tab(Top::Casino).await;
    tab.burn().await;
    let mut hands = Vec::new();
    for is_chosen in [false, true, false] {
        if is_chosen {
            deal(&mut tab, "9 9 K K").await;
        } else {
            for switch in [9, 2] {
                tab.switch(switch, true).await;
            }
            tab.expect_error(deal_request("K"), WITH_STAKES).await;
            tab.finish_hand().await;
            assert_eq!(tab.hands.last().expect("a hand")["paid"], tab.casino["paid"]);
            for switch in [9, 2] {
                tab.switch(switch, false).await;
            }
        }
        let hand = tab.hands.last().expect("a hand");
        hands.push((hand["stakes"]["banker"].clone(), hand["chosen"].clone()));
        assert_eq!(hand["bankroll"], tab.casino["bankroll"]);
        tab.new_hand().await;
    }
    assert_eq!(
        hands,
        [(80, false), (0, true), (80, true)].map(|(stake, chosen)| (json!(stake), json!(chosen)))
    );
}

#[tokio::test]
async fn chosen_cards_are_checked_before_the_first_is_dealt() {
    let (_server, mut tab) = TestServer::with_tab(Top::Casino).await;
    let choose =
        |cards: &str| json!({"type": "choose", "cards": cards.split(' ').collect::<Vec<_>>()});
    let not_a_card = "\"XX\" is not a card: write A, 2 to 10 (or T for 10), J, Q or K, with a suit like KS or without";
    tab.expect_error(choose("2 3 XX 4"), not_a_card).await;
    tab.expect_error(choose(&["KS"; 9].join(" ")), "the shoe has only 8 KS left").await;
    tab.expect_error(choose(&["7"; 33].join(" ")), "the shoe has only 32 7 left").await;
    for switch in [9, 2] {
        tab.switch(switch, true).await;
    }
    tab.expect_error(choose("9 K"), WITH_STAKES).await;
    assert_eq!(tab.casino["shoe"]["burn_card"], Value::Null);
    tab.finish_hand().await;
    // The bets for the next hand are up.
    tab.expect_error(choose("9 K"), WITH_STAKES).await;
    for switch in [9, 2] {
        tab.switch(switch, false).await;
    }
    tab.expect_error(choose("2 3 XX 4"), not_a_card).await;
    assert_eq!(tab.casino["release"], "clear");
}
