//! `verify` on casinos with an injected fault, called as a function, because the program has no
//! faulty design.

use std::fs;
use std::sync::LazyLock;

use baccarat_hdl::top::{Clocking, Top};
use baccarat_sim::commands::{Cli, ClockedDesign, Command};
use backend_testing::design_mutants::mutants;
use clap::Parser;
use command_line::Status;
use rust_hdl_rtl::{Design, ModuleId};
use serde_json::Value;

use crate::sandbox::sandbox;

/// The casino with the first fault of a module whose description contains all these words, of an
/// assignment unless they name a condition.
fn faulty(module: &str, words: &[&str]) -> Design {
    static CASINO: LazyLock<Design> =
        LazyLock::new(|| baccarat_sim::design(Top::Casino).expect("the design"));
    let design = &*CASINO;
    let index = design.modules.iter().position(|found| found.name == module).expect("the module");
    let mutants = mutants(design, ModuleId(index));
    let is_condition = words.iter().any(|word| word.contains("condition"));
    let mut found =
        mutants.iter().filter(|mutant| mutant.fault.contains("condition") == is_condition);
    let found = found.find(|mutant| words.iter().all(|word| mutant.fault.contains(word)));
    let faults: Vec<&str> = mutants.iter().map(|mutant| mutant.fault.as_str()).collect();
    found.unwrap_or_else(|| panic!("no fault {words:?} in\n{}", faults.join("\n"))).apply(design)
}

/// The report of `verify` and its error.
fn verify(design: &Design, arguments: &[&str]) -> (String, String) {
    verify_both(&[], design, arguments)
}

/// The same after every hand of these designs of task5.
fn verify_both(task5: &[ClockedDesign], design: &Design, arguments: &[&str]) -> (String, String) {
    let command = ["baccarat-sim", "verify", "--machine", "casino", "--hands", "1"];
    let command = Cli::try_parse_from(command.iter().chain(arguments));
    let Command::Verify(verify) = command.expect("arguments").command else {
        panic!("not the command verify");
    };
    let mut text = String::new();
    let error = verify.play(task5, Some(design), &mut text, Status::default());
    (text, format!("{:#}", error.expect_err("a mismatch")))
}

#[test]
fn faults_are_found_by_the_part_of_the_check_that_can_see_them() {
    let cases: [(&str, &str, &[&str]); 4] = [
        // The cut card has another number of cards behind it.
        (
            "shoe_progress",
            "behind_cut: constant 14 becomes 13",
            &["hand      bets and bankrolls, case ", "KEY1 KEY2"],
        ),
        // A segment of the 5 is dark.
        (
            "card7seg",
            "seg7: arm [5]: constant 18 becomes 19",
            &["does not show a card that the shoe holds", "draws a card that was not seen"],
        ),
        // The counter skips a card of the shoe.
        (
            "shoe",
            "position: condition: constant 2 becomes 3",
            &["with 5 cards in the shoe, no release draws the card at position 0"],
        ),
        // The last hand is not the last: the shoe runs out of cards that the reference holds.
        ("casino_game", "new_shoe: last_hand becomes shoe_ready", &["clears the table"]),
    ];
    for (module, fault, said) in cases {
        let (text, error) = verify(&faulty(module, &[fault]), &[]);
        assert!(error.starts_with("casino"), "{module}: {error}");
        for words in said {
            let is_said = error.contains(words) || text.contains(words);
            assert!(is_said, "{module}: no {words:?} in\n{error}\n{text}");
        }
        if !text.starts_with("All lights") {
            assert!(text.contains("Two simulators agree on this"), "{module}:\n{text}");
            let error_says = "casino and the rules in Rust disagree (bets and bankrolls, case ";
            assert!(error.starts_with(error_says), "{module}: {error}");
        }
    }
}

#[test]
fn the_report_shows_the_hand_release_by_release() {
    let design = faulty("bankroll", &["constant 999999 becomes 999998"]);
    let (text, error) = verify(&design, &[]);
    let error_says = "casino and the rules in Rust disagree (bets and bankrolls, case ";
    assert!(error.starts_with(error_says), "{error}");
    for words in ["hand      bets and bankrolls, case ", "fault     lights or displays differ"] {
        assert!(text.contains(words), "no {words:?} in\n{text}");
    }
    let lines: Vec<&str> = text.lines().collect();
    let table = lines.iter().position(|line| line.trim_start().starts_with("cycle  keys held"));
    let table = &lines[table.expect("the table")..];
    let end = table.iter().position(|line| line.contains("<- hardware")).expect("the fault");
    // The bankroll after the payment, with KEY2 held.
    let [hardware, rules] = [table[end], table[end + 1]];
    assert!(hardware.contains("9 9 9 9 9 8") && rules.contains("9 9 9 9 9 9"), "{text}");
    let dealt = table[..end].iter().filter(|line| line.ends_with(" is dealt")).count();
    assert!((4..=6).contains(&dealt), "{text}");
    assert!(table.iter().any(|line| line.ends_with(" is the burn card")), "{text}");
    let hint = "For the waveform: baccarat-sim verify --machine casino --seed 1 --hands 1 --vcd hand.vcd\n";
    assert!(text.ends_with(hint), "{text}");
}

#[test]
fn json_and_waveform_have_the_hand() {
    let sandbox = sandbox();
    let path = sandbox.path("hand.vcd");
    let design = faulty("bankroll", &["constant 999999 becomes 999998"]);
    let path = path.to_str().expect("a path in UTF-8");
    let (text, _) = verify(&design, &["--json", "--vcd", path, "--seed", "5"]);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&report["passed"], &report["mismatch"]), (&false.into(), &Value::Null));
    let casino = &report["casino"];
    assert_eq!((&casino["seed"], &casino["hands"]), (&5.into(), &Value::Null));
    let mismatch = &casino["mismatch"];
    assert_eq!((&mismatch["replayed"], &mismatch["vcd"]), (&true.into(), &path.into()));
    assert_eq!(mismatch["fault"], "lights or displays differ");
    let comparisons = mismatch["comparisons"].as_array().expect("an array");
    let (last, before) = comparisons.split_last().expect("observations");
    assert!(
        before.iter().all(|comparison| comparison["shown"] == comparison["expected"]),
        "{mismatch}"
    );
    assert_ne!(last["shown"], last["expected"]);
    // KEY2 is held: active low.
    assert_eq!(last["KEY"], 0b1011);

    let waveform = fs::read_to_string(path).expect("the waveform");
    for name in [" CLOCK_50 ", " SW ", " toggled "] {
        assert!(waveform.lines().any(|line| line.starts_with("$var") && line.contains(name)));
    }
}

#[test]
fn json_has_no_results_of_task5_after_a_mismatch_of_casino() {
    let task5 = (Clocking::Direct, baccarat_sim::design(Clocking::Direct).expect("the design"));
    let casino = faulty("bankroll", &["constant 999999 becomes 999998"]);
    let (text, _) = verify_both(&[task5], &casino, &["--json"]);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&report["passed"], &report["hands_per_second"]), (&false.into(), &Value::Null));
    for field in ["machines", "odds"] {
        assert_eq!(report[field], Value::from(vec![0; 0]), "{field}");
    }
    assert_eq!(report["casino"]["mismatch"]["replayed"], true);
}
