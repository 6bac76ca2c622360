//! `verify` of the casino: all hands match.

use serde_json::Value;

use crate::sandbox::Sandbox;

const CASES: u64 = 8 * 128 * 3 * 13;

#[test]
fn a_million_hands_match_the_rules_and_the_exact_odds() {
    let arguments = ["verify", "--machine", "casino", "--hands", "1000000", "--json"];
    let result = Sandbox::new().run(arguments).succeeds();
    assert_eq!(result.stderr, "");
    let report: Value = serde_json::from_str(&result.stdout).expect("JSON");
    assert_eq!((&report["passed"], &report["mismatch"]), (&true.into(), &Value::Null));
    assert_eq!(
        (&report["machines"], &report["odds"]),
        (&Value::from(vec![0; 0]), &Value::from(vec![0; 0]))
    );
    let casino = &report["casino"];
    assert_eq!(casino["mismatch"], Value::Null);
    let number = |name: &str| casino[name].as_u64().unwrap_or_else(|| panic!("no {name}"));
    assert!(number("hands") >= 1_000_000 && number("bounced") > 10_000, "{casino}");
    // Some 80 hands and 402 cards a shoe.
    assert!(number("shoes") * 80 < number("hands") + number("bounced"), "{casino}");
    assert!(number("cards") > 400 * number("shoes"), "{casino}");
    assert_eq!(number("paid") + number("refused"), CASES);
    assert!(number("refused") > CASES / 20, "{casino}");
    let exact = [("player", 0.446_246_61), ("banker", 0.458_597_42), ("tie", 0.095_155_97)];
    let mut hands = 0;
    for (outcome, share) in exact {
        let found = &casino["outcomes"][outcome];
        let value = |name: &str| found[name].as_f64().expect("a number");
        assert!((value("exact") - share).abs() < 5e-9, "{outcome}: {found}");
        assert!((value("share") - share).abs() < 0.002, "{outcome}: {found}");
        assert!(value("deviation").abs() <= 4.0, "{outcome}: {found}");
        hands += found["hands"].as_u64().expect("a number");
    }
    assert_eq!(hands, number("hands"));
}

#[test]
fn both_machines_are_verified_without_options() {
    let sandbox = Sandbox::new();
    let arguments = ["verify", "--hands", "1", "--vcd", "hand.vcd"];
    let result = sandbox.run(arguments).succeeds();
    let expected = [
        "All lights and displays of task5 match the rules after every press of every hand.\n",
        "\n\nAll lights and displays of casino match the rules after every release of KEY0.\n",
        "every position of the shoe drawn, from 416 cards down to 5\n",
        ", seed 1\n",
    ];
    for words in expected {
        assert!(result.stdout.contains(words), "no {words:?} in\n{}", result.stdout);
    }
    assert!(result.stdout.ends_with("\nThere is no mismatch: `hand.vcd` was not written.\n"));
}

#[test]
fn the_seed_decides_which_hands_are_dealt() {
    let hands = |seed: &str| {
        let arguments = ["verify", "--machine", "casino", "--hands", "1", "--seed", seed, "--json"];
        let result = Sandbox::new().run(arguments).succeeds();
        let report: Value = serde_json::from_str(&result.stdout).expect("JSON");
        assert_eq!(report["casino"]["seed"].to_string(), seed);
        report["casino"]["outcomes"].clone()
    };
    let first = hands("7");
    assert_eq!(first, hands("7"));
    assert_ne!(first, hands("8"));
}
