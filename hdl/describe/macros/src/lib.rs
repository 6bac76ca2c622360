//! Macros of `rust-hdl-describe`.
