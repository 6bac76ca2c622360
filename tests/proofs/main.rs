//! Proofs about the hardware, beside those of `crates/specifications`.
//!
//! | module | contents |
//! |---|---|
//! | [`properties`] | what the hardware states of itself holds, by induction |
//! | [`metastability`] | a key that changes at any time deals only ranks, with equal probability |
//! | [`lanes`] | bit-parallel simulation agrees with the statement-level simulator |

mod lanes;
mod metastability;
mod properties;
