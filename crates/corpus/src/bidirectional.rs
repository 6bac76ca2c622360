//! Bidirectional ports.

use rust_hdl::prelude::*;
use rust_hdl::widgets::registered_edge_tristate::RegisteredEdgeTristate;
use rust_hdl_rtl::ports;

use crate::case::{Section, case};

pub fn section() -> Section {
    let cases = vec![
        case(
            "TristateBuffer",
            "D = Bit",
            TristateBuffer::<Bit>::default,
            ports!(TristateBuffer<Bit> { write_enable, write_data, read_data, bus }),
        ),
        case(
            "TristateBuffer",
            "D = Bits<8>",
            TristateBuffer::<Bits<8>>::default,
            ports!(TristateBuffer<Bits<8>> { write_enable, write_data, read_data, bus }),
        ),
        case(
            "RegisteredEdgeTristate",
            "W = 8",
            RegisteredEdgeTristate::<8>::default,
            ports!(RegisteredEdgeTristate<8> { write_enable, write_data, clock, read_data, bus }),
        ),
        case(
            "RegisteredEdgeTristate",
            "W = 1",
            RegisteredEdgeTristate::<1>::default,
            ports!(RegisteredEdgeTristate<1> { write_enable, write_data, clock, read_data, bus }),
        ),
        case(
            "OpenDrainBuffer",
            "",
            OpenDrainBuffer::default,
            ports!(OpenDrainBuffer { control, bus }),
        ),
    ];
    Section { library: "rust-hdl-widgets", title: "Bidirectional ports", cases }
}
