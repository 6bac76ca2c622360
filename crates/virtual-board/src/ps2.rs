//! The devices at the PS/2 connector. Times are in cycles of CLOCK_50.
//!
//! | module | contents |
//! |---|---|
//! | `link` | bytes on the two lines |
//! | `port` | what waits to be sent |
//! | `keyboard` | the keyboard |
//! | `scan_codes` | the codes of its keys |
//! | `mouse` | the mouse |

mod keyboard;
mod link;
mod mouse;
mod port;
mod scan_codes;

pub use keyboard::Keyboard;
pub use link::{REACTION, microseconds};
pub use mouse::{Mouse, MouseButtons};

const ACKNOWLEDGE: u8 = 0xfa;
const RESEND: u8 = 0xfe;

#[cfg(test)]
mod bench;
