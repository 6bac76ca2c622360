//! The test designs of rust-hdl-hls.

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl_rtl::ports;

use crate::case::{Section, case};
use crate::routers::word;
use crate::script_ports::ScriptPorts;

/// Words for a feeder to send and a reader to expect.
fn words() -> Vec<Bits<8>> {
    (0..12_u64).map(|place| (place * 37 % 251).into()).collect()
}

/// The number of cycles to wait after each word.
fn pauses() -> Vec<Bits<32>> {
    (0..12_u64).map(|place| (place * place % 5).into()).collect()
}

/// A few words without pauses.
fn bits() -> (Vec<Bit>, Vec<Bits<32>>) {
    (vec![true, false, false, true, true], vec![0_u64.into(); 5])
}

pub fn section() -> Section {
    let cases = vec![
        case(
            "FaderWithSyncROM",
            "phase 0",
            || FaderWithSyncROM::new(480, 0),
            ports!(FaderWithSyncROM { clock, enable, active }),
        ),
        case(
            "FaderWithSyncROM",
            "phase 64",
            || FaderWithSyncROM::new(1_200, 64),
            ports!(FaderWithSyncROM { clock, enable, active }),
        ),
        case(
            "LazyFIFOFeeder",
            "12 words with pauses",
            || LazyFIFOFeeder::<Bits<8>, 4>::new(&words(), &pauses()),
            ports!(LazyFIFOFeeder<Bits<8>, 4> { clock, bus, start, done }),
        ),
        case(
            "LazyFIFOFeeder",
            "5 bits without pauses",
            || LazyFIFOFeeder::<Bit, 3>::new(&bits().0, &bits().1),
            ports!(LazyFIFOFeeder<Bit, 3> { clock, bus, start, done }),
        )
        // Without pauses, it never sleeps.
        .unreachable("state", "Sleeping"),
        case(
            "LazyFIFOReader",
            "12 words with pauses",
            || LazyFIFOReader::<Bits<8>, 4>::new(&words(), &pauses()),
            ports!(LazyFIFOReader<Bits<8>, 4> { clock, bus, start, done, error }),
        ),
        case(
            "LazyFIFOReader",
            "5 bits without pauses",
            || LazyFIFOReader::<Bit, 3>::new(&bits().0, &bits().1),
            ports!(LazyFIFOReader<Bit, 3> { clock, bus, start, done, error }),
        )
        .unreachable("state", "Sleeping"),
        case(
            "SoCTestChip",
            "",
            SoCTestChip::default,
            ports!(SoCTestChip { clock, sys_clock, from_cpu, to_cpu }),
        )
        .script(|| {
            |ports: &mut ScriptPorts, random: &mut Rng| {
                if random.u8(..) < 250 {
                    ports.set("from_cpu_data", word(random));
                }
            }
        }),
    ];
    Section { library: "rust-hdl-hls", title: "Test chips", cases }
}
