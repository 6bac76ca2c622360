//! `simulate`: one hand, told and written down.

use std::fs;

use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// A hand of six cards, one of five and one of four.
const HAND: [&str; 3] = ["simulate", "--cards", "2,k,3,5,6,2"];

#[test]
fn a_hand_is_told_press_by_press() {
    let expected = "\
press  deals        HEX5 to HEX0  banker  player  lights       state         by the rules
                    . . . . . .        0       0  none         PlayerFirst   opening deal: player's first card
1      2 to player  . . . . . 2        0       2  none         DealerFirst   opening deal: banker's first card
2      K to banker  . . H . . 2        0       2  none         PlayerSecond  opening deal: player's second card
3      3 to player  . . H . 3 2        0       5  none         DealerSecond  opening deal: banker's second card
4      5 to banker  . 5 H . 3 2        5       5  none         ThirdCard     player 5 draws
5      6 to player  . 5 H 6 3 2        5       1  none         DealerThird   banker 5 draws: player's third card is 6
6      2 to banker  2 5 H 6 3 2        7       1  banker wins  Done          banker has drawn: no more cards

   _   _       _   _   _
   _| |_  |_| |_   _|  _|   banker 7, player 1
  |_   _| | | |_|  _| |_    banker wins
";
    for clocking in ["synchronised", "direct"] {
        let ran = Sandbox::new().run([&HAND[..], &["--clocking", clocking]].concat()).succeeds();
        assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (expected, ""), "{clocking}");
    }
}

#[test]
fn cards_that_the_hand_does_not_reach_are_named() {
    let ran = Sandbox::new().run(["simulate", "--cards", "9 2 10 3 q A"]).succeeds();
    assert!(ran.stdout.contains("player's natural 9: nobody draws"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("\nThe hand was over before Q A.\n"), "{}", ran.stdout);
}

#[test]
fn scripts_get_the_same_as_json() {
    let ran = Sandbox::new().run([&HAND[..], &["--json"]].concat()).succeeds();
    let report: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(report["cards"], json!(["2", "K", "3", "5", "6", "2"]));
    assert_eq!(report["outcome"], "banker");
    let presses = report["presses"].as_array().expect("presses");
    assert_eq!(presses.len(), 7);
    assert_eq!(presses[0]["card"], Value::Null);
    let last = json!({
        "card": "2", "ledr": 0b10_0111_0001, "hex": [0x24, 0x30, 0x02, 0x09, 0x12, 0x24],
        "state": "Done", "reason": "banker has drawn: no more cards",
    });
    assert_eq!(presses[6], last);
}

#[test]
fn waveforms_have_a_scope_for_each_module_and_states_by_name() {
    let sandbox = Sandbox::new();
    sandbox.run([&HAND[..], &["--vcd", "hand.vcd"]].concat()).succeeds();
    let file = fs::read(sandbox.path("hand.vcd")).expect("a file");
    let mut parser = vcd::Parser::new(file.as_slice());
    let header = parser.parse_header().expect("a header");
    assert_eq!(header.timescale, Some((1, vcd::TimescaleUnit::NS)));
    let signals = [
        &["task5", "CLOCK_50"][..],
        &["task5", "LEDR"],
        &["task5", "dp", "new_card"],
        &["task5", "dp", "pcard1"],
        &["task5", "sm", "load_pcard1"],
    ];
    for path in signals {
        assert!(header.find_var(path).is_some(), "no {path:?}");
    }
    let state = header.find_var(&["task5", "sm", "state"]).expect("the state").code;
    let mut states = Vec::new();
    for command in parser {
        if let vcd::Command::ChangeString(code, name) = command.expect("a command")
            && code == state
        {
            states.push(name);
        }
    }
    let expected = [
        "PlayerFirst",
        "DealerFirst",
        "PlayerSecond",
        "DealerSecond",
        "ThirdCard",
        "DealerThird",
        "Done",
    ];
    assert_eq!(states, expected);
}

#[test]
fn what_cannot_be_dealt_is_refused_before_anything_is_written() {
    let too_few = "these 4 cards are not the whole hand: player 5 draws. Give it more --cards";
    let cases = [
        ("2,K,3,K", 1, too_few),
        ("2,K,3,11", 2, "\"11\" is not a rank: write A, 2 to 10 (or T for 10), J, Q or K"),
        ("2,2,2,2,2,2,2", 2, "7 cards: no hand takes more than 6"),
        ("", 1, "no cards are not the whole hand"),
    ];
    for (cards, code, said) in cases {
        let sandbox = Sandbox::new();
        let ran =
            sandbox.run(["simulate", "--cards", cards, "--vcd", "hand.vcd", "--svg", "hand.svg"]);
        let ran = ran.fails_with(code, &[said]);
        assert_eq!(ran.stdout, "", "{cards}");
        assert!(sandbox.snapshot().is_empty(), "{cards}");
    }
    Sandbox::new().run(["simulate"]).fails_with(2, &["--cards <CARDS>"]);
}

#[test]
fn two_files_under_one_name_are_refused() {
    let sandbox = Sandbox::new();
    let files = ["--vcd", "hand", "--svg", "hand"];
    let ran = sandbox.run([&HAND[..], &files].concat()).fails_with(1, &["the same file, hand"]);
    assert_eq!(ran.stdout, "");
    assert!(sandbox.snapshot().is_empty());
}

#[test]
fn a_file_that_cannot_be_written_is_said_before_the_hand_is_dealt() {
    for option in ["--vcd", "--svg"] {
        let sandbox = Sandbox::new();
        let ran = sandbox.run([&HAND[..], &[option, "nowhere/hand"]].concat());
        let ran = ran.fails_with(1, &["cannot write `nowhere/hand"]);
        assert_eq!(ran.stdout, "");
        assert!(sandbox.snapshot().is_empty());
    }
}

/// The README and the page on the board tell of the same hand.
#[test]
fn the_hand_in_the_documentation_is_what_is_told() {
    let told = Sandbox::new().run(["simulate", "--cards", "5,K,9,2,7,A"]).succeeds().stdout;
    for page in [include_str!("../../README.md"), include_str!("../../docs/board.md")] {
        assert!(page.contains(told.trim_end()), "not in the documentation:\n{told}");
    }
}
