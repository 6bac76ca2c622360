//! Complete devices on the bus.

use rust_hdl::prelude::*;
use rust_hdl_rtl::ports;

use crate::case::{Case, Section, case};
use crate::sdram::timings;
use crate::soc_bus::Master;
use crate::spi::config;

pub fn section() -> Section {
    let mut cases = spi();
    cases.extend(multiplexers());
    cases.extend(sdram());
    Section { library: "rust-hdl-hls", title: "Devices on the bus", cases }
}

/// `$bits` chooses the words for addresses. The word at address 2 is the number of bits to send.
macro_rules! spi_master {
    ($name:literal, $parameters:literal, $block:ty, $config:expr, $bits:expr) => {
        case($name, $parameters, || <$block>::new($config.into()), ports!($block { spi, upstream }))
            .script(|| {
                Master::new(4)
                    // rust-hdl panics if there are fewer bits than requested.
                    .words(|address, random| (address == 2).then(|| ($bits)(random)))
                    .into_script()
            })
    };
}

fn spi() -> Vec<Case> {
    vec![
        spi_master!(
            "HLSSPIMaster",
            "D = 16, A = 8, W = 64, mode 0",
            HLSSPIMaster<16, 8, 64>,
            config(true, false, false, false),
            |random: &mut fastrand::Rng| random.u128(0..=64)
        ),
        spi_master!(
            "HLSSPIMaster",
            "D = 8, A = 4, W = 16, mode 3",
            HLSSPIMaster<8, 4, 16>,
            config(false, true, true, true),
            |random: &mut fastrand::Rng| random.u128(0..=16)
        ),
        spi_master!(
            "HLSSPIMasterDynamicMode",
            "D = 16, A = 8, W = 64",
            HLSSPIMasterDynamicMode<16, 8, 64>,
            config(true, false, false, false),
            |random: &mut fastrand::Rng| random.u128(0..=64) | random.u128(0..4) << 8
        ),
        spi_master!(
            "HLSSPIMasterDynamicMode",
            "D = 16, A = 4, W = 32",
            HLSSPIMasterDynamicMode<16, 4, 32>,
            config(false, true, false, false),
            |random: &mut fastrand::Rng| random.u128(0..=32) | random.u128(0..4) << 8
        ),
    ]
}

fn multiplexers() -> Vec<Case> {
    vec![
        case(
            "HLSSPIMuxSlaves",
            "D = 16, A = 8, N = 3",
            HLSSPIMuxSlaves::<16, 8, 3>::default,
            ports!(HLSSPIMuxSlaves<16, 8, 3> { to_slaves, from_bus, upstream }),
        )
        // The selection is write-only.
        .constant("upstream_to_controller")
        .script(|| Master::new(1).words(|_, random| Some(random.u128(0..4))).into_script()),
        case(
            "HLSSPIMuxSlaves",
            "D = 8, A = 1, N = 2",
            HLSSPIMuxSlaves::<8, 1, 2>::default,
            ports!(HLSSPIMuxSlaves<8, 1, 2> { to_slaves, from_bus, upstream }),
        )
        .constant("upstream_to_controller")
        .script(|| Master::new(1).words(|_, random| Some(random.u128(0..4))).into_script()),
        case(
            "HLSSPIMuxMasters",
            "D = 16, A = 8, N = 3",
            HLSSPIMuxMasters::<16, 8, 3>::default,
            ports!(HLSSPIMuxMasters<16, 8, 3> { from_masters, to_bus, upstream }),
        )
        .constant("upstream_to_controller")
        .script(|| Master::new(1).words(|_, random| Some(random.u128(0..4))).into_script()),
        case(
            "HLSSPIMuxMasters",
            "D = 8, A = 1, N = 2",
            HLSSPIMuxMasters::<8, 1, 2>::default,
            ports!(HLSSPIMuxMasters<8, 1, 2> { from_masters, to_bus, upstream }),
        )
        .constant("upstream_to_controller")
        .script(|| Master::new(1).words(|_, random| Some(random.u128(0..4))).into_script()),
    ]
}

macro_rules! sdram_device {
    ($name:literal, $parameters:literal, $block:ty, $cas_delay:literal, $buffer:ident) => {
        case(
            $name,
            $parameters,
            || <$block>::new($cas_delay, timings(), OutputBuffer::$buffer),
            ports!($block { dram, upstream }),
        )
        // The chip is always selected, and the error state is unreachable.
        .constant("dram_cs_not")
        .unreachable("controller.state", "Error")
    };
}

macro_rules! sdram_fifo {
    ($parameters:literal, $block:ty, $cas_delay:literal, $buffer:ident) => {
        case(
            "SDRAMFIFO",
            $parameters,
            || <$block>::new($cas_delay, timings(), OutputBuffer::$buffer),
            ports!($block { clock, ram_clock, sdram, bus_write, bus_read }),
        )
        .constant("sdram_cs_not")
        .unreachable("controller.controller.state", "Error")
    };
}

fn sdram() -> Vec<Case> {
    vec![
        sdram_device!(
            "SDRAMController",
            "6 rows, 4 columns",
            SDRAMController<6, 4>,
            3,
            Wired
        )
        .script(|| Master::new(4).into_script()),
        sdram_device!(
            "SDRAMController",
            "5 rows, 8 columns",
            SDRAMController<5, 8>,
            2,
            DelayTwo
        )
        .script(|| Master::new(4).into_script()),
        sdram_device!(
            "SDRAMControllerTester",
            "6 rows, 4 columns",
            SDRAMControllerTester<6, 4>,
            3,
            DelayOne
        )
        .script(|| Master::new(5).words(few_words).into_script()),
        sdram_device!(
            "SDRAMControllerTester",
            "5 rows, 5 columns",
            SDRAMControllerTester<5, 5>,
            2,
            Wired
        )
        .script(|| Master::new(5).words(few_words).into_script()),
        sdram_fifo!(
            "6 rows, 4 columns, bursts of 4, D = 16",
            SDRAMFIFO<6, 4, 4, 16, 12>,
            3,
            Wired
        ),
        sdram_fifo!(
            "5 rows, 5 columns, bursts of 8, D = 8",
            SDRAMFIFO<5, 5, 8, 8, 12>,
            2,
            DelayTwo
        ),
    ]
}

/// Chooses the word count at address 0, upper half first: a few words, so that the test ends, or many, which reach another bank.
fn few_words(address: u128, random: &mut fastrand::Rng) -> Option<u128> {
    const WORDS_OF_A_BANK: u128 = 1024;
    let words = match random.u8(..16) {
        0 => WORDS_OF_A_BANK + 40,
        1..8 => random.u128(0..40),
        _ => 0,
    };
    (address == 0).then_some(words)
}
