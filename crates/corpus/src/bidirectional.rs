//! Bidirectional ports.

use rust_hdl::prelude::*;
use rust_hdl::widgets::registered_edge_tristate::RegisteredEdgeTristate;

section! { "rust-hdl-widgets", "Bidirectional ports";
    TristateBuffer { write_enable, write_data, read_data, bus } [
        "D = Bit": TristateBuffer<Bit>;
        "D = Bits<8>": TristateBuffer<Bits<8>>;
    ]
    RegisteredEdgeTristate { write_enable, write_data, clock, read_data, bus } [
        "W = 8": RegisteredEdgeTristate<8>;
        "W = 1": RegisteredEdgeTristate<1>;
    ]
    OpenDrainBuffer { control, bus } ["": OpenDrainBuffer;]
}
