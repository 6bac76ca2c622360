//! The game in plain Rust: every entry of the tableau, every possible round, the published counts
//! and odds, a table with its money, and the roads.

mod odds;
mod roads;
mod steps;
mod table;

use punto_banco::{
    Bet, Decks, Hand, Outcome, Rank, Round, Settlement, Side, Step, Tally, banker_draws,
    is_natural, play, player_draws, score, tally,
};

/// 13^6.
const SEQUENCES: u128 = 4_826_809;

/// The outcomes of every sequence of six ranks, each counted once.
const PLAIN_COUNTS: Tally = Tally { banker: 2_212_744, player: 2_153_464, tie: 460_601 };

/// Calls `visit` with every sequence of six ranks.
fn for_every_sequence(mut visit: impl FnMut([Rank; 6])) {
    for a in Rank::ALL {
        for b in Rank::ALL {
            for c in Rank::ALL {
                for d in Rank::ALL {
                    for e in Rank::ALL {
                        for f in Rank::ALL {
                            visit([a, b, c, d, e, f]);
                        }
                    }
                }
            }
        }
    }
}

/// Ranks from text such as `A 10 K`.
fn cards(text: &str) -> Vec<Rank> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

fn six_cards(text: &str) -> [Rank; 6] {
    cards(text).try_into().unwrap()
}

mod ranks {
    use super::*;

    /// Text, number and value of every rank.
    const RANKS: [(&str, u8, u8); 13] = [
        ("A", 1, 1),
        ("2", 2, 2),
        ("3", 3, 3),
        ("4", 4, 4),
        ("5", 5, 5),
        ("6", 6, 6),
        ("7", 7, 7),
        ("8", 8, 8),
        ("9", 9, 9),
        ("10", 10, 0),
        ("J", 11, 0),
        ("Q", 12, 0),
        ("K", 13, 0),
    ];

    #[test]
    fn have_their_text_number_and_value() {
        for (rank, (text, number, value)) in Rank::ALL.into_iter().zip(RANKS) {
            assert_eq!(rank.to_string(), text);
            assert_eq!(rank.number(), number, "{text}");
            assert_eq!(rank.value(), value, "{text}");
            assert_eq!(Rank::new(number), Some(rank), "{text}");
        }
    }

    #[test]
    fn have_numbers_from_1_to_13_only() {
        for number in (0..=u8::MAX).filter(|number| !(1..=13).contains(number)) {
            assert_eq!(Rank::new(number), None, "{number}");
        }
    }

    #[test]
    fn are_parsed_in_either_case_and_t_is_ten() {
        for rank in Rank::ALL {
            assert_eq!(rank.to_string().parse(), Ok(rank));
            assert_eq!(rank.to_string().to_lowercase().parse(), Ok(rank));
        }
        assert_eq!("T".parse(), Ok(Rank::Ten));
        assert_eq!("t".parse(), Ok(Rank::Ten));
    }

    #[test]
    fn are_not_parsed_from_any_other_text() {
        for text in [
            "", " ", "0", "1", "11", "12", "13", "14", "01", "+2", "-2", "A ", " A", "AA", "H",
            "ace", "\u{ff21}",
        ] {
            assert!(text.parse::<Rank>().is_err(), "{text:?}");
        }
        assert_eq!(
            "11\n".parse::<Rank>().unwrap_err().to_string(),
            r#""11\n" is not a rank: write A, 2 to 10 (or T for 10), J, Q or K"#
        );
    }

    #[test]
    fn can_be_padded() {
        assert_eq!(format!("[{:>2}{:>3}]", Rank::Ace, Rank::Ten), "[ A 10]");
    }

    #[test]
    fn score_the_sum_of_their_values_modulo_ten() {
        for (text, expected) in [
            ("", 0),
            ("K", 0),
            ("9", 9),
            ("A 9", 0),
            ("5 5", 0),
            ("10 J Q K", 0),
            ("7 8", 5),
            ("9 9 9", 7),
            ("Q 4 A", 5),
        ] {
            assert_eq!(score(cards(text)), expected, "{text:?}");
        }
        // Longer than any hand: the sum must not overflow.
        assert_eq!(score([Rank::Nine; 1001]), 9);
    }
}

mod tableau {
    use super::*;

    /// D draws, S stands. The first column is "the player stood", the others the value of the
    /// player's third card, 0 to 9. The rows are the banker's scores, 0 to 9.
    #[rustfmt::skip]
    const BANKER: [[u8; 11]; 10] = [
        // 0123456789
        *b"DDDDDDDDDDD", // 0
        *b"DDDDDDDDDDD", // 1
        *b"DDDDDDDDDDD", // 2
        *b"DDDDDDDDDSD", // 3
        *b"DSSDDDDDDSS", // 4
        *b"DSSSSDDDDSS", // 5
        *b"SSSSSSSDDSS", // 6
        *b"SSSSSSSSSSS", // 7
        *b"SSSSSSSSSSS", // 8: a natural, never asked
        *b"SSSSSSSSSSS", // 9: a natural, never asked
    ];

    /// The same for the player's scores, 0 to 9.
    const PLAYER: [u8; 10] = *b"DDDDDDSSSS";

    #[test]
    fn of_the_banker_has_110_entries() {
        let thirds = [None].into_iter().chain((0..=9).map(Some));
        for (column, third) in thirds.enumerate() {
            for banker in 0..=9 {
                assert_eq!(
                    banker_draws(banker, third),
                    BANKER[usize::from(banker)][column] == b'D',
                    "banker {banker}, player's third card {third:?}"
                );
            }
        }
    }

    #[test]
    fn of_the_player_draws_up_to_5_and_8_and_9_are_naturals() {
        for (player, row) in (0..=9).zip(PLAYER) {
            assert_eq!(player_draws(player), row == b'D', "player {player}");
            assert_eq!(is_natural(player), player >= 8, "{player}");
        }
    }

    /// Compares who draws in `play` with the tables above.
    #[test]
    fn decides_every_round() {
        for_every_sequence(|cards| {
            let [p1, b1, p2, b2, fifth, sixth] = cards;
            let player = usize::from((p1.value() + p2.value()) % 10);
            let banker = usize::from((b1.value() + b2.value()) % 10);

            let (mut player_third, mut banker_third) = (None, None);
            if player < 8 && banker < 8 {
                if PLAYER[player] == b'D' {
                    player_third = Some(fifth);
                    if BANKER[banker][1 + usize::from(fifth.value())] == b'D' {
                        banker_third = Some(sixth);
                    }
                } else if BANKER[banker][0] == b'D' {
                    banker_third = Some(fifth);
                }
            }

            let hand = |first, second, third| Hand { first, second, third };
            let expected =
                Round { player: hand(p1, p2, player_third), banker: hand(b1, b2, banker_third) };
            assert_eq!(play(cards), expected, "{cards:?}");
        });
    }
}

mod rounds {
    use super::*;

    #[test]
    fn are_dealt_player_banker_player_banker_then_player_before_banker() {
        for (deal, player, banker, dealt, outcome) in [
            // A natural on either side, or both: nobody draws.
            ("9 2 K 3 4 5", "9 K", "2 3", 4, Outcome::Player),
            ("A 4 2 4 5 6", "A 2", "4 4", 4, Outcome::Banker),
            ("8 9 J Q 4 5", "8 J", "9 Q", 4, Outcome::Banker),
            ("4 K 4 8 A A", "4 4", "K 8", 4, Outcome::Tie),
            // Both stand.
            ("K 7 6 Q 9 9", "K 6", "7 Q", 4, Outcome::Banker),
            ("2 3 4 3 9 9", "2 4", "3 3", 4, Outcome::Tie),
            // The player stands: the fifth card is the banker's.
            ("K 2 7 3 4 9", "K 7", "2 3 4", 5, Outcome::Banker),
            // The player draws, the banker stands.
            ("A 7 2 K 3 9", "A 2 3", "7 K", 5, Outcome::Banker),
            ("A K 2 3 8 9", "A 2 8", "K 3", 5, Outcome::Banker),
            // Both draw: the fifth card is the player's, the sixth the banker's.
            ("2 Q 3 5 4 J", "2 3 4", "Q 5 J", 6, Outcome::Player),
            ("J Q K 10 J Q", "J K J", "Q 10 Q", 6, Outcome::Tie),
        ] {
            let round = play(six_cards(deal));
            assert!(round.player.cards().eq(cards(player)), "{deal}");
            assert!(round.banker.cards().eq(cards(banker)), "{deal}");
            assert_eq!(round.cards_dealt(), dealt, "{deal}");
            assert_eq!(round.outcome(), outcome, "{deal}");
            assert_eq!(round.player.score(), score(cards(player)), "{deal}");
            assert_eq!(round.banker.score(), score(cards(banker)), "{deal}");
        }
    }

    #[test]
    fn have_a_natural_only_by_the_first_two_cards() {
        for (deal, player, banker) in [
            ("9 2 K 3 A A", true, false),
            ("A 4 2 4 A A", false, true),
            ("8 9 J Q A A", true, true),
            // 2 + 3 + 4 is 9, but of three cards.
            ("2 Q 3 5 4 J", false, false),
        ] {
            let round = play(six_cards(deal));
            assert_eq!(round.player.is_natural(), player, "{deal}");
            assert_eq!(round.banker.is_natural(), banker, "{deal}");
            assert_eq!(round.has_natural(), player || banker, "{deal}");
        }
    }

    #[test]
    fn of_all_sequences_have_the_known_numbers_of_outcomes_lengths_and_naturals() {
        let mut outcomes = Tally::default();
        let mut lengths = [0; 7];
        let mut naturals = 0;
        for_every_sequence(|cards| {
            let round = play(cards);
            outcomes.add(round.outcome(), 1);
            lengths[round.cards_dealt()] += 1;
            naturals += u32::from(round.has_natural());
        });

        assert_eq!(outcomes, PLAIN_COUNTS);
        assert_eq!(outcomes.total(), SEQUENCES);
        assert_eq!(lengths, [0, 0, 0, 0, 1_827_904, 1_463_280, 1_535_625]);
        assert_eq!(naturals, 1_654_848);
    }

    #[test]
    fn have_outcomes_that_can_be_printed_in_columns() {
        let words = Outcome::ALL.map(|outcome| outcome.to_string());
        assert_eq!(words, ["player wins", "banker wins", "tie"]);
    }
}

mod bets {
    use super::*;

    #[test]
    fn are_settled_by_the_outcome_and_push_on_a_tie() {
        use Settlement::{Lose, Push, Win};
        for (bet, player_wins, banker_wins, tie) in [
            (Bet::Player, Win, Lose, Push),
            (Bet::Banker, Lose, Win, Push),
            (Bet::Tie, Lose, Lose, Win),
        ] {
            assert_eq!(bet.settle(Outcome::Player), player_wins, "{bet}");
            assert_eq!(bet.settle(Outcome::Banker), banker_wins, "{bet}");
            assert_eq!(bet.settle(Outcome::Tie), tie, "{bet}");
        }
    }

    #[test]
    fn pay_even_money_19_to_20_and_8_to_1() {
        let odds = Bet::ALL.map(|bet| format!("{bet} {}", bet.odds()));
        assert_eq!(odds, ["player 1:1", "banker 19:20", "tie 8:1"]);
    }
}
