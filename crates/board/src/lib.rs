//! The board in a browser: served by this program, or as a folder of files. `board-session` is one
//! board in real time.
//!
//! | module | contents |
//! |---|---|
//! | `boards` | the pages of our machines, and of somebody's design |
//! | `server` | a session for each tab, and the pages |
//! | [`site`] | the board as a web page: a folder of static files, with this crate as WebAssembly |

#[cfg(not(target_family = "wasm"))]
pub mod boards;
#[cfg(not(target_family = "wasm"))]
pub mod commands;
#[cfg(not(target_family = "wasm"))]
pub mod server;
pub mod site;
