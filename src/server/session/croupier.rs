//! Between machine and table: deals what the shoe gives, and tells the table what the machine shows.

use crate::game::{Phase, Table, TableError};
use crate::machine::{BoardOutputs, DISPLAYS, Glyph, Machine, MachineError, RESET_KEY};

/// What the machine did and should not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misdeal {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("HEX{0} shows what is no card")]
    NoCard(usize),
}

/// Watches a machine for its table.
#[derive(Clone, Debug)]
pub struct Croupier {
    seen: BoardOutputs,
    /// Whether the hand is no hand: the machine did what rules or shoe do not say.
    is_misdealt: bool,
}

impl Croupier {
    pub fn new(machine: &Machine) -> Croupier {
        Croupier { seen: machine.outputs(), is_misdealt: false }
    }

    /// Before KEY0 goes up: waits for the card that the shoe gives, if a card is due and there is a shoe.
    pub fn prepare(&self, machine: &mut Machine, table: &Table) -> Result<(), MachineError> {
        match table.next_rank() {
            Some(rank) if !self.is_misdealt && !machine.is_pressed(RESET_KEY) => {
                machine.wait_for(rank)
            }
            _ => Ok(()),
        }
    }

    /// After a key has moved: tells the table of cards that have been dealt or cleared away, and of the end of the hand.
    ///
    /// # Errors
    ///
    /// The machine does not do what the rules say, or not what the shoe says. The stakes go back; the next hand may be
    /// better.
    pub fn watch(&mut self, machine: &Machine, table: &mut Table) -> Result<(), Misdeal> {
        let now = machine.outputs();
        let before = std::mem::replace(&mut self.seen, now);
        let is_blank = |picture: BoardOutputs, number| picture.glyph(number) == Glyph::Blank;
        if DISPLAYS.iter().any(|(number, _)| !is_blank(before, *number) && is_blank(now, *number)) {
            table.new_hand();
            self.is_misdealt = false;
        }
        if self.is_misdealt {
            return Ok(());
        }
        let result = DISPLAYS
            .iter()
            .filter(|(number, _)| is_blank(before, *number) && !is_blank(now, *number))
            .try_for_each(|(number, side)| match now.glyph(*number) {
                Glyph::Card(rank) => Ok(table.deal(*side, rank)?),
                Glyph::Blank | Glyph::Unrecognised(_) => Err(Misdeal::NoCard(*number)),
            })
            .and_then(|()| match now.outcome() {
                Some(outcome) if table.phase() == Phase::Dealing => {
                    table.settle(outcome)?;
                    Ok(())
                }
                _ => Ok(()),
            });
        if result.is_err() {
            table.new_hand();
            self.is_misdealt = true;
        }
        result
    }
}
