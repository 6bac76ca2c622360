//! `play --machine casino`, by scripts through a pipe.

use std::collections::BTreeMap;

use punto_banco::casino::{SwitchBet, burned_in_words};

use crate::play::{hands, last_line, play, rank};
use crate::sandbox::sandbox;

const CASINO: [&str; 4] = ["--machine", "casino", "--name", "Ada"];

#[test]
fn a_long_session_follows_the_rules_of_the_game_and_of_money() {
    // The first Enter of a shoe turns up the burn card, and one more deals the hand.
    let result = play(&[&CASINO[..], &["--seed", "1"]].concat(), "b t 3\n\n".repeat(100));
    let hands = hands(&result.stdout);
    let bet = SwitchBet { banker: true, player: false, tie: true, chips: 3 };
    assert!(hands.len() > 95, "{}", hands.len());
    for (hand, next) in hands.iter().zip(&hands[1..]) {
        let paid = u64::from(bet.payment(hand.outcome()));
        assert_eq!(hand.bankroll_afterwards, hand.bankroll - 120 + paid, "{hand:?}");
        assert_eq!(next.bankroll, hand.bankroll_afterwards);
    }
    last_line(&result, &format!("{} rounds: ", hands.len() - 1));
}

#[test]
fn shoes_end_at_the_cut_card_and_deal_no_card_more_than_eight_times() {
    let result = play(&[&CASINO[..], &["--seed", "2"]].concat(), "\n".repeat(200));
    let shoes: Vec<&str> = result.stdout.split("New shoe of 416 cards").skip(1).collect();
    assert!(shoes.len() >= 3, "{}", shoes.len());
    for printed in &shoes[..shoes.len() - 1] {
        let (_, burned) = printed.split_once("Burn card: ").expect("a burn card");
        let (card, _) = burned.split_once(". ").expect("a card");
        let count = rank(card).number().min(10);
        assert!(
            burned.starts_with(&format!("{card}. {}.", burned_in_words(count.into()))),
            "{burned}"
        );
        assert!(printed.contains("he cut card"), "{printed}");
        assert!(printed.contains("last hand of the shoe."), "{printed}");
        let mut counts: BTreeMap<String, u32> = BTreeMap::from([(card.into(), 1)]);
        for card in hands(printed).into_iter().flat_map(|hand| hand.cards) {
            *counts.entry(card).or_default() += 1;
        }
        assert!(counts.values().all(|count| *count <= 8), "{counts:?}");
        let dealt = counts.values().sum::<u32>() - 1;
        let before_cut = 416 - 1 - u32::from(count) - 14;
        assert!((before_cut..=before_cut + 12).contains(&dealt), "{dealt} of {before_cut}");
    }
}

#[test]
fn stakes_above_the_bankroll_are_refused_and_an_empty_bankroll_is_replaced() {
    // Ties are rare: with this seed none comes before the bankroll is empty.
    let said = ["\n", &"t 127\n\n".repeat(4), "t 119\n\n", "\n"].concat();
    let result = play(&[&CASINO[..], &["--seed", "4"]].concat(), said);
    let refused =
        "Refused, all lights are on: the stakes of 2,540 are more than the bankroll of 2,380.\n";
    // Before the bet, for the bet, and for the release of KEY0.
    assert_eq!(result.stdout.matches(refused).count(), 3, "{result:#?}");
    let renewed = "You have 0 credits.\nThat is less than a chip: you get a new bankroll of 10,000 credits.\n";
    assert!(result.stdout.contains(renewed), "{result:#?}");
    last_line(&result, "Bankroll ");
    assert!(result.stdout.contains(", after one new bankroll."), "{result:#?}");
}

#[test]
fn an_invalid_bet_is_asked_again_with_the_valid_ones() {
    let cases = [
        ("bank 5", "\"bank\" is not a bet: write banker, player or tie"),
        ("banker", "how many chips?"),
        ("b 5 t 6", "write one number"),
        ("b 128", "128 chips are too many: the switches hold up to 127"),
        ("b 30 credits", "30 credits are not whole chips: a chip is 20 credits"),
    ];
    for (said, answer) in cases {
        let result = play(&CASINO, format!("{said}\nb 25\n"));
        assert!(result.stdout.contains(answer), "{said:?}: {result:#?}");
        assert!(result.stdout.contains("On the switches: 500 on banker.\n"), "{result:#?}");
    }
}

#[test]
fn the_same_seed_repeats_a_session() {
    let session =
        |seed| play(&[&CASINO[..], &["--seed", seed]].concat(), "p 5\n\n\nroads\n").stdout;
    assert_eq!(session("7"), session("7"));
    assert_ne!(hands(&session("7"))[0].cards, hands(&session("8"))[0].cards);
    assert!(session("7").contains("Big road"));
}

#[test]
fn options_for_task5_are_wrong_usage_before_a_card_is_dealt() {
    let cases: [(&[&str], &str); 4] = [
        (&["--bankroll", "500"], "--bankroll is for task5: casino starts with 10,000 credits"),
        (&["--decks", "6"], "--decks is for task5: the shoe of casino has eight decks"),
        (&["--cut-card", "20"], "--cut-card is for task5: casino has 14 cards behind it"),
        (&["--clocking", "direct"], "--clocking is for task5"),
    ];
    for (arguments, said) in cases {
        let result = sandbox().run([&["play"], &CASINO[..], arguments].concat());
        assert_eq!(result.fails_with(2, &["error: ", said]).stdout, "", "{arguments:?}");
    }
}
