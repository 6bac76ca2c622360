//! Clocks that pass through blocks, are divided, gated, selected or inverted.

#[macro_use]
mod blocks;
mod power_up;

use rust_hdl::prelude::Block;
use rust_hdl_describe::Ports;
use rust_hdl_rtl::{Mismatch, cosimulate_module};

use crate::harness::{STEPS, design, text, top, try_design};
use blocks::*;
use power_up::*;

matches_rust! {
    one_clock_may_reach_registers_at_every_depth: Tree,
    registers_may_share_a_buffered_clock: Behind,
    registers_may_share_a_divided_clock: OwnDomain,
    an_input_may_gate_a_clock: GatedByInput,
    a_clock_may_be_assigned_again: Reassigned,
    a_clock_may_be_assigned_together_with_data: GatedWithData,
    an_overridden_register_may_be_a_clock: Overridden,
    a_falling_register_may_gate_a_clock: GatedByFalling,
    falling_edges_load_at_power_up: Falling,
    a_divided_clock_may_be_high_at_power_up: FallingDivided,
    a_child_may_use_falling_edges: FallingChild,
    a_memory_may_be_read_and_written_on_one_edge: OneClockMemory,
}

/// Declares blocks that are rejected, each with its error message.
macro_rules! rejected {
    ($($test:ident: $block:ty => $message:literal)*) => { $(
        #[test]
        fn $test() {
            assert_eq!(try_design::<$block>().map(drop).unwrap_err().to_string(), $message);
        }
    )* };
}

rejected! {
    a_clock_through_a_block: Buffered => "module `device`: the clock of `y` passes through more blocks than that of \
        `counter`, on which its data depends: Rust's simulation loads the new value, SystemVerilog the old one; clock both \
        from the same signal, without a block in between, or use an enable"
    a_divided_clock_with_undivided_data: Divided => "module `device`: the clock of `y` changes together with \
        `counter.count`, on which its data depends, so it is undefined in SystemVerilog which value it loads; clock both \
        from the same signal, without a block in between, or use an enable"
    data_from_a_deeper_block: DividedTwice => "module `device`: the clock of `y` passes through fewer blocks than its data \
        from `deep.inner.inner.count`: Rust's simulation loads the old value, SystemVerilog the new one; clock both from the \
        same signal, without a block in between, or use an enable"
    a_clock_gated_by_a_rising_register: GatedByRising => "module `device`: the clock of `y` can rise with `clock` and \
        once more with `permission`, which changes in response; derive it from one of them"
    a_decoded_clock: Decoded => "module `device`: the clock of `y` depends on `low` and `high`, which can change \
        together, so it can have a glitch; derive it from one register, in one assignment"
    a_clock_in_several_steps: Steps => "module `device`: the clock `chosen` is computed in several steps, which may be \
        clock edges; assign it once, or once in an `if` and once in its `else`; give each further choice a signal of its \
        own"
    a_register_that_reads_its_clock: ReadsItsClock => "module `device`: the clock of `y` depends on `clock`, and so does \
        its data: it is undefined in SystemVerilog which value it loads; do not read a clock as data"
    a_clock_that_is_read_back: ReadBack => "module `device`: the clock of `counter.count` depends on `clock` along \
        several paths or in several steps, so it can have a glitch; derive it in one assignment from a signal that is not \
        read back, assigned in slices or bidirectional"
    a_child_that_counts_at_power_up: FallingCounter => "module `device`: the clock of `counter.count` is high at power-up \
        in this instance, so rust-hdl's simulation loads it once before the first edge; invert the clock in the block of \
        the register, so that all instances are equal, or let the register keep its value at power-up"
    an_unknown_value_at_power_up: FallingLate => "module `device`: the clock of `y` is or may be high at power-up: \
        rust-hdl's simulation then loads it once before the first edge, with a value that is not fixed; use the rising \
        edge, or a next value that does not depend on inputs at power-up"
    a_memory_that_is_written_at_power_up: FallingMemory => "module `device`: the clock of `memory.memory.words` is or may \
        be high at power-up, so rust-hdl's simulation may write it once before the first edge; use the rising edge, or \
        keep its `write_enable` low at power-up"
    a_next_value_that_is_read_back_at_power_up: FallingReadBack => "module `device`: the clock of `first` is or may be \
        high at power-up: rust-hdl's simulation then loads it once before the first edge, with a value that is not fixed; \
        use the rising edge, or a next value that does not depend on inputs at power-up"
    a_port_that_does_not_start_at_0: FallingDefault => "module `device`: the clock of `y` is or may be high at power-up: \
        rust-hdl's simulation then loads it once before the first edge, with a value that is not fixed; use the rising \
        edge, or a next value that does not depend on inputs at power-up"
    clocks_that_depend_on_no_input: ClocksItself => "module `device`: the clock of `second` never settles at power-up, \
        because registers keep clocking each other in rust-hdl's simulation; add an enable"
    an_enable_of_a_clock_is_unknown_at_power_up: FallingGate => "module `device`: the clock of `y` is or may be high at \
        power-up: rust-hdl's simulation then loads it once before the first edge, with a value that is not fixed; use the \
        rising edge, or a next value that does not depend on inputs at power-up"
    a_memory_with_two_paths_of_one_clock: BufferedMemory => "module `device`: the clock of `words.memory.read_data` \
        passes through more blocks than that of `words.memory.words`, on which its data depends: Rust's simulation loads \
        the new value, SystemVerilog the old one; clock both from the same signal, without a block in between, or use an \
        enable"
}

/// The difference between a block and a design, which has the same ports.
fn difference<B: Ports + Default + 'static, D: Block + Default>() -> String {
    let design = design::<D>();
    match cosimulate_module(&design, top(&design), B::default(), STEPS, 1) {
        Ok(_) => "none".to_string(),
        Err(Mismatch::Value { signal, .. }) => signal,
        Err(other) => other.to_string(),
    }
}

#[test]
fn cosimulation_finds_clocks_of_different_lengths() {
    assert_eq!(difference::<Buffered, Unbuffered>(), "y");
    assert_eq!(difference::<BufferedMemory, OneClockMemory>(), "y");
    assert_eq!(difference::<Unbuffered, Unbuffered>(), "none");
}

#[test]
fn cosimulation_finds_a_wrong_value_at_power_up() {
    let mut design = design::<Falling>();
    let id = top(&design);
    assert!(text(&design, id).contains("output logic [3:0] y = 4'd3,\n"), "{}", text(&design, id));
    let y = design.module(id).find("y").unwrap();
    design.modules[id.0].signals[y.0].power_up = Some(0.into());
    let mismatch = cosimulate_module(&design, id, Falling::default(), STEPS, 1).unwrap_err();
    assert!(mismatch.to_string().contains("`y` is 0x0 instead of 0x3, at power-up"), "{mismatch}");
}
