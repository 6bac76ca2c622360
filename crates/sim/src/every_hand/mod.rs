//! Every hand, played at the pins of a `task5`: our own or somebody else's.
//!
//! The hardware has no input for cards. The card dealt is the value of the shoe's counter when
//! KEY\[0\] is released, so a hand is dealt by waiting for the right number of cycles before each
//! press. [`Conventions`] state how a design deals and what it shows. Those of ours are known:
//! after every press LEDR and the six displays are compared with the rules in
//! [`punto_banco`]. `baccarat-judge` learns those of other designs.
//!
//! | module | contents |
//! |---|---|
//! | `conventions` | how keys are pressed, how the cards follow from the waits, and what is shown |
//! | `driver` | pressing the keys of many boards |
//! | `batch` | the hand of each lane, and its waits |
//! | `lane_runner` | the hands of a batch on the boards of its lanes |
//! | `expected` | the expected outputs of each lane, from the rules |
//! | `run` | all hands on our own design, on all cores |
//! | `replay` | one hand on a [`SimulatedBoard`](crate::SimulatedBoard), for diagnosis |
//! | `results` | outcomes counted and weighted |

mod batch;
mod conventions;
mod driver;
mod expected;
mod lane_runner;
mod replay;
mod results;
mod run;

pub use batch::{BATCHES, HANDS_PER_BATCH};
pub use batch::{CHUNKS, Hand, Order, varied_cards};
pub use conventions::Conventions;
pub use conventions::{
    FURTHER_PRESSES, KeyEdge, Shoe, THIRDS, ThirdPresses, Timing, WaitPhase, dealt_cards, thirds,
};
pub use driver::Driver;
pub use lane_runner::LaneRunner;
pub use replay::{PressResult, ReplayedHand, replay};
pub use results::Results;
pub use run::{Mismatch, play_every_hand, play_every_hand_on_gates};

/// The number of sequences of six ranks: 13^6.
pub const HANDS: usize = 4_826_809;
