//! A foreign design.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::real_time::{FASTEST, RealTimeClock};
use super::{BoardError, Session, monitor};
use crate::de1_soc::{KEYS, SWITCHES};
use crate::foreign::Elaborated;
use crate::generator::Clocking;
use crate::server::protocol::{Board, Design, Reply, Request, Simulation};
use crate::simulation::foreign_board::{ForeignBoard, MAXIMUM_TRACED, MAXIMUM_TRACED_BITS};

mod signals;

/// How often the design is simulated, and the page gets what has changed.
const INTERVAL: Duration = Duration::from_millis(20);

/// The shortest time between two pictures.
const PICTURE_INTERVAL: Duration = Duration::from_millis(40);

/// The lowest frequency in Hz.
const LOWEST_FREQUENCY: f64 = 1.0;

/// The design of one tab.
pub struct ForeignSession {
    elaborated: Arc<Elaborated>,
    board: ForeignBoard,
    clock: RealTimeClock,
    sent: Sent,
}

/// What was last sent to the page.
#[derive(Default)]
struct Sent {
    board: Option<Board>,
    simulation: Option<Simulation>,
    /// The number of the frame, and when it was sent.
    frame: Option<(u64, Instant)>,
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
enum RequestError {
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Png(#[from] png::EncodingError),
    #[error("the frequency has to be from {LOWEST_FREQUENCY} Hz to {FASTEST} Hz")]
    Frequency,
    #[error("at most {MAXIMUM_TRACED} signals can be traced at once")]
    TooManySignals,
    #[error("the traced signals may have at most {MAXIMUM_TRACED_BITS} bits together")]
    TooManyBits,
    #[error("there is no signal `{0}`")]
    UnknownSignal(String),
}

impl ForeignSession {
    /// Starts a design at power-up.
    pub fn new(elaborated: Arc<Elaborated>, now: Instant) -> ForeignSession {
        ForeignSession {
            board: ForeignBoard::new(elaborated.design.clone()),
            elaborated,
            clock: RealTimeClock::new(now),
            sent: Sent::default(),
        }
    }

    fn catch_up(&mut self, now: Instant) {
        let board = &mut self.board;
        let cycle = board.cycle();
        let run = |cycles, deadline| Ok::<u64, Infallible>(board.run(cycles, deadline));
        let Ok(()) = self.clock.catch_up(cycle, now, run);
    }

    fn answer(
        &mut self,
        request: Request,
        now: Instant,
        replies: &mut Vec<Reply>,
    ) -> Result<(), RequestError> {
        match request {
            Request::Hello { .. } => return Err(BoardError::DuplicateHello.into()),
            Request::Key { key, .. } if key >= KEYS => {
                return Err(BoardError::UnknownKey(key).into());
            }
            Request::Key { key, pressed } => self.board.set_key(key, pressed),
            Request::Switch { switch, .. } if switch >= SWITCHES => {
                return Err(BoardError::UnknownSwitch(switch).into());
            }
            Request::Switch { switch, on } => self.board.set_switch(switch, on),
            Request::Pause {} => self.clock.pause(now),
            Request::Resume {} => self.clock.resume(self.board.cycle(), now),
            Request::Cycle {} if self.clock.is_paused() => {
                self.board.run(1, now);
            }
            Request::Cycle {} => return Err(BoardError::NotPaused.into()),
            Request::Frequency { hertz } => self.set_frequency(hertz, now)?,
            Request::PowerUp {} => {
                self.board.power_up();
                self.clock.restart(0, now);
            }
            Request::Find { text } => replies.push(signals::find(self.board.design(), text)),
            Request::Trace { signals } => self.trace(&signals)?,
            Request::Waveform {} => {
                replies.extend(signals::waveform(&self.board));
            }
            Request::Ping {} => {}
            _ => return Err(BoardError::NotFor("a design").into()),
        }
        Ok(())
    }

    fn set_frequency(&mut self, hertz: Option<f64>, now: Instant) -> Result<(), RequestError> {
        if hertz.is_some_and(|hertz| !(LOWEST_FREQUENCY..=FASTEST).contains(&hertz)) {
            return Err(RequestError::Frequency);
        }
        self.clock.set_frequency(hertz, self.board.cycle(), now);
        Ok(())
    }

    fn trace(&mut self, names: &[String]) -> Result<(), RequestError> {
        if names.len() > MAXIMUM_TRACED {
            return Err(RequestError::TooManySignals);
        }
        let signals = &self.board.design().netlist.signals;
        let unknown = names.iter().find(|name| signals.iter().all(|(path, _)| path != *name));
        if let Some(name) = unknown {
            return Err(RequestError::UnknownSignal(name.clone()));
        }
        let traced = signals.iter().filter(|(path, _)| names.contains(path));
        if traced.map(|(_, bits)| bits.len()).sum::<usize>() > MAXIMUM_TRACED_BITS {
            return Err(RequestError::TooManyBits);
        }
        self.board.set_traced(names);
        Ok(())
    }

    /// Adds the error of a request, and whatever has changed since the last call.
    fn push_changes(
        &mut self,
        result: Result<(), RequestError>,
        now: Instant,
        replies: &mut Vec<Reply>,
    ) {
        if let Err(error) = result.and_then(|()| self.push_picture(now, replies)) {
            replies.push(Reply::Error { message: error.to_string() });
        }
        let board = self.outputs();
        if self.sent.board.as_ref() != Some(&board) {
            replies.push(Reply::Board(board.clone()));
            self.sent.board = Some(board);
        }
        let simulation = self.simulation();
        if self.sent.simulation.as_ref() != Some(&simulation) {
            replies.push(Reply::Simulation(simulation.clone()));
            self.sent.simulation = Some(simulation);
        }
    }

    fn push_picture(&mut self, now: Instant, replies: &mut Vec<Reply>) -> Result<(), RequestError> {
        let Some((number, frame)) = self.board.monitor().and_then(|monitor| monitor.picture())
        else {
            if self.sent.frame.take().is_some() {
                replies.push(Reply::Picture { png: None });
            }
            return Ok(());
        };
        let is_due = self.sent.frame.is_none_or(|(sent, then)| {
            sent != number && now.saturating_duration_since(then) >= PICTURE_INTERVAL
        });
        if is_due {
            replies.push(monitor::picture(frame)?);
            self.sent.frame = Some((number, now));
        }
        Ok(())
    }

    fn outputs(&self) -> Board {
        Board {
            hex: std::array::from_fn(|number| self.board.output(&format!("HEX{number}"))),
            ledr: self.board.output("LEDR"),
            keys: std::array::from_fn(|key| self.board.is_pressed(key)),
            switches: self.board.switches(),
            cycle: self.board.cycle(),
            rate: if self.board.failure().is_some() { Some(0.0) } else { self.clock.rate() },
            paused: self.clock.is_paused(),
        }
    }

    fn simulation(&self) -> Simulation {
        let tracer = self.board.traced();
        Simulation {
            frequency: self.clock.frequency(),
            failure: self.board.failure().map(ToString::to_string),
            monitor: self.board.monitor().map(|monitor| monitor.signal().to_string()),
            traced: signals::values(&self.board),
            changes: tracer.trace.samples.len(),
            full: !tracer.signals.is_empty() && !tracer.is_recording(),
        }
    }

    fn design(&self) -> Design {
        let (design, pins) = (self.board.design(), self.board.pins());
        let switches = pins.connected_switches();
        Design {
            name: design.top.clone(),
            connected: pins.connected.clone(),
            unconnected: pins.unconnected.clone(),
            keys: pins.connected_keys(),
            switches,
            monitor: pins.has_monitor(),
            gates: design.netlist.graph.len(),
            registers: design.netlist.registers.len(),
            signals: design.netlist.signals.len(),
            warnings: self.elaborated.warnings.clone(),
        }
    }
}

impl Session for ForeignSession {
    fn clocking(&self) -> Option<Clocking> {
        None
    }

    fn interval(&self) -> Duration {
        INTERVAL
    }

    fn connect(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        self.sent = Sent::default();
        self.catch_up(now);
        replies.push(Reply::Design(Box::new(self.design())));
        (0..KEYS).for_each(|key| self.board.set_key(key, false));
        self.push_changes(Ok(()), now, replies);
    }

    fn advance(&mut self, now: Instant, replies: &mut Vec<Reply>) {
        self.catch_up(now);
        self.push_changes(Ok(()), now, replies);
    }

    fn handle(&mut self, request: Request, now: Instant, replies: &mut Vec<Reply>) {
        self.sent.board = None;
        self.catch_up(now);
        let result = self.answer(request, now, replies);
        self.push_changes(result, now, replies);
    }
}
