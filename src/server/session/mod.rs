//! A machine with its table, in real time.

mod hand_tracker;
mod probes;
mod real_time;
mod view;

use std::time::Instant;

use super::protocol::{Board, Internals, Reply, Request, Saved, Table as TableView};
use crate::drawing::timing_diagram;
use crate::engine::Clocking;
use crate::game::Bet;
use crate::game::{
    CardSource, Cents, Entry, Name, NameError, Phase, ShoeError, ShoeSize, Table, TableError,
};
use crate::machine::{KEYS, Machine, MachineError, Recording, SETTLING, STEP_KEY, Trace, Waveform};
use hand_tracker::{HandTracker, Misdeal};
use probes::Probes;
use real_time::RealTimeClock;

/// How much of a hand is recorded for its waveform. The limits keep it readable and bound its size.
const RECORDING: Recording = Recording { cycles: 6, samples: 1_000 };

/// The bankroll of a new player, in cents.
const INITIAL_BANKROLL: u64 = 100_000;

/// The machine and the table of one player.
#[derive(Clone)]
pub struct Session {
    machine: Machine,
    table: Table,
    tracker: HandTracker,
    clock: RealTimeClock,
    probes: Probes,
    last_hand: Option<Trace>,
    sent: Sent,
}

/// What was last sent to the page.
#[derive(Clone, Default)]
struct Sent {
    table: Option<TableView>,
    score_card: Option<Vec<Entry>>,
    internals: Option<Internals>,
}

/// Why a request failed.
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
    #[error("the machine misdealt, so the stakes are returned: {0}")]
    Misdeal(Misdeal),
    #[error("there is no KEY{0}: the board has KEY0 to KEY{last}", last = KEYS - 1)]
    UnknownKey(usize),
    #[error("a stake of {0} cents is too large")]
    InvalidStake(u64),
    #[error("unsupported number of decks: {0}. Use 4, 6 or 8, or 0 for the infinite deck")]
    UnsupportedShoe(u32),
    #[error("release the keys first")]
    KeysHeld,
    #[error("`hello` was already sent")]
    DuplicateHello,
}

impl Session {
    /// Starts a session with a machine just after power-up. Invalid saved values are replaced by defaults.
    pub fn new(mut machine: Machine, saved: Option<Saved>, seed: u64, now: Instant) -> Session {
        let bankroll = saved.as_ref().map_or(INITIAL_BANKROLL, |saved| saved.bankroll);
        let bankroll = Cents::new(bankroll).unwrap_or(Cents::MAX);
        let mut table = Table::new(bankroll, CardSource::Infinite, fastrand::Rng::with_seed(seed));
        if let Some(name) = saved.and_then(|saved| saved.name.parse().ok()) {
            table.set_name(name);
        }
        machine.record(RECORDING);
        Session {
            tracker: HandTracker::new(&machine),
            probes: Probes::new(&machine),
            clock: RealTimeClock::new(now),
            table,
            machine,
            last_hand: None,
            sent: Sent::default(),
        }
    }

    pub fn clocking(&self) -> Clocking {
        self.machine.clocking()
    }

    /// Sends the whole state to a page that has just connected.
    pub fn connect(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        self.sent = Sent::default();
        // Keys that were held when the connection was lost are released, except KEY0, which would deal a card. It stays
        // pressed until the page presses and releases it.
        let others = (0..KEYS).filter(|key| *key != STEP_KEY);
        let result = others.map(|key| self.move_key(key, false, now)).fold(Ok(()), Result::and);
        self.push_changes(result, now, replies);
    }

    /// Simulates until `now`.
    pub fn advance(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        let result = self.clock.catch_up(&mut self.machine, now);
        self.push_changes(result.map_err(|error| MachineError::from(error).into()), now, replies);
    }

    /// Handles a request of the page.
    pub fn handle(&mut self, request: Request, now: Instant, replies: &mut Vec<Reply>) {
        let result = match request {
            Request::Hello { .. } => Err(RequestError::DuplicateHello),
            Request::Key { key, .. } if key >= KEYS => Err(RequestError::UnknownKey(key)),
            Request::Key { key, pressed } => self.move_key(key, pressed, now),
            Request::Bet { on, stake } => self.bet(on, stake),
            Request::ClearBets {} => self.table.clear_bets().map_err(RequestError::from),
            Request::RepeatBets {} => self.table.repeat_bets().map_err(RequestError::from),
            Request::Shoe { decks } => self.change_shoe(decks, now),
            Request::Name { name } => self.rename(&name),
            Request::BuyIn {} => {
                let bankroll = Cents::new(INITIAL_BANKROLL).unwrap_or(Cents::MAX);
                self.table.buy_in(bankroll).map_err(RequestError::from)
            }
            Request::Waveform {} => {
                replies.extend(self.waveform());
                Ok(())
            }
            Request::Ping {} => Ok(()),
        };
        self.push_changes(result, now, replies);
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
            self.tracker.wait_for_rank(&mut self.machine, &self.table)?;
        }
        self.machine.set_key(key, pressed).map_err(MachineError::from)?;
        self.settle()
    }

    /// Runs the machine until its outputs have settled, and updates the table.
    fn settle(&mut self) -> Result<(), RequestError> {
        self.machine.run(SETTLING).map_err(MachineError::from)?;
        let was_over = self.table.phase() == Phase::Over;
        let result = self.tracker.update_table(&self.machine, &mut self.table);
        if !was_over && self.table.phase() == Phase::Over {
            self.last_hand = self.machine.trace().cloned();
        }
        result.map_err(RequestError::Misdeal)
    }

    fn catch_up(&mut self, now: Instant) -> Result<(), MachineError> {
        Ok(self.clock.catch_up(&mut self.machine, now)?)
    }

    fn bet(&mut self, on: Bet, stake: u64) -> Result<(), RequestError> {
        let stake = Cents::new(stake).ok_or(RequestError::InvalidStake(stake))?;
        Ok(self.table.bet(on, stake)?)
    }

    fn rename(&mut self, name: &str) -> Result<(), RequestError> {
        self.table.set_name(name.parse::<Name>()?);
        Ok(())
    }

    /// Replaces the shoe and clears the cards of the last hand, on the board as well.
    fn change_shoe(&mut self, decks: u32, now: Instant) -> Result<(), RequestError> {
        let source = match decks {
            0 => CardSource::Infinite,
            decks if ShoeSize::CASINO_DECKS.contains(&decks) => {
                CardSource::Shoe(ShoeSize::new(decks)?)
            }
            decks => return Err(RequestError::UnsupportedShoe(decks)),
        };
        if (0..KEYS).any(|key| self.machine.is_pressed(key)) {
            return Err(RequestError::KeysHeld);
        }
        self.table.change_shoe(source)?;
        self.catch_up(now)?;
        self.machine.new_hand().map_err(MachineError::from)?;
        self.settle()
    }

    /// Returns the waveform of the last complete hand, or of the current one if there is none yet.
    fn waveform(&self) -> Option<Reply> {
        let trace = self.last_hand.as_ref().or_else(|| self.machine.trace())?;
        let mut vcd = Vec::new();
        // Neither call can fail: the VCD is ASCII text and is written to memory.
        Waveform::new(self.machine.hierarchy()).write(trace, &mut vcd).ok()?;
        let vcd = String::from_utf8(vcd).ok()?;
        Some(Reply::Waveform { svg: timing_diagram(&self.machine, trace).svg(), vcd })
    }

    /// Adds the error of a request, the board, and whatever else has changed since the last call.
    fn push_changes(
        &mut self,
        result: Result<(), RequestError>,
        now: Instant,
        replies: &mut Vec<Reply>,
    ) {
        if let Err(error) = result {
            replies.push(Reply::Error { message: error.to_string() });
        }
        let outputs = self.machine.outputs();
        replies.push(Reply::Board(Board {
            hex: std::array::from_fn(|number| outputs.hex(number)),
            ledr: outputs.ledr(),
            keys: std::array::from_fn(|key| self.machine.is_pressed(key)),
            cycle: self.machine.cycle(),
            rate: self.clock.rate(&self.machine, now),
        }));
        let table = view::table(&self.table, outputs);
        if self.sent.table.as_ref() != Some(&table) {
            replies.push(Reply::Table(Box::new(table.clone())));
            self.sent.table = Some(table);
        }
        let score_card = self.table.score_card();
        if self.sent.score_card.as_deref() != Some(score_card.entries()) {
            replies.push(Reply::Roads(view::roads(score_card)));
            self.sent.score_card = Some(score_card.entries().to_vec());
        }
        let internals = self.probes.read(&self.machine);
        if self.sent.internals.as_ref() != Some(&internals) {
            replies.push(Reply::Internals(internals.clone()));
            self.sent.internals = Some(internals);
        }
    }
}
