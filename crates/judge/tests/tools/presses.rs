//! Right designs that need another number of presses for some hands than for others.

use baccarat_judge::{Verdict, judge, sentences};

use crate::judging::read;

/// A right `task5` in the shape of the handout; its macros make it different or wrong.
pub const BASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/base.sv");

pub fn of_base(defines: &[&str]) -> Verdict {
    judge(&read(vec![BASE.into()], defines).design, &|_| {}).expect("a verdict")
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_number_of_presses_may_depend_on_the_hand() {
    let plain = "The player's third card comes 2 presses after the fourth card.";
    let cases = [
        ("PLAIN", plain),
        (
            "NO_LOOK_NEEDED",
            "The press of a third card depends on the hand: the player's comes with press 6, the banker's with press 7 or 8 and \
             the banker's with press 6 if the player stands.",
        ),
        (
            "ALONE_BETWEEN",
            "The press of a third card depends on the hand: the player's comes with press 6, the banker's with press 8 and the \
             banker's with press 7 if the player stands.",
        ),
        (
            "PLAYER_LOOKS",
            "The press of a third card depends on the hand: the player's comes with press 6 or 7, the banker's with press 8 or 9 and \
             the banker's with press 6 if the player stands.",
        ),
        (
            "LOOKS_AT_ONE_CELL",
            "The press of a third card depends on the hand: the player's comes with press 6, the banker's with press 8 or 9 and \
             the banker's with press 6 if the player stands.",
        ),
        ("TIES_LOOK", "In some hands the lights come on a press later than in others."),
    ];
    for (define, convention) in cases {
        let verdict = of_base(&[define]);
        let causes: Vec<String> = verdict.groups.iter().map(|one| one.cause.to_string()).collect();
        assert!(verdict.is_right(), "{define}: {} wrong hands, {causes:?}", verdict.wrong_hands());
        let sentences = sentences(&verdict.conventions);
        assert!(sentences.iter().any(|one| one == convention), "{define}: {sentences:?}");
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_wrong_design_is_as_wrong_whatever_the_number_of_presses() {
    let causes = |define: &str| -> Vec<(u64, String)> {
        let groups = of_base(&[define, "WRONG_CELL"]).groups;
        groups.iter().map(|group| (group.hands, group.cause.to_string())).collect()
    };
    let cause = "banker 6 draws on a player's third card of 5";
    let expected = causes("PLAIN");
    assert_eq!(expected, [(21_840, cause.to_string())]);
    for define in ["NO_LOOK_NEEDED", "PLAYER_LOOKS"] {
        assert_eq!(causes(define), expected, "{define}");
    }
}
