//! Gate-level simulation compared with a reference simulator, and equivalence checking.

mod clocks;
mod equivalence;
mod random_netlists;
mod reference;
