//! Synchronisers and edge detectors.

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl_rtl::pins;

use crate::case::{Section, case};
use crate::script_ports::ScriptPorts;

pub fn section() -> Section {
    let cases = vec![
        case(
            "BitSynchronizer",
            "",
            BitSynchronizer::default,
            pins!(BitSynchronizer { sig_in, clock => sig_out }),
        ),
        case(
            "EdgeDetector",
            "rising",
            || EdgeDetector::new(true),
            pins!(EdgeDetector { input_signal, clock => edge_signal }),
        ),
        case(
            "EdgeDetector",
            "falling",
            || EdgeDetector::new(false),
            pins!(EdgeDetector { input_signal, clock => edge_signal }),
        ),
        case(
            "SyncSender",
            "T = Bits<8>",
            SyncSender::<Bits<8>>::default,
            pins!(SyncSender<Bits<8>> {
                sig_in, clock, ack_in, send => sig_cross, flag_out, busy
            }),
        )
        .script(|| acknowledge),
        case(
            "SyncSender",
            "T = Bit",
            SyncSender::<Bit>::default,
            pins!(SyncSender<Bit> { sig_in, clock, ack_in, send => sig_cross, flag_out, busy }),
        )
        .script(|| acknowledge),
        case(
            "SyncReceiver",
            "T = Bits<8>",
            SyncReceiver::<Bits<8>>::default,
            pins!(SyncReceiver<Bits<8>> {
                clock, sig_cross, flag_in => sig_out, ack_out, update
            }),
        ),
        case(
            "SyncReceiver",
            "T = Bits<33>",
            SyncReceiver::<Bits<33>>::default,
            pins!(SyncReceiver<Bits<33>> {
                clock, sig_cross, flag_in => sig_out, ack_out, update
            }),
        ),
        case(
            "VectorSynchronizer",
            "T = Bits<8>",
            VectorSynchronizer::<Bits<8>>::default,
            pins!(VectorSynchronizer<Bits<8>> {
                clock_in, sig_in, send, clock_out => busy, sig_out, update
            }),
        ),
        case(
            "VectorSynchronizer",
            "T = Bits<20>",
            VectorSynchronizer::<Bits<20>>::default,
            pins!(VectorSynchronizer<Bits<20>> {
                clock_in, sig_in, send, clock_out => busy, sig_out, update
            }),
        ),
    ];
    Section { library: "rust-hdl-widgets", title: "Synchronisers and edge detectors", cases }
}

/// Usually acknowledges the flag as a receiver would.
fn acknowledge(ports: &mut ScriptPorts, random: &mut Rng) {
    if random.u8(..) < 200 {
        ports.set("ack_in", ports.get("flag_out"));
    }
}
