//! The verdict on a `task5`: conventions, warnings, properties and resets.

use baccarat_judge::{
    Assessment, Finding, JudgeError, Observation, Property, Step, assess, calibrate, judge, replay,
    sentences,
};
use de1_soc::device::LOOK_UP_TABLES;
use de1_soc::{KEYS, LIGHTS_AND_DISPLAYS, output_bit};
use foreign_designs::ForeignDesign;
use punto_banco::Rank;
use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::Edge;
use std::time::Instant;
use virtual_board::ForeignBoard;

use crate::{design, design_with_high_inputs, failed, read, verdict};

#[test]
fn a_right_solution_is_right() {
    let verdict = judge(&design("task5"), &|_| {}).expect("a verdict");
    assert!(verdict.is_right(), "{} wrong hands", verdict.wrong_hands());
    assert_eq!(
        sentences(&verdict.conventions),
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
fn the_steps_of_a_hand_show_it_on_the_board_of_the_page() {
    for wrong in [None, Some("COUNTS_ON"), Some("WRONG_BANKER"), Some("RESTARTS")] {
        let high: Vec<(&str, usize)> = wrong.map(|input| (input, 0)).into_iter().collect();
        let design = design_with_high_inputs("task5", &high);
        let conventions = calibrate(&design).expect("the conventions");
        for cards in [[Rank::Nine; 6], [Rank::Two; 6], [Rank::King; 6]] {
            let hand = replay(&design, &conventions, cards).expect("a hand");
            let steps = hand.record(&design, &conventions).expect("a recording").steps;
            let mut board = ForeignBoard::new(design.clone());
            for Step { keys, cycles } in steps {
                (0..KEYS).for_each(|key| board.set_key(key, keys >> key & 1 == 0));
                (0..cycles).for_each(|_| assert_eq!(board.run(1, Instant::now()), 1));
            }
            let last = hand.presses.last().expect("a press").shown;
            let shown = LIGHTS_AND_DISPLAYS.map(|(port, _)| board.output(port));
            let expected = LIGHTS_AND_DISPLAYS
                .map(|(port, width)| last.0 >> output_bit(port) & ((1 << width) - 1));
            assert_eq!(shown, expected, "{wrong:?}: {cards:?}");
        }
    }
}

#[test]
fn large_memories_are_not_copied_for_each_hand() {
    let mut large = (*design("task5")).clone();
    let memories = &design("memories").memories;
    let memory = memories.iter().find(|memory| !memory.writes.is_empty()).expect("a memory");
    large.memories = vec![memory.clone()];
    large.memories[0].address_width = 14;
    let error = judge(&large, &|_| {}).map(|_| ()).expect_err("a large memory").to_string();
    let expected = "`task5` writes memories of 16 KiB, but the judge simulates many copies, each with 8 KiB at most";
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
        assert_eq!(sentences(&verdict.conventions)[2..], [sentence], "{input}");
    }
}

#[test]
fn lights_may_come_later_in_some_hands() {
    let verdict = verdict("WRONG_DELAY");
    assert!(verdict.is_right(), "{} wrong hands", verdict.wrong_hands());
    let sentence = "In some hands the lights come on a press later than in others.";
    assert_eq!(sentences(&verdict.conventions)[2..], [sentence]);
}

#[test]
fn cards_may_be_captured_when_key0_is_pressed() {
    let design = read(&test_netlists::gates_with_falling_edges("task5", "KEY"));
    let verdict = judge(&design, &|_| {}).expect("a verdict");
    assert!(verdict.is_right(), "{} wrong hands", verdict.wrong_hands());
    assert_eq!(
        sentences(&verdict.conventions)[0],
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
        let no_reset = Observation::NoReset { outputs: "HEX0".into() };
        let mut all = assess(design, Err(&no_reset)).into_iter();
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

#[test]
fn a_key_may_be_debounced() {
    let design = design_with_high_inputs("lab", &[("DEBOUNCED", 0)]);
    let sentences = sentences(&calibrate(&design).expect("conventions"));
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
