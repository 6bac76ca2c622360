//! Complete devices on the bus.

use fastrand::Rng;
use rust_hdl::prelude::*;

use crate::sdram::timings;
use crate::soc_bus::Master;
use crate::spi::config;

section! { "rust-hdl-hls", "Devices on the bus";
    HLSSPIMaster { spi, upstream } [
        "D = 16, A = 8, W = 64, mode 0":
            HLSSPIMaster<16, 8, 64> = new(config(true, false, false, false)),
            .script(|| Master::new(4).words(bits::<64>).into_script());
        "D = 8, A = 4, W = 16, mode 3":
            HLSSPIMaster<8, 4, 16> = new(config(false, true, true, true)),
            .script(|| Master::new(4).words(bits::<16>).into_script());
    ]
    HLSSPIMasterDynamicMode { spi, upstream } [
        "D = 16, A = 8, W = 64":
            HLSSPIMasterDynamicMode<16, 8, 64> = new(config(true, false, false, false).into()),
            .script(|| Master::new(4).words(bits_and_mode::<64>).into_script());
        "D = 16, A = 4, W = 32":
            HLSSPIMasterDynamicMode<16, 4, 32> = new(config(false, true, false, false).into()),
            .script(|| Master::new(4).words(bits_and_mode::<32>).into_script());
    ]
    // The selection is write-only.
    HLSSPIMuxSlaves { to_slaves, from_bus, upstream } [
        "D = 16, A = 8, N = 3": HLSSPIMuxSlaves<16, 8, 3>, .constant("upstream_to_controller")
            .script(|| Master::new(1).words(selection).into_script());
        "D = 8, A = 1, N = 2": HLSSPIMuxSlaves<8, 1, 2>, .constant("upstream_to_controller")
            .script(|| Master::new(1).words(selection).into_script());
    ]
    HLSSPIMuxMasters { from_masters, to_bus, upstream } [
        "D = 16, A = 8, N = 3": HLSSPIMuxMasters<16, 8, 3>, .constant("upstream_to_controller")
            .script(|| Master::new(1).words(selection).into_script());
        "D = 8, A = 1, N = 2": HLSSPIMuxMasters<8, 1, 2>, .constant("upstream_to_controller")
            .script(|| Master::new(1).words(selection).into_script());
    ]
    // In all of them the chip is always selected, and the error state is unreachable.
    SDRAMController { dram, upstream } [
        "6 rows, 4 columns":
            SDRAMController<6, 4> = new(3, timings(), OutputBuffer::Wired),
            .constant("dram_cs_not").unreachable("controller.state", "Error")
            .script(|| Master::new(4).into_script());
        "5 rows, 8 columns":
            SDRAMController<5, 8> = new(2, timings(), OutputBuffer::DelayTwo),
            .constant("dram_cs_not").unreachable("controller.state", "Error")
            .script(|| Master::new(4).into_script());
    ]
    SDRAMControllerTester { dram, upstream } [
        "6 rows, 4 columns":
            SDRAMControllerTester<6, 4> = new(3, timings(), OutputBuffer::DelayOne),
            .constant("dram_cs_not").unreachable("controller.state", "Error")
            .script(|| Master::new(5).words(few_words).into_script());
        "5 rows, 5 columns":
            SDRAMControllerTester<5, 5> = new(2, timings(), OutputBuffer::Wired),
            .constant("dram_cs_not").unreachable("controller.state", "Error")
            .script(|| Master::new(5).words(few_words).into_script());
    ]
    SDRAMFIFO { clock, ram_clock, sdram, bus_write, bus_read } [
        "6 rows, 4 columns, bursts of 4, D = 16":
            SDRAMFIFO<6, 4, 4, 16, 12> = new(3, timings(), OutputBuffer::Wired),
            .constant("sdram_cs_not").unreachable("controller.controller.state", "Error");
        "5 rows, 5 columns, bursts of 8, D = 8":
            SDRAMFIFO<5, 5, 8, 8, 12> = new(2, timings(), OutputBuffer::DelayTwo),
            .constant("sdram_cs_not").unreachable("controller.controller.state", "Error");
    ]
}

/// Chooses the number of bits to send, at address 2: rust-hdl panics if there are fewer.
fn bits<const MOST: u128>(address: u128, random: &mut Rng) -> Option<u128> {
    (address == 2).then(|| random.u128(0..=MOST))
}

/// The same, with the mode above it.
fn bits_and_mode<const MOST: u128>(address: u128, random: &mut Rng) -> Option<u128> {
    (address == 2).then(|| random.u128(0..=MOST) | random.u128(0..4) << 8)
}

/// Chooses one of the slaves or masters.
fn selection(_address: u128, random: &mut Rng) -> Option<u128> {
    Some(random.u128(0..4))
}

/// Chooses the word count at address 0, upper half first: a few words, so that the test ends, or
/// many, which reach another bank.
fn few_words(address: u128, random: &mut Rng) -> Option<u128> {
    const WORDS_OF_A_BANK: u128 = 1024;
    let words = match random.u8(..16) {
        0 => WORDS_OF_A_BANK + 40,
        1..8 => random.u128(0..40),
        _ => 0,
    };
    (address == 0).then_some(words)
}
