//! The punto banco engine as Rust-HDL modules.
