//! Exhaustive verification: every hand, played at the pins of `task5`.
//!
//! The hardware has no input for cards. The card dealt is the value of the shoe's counter when
//! KEY\[0\] is released, so a hand is dealt by waiting for the right number of cycles before each
//! press. After every press LEDR and the six displays are compared with the rules in
//! [`game`](crate::game).
//!
//! | module | contents |
//! |---|---|
//! | `pin_driver` | driving keys and clock to deal a card, in both clockings |
//! | `batch` | the hand of each lane, and its waits |
//! | `expected` | the expected outputs of each lane, from the rules |
//! | `run` | all hands, on all cores |
//! | `replay` | one hand on a [`SimulatedBoard`](crate::simulation::SimulatedBoard), for diagnosis |
//! | `results` | outcomes counted and weighted |

mod batch;
mod expected;
mod pin_driver;
mod replay;
mod results;
mod run;

pub use batch::{BATCHES, HANDS_PER_BATCH};
pub use replay::{PressResult, ReplayedHand, replay};
pub use results::Results;
pub use run::{LaneRunner, Mismatch, play_every_hand, play_every_hand_on_gates};

/// The number of sequences of six ranks: 13^6.
pub const HANDS: usize = 4_826_809;
