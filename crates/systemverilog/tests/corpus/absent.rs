//! What the two crates hold that is no case, and why.

/// The end of `docs/corpus.md`.
pub const ABSENT: &str = include_str!("absent.md");
