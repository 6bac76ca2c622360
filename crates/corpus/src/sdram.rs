//! SDRAM.

use rust_hdl::prelude::*;
use rust_hdl::widgets::sdram::burst_controller::SDRAMBurstController;
use rust_hdl::widgets::sdram::cmd::{SDRAMCommandDecoder, SDRAMCommandEncoder};

/// Short timings: the controllers start up in some 150 cycles, and refresh every 175.
pub fn timings() -> MemoryTimings {
    MemoryTimings::fast_boot_sim(100e6)
}

// In all of them the chip is always selected, and the error state is unreachable.
section! { "rust-hdl-widgets", "SDRAM";
    SDRAMCommandEncoder { cmd, ras_not, cas_not, we_not, cs_not } [
        "": SDRAMCommandEncoder, .constant("cs_not");
    ]
    SDRAMCommandDecoder { ras_not, cas_not, we_not, cs_not, cmd } ["": SDRAMCommandDecoder;]
    SDRAMOnChipBuffer { buf_in, buf_out } [
        "D = 16": SDRAMOnChipBuffer<16>;
        "D = 8": SDRAMOnChipBuffer<8>;
    ]
    SDRAMBaseController {
        clock, sdram, data_in, write_not_read, cmd_strobe, cmd_address, busy, data_out, data_valid,
        error
    } [
        "5 rows, 5 columns, lines of 64 bits, D = 16":
            SDRAMBaseController<5, 5, 64, 16> = new(3, timings(), OutputBuffer::DelayTwo),
            .constant("sdram_cs_not").constant("error").unreachable("state", "Error");
        "6 rows, 4 columns, lines of 32 bits, D = 8":
            SDRAMBaseController<6, 4, 32, 8> = new(2, timings(), OutputBuffer::Wired),
            .constant("sdram_cs_not").constant("error").unreachable("state", "Error");
    ]
    SDRAMBurstController {
        clock, sdram, data_in, write_not_read, cmd_strobe, cmd_address, data_strobe, data_out,
        data_valid, busy, error
    } [
        "5 rows, 5 columns, bursts of 4, D = 16":
            SDRAMBurstController<5, 5, 4, 16> = new(3, timings(), OutputBuffer::Wired),
            .constant("sdram_cs_not").constant("error").unreachable("state", "Error");
        "6 rows, 8 columns, bursts of 32, D = 8":
            SDRAMBurstController<6, 8, 32, 8> = new(2, timings(), OutputBuffer::DelayOne),
            .constant("sdram_cs_not").constant("error").unreachable("state", "Error");
    ]
    SDRAMFIFOController {
        clock, ram_clock, sdram, data_in, write, read, full, data_out, empty, overflow, underflow,
        status
    } [
        "6 rows, 4 columns, bursts of 4, D = 16":
            SDRAMFIFOController<6, 4, 4, 16, 12> = new(3, timings(), OutputBuffer::Wired),
            .constant("sdram_cs_not").unreachable("controller.state", "Error");
        "5 rows, 5 columns, bursts of 8, D = 8":
            SDRAMFIFOController<5, 5, 8, 8, 12> = new(2, timings(), OutputBuffer::DelayTwo),
            .constant("sdram_cs_not").unreachable("controller.state", "Error");
    ]
}
