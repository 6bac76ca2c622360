//! The stimuli: exhaustive or random.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::super::design::Value;
use super::Mismatch;
use super::bench::{Bench, Input};

/// After this many steps every input bit gets a new probability of change.
const STEPS_PER_PHASE: usize = 256;

/// Probabilities, in 256ths, that a bit gets a new value. Low ones keep resets and enables constant
/// for long.
const CHANGE_RATES: [u16; 3] = [4, 64, 256];

/// The probability, in 256ths, that a step changes a clock. The other steps change other inputs.
const CLOCK_STEPS: u8 = 160;

/// The most register bits for which many inputs are tried in each new state.
const MAXIMUM_STATE_BITS: u32 = 8;

/// The most inputs that are tried in one state.
const MAXIMUM_INPUTS_PER_STATE: usize = 2048;

/// Tries every combination of input bits.
pub(super) fn every_input(bench: &mut Bench) -> Result<usize, Mismatch> {
    let count = 1_usize << bench.input_bits();
    for pattern in 0..count {
        let mut rest = Value::from(pattern as u128);
        for input in &mut bench.inputs {
            input.value = rest.slice(0, input.width);
            rest = &rest >> input.width;
        }
        bench.compare(format_args!(""))?;
    }
    Ok(count)
}

/// Takes random steps, each of which changes one clock bit or other inputs.
pub(super) fn random_steps(bench: &mut Bench, steps: usize, seed: u64) -> Result<usize, Mismatch> {
    let mut random = Rng::with_seed(seed);
    let clocks = clocks(bench);
    let inputs_per_state = inputs_per_state(bench);
    // A small state machine simulates fast, and some of its states need a long sequence of edges.
    let steps = if inputs_per_state > 0 { 2 * steps } else { steps };
    let mut states = BTreeSet::new();
    let mut rates = vec![];
    let mut count = 0;
    for step in 0..steps {
        if inputs_per_state > 0 && states.insert(bench.state()) {
            let when = if clocks.is_empty() { "" } else { "between two clock edges" };
            try_inputs(bench, inputs_per_state, when, &mut random)?;
            count += inputs_per_state;
        }
        if step % STEPS_PER_PHASE == 0 {
            let mut rate = |_| CHANGE_RATES[random.usize(..CHANGE_RATES.len())];
            let of_input = |width| (0..width).map(&mut rate).collect();
            rates = bench.inputs.iter().map(|input| input.width).map(of_input).collect();
        }
        if !clocks.is_empty() && random.u8(..) < CLOCK_STEPS {
            let (index, bit) = clocks[random.usize(..clocks.len())];
            let input = &mut bench.inputs[index];
            input.value = input.value.with_bit(bit, !input.value.bit(bit));
        } else {
            change_data(bench, &rates, &mut random);
        }
        bench.compare(format_args!("on step {step} of seed {seed}"))?;
        count += 1;
    }
    Ok(count)
}

/// Returns each clock bit with the index of its input.
fn clocks(bench: &Bench) -> Vec<(usize, u32)> {
    let inputs = bench.inputs.iter().enumerate();
    let bits = inputs.flat_map(|(index, input)| (0..input.width).map(move |bit| (index, bit)));
    bits.filter(|(index, bit)| bench.inputs[*index].clocks.bit(*bit)).collect()
}

/// Returns the number of random inputs to try in each state: four times the number of combinations,
/// up to a limit.
fn inputs_per_state(bench: &Bench) -> usize {
    if bench.register_bits() > MAXIMUM_STATE_BITS {
        return 0;
    }
    let data = |input: &Input| input.width - input.clocks.count_ones();
    let bits: u32 = bench.inputs.iter().map(data).sum();
    4_usize
        .checked_shl(bits)
        .map_or(MAXIMUM_INPUTS_PER_STATE, |count| count.min(MAXIMUM_INPUTS_PER_STATE))
}

/// Tries random inputs in the present state; the clocks do not change.
fn try_inputs(
    bench: &mut Bench,
    count: usize,
    when: &str,
    random: &mut Rng,
) -> Result<(), Mismatch> {
    let always: Vec<Vec<u16>> =
        bench.inputs.iter().map(|input| vec![256; input.width as usize]).collect();
    for _ in 0..count {
        change_data(bench, &always, random);
        bench.compare(format_args!("{when}"))?;
    }
    Ok(())
}

/// Gives bits that are not clocks a random value, each with the probability in `rates`, in 256ths.
fn change_data(bench: &mut Bench, rates: &[Vec<u16>], random: &mut Rng) {
    for (input, rates) in bench.inputs.iter_mut().zip(rates) {
        for (bit, rate) in (0..).zip(rates) {
            if !input.clocks.bit(bit) && u16::from(random.u8(..)) < *rate {
                input.value = input.value.with_bit(bit, random.bool());
            }
        }
    }
}
