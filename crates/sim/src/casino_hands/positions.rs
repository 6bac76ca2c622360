//! Every position of the shoe: for every number of cards, each position can be drawn, and gives the
//! card there.
//!
//! Boards draw at consecutive positions, as releases at consecutive instants do. The reference
//! draws at the position in the register of the shoe, and knows the card with its suit.

use super::boards::{Boards, DRAW, LATENCY, Stop};
use super::design::{BURN_CARD, Registers};
use super::follower::Fault;
use super::random_player::RandomPlayer;
use crate::casino::NUMBER_LATENCY;
use crate::{RESET_KEY, STEP_KEY};
use punto_banco::casino::Card;

/// The number of boards that draw positions.
pub const BOARDS: usize = 2048;

/// The fewest cards from which play can draw one: the cut card comes out with the second card of a
/// hand after an ace was burned, and this hand and the next take six cards each.
pub const FEWEST_CARDS: usize = 5;

/// The positions that were drawn: a bit for each, by the number of cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions(Vec<Vec<bool>>);

impl Positions {
    fn note(&mut self, cards: usize, position: usize) {
        self.0.resize(self.0.len().max(cards + 1), vec![]);
        let drawn = &mut self.0[cards];
        drawn.resize(cards, false);
        drawn[position] = true;
    }

    /// Adds the positions that other boards drew.
    pub fn merge(&mut self, other: &Positions) {
        for (cards, drawn) in other.0.iter().enumerate() {
            let drawn = drawn.iter().enumerate().filter(|(_, drawn)| **drawn);
            drawn.for_each(|(position, _)| self.note(cards, position));
        }
    }

    /// Returns the largest number of cards from which one was drawn.
    pub fn most_cards(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// Returns the first position of a shoe of `size` cards that was not drawn, as the number of
    /// cards and the position.
    pub fn missing(&self, size: usize) -> Option<(usize, usize)> {
        let drawn = |cards: usize, position: usize| {
            self.0.get(cards).and_then(|drawn| drawn.get(position)).copied().unwrap_or(false)
        };
        (FEWEST_CARDS..=size)
            .flat_map(|cards| (0..cards).map(move |position| (cards, position)))
            .find(|(cards, position)| !drawn(*cards, *position))
    }
}

/// Deals a shoe on each board. `first` is the number of the first one among all boards.
///
/// # Errors
///
/// [`Stop`] at the first mismatch.
pub fn play(boards: &mut Boards, registers: &Registers, first: usize) -> Result<Positions, Stop> {
    let mut positions = Positions::default();
    boards.power_up()?;
    boards.run(boards.writing() + NUMBER_LATENCY)?;
    let size = boards.writing();
    for cards in (1..=size).rev() {
        clear_tables(boards)?;
        let playing: Vec<usize> = (0..boards.count())
            .filter(|lane| !RandomPlayer::is_finished(&boards.followers[*lane]))
            .collect();
        let mut targets = vec![None; boards.count()];
        for (place, lane) in playing.iter().enumerate() {
            let board = first + lane;
            // After the first boards, which burn every card, all burn an ace: that leaves the most
            // cards to be dealt.
            targets[*lane] = Some(match cards == size && board >= size {
                true => board * 13 % size,
                false => (place + first) % cards,
            });
        }
        draw(boards, registers, &targets, &mut positions)?;
    }
    Ok(positions)
}

/// Clears the tables of all boards whose hand is over, unless it is the last.
fn clear_tables(boards: &mut Boards) -> Result<(), Stop> {
    let clears: Vec<bool> = boards
        .followers
        .iter()
        .map(|follower| {
            follower.casino().outcome().is_some() && !RandomPlayer::is_finished(follower)
        })
        .collect();
    for held in [true, false] {
        for (lane, clears) in clears.iter().enumerate().filter(|(_, clears)| **clears) {
            boards.pins[lane].set_key(STEP_KEY, held);
            boards.pins[lane].set_key(RESET_KEY, *clears);
            if !held {
                boards.follow(lane);
            }
        }
        boards.apply();
        boards.run(LATENCY)?;
    }
    boards.pins.iter_mut().for_each(|pins| pins.set_key(RESET_KEY, false));
    Ok(())
}

/// Draws the card at the target of each board that has one.
fn draw(
    boards: &mut Boards,
    registers: &Registers,
    targets: &[Option<usize>],
    positions: &mut Positions,
) -> Result<(), Stop> {
    for (pins, target) in boards.pins.iter_mut().zip(targets) {
        pins.set_key(STEP_KEY, target.is_some());
    }
    boards.apply();
    boards.run(2 * LATENCY)?;
    let shown = boards.register(&registers.position);
    let waits = targets.iter().zip(&shown).zip(&boards.followers);
    let waits = waits.map(|((target, shown), follower)| {
        let cards = follower.casino().shoe().len();
        // The counter goes down.
        let at_once = (*shown as usize + 2 * cards - 1 - DRAW % cards) % cards;
        target.map_or(0, |target| (at_once + cards - target) % cards)
    });
    let waits: Vec<usize> = waits.collect();
    boards.wait(&waits)?;
    boards.pins.iter_mut().for_each(|pins| pins.set_key(STEP_KEY, false));
    boards.apply();
    boards.run(DRAW)?;
    let shown = boards.register(&registers.position);
    // The register and the display of each card that was drawn.
    let mut drawn: Vec<Option<(usize, usize, Card)>> = vec![None; boards.count()];
    for (lane, target) in targets.iter().enumerate() {
        if target.is_none() {
            continue;
        }
        let pins = boards.pins[lane];
        let casino = boards.followers[lane].casino();
        let (position, cards) = ((shown[lane] as usize).wrapping_sub(1), casino.shoe().len());
        let display = casino.display_of_draw(false, pins.bet());
        let card = casino.shoe().get(position).copied();
        let Some((display, card)) = display.zip(card) else {
            let display = display.unwrap_or(0);
            return Err(boards.mismatch(lane, Fault::NoCardOfTheShoe { display }));
        };
        let register = if casino.burn_card().is_some() { display } else { BURN_CARD };
        drawn[lane] = Some((register, display, card));
        boards.follow_at(lane, position);
        positions.note(cards, position);
    }
    boards.run(LATENCY - DRAW)?;
    boards.observe(false, |_, _| true, |_, _, _| {})?;
    let held: Vec<Vec<u64>> = registers.cards.iter().map(|card| boards.register(card)).collect();
    for (lane, drawn) in drawn.iter().enumerate() {
        if let Some((register, display, card)) = drawn {
            let wanted = u64::from(card.suit) << 4 | u64::from(card.rank.number());
            if held[*register][lane] != wanted {
                let fault = Fault::WrongCard { display: *display, card: *card };
                return Err(boards.mismatch(lane, fault));
            }
        }
    }
    Ok(())
}
