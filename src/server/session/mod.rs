//! A machine with its table, in real time.

mod croupier;
mod inside;
mod pace;
mod view;

use std::time::Instant;

use super::protocol::{Board, Inside, Reply, Request, Saved, Table as TableView};
use crate::drawing::timing_diagram;
use crate::engine::Clocking;
use crate::game::Bet;
use crate::game::{
    Cents, Entry, Name, NameError, Phase, ShoeError, ShoeSize, Supply, Table, TableError,
};
use crate::machine::{KEYS, Machine, MachineError, Recording, SETTLING, STEP_KEY, Trace, Waveform};
use croupier::{Croupier, Misdeal};
use inside::Probes;
use pace::Pace;

/// What is kept of a hand for its waveform: it stays readable, and small however long somebody plays with the keys.
const RECORDING: Recording = Recording { cycles: 6, moments: 1_000 };

/// What somebody begins with, in cents.
const BANKROLL: u64 = 100_000;

/// One player's machine.
#[derive(Clone)]
pub struct Session {
    machine: Machine,
    table: Table,
    croupier: Croupier,
    pace: Pace,
    probes: Probes,
    last_hand: Option<Trace>,
    sent: Sent,
}

/// What the page knows.
#[derive(Clone, Default)]
struct Sent {
    table: Option<TableView>,
    score_card: Option<Vec<Entry>>,
    inside: Option<Inside>,
}

/// Why a request was not done. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
enum RequestError {
    #[error(transparent)]
    Machine(#[from] MachineError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Shoe(#[from] ShoeError),
    #[error("the machine did not deal as it should, so stakes go back: {0}")]
    Misdeal(Misdeal),
    #[error("there is no KEY{0}: the board has KEY0 to KEY{last}", last = KEYS - 1)]
    NoKey(usize),
    #[error("a stake of {0} cents is more money than there is")]
    NoSum(u64),
    #[error(
        "there is no shoe of {0} decks here: it has 4, 6 or 8, or 0 for one that never runs out"
    )]
    NoSuchShoe(u32),
    #[error("let go of the keys first")]
    KeysHeld,
    #[error("`hello` has been said already")]
    SaidAlready,
}

impl Session {
    /// Takes a machine fresh from power-up. What is saved is taken as far as it makes sense.
    pub fn new(mut machine: Machine, saved: Option<Saved>, seed: u64, now: Instant) -> Session {
        let bankroll = saved.as_ref().map_or(BANKROLL, |saved| saved.bankroll);
        let bankroll = Cents::new(bankroll).unwrap_or(Cents::MAX);
        let mut table = Table::new(bankroll, Supply::Infinite, fastrand::Rng::with_seed(seed));
        if let Some(name) = saved.and_then(|saved| saved.name.parse().ok()) {
            table.set_name(name);
        }
        machine.record(RECORDING);
        Session {
            croupier: Croupier::new(&machine),
            probes: Probes::new(&machine),
            pace: Pace::new(now),
            table,
            machine,
            last_hand: None,
            sent: Sent::default(),
        }
    }

    pub fn clocking(&self) -> Clocking {
        self.machine.clocking()
    }

    /// Tells a page that has just come all there is to know.
    pub fn greet(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        self.sent = Sent::default();
        // The fingers that held them are gone. But KEY0 would deal, and nobody has dealt: it stays down until it is pressed
        // and released again.
        let others = (0..KEYS).filter(|key| *key != STEP_KEY);
        let result = others.map(|key| self.move_key(key, false, now)).fold(Ok(()), Result::and);
        self.tell(result, now, replies);
    }

    /// Time has gone by.
    pub fn pulse(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        let result = self.pace.catch_up(&mut self.machine, now);
        self.tell(result.map_err(|error| MachineError::from(error).into()), now, replies);
    }

    /// Does what a page asks for.
    pub fn answer(&mut self, request: Request, now: Instant, replies: &mut Vec<Reply>) {
        let result = match request {
            Request::Hello { .. } => Err(RequestError::SaidAlready),
            Request::Key { key, .. } if key >= KEYS => Err(RequestError::NoKey(key)),
            Request::Key { key, pressed } => self.move_key(key, pressed, now),
            Request::Bet { on, stake } => self.bet(on, stake),
            Request::ClearBets {} => self.table.clear_bets().map_err(RequestError::from),
            Request::RepeatBets {} => self.table.repeat_bets().map_err(RequestError::from),
            Request::Shoe { decks } => self.change_shoe(decks, now),
            Request::Name { name } => self.rename(&name),
            Request::BuyIn {} => {
                let bankroll = Cents::new(BANKROLL).unwrap_or(Cents::MAX);
                self.table.buy_in(bankroll).map_err(RequestError::from)
            }
            Request::Waveform {} => {
                replies.extend(self.waveform());
                Ok(())
            }
            Request::Ping {} => Ok(()),
        };
        self.tell(result, now, replies);
    }

    fn move_key(&mut self, key: usize, pressed: bool, now: Instant) -> Result<(), RequestError> {
        if self.machine.is_pressed(key) == pressed {
            return Ok(());
        }
        self.catch_up(now)?;
        if key == STEP_KEY && pressed && self.table.phase() == Phase::Betting {
            self.machine.record(RECORDING);
        }
        if key == STEP_KEY && !pressed {
            self.croupier.prepare(&mut self.machine, &self.table)?;
        }
        self.machine.set_key(key, pressed).map_err(MachineError::from)?;
        self.watch()
    }

    /// Lets what has happened come to be seen, and looks.
    fn watch(&mut self) -> Result<(), RequestError> {
        self.machine.run(SETTLING).map_err(MachineError::from)?;
        let was_over = self.table.phase() == Phase::Over;
        let result = self.croupier.watch(&self.machine, &mut self.table);
        if !was_over && self.table.phase() == Phase::Over {
            self.last_hand = self.machine.trace().cloned();
        }
        result.map_err(RequestError::Misdeal)
    }

    fn catch_up(&mut self, now: Instant) -> Result<(), MachineError> {
        Ok(self.pace.catch_up(&mut self.machine, now)?)
    }

    fn bet(&mut self, on: Bet, stake: u64) -> Result<(), RequestError> {
        let stake = Cents::new(stake).ok_or(RequestError::NoSum(stake))?;
        Ok(self.table.bet(on, stake)?)
    }

    fn rename(&mut self, name: &str) -> Result<(), RequestError> {
        self.table.set_name(name.parse::<Name>()?);
        Ok(())
    }

    /// The cards of the last hand go with their shoe, from the board as well.
    fn change_shoe(&mut self, decks: u32, now: Instant) -> Result<(), RequestError> {
        let supply = match decks {
            0 => Supply::Infinite,
            decks if ShoeSize::AT_TABLES.contains(&decks) => Supply::Shoe(ShoeSize::new(decks)?),
            decks => return Err(RequestError::NoSuchShoe(decks)),
        };
        if (0..KEYS).any(|key| self.machine.is_pressed(key)) {
            return Err(RequestError::KeysHeld);
        }
        self.table.change_shoe(supply)?;
        self.catch_up(now)?;
        self.machine.new_hand().map_err(MachineError::from)?;
        self.watch()
    }

    /// The last hand that was played to its end; before there is one, the hand on the board as far as it has come.
    fn waveform(&self) -> Option<Reply> {
        let trace = self.last_hand.as_ref().or_else(|| self.machine.trace())?;
        let mut vcd = Vec::new();
        // Writing to memory does not fail, and what it writes is text.
        Waveform::new(self.machine.hierarchy()).write(trace, &mut vcd).ok()?;
        let vcd = String::from_utf8(vcd).ok()?;
        Some(Reply::Waveform { svg: timing_diagram(&self.machine, trace).svg(), vcd })
    }

    /// What has changed since the page was last told.
    fn tell(&mut self, result: Result<(), RequestError>, now: Instant, replies: &mut Vec<Reply>) {
        if let Err(error) = result {
            replies.push(Reply::Error { message: error.to_string() });
        }
        let picture = self.machine.outputs();
        replies.push(Reply::Board(Board {
            hex: std::array::from_fn(|number| picture.hex(number)),
            ledr: picture.ledr(),
            keys: std::array::from_fn(|key| self.machine.is_pressed(key)),
            cycle: self.machine.cycle(),
            rate: self.pace.rate(&self.machine, now),
        }));
        let table = view::table(&self.table, picture);
        if self.sent.table.as_ref() != Some(&table) {
            replies.push(Reply::Table(Box::new(table.clone())));
            self.sent.table = Some(table);
        }
        let score_card = self.table.score_card();
        if self.sent.score_card.as_deref() != Some(score_card.entries()) {
            replies.push(Reply::Roads(view::roads(score_card)));
            self.sent.score_card = Some(score_card.entries().to_vec());
        }
        let inside = self.probes.read(&self.machine);
        if self.sent.inside.as_ref() != Some(&inside) {
            replies.push(Reply::Inside(inside.clone()));
            self.sent.inside = Some(inside);
        }
    }
}
