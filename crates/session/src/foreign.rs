//! A foreign design.

use std::time::{Duration, Instant};

use super::changes::Changes;
use super::real_time::{CLOCK_50, FASTEST, RealTimeClock};
use super::{Page, RequestError, SharedDesign};
use crate::picture::picture;
use crate::protocol::{
    BoardState, DesignRequest, DesignSummary, HeaderState, KeyboardState, MouseState, Reply,
    RunEvent, Simulation,
};
use board_simulation::Frame;
use de1_soc::{GPIO, KEYS, SWITCHES};
use run::Run;
use virtual_board::{ForeignBoard, MAXIMUM_TRACED, MAXIMUM_TRACED_BITS, MouseButtons, PinPosition};

mod audio;
mod cost;
mod run;
mod signals;
mod terminal;

/// How often the design is simulated, and the page gets what has changed.
const INTERVAL: Duration = Duration::from_millis(15);

/// The shortest time between two pictures.
const PICTURE_INTERVAL: Duration = Duration::from_millis(20);

/// The part of the frequency below which a design is slow, and that above which it no longer is.
const SLOW: f64 = 0.85;
const FAST_AGAIN: f64 = 0.95;

/// The largest number of cycles in a request.
pub const MAXIMUM_CYCLES: u64 = 2_000;

/// The lowest frequency in Hz.
pub const LOWEST_FREQUENCY: f64 = 1.0;

/// The design of one tab.
pub struct ForeignSession {
    shown: SharedDesign,
    board: ForeignBoard,
    clock: RealTimeClock,
    /// Runs while the clock is paused.
    run: Run,
    is_hidden: bool,
    is_slow: bool,
    /// Whether the page wants to hear the audio codec.
    is_sound_on: bool,
    sent: Sent,
}

/// What the page has.
#[derive(Default)]
struct Sent {
    has_design: bool,
    board: Changes<BoardState>,
    simulation: Changes<Simulation>,
    /// The number of the frame, and when it was sent or found to be the same.
    frame: Option<(u64, Instant)>,
    picture: Option<Frame>,
}

impl ForeignSession {
    /// Starts a design at power-up.
    pub fn new(shown: SharedDesign, now: Instant) -> ForeignSession {
        let design = shown.get().elaborated.design.clone();
        ForeignSession {
            board: ForeignBoard::new(design),
            shown,
            clock: RealTimeClock::new(now),
            run: Run::None,
            is_hidden: false,
            is_slow: false,
            is_sound_on: false,
            sent: Sent::default(),
        }
    }

    /// Shows the newest design, if that is another one.
    fn update_design(&mut self, now: Instant) {
        let design = self.shown.get().elaborated.design.clone();
        if !std::ptr::eq(self.board.design(), &*design) {
            self.board.replace_design(design);
            self.run = Run::None;
            self.clock.restart(0, now);
            self.sent.has_design = false;
            self.sent.simulation = Changes::default();
            self.forget_board();
        }
    }

    fn set_frequency(&mut self, hertz: Option<f64>, now: Instant) -> Result<(), RequestError> {
        if hertz.is_some_and(|hertz| !(LOWEST_FREQUENCY..=FASTEST).contains(&hertz)) {
            return Err(RequestError::Frequency);
        }
        self.clock.set_frequency(hertz, self.board.cycle(), now);
        Ok(())
    }

    /// Stops simulated time while the tab is hidden. It goes on where it was.
    fn set_hidden(&mut self, is_hidden: bool, now: Instant) {
        if self.is_hidden && !is_hidden {
            self.clock.restart(self.board.cycle(), now);
        }
        self.is_hidden = is_hidden;
    }

    /// Notices whether the design is slower than the frequency that was set, or than the board.
    fn notice_speed(&mut self) {
        let expected = self.clock.frequency().unwrap_or(CLOCK_50).min(CLOCK_50);
        let is_stopped = self.is_hidden || self.clock.is_paused() || self.board.failure().is_some();
        self.is_slow = match self.clock.rate() {
            Some(rate) if !is_stopped => {
                rate < expected * if self.is_slow { FAST_AGAIN } else { SLOW }
            }
            _ => false,
        };
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
        self.run.forget_signal();
        self.board.set_traced(names);
        Ok(())
    }

    /// Runs cycles of the paused clock.
    fn run_cycles(&mut self, mut cycles: u64, now: Instant) {
        self.run = Run::None;
        while cycles > 0 && self.board.failure().is_none() {
            cycles -= self.board.run(cycles, now);
        }
    }

    fn push_picture(&mut self, now: Instant, replies: &mut Vec<Reply>) -> Result<(), RequestError> {
        let Some((number, frame)) = self.board.picture() else {
            self.sent.picture = None;
            if self.sent.frame.take().is_some() {
                replies.push(Reply::Picture { png: None });
            }
            return Ok(());
        };
        let is_due = self.sent.frame.is_none_or(|(sent, then)| {
            sent != number && now.saturating_duration_since(then) >= PICTURE_INTERVAL
        });
        if is_due {
            if self.sent.picture.as_ref() != Some(frame) {
                replies.push(picture(frame)?);
                self.sent.picture = Some(frame.clone());
            }
            self.sent.frame = Some((number, now));
        }
        Ok(())
    }

    fn outputs(&self) -> BoardState {
        BoardState {
            hex: std::array::from_fn(|number| self.board.output(&format!("HEX{number}"))),
            ledr: self.board.output("LEDR"),
            keys: std::array::from_fn(|key| self.board.is_pressed(key)),
            switches: self.board.switches(),
            cycle: self.board.cycle(),
            rate: match self.board.failure() {
                // It is as high as possible, and changes all the time.
                None if self.run.is_running() => None,
                None if !self.is_hidden => self.clock.rate(),
                _ => Some(0.0),
            },
            paused: self.clock.is_paused() && !self.run.is_running(),
        }
    }

    fn simulation(&self) -> Simulation {
        let tracer = self.board.traced();
        Simulation {
            frequency: self.clock.frequency(),
            run: self.run.text(),
            slow: self.is_slow.then(|| cost::text(self.board.cost())),
            failure: self.board.failure().map(ToString::to_string),
            problem: self.shown.get().problem,
            monitor: self.board.monitor_text(),
            keyboard: self.board.keyboard().map(|keyboard| KeyboardState {
                held: keyboard.held().collect(),
                leds: keyboard.leds(),
            }),
            mouse: self.board.mouse().map(|mouse| MouseState {
                buttons: mouse.buttons(),
                reporting: mouse.is_reporting(),
            }),
            audio: audio::state(&self.board, &self.clock),
            leds: self.board.leds(),
            headers: {
                let switches = self.board.header_switches();
                std::array::from_fn(|header| HeaderState {
                    levels: self.board.output(GPIO[header].0),
                    switches: switches[header],
                })
            },
            terminal: terminal::state(&self.board),
            traced: signals::values(&self.board),
            changes: tracer.trace.samples.len(),
            full: !tracer.signals.is_empty() && !tracer.is_recording(),
        }
    }

    fn design(&self) -> DesignSummary {
        let (design, pins) = (self.board.design(), self.board.pins());
        let switches = pins.connected_switches();
        DesignSummary {
            name: design.top.clone(),
            connected: pins.connected.clone(),
            unconnected: pins.unconnected.clone(),
            keys: pins.connected_keys(),
            switches,
            monitor: pins.has_monitor(),
            frames: self.board.monitor().is_some(),
            keyboard: pins.has_keyboard(),
            mouse: pins.has_mouse(),
            matrix: pins.has_matrix,
            audio: pins.has_codec,
            headers: pins.headers.clone(),
            gates: design.netlist.graph.len(),
            registers: design.netlist.registers.len(),
            signals: design.netlist.signals.len(),
            warnings: {
                let warnings = self.shown.get().elaborated.warnings.clone();
                warnings.into_iter().chain(design.latch_warning()).collect()
            },
        }
    }
}

impl Page for ForeignSession {
    type Request = DesignRequest;

    fn interval(&self) -> Duration {
        INTERVAL
    }

    fn is_costly(request: &DesignRequest) -> bool {
        use DesignRequest as Request;
        matches!(request, Request::Waveform {} | Request::PowerUp {} | Request::Trace { .. })
    }

    fn catch_up(&mut self, now: Instant) -> Result<(), RequestError> {
        if self.is_hidden {
            return Ok(());
        }
        self.update_design(now);
        let board = &mut self.board;
        self.run.advance(board);
        let cycle = board.cycle();
        self.clock.catch_up(cycle, now, |cycles, deadline| Ok(board.run(cycles, deadline)))
    }

    fn start(&mut self, _: &mut Vec<Reply>) -> Result<(), RequestError> {
        self.sent = Sent::default();
        self.is_sound_on = false;
        (0..KEYS).for_each(|key| self.board.set_key(key, false));
        self.board.release_keyboard();
        self.board.set_mouse(0, 0, MouseButtons::default());
        Ok(())
    }

    fn answer(
        &mut self,
        request: DesignRequest,
        now: Instant,
        replies: &mut Vec<Reply>,
    ) -> Result<(), RequestError> {
        use DesignRequest as Request;
        match request {
            Request::Key { key, .. } if key >= KEYS => return Err(RequestError::UnknownKey(key)),
            Request::Key { key, pressed } => self.board.set_key(key, pressed),
            Request::Switch { switch, .. } if switch >= SWITCHES => {
                return Err(RequestError::UnknownSwitch(switch));
            }
            Request::Switch { switch, on } => self.board.set_switch(switch, on),
            Request::HeaderPin { header, pin, .. } if !(PinPosition { header, pin }).is_known() => {
                return Err(RequestError::UnknownHeaderPin { header, pin });
            }
            Request::HeaderPin { header, pin, high } => {
                self.board.set_header_pin(header, pin, high);
            }
            Request::Terminal { settings } => {
                replies.extend(terminal::received(&mut self.board));
                terminal::connect(&mut self.board, settings)?;
            }
            Request::Type { bytes } => terminal::type_bytes(&mut self.board, &bytes)?,
            Request::KeyboardKey { code, pressed } => {
                if !self.board.set_keyboard_key(&code, pressed) {
                    return Err(RequestError::UnknownKeyboardKey(code));
                }
            }
            Request::ReleaseKeyboard {} => self.board.release_keyboard(),
            Request::Mouse { right, down, buttons } => {
                if !self.board.set_mouse(right, down, buttons) {
                    return Err(RequestError::NoMouse);
                }
            }
            Request::Sound { .. } if self.board.codec().is_none() => {
                return Err(RequestError::NoAudio);
            }
            Request::Sound { on } => self.is_sound_on = on,
            Request::Pause {} => {
                self.run = Run::None;
                self.clock.pause(now);
            }
            Request::Resume {} => {
                self.run = Run::None;
                self.clock.resume(self.board.cycle(), now);
            }
            Request::Cycle {} | Request::Cycles { .. }
                if !self.clock.is_paused() || self.run.is_running() =>
            {
                return Err(RequestError::NotPaused);
            }
            Request::Cycle {} => self.run_cycles(1, now),
            Request::Cycles { count } if count > MAXIMUM_CYCLES => {
                return Err(RequestError::TooManyCycles);
            }
            Request::Cycles { count } => self.run_cycles(count, now),
            Request::RunUntil { event: RunEvent::Frame } if self.board.monitor().is_none() => {
                return Err(RequestError::NoMonitor);
            }
            Request::RunUntil { event } => {
                let run = Run::until(event, &self.board)?;
                self.clock.pause(now);
                self.run = run;
            }
            Request::Visibility { hidden } => self.set_hidden(hidden, now),
            Request::Frequency { hertz } => self.set_frequency(hertz, now)?,
            Request::PowerUp {} => {
                self.run = Run::None;
                replies.extend(terminal::received(&mut self.board));
                self.board.power_up();
                self.clock.restart(0, now);
            }
            Request::Find { text } => replies.push(signals::find(&self.board, text)),
            Request::Trace { signals } => self.trace(&signals)?,
            Request::Waveform {} => replies.extend(signals::waveform(&self.board)),
            Request::Ping {} => {}
        }
        Ok(())
    }

    fn forget_board(&mut self) {
        self.sent.board = Changes::default();
    }

    fn push_changes(&mut self, now: Instant, replies: &mut Vec<Reply>) -> Result<(), RequestError> {
        if !std::mem::replace(&mut self.sent.has_design, true) {
            replies.push(Reply::Design(Box::new(self.design())));
        }
        self.notice_speed();
        let result = self.push_picture(now, replies);
        replies.extend(terminal::received(&mut self.board));
        replies.extend(audio::samples(&mut self.board, &self.clock, self.is_sound_on));
        let (board, simulation) = (self.outputs(), self.simulation());
        self.sent.board.push_unless(BoardState::is_continued, board, Reply::Board, replies);
        let reply = |simulation| Reply::Simulation(Box::new(simulation));
        self.sent.simulation.push(simulation, reply, replies);
        result
    }
}
