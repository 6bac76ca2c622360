//! The board in a browser: served by this program, or as a folder of files.
//!
//! | module | contents |
//! |---|---|
//! | [`session`] | one board in real time, and the messages between it and its page |
//! | `server` | a session for each tab, and the pages |
//! | [`site`] | the board as a web page: a folder of static files, with this crate as WebAssembly |

#[cfg(not(target_family = "wasm"))]
pub mod commands;
#[cfg(not(target_family = "wasm"))]
pub mod server;
pub mod session;
pub mod site;
