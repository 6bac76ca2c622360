//! Ports on the bus.

use rust_hdl::prelude::*;

section! { "rust-hdl-hls", "Ports on the bus";
    MISOPort { bus, port_in, ready_in, clock_out, strobe_out } [
        "D = 16": MISOPort<16>;
        "D = 5": MISOPort<5>;
    ]
    MISOWidePort { bus, port_in, strobe_in, clock_out } [
        "W = 64, D = 16": MISOWidePort<64, 16>;
        "W = 24, D = 8": MISOWidePort<24, 8>;
    ]
    MISOFIFOPort { bus, fifo_bus } [
        "W = 16, 8 words, block of 1": MISOFIFOPort<16, 3, 4, 1>;
        "W = 8, 16 words, block of 4": MISOFIFOPort<8, 4, 5, 4>;
    ]
    // These never drive data.
    MOSIPort { bus, ready, clock_out, port_out, strobe_out } [
        "D = 16": MOSIPort<16>, .constant("bus_to_controller");
        "D = 5": MOSIPort<5>, .constant("bus_to_controller");
    ]
    MOSIWidePort { bus, clock_out, port_out, strobe_out } [
        "W = 64, D = 16": MOSIWidePort<64, 16>, .constant("bus_to_controller");
        "W = 24, D = 8": MOSIWidePort<24, 8>, .constant("bus_to_controller");
    ]
    MOSIFIFOPort { bus, fifo_bus } [
        "W = 16, 8 words, block of 1": MOSIFIFOPort<16, 3, 4, 1>, .constant("bus_to_controller");
        "W = 8, 16 words, block of 4": MOSIFIFOPort<8, 4, 5, 4>, .constant("bus_to_controller");
    ]
}
