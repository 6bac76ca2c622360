//! `statemachine`: the rules of the game, in both step modes. For illegal states see [`crate::illegal_states`].

use baccarat::game::{Outcome, Rank, Round, Side, Step, score};
use baccarat::simulation::card_code;
use baccarat_hdl::statemachine::StateMachine;
use baccarat_hdl::step_mode::{AlwaysStep, StepInput, StepMode};
use rust_hdl::prelude::*;

use crate::display::hand_of;
use crate::{CLOCK_HZ, run};

/// The banker draws (D) or stands (S): a row for each banker score, 0 to 7, a column for each rank of the player's third
/// card.
pub const TABLEAU: [&str; 8] = [
    // A 2 3 4 5 6 7 8 9 10J Q K
    "D D D D D D D D D D D D D",
    "D D D D D D D D D D D D D",
    "D D D D D D D D D D D D D",
    "D D D D D D D S D D D D D",
    "S D D D D D D S S S S S S",
    "S S S D D D D S S S S S S",
    "S S S S S D D S S S S S S",
    "S S S S S S S S S S S S S",
];

/// Returns whether a banker with this score draws after this third card of the player.
pub fn banker_draws(score: u8, third: Rank) -> bool {
    let column = 2 * (usize::from(third.number()) - 1);
    TABLEAU[usize::from(score)].as_bytes()[column] == b'D'
}

/// The outputs of the state machine.
#[derive(Debug, PartialEq)]
struct Outputs {
    load_pcard: [bool; 3],
    load_dcard: [bool; 3],
    player_win_light: bool,
    dealer_win_light: bool,
}

impl Outputs {
    fn of<M: StepMode>(x: &StateMachine<M>) -> Outputs {
        Outputs {
            load_pcard: [x.load_pcard1.val(), x.load_pcard2.val(), x.load_pcard3.val()],
            load_dcard: [x.load_dcard1.val(), x.load_dcard2.val(), x.load_dcard3.val()],
            player_win_light: x.player_win_light.val(),
            dealer_win_light: x.dealer_win_light.val(),
        }
    }

    /// Returns the expected outputs after these cards: the load of the next card, or the win lights.
    fn by_the_rules(dealt: &[Rank]) -> Outputs {
        let load = |side| {
            let due = Step::after(dealt).next_card() == Some(side);
            std::array::from_fn(|index| due && index == hand_of(side, dealt).len())
        };
        let outcome = Round::of(dealt).map(|round| round.outcome());
        Outputs {
            load_pcard: load(Side::Player),
            load_dcard: load(Side::Banker),
            player_win_light: matches!(outcome, Some(Outcome::Player | Outcome::Tie)),
            dealer_win_light: matches!(outcome, Some(Outcome::Banker | Outcome::Tie)),
        }
    }
}

type Machine<M> = Box<StateMachine<M>>;

/// Sets the inputs that the datapath drives: the scores and the player's third card.
fn show<M: StepMode>(
    ep: &mut Sim<StateMachine<M>>,
    mut x: Machine<M>,
    dealt: &[Rank],
) -> Result<Machine<M>, SimError> {
    let player = hand_of(Side::Player, dealt);
    x.pcard3.next = card_code(player.get(2).copied()).into();
    x.pscore.next = u64::from(score(player)).into();
    x.dscore.next = u64::from(score(hand_of(Side::Banker, dealt))).into();
    ep.wait(sim_time::ONE_NANOSECOND, x)
}

fn reset<M: StepMode>(
    ep: &mut Sim<StateMachine<M>>,
    mut x: Machine<M>,
) -> Result<Machine<M>, SimError> {
    x.resetb.next = false;
    wait_clock_cycle!(ep, slow_clock, x);
    x.resetb.next = true;
    show(ep, x, &[])
}

/// Plays a hand with these cards and checks all outputs before each card.
fn play<M: StepMode>(
    ep: &mut Sim<StateMachine<M>>,
    mut x: Machine<M>,
    cards: [Rank; 6],
) -> Result<Machine<M>, SimError> {
    x = reset(ep, x)?;
    for count in 0..=6 {
        let dealt = &cards[..count];
        x = show(ep, x, dealt)?;
        assert_eq!(Outputs::of(&x), Outputs::by_the_rules(dealt), "after {dealt:?}");
        if Round::of(dealt).is_some() {
            break;
        }
        wait_clock_cycle!(ep, slow_clock, x);
    }
    Ok(x)
}

/// Returns two cards with this score.
fn pair(score: u8) -> [Rank; 2] {
    [Rank::Queen, Rank::new(score).unwrap_or(Rank::Ten)]
}

/// Returns a hand for every pair of scores and every pair of further cards that the state machine can distinguish: it sees the
/// rank of the fifth card, but only the value of the sixth.
fn every_hand() -> Vec<[Rank; 6]> {
    let mut hands = vec![];
    for (player, banker) in (0..100).map(|scores| (scores / 10, scores % 10)) {
        let ([p1, p2], [b1, b2]) = (pair(player), pair(banker));
        let ace_to_ten = &Rank::ALL[..10];
        let mut further: Vec<[Rank; 6]> = Rank::ALL
            .into_iter()
            .flat_map(|fifth| ace_to_ten.iter().map(move |sixth| [p1, b1, p2, b2, fifth, *sixth]))
            .collect();
        further.dedup_by_key(|hand| baccarat::game::play(*hand));
        hands.extend(further);
    }
    hands
}

/// Runs a testbench in both step modes, with `step` always high. In parallel, because a simulation spends most of its time
/// switching threads.
macro_rules! in_both_step_modes {
    (|$ep:ident| $testbench:expr) => {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let sim =
                    simple_sim!(StateMachine<AlwaysStep>, slow_clock, CLOCK_HZ, $ep, $testbench);
                run(sim, Box::default(), sim_time::ONE_SEC);
            });
            scope.spawn(|| {
                let sim =
                    simple_sim!(StateMachine<StepInput>, slow_clock, CLOCK_HZ, $ep, $testbench);
                let mut stepped = Box::new(StateMachine::<StepInput>::default());
                stepped.step.next = true;
                run(sim, stepped, sim_time::ONE_SEC);
            });
        })
    };
}

#[test]
fn every_hand_follows_the_rules_up_to_its_win_light() {
    in_both_step_modes!(|ep| {
        let mut x = ep.init()?;
        for cards in every_hand() {
            x = play(&mut ep, x, cards)?;
        }
        ep.done(x)
    });
}

#[test]
fn after_the_players_third_card_the_dealer_draws_by_the_tableau() {
    in_both_step_modes!(|ep| {
        let mut x = ep.init()?;
        for banker in 0..=7 {
            for third in Rank::ALL {
                let ([p1, p2], [b1, b2]) = (pair(5), pair(banker));
                let cards = [p1, b1, p2, b2, third];
                x = reset(&mut ep, x)?;
                for count in 1..=cards.len() {
                    wait_clock_cycle!(ep, slow_clock, x);
                    x = show(&mut ep, x, &cards[..count])?;
                }
                let draws = banker_draws(banker, third);
                assert_eq!(x.load_dcard3.val(), draws, "dealer {banker}, third card {third}");
                let light = x.player_win_light.val() || x.dealer_win_light.val();
                assert_eq!(light, !draws, "dealer {banker}, third card {third}");
            }
        }
        ep.done(x)
    });
}

/// A hand for each way to end.
const HANDS: [[Rank; 6]; 6] = {
    use Rank::*;
    [
        [Nine, Two, King, Three, Ace, Ace],  // player's natural
        [Two, Eight, Three, Ten, Ace, Ace],  // dealer's natural
        [Six, Four, Ace, Three, Ace, Ace],   // both stand, a tie
        [Six, Two, Ace, Three, Four, Ace],   // only the dealer draws
        [Two, Six, Three, King, Four, Ace],  // only the player draws
        [Two, Two, Three, King, Four, Nine], // both draw
    ]
};

#[test]
fn outputs_hold_after_the_end_until_reset() {
    in_both_step_modes!(|ep| {
        let mut x = ep.init()?;
        for cards in HANDS {
            x = play(&mut ep, x, cards)?;
            let over = Outputs::of(&x);
            for _ in 0..10 {
                wait_clock_cycle!(ep, slow_clock, x);
                assert_eq!(Outputs::of(&x), over, "{cards:?}");
            }
        }
        ep.done(x)
    });
}

#[test]
fn reset_at_any_step_goes_back_to_the_start_and_holds_it() {
    in_both_step_modes!(|ep| {
        let mut x = ep.init()?;
        for cards in HANDS {
            let dealt = baccarat::game::play(cards).cards_dealt();
            for stop in 0..=dealt {
                x = reset(&mut ep, x)?;
                for count in 1..=stop {
                    wait_clock_cycle!(ep, slow_clock, x);
                    x = show(&mut ep, x, &cards[..count])?;
                }
                x.resetb.next = false;
                for _ in 0..3 {
                    wait_clock_cycle!(ep, slow_clock, x);
                    x = show(&mut ep, x, &[])?;
                    assert_eq!(Outputs::of(&x), Outputs::by_the_rules(&[]), "after {stop} cards");
                }
            }
        }
        ep.done(x)
    });
}

#[test]
fn the_first_hand_needs_no_reset() {
    in_both_step_modes!(|ep| {
        let mut x = ep.init()?;
        x.resetb.next = true;
        x = show(&mut ep, x, &[])?;
        assert_eq!(Outputs::of(&x), Outputs::by_the_rules(&[]));
        wait_clock_cycle!(ep, slow_clock, x);
        x = show(&mut ep, x, &[Rank::Ace])?;
        assert_eq!(Outputs::of(&x), Outputs::by_the_rules(&[Rank::Ace]));
        ep.done(x)
    });
}

#[test]
fn an_edge_without_step_deals_nothing() {
    let sim = simple_sim!(StateMachine<StepInput>, slow_clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        for cards in HANDS {
            x = reset(&mut ep, x)?;
            for count in 0..=baccarat::game::play(cards).cards_dealt() {
                let dealt = &cards[..count];
                x = show(&mut ep, x, dealt)?;
                for _ in 0..3 {
                    x.step.next = false;
                    wait_clock_cycle!(ep, slow_clock, x);
                    assert_eq!(Outputs::of(&x), Outputs::by_the_rules(dealt), "after {dealt:?}");
                }
                x.step.next = true;
                wait_clock_cycle!(ep, slow_clock, x);
            }
        }
        ep.done(x)
    });
    run(sim, Box::default(), sim_time::ONE_MILLISECOND);
}

#[test]
fn reset_does_not_wait_for_a_step() {
    let sim = simple_sim!(StateMachine<StepInput>, slow_clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.resetb.next = true;
        x.step.next = true;
        wait_clock_cycles!(ep, slow_clock, x, 2);
        assert!(x.load_pcard2.val());
        x.step.next = false;
        x.resetb.next = false;
        wait_clock_cycle!(ep, slow_clock, x);
        assert!(x.load_pcard1.val());
        ep.done(x)
    });
    run(sim, Box::default(), sim_time::ONE_MILLISECOND);
}
