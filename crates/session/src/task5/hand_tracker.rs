//! Follows the hand on the displays: reports it to the table, and makes the machine deal the shoe's
//! next rank.

use baccarat_sim::{DEAL_ORDER, Glyph, HandOutputs, RESET_KEY, SimulatedBoard, SimulationError};
use de1_soc::BoardOutputs;
use punto_banco::{Phase, Table, TableError};

/// The machine has not dealt as it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misdeal {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("HEX{0} does not show a card")]
    NotACard(usize),
}

/// Tracks the hand that a simulated machine shows.
#[derive(Clone, Debug)]
pub struct HandTracker {
    seen: BoardOutputs,
    /// Whether the machine has broken the rules, or not followed the shoe, in this hand.
    is_misdealt: bool,
}

impl HandTracker {
    pub fn new(machine: &SimulatedBoard) -> HandTracker {
        HandTracker { seen: machine.outputs(), is_misdealt: false }
    }

    /// Call this before KEY0 is released. If a card is due and there is a shoe, it runs the machine
    /// until its counter shows the shoe's next rank.
    pub fn wait_for_rank(
        &self,
        machine: &mut SimulatedBoard,
        table: &Table,
    ) -> Result<(), SimulationError> {
        match table.next_rank() {
            Some(rank) if !self.is_misdealt && !machine.is_pressed(RESET_KEY) => {
                machine.wait_for(rank)
            }
            _ => Ok(()),
        }
    }

    /// Call this after a key has moved. It reports new cards, cleared cards and the end of the hand
    /// to the table.
    ///
    /// # Errors
    ///
    /// [`Misdeal`] if the machine does not follow the rules or the shoe. The stakes are returned,
    /// and the rest of the hand is ignored.
    pub fn update_table(
        &mut self,
        machine: &SimulatedBoard,
        table: &mut Table,
    ) -> Result<(), Misdeal> {
        let now = machine.outputs();
        let before = std::mem::replace(&mut self.seen, now);
        let is_blank = |outputs: BoardOutputs, number| outputs.glyph(number) == Glyph::Blank;
        if DEAL_ORDER.iter().any(|(number, _)| !is_blank(before, *number) && is_blank(now, *number))
        {
            table.new_hand();
            self.is_misdealt = false;
        }
        if self.is_misdealt {
            return Ok(());
        }
        let result = DEAL_ORDER
            .iter()
            .filter(|(number, _)| is_blank(before, *number) && !is_blank(now, *number))
            .try_for_each(|(number, side)| match now.glyph(*number) {
                Glyph::Card(rank) => Ok(table.deal(*side, rank)?),
                Glyph::Blank | Glyph::Unrecognised(_) => Err(Misdeal::NotACard(*number)),
            })
            .and_then(|()| match now.outcome() {
                Some(outcome) if table.phase() == Phase::Dealing => {
                    table.settle(outcome)?;
                    Ok(())
                }
                _ => Ok(()),
            });
        if result.is_err() {
            table.cancel_hand();
            self.is_misdealt = true;
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat_hdl::top::Clocking;
    use punto_banco::{Bet, CardSource, Cents, Rank, ShoeSize};

    #[test]
    fn a_card_that_is_not_the_next_of_the_shoe_returns_the_stakes() {
        let cents = |cents| Cents::new(cents).expect("an amount");
        let shoe = CardSource::Shoe(ShoeSize::new(8).expect("a size"));
        let mut table = Table::new(cents(100_000), shoe, fastrand::Rng::with_seed(1));
        table.bet(Bet::Player, cents(500)).expect("a bet");
        let mut machine = SimulatedBoard::new(Clocking::Synchronised).expect("a machine");
        let mut tracker = HandTracker::new(&machine);
        machine.deal(table.next_rank().expect("a card")).expect("a card");
        assert_eq!(tracker.update_table(&machine, &mut table), Ok(()));
        assert_eq!(table.phase(), Phase::Dealing);
        let other = Rank::ALL.into_iter().find(|rank| Some(*rank) != table.next_rank());
        machine.deal(other.expect("another card")).expect("a card");
        let result = tracker.update_table(&machine, &mut table);
        assert!(matches!(result, Err(Misdeal::Table(_))), "{result:?}");
        assert_eq!((table.phase(), table.purse().bankroll()), (Phase::Betting, cents(100_000)));
        // The rest of the hand is ignored.
        machine.deal(Rank::Ace).expect("a card");
        assert_eq!(tracker.update_table(&machine, &mut table), Ok(()));
    }
}
