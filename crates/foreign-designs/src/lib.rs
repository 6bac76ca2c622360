//! Designs of other people, simulated as gates and as words.
//!
//! | module | contents |
//! |---|---|
//! | `elaborated` | sources, elaborated by Yosys |
//! | `ports` | the ports of a design as those of the board |
//! | `idle` | the pins of headers that are high while nothing drives them |
//! | `codec_clocks` | the clocks that the audio codec makes |
//! | `plls` | the clocks that PLLs make |
//! | `design` | what is known of a design |
//! | `words` | Yosys's cells as operations on words |
//! | `lowering` | Yosys's cells as registers with one clock |
//! | `memories` | Yosys's memories, whose words stay words |
//! | `clocks` | the clocks of a design, whether they rise |
//! | `analysis` | latches, clock domain crossings, and how long changes take to settle |
//! | `simulator` | many copies of a design, and clock edges of any origin |
//! | [`comparison`] | two readings of a design, compared on random inputs |
//! | `readers` | the two readers of Yosys, compared |

mod analysis;
mod clocks;
mod codec_clocks;
pub mod comparison;
mod design;
mod elaborated;
mod idle;
mod lowering;
mod memories;
mod places;
mod plls;
mod ports;
mod readers;
mod simulator;
mod words;

pub use codec_clocks::{CODEC, CodecClocks};
pub use design::{Crossing, ForeignDesign};
pub use elaborated::{Elaborated, read};
pub use places::Places;
pub use plls::{ClockTiming, PllClock};
pub use ports::bit_range;
pub use readers::{ReaderComparison, ReaderStep, compare_readers};
pub use simulator::Simulator;
pub use words::{Unsupported, WordNetlist};
