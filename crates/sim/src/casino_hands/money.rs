//! Every bet, stake and result, at bankrolls at and around every limit.
//!
//! The bankroll is forced at power-up; it is the only state that is. All boards of a job draw the
//! same cards: the instants of their releases were found by random play.

use super::boards::{Boards, LATENCY, Stop};
use super::design::Bankroll;
use super::follower::Follower;
use crate::casino::NUMBER_LATENCY;
use crate::{BANKROLL_KEY, RESET_KEY, STAKES_KEY, STEP_KEY};
use punto_banco::Outcome;
use punto_banco::casino::{CHIP, MAXIMUM_BANKROLL, NEW_BANKROLL, SwitchBet};

/// Cycles between the releases of a hand, the burn card included, that lead to an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instants {
    outcome: Outcome,
    waits: Vec<usize>,
}

/// A bet with a bankroll and the outcome of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Case {
    switches: u16,
    outcome: Outcome,
    credits: u32,
}

const BETS: usize = 8;
const STAKES: usize = 128;
const BANKROLLS: usize = 13;

/// The number of cases.
pub const CASES: usize = BETS * STAKES * BANKROLLS * Outcome::ALL.len();

/// Returns a case by its number.
fn case(number: usize) -> Case {
    let (outcome, number) = (Outcome::ALL[number % 3], number / 3);
    let (switches, number) = ((number % (BETS * STAKES)) as u16, number / (BETS * STAKES));
    let bet = SwitchBet::from_switches(switches);
    let (stakes, payment) = (bet.stakes(), bet.payment(outcome));
    // With this bankroll, the payment leads to the maximum.
    let saturating = (MAXIMUM_BANKROLL + stakes).saturating_sub(payment);
    let credits = [
        0,
        CHIP - 1,
        stakes.saturating_sub(CHIP),
        stakes.saturating_sub(1),
        stakes,
        stakes + 1,
        stakes + CHIP - 1,
        stakes + CHIP,
        NEW_BANKROLL,
        saturating - 1,
        saturating,
        saturating + 1,
        MAXIMUM_BANKROLL,
    ];
    Case { switches, outcome, credits: credits[number].min(MAXIMUM_BANKROLL) }
}

/// Returns instants of releases for each outcome, found by dealing random hands.
///
/// # Errors
///
/// [`Stop`] at the first mismatch.
pub fn find_instants(
    boards: &mut Boards,
    mut random: fastrand::Rng,
) -> Result<Vec<Instants>, Stop> {
    boards.power_up()?;
    boards.run(boards.writing() + NUMBER_LATENCY)?;
    let mut waits: Vec<Vec<usize>> = vec![vec![]; boards.count()];
    for _ in 0..=6 {
        for (waits, follower) in waits.iter_mut().zip(&boards.followers) {
            waits.push(random.usize(..follower.casino().shoe().len()));
        }
        let next: Vec<usize> = waits.iter().filter_map(|waits| waits.last().copied()).collect();
        release(boards, &next)?;
        // As in the cases: the same cycles pass between two releases.
        observe_numbers(boards)?;
    }
    let found = Outcome::ALL.into_iter().filter_map(|outcome| {
        let has_outcome = |follower: &Follower| follower.casino().outcome() == Some(outcome);
        let lane = boards.followers.iter().position(has_outcome)?;
        let cards = 1 + boards.followers[lane].casino().dealt().len();
        Some(Instants { outcome, waits: waits[lane][..cards].to_vec() })
    });
    Ok(found.collect())
}

/// Presses KEY0, waits, and releases it.
fn release(boards: &mut Boards, waits: &[usize]) -> Result<(), Stop> {
    boards.pins.iter_mut().for_each(|pins| pins.set_key(STEP_KEY, true));
    boards.apply();
    boards.run(1)?;
    boards.wait(waits)?;
    for lane in 0..boards.count() {
        boards.pins[lane].set_key(STEP_KEY, false);
        boards.follow(lane);
    }
    boards.apply();
    Ok(boards.run(LATENCY)?)
}

/// How many cases ended as planned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Payments {
    /// The hand had the outcome of the case, and the bets were paid.
    pub paid: u64,
    /// The stakes were refused.
    pub refused: u64,
}

impl Payments {
    /// Adds the cases of other boards.
    pub(super) fn merge(&mut self, other: Payments) {
        self.paid += other.paid;
        self.refused += other.refused;
    }
}

/// Plays the cases from number `first` on, one on each board, and compares all numbers after every
/// release.
///
/// # Errors
///
/// [`Stop`] at the first mismatch.
pub fn play(
    boards: &mut Boards,
    bankroll: &Bankroll,
    instants: &[Instants],
    first: usize,
) -> Result<Payments, Stop> {
    let cases: Vec<Case> = (0..boards.count()).map(|lane| case((first + lane) % CASES)).collect();
    let waits = |card: usize| -> Vec<usize> {
        let of = |case: &Case| instants.iter().find(|instants| instants.outcome == case.outcome);
        let wait = |case| of(case).and_then(|instants| instants.waits.get(card)).copied();
        cases.iter().map(|case| wait(case).unwrap_or(0)).collect()
    };
    boards.power_up()?;
    for (lane, case) in cases.iter().enumerate() {
        boards.force(lane, bankroll, case.credits);
    }
    boards.run(boards.writing() + NUMBER_LATENCY)?;
    release(boards, &waits(0))?;
    for (pins, case) in boards.pins.iter_mut().zip(&cases) {
        pins.switches = case.switches;
    }
    observe_numbers(boards)?;
    for card in 1..=6 {
        release(boards, &waits(card))?;
        observe_numbers(boards)?;
    }
    let mut payments = Payments::default();
    for (case, follower) in cases.iter().zip(&boards.followers) {
        let casino = follower.casino();
        payments.paid += u64::from(casino.outcome() == Some(case.outcome));
        payments.refused += u64::from(casino.refuses(SwitchBet::from_switches(case.switches)));
    }
    boards.pins.iter_mut().for_each(|pins| pins.set_key(RESET_KEY, true));
    release(boards, &waits(0))?;
    boards.pins.iter_mut().for_each(|pins| pins.set_key(RESET_KEY, false));
    observe_numbers(boards)?;
    Ok(payments)
}

/// Compares what the displays show with KEY1 and KEY2 in every combination.
fn observe_numbers(boards: &mut Boards) -> Result<(), Stop> {
    for (stakes, bankroll) in [(false, false), (true, false), (false, true), (true, true)] {
        for pins in &mut boards.pins {
            pins.set_key(STAKES_KEY, stakes);
            pins.set_key(BANKROLL_KEY, bankroll);
        }
        boards.apply();
        boards.run(NUMBER_LATENCY)?;
        boards.observe(true, |_, _| true, |_, _, _| {})?;
    }
    for pins in &mut boards.pins {
        pins.set_key(STAKES_KEY, false);
        pins.set_key(BANKROLL_KEY, false);
    }
    Ok(())
}
