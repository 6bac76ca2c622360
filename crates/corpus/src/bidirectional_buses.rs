//! Blocks on a bidirectional bus.

use std::collections::VecDeque;

use fastrand::Rng;
use rust_hdl::prelude::*;

use crate::routers::word;
use crate::script_ports::ScriptPorts;

section! { "rust-hdl-hls", "Bidirectional buses";
    BidiMaster { clock, bus, data_to_bus, data_from_bus } [
        "T = Bits<8>": BidiMaster<Bits<8>>;
        "T = Bits<19>": BidiMaster<Bits<19>>;
    ]
    BidiSimulatedDevice { clock, bus, data_to_bus, data_from_bus } [
        "T = Bits<8>": BidiSimulatedDevice<Bits<8>>;
        "T = Bits<19>": BidiSimulatedDevice<Bits<19>>;
    ]
    Host { sys_clock, bidi_clock, bidi_bus, bus } [
        "A = 8, most significant first": Host<8> = new(WordOrder::MostSignificantFirst),
            .script(|| Computer::new(WordOrder::MostSignificantFirst).into_script());
        "A = 4, least significant first": Host<4> = new(WordOrder::LeastSignificantFirst),
            .script(|| Computer::new(WordOrder::LeastSignificantFirst).into_script());
    ]
}

/// A host on the bus, which sends the controller commands of two bytes each.
struct Computer {
    order: WordOrder,
    bytes: VecDeque<u128>,
    empty: u128,
}

impl Computer {
    fn new(order: WordOrder) -> Computer {
        Computer { order, bytes: VecDeque::new(), empty: 1 }
    }

    fn into_script(mut self) -> impl FnMut(&mut ScriptPorts, &mut Rng) {
        let mut on_the_bus = 0;
        move |ports, random| {
            if ports.rises("bidi_clock") {
                // The byte has been on the bus since the last falling edge; this edge samples it.
                if !ports.is_high("bidi_bus_sig_not_read") {
                    self.bytes.pop_front();
                }
            } else if random.u8(..) < 40 {
                self.empty = u128::from(random.u8(..) < 60);
            }
            if self.bytes.is_empty() {
                let word = word(random);
                let (high, low) = (word >> 8, word & 0xFF);
                match self.order {
                    WordOrder::MostSignificantFirst => self.bytes.extend([high, low]),
                    WordOrder::LeastSignificantFirst => self.bytes.extend([low, high]),
                }
            }
            if !ports.rises("bidi_clock") {
                on_the_bus = self.bytes[0];
            }
            ports.set("bidi_bus_sig_inout", on_the_bus);
            ports.set("bidi_bus_sig_empty", self.empty);
        }
    }
}
