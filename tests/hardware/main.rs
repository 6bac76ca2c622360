//! The hardware, simulated: a testbench for each module of `hdl/`, and the whole machine at its pins.
//!
//! Most are written the way rust-hdl documents it: a `Simulation` turns the clock, a testbench on an endpoint `ep`
//! gets the circuit as `x`, sets `x.input.next`, waits for the clock and looks at `x.output.val()`. [`reg4`] is a good
//! one to copy. `wait_clock_cycle!` begins and ends with the clock low, so that inputs change well away from the rising
//! edge. A failed `assert!` or `sim_assert_eq!` makes `run` return an error, and its `unwrap` fails the test.
//!
//! [`task5`] plays hands by the thousand. It calls `simulate` itself, which saves the change of threads that every
//! clock edge costs a `Simulation`.
//!
//! `VCD=1 cargo test --test hardware` writes the waveform of a hand: see [`waveform`].

mod card7seg;
mod datapath;
mod dealcard;
mod display;
mod illegal_states;
mod modulo_five_adder;
mod reg4;
mod scorehand;
mod statemachine;
mod synchroniser;
mod task5;
mod test_driver;

mod waveform;

/// The board's clock. Any frequency would do, but a waveform should show the real one.
const CLOCK_HZ: u64 = 50_000_000;
