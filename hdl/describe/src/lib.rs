//! Names, documentation and comments of Rust-HDL modules.
