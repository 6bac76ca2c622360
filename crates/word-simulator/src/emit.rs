//! Instructions of functions, by the names that Cranelift has for them.
//!
//! They are Cranelift's own or, in a program that is WebAssembly itself, WebAssembly.

#[cfg(not(target_family = "wasm"))]
mod native;
#[cfg(target_family = "wasm")]
mod webassembly;

#[cfg(not(target_family = "wasm"))]
pub use native::{Branch, InstBuilder, Instructions, IntCC, Loop, MemFlags, Type, Value, types};
#[cfg(target_family = "wasm")]
pub use webassembly::{
    Branch, Builder, Instructions, IntCC, Loop, MemFlags, PARAMETERS, Type, Value, types,
};
