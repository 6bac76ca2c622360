//! Temporary folders.

use std::ops::Deref;

pub use test_support::Output;
pub use test_support::sandbox::{Entry, Snapshot};

/// An empty folder at first.
pub struct Sandbox(test_support::Sandbox);

impl Sandbox {
    pub fn new() -> Sandbox {
        Sandbox(test_support::Sandbox::new(""))
    }
}

impl Deref for Sandbox {
    type Target = test_support::Sandbox;

    fn deref(&self) -> &test_support::Sandbox {
        &self.0
    }
}
