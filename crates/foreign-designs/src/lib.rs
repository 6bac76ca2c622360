//! SystemVerilog and Verilog of other people: read with Yosys, simulated as gates and as words.
//!
//! | module | contents |
//! |---|---|
//! | `sources` | the files, and which others they may read |
//! | `includes` | the files that a text reads |
//! | `intel` | models of Intel's blocks |
//! | `memory_file` | files with the contents of memories |
//! | `read` | Yosys's script |
//! | `messages` | Yosys's messages for people |
//! | `ports` | the ports of a design as those of the board |
//! | `codec_clocks` | the clocks that the audio codec makes |
//! | `plls` | the clocks that PLLs make |
//! | `design` | what is known of a design |
//! | `words` | Yosys's cells as operations on words |
//! | `lowering` | Yosys's cells as registers with one clock |
//! | `memories` | Yosys's memories, whose words stay words |
//! | `clocks` | the clocks of a design, whether they rise |
//! | `analysis` | latches, clock domain crossings, and how long changes take to settle |
//! | `simulator` | many copies of a design, and clock edges of any origin |

mod analysis;
mod clocks;
mod codec_clocks;
mod design;
mod error;
mod includes;
mod intel;
mod lowering;
mod memories;
mod memory_file;
mod messages;
mod plls;
mod ports;
mod read;
mod simulator;
mod sources;
mod words;

pub use codec_clocks::{CODEC, CodecClocks};
pub use design::{Crossing, ForeignDesign, Netlists};
pub use error::ForeignError;
pub use plls::{ClockTiming, PllClock};
pub use ports::{PinAssignment, bit_range};
pub use read::{Elaborated, READ_TIMEOUT, Reader};
pub use simulator::Simulator;
pub use sources::{SourceSet, Sources, macro_definition, module_name, parameter_value};
pub use words::{Unsupported, WordNetlist};
