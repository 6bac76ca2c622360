//! `simulate`: the table, JSON and files of one hand.

use std::fs;

use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// A hand of six cards.
const HAND: [&str; 3] = ["simulate", "--cards", "2,k,3,5,6,2"];

#[test]
fn a_hand_is_shown_press_by_press() {
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
        let result = Sandbox::new().run([&HAND[..], &["--clocking", clocking]].concat()).succeeds();
        assert_eq!((result.stdout.as_str(), result.stderr.as_str()), (expected, ""), "{clocking}");
    }
}

#[test]
fn cards_after_the_end_of_the_hand_are_listed() {
    let result = Sandbox::new().run(["simulate", "--cards", "9 2 10 3 q A"]).succeeds();
    assert!(result.stdout.contains("player's natural 9: nobody draws"), "{}", result.stdout);
    assert!(result.stdout.ends_with("\nThe hand ended before Q A.\n"), "{}", result.stdout);
}

#[test]
fn json_has_the_same_as_the_table() {
    let result = Sandbox::new().run([&HAND[..], &["--json"]].concat()).succeeds();
    let report: Value = serde_json::from_str(&result.stdout).expect("JSON");
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
fn the_vcd_has_a_scope_for_each_module_and_names_of_states() {
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
fn invalid_cards_are_wrong_usage_and_nothing_is_written() {
    let too_few = "these 4 cards are not a whole hand; next: player 5 draws";
    let cases = [
        ("2,K,3,K", too_few),
        ("2,K,3,11", "\"11\" is not a rank: write A, 2 to 10 (or T for 10), J, Q or K"),
        ("2,2,2,2,2,2,2", "7 cards: a hand has at most 6"),
        ("", "an empty list is not a whole hand"),
    ];
    for (cards, said) in cases {
        let sandbox = Sandbox::new();
        let result =
            sandbox.run(["simulate", "--cards", cards, "--vcd", "hand.vcd", "--svg", "hand.svg"]);
        let result = result.fails_with(2, &[said]);
        assert_eq!(result.stdout, "", "{cards}");
        assert!(sandbox.snapshot().is_empty(), "{cards}");
    }
    Sandbox::new().run(["simulate"]).fails_with(2, &["--cards <CARDS>"]);
}

#[test]
fn two_results_in_one_file_are_wrong_usage() {
    let sandbox = Sandbox::new();
    let files = ["--vcd", "hand", "--svg", "hand"];
    let result = sandbox.run([&HAND[..], &files].concat()).fails_with(2, &["are the same: `hand`"]);
    assert_eq!(result.stdout, "");
    assert!(sandbox.snapshot().is_empty());
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_before_the_hand_is_dealt() {
    for option in ["--vcd", "--svg"] {
        let sandbox = Sandbox::new();
        let result = sandbox.run([&HAND[..], &[option, "nowhere/hand"]].concat());
        let result = result.fails_with(1, &["cannot write `nowhere/hand"]);
        assert_eq!(result.stdout, "");
        assert!(sandbox.snapshot().is_empty());
    }
}

/// The README and docs/board.md show the same hand.
#[test]
fn the_hand_in_the_documentation_is_what_is_printed() {
    let printed = Sandbox::new().run(["simulate", "--cards", "5,K,9,2,7,A"]).succeeds().stdout;
    for page in [include_str!("../../README.md"), include_str!("../../docs/board.md")] {
        assert!(page.contains(printed.trim_end()), "not in the documentation:\n{printed}");
    }
}
