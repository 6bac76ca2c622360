//! Ports on the bus.

use rust_hdl::prelude::*;
use rust_hdl_rtl::ports;

use crate::case::{Case, Section, case};

pub fn section() -> Section {
    let mut cases = inputs();
    cases.extend(outputs());
    Section { library: "rust-hdl-hls", title: "Ports on the bus", cases }
}

macro_rules! miso_port {
    ($parameters:literal, $width:literal) => {
        case(
            "MISOPort",
            $parameters,
            MISOPort::<$width>::default,
            ports!(MISOPort<$width> { bus, port_in, ready_in, clock_out, strobe_out }),
        )
    };
}

macro_rules! miso_wide_port {
    ($parameters:literal, $block:ty) => {
        case(
            "MISOWidePort",
            $parameters,
            <$block>::default,
            ports!($block { bus, port_in, strobe_in, clock_out }),
        )
    };
}

macro_rules! miso_fifo_port {
    ($parameters:literal, $block:ty) => {
        case("MISOFIFOPort", $parameters, <$block>::default, ports!($block { bus, fifo_bus }))
    };
}

fn inputs() -> Vec<Case> {
    vec![
        miso_port!("D = 16", 16),
        miso_port!("D = 5", 5),
        miso_wide_port!("W = 64, D = 16", MISOWidePort<64, 16>),
        miso_wide_port!("W = 24, D = 8", MISOWidePort<24, 8>),
        miso_fifo_port!("W = 16, 8 words, block of 1", MISOFIFOPort<16, 3, 4, 1>),
        miso_fifo_port!("W = 8, 16 words, block of 4", MISOFIFOPort<8, 4, 5, 4>),
    ]
}

macro_rules! mosi_port {
    ($parameters:literal, $width:literal) => {
        case(
            "MOSIPort",
            $parameters,
            MOSIPort::<$width>::default,
            ports!(MOSIPort<$width> { bus, ready, clock_out, port_out, strobe_out }),
        )
        // It never drives data.
        .constant("bus_to_controller")
    };
}

macro_rules! mosi_wide_port {
    ($parameters:literal, $block:ty) => {
        case(
            "MOSIWidePort",
            $parameters,
            <$block>::default,
            ports!($block { bus, clock_out, port_out, strobe_out }),
        )
        .constant("bus_to_controller")
    };
}

macro_rules! mosi_fifo_port {
    ($parameters:literal, $block:ty) => {
        case("MOSIFIFOPort", $parameters, <$block>::default, ports!($block { bus, fifo_bus }))
            .constant("bus_to_controller")
    };
}

fn outputs() -> Vec<Case> {
    vec![
        mosi_port!("D = 16", 16),
        mosi_port!("D = 5", 5),
        mosi_wide_port!("W = 64, D = 16", MOSIWidePort<64, 16>),
        mosi_wide_port!("W = 24, D = 8", MOSIWidePort<24, 8>),
        mosi_fifo_port!("W = 16, 8 words, block of 1", MOSIFIFOPort<16, 3, 4, 1>),
        mosi_fifo_port!("W = 8, 16 words, block of 4", MOSIFIFOPort<8, 4, 5, 4>),
    ]
}
