//! Which inputs both sides get.

use std::collections::BTreeSet;

use fastrand::Rng;
use rust_hdl::prelude::Block;

use super::super::design::mask;
use super::Mismatch;
use super::bench::Bench;

/// After so many steps every input bit gets a new inclination to change.
const STEPS_OF_ONE_MOOD: usize = 256;

/// In how many of 256 cases a bit gets a new value: resets and enables are long absent and long present.
const MOODS: [u16; 3] = [4, 64, 256];

/// Of how many 256 steps a clock changes; on the others the other inputs do.
const CLOCK_STEPS: u8 = 160;

/// Registers of at most so many bits are looked at in every value that they come to hold.
const FEW_REGISTER_BITS: u32 = 8;

/// How many inputs are tried at most while registers hold one value.
const LOOKS: usize = 2048;

/// Every input that there is.
pub(super) fn every_input<B: Block>(bench: &mut Bench<B>) -> Result<usize, Mismatch> {
    let count = 1_u128 << bench.input_bits();
    for pattern in 0..count {
        let mut rest = pattern;
        for input in &mut bench.inputs {
            input.value = rest & mask(input.width);
            rest >>= input.width;
        }
        bench.compare("")?;
    }
    Ok(count as usize)
}

/// Random steps: one clock, or everything that is no clock.
pub(super) fn random_steps<B: Block>(
    bench: &mut Bench<B>,
    steps: usize,
    seed: u64,
) -> Result<usize, Mismatch> {
    let mut random = Rng::with_seed(seed);
    let clocks = clocks(bench);
    let looks = looks(bench);
    // A small state machine is quick, and has corners that only a chain of edges leads to.
    let steps = if looks > 0 { 2 * steps } else { steps };
    let mut states = BTreeSet::new();
    let mut moods = vec![];
    let mut count = 0;
    for step in 0..steps {
        if looks > 0 && states.insert(bench.state()) {
            look_around(bench, looks, &mut random)?;
            count += looks;
        }
        if step % STEPS_OF_ONE_MOOD == 0 {
            let mut mood = |_| MOODS[random.usize(..MOODS.len())];
            let of_input = |width| (0..width).map(&mut mood).collect();
            moods = bench.inputs.iter().map(|input| input.width).map(of_input).collect();
        }
        if !clocks.is_empty() && random.u8(..) < CLOCK_STEPS {
            let (index, bit) = clocks[random.usize(..clocks.len())];
            bench.inputs[index].value ^= bit;
        } else {
            change_data(bench, &moods, &mut random);
        }
        bench.compare(&format!("on step {step} of seed {seed}"))?;
        count += 1;
    }
    Ok(count)
}

/// The input bits that clock something, each with the place of its input.
fn clocks<B>(bench: &Bench<B>) -> Vec<(usize, u128)> {
    let inputs = bench.inputs.iter().enumerate();
    let bits = inputs.flat_map(|(index, input)| (0..input.width).map(move |bit| (index, 1 << bit)));
    bits.filter(|(index, bit)| bench.inputs[*index].clocks & bit != 0).collect()
}

/// How many inputs to try on each state: so many that hardly a small one is left out.
fn looks<B: Block>(bench: &Bench<B>) -> usize {
    if bench.register_bits() > FEW_REGISTER_BITS {
        return 0;
    }
    let data = |input: &super::bench::Input<B>| input.width - input.clocks.count_ones();
    let bits: u32 = bench.inputs.iter().map(data).sum();
    4_usize.checked_shl(bits).map_or(LOOKS, |looks| looks.min(LOOKS))
}

/// Changes everything but clocks while the registers hold what they do.
fn look_around<B: Block>(
    bench: &mut Bench<B>,
    looks: usize,
    random: &mut Rng,
) -> Result<(), Mismatch> {
    let restless: Vec<Vec<u16>> =
        bench.inputs.iter().map(|input| vec![256; input.width as usize]).collect();
    for _ in 0..looks {
        change_data(bench, &restless, random);
        bench.compare("between two clock edges")?;
    }
    Ok(())
}

/// Gives bits that are no clocks a new value, each in as many of 256 cases as `moods` says.
fn change_data<B>(bench: &mut Bench<B>, moods: &[Vec<u16>], random: &mut Rng) {
    for (input, moods) in bench.inputs.iter_mut().zip(moods) {
        for (bit, mood) in moods.iter().enumerate() {
            if input.clocks >> bit & 1 == 0 && u16::from(random.u8(..)) < *mood {
                input.value = input.value & !(1 << bit) | u128::from(random.bool()) << bit;
            }
        }
    }
}
