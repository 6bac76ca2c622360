//! `simulate`: the table, JSON and files of one hand.

use std::fs;

use serde_json::{Value, json};

use crate::sandbox::sandbox;

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
        let result = sandbox().run([&HAND[..], &["--clocking", clocking]].concat()).succeeds();
        assert_eq!((result.stdout.as_str(), result.stderr.as_str()), (expected, ""), "{clocking}");
    }
}

#[test]
fn cards_after_the_end_of_the_hand_are_listed() {
    let result = sandbox().run(["simulate", "--cards", "9 2 10 3 q A"]).succeeds();
    assert!(result.stdout.contains("player's natural 9: nobody draws"), "{}", result.stdout);
    assert!(result.stdout.ends_with("\nThe hand ended before Q A.\n"), "{}", result.stdout);
}

#[test]
fn json_has_the_same_as_the_table() {
    let result = sandbox().run([&HAND[..], &["--json"]].concat()).succeeds();
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
    let sandbox = sandbox();
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
        ("2,K,3,11", "\"11\" is not a card: write A, 2 to 10 (or T for 10), J, Q or K"),
        ("2,2,2,2,2,2,2", "7 cards: a hand has at most 6"),
        ("", "an empty list is not a whole hand"),
    ];
    for (cards, said) in cases {
        let sandbox = sandbox();
        let result =
            sandbox.run(["simulate", "--cards", cards, "--vcd", "hand.vcd", "--svg", "hand.svg"]);
        let result = result.fails_with(2, &[said]);
        assert_eq!(result.stdout, "", "{cards}");
        assert!(sandbox.snapshot().is_empty(), "{cards}");
    }
    sandbox().run(["simulate"]).fails_with(2, &["--cards <CARDS>"]);
}

#[test]
fn two_results_in_one_file_are_wrong_usage() {
    let sandbox = sandbox();
    let files = ["--vcd", "hand", "--svg", "hand"];
    let result = sandbox.run([&HAND[..], &files].concat()).fails_with(2, &["are the same: `hand`"]);
    assert_eq!(result.stdout, "");
    assert!(sandbox.snapshot().is_empty());
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_before_the_hand_is_dealt() {
    for option in ["--vcd", "--svg"] {
        let sandbox = sandbox();
        let result = sandbox.run([&HAND[..], &[option, "nowhere/hand"]].concat());
        let result = result.fails_with(1, &["cannot write `nowhere/hand"]);
        assert_eq!(result.stdout, "");
        assert!(sandbox.snapshot().is_empty());
    }
}

/// A hand of `casino` with suits and two bets.
const CASINO_HAND: [&str; 9] = [
    "simulate",
    "--machine",
    "casino",
    "--cards",
    "5H,KS,9,2D,7,A",
    "--burn",
    "3H",
    "--switches",
    "1010011001",
];

#[test]
fn a_hand_of_the_casino_is_shown_release_by_release() {
    let result = sandbox().run(CASINO_HAND).succeeds();
    let lines: Vec<&str> = result.stdout.lines().collect();
    // The suits that are not given are those that the counter shows first.
    let expected = [
        "release  keys       card          HEX5 to HEX0  banker  player  LEDR9 to LEDR0  bankroll  by the rules",
        "                                  . 1 0 0 0 0        0       0  00 0000 0000      10,000  power-up: bets are taken",
        "1        KEY0       3H burned     3 . . . . .        0       0  00 0000 0011      10,000  burn card: 3 more cards are burned",
        "2        KEY0       5H to player  . . . . . 5        0       5  00 0000 0101       9,000  opening deal: banker's first card",
        "3        KEY0       KS to banker  . . H . . 5        0       5  00 0000 0101       9,000  opening deal: player's second card",
    ];
    assert_eq!(lines[..5], expected);
    assert!(
        lines[5].contains(" to player  . . H . 9 5        0       4  00 0000 0100       9,000  ")
    );
    assert!(lines[6].contains(" 2D to banker  . 2 H . 9 5 "), "{}", lines[6]);
    let end =
        "A 2 H 7 9 5        3       1  10 0011 0001       9,975  banker has drawn: no more cards";
    assert!(lines[8].ends_with(end), "{}", lines[8]);
    let cleared = "8        KEY3+KEY0                . . 9 9 7 5        0       0  00 0000 0000       9,975  the table";
    assert!(lines[9].starts_with(cleared), "{}", lines[9]);
    for text in ["banker 3, player 1: banker wins", "500 on banker, 500 on tie; bankroll 9,975"] {
        assert!(result.stdout.contains(text), "no {text:?} in {}", result.stdout);
    }
    let bets = ["--bet", "banker,tie", "--chips", "25"];
    let same = sandbox().run([&CASINO_HAND[..7], &bets].concat()).succeeds();
    assert_eq!(same.stdout, result.stdout);
}

#[test]
fn json_of_the_casino_has_the_same_as_the_table() {
    let result = sandbox().run([&CASINO_HAND[..], &["--json"]].concat()).succeeds();
    let report: Value = serde_json::from_str(&result.stdout).expect("JSON");
    assert_eq!(report["machine"], "casino");
    assert_eq!(report["switches"], "1010011001");
    assert_eq!(report["burn_card"], "3H");
    assert_eq!(report["cards"][1], "KS");
    assert_eq!((&report["outcome"], &report["bankroll"]), (&json!("banker"), &json!(9975)));
    let releases = report["releases"].as_array().expect("releases");
    assert_eq!(releases.len(), 9);
    let second = json!({
        "keys": "KEY0", "card": "5H", "ledr": 5, "hex": [0x12, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f],
        "bankroll": 9000, "stakes": 1000, "cards_before_cut": 397,
        "reason": "opening deal: banker's first card",
    });
    assert_eq!(releases[2], second);
}

#[test]
fn the_files_of_the_casino_have_money_in_decimal_and_names_of_cards() {
    let sandbox = sandbox();
    let files = ["--vcd", "hand.vcd", "--svg", "hand.svg"];
    sandbox.run([&CASINO_HAND[..], &files].concat()).succeeds();
    let waveform = fs::read_to_string(sandbox.path("hand.vcd")).expect("a file");
    for text in ["$var string 1 ", " bankroll $end", "s9975 ", "s3H ", "s5H ", "sKS "] {
        assert!(waveform.contains(text), "no {text:?}");
    }
    let diagram = fs::read_to_string(sandbox.path("hand.svg")).expect("a file");
    for text in ["game.credits", "9975", "K♠", "1010011001", "KEY0 released: burn card 3♥"] {
        assert!(diagram.contains(text), "no {text:?}");
    }
}

#[test]
fn requests_that_a_machine_cannot_fulfil_are_wrong_usage() {
    let cases: [(&[&str], &str); 9] = [
        (
            &["--machine", "casino", "--cards", "9,2,10,3,A,KS"],
            "the hand is over after 9 2 10 3 (player's natural 9: nobody draws): leave out A KS",
        ),
        (
            &["--machine", "casino", "--cards", "9,2,10,3", "--clocking", "direct"],
            "--clocking is for task5",
        ),
        (&["--machine", "casino", "--cards", "9,2,10,3", "--chips", "3"], "--bet <BETS>"),
        (
            &["--machine", "casino", "--cards", "9,2,10,3", "--bet", "tie", "--chips", "128"],
            "write a whole number from 0 to 127",
        ),
        (&["--machine", "casino", "--cards", "9,2,10,3", "--bet", "pair"], "banker, player, tie"),
        (
            &["--machine", "casino", "--cards", "9,2,10,3", "--switches", "11"],
            "is not ten switches",
        ),
        (&["--machine", "casino", "--cards", "9,2,10,3", "--burn", "1S"], "is not a card"),
        (&["--cards", "9,2,10S,3"], "task5 has no suits: write 10 instead of 10S"),
        (&["--cards", "9,2,10,3", "--bet", "tie"], "--bet is for casino: add --machine casino"),
    ];
    for (arguments, said) in cases {
        let result = sandbox().run([&["simulate"], arguments].concat());
        let result = result.fails_with(2, &["error: ", said]);
        assert_eq!(result.stdout, "", "{arguments:?}");
    }
}

/// The README and docs/board.md show the same hand.
#[test]
fn the_hand_in_the_documentation_is_what_is_printed() {
    let printed = sandbox().run(["simulate", "--cards", "5,K,9,2,7,A"]).succeeds().stdout;
    for page in [include_str!("../../../../README.md"), include_str!("../../../../docs/board.md")] {
        assert!(page.contains(printed.trim_end()), "not in the documentation:\n{printed}");
    }
}
