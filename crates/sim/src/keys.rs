//! The roles of the keys.
//!
//! | key | in `task5` | in `casino` |
//! |---|---|---|
//! | [`STEP_KEY`] | deals a card | draws a card |
//! | [`STAKES_KEY`] | | shows the stakes |
//! | [`BANKROLL_KEY`] | | shows the bankroll |
//! | [`RESET_KEY`] | starts a new hand | clears the table |

/// The number of the key that deals a card when it is released.
pub const STEP_KEY: usize = 0;

/// The number of the key that is held for the stakes; with [`BANKROLL_KEY`], for the cards before
/// the cut card.
pub const STAKES_KEY: usize = 1;

/// The number of the key that is held for the bankroll.
pub const BANKROLL_KEY: usize = 2;

/// The number of the key that is held while the step key is released to start a new hand or to
/// clear the table.
pub const RESET_KEY: usize = 3;
