//! Synchronisers and edge detectors.

use fastrand::Rng;
use rust_hdl::prelude::*;

use crate::script_ports::ScriptPorts;

section! { "rust-hdl-widgets", "Synchronisers and edge detectors";
    BitSynchronizer { sig_in, clock, sig_out } ["": BitSynchronizer;]
    EdgeDetector { input_signal, clock, edge_signal } [
        "rising": EdgeDetector = new(true);
        "falling": EdgeDetector = new(false);
    ]
    SyncSender { sig_in, clock, ack_in, send, sig_cross, flag_out, busy } [
        "T = Bits<8>": SyncSender<Bits<8>>, .script(|| acknowledge);
        "T = Bit": SyncSender<Bit>, .script(|| acknowledge);
    ]
    SyncReceiver { clock, sig_cross, flag_in, sig_out, ack_out, update } [
        "T = Bits<8>": SyncReceiver<Bits<8>>;
        "T = Bits<33>": SyncReceiver<Bits<33>>;
    ]
    VectorSynchronizer { clock_in, sig_in, send, clock_out, busy, sig_out, update } [
        "T = Bits<8>": VectorSynchronizer<Bits<8>>;
        "T = Bits<20>": VectorSynchronizer<Bits<20>>;
    ]
}

/// Usually acknowledges the flag as a receiver would.
fn acknowledge(ports: &mut ScriptPorts, random: &mut Rng) {
    if random.u8(..) < 200 {
        ports.set("ack_in", ports.get("flag_out"));
    }
}
