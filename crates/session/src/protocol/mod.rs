//! The messages between page and server: one JSON object each, identified by its `type`. Money is
//! in cents, that of `casino` in credits.

mod devices;
mod requests;
mod tables;
mod timing;

use serde::Serialize;

pub use devices::{AudioState, HeaderState, KeyboardState, MouseState, TerminalState};
use punto_banco::Outcome;
use punto_banco::roads::Roads;
pub use requests::{
    CasinoRequest, DesignRequest, FirstMessage, RunEvent, Saved, Task5Request, parse,
};
pub use tables::{
    Casino, CasinoPayout, CasinoShoe, CasinoStakes, Displays, Hand, Release, Shoe, Table,
};
pub use timing::{Timing, TimingEvent, TimingKind, TimingRow};
use virtual_board::{HeaderPin, Leds};

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    Welcome {
        token: String,
        resumed: bool,
        /// `direct` or `synchronised`; absent for a foreign design.
        clocking: Option<String>,
    },
    Board(BoardState),
    /// The table of `task5`, which the server keeps.
    Table(Box<Table>),
    /// The table of `casino`, which the machine keeps.
    Casino(Box<Casino>),
    Roads(Roads),
    /// A foreign design, after `welcome` and when it is replaced.
    Design(Box<DesignSummary>),
    /// The simulation of a foreign design, when it changes.
    Simulation(Box<Simulation>),
    /// The answer to `find`.
    Found {
        text: String,
        /// The number of signals that fit.
        total: usize,
        /// The first of them.
        signals: Vec<FoundSignal>,
    },
    /// A frame of the monitor, when it changes.
    Picture {
        /// A PNG file in Base64; absent if there is no picture any more.
        png: Option<String>,
    },
    /// What is heard of the audio codec since the last such message, while sound is on.
    Samples {
        /// The number of samples of either side in a second.
        rate: u32,
        /// In Base64: 16 bits each, lower byte first, left and right in turn.
        samples: String,
    },
    /// What the design has sent to the terminal since the last such message.
    Received {
        /// In Base64.
        bytes: String,
    },
    /// The hands that have ended since the last such message; after `welcome`, all that are kept.
    History {
        hands: Vec<PlayedHand>,
    },
    Internals(Internals),
    /// The last hand, or the traced signals, as a timing diagram and as a VCD file.
    Waveform {
        timing: Timing,
        vcd: String,
    },
    /// The cards of `choose` can be dealt.
    Chosen {
        cards: Vec<String>,
    },
    /// A request failed.
    Error {
        message: String,
    },
    /// The page gets no session, or has lost it. The server closes the connection.
    Refused {
        message: String,
    },
}

/// The outputs, keys and switches of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardState {
    /// HEX0 to HEX5, 7 bits each, active low. Bit 0 is segment a.
    pub hex: [u64; 6],
    /// LEDR, 10 bits.
    pub ledr: u64,
    /// Whether KEY0 to KEY3 are pressed.
    pub keys: [bool; 4],
    /// SW, 10 bits; 0 if the switches are not connected.
    pub switches: u64,
    /// Rising edges of CLOCK_50 since power-up.
    pub cycle: u64,
    /// The recent number of simulated cycles per second; absent until it has been measured.
    pub rate: Option<f64>,
    /// The clock is stopped.
    pub paused: bool,
}

impl BoardState {
    /// Returns whether a later state differs only in the number of cycles, while the clock runs as
    /// fast as before. The page counts on by itself.
    pub(crate) fn is_continued(&self, after: &BoardState) -> bool {
        let has_same_rate = match (self.rate, after.rate) {
            (Some(before), Some(after)) => (after - before).abs() <= 0.005 * before,
            (before, after) => before == after,
        };
        let before = BoardState { cycle: after.cycle, rate: after.rate, ..self.clone() };
        has_same_rate && before == *after
    }
}

/// A hand that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedHand {
    /// Counts the hands of the session from 1.
    pub number: u64,
    /// Ranks such as `10`, for `casino` with the letters of the suits, such as `10H`.
    pub player: Vec<String>,
    pub banker: Vec<String>,
    pub player_score: u64,
    pub banker_score: u64,
    /// Absent if the hand was abandoned.
    pub outcome: Option<Outcome>,
    pub stakes: HandStakes,
    /// What it has paid back, stakes included.
    pub paid: u64,
    /// The bankroll after the hand.
    pub bankroll: u64,
    /// The player has chosen a card of this hand, or before of this shoe: by its name, or by the
    /// cycle of a paused clock.
    pub chosen: bool,
    /// What the hands of the session have won since its start, this one included; negative if they
    /// have lost.
    pub net: i64,
}

impl PlayedHand {
    /// Returns the number of cards.
    pub fn cards(&self) -> usize {
        self.player.len() + self.banker.len()
    }
}

/// The stakes of a hand, in the money of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HandStakes {
    pub player: u64,
    pub banker: u64,
    pub tie: u64,
}

impl HandStakes {
    /// Returns the sum of the stakes.
    pub fn total(self) -> u64 {
        self.player + self.banker + self.tie
    }
}

/// The internal signals of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Internals {
    /// The name of the current state.
    pub state: String,
    /// Registers and nets.
    pub signals: Vec<Signal>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Signal {
    pub name: String,
    pub value: String,
}

/// A foreign design and its pins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DesignSummary {
    /// The top module.
    pub name: String,
    /// The ports that are connected to the board, such as `KEY[3:0]`.
    pub connected: Vec<String>,
    /// The ports, or parts of them, that are not, each with the reason.
    pub unconnected: Vec<String>,
    /// Whether KEY0 to KEY3 are connected.
    pub keys: [bool; 4],
    /// The switches that are connected, 10 bits.
    pub switches: u64,
    /// Whether it has outputs for a monitor.
    pub monitor: bool,
    /// Whether what these send are frames, not single pixels.
    pub frames: bool,
    /// Whether it has ports for a PS/2 keyboard.
    pub keyboard: bool,
    /// Whether it has ports for a PS/2 mouse.
    pub mouse: bool,
    /// Whether it has outputs for the LED matrix.
    pub matrix: bool,
    /// Whether it sends samples to the audio codec.
    pub audio: bool,
    /// The pins of GPIO_0 and GPIO_1 with lights and switches, in ascending order.
    pub headers: [Vec<HeaderPin>; 2],
    pub gates: usize,
    /// Bits of registers and latches.
    pub registers: usize,
    /// Signals with a name.
    pub signals: usize,
    /// Yosys's warnings, then those of this program.
    pub warnings: Vec<String>,
}

/// The state of the simulation of a foreign design.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Simulation {
    /// The frequency of CLOCK_50 in Hz that was set; absent if it is as fast as possible.
    pub frequency: Option<f64>,
    /// What the last run of a paused clock waits for, or how it has ended; absent after another
    /// request to the clock.
    pub run: Option<String>,
    /// Why it is slower than that; absent if it is not.
    pub slow: Option<String>,
    /// Why the simulation has ended: only a return to power-up goes on.
    pub failure: Option<String>,
    /// Why changed sources could not be read: the design is still that of before.
    pub problem: Option<String>,
    /// What the monitor shows, or why it shows nothing; absent without a monitor.
    pub monitor: Option<String>,
    /// The terminal at the headers, if one is connected.
    pub terminal: Option<TerminalState>,
    /// The PS/2 keyboard, if there is one.
    pub keyboard: Option<KeyboardState>,
    /// The PS/2 mouse, if there is one.
    pub mouse: Option<MouseState>,
    /// The audio codec, if there is one.
    pub audio: Option<AudioState>,
    /// What the LED matrix shows, if there is one.
    pub leds: Option<Leds>,
    /// GPIO_0 and GPIO_1.
    pub headers: [HeaderState; 2],
    /// The signals that are traced, with their values.
    pub traced: Vec<TracedValue>,
    /// The number of recorded changes.
    pub changes: usize,
    /// No further changes are recorded.
    pub full: bool,
}

/// A signal that is traced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TracedValue {
    pub name: String,
    /// Its width in bits.
    pub width: usize,
    /// A bit as it is, a bus in hexadecimal.
    pub value: String,
    /// Whether it is CLOCK_50, which changes in each cycle.
    pub clock: bool,
}

/// A signal of a foreign design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundSignal {
    /// Its path from the top module, such as `dp.pcard1`.
    pub name: String,
    /// Its width in bits.
    pub width: usize,
    /// The file and the line of its declaration, such as `datapath.sv:12`, if they are known.
    pub place: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::collections::{BTreeMap, HashSet};
    use std::fs;

    use ts_rs::{Config, TS, TypeVisitor};

    use super::*;

    const HEADER: &str = "\
// The messages between page and server, generated from crates/session/src/protocol.
// To update it: WRITE_PROTOCOL=1 cargo test --package board-session protocol
";

    /// Collects the TypeScript declarations of types and of all types that they refer to.
    struct Declarations {
        config: Config,
        visited: HashSet<TypeId>,
        by_name: BTreeMap<String, String>,
    }

    impl TypeVisitor for Declarations {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            if !self.visited.insert(TypeId::of::<T>()) {
                return;
            }
            // Only types with a derived implementation have a path.
            if T::output_path().is_some() {
                let declaration = without_comments(&T::decl(&self.config));
                self.by_name.insert(T::ident(&self.config), format!("export {declaration}\n"));
            }
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }

    /// Removes `/** */` comments: the documentation is in the Rust source.
    fn without_comments(declaration: &str) -> String {
        let mut parts = declaration.split("\n/**");
        let first = parts.next().unwrap_or_default().to_string();
        parts
            .fold(first, |text, part| text + part.split_once("*/\n").map_or(part, |(_, code)| code))
    }

    #[test]
    fn the_type_declarations_of_the_page_are_current() {
        let mut declarations = Declarations {
            config: Config::new().with_large_int("number"),
            visited: HashSet::new(),
            by_name: BTreeMap::new(),
        };
        declarations.visit::<FirstMessage>();
        declarations.visit::<Task5Request>();
        declarations.visit::<CasinoRequest>();
        declarations.visit::<DesignRequest>();
        declarations.visit::<Reply>();
        let text = declarations
            .by_name
            .into_values()
            .fold(HEADER.to_string(), |text, declaration| text + "\n" + &declaration);

        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../board/src/server/page/protocol.d.ts");
        if std::env::var_os("WRITE_PROTOCOL").is_some() {
            fs::write(path, text).expect("written");
        } else {
            let committed = fs::read_to_string(path).unwrap_or_default();
            assert_eq!(
                committed, text,
                "to update it: WRITE_PROTOCOL=1 cargo test --package board-session protocol"
            );
        }
    }
}
