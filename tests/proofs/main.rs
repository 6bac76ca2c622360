//! Proofs about the hardware, beside those of `crates/specifications`.
//!
//! | module | contents |
//! |---|---|
//! | [`properties`] | what the hardware states of itself holds, by induction |
//! | [`lanes`] | bit-parallel simulation agrees with the statement-level simulator |

mod lanes;
mod properties;
