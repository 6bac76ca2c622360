//! Designs with changed rules, as models: the explanation is the change.

use super::*;
use crate::cause::{Lights, ThirdCardFault};
use crate::hand_counts::{Detail, SCORES};
use crate::observed_hand::ObservedHand;
use crate::{Conventions, Reading};
use punto_banco::{self, Rank, Round, banker_draws, in_order, is_natural, player_draws};

/// A design by its rules.
struct Model<'m> {
    is_natural: &'m dyn Fn(usize, u8) -> bool,
    player_draws: &'m dyn Fn(u8) -> bool,
    after_stand: &'m dyn Fn(u8) -> bool,
    /// The banker's score, the value of the third card, and that of the player's last one before.
    after_third: &'m dyn Fn(u8, u8, u8) -> bool,
    lights: &'m dyn Fn([usize; 2]) -> Lights,
}

const RULES: Model = Model {
    is_natural: &|_, score| is_natural(score),
    player_draws: &|score| player_draws(score),
    after_stand: &|score| banker_draws(score, None),
    after_third: &|score, value, _| banker_draws(score, Some(value)),
    lights: &Lights::winner,
};

impl Model<'_> {
    fn round(&self, hand: [Rank; 6], earlier: u8) -> Round {
        let [player, banker] = [0, 1].map(|side| punto_banco::score([hand[side], hand[side + 2]]));
        let is_over = (self.is_natural)(0, player) || (self.is_natural)(1, banker);
        let third = (!is_over && (self.player_draws)(player)).then_some(hand[4]);
        let banker_draws = match third {
            _ if is_over => false,
            None => (self.after_stand)(banker),
            Some(third) => (self.after_third)(banker, third.value(), earlier),
        };
        let next = if third.is_some() { hand[5] } else { hand[4] };
        let [player, banker] =
            [0, 1].map(|side| punto_banco::Hand::new(hand[side], hand[side + 2]));
        Round {
            player: punto_banco::Hand { third, ..player },
            banker: punto_banco::Hand { third: banker_draws.then_some(next), ..banker },
        }
    }

    /// Plays a hand of each combination of scores and values, and returns the third cards and the
    /// lights of each.
    fn play(&self, mut each: impl FnMut([Rank; 6], &Round, Lights, Option<Rank>)) {
        let mut earlier = None;
        // In an order in which the fifth card differs from hand to hand.
        for index in (0..10_000_usize).map(|index| index * 3_331 % 10_000) {
            let rank = |place: u32| Rank::ALL[(index / 10_usize.pow(place) + 9) % 10];
            let hand = [rank(3), rank(2), Rank::Ten, Rank::Ten, rank(1), rank(0)];
            let round = self.round(hand, earlier.map_or(0, Rank::value));
            let scores = [round.player, round.banker].map(|one| usize::from(one.score()));
            each(hand, &round, (self.lights)(scores), earlier);
            earlier = round.player.third.or(earlier);
        }
    }

    /// The number of hands that the model plays wrong, and their explanation. Causes that nothing
    /// contradicts are enough to play every hand as the model does.
    fn explained(&self) -> (u64, Explanation) {
        let conventions = Conventions::default();
        let mut counts = HandCounts::new(Detail::Scores);
        let mut played = Vec::new();
        self.play(|hand, round, lights, earlier| {
            let shown = conventions.outputs(round);
            let shown = shown.with_ledr(shown.ledr() & 0xff | u64::from(lights.0) << 8);
            let opening = conventions.outputs(&self.opening(hand));
            let right = ObservedHand::right(&conventions, hand, opening);
            let mut cards = right.cards;
            (cards[4], cards[5]) = (round.player.third, round.banker.third);
            let observed = ObservedHand {
                is_right: shown == right.shown,
                has_wrong_draws: cards != right.cards,
                cards,
                shown,
                ..right
            };
            counts.add(&conventions, hand, &observed, earlier);
            played.push((*round, lights));
        });
        let explanation = explain(&counts);
        if explanation.contradicting == 0 {
            let causes: Vec<&Cause> = explanation.causes.iter().map(|(cause, _)| cause).collect();
            let mut predicted = Vec::new();
            with_rules_of(&causes, |model| {
                model.play(|_, round, lights, _| predicted.push((*round, lights)));
            });
            assert!(predicted == played, "{causes:?} play other hands");
        }
        (counts.wrong.hands, explanation)
    }

    fn opening(&self, hand: [Rank; 6]) -> Round {
        let [player, banker] =
            [0, 1].map(|side| punto_banco::Hand::new(hand[side], hand[side + 2]));
        Round { player, banker }
    }

    /// The causes of the wrong hands, which contradict none of them.
    fn causes(&self) -> Vec<String> {
        let (wrong, explanation) = self.explained();
        let hands: u64 = explanation.causes.iter().map(|(_, count)| count.hands).sum();
        let causes = explanation.causes.iter().map(|(cause, _)| cause.to_string()).collect();
        assert_eq!((explanation.contradicting, hands), (0, wrong), "{causes:?}");
        causes
    }
}

/// Calls `then` with the rules as these causes change them.
fn with_rules_of(causes: &[&Cause], then: impl FnOnce(&Model)) {
    let is_natural = |side: usize, score: u8| {
        is_natural(score)
            != causes.iter().any(|cause| match cause {
                Cause::Natural { side: of, scores, .. } => {
                    of.is_none_or(|of| of as usize == side) && scores.contains(score.into())
                }
                _ => false,
            })
    };
    let player = |score: u8| {
        let changes = |cause: &&Cause| matches!(cause, Cause::Player { scores, .. } if scores.contains(score.into()));
        player_draws(score) != causes.iter().any(changes)
    };
    let after_stand = |score: u8| {
        let changes = |cause: &&Cause| matches!(cause, Cause::BankerAfterStand { scores, .. } if scores.contains(score.into()));
        banker_draws(score, None) != causes.iter().any(changes)
    };
    let after_third = |banker: u8, value: u8, earlier: u8| {
        let fault = causes.iter().find_map(|cause| match cause {
            Cause::ThirdCard(fault) => Some(fault),
            _ => None,
        });
        let seen = match fault {
            Some(ThirdCardFault::ByScore { draws, except }) if !except.contains(banker.into()) => {
                return draws.contains(banker.into());
            }
            Some(ThirdCardFault::Zero) => 0,
            Some(ThirdCardFault::EarlierHand) => earlier,
            _ => value,
        };
        let changes = |cause: &&Cause| match cause {
            Cause::Banker { score, draws, stands, .. } => {
                *score == banker && draws.union(*stands).contains(seen.into())
            }
            _ => false,
        };
        banker_draws(banker, Some(seen)) != causes.iter().any(changes)
    };
    let lights = |scores: [usize; 2]| {
        let winner = Lights::winner(scores);
        let shown = causes.iter().find_map(|cause| match cause {
            Cause::Winner { right, shown, player, banker } if *right == winner => {
                let within =
                    |set: &Option<SmallSet>, score| set.is_none_or(|set| set.contains(score));
                (within(player, scores[0]) && within(banker, scores[1])).then_some(*shown)
            }
            _ => None,
        });
        shown.unwrap_or(winner)
    };
    then(&Model {
        is_natural: &is_natural,
        player_draws: &player,
        after_stand: &after_stand,
        after_third: &after_third,
        lights: &lights,
    });
}

#[test]
fn the_rules_need_no_explanation() {
    assert_eq!(RULES.causes(), Vec::<String>::new());
}

#[test]
fn every_cell_of_the_bankers_table_explains_its_hands() {
    for (banker, third) in (0..80).map(|cell| (cell / 10, cell % 10)) {
        let after_third = |score, value, _| {
            banker_draws(score, Some(value)) != ((score, value) == (banker, third))
        };
        let verb = if banker_draws(banker, Some(third)) { "stands" } else { "draws" };
        let cause = format!("banker {banker} {verb} on a player's third card of {third}");
        assert_eq!(Model { after_third: &after_third, ..RULES }.causes(), [cause]);
    }
}

#[test]
fn every_limit_explains_its_hands() {
    for score in 0..8 {
        let verb = if score <= 5 { "stands" } else { "draws" };
        let player = |other| player_draws(other) != (score == other);
        let causes = Model { player_draws: &player, ..RULES }.causes();
        assert_eq!(causes, [format!("player {score} {verb}")]);
        let banker = |other| banker_draws(other, None) != (score == other);
        let causes = Model { after_stand: &banker, ..RULES }.causes();
        assert_eq!(causes, [format!("banker {score} {verb} after the player stood")]);
    }
    let causes = Model { player_draws: &|score| score <= 3, ..RULES }.causes();
    assert_eq!(causes, ["player 4 and 5 stand"]);
}

#[test]
fn every_natural_explains_its_hands() {
    for score in 7..=9 {
        let not = if score == 7 { "" } else { " not" };
        for (side, name) in ["the player's ", "the banker's "].into_iter().enumerate() {
            let natural = |one, other| is_natural(other) != ((one, other) == (side, score));
            let causes = Model { is_natural: &natural, ..RULES }.causes();
            assert_eq!(causes, [format!("{name}{score} is{not} treated as a natural")]);
        }
        let natural = |_, other| is_natural(other) != (other == score);
        let causes = Model { is_natural: &natural, ..RULES }.causes();
        assert_eq!(causes, [format!("{score} is{not} treated as a natural")]);
    }
    let causes = Model { is_natural: &|_, _| false, ..RULES }.causes();
    assert_eq!(causes, ["8 and 9 are not treated as naturals"]);
    let wrong = Model { is_natural: &|_, score| matches!(score, 7 | 8), ..RULES };
    let [seven, nine] = ["7 is treated as a natural", "9 is not treated as a natural"];
    assert_eq!(wrong.causes(), [nine, seven]);
}

/// What the banker's rule sees, and the cause.
type Sees = (fn(u8, u8, u8) -> bool, ThirdCardFault);

/// The scores below a limit.
fn below(limit: usize) -> ThirdCardFault {
    ThirdCardFault::ByScore { draws: (0..limit).collect(), except: SmallSet::default() }
}

fn sees() -> [Sees; 6] {
    [
        (|score, _, _| banker_draws(score, Some(0)), ThirdCardFault::Zero),
        (|score, _, earlier| banker_draws(score, Some(earlier)), ThirdCardFault::EarlierHand),
        (|_, _, _| true, below(SCORES)),
        (|_, _, _| false, below(0)),
        (|score, _, _| banker_draws(score, None), below(6)),
        (|score, _, _| score <= 6, below(7)),
    ]
}

#[test]
fn a_third_card_that_the_banker_does_not_see_is_one_cause() {
    for (after_third, third) in sees() {
        let causes = Model { after_third: &after_third, ..RULES }.causes();
        assert_eq!(causes, [Cause::ThirdCard(third).to_string()]);
    }
}

#[test]
fn several_changes_are_several_causes() {
    let zero = ThirdCardFault::Zero.to_string();
    let earlier = ThirdCardFault::EarlierHand.to_string();
    let five: [&[&str]; 6] = [
        &["banker 5 draws when it sees 0", &zero],
        &["banker 5 draws when it sees 0 to 3, 8 and 9, and stands when it sees 4 to 7", &earlier],
        &[
            "after the player's third card the banker always draws, except with 5",
            "banker 5 stands on a player's third card of 4 to 7",
        ],
        &[
            "after the player's third card the banker never draws, except with 5",
            "banker 5 draws on a player's third card of 0 to 3, 8 and 9",
        ],
        &["banker 4 draws when it sees 0", &zero],
        &["banker 4 draws when it sees 0", "banker 6 draws when it sees 0", &zero],
    ];
    for ((after_third, _), five) in sees().into_iter().zip(five) {
        let changed = |score, value, earlier| after_third(score, value, earlier) != (score == 5);
        let player = |score| score <= 6;
        let model = Model { after_third: &changed, player_draws: &player, ..RULES };
        let (_, explanation) = model.explained();
        let causes = explanation.causes.iter().map(|(cause, _)| cause.to_string());
        let expected = ["player 6 draws"].into_iter().chain(five.iter().copied());
        assert!(causes.eq(expected), "{:?}", explanation.causes);
        assert_eq!(explanation.contradicting, 0);
    }
    // A row that follows the rules is an exception.
    let after_third = |score, value, _| score != 5 || banker_draws(5, Some(value));
    let causes = Model { after_third: &after_third, ..RULES }.causes();
    assert_eq!(causes, ["after the player's third card the banker always draws, except with 5"]);
    // As in a design that compares scores of four bits with a sign.
    let lights = |[player, banker]: [usize; 2]| {
        let signed = |score: usize| (score as i32 + 8) % 16;
        Lights(
            u8::from(signed(player) >= signed(banker))
                | u8::from(signed(banker) >= signed(player)) << 1,
        )
    };
    let mut causes = Model { lights: &lights, ..RULES }.causes();
    causes.sort_unstable();
    let expected = [
        "the banker wins with 8 and 9 against 0 to 7, but the player's light is on",
        "the player wins with 8 and 9 against 0 to 7, but the banker's light is on",
    ];
    assert_eq!(causes, expected);
    let after_third = |score, value, _| match score {
        4 => value >= 1 && value != 8,
        _ => banker_draws(score, Some(value)),
    };
    let causes = Model { after_third: &after_third, ..RULES }.causes();
    assert_eq!(causes, ["banker 4 draws on a player's third card of 1 and 9"]);
    let after_third = |score, value, _| match score {
        4 => value <= 5,
        _ => banker_draws(score, Some(value)),
    };
    let causes = Model { after_third: &after_third, ..RULES }.causes();
    let cause = "banker 4 draws on a player's third card of 0 and 1, and stands on 6 and 7";
    assert_eq!(causes, [cause]);
}

#[test]
fn every_pair_of_a_winner_and_lights_is_a_cause() {
    for (right, shown) in (0..16).map(|pair| (Lights(pair / 4), Lights(pair % 4))) {
        if right == Lights(0) || right == shown {
            continue;
        }
        let lights = |scores| match Lights::winner(scores) {
            winner if winner == right => shown,
            winner => winner,
        };
        let causes = Model { lights: &lights, ..RULES }.causes();
        let cause = Cause::Winner { right, shown, player: None, banker: None };
        assert_eq!(causes, [cause.to_string()]);
    }
}

#[test]
fn hands_that_contradict_all_causes_are_shown_instead() {
    // The banker looks at the first digit of something that the rules do not know.
    let calls = std::cell::Cell::new(0);
    let after_third = |score, value, _| {
        calls.set(calls.get() + 1);
        banker_draws(score, Some(value)) != (score == 6 && value == 8 && calls.get() % 2 == 0)
    };
    let (wrong, explanation) = Model { after_third: &after_third, ..RULES }.explained();
    let [(cause, count)] = &explanation.causes[..] else { panic!("{:?}", explanation.causes) };
    let start = "the banker draws or stands against the rules after the player's third card, and no known mistake explains it: see ";
    let hands = cause.to_string();
    let hands = hands.strip_prefix(start).expect("no cause");
    assert_eq!(hands, in_order(count.first));
    // Six scores of the player, and ten sixth cards.
    assert_eq!((count.hands, explanation.contradicting), (wrong, 60 - wrong));
    assert!((1..60).contains(&wrong), "{wrong}");
}

#[test]
fn displays_with_the_same_pattern_are_one_cause() {
    let card = |display, dealt, shown| {
        let displays = [display].into_iter().collect();
        (Cause::Card { displays, dealt, shown }, Count::one([Rank::Ace; 6], None))
    };
    let texts = |causes: BTreeMap<Cause, Count>| -> Vec<String> {
        displays(&causes, Count::one([Rank::Ace; 6], None)).keys().map(Cause::to_string).collect()
    };
    let six = Reading::Card(Rank::Six);
    let one: BTreeMap<_, _> = (0..6).map(|display| card(display, Rank::King, six)).collect();
    assert_eq!(texts(one), ["the displays show 6 where K was dealt"]);
    let two = [card(0, Rank::Two, Reading::Blank), card(3, Rank::Two, Reading::Blank)];
    assert_eq!(texts(two.into()), ["HEX0 and HEX3 show no card where 2 was dealt"]);
    let many = Rank::ALL.map(|rank| card(3, rank, Reading::Other));
    assert_eq!(texts(many.into()), ["HEX3 does not show the cards that were dealt"]);
}
