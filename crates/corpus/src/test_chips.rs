//! The test designs of rust-hdl-hls.

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl_rtl::pins;

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
            pins!(FaderWithSyncROM { clock, enable => active }),
        ),
        case(
            "FaderWithSyncROM",
            "phase 64",
            || FaderWithSyncROM::new(1_200, 64),
            pins!(FaderWithSyncROM { clock, enable => active }),
        ),
        case(
            "LazyFIFOFeeder",
            "12 words with pauses",
            || LazyFIFOFeeder::<Bits<8>, 4>::new(&words(), &pauses()),
            pins!(LazyFIFOFeeder<Bits<8>, 4> {
                clock, bus.full, bus.almost_full, start => bus.data, bus.write, done
            }),
        ),
        case(
            "LazyFIFOFeeder",
            "5 bits without pauses",
            || LazyFIFOFeeder::<Bit, 3>::new(&bits().0, &bits().1),
            pins!(LazyFIFOFeeder<Bit, 3> {
                clock, bus.full, bus.almost_full, start => bus.data, bus.write, done
            }),
        )
        // Without pauses, it never sleeps.
        .unreachable("state", "Sleeping"),
        case(
            "LazyFIFOReader",
            "12 words with pauses",
            || LazyFIFOReader::<Bits<8>, 4>::new(&words(), &pauses()),
            pins!(LazyFIFOReader<Bits<8>, 4> {
                clock, bus.data, bus.empty, bus.almost_empty, start => bus.read, done, error
            }),
        ),
        case(
            "LazyFIFOReader",
            "5 bits without pauses",
            || LazyFIFOReader::<Bit, 3>::new(&bits().0, &bits().1),
            pins!(LazyFIFOReader<Bit, 3> {
                clock, bus.data, bus.empty, bus.almost_empty, start => bus.read, done, error
            }),
        )
        .unreachable("state", "Sleeping"),
        case(
            "SoCTestChip",
            "",
            SoCTestChip::default,
            pins!(SoCTestChip {
                clock, sys_clock, from_cpu.data, from_cpu.write, to_cpu.read
                => from_cpu.full, from_cpu.almost_full, to_cpu.data, to_cpu.empty,
                   to_cpu.almost_empty
            }),
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
