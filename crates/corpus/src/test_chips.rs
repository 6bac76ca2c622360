//! The test designs of rust-hdl-hls.

use fastrand::Rng;
use rust_hdl::prelude::*;

use crate::routers::word;
use crate::script_ports::ScriptPorts;

section! { "rust-hdl-hls", "Test chips";
    FaderWithSyncROM { clock, enable, active } [
        "phase 0": FaderWithSyncROM = new(480, 0);
        "phase 64": FaderWithSyncROM = new(1_200, 64);
    ]
    LazyFIFOFeeder { clock, bus, start, done } [
        "12 words with pauses": LazyFIFOFeeder<Bits<8>, 4> = new(&words(), &pauses());
        // Without pauses, it never sleeps.
        "5 bits without pauses": LazyFIFOFeeder<Bit, 3> = new(&bits().0, &bits().1),
            .unreachable("state", "Sleeping");
    ]
    LazyFIFOReader { clock, bus, start, done, error } [
        "12 words with pauses": LazyFIFOReader<Bits<8>, 4> = new(&words(), &pauses());
        "5 bits without pauses": LazyFIFOReader<Bit, 3> = new(&bits().0, &bits().1),
            .unreachable("state", "Sleeping");
    ]
    SoCTestChip { clock, sys_clock, from_cpu, to_cpu } ["": SoCTestChip, .script(|| send_words);]
}

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

/// Sends another word in most steps.
fn send_words(ports: &mut ScriptPorts, random: &mut Rng) {
    if random.u8(..) < 250 {
        ports.set("from_cpu_data", word(random));
    }
}
