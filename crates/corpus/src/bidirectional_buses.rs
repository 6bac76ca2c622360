//! Blocks on a bidirectional bus.

use std::collections::VecDeque;

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl_rtl::pins;

use crate::case::{Section, bidirectional_case};
use crate::device::bus_pin;
use crate::routers::word;
use crate::script_ports::ScriptPorts;

macro_rules! master {
    ($parameters:literal, $word:ty) => {
        bidirectional_case(
            "BidiMaster",
            $parameters,
            BidiMaster::<$word>::default,
            pins!(BidiMaster<$word> {
                clock, bus.sig_empty, bus.sig_full, data_to_bus.data, data_to_bus.empty,
                data_to_bus.almost_empty, data_from_bus.full, data_from_bus.almost_full
                => bus.sig_not_read, bus.sig_not_write, bus.sig_master, data_to_bus.read,
                   data_from_bus.data, data_from_bus.write
            }),
            vec![bus_pin!(BidiMaster<$word>, bus.sig_inout)],
        )
    };
}

macro_rules! device {
    ($parameters:literal, $word:ty) => {
        bidirectional_case(
            "BidiSimulatedDevice",
            $parameters,
            BidiSimulatedDevice::<$word>::default,
            pins!(BidiSimulatedDevice<$word> {
                clock, bus.sig_not_read, bus.sig_not_write, bus.sig_master, data_to_bus.data,
                data_to_bus.empty, data_to_bus.almost_empty, data_from_bus.full,
                data_from_bus.almost_full
                => bus.sig_empty, bus.sig_full, data_to_bus.read, data_from_bus.data,
                   data_from_bus.write
            }),
            vec![bus_pin!(BidiSimulatedDevice<$word>, bus.sig_inout)],
        )
    };
}

macro_rules! host {
    ($parameters:literal, $bits:literal, $order:ident) => {
        bidirectional_case(
            "Host",
            $parameters,
            || Host::<$bits>::new(WordOrder::$order),
            pins!(Host<$bits> {
                sys_clock, bidi_clock, bidi_bus.sig_empty, bidi_bus.sig_full, bus.to_controller,
                bus.ready
                => bidi_bus.sig_not_read, bidi_bus.sig_not_write, bidi_bus.sig_master, bus.address,
                   bus.address_strobe, bus.from_controller, bus.strobe, bus.clock
            }),
            vec![bus_pin!(Host<$bits>, bidi_bus.sig_inout)],
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
