//! `verify` of task5: every hand matches.

use serde_json::Value;

use crate::sandbox::sandbox;

/// The cells of each line, which are at least two spaces apart.
fn lines(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect()
}

#[test]
fn both_clockings_are_played_and_the_odds_printed() {
    let result = sandbox().run(["verify", "--machine", "task5"]).succeeds();
    assert_eq!(result.stderr, "");
    let lines = lines(&result.stdout);
    let expected: [&[&str]; 12] = [
        &["All lights and displays of task5 match the rules after every press of every hand."],
        &["clocking", "hands", "player wins", "banker wins", "tie"],
        &["synchronised", "4,826,809", "2,153,464", "2,212,744", "460,601"],
        &["direct", "4,826,809", "2,153,464", "2,212,744", "460,601"],
        &["44.614651 %", "45.842792 %", "9.542557 %"],
        &["8 decks", "player", "2,230,518,282,592,256", "44.624661 %", "1.235081 %"],
        &["banker", "2,292,252,566,437,888", "45.859742 %", "1.057906 %"],
        &["tie", "475,627,426,473,216", "9.515597 %", "14.359629 %"],
        &["all", "4,998,398,275,503,360"],
        &["infinite deck", "player", "2,153,464", "44.614651 %", "1.228141 %"],
        &["banker", "2,212,744", "45.842792 %", "1.063999 %"],
        &["all", "4,826,809"],
    ];
    for line in expected {
        assert!(lines.iter().any(|found| found == line), "no {line:?} in\n{}", result.stdout);
    }
    assert!(result.stdout.contains("9,653,618 hands in "), "{}", result.stdout);
    let shoes = ["1 deck", "4 decks", "6 decks", "8 decks", "infinite deck"];
    let found = lines.iter().filter(|line| line.get(1) == Some(&"player")).map(|line| line[0]);
    assert_eq!(found.collect::<Vec<_>>(), shoes);
    assert!(!result.stdout.contains('\x1b'), "control characters in a pipe");
    assert!(
        result.stdout.lines().all(|line| line.trim_end() == line),
        "spaces at the end of a line"
    );
}

#[test]
fn one_clocking_is_played_alone_and_its_waveform_is_written_only_of_a_mismatch() {
    let cases: [(&str, &str, &[&str]); 2] = [
        ("direct", "synchronised", &["--decks=8,1,8,100"]),
        ("synchronised", "direct", &["--decks", "8", "--decks", "1", "--decks", "100"]),
    ];
    for (clocking, other, decks) in cases {
        let sandbox = sandbox();
        if clocking == "direct" {
            sandbox.write("hand.vcd", "of a mismatch");
        }
        let before = sandbox.snapshot();
        let arguments = ["verify", "--clocking", clocking, "--vcd", "hand.vcd"];
        let text = sandbox.run(arguments.iter().chain(decks)).succeeds().stdout;
        assert!(text.contains(clocking) && !text.contains(other), "{text}");
        assert!(text.contains("4,826,809 hands in "), "{text}");
        // Each shoe once, in the order of the options.
        let lines = lines(&text);
        let shoes = lines.iter().filter(|line| line.get(1) == Some(&"player")).map(|line| line[0]);
        let expected = ["8 decks", "1 deck", "100 decks", "infinite deck"];
        assert_eq!(shoes.collect::<Vec<_>>(), expected);
        assert!(text.ends_with("\nThere is no mismatch: `hand.vcd` was not written.\n"), "{text}");
        assert_eq!(sandbox.snapshot(), before);
    }
}

#[test]
fn json_has_the_exact_odds() {
    let result =
        sandbox().run(["verify", "--machine", "task5", "--json", "--decks", "8"]).succeeds();
    assert_eq!(result.stderr, "");
    let report: Value = serde_json::from_str(&result.stdout).expect("JSON");
    assert_eq!((&report["passed"], &report["mismatch"]), (&true.into(), &Value::Null));
    assert!(report["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    assert!(report["hands_per_second"].as_f64().is_some_and(|rate| rate > 0.0));

    let machines = report["machines"].as_array().expect("machines");
    assert_eq!(machines.len(), 2);
    for (machine, clocking) in machines.iter().zip(["synchronised", "direct"]) {
        assert_eq!(machine["clocking"], clocking);
        let counts = ["hands", "player", "banker", "tie"].map(|count| machine[count].as_u64());
        assert_eq!(counts, [4_826_809, 2_153_464, 2_212_744, 460_601].map(Some));
    }

    let odds = report["odds"].as_array().expect("odds");
    let decks: Vec<&Value> = odds.iter().map(|shoe| &shoe["decks"]).collect();
    assert_eq!(decks, [&Value::from(8), &Value::Null]);
    let exact = [
        ("player", "2230518282592256", 0.012_350_81),
        ("banker", "2292252566437888", 0.010_579_06),
        ("tie", "475627426473216", 0.143_596_29),
    ];
    for (bet, ways, edge) in exact {
        assert_eq!(odds[0]["ways"][bet], ways);
        let found = odds[0]["house_edge"][bet].as_f64().expect("a number");
        assert!((found - edge).abs() < 5e-9, "{bet}: {found}");
    }
    assert_eq!(odds[0]["ways"]["total"], "4998398275503360");
    let shares = ["player", "banker", "tie"].map(|bet| odds[0]["share"][bet].as_f64());
    let sum: f64 = shares.iter().flatten().sum();
    assert!((sum - 1.0).abs() < 1e-12, "{shares:?}");
}

#[test]
fn an_invalid_number_of_decks_is_wrong_usage() {
    for (decks, said) in [
        ("0", "write a whole number from 1 to 100"),
        ("101", "write a whole number from 1 to 100"),
        ("-1", "--decks"),
        ("x", "invalid value 'x' for '--decks <N>'"),
        ("8,", "--decks"),
        ("99999999999999999999", "--decks"),
    ] {
        let result = sandbox().run(["verify", &format!("--decks={decks}")]);
        let result = result.fails_with(2, &["error: ", said]);
        assert_eq!(result.stdout, "", "{decks}");
    }
}

#[test]
fn a_waveform_that_cannot_be_written_is_an_error_before_hands_are_played() {
    let sandbox = sandbox();
    sandbox.write("file", "");
    sandbox.write("folder/file", "");
    let before = sandbox.snapshot();
    for place in ["absent/hand.vcd", "file/hand.vcd", "folder", "folder/", "hand.vcd/", "..", "/"] {
        let result = sandbox.run(["verify", "--vcd", place]);
        let result = result.fails_with(1, &["error: cannot write ", place]);
        assert_eq!((result.stdout.as_str(), result.stderr.lines().count()), ("", 1), "{place}");
        assert_eq!(sandbox.snapshot(), before, "{place}");
    }
}

#[cfg(unix)]
#[test]
fn a_waveform_does_not_replace_a_link_or_a_device() {
    let sandbox = sandbox();
    sandbox.write("file", "");
    std::os::unix::fs::symlink("file", sandbox.path("link")).expect("a link");
    for place in ["link", "/dev/null"] {
        let said = "not a plain file";
        sandbox.run(["verify", "--vcd", place]).fails_with(1, &["cannot write ", place, said]);
    }
    assert!(sandbox.path("link").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let script = r#"{ "$0" verify --clocking direct; echo "code $?" >&2; } | true"#;
    assert_eq!(sandbox().shell(script).stderr, "code 0\n");
}
