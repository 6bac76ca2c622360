//! One hand of `casino`.

use crate::HandOutputs;
use serde_json::{Value, json};

use super::cards::Cards;
use super::hex;
use crate::casino::{Casino, CasinoState, CheckError, CheckedCasino};
use baccarat_hdl::top::CASINO;
use command_line::table::Table;
use de1_soc::BoardOutputs;
use punto_banco::casino::{CHIP, Card, CardChoice, Release, burned_in_words};
use punto_banco::{Side, grouped};
use waveform::Recording;

/// What to deal.
pub(super) struct Request<'a> {
    pub cards: &'a Cards,
    pub burn: Option<CardChoice>,
    /// The positions of SW\[9:0\].
    pub switches: u64,
}

/// A hand that was dealt.
pub(super) struct Record {
    switches: u64,
    /// Power-up and every release of KEY0, the last one with KEY3 held.
    rows: Vec<Row>,
}

/// The board after a release.
struct Row {
    keys: &'static str,
    /// The card that the release drew, and who got it; the burn card nobody.
    drawn: Option<(Card, Option<Side>)>,
    state: CasinoState,
    outputs: BoardOutputs,
    /// What the release did, or the rule that applies next.
    reason: String,
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
        let reason = format!("burn card: {}", burned_in_words(table.state().burned));
        record.add(&table, KEY0, Some((card, None)), reason);
    }
    for card in request.cards.dealt() {
        let side = table.step().next_card();
        let drawn = match table.deal(*card)? {
            Release::Dealt(card) => Some((card, side)),
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
        drawn: Option<(Card, Option<Side>)>,
        reason: String,
    ) {
        let (state, outputs) = (table.state(), table.casino().machine().outputs());
        self.rows.push(Row { keys, drawn, state, outputs, reason });
    }

    /// The board at the end of the hand.
    fn end_of_hand(&self) -> Option<&Row> {
        self.rows.iter().rev().find(|row| row.state.outcome.is_some())
    }

    /// The bet in words: `500 on banker, 500 on tie`.
    fn bet(&self) -> String {
        match self.rows.first() {
            Some(Row { state, .. }) if state.stakes > 0 => {
                let each = grouped((state.bet.chips * CHIP).into());
                let boxes = state.bet.boxes().map(|bet| format!("{each} on {bet}"));
                boxes.collect::<Vec<_>>().join(", ")
            }
            _ => "no bet".into(),
        }
    }

    /// The hand as a table, and the displays at its end.
    pub fn text(&self, max_width: Option<usize>) -> String {
        let mut text = self.table().max_width(max_width).to_string();
        if let Some(Row { state, outputs, .. }) = self.end_of_hand() {
            let (banker, player) = (state.banker_score, state.player_score);
            let scores = format!("banker {banker}, player {player}: {}", outputs.verdict());
            let money = format!("{}; bankroll {}", self.bet(), grouped(state.credits.into()));
            text += &super::drawing(*outputs, &scores, &money);
        }
        text
    }

    fn table(&self) -> Table<9> {
        let mut table = Table::new([
            "release",
            "keys",
            "card",
            "HEX5 to HEX0",
            ">banker",
            ">player",
            "LEDR9 to LEDR0",
            ">bankroll",
            "by the rules",
        ]);
        for (release, row) in self.rows.iter().enumerate() {
            let ledr = row.outputs.ledr();
            table.row([
                if release == 0 { String::new() } else { release.to_string() },
                row.keys.into(),
                match row.drawn {
                    None => String::new(),
                    Some((card, None)) => format!("{card} burned"),
                    Some((card, Some(side))) => format!("{card} to {side}"),
                },
                row.outputs.characters_or_digits(),
                row.state.banker_score.to_string(),
                row.state.player_score.to_string(),
                format!("{:02b} {:04b} {:04b}", ledr >> 8, ledr >> 4 & 15, ledr & 15),
                grouped(row.state.credits.into()),
                row.reason.clone(),
            ]);
        }
        table
    }

    /// The fields that the help of the command describes.
    pub fn json(&self) -> Value {
        let releases = self.rows.iter().map(|row| {
            json!({
                "keys": row.keys,
                "card": row.drawn.map(|(card, _)| card.to_string()),
                "ledr": row.outputs.ledr(),
                "hex": hex(row.outputs),
                "bankroll": row.state.credits,
                "stakes": row.state.stakes,
                "cards_before_cut": row.state.cards_before_cut,
                "reason": row.reason,
            })
        });
        let drawn = self.rows.iter().filter_map(|row| row.drawn);
        let dealt = drawn.filter_map(|(card, side)| side.map(|_| card.to_string()));
        let end = self.end_of_hand().map(|row| &row.state);
        json!({
            "machine": CASINO,
            "switches": format!("{:010b}", self.switches),
            "burn_card": end.and_then(|state| state.burn_card).map(|card| card.to_string()),
            "cards": dealt.collect::<Vec<_>>(),
            "outcome": end.and_then(|state| state.outcome),
            "bankroll": end.map_or(0, |state| state.credits),
            "releases": releases.collect::<Vec<_>>(),
        })
    }
}
