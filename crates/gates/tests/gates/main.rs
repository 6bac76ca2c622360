//! The gate-level simulator beside the statement-level one, and beside the plainest reading of a netlist.

mod clocks;
mod equivalence;
mod plain;
mod random_netlists;
