//! Designs with what users of `rust-hdl` reported or asked for, written for this corpus.

mod clocks;
mod displays;
mod peripherals;

use clocks::{DividedClock, FallingEdge};
use displays::{BarrelReader, Rule110, TextDisplay};
use peripherals::{Hub, Peripherals, StatusPort, TwoMachines};

section! { "written for the corpus", "Designs of users";
    TextDisplay { clock, screen_x, screen_y, write_address, write_data, write, pixel } [
        // 40 characters a line, 30 lines of 16 pixels: others would be beyond the end of the
        // memory.
        "upstream issue 22": TextDisplay, .within("screen_x", 0..=639).within("screen_y", 0..=479);
    ]
    Rule110 { clock, load, seed, place, window, any_alive } [
        "512 cells, upstream issue 16": Rule110;
    ]
    BarrelReader { word, place, next_bit, nibble, is_late } [
        "indices with arithmetic": BarrelReader;
    ]
    DividedClock { clock, data, slow_clock, captured } ["data through a child": DividedClock;]
    FallingEdge { clock, data, captured, delayed } ["an inverted clock": FallingEdge;]
    Hub { clock, request, data, accepted, received } [
        "two outputs of each child depend on the other child": Hub;
    ]
    Peripherals { clock, data, write, read, narrow, middle, wide, empty } [
        "equal field names": Peripherals;
    ]
    StatusPort { clock, request, level, status, busy } [
        "an enum in a struct on a port": StatusPort;
    ]
    TwoMachines { clock, start, stop, sending, receiving } [
        "two enums that share variants": TwoMachines;
    ]
}
