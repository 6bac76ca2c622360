//! The gate-level simulator beside the statement-level one.

mod same_as_evaluator;
