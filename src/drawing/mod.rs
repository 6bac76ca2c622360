//! A simulated hand drawn for people.
//!
//! | module | contents |
//! |---|---|
//! | `hand` | the timing diagram of a hand |
//! | `judged_hand` | that of a hand on somebody's design |
//! | `displays` | the seven-segment displays as text |

mod displays;
mod hand;
mod judged_hand;

pub use displays::displays;
pub use hand::timing_diagram;
pub use judged_hand::judged_hand_diagram;
