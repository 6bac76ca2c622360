//! A simulated hand drawn for people.
//!
//! | module | contents |
//! |---|---|
//! | `hand` | the timing diagram of a hand |
//! | `displays` | the seven-segment displays as text |

mod displays;
mod hand;

pub use displays::displays;
pub use hand::timing_diagram;
