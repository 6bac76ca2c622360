//! The history of hands, chosen cards, and the tally of both machines.

use baccarat::generator::Top;
use baccarat::server::Settings;
use serde_json::{Value, json};

use crate::harness::{Tab, TestServer, settings};

async fn casino() -> TestServer {
    TestServer::with(Settings { boards: Top::Casino.into(), ..settings() }).await
}

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
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    assert_eq!(tab.hands, Vec::<Value>::new());
    tab.send(json!({"type": "bet", "on": "tie", "stake": 500})).await;
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
    });
    assert_eq!(tab.hands, std::slice::from_ref(&first));
    tab.new_hand().await;
    tab.send(json!({"type": "bet", "on": "player", "stake": 700})).await;
    tab.press().await;
    let card = tab.table["player"]["cards"].clone();
    tab.new_hand().await;
    let second = &tab.hands[1];
    assert_eq!((&second["outcome"], &second["player"]), (&Value::Null, &card));
    assert_eq!((&second["stakes"]["player"], &second["paid"]), (&json!(700), &json!(0)));
    assert_eq!(second["bankroll"], tab.table["bankroll"]);
    // A page that reconnects gets all of them again.
    let hello = json!({"type": "hello", "token": tab.welcome["token"], "saved": null});
    let again = server.tab_with(hello).await;
    assert_eq!(again.hands, tab.hands);
    server.shut_down().await;
}

#[tokio::test]
async fn task5_deals_chosen_ranks_in_a_hand_without_bets() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    deal(&mut tab, "5 k 9 2 7 A").await;
    let hand = &tab.hands[0];
    assert_eq!(
        (&hand["player"], &hand["banker"]),
        (&json!(["5", "9", "7"]), &json!(["K", "2", "A"]))
    );
    assert_eq!((&hand["chosen"], &hand["outcome"]), (&json!(true), &tab.table["outcome"]));
    assert_eq!(tab.expect_error(deal_request("5")).await, "no card is due: start a new hand first");
    tab.new_hand().await;
    for (card, expected) in [
        ("X", "\"X\" is not a card"),
        ("KS", "task5 deals ranks only: write K"),
        ("", "\"\" is not a card"),
    ] {
        let error = tab.expect_error(deal_request(card)).await;
        assert!(error.starts_with(expected), "{card}: {error}");
    }
    tab.key(3, true).await;
    assert_eq!(tab.expect_error(deal_request("K")).await, "release the keys first");
    tab.key(3, false).await;
    tab.send(json!({"type": "pause"})).await;
    let paused = "the clock is paused: let it run first";
    assert_eq!(tab.expect_error(deal_request("K")).await, paused);
    tab.send(json!({"type": "resume"})).await;
    tab.send(json!({"type": "bet", "on": "tie", "stake": 500})).await;
    let with_stakes = "cards can be chosen only in a hand without bets";
    assert_eq!(tab.expect_error(deal_request("K")).await, with_stakes);
    tab.press().await;
    assert_eq!(tab.expect_error(deal_request("K")).await, with_stakes);
    tab.new_hand().await;
    // Only the hand with a chosen card is marked.
    tab.play_hand().await;
    let marks: Vec<&Value> = tab.hands.iter().map(|hand| &hand["chosen"]).collect();
    assert_eq!(marks, [true, false, false]);
    tab.new_hand().await;
    tab.send(json!({"type": "shoe", "decks": 8})).await;
    let error = tab.expect_error(deal_request("K")).await;
    assert_eq!(error, "cards can be chosen only from the infinite deck: select it first");
    server.shut_down().await;
}

#[tokio::test]
async fn the_casino_deals_chosen_cards_until_the_shoe_has_none() {
    let server = casino().await;
    let mut tab = server.tab().await;
    tab.burn().await;
    let mut spades = 8;
    if tab.casino["shoe"]["burn_card"] == json!({"rank": "K", "suit": "spades"}) {
        spades -= 1;
    }
    // A king and a nine for each side: a tie with two kings of spades.
    while spades >= 2 {
        deal(&mut tab, "KS ks 9 9H").await;
        assert_eq!(tab.casino["outcome"], "tie", "{}", tab.casino);
        assert_eq!(tab.hands.last().expect("a hand")["player"][0], "KS");
        assert_eq!(tab.hands.last().expect("a hand")["banker"], json!(["KS", "9H"]));
        assert_eq!(
            tab.expect_error(deal_request("9")).await,
            "no card is due: start a new hand first"
        );
        tab.new_hand().await;
        spades -= 2;
    }
    if spades == 1 {
        deal(&mut tab, "KS").await;
    }
    assert_eq!(tab.expect_error(deal_request("KS")).await, "the shoe has no KS left");
    server.shut_down().await;
}

#[tokio::test]
async fn the_casino_refuses_chosen_cards_in_a_hand_with_bets_and_marks_the_shoe() {
    let server = casino().await;
    let mut tab = server.tab().await;
    tab.burn().await;
    let mut hands = Vec::new();
    for is_chosen in [false, true, false] {
        if is_chosen {
            deal(&mut tab, "9 9 K K").await;
        } else {
            for switch in [9, 2] {
                tab.send(json!({"type": "switch", "switch": switch, "on": true})).await;
            }
            let with_stakes = "cards can be chosen only in a hand without bets";
            assert_eq!(tab.expect_error(deal_request("K")).await, with_stakes);
            tab.finish_hand().await;
            assert_eq!(tab.hands.last().expect("a hand")["paid"], tab.casino["paid"]);
            for switch in [9, 2] {
                tab.send(json!({"type": "switch", "switch": switch, "on": false})).await;
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
    server.shut_down().await;
}

#[tokio::test]
async fn bets_are_doubled_and_undone_until_the_first_card() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    let cases = [
        (json!({"type": "bet", "on": "tie", "stake": 500}), 500, true),
        (json!({"type": "double_bets"}), 1_000, true),
        (json!({"type": "clear_bets"}), 0, true),
        (json!({"type": "undo_bet"}), 1_000, true),
        (json!({"type": "undo_bet"}), 500, true),
        (json!({"type": "undo_bet"}), 0, false),
    ];
    for (request, stake, can_undo) in cases {
        tab.send(request.clone()).await;
        tab.sync().await;
        assert_eq!(tab.table["bets"]["tie"], stake, "{request}");
        assert_eq!(tab.table["bankroll"], 100_000 - stake, "{request}");
        assert_eq!(tab.table["can_undo"], can_undo, "{request}");
    }
    let undo = json!({"type": "undo_bet"});
    assert!(tab.expect_error(undo.clone()).await.starts_with("there is nothing to undo"));
    let double = json!({"type": "double_bets"});
    assert!(tab.expect_error(double.clone()).await.starts_with("there is nothing to double"));
    tab.press().await;
    for request in [undo, double] {
        assert_eq!(tab.expect_error(request).await, "bets are closed while a hand is being dealt");
    }
    server.shut_down().await;
}

#[tokio::test]
async fn the_tally_counts_the_rounds_of_the_roads() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    for _ in 0..3 {
        tab.play_hand().await;
        tab.new_hand().await;
    }
    let counts =
        |tab: &Tab| (tab.table["rounds"].clone(), tab.roads["bead"].as_array().map(Vec::len));
    assert_eq!(counts(&tab), (json!(3), Some(3)));
    tab.send(json!({"type": "shoe", "decks": 8})).await;
    tab.sync().await;
    assert_eq!(counts(&tab), (json!(0), Some(0)));
    assert_eq!(tab.table["wins"], json!({"player": 0, "banker": 0, "tie": 0}));
    server.shut_down().await;
}
