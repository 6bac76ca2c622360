//! What the simulators of a board have in common.
//!
//! | module | contents |
//! |---|---|
//! | `board_lanes` | many boards with one design, in parallel lanes |
//! | `frame` | a picture on a monitor |
//! | `period_search` | detection of the period of the state |

mod board_lanes;
mod frame;
mod period_search;

pub use board_lanes::{BoardLanes, Copies, OutputPlanes};
pub use frame::{CHANNELS, Frame};
pub use period_search::PeriodSearch;
