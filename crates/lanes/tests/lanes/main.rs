//! Gate-level simulation compared with reference simulators, and equivalence checking.

mod clocks;
mod equivalence;
mod memories;
mod moments;
mod observed;
mod random_designs;
mod random_netlists;
mod reference;
