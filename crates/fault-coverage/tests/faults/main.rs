//! Mutation testing: every mutant of the hardware and of its text, one at a time.
//!
//! | module | contents |
//! |---|---|
//! | [`mutants`] | the mutants of the hardware, and the rules that reject some of them |
//! | [`mutation`] | every mutant is killed by the specifications or is equivalent |
//! | [`self_check`] | the self-check of the generator finds every visible mutant |
//! | [`properties`] | each property is violated by a mutant |
//! | [`text_mutants`] | the proof of the text notices faults of the printer |

mod mutants;
mod mutation;
mod properties;
mod self_check;
mod text_mutants;
