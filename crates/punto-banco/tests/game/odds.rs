//! The odds of every bet, for every number of decks.

use crate::*;

fn decks(count: u32) -> Decks {
    Decks::new(count).unwrap()
}

/// The number of ways to deal six cards from this number of decks.
fn deals(count: u32) -> u128 {
    (0..6).map(|dealt| u128::from(52 * count - dealt)).product()
}

#[test]
fn of_six_and_eight_decks_are_the_published_counts() {
    let six =
        Tally { banker: 403_095_751_234_560, player: 392_220_492_728_832, tie: 83_552_962_932_288 };
    let eight = Tally {
        banker: 2_292_252_566_437_888,
        player: 2_230_518_282_592_256,
        tie: 475_627_426_473_216,
    };
    assert_eq!(tally(decks(6)), six);
    assert_eq!(tally(decks(8)), eight);
    assert_eq!(eight.total(), 4_998_398_275_503_360);
}

/// Compared to the number of digits that are published.
#[test]
fn give_the_published_house_edges() {
    for (count, digits, banker, player, tie) in [
        (8, 6, "1.057906", "1.235081", "14.359629"),
        (6, 4, "1.0558", "1.2374", "14.4382"),
        (1, 2, "1.01", "1.29", "15.75"),
    ] {
        let tally = tally(decks(count));
        let percent = |bet| format!("{:.digits$}", 100.0 * tally.house_edge(bet));
        assert_eq!(percent(Bet::Banker), banker, "{count} decks");
        assert_eq!(percent(Bet::Player), player, "{count} decks");
        assert_eq!(percent(Bet::Tie), tie, "{count} decks");
    }
}

#[test]
fn of_the_infinite_deck_are_the_unweighted_counts() {
    assert_eq!(tally(Decks::INFINITE), PLAIN_COUNTS);
}

/// The slow way: every sequence of ranks, weighted by its number of ways.
#[test]
fn agree_with_the_weighted_sum_over_all_sequences() {
    let shoes = [decks(1), decks(8), decks(100)];
    let mut slow = [Tally::default(); 3];
    for_every_sequence(|cards| {
        let outcome = play(cards).outcome();
        for (shoe, tally) in shoes.iter().zip(&mut slow) {
            tally.add(outcome, shoe.ways(cards));
        }
    });
    assert_eq!(slow, shoes.map(tally));
}

#[test]
fn count_every_deal_of_any_number_of_decks() {
    for count in 1..=Decks::MAX {
        assert_eq!(tally(decks(count)).total(), deals(count), "{count} decks");
    }
}

#[test]
fn weight_a_sequence_by_the_cards_left_of_each_rank() {
    #[rustfmt::skip]
    let cases = [
        (decks(1),   "A 2 3 4 5 6",   4_096),                 // 4^6
        (decks(1),   "10 J Q K 10 J", 2_304),                 // 4 * 4 * 4 * 4 * 3 * 3
        (decks(1),   "A A A A 2 3",   384),                   // 4 * 3 * 2 * 1 * 4 * 4
        (decks(1),   "2 A A 3 A A",   384),                   // the same in another order
        (decks(1),   "A A A A A K",   0),                     // there is no fifth ace
        (decks(1),   "K Q K K K K",   0),                     // nor a fifth king
        (decks(1),   "7 7 7 7 7 7",   0),                     // nor a sixth seven
        (decks(2),   "7 7 7 7 7 7",   20_160),                // 8 * 7 * 6 * 5 * 4 * 3
        (decks(8),   "A A A A A A",   652_458_240),           // 32 * 31 * 30 * 29 * 28 * 27
        (decks(100), "A 2 3 4 5 6",   4_096_000_000_000_000), // 400^6
        (Decks::INFINITE, "A A A A A A", 1),
        (Decks::INFINITE, "A 2 3 4 5 6", 1),
    ];
    for (shoe, deal, ways) in cases {
        assert_eq!(shoe.ways(six_cards(deal)), ways, "{deal} from {shoe}");
    }
}

#[test]
fn take_1_to_100_decks() {
    for count in [0, 101, u32::MAX] {
        assert_eq!(
            Decks::new(count).unwrap_err().to_string(),
            format!("a shoe of {count} decks is out of range: use 1 to 100 decks")
        );
    }
    let shoes = [decks(1), decks(8), decks(100), Decks::INFINITE];
    let names = shoes.map(|shoe| shoe.to_string());
    assert_eq!(names, ["1 deck", "8 decks", "100 decks", "infinite deck"]);
}

#[test]
fn are_negative_when_bettors_are_ahead_and_nan_without_rounds() {
    let lucky = Tally { player: 1, banker: 2, tie: 1 };
    assert_eq!(lucky.house_edge(Bet::Banker), -0.225); // (20 * 1 - 19 * 2) / (20 * 4)
    assert_eq!(lucky.house_edge(Bet::Player), 0.25); // (2 - 1) / 4
    assert_eq!(lucky.house_edge(Bet::Tie), -1.25); // (3 - 8 * 1) / 4
    for bet in Bet::ALL {
        assert!(Tally::default().house_edge(bet).is_nan(), "{bet}");
    }
}
