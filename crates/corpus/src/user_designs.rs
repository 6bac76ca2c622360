//! Designs with what users of `rust-hdl` reported or asked for, written for this corpus.

mod clocks;
mod displays;
mod peripherals;

use rust_hdl_rtl::ports;

use crate::case::{Section, case};
use clocks::{DividedClock, FallingEdge};
use displays::{BarrelReader, Rule110, TextDisplay};
use peripherals::{Hub, Peripherals, StatusPort, TwoMachines};

pub fn section() -> Section {
    let cases = vec![
        case(
            "TextDisplay",
            "upstream issue 22",
            TextDisplay::default,
            ports!(TextDisplay {
                clock,
                screen_x,
                screen_y,
                write_address,
                write_data,
                write,
                pixel
            }),
        )
        // 40 characters a line, 30 lines of 16 pixels: others would be beyond the end of the memory.
        .within("screen_x", 0..=639)
        .within("screen_y", 0..=479),
        case(
            "Rule110",
            "512 cells, upstream issue 16",
            Rule110::default,
            ports!(Rule110 { clock, load, seed, place, window, any_alive }),
        ),
        case(
            "BarrelReader",
            "indices with arithmetic",
            BarrelReader::default,
            ports!(BarrelReader { word, place, next_bit, nibble, is_late }),
        ),
        case(
            "DividedClock",
            "data through a child",
            DividedClock::default,
            ports!(DividedClock { clock, data, slow_clock, captured }),
        ),
        case(
            "FallingEdge",
            "an inverted clock",
            FallingEdge::default,
            ports!(FallingEdge { clock, data, captured, delayed }),
        ),
        case(
            "Hub",
            "two outputs of each child depend on the other child",
            Hub::default,
            ports!(Hub { clock, request, data, accepted, received }),
        ),
        case(
            "Peripherals",
            "equal field names",
            Peripherals::default,
            ports!(Peripherals { clock, data, write, read, narrow, middle, wide, empty }),
        ),
        case(
            "StatusPort",
            "an enum in a struct on a port",
            StatusPort::default,
            ports!(StatusPort { clock, request, level, status, busy }),
        ),
        case(
            "TwoMachines",
            "two enums that share variants",
            TwoMachines::default,
            ports!(TwoMachines { clock, start, stop, sending, receiving }),
        ),
    ];
    Section { library: "written for the corpus", title: "Designs of users", cases }
}
