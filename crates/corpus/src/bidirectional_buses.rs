//! Blocks on a bidirectional bus.

use std::collections::VecDeque;

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl_rtl::ports;

use crate::case::{Section, case};
use crate::routers::word;
use crate::script_ports::ScriptPorts;

macro_rules! master {
    ($parameters:literal, $word:ty) => {
        case(
            "BidiMaster",
            $parameters,
            BidiMaster::<$word>::default,
            ports!(BidiMaster<$word> { clock, bus, data_to_bus, data_from_bus }),
        )
    };
}

macro_rules! device {
    ($parameters:literal, $word:ty) => {
        case(
            "BidiSimulatedDevice",
            $parameters,
            BidiSimulatedDevice::<$word>::default,
            ports!(BidiSimulatedDevice<$word> { clock, bus, data_to_bus, data_from_bus }),
        )
    };
}

macro_rules! host {
    ($parameters:literal, $bits:literal, $order:ident) => {
        case(
            "Host",
            $parameters,
            || Host::<$bits>::new(WordOrder::$order),
            ports!(Host<$bits> { sys_clock, bidi_clock, bidi_bus, bus }),
        )
        .script(|| Computer::new(WordOrder::$order).into_script())
    };
}

pub fn section() -> Section {
    let cases = vec![
        master!("T = Bits<8>", Bits<8>),
        master!("T = Bits<19>", Bits<19>),
        device!("T = Bits<8>", Bits<8>),
        device!("T = Bits<19>", Bits<19>),
        host!("A = 8, most significant first", 8, MostSignificantFirst),
        host!("A = 4, least significant first", 4, LeastSignificantFirst),
    ];
    Section { library: "rust-hdl-hls", title: "Bidirectional buses", cases }
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
