//! The server of `baccarat board`, asked as browsers ask it, and as they should not.

mod guests;
mod long_play;
mod machines;
mod premises;
mod requests;
mod table;
