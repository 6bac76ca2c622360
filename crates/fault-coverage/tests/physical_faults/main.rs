//! Physical faults of the machines, which no mutant of the design stands for.
//!
//! | module | contents |
//! |---|---|
//! | [`upsets`] | `casino` recovers after a flip-flop is inverted, within one hand |
//! | [`metastability`] | a key that changes at any time deals only ranks, with equal probability |

mod metastability;
mod upsets;
