//! `verify` on designs with an injected fault, called as a function, because the program has no
//! faulty design.

use std::fs;
use std::path::Path;

use baccarat_hdl::top::Clocking;
use baccarat_sim::commands::{Cli, ClockedDesign, Command};
use clap::Parser;
use command_line::Status;
use rust_hdl_rtl::{
    Expression, ExpressionKind, ItemKind, Statement, StatementKind, UnaryOperator, walk,
};
use serde_json::Value;

use crate::sandbox::{Snapshot, sandbox};

/// Changes a statement if it is the one to change.
type Fault = fn(&mut Statement);

/// The design with a fault in the modules whose names start with `prefix`.
fn faulty(clocking: Clocking, prefix: &str, fault: Fault) -> ClockedDesign {
    let correct = baccarat_sim::design(clocking).expect("the design");
    let mut faulty = correct.clone();
    let modules = faulty.modules.iter_mut().filter(|module| module.name.starts_with(prefix));
    for item in modules.flat_map(|module| &mut module.items) {
        match &mut item.kind {
            ItemKind::Combinational(body) => walk::for_each_mut(body, &mut { fault }),
            ItemKind::Register(register) => walk::for_each_mut(&mut register.body, &mut { fault }),
            ItemKind::Instance(_) | ItemKind::MemoryWrite(_) | ItemKind::Tristate(_) => {}
        }
    }
    assert!(faulty != correct, "nothing has been changed");
    (clocking, faulty)
}

fn correct(clocking: Clocking) -> ClockedDesign {
    (clocking, baccarat_sim::design(clocking).expect("the design"))
}

fn replace(value: &mut Expression, old: u128, new: u128) {
    if let ExpressionKind::Literal(number, _) = &mut value.kind
        && *number == old
    {
        *number = new.into();
    }
    value.operands_mut().into_iter().for_each(|operand| replace(operand, old, new));
}

/// `dealcard` counts from the queen to the ace.
fn no_kings(statement: &mut Statement) {
    if let Some(value) = statement.expression_mut() {
        replace(value, 13, 1);
    }
}

/// `statemachine` draws for the banker with 3 against an 8, too.
fn tableau(statement: &mut Statement) {
    if let StatementKind::Case { arms, .. } = &mut statement.kind {
        let arms = arms.iter_mut().filter(|arm| arm.values == [8]);
        let values = arms.flat_map(|arm| &mut arm.body).filter_map(Statement::expression_mut);
        values.for_each(|value| replace(value, 2, 3));
    }
}

/// `card7seg` leaves a segment of the 5 dark.
fn broken_five(statement: &mut Statement) {
    if let Some(value) = statement.expression_mut() {
        replace(value, 0b001_0010, 0b001_0011);
    }
}

/// `reg4` keeps its card on reset.
fn no_reset(statement: &mut Statement) {
    if let StatementKind::If { condition, then, .. } = &mut statement.kind
        && matches!(condition.kind, ExpressionKind::Unary(UnaryOperator::Not, _))
    {
        for statement in then {
            if let StatementKind::Assign(target, value) = &mut statement.kind {
                *value = Expression::signal(target.signal, value.ty);
            }
        }
    }
}

/// The report of `verify` and its error.
fn verify(machines: &[ClockedDesign], arguments: &[&str]) -> (String, String) {
    let command = Cli::try_parse_from(["baccarat-sim", "verify"].iter().chain(arguments));
    let Command::Verify(verify) = command.expect("arguments").command else {
        panic!("not the command verify");
    };
    let mut text = String::new();
    let error = verify.play(machines, None, &mut text, Status::default()).expect_err("a mismatch");
    (text, format!("{error:#}"))
}

fn vcd_option(path: &Path) -> [&str; 2] {
    ["--vcd", path.to_str().expect("a path in UTF-8")]
}

#[test]
fn a_wrong_rule_is_reported_card_by_card() {
    let design = faulty(Clocking::Synchronised, "statemachine", tableau);
    let (text, error) = verify(&[design, correct(Clocking::Direct)], &[]);
    assert_eq!(
        text,
        "\
The simulated hardware and the rules in Rust disagree.

  hardware  task5, synchronised clocking (hdl/)
  rules     crates/punto-banco/
  hand      A A A 2 8 A, at press 5
  rule      banker 3 stands: player's third card is 8

press  deals        HEX5 to HEX0  banker  player  lights       rule
reset               . . . . . .        0       0  none         opening deal: player's first card
1      A to player  . . . . . A        0       1  none         opening deal: banker's first card
2      A to banker  . . A . . A        1       1  none         opening deal: player's second card
3      A to player  . . A . A A        1       2  none         opening deal: banker's second card
4      2 to banker  . 2 A . A A        3       2  none         player 2 draws
5      8 to player  . 2 A 8 A A        3       0  none         <- hardware
                    . 2 A 8 A A        3       0  banker wins  <- rules

LEDR[9]    banker wins: off, by the rules on

hardware                  rules
     _   _   _   _   _         _   _   _   _   _
     _| |_| |_| |_| |_|        _| |_| |_| |_| |_|
    |_  | | |_| | | | |       |_  | | |_| | | | |

Two simulators agree on this, so the mistake is in hdl/ or in crates/punto-banco/.
`cargo test --package punto-banco` checks crates/punto-banco/ against the published rules and odds:
if it passes, look in hdl/. `git diff -- hdl crates/punto-banco` shows what has changed.

For the waveform: baccarat-sim verify --clocking synchronised --vcd hand.vcd
"
    );
    assert_eq!(
        error,
        "task5 (synchronised clocking) and the rules in Rust disagree on the hand A A A 2 8 A"
    );
}

#[test]
fn every_output_that_differs_is_named() {
    let cases: [(Clocking, &str, Fault, &[&str]); 4] = [
        (
            Clocking::Direct,
            "dealcard",
            no_kings,
            &[
                "LEDR[3:0]  player's score: 2, by the rules 1",
                "HEX0       player's first card: 2, by the rules A",
            ],
        ),
        (
            Clocking::Synchronised,
            "card7seg",
            broken_five,
            &[
                "HEX4       banker's second card: no card (segments c, d, f, g), by the rules 5",
                "4      5 to banker  . ? A . A A        6       2  none    <- hardware",
            ],
        ),
        (
            Clocking::Synchronised,
            "reg4",
            no_reset,
            &[
                ", at the start of the hand",
                // Which hand was before depends on the threads.
                "The hand matches from power-up, but not after A ",
                "HEX0       player's first card: A, by the rules blank",
            ],
        ),
        (Clocking::Direct, "statemachine", tableau, &["hand      A A A 2 8 A, at press 5"]),
    ];
    for (clocking, modules, fault, said) in cases {
        let (text, error) = verify(&[faulty(clocking, modules, fault)], &[]);
        for words in said {
            assert!(text.contains(words), "{modules}, {clocking}: no {words:?} in\n{text}");
        }
        assert!(text.contains("Two simulators agree on this"), "{modules}, {clocking}:\n{text}");
        assert!(
            error.contains(&format!("task5 ({clocking} clocking) and the rules in Rust disagree")),
            "{error}"
        );
    }
}

#[test]
fn json_has_the_hand_and_every_press() {
    let machines =
        [correct(Clocking::Synchronised), faulty(Clocking::Direct, "statemachine", tableau)];
    let sandbox = sandbox();
    let path = sandbox.path("hand.vcd");
    let (text, _) = verify(&machines, &[&["--json"], &vcd_option(&path)[..]].concat());
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let mismatch = &report["mismatch"];
    assert_eq!(report["passed"], false);
    assert_eq!(
        (&report["machines"], &report["odds"]),
        (&Value::from(vec![0; 0]), &Value::from(vec![0; 0]))
    );
    assert_eq!(report["hands_per_second"], Value::Null);
    assert_eq!(mismatch["clocking"], "direct");
    assert_eq!(mismatch["hand"], Value::from(vec!["A", "A", "A", "2", "8", "A"]));
    assert_eq!((&mismatch["press"], &mismatch["replayed"]), (&5.into(), &true.into()));
    assert_eq!((&mismatch["before"], &mismatch["vcd"]), (&Value::Null, &path.to_str().into()));
    let presses = mismatch["presses"].as_array().expect("an array");
    assert_eq!(presses.len(), 7);
    for (number, press) in presses.iter().enumerate() {
        assert_eq!(press["shown"] == press["expected"], number < 5, "press {number}");
    }
    assert_eq!(presses[5]["shown"]["LEDR"], 0x030);
    assert_eq!(presses[5]["expected"]["LEDR"], 0x230);
    assert_eq!(presses[5]["shown"]["HEX2"], 0);
}

#[test]
fn the_waveform_shows_the_hand_at_the_pins_and_inside() {
    let sandbox = sandbox();
    let path = sandbox.path("hand.vcd");
    sandbox.write("hand.vcd", "an older one");
    let design = faulty(Clocking::Synchronised, "statemachine", tableau);
    let (text, _) = verify(&[design], &vcd_option(&path));
    assert!(text.ends_with(&format!("Waveform: `{}`\n", path.display())), "{text}");
    assert_eq!(sandbox.files(), [Path::new("hand.vcd")]);

    let contents = fs::read(&path).expect("the waveform");
    let mut reader = vcd::Parser::new(contents.as_slice());
    let header = reader.parse_header().expect("a header");
    assert_eq!(header.timescale, Some((1, vcd::TimescaleUnit::NS)));
    let variable = |path: &str| {
        let path: Vec<&str> = path.split('.').collect();
        header.find_var(&path).unwrap_or_else(|| panic!("no {path:?}")).clone()
    };
    // One signal with several names.
    for alias in ["task5.dp.pcard1_reg.card_out", "task5.dp.player_hand.card1"] {
        assert_eq!(variable(alias).code, variable("task5.dp.pcard1").code);
    }
    assert_eq!(variable("task5.dp.pcard1").size, 4);
    assert_eq!(variable("task5.sm.state").var_type, vcd::VarType::String);

    let (clock, lights) = (variable("task5.CLOCK_50").code, variable("task5.LEDR").code);
    let (state, card) = (variable("task5.sm.state").code, variable("task5.dp.new_card").code);
    let step = variable("task5.step").code;
    let (mut time, mut rises, mut states) = (0, vec![], vec![]);
    let (mut top_of_shoe, mut dealt, mut last_lights) = (0, vec![], 0);
    let number = |bits: &[vcd::Value]| {
        bits.iter().fold(0, |sum, bit| 2 * sum + u32::from(*bit == vcd::Value::V1))
    };
    for command in reader {
        match command.expect("a command") {
            vcd::Command::Timestamp(next) => {
                assert!(next > time || time == 0, "{next} after {time}");
                time = next;
            }
            vcd::Command::ChangeScalar(code, vcd::Value::V1) if code == clock => rises.push(time),
            vcd::Command::ChangeString(code, name) if code == state => states.push(name),
            vcd::Command::ChangeVector(code, bits) if code == lights => last_lights = number(&bits),
            vcd::Command::ChangeVector(code, bits) if code == card => top_of_shoe = number(&bits),
            // The card that the counter shows during the step is dealt.
            vcd::Command::ChangeScalar(code, vcd::Value::V0) if code == step && time > 0 => {
                dealt.push(top_of_shoe);
            }
            _ => {}
        }
    }
    assert!(rises.iter().enumerate().all(|(edge, time)| *time == 20 * (edge as u64 + 1)));
    assert_eq!(
        states,
        [
            "PlayerFirst",
            "DealerFirst",
            "PlayerSecond",
            "DealerSecond",
            "ThirdCard",
            "DealerThird",
            "Done"
        ]
    );
    assert_eq!(dealt[1..], [1, 1, 1, 2, 8, 1]);
    // The banker has drawn an ace to 3 and wins against 0.
    assert_eq!(last_lights, 0x240);
}

#[test]
fn an_illegal_state_has_a_name_in_the_waveform() {
    // After the dealer's second card comes 7, an illegal state.
    let (clocking, mut design) = correct(Clocking::Direct);
    let states = design.modules.iter_mut().find(|module| module.name == "statemachine");
    for item in &mut states.expect("the state machine").items {
        if let ItemKind::Register(register) = &mut item.kind {
            walk::for_each_mut(&mut register.body, &mut |statement| {
                if let StatementKind::Assign(_, value) = &mut statement.kind {
                    replace(value, 4, 7);
                }
            });
        }
    }
    let sandbox = sandbox();
    let path = sandbox.path("hand.vcd");
    verify(&[(clocking, design)], &vcd_option(&path));
    let waveform = fs::read_to_string(path).expect("the waveform");
    assert!(waveform.lines().any(|line| line.starts_with("sinvalid_7 ")), "{waveform}");
}

#[test]
fn a_waveform_that_cannot_be_written_is_an_error_before_hands_are_played() {
    let design = faulty(Clocking::Direct, "dealcard", no_kings);
    let sandbox = sandbox();
    let (text, error) = verify(&[design], &vcd_option(&sandbox.path("absent/hand.vcd")));
    assert_eq!(text, "");
    assert!(error.starts_with("cannot write "), "{error}");
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}
