//! Which faults of the machines the checks find: see the tests.
