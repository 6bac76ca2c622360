//! Testbenches for the modules of the casino and for both tops at their pins, on the simulation of
//! rust-hdl or as gates. `crates/specifications` checks what the modules of `task5` do, for all
//! inputs and states.
//!
//! [`reg4`] and [`card7seg`] are examples of testbenches as the rust-hdl documentation shows them:
//! a `Simulation` drives the clock, a testbench on an endpoint `ep` gets the circuit as `x`, sets
//! `x.input.next`, waits for the clock and checks `x.output.val()`. `wait_clock_cycle!` starts and
//! ends with the clock low, so inputs do not change at the rising edge. Use `assert_eq!` instead of
//! `sim_assert_eq!`: it prints its line and both values.
//!
//! [`task5`] plays hundreds of hands, [`every_hand`] all of them as gates. [`task5`] calls
//! `simulate` directly, because a `Simulation` switches threads at every clock edge. The modules of
//! [`casino`] are simulated as gates, many copies at a time.
//!
//! [`monitor`] compares the pictures that `casino` draws with a renderer in plain Rust.
//!
//! `VCD=1 cargo test --test hardware` writes the waveform of a hand: see [`waveform`].

mod bankroll;
mod card7seg;
mod card_or_digit;
mod casino;
mod casino_table;
mod decimal_converter;
mod display;
mod every_hand;
mod monitor;
mod payout;
mod reg4;
mod roads;
mod shoe;
mod shoe_progress;
mod start;
mod task5;
mod test_driver;
mod video;
mod waveform;

use rust_hdl::prelude::{Block, SimError, Simulation};

/// The frequency of the clock of the board, for realistic waveforms.
const CLOCK_HZ: u64 = 50_000_000;

/// Runs a simulation until its testbenches are done.
///
/// # Panics
/// A testbench panics, which prints its message first, or is not done after `max_time` picoseconds.
#[track_caller]
fn run<T: Block + Send + 'static>(mut simulation: Simulation<T>, circuit: Box<T>, max_time: u64) {
    match simulation.run(circuit, max_time) {
        Ok(()) => {}
        Err(SimError::SimPanic | SimError::SimHalted) => {
            panic!("a testbench failed: its assertion is printed above")
        }
        Err(error) => panic!("the simulation failed: {error:?}"),
    }
}
