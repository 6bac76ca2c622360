//! What the verdict says of wrong hands: how many, why, and the first one.

use baccarat_judge::{Finding, Property, judge, judged_hand_diagram};
use baccarat_sim::every_hand::HANDS;
use punto_banco::{Rank, Round, banker_draws, play, score};

use crate::{design_with_high_inputs, failed, found, verdict};

/// A hand by the rules, the scores of both first two cards, and the value of the player's third
/// card.
struct Hand {
    round: Round,
    player: u8,
    banker: u8,
    third: Option<u8>,
}

impl Hand {
    fn of(cards: [Rank; 6]) -> Hand {
        let round = play(cards);
        let [player, banker] =
            [&round.player, &round.banker].map(|hand| score([hand.first, hand.second]));
        let third = round.player.third.map(|third| score([third]));
        Hand { round, player, banker, third }
    }
}

/// The input that makes the design wrong, the hands that it deals wrong, the most frequent cause,
/// and what fails.
type Wrong = (&'static str, fn(&Hand) -> bool, &'static str, &'static [Property]);

const WRONG: [Wrong; 9] = [
    (
        "WRONG_CARD",
        |hand| {
            let mut cards = hand.round.player.cards().chain(hand.round.banker.cards());
            cards.any(|card| card == Rank::Three)
        },
        "the displays show 2 where 3 was dealt",
        &[Property::Cards],
    ),
    (
        "WRONG_DISPLAY",
        |hand| hand.round.banker.second == Rank::Seven,
        "HEX4 shows no card where 7 was dealt",
        &[Property::Cards],
    ),
    (
        "WRONG_SCORE",
        |hand| hand.round.player.score() == 9,
        "LEDR does not show the score of the player's two cards",
        &[Property::Scores],
    ),
    (
        "WRONG_NATURAL",
        |hand| hand.banker >= 8 && hand.player <= 5,
        "the banker's 8 and 9 are not treated as naturals",
        &[Property::Naturals],
    ),
    (
        "WRONG_PLAYER",
        |hand| hand.player == 6 && hand.banker < 8,
        "player 6 draws",
        &[Property::PlayersRule],
    ),
    (
        "WRONG_BANKER_AFTER_STAND",
        |hand| (6..8).contains(&hand.player) && hand.banker == 6,
        "banker 6 draws after the player stood",
        &[Property::BankersRule],
    ),
    (
        "WRONG_BANKER",
        |hand| hand.banker == 6 && hand.third == Some(8),
        "banker 6 draws on a player's third card of 8",
        &[Property::BankersRule],
    ),
    (
        "WRONG_WINNER",
        |hand| hand.round.player.score() == 9,
        "the player wins with 9, but the banker's light is on",
        &[Property::Winner, Property::Tie],
    ),
    (
        "WRONG_CHANGE",
        |hand| hand.round.player.score() == 9,
        "the design does not wait for the reset: a press after the end of the hand changes the outputs",
        &[Property::WaitsForReset],
    ),
];

/// How many of all hands each design deals wrong. Ten, jack, queen and king count the same.
fn wrong_hands() -> [u64; WRONG.len()] {
    let mut counts = [0; WRONG.len()];
    for number in 0..1_000_000_usize {
        let values: [usize; 6] =
            std::array::from_fn(|place| number / 10_usize.pow(place as u32) % 10);
        let hand = Hand::of(values.map(|value| Rank::ALL[(value + 9) % 10]));
        let hands = 4_u64.pow(values.iter().filter(|value| **value == 0).count() as u32);
        for (count, (_, is_wrong, ..)) in counts.iter_mut().zip(WRONG) {
            *count += u64::from(is_wrong(&hand)) * hands;
        }
    }
    counts
}

/// All sequences of six ranks, the lowest first.
fn every_hand() -> impl Iterator<Item = [Rank; 6]> {
    let rank = |number: usize, place: u32| Rank::ALL[number / 13_usize.pow(5 - place) % 13];
    (0..13_usize.pow(6)).map(move |number| std::array::from_fn(|place| rank(number, place as u32)))
}

#[test]
fn wrong_hands_are_counted_and_explained() {
    for ((input, is_wrong, cause, properties), expected) in WRONG.into_iter().zip(wrong_hands()) {
        let verdict = verdict(input);
        assert!(!verdict.is_right(), "{input}");
        assert_eq!(verdict.wrong_hands(), expected, "{input}");
        assert!(verdict.failing_resets.is_empty(), "{input}");
        assert_eq!(verdict.groups[0].cause.to_string(), cause, "{input}");
        assert_eq!(
            failed(Ok(&verdict)),
            [properties, &[Property::NoClockCrossings]].concat(),
            "{input}"
        );
        assert_eq!(found(Finding::NotReached, Ok(&verdict)), [], "{input}");
        for group in &verdict.groups {
            let cards = group.first.offered;
            assert!(is_wrong(&Hand::of(cards)), "{input}: {cards:?}");
            assert!(!group.first.is_right(), "{input}: {cards:?} is played again, and right");
        }
        let lowest = verdict.groups.iter().map(|group| group.first.offered).min();
        assert_eq!(lowest, every_hand().find(|cards| is_wrong(&Hand::of(*cards))), "{input}");
    }
}

/// The causes of a wrong design, with the hands of each, after a check that they explain all hands
/// and that the first hand of each is wrong.
fn causes(inputs: &[(&str, usize)]) -> Vec<(u64, String)> {
    let verdict = judge(&design_with_high_inputs("lab", inputs), &|_| {}).expect("a verdict");
    let groups: Vec<(u64, String)> =
        verdict.groups.iter().map(|group| (group.hands, group.cause.to_string())).collect();
    assert_eq!((verdict.contradicting, &verdict.failing_resets[..]), (0, &[][..]), "{groups:?}");
    for group in &verdict.groups {
        assert!(!group.first.is_right(), "{inputs:?}: {} in a right hand", group.cause);
    }
    groups
}

const ZERO: &str =
    "the player's third card counts as 0 for the banker, as if it were read before it is loaded";

#[test]
fn the_mistakes_of_published_solutions_are_one_cause_each() {
    const ALWAYS: &str = "after the player's third card the banker always draws";
    const FOUR: &str = "banker 4 draws when it sees 0";
    type Solution = (&'static [(&'static str, usize)], &'static [(u64, &'static str)]);
    let solutions: [Solution; 3] = [
        (&[("UNCONDITIONAL", 0)], &[(895_440, ALWAYS)]),
        (&[("EARLY", 0)], &[(283_920, ZERO)]),
        (&[("EARLY", 0), ("CELL", 64)], &[(152_880, FOUR), (152_880, ZERO)]),
    ];
    for (inputs, expected) in solutions {
        let causes = causes(inputs);
        let causes: Vec<_> = causes.iter().map(|(hands, cause)| (*hands, &cause[..])).collect();
        assert_eq!(causes, expected);
    }
}

#[test]
fn other_mistakes_are_one_cause_each() {
    type Solution = (&'static [&'static str], &'static [&'static str]);
    let solutions: [Solution; 12] = [
        (&["KEPT"], &["the banker draws by the player's third card of an earlier hand"]),
        (&["JACK_IS_ONE"], &["the scores count J as 1"]),
        (&["FACES_COUNT"], &["the scores count J as 1, Q as 2 and K as 3"]),
        (&["BLANK_KING_ON_HEX2"], &["HEX2 shows no card where K was dealt"]),
        (&["DASH_ON_HEX2"], &["HEX2 is not empty although no card was dealt there"]),
        (&["BLANK_HEX2"], &["HEX2 does not show the cards that were dealt"]),
        (&["BLANK_HEX5"], &["HEX5 does not show the cards that were dealt"]),
        (&["PLAYER_STANDS_ON_3"], &["player 3 to 5 stand"]),
        (
            &["NO_LEDR"],
            &[
                "LEDR does not show the score of the banker's three cards",
                "LEDR does not show the score of the banker's two cards",
                "LEDR does not show the score of the player's three cards",
                "LEDR does not show the score of the player's two cards",
                "it is a tie, but no light is on",
                "the banker wins, but no light is on",
                "the player wins, but no light is on",
            ],
        ),
        (
            &["SWAPPED_LIGHTS"],
            &[
                "it is a tie, but no light is on",
                "the banker wins, but the player's light is on",
                "the player wins, but the banker's light is on",
            ],
        ),
        (&["KING_IS_BLANK"], &["the displays show no card where K was dealt"]),
        (
            &["PLAYER_DRAWS_ON_6", "BANKER_STANDS_ON_5", "ONLY_9_IS_NATURAL", "NO_LIGHT_ON_TIE"],
            &[
                "8 is not treated as a natural",
                "banker 5 stands after the player stood",
                "it is a tie, but no light is on",
                "player 6 draws",
            ],
        ),
    ];
    for (inputs, expected) in solutions {
        let inputs: Vec<(&str, usize)> = inputs.iter().map(|input| (*input, 0)).collect();
        let mut causes: Vec<String> = causes(&inputs).into_iter().map(|(_, cause)| cause).collect();
        causes.sort_unstable();
        assert_eq!(causes, expected);
    }
}

#[test]
fn the_diagram_of_a_wrong_hand_says_what_was_expected() {
    let verdict = verdict("WRONG_CARD");
    let hand = &verdict.groups[0].first;
    let diagram = judged_hand_diagram("a hand".into(), &verdict.conventions, hand);
    let captions: Vec<&str> =
        diagram.captions.iter().map(|caption| caption.text.as_str()).collect();
    assert_eq!(captions, ["expected 3 A A A A A, 3 and 5, banker wins"]);
}

#[test]
fn a_hand_that_is_wrong_only_after_another_one_is_shown_after_it() {
    let design = design_with_high_inputs("lab", &[("KEPT_IF_ANY", 0)]);
    let verdict = judge(&design, &|_| {}).expect("a verdict");
    let cause = "the banker draws by the player's third card of an earlier hand";
    let group = &verdict.groups[0];
    assert_eq!(group.cause.to_string(), cause);
    assert!(group.first.before.is_some() && !group.first.is_right(), "{:?}", group.first);
}

#[test]
fn cells_of_the_bankers_table_are_causes() {
    // A cell in each row, in one design.
    for value in [0, 8] {
        let cells: Vec<(&str, usize)> = (0..8).map(|score| ("CELL", score << 4 | value)).collect();
        let mut causes: Vec<String> = causes(&cells).into_iter().map(|(_, cause)| cause).collect();
        causes.sort_unstable();
        let cause = |score| {
            let draws = banker_draws(score, Some(value as u8));
            let verb = if draws { "stands" } else { "draws" };
            format!("banker {score} {verb} on a player's third card of {value}")
        };
        assert_eq!(causes, [0, 1, 2, 3, 4, 5, 6, 7].map(cause));
    }
}

#[test]
fn a_design_that_goes_on_is_judged_at_the_end_of_each_hand() {
    let changes = "the design does not wait for the reset: a press after the end of the hand changes the outputs";
    let player = "player 6 draws";
    for input in ["DEALS_AGAIN", "CLEARS", "LIGHTS_GO_OUT"] {
        let causes = causes(&[(input, 0), ("PLAYER_DRAWS_ON_6", 0)]);
        let [(all, first), (_, second)] = &causes[..] else { panic!("{input}: {causes:?}") };
        assert_eq!((*all, &first[..], &second[..]), (HANDS as u64, changes, player), "{input}");
    }
    // The lights of ties are on for one press only, a press after those of other hands.
    let causes = causes(&[("LATE_TIE", 0)]);
    assert!(matches!(&causes[..], [(_, cause)] if cause == changes), "{causes:?}");
}
