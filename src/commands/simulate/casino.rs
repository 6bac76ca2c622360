//! One hand of `casino`.

use super::cards::Cards;
use crate::commands::table::grouped;
use crate::game::Side;
use crate::game::casino::{CHIP, Card, CardChoice, Release};
use crate::simulation::BoardOutputs;
use crate::simulation::casino::{Casino, CasinoState, CheckError, CheckedCasino};
use crate::waveform::Recording;

/// What to deal.
pub(super) struct Request<'a> {
    pub cards: &'a Cards,
    pub burn: Option<CardChoice>,
    /// The positions of SW\[9:0\].
    pub switches: u64,
}

/// A hand that was dealt.
pub(super) struct Record {
    pub switches: u64,
    /// Power-up and every release of KEY0, the last one with KEY3 held.
    pub rows: Vec<Row>,
}

/// The board after a release.
pub(super) struct Row {
    pub keys: &'static str,
    pub drawn: Option<Drawn>,
    pub state: CasinoState,
    pub outputs: BoardOutputs,
    /// What the release did, or the rule that applies next.
    pub reason: String,
}

/// A card that a release drew.
pub(super) enum Drawn {
    Burned(Card),
    Dealt(Card, Side),
}

impl Drawn {
    pub fn card(&self) -> Card {
        match self {
            Drawn::Burned(card) | Drawn::Dealt(card, _) => *card,
        }
    }
}

/// Deals a whole hand from power-up, and clears the table.
pub(super) fn deal(
    request: &Request,
    recording: Option<Recording>,
) -> Result<(Record, CheckedCasino), CheckError> {
    let mut casino = Casino::new()?;
    if let Some(recording) = recording {
        casino.machine_mut().record(recording);
    }
    let mut table = CheckedCasino::of(casino)?;
    table.set_switches(request.switches)?;
    let mut record = Record { switches: request.switches, rows: vec![] };
    record.add(&table, "", None, "power-up: bets are taken".into());
    let burned = match request.burn {
        Some(card) => table.deal(card)?,
        None => table.press(1)?,
    };
    if let Release::Burned(card) = burned {
        let reason = format!("burn card: {} more cards are burned", table.state().burned);
        record.add(&table, KEY0, Some(Drawn::Burned(card)), reason);
    }
    for card in request.cards.dealt() {
        let side = table.step().next_card();
        let drawn = match (table.deal(*card)?, side) {
            (Release::Dealt(card), Some(side)) => Some(Drawn::Dealt(card, side)),
            _ => None,
        };
        let reason = table.step().to_string();
        record.add(&table, KEY0, drawn, reason);
    }
    table.clear_table()?;
    record.add(&table, KEY3, None, "the table is cleared: bets are taken".into());
    Ok((record, table))
}

const KEY0: &str = "KEY0";
const KEY3: &str = "KEY3+KEY0";

impl Record {
    fn add(
        &mut self,
        table: &CheckedCasino,
        keys: &'static str,
        drawn: Option<Drawn>,
        reason: String,
    ) {
        let (state, outputs) = (table.state(), table.casino().machine().outputs());
        self.rows.push(Row { keys, drawn, state, outputs, reason });
    }

    /// The board at the end of the hand.
    pub fn end_of_hand(&self) -> Option<&Row> {
        self.rows.iter().rev().find(|row| row.state.outcome.is_some())
    }

    /// The bet in words: `500 on banker, 500 on tie`.
    pub fn bet(&self) -> String {
        let Some(Row { state, .. }) = self.rows.first() else { return String::new() };
        let bet = state.bet;
        let boxes = [(bet.banker, "banker"), (bet.player, "player"), (bet.tie, "tie")];
        let boxes = boxes.into_iter().filter(|(is_on, _)| *is_on);
        let boxes =
            boxes.map(|(_, name)| format!("{} on {name}", grouped((bet.chips * CHIP).into())));
        match state.stakes {
            0 => "no bet".into(),
            _ => boxes.collect::<Vec<_>>().join(", "),
        }
    }
}
