//! Blocks that talk over a bus that goes both ways.

use std::collections::VecDeque;

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl_rtl::pins;

use crate::case::{Section, bidirectional_case};
use crate::device::bus_pin;
use crate::lines::Lines;
use crate::routers::word;

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
        .script(|| Computer::new(WordOrder::$order).plays())
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
    Section { library: "rust-hdl-hls", title: "Bidirectional busses", cases }
}

/// A computer at the other end of the bus, with commands for the controller, two bytes each.
struct Computer {
    order: WordOrder,
    bytes: VecDeque<u128>,
    empty: u128,
}

impl Computer {
    fn new(order: WordOrder) -> Computer {
        Computer { order, bytes: VecDeque::new(), empty: 1 }
    }

    fn plays(mut self) -> impl FnMut(&mut Lines, &mut Rng) {
        let mut on_the_bus = 0;
        move |lines, random| {
            if lines.rises("bidi_clock") {
                // The byte has been on the bus since this clock last fell, and is taken with this edge.
                if !lines.is_high("bidi_bus_sig_not_read") {
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
            if !lines.rises("bidi_clock") {
                on_the_bus = self.bytes[0];
            }
            lines.set("bidi_bus_sig_inout", on_the_bus);
            lines.set("bidi_bus_sig_empty", self.empty);
        }
    }
}
