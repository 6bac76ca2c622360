//! Synchronisers and edge detectors.

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl_rtl::ports;

use crate::case::{Section, case};
use crate::script_ports::ScriptPorts;

pub fn section() -> Section {
    let cases = vec![
        case(
            "BitSynchronizer",
            "",
            BitSynchronizer::default,
            ports!(BitSynchronizer { sig_in, clock, sig_out }),
        ),
        case(
            "EdgeDetector",
            "rising",
            || EdgeDetector::new(true),
            ports!(EdgeDetector { input_signal, clock, edge_signal }),
        ),
        case(
            "EdgeDetector",
            "falling",
            || EdgeDetector::new(false),
            ports!(EdgeDetector { input_signal, clock, edge_signal }),
        ),
        case(
            "SyncSender",
            "T = Bits<8>",
            SyncSender::<Bits<8>>::default,
            ports!(SyncSender<Bits<8>> { sig_in, clock, ack_in, send, sig_cross, flag_out, busy }),
        )
        .script(|| acknowledge),
        case(
            "SyncSender",
            "T = Bit",
            SyncSender::<Bit>::default,
            ports!(SyncSender<Bit> { sig_in, clock, ack_in, send, sig_cross, flag_out, busy }),
        )
        .script(|| acknowledge),
        case(
            "SyncReceiver",
            "T = Bits<8>",
            SyncReceiver::<Bits<8>>::default,
            ports!(SyncReceiver<Bits<8>> { clock, sig_cross, flag_in, sig_out, ack_out, update }),
        ),
        case(
            "SyncReceiver",
            "T = Bits<33>",
            SyncReceiver::<Bits<33>>::default,
            ports!(SyncReceiver<Bits<33>> { clock, sig_cross, flag_in, sig_out, ack_out, update }),
        ),
        case(
            "VectorSynchronizer",
            "T = Bits<8>",
            VectorSynchronizer::<Bits<8>>::default,
            ports!(VectorSynchronizer<Bits<8>> { clock_in, sig_in, send, clock_out, busy, sig_out, update }),
        ),
        case(
            "VectorSynchronizer",
            "T = Bits<20>",
            VectorSynchronizer::<Bits<20>>::default,
            ports!(VectorSynchronizer<Bits<20>> { clock_in, sig_in, send, clock_out, busy, sig_out, update }),
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
