//! Designs that decide before a card is loaded, or by sums of four bits: one cause each, that
//! nothing contradicts.

use crate::presses::of_base;

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn what_a_decision_does_not_see_is_one_cause() {
    let cases = [
        (
            "STALE_FOUR",
            "decides about the third cards when the fourth is loaded: the banker's second card is not seen",
        ),
        (
            "STALE_NATURAL",
            "decides about naturals when the fourth card is loaded: the banker's second card is not seen",
        ),
        (
            "STALE_PLAYER",
            "decides about the player's third card when the player's second is loaded: that card is not seen",
        ),
        (
            "STALE_BANKER_ALONE",
            "decides about the banker's third card when the fourth is loaded if the player stands: the banker's second card is not seen",
        ),
        (
            "STALE_BANKER",
            "decides about the banker's third card by the score before the fourth is loaded: the banker's second card is not seen",
        ),
        (
            "STALE_LIGHTS",
            "decides about the lights when the last card is loaded: that card is not seen",
        ),
        ("NO_MODULO", "the scores are the lowest four bits of the sums, without the modulo"),
        (
            "FOUR_BITS",
            "the scores are sums of four bits, taken modulo ten after the overflow: 16 and more lose 16",
        ),
    ];
    for (define, cause) in cases {
        let verdict = of_base(&[define]);
        let groups = verdict.groups.iter().map(|group| (group.hands, group.cause.to_string()));
        let groups: Vec<(u64, String)> = groups.collect();
        assert_eq!(groups, [(verdict.wrong_hands(), cause.to_string())], "{define}");
        assert_eq!(verdict.contradicting, 0, "{define}");
        assert!(!verdict.groups[0].first.is_right(), "{define}");
        // Lights that come on instead of a card are not before one.
        let is_early = |warning: &String| warning.contains("before the last card");
        assert!(!verdict.warnings.iter().any(is_early), "{define}: {:?}", verdict.warnings);
    }
}
