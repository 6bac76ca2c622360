//! SDRAM.

use rust_hdl::prelude::*;
use rust_hdl::widgets::sdram::burst_controller::SDRAMBurstController;
use rust_hdl::widgets::sdram::cmd::{SDRAMCommandDecoder, SDRAMCommandEncoder};
use rust_hdl_rtl::ports;

use crate::case::{Case, Section, case};

/// Short timings: the controllers start up in some 150 cycles, and refresh every 175.
pub fn timings() -> MemoryTimings {
    MemoryTimings::fast_boot_sim(100e6)
}

pub fn section() -> Section {
    let mut cases = commands();
    cases.extend(buffers());
    cases.extend(controllers());
    Section { library: "rust-hdl-widgets", title: "SDRAM", cases }
}

fn commands() -> Vec<Case> {
    let encoder = ports!(SDRAMCommandEncoder { cmd, ras_not, cas_not, we_not, cs_not });
    let decoder = ports!(SDRAMCommandDecoder { ras_not, cas_not, we_not, cs_not, cmd });
    vec![
        case("SDRAMCommandEncoder", "", SDRAMCommandEncoder::default, encoder)
            // The chip is always selected.
            .constant("cs_not"),
        case("SDRAMCommandDecoder", "", SDRAMCommandDecoder::default, decoder),
    ]
}

macro_rules! buffer {
    ($parameters:literal, $width:literal) => {
        case(
            "SDRAMOnChipBuffer",
            $parameters,
            SDRAMOnChipBuffer::<$width>::default,
            ports!(SDRAMOnChipBuffer<$width> { buf_in, buf_out }),
        )
    };
}

fn buffers() -> Vec<Case> {
    vec![buffer!("D = 16", 16), buffer!("D = 8", 8)]
}

/// A controller with `L`-bit lines on a `D`-bit interface.
macro_rules! base_controller {
    ($parameters:literal, $block:ty, $cas_delay:literal, $buffer:ident) => {
        case(
            "SDRAMBaseController",
            $parameters,
            || <$block>::new($cas_delay, timings(), OutputBuffer::$buffer),
            ports!($block {
                clock,
                sdram,
                data_in,
                write_not_read,
                cmd_strobe,
                cmd_address,
                busy,
                data_out,
                data_valid,
                error
            }),
        )
        // The chip is always selected, and the error state is unreachable.
        .constant("sdram_cs_not")
        .constant("error")
        .unreachable("state", "Error")
    };
}

/// A controller with bursts of `L` words of `D` bits each.
macro_rules! burst_controller {
    ($parameters:literal, $block:ty, $cas_delay:literal, $buffer:ident) => {
        case(
            "SDRAMBurstController",
            $parameters,
            || <$block>::new($cas_delay, timings(), OutputBuffer::$buffer),
            ports!($block {
                clock,
                sdram,
                data_in,
                write_not_read,
                cmd_strobe,
                cmd_address,
                data_strobe,
                data_out,
                data_valid,
                busy,
                error
            }),
        )
        .constant("sdram_cs_not")
        .constant("error")
        .unreachable("state", "Error")
    };
}

macro_rules! fifo_controller {
    ($parameters:literal, $block:ty, $cas_delay:literal, $buffer:ident) => {
        case(
            "SDRAMFIFOController",
            $parameters,
            || <$block>::new($cas_delay, timings(), OutputBuffer::$buffer),
            ports!($block {
                clock,
                ram_clock,
                sdram,
                data_in,
                write,
                read,
                full,
                data_out,
                empty,
                overflow,
                underflow,
                status
            }),
        )
        .constant("sdram_cs_not")
        .unreachable("controller.state", "Error")
    };
}

fn controllers() -> Vec<Case> {
    vec![
        base_controller!(
            "5 rows, 5 columns, lines of 64 bits, D = 16",
            SDRAMBaseController<5, 5, 64, 16>,
            3,
            DelayTwo
        ),
        base_controller!(
            "6 rows, 4 columns, lines of 32 bits, D = 8",
            SDRAMBaseController<6, 4, 32, 8>,
            2,
            Wired
        ),
        burst_controller!(
            "5 rows, 5 columns, bursts of 4, D = 16",
            SDRAMBurstController<5, 5, 4, 16>,
            3,
            Wired
        ),
        burst_controller!(
            "6 rows, 8 columns, bursts of 32, D = 8",
            SDRAMBurstController<6, 8, 32, 8>,
            2,
            DelayOne
        ),
        fifo_controller!(
            "6 rows, 4 columns, bursts of 4, D = 16",
            SDRAMFIFOController<6, 4, 4, 16, 12>,
            3,
            Wired
        ),
        fifo_controller!(
            "5 rows, 5 columns, bursts of 8, D = 8",
            SDRAMFIFOController<5, 5, 8, 8, 12>,
            2,
            DelayTwo
        ),
    ]
}
