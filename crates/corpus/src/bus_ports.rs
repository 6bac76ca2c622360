//! Ports on the bus.

use rust_hdl::prelude::*;
use rust_hdl_rtl::pins;

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
            pins!(MISOPort<$width> {
                bus.select, bus.from_controller, bus.strobe, bus.clock, port_in, ready_in
                => bus.to_controller, bus.ready, clock_out, strobe_out
            }),
        )
    };
}

macro_rules! miso_wide_port {
    ($parameters:literal, $block:ty) => {
        case(
            "MISOWidePort",
            $parameters,
            <$block>::default,
            pins!($block {
                bus.select, bus.from_controller, bus.strobe, bus.clock, port_in, strobe_in
                => bus.to_controller, bus.ready, clock_out
            }),
        )
    };
}

macro_rules! miso_fifo_port {
    ($parameters:literal, $block:ty) => {
        case(
            "MISOFIFOPort",
            $parameters,
            <$block>::default,
            pins!($block {
                bus.select, bus.from_controller, bus.strobe, bus.clock, fifo_bus.data,
                fifo_bus.write
                => bus.to_controller, bus.ready, fifo_bus.full, fifo_bus.almost_full
            }),
        )
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
            pins!(MOSIPort<$width> {
                bus.select, bus.from_controller, bus.strobe, bus.clock, ready
                => bus.to_controller, bus.ready, clock_out, port_out, strobe_out
            }),
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
            pins!($block {
                bus.select, bus.from_controller, bus.strobe, bus.clock
                => bus.to_controller, bus.ready, clock_out, port_out, strobe_out
            }),
        )
        .constant("bus_to_controller")
    };
}

macro_rules! mosi_fifo_port {
    ($parameters:literal, $block:ty) => {
        case(
            "MOSIFIFOPort",
            $parameters,
            <$block>::default,
            pins!($block {
                bus.select, bus.from_controller, bus.strobe, bus.clock, fifo_bus.read
                => bus.to_controller, bus.ready, fifo_bus.data, fifo_bus.empty,
                   fifo_bus.almost_empty
            }),
        )
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
