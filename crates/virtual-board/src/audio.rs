//! The audio codec WM8731. Times are in cycles of CLOCK_50.
//!
//! A design configures it on an I²C bus, and then sends it samples. What is in here is that of
//! Wolfson's *WM8731 / WM8731L Portable Internet Audio CODEC*.
//!
//! | module | contents |
//! |---|---|
//! | `codec` | the codec as a device |
//! | `bus` | bytes on the I²C bus |
//! | `registers` | its settings |
//! | `samples` | the bits of samples |
//! | `meter` | the level and the rate of samples |

mod bus;
mod codec;
mod meter;
mod registers;
mod samples;

pub use codec::Codec;
pub use meter::Reading;
pub use registers::{Registers, Silence};

#[cfg(test)]
mod tests;
