//! `verify` of the casino: all hands match.

use baccarat_hdl::casino::DECKS;
use baccarat_hdl::top::Top;
use baccarat_sim::casino_hands::{CasinoDesign, Job, Plan, log};
use rust_hdl_lanes::Execution;
use serde_json::Value;

use crate::sandbox::sandbox;

const CASES: u64 = 8 * 128 * 3 * 13;

/// A sample of the hands; the next test plays a million.
#[test]
fn all_hands_match_the_rules_and_the_exact_odds() {
    assert_hands_match(20_000, "7");
}

#[test]
#[ignore = "takes a minute"]
fn a_million_hands_match_the_rules_and_the_exact_odds() {
    let found = assert_hands_match(1_000_000, "1");
    assert!(found["bounced"].as_u64() > Some(10_000), "{found}");
    for outcome in ["player", "banker", "tie"] {
        let [share, exact] = ["share", "exact"].map(|name| &found["outcomes"][outcome][name]);
        let difference = share.as_f64().zip(exact.as_f64()).map(|(share, exact)| share - exact);
        assert!(difference.is_some_and(|difference| difference.abs() < 0.002), "{found}");
    }
}

/// Plays at least this many random hands, and returns the part of the casino in the report.
fn assert_hands_match(hands: u64, seed: &str) -> Value {
    let hands_option = hands.to_string();
    let arguments =
        ["verify", "--machine", "casino", "--hands", &hands_option, "--seed", seed, "--json"];
    let result = sandbox().run(arguments).succeeds();
    assert_eq!(result.stderr, "");
    let report: Value = serde_json::from_str(&result.stdout).expect("JSON");
    assert_eq!((&report["passed"], &report["mismatch"]), (&true.into(), &Value::Null));
    assert_eq!(
        (&report["machines"], &report["odds"]),
        (&Value::from(vec![0; 0]), &Value::from(vec![0; 0]))
    );
    let casino = &report["casino"];
    assert_eq!((&casino["mismatch"], casino["seed"].to_string().as_str()), (&Value::Null, seed));
    let number = |name: &str| casino[name].as_u64().unwrap_or_else(|| panic!("no {name}"));
    assert!(number("hands") >= hands && number("bounced") > 0, "{casino}");
    // Some 80 hands and 402 cards a shoe.
    assert!(number("shoes") * 80 < number("hands") + number("bounced"), "{casino}");
    assert!(number("cards") > 400 * number("shoes"), "{casino}");
    assert_eq!(number("paid") + number("refused"), CASES);
    assert!(number("refused") > CASES / 20, "{casino}");
    let exact = [("player", 0.446_246_61), ("banker", 0.458_597_42), ("tie", 0.095_155_97)];
    let mut sum = 0;
    for (outcome, share) in exact {
        let found = &casino["outcomes"][outcome];
        let value = |name: &str| found[name].as_f64().expect("a number");
        assert!((value("exact") - share).abs() < 5e-9, "{outcome}: {found}");
        assert!(value("deviation").abs() <= 4.0, "{outcome}: {found}");
        sum += found["hands"].as_u64().expect("a number");
    }
    assert_eq!(sum, number("hands"));
    casino.clone()
}

#[test]
fn both_machines_are_verified_without_options() {
    let sandbox = sandbox();
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
    let design = baccarat_sim::design(Top::Casino).expect("the design");
    let design = CasinoDesign::new(&design, DECKS).expect("the casino");
    let observed = |seed| {
        let plan = Plan { seed, hands: 1 };
        let log = log(&design, plan, Execution::Fastest, Job::Shoes { batch: 0 }, 0);
        format!("{:?}", log.expect("no oscillation").events())
    };
    let first = observed(7);
    assert_eq!(first, observed(7));
    assert_ne!(first, observed(8));
}
