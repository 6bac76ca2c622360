//! A board as a folder of static files, simulated in the browser of the visitor.
//!
//! The folder has the page that the server would send, this crate as WebAssembly, and the design as
//! data.
//!
//! | module | contents |
//! |---|---|
//! | `board` | what is on the board, as data |
//! | `simulator` | this crate, compiled to WebAssembly |
//! | `folder` | the files of the folder, and how they are written |
//! | `workbench` | Yosys and the examples, for the page that reads designs |
//! | `browser` | the functions of the WebAssembly module |
//! | `reader` | those that read the sources of a design |
//! | `page_remedies` | what errors of sources say on a page |

mod board;
#[cfg(target_family = "wasm")]
#[expect(unsafe_code, reason = "a page calls functions by their names")]
mod browser;
#[cfg(not(target_family = "wasm"))]
mod folder;
#[cfg(any(test, all(target_family = "wasm", feature = "reader")))]
mod page_remedies;
#[cfg(all(target_family = "wasm", feature = "reader"))]
#[expect(unsafe_code, reason = "a page calls functions by their names")]
mod reader;
#[cfg(not(target_family = "wasm"))]
mod simulator;
#[cfg(not(target_family = "wasm"))]
mod workbench;

#[cfg(not(target_family = "wasm"))]
pub use folder::{Site, SiteError, check_folder};
#[cfg(not(target_family = "wasm"))]
pub use simulator::{SOURCES, SimulatorError, compile};
#[cfg(not(target_family = "wasm"))]
pub use workbench::{YosysPackage, YosysPackageError};
