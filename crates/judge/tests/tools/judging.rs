//! `verify --sources`: somebody's `task5`, judged at its pins.
//!
//! `judging/solution.sv` is a solution of the lab; its macros make it different, but correct, or
//! wrong.

use std::path::PathBuf;
use std::time::Duration;

use baccarat_hdl::top::Clocking;
use baccarat_judge::{Verdict, judge, sentences};
use baccarat_sim::every_hand::{HANDS, play_every_hand};
use backend_testing::design_mutants::mutants;
use de1_soc::is_high_at_power_up;
use foreign_designs::Elaborated;
use foreign_sources::{ForeignError, Reader, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use fpga_tools::toolchain::catalogue::YOSYS;
use punto_banco::{Rank, Round, play, score};
use rust_hdl_lanes::Execution;
use rust_hdl_rtl::Design;
use rust_hdl_systemverilog::{Options, print_all};
use test_support::Sandbox;

mod commands;

pub const SOLUTION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/judging/solution.sv");

/// The `yosys` of the distribution, also beside a newer one: that is WebAssembly and takes longer.
pub fn distributed_yosys() -> Yosys {
    let mut finder = Finder::from_environment();
    finder.choose(&YOSYS, which::which("yosys").expect("apt-get install yosys"));
    Yosys::find(&finder, &mut |_, _| {}).expect("yosys")
}

fn try_read(files: Vec<PathBuf>, defines: &[&str]) -> Result<Elaborated, ForeignError> {
    let reader = Reader::new(distributed_yosys(), Duration::from_secs(300));
    let defines = defines.iter().map(ToString::to_string).collect();
    let sources = Sources { files, defines, preferred_top: Some("task5"), ..Sources::default() };
    foreign_designs::read(&reader, &sources.collect()?, is_high_at_power_up)
}

pub fn read(files: Vec<PathBuf>, defines: &[&str]) -> Elaborated {
    try_read(files, defines).expect("a design")
}

fn verdict(files: Vec<PathBuf>, defines: &[&str]) -> Verdict {
    judge(&read(files, defines).design, &|_| {}).expect("a verdict")
}

/// Prints a design as files in a folder.
fn printed(design: &Design, sandbox: &Sandbox) -> Vec<PathBuf> {
    let files = print_all(design, &Options::default()).into_iter().map(|file| {
        let path = sandbox.path(&file.name);
        std::fs::write(&path, file.text).expect("a file");
        path
    });
    files.collect()
}

fn of_solution(define: &str) -> Verdict {
    verdict(vec![SOLUTION.into()], &[define])
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn our_generated_files_are_right() {
    for clocking in Clocking::ALL {
        let sandbox = Sandbox::new("");
        let design = baccarat_sim::design(clocking).expect("the design");
        let verdict = verdict(printed(&design, &sandbox), &[]);
        assert!(verdict.is_right());
        assert_eq!(sentences(&verdict.conventions)[0], "Cards are captured when KEY0 is released.");
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_difference_is_not_an_error() {
    let late = "Presses from the last card to the lights: 1 after four cards, 1 after the player's third card, 0 after the banker's.";
    let released = "Cards are captured when KEY0 is released.";
    let cases: [(&str, &[&str]); 15] = [
        ("PLAIN", &[released, late]),
        ("LIGHTS_AT_ONCE", &[released]),
        ("FIRST_CARD=4'd7", &[released, late]),
        ("SHOE_RESTARTS", &[released, late, "Each press of KEY0 restarts the shoe."]),
        ("SHOE_COUNTS_DOWN", &[released, late, "The shoe counts down."]),
        ("ASYNCHRONOUS_RESET", &[released, late]),
        ("SHOE_COUNTS_ON", &[released, late, "KEY3 does not reset the shoe: it counts on."]),
        ("ASCENDING_RANGES", &[released, late]),
        (
            "OTHER_GLYPHS",
            &[
                released,
                late,
                "Glyphs other than ours: 10 is segments bc; J is segments bcd; Q is segments deg; K is segments cefg.",
                "Without a card, a display shows segments g.",
            ],
        ),
        (
            "EXTRA_FIRST_PRESS",
            &[released, "After a reset, one press comes before the first card.", late],
        ),
        (
            "EXTRA_DECISION_PRESS",
            &[
                released,
                "The player's third card comes 2 presses after the fourth card.",
                "Presses from the last card to the lights: 2 after four cards, 1 after the player's third card, 0 after the banker's.",
            ],
        ),
        (
            "EXTRA_PRESS_FOR_BANKER",
            &[
                released,
                "If the player stands, one press passes before the banker's third card.",
                late,
            ],
        ),
        ("FALLING_EDGE", &["Cards are captured when KEY0 is pressed (on its falling edge).", late]),
        ("DIVIDED_KEY", &[released, late, "A key takes effect within 4 cycles of CLOCK_50."]),
        (
            "DISPLAYS_IN_ORDER",
            &[
                released,
                late,
                "HEX5, HEX4 and HEX3 show the player's cards, HEX2, HEX1 and HEX0 the banker's.",
            ],
        ),
    ];
    for (define, conventions) in cases {
        let verdict = of_solution(define);
        assert!(verdict.is_right(), "{define}: {} wrong hands", verdict.wrong_hands());
        assert_eq!(sentences(&verdict.conventions), conventions, "{define}");
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn latches_and_clock_domain_crossings_are_warnings() {
    let verdict = of_solution("LATCHED_LIGHTS");
    assert!(verdict.is_right());
    let expected = [
        "Latches were inferred for LEDR: assign a value in every branch of the process, and avoid loops of gates.",
        "Registers clocked by KEY[0] read registers clocked by CLOCK_50 (b1, b2, b3, p1, p2, p3): on a board they can capture \
         them while they change.",
    ];
    assert_eq!(verdict.warnings, expected);
}

/// All sequences of six ranks.
fn every_hand() -> impl Iterator<Item = [Rank; 6]> {
    (0..HANDS).map(|number| {
        let rank = |place: usize| Rank::ALL[number / 13_usize.pow(place as u32) % 13];
        std::array::from_fn(|place| rank(5 - place))
    })
}

/// Whether a wrong design deals a hand wrong, by the rules: the cards, the hand, both scores of two
/// cards, and the value of the player's third card.
type IsWrong = fn([Rank; 6], &Round, u8, u8, Option<u8>) -> bool;

/// Wrong designs that `tests/netlists/causes.rs` does not have: the macro,
/// which hands are wrong, and the most frequent cause.
const WRONG: [(&str, IsWrong, &str); 7] = [
    (
        "WRONG_BANKER_3",
        |_, _, _, banker, third| banker == 3 && third == Some(9),
        "banker 3 stands on a player's third card of 9",
    ),
    (
        "WRONG_BANKER_IGNORES_PLAYER",
        |_, round, _, banker, third| {
            third.is_some() && round.banker.third.is_some() != (banker <= 5)
        },
        "after the player's third card the banker draws on 0 to 5, whatever that card is",
    ),
    (
        "WRONG_TIE",
        |_, round, _, _, _| round.player.score() == round.banker.score(),
        "it is a tie, but no light is on",
    ),
    (
        "WRONG_SCORE_OVER_20",
        |_, round, _, _, _| {
            let sum = |cards: &mut dyn Iterator<Item = Rank>| -> u8 {
                cards.map(|card| score([card])).sum()
            };
            sum(&mut round.player.cards()) >= 20 || sum(&mut round.banker.cards()) >= 20
        },
        "LEDR does not show the score of the player's three cards",
    ),
    (
        "WRONG_HEX3",
        |cards, _, _, _, _| cards[1] == Rank::King,
        "HEX3 shows no card where K was dealt",
    ),
    (
        "WRONG_NATURAL_9",
        |_, _, player, banker, _| player == 9 && banker <= 5 || banker == 9 && player <= 5,
        "9 is not treated as a natural",
    ),
    (
        "WRONG_SIX_AND_NINE",
        |_, round, _, _, _| {
            let mut cards = round.player.cards().chain(round.banker.cards());
            cards.any(|card| [Rank::Six, Rank::Nine].contains(&card))
        },
        "the displays show 6 where 9 was dealt",
    ),
];

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn wrong_hands_are_counted_and_explained() {
    let are_wrong = |cards: [Rank; 6]| {
        let round = play(cards);
        let [player, banker] =
            [round.player, round.banker].map(|hand| score([hand.first, hand.second]));
        let third = round.player.third.map(|card| score([card]));
        WRONG.map(|(_, is_wrong, _)| is_wrong(cards, &round, player, banker, third))
    };
    let mut counts = [0; WRONG.len()];
    for cards in every_hand() {
        are_wrong(cards)
            .iter()
            .zip(&mut counts)
            .for_each(|(wrong, count)| *count += u64::from(*wrong));
    }
    for (index, (define, _, cause)) in WRONG.into_iter().enumerate() {
        let verdict = of_solution(define);
        assert_eq!(verdict.wrong_hands(), counts[index], "{define}");
        assert!(verdict.failing_resets.is_empty(), "{define}");
        assert_eq!(verdict.groups[0].cause.to_string(), cause, "{define}");
        for group in &verdict.groups {
            let cards = group.first.offered;
            assert!(are_wrong(cards)[index], "{define}: {cards:?}");
        }
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn without_a_convention_the_verdict_is_what_was_seen() {
    let cases = [
        (
            "WRONG_THIRD_CARD_IS_KEPT",
            "KEY3 does not reset: a press of KEY0 while KEY3 is held does not start a new hand; outputs that differ afterwards: LEDR[0], \
             LEDR[1], LEDR[2], LEDR[3], HEX2",
        ),
        (
            "TWELVE_CARDS",
            "the shoe does not have thirteen cards: HEX0 shows 12 different patterns in 26 cycles of CLOCK_50",
        ),
        (
            "NO_KEY",
            "KEY0 has no effect: no display changes in 16 presses of up to 1024 cycles of CLOCK_50 after a reset; a debouncer that needs \
             more is not supported",
        ),
    ];
    for (define, message) in cases {
        let design = read(vec![SOLUTION.into()], &[define]).design;
        let error = judge(&design, &|_| {}).expect_err(define);
        assert_eq!(error.to_string(), message, "{define}");
    }
}

/// The state machine and the scores, whose faults no convention covers.
const MUTATED: [&str; 2] = ["statemachine_stepped", "scorehand"];

/// Every mutant with a number divisible by this is judged.
const STRIDE: usize = 24;

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn mutants_get_the_verdict_of_verify() {
    let clocking = Clocking::Synchronised;
    let design = baccarat_sim::design(clocking).expect("the design");
    let (mut right, mut wrong, mut skipped) = (0, 0, 0);
    for module in MUTATED {
        let id = design.find(module).expect("the module");
        // Yosys 0.23 takes the lowest 32 bits of this amount of a shift.
        let is_shifted_alike = |fault: &str| fault.ends_with("becomes 140737488355329");
        for mutant in mutants(&design, id).iter().step_by(STRIDE) {
            if is_shifted_alike(&mutant.fault.to_string()) {
                continue;
            }
            let mutated = mutant.apply(&design);
            let played = play_every_hand(&[(clocking, &mutated)], Execution::Fastest, &|_| {});
            let Ok(played) = played else {
                // A combinational loop.
                skipped += 1;
                continue;
            };
            let is_right = played.is_ok();
            let sandbox = Sandbox::new("");
            let reading = try_read(printed(&mutated, &sandbox), &[]).ok();
            let Some(reading) = reading.filter(|reading| reading.design.latches.is_empty()) else {
                // A latch in an always_comb process, which has none in Rust.
                skipped += 1;
                continue;
            };
            let verdict = judge(&reading.design, &|_| {});
            // What is wrong only before the end of a hand is a warning.
            let is_early = |warning: &String| warning.contains("before the last card");
            let is_right_all_along =
                |verdict: Verdict| verdict.is_right() && !verdict.warnings.iter().any(is_early);
            let is_judged_right = verdict.is_ok_and(is_right_all_along);
            assert_eq!(is_judged_right, is_right, "{module}: {}", mutant.fault);
            *(if is_right { &mut right } else { &mut wrong }) += 1;
        }
    }
    assert!(
        wrong > 5 && right + skipped < wrong,
        "{right} right, {wrong} wrong, {skipped} skipped"
    );
}
