//! The verdict on a `task5`: right, and wrong in every way that it tells apart.

use baccarat::drawing::judged_hand_diagram;
use baccarat::foreign::ForeignDesign;
use baccarat::fpga::device::LOOK_UP_TABLES;
use baccarat::game::{Rank, Round, banker_draws, play, score};
use baccarat::judge::{
    Assessment, Finding, JudgeError, Observation, Property, Verdict, assess, calibrate, judge,
    replay,
};
use baccarat::simulation::every_hand::HANDS;
use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::Edge;

use crate::netlists::{design, design_with_falling_edges, design_with_high_inputs};

fn verdict(wrong: &str) -> Verdict {
    judge(&design_with_high_inputs("task5", &[(wrong, 0)]), &|_| {}).expect("a verdict")
}

/// The properties of `task5`, or of a wrong one, with this finding.
fn found(finding: Finding, judged: Result<&Verdict, &Observation>) -> Vec<Property> {
    let found = |one: Assessment| (one.finding == finding).then_some(one.property);
    assess(&design("task5"), judged).into_iter().filter_map(found).collect()
}

fn failed(judged: Result<&Verdict, &Observation>) -> Vec<Property> {
    found(Finding::Failed, judged)
}

#[test]
fn a_right_solution_is_right() {
    let verdict = judge(&design("task5"), &|_| {}).expect("a verdict");
    assert!(verdict.is_right(), "{} wrong hands", verdict.wrong_hands());
    assert_eq!(
        verdict.conventions.sentences(),
        [
            "Cards are captured when KEY0 is released.",
            "Presses from the last card to the lights: 1 after four cards, 1 after the player's third card, 0 after the banker's."
        ]
    );
    assert_eq!(failed(Ok(&verdict)), [Property::NoClockCrossings]);
    let [warning] = &verdict.warnings[..] else { panic!("{:?}", verdict.warnings) };
    let expected = "Registers clocked by KEY[0] read registers clocked by CLOCK_50 (HEX0, HEX1,";
    assert!(warning.starts_with(expected), "{warning}");
}

#[test]
fn large_memories_are_not_copied_for_each_hand() {
    let mut large = (*design("task5")).clone();
    let memories = &design("memories").memories;
    let memory = memories.iter().find(|memory| !memory.writes.is_empty()).expect("a memory");
    large.memories = vec![memory.clone()];
    large.memories[0].address_width = 14;
    let error = judge(&large, &|_| {}).map(|_| ()).expect_err("a large memory").to_string();
    let expected = "`task5` writes memories of 16 KiB, but `verify` simulates many copies, each with 8 KiB at most";
    assert_eq!(error, expected);
}

#[test]
fn clocks_of_plls_are_not_judged() {
    let error = judge(&design("plls"), &|_| {}).map(|_| ()).expect_err("clocks of PLLs");
    let expected = "`plls` has registers with the clock of a PLL, but only CLOCK_50 and the keys are simulated: use CLOCK_50 instead, or `board --sources`";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn shoes_that_count_differently_are_right() {
    for (input, sentence) in [
        ("COUNTS_DOWN", "The shoe counts down."),
        ("COUNTS_ON", "KEY3 does not reset the shoe: it counts on."),
        ("RESTARTS", "Each press of KEY0 restarts the shoe."),
    ] {
        let verdict = verdict(input);
        assert!(verdict.is_right(), "{input}: {} wrong hands", verdict.wrong_hands());
        assert_eq!(verdict.conventions.sentences()[2..], [sentence], "{input}");
    }
}

#[test]
fn cards_may_be_captured_when_key0_is_pressed() {
    let design = design_with_falling_edges("task5", "KEY");
    let verdict = judge(&design, &|_| {}).expect("a verdict");
    assert!(verdict.is_right(), "{} wrong hands", verdict.wrong_hands());
    assert_eq!(
        verdict.conventions.sentences()[0],
        "Cards are captured when KEY0 is pressed (on its falling edge)."
    );
    let warning = "The handout deals a card when KEY0 is released, not when it is pressed.";
    assert_eq!(verdict.warnings[1..], [warning], "after that of the clocks");
}

#[test]
fn inverted_segments_and_early_lights_are_warnings() {
    let mut inverted = (*design("task5")).clone();
    let displays =
        inverted.netlist.outputs.iter_mut().filter(|output| output.name.starts_with("HEX"));
    displays.flat_map(|display| &mut display.bits).for_each(|bit| *bit = !*bit);
    // The player's light is on after a first card with the segment d.
    let mut early = (*design("task5")).clone();
    let Netlist { graph, outputs, .. } = &mut early.netlist;
    let port = |name: &str| outputs.iter().position(|port| port.name == name).expect("a port");
    let [lights, first, second] = ["LEDR", "HEX0", "HEX3"].map(port);
    let is_blank = outputs[second].bits.iter().fold(!Edge::ZERO, |all, bit| graph.and(all, *bit));
    let is_on = graph.and(is_blank, !outputs[first].bits[3]);
    outputs[lights].bits[8] = graph.or(outputs[lights].bits[8], is_on);
    for (design, warning) in [
        (&inverted, "The segments of the displays are inverted: on the board, 0 lights a segment."),
        (&early, "In some hands a light is on before the last card is dealt."),
    ] {
        let verdict = judge(design, &|_| {}).expect("a verdict");
        assert!(verdict.is_right(), "{warning}");
        assert_eq!(verdict.warnings[1..], [warning], "after that of the clocks");
    }
}

#[test]
fn a_design_fits_if_it_is_certainly_small_enough() {
    let fits = |design: &ForeignDesign| {
        let mut all = assess(design, Err(&Observation::NoReset)).into_iter();
        all.find(|one| one.property == Property::Fits).expect("the property").finding
    };
    assert_eq!(fits(&design("task5")), Finding::Passed);
    assert_eq!(fits(&design("memories")), Finding::NotReached);
    let mut large = (*design("task5")).clone();
    // Leaves with numbers that no input has.
    for number in 0..=LOOK_UP_TABLES as u32 {
        large.netlist.graph.leaf(1_000_000 + number);
    }
    assert_eq!(fits(&large), Finding::NotReached);
}

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

    fn is_tie(&self) -> bool {
        self.round.player.score() == self.round.banker.score()
    }
}

/// The input that makes the design wrong, the hands that it deals wrong, the most frequent cause,
/// and what fails.
type Wrong = (&'static str, fn(&Hand) -> bool, &'static str, &'static [Property]);

const WRONG: [Wrong; 10] = [
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
    (
        "WRONG_DELAY",
        |hand| hand.is_tie() && hand.round.cards_dealt() == 6,
        "the outputs are right only after a further press",
        &[Property::Winner],
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
        // What may be late is in doubt.
        let in_doubt: &[Property] = match input {
            "WRONG_DELAY" => &[Property::Cards, Property::Scores, Property::Tie],
            _ => &[],
        };
        assert_eq!(found(Finding::NotReached, Ok(&verdict)), in_doubt, "{input}");
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
    // The lights of ties are on only one press after the end.
    let causes = causes(&[("LATE_TIE", 0)]);
    let [(hands, first), (others, second)] = &causes[..] else { panic!("{causes:?}") };
    let late = "the outputs are right only after a further press";
    assert_eq!((hands, &first[..], &second[..]), (others, changes, late));
}

#[test]
fn a_key_may_be_debounced() {
    let design = design_with_high_inputs("lab", &[("DEBOUNCED", 0)]);
    let sentences = calibrate(&design).expect("conventions").sentences();
    let expected = "A key takes effect within 256 cycles of CLOCK_50.";
    assert_eq!(sentences.last().map(String::as_str), Some(expected));
}

#[test]
fn a_reset_that_fails_is_found() {
    let verdict = verdict("WRONG_RESET");
    assert!(!verdict.is_right());
    assert_eq!(failed(Ok(&verdict)), [Property::Reset, Property::NoClockCrossings]);
    assert_eq!((verdict.wrong_hands(), verdict.failing_resets), (0, vec![5, 6, 7]));
}

#[test]
fn a_reset_that_only_clears_the_displays_fails_also_if_the_shoe_counts_on() {
    // In some hands, the state after five presses is kept.
    for shoe in [None, Some(("COUNTS_ON", 0))] {
        let inputs: Vec<_> = [("KEEPS_STATE", 0)].into_iter().chain(shoe).collect();
        let design = design_with_high_inputs("task5", &inputs);
        let verdict = judge(&design, &|_| {}).expect("a verdict");
        assert_eq!((verdict.wrong_hands(), verdict.failing_resets), (0, vec![5]), "{shoe:?}");
    }
}

#[test]
fn cards_that_look_like_an_empty_display_make_no_reset_fail() {
    let inputs = [("KING_IS_BLANK", 0), ("COUNTS_ON", 0)];
    let verdict = judge(&design_with_high_inputs("task5", &inputs), &|_| {}).expect("a verdict");
    assert_eq!(verdict.groups[0].cause.to_string(), "the displays show no card where K was dealt");
    assert_eq!(verdict.failing_resets, [0; 0]);
}

#[test]
fn a_hand_is_played_again_with_the_states_of_the_game() {
    let design = design("task5");
    let conventions = calibrate(&design).expect("conventions");
    let natural = [Rank::Nine, Rank::Two, Rank::King, Rank::Three, Rank::Ace, Rank::Ace];
    let hand = replay(&design, &conventions, natural).expect("a hand");
    assert_eq!(hand.state_register.as_deref(), Some("state"));
    let states: Vec<Option<u64>> = hand.presses.iter().map(|press| press.state).collect();
    assert_eq!(states, [0, 1, 2, 3, 4, 6, 7, 7, 7].map(Some));
    assert!(hand.is_right());
}

#[test]
fn a_shoe_that_does_not_count_is_explained() {
    let error =
        judge(&design_with_high_inputs("task5", &[("STUCK_SHOE", 0)]), &|_| {}).unwrap_err();
    let message = "the shoe does not count: HEX0 shows the same card, however long KEY0 waits";
    assert_eq!(error.to_string(), message);
    let JudgeError::Observation(observation) = error else { panic!("{error}") };
    assert_eq!(failed(Err(&observation)), [Property::Cards, Property::NoClockCrossings]);
    let not_reached = |one: &Assessment| one.finding == Finding::NotReached;
    let assessments = assess(&design("task5"), Err(&observation));
    assert_eq!(assessments.iter().filter(|one| not_reached(one)).count(), 8);
}
