//! Bidirectional ports.

use rust_hdl::prelude::*;
use rust_hdl::widgets::registered_edge_tristate::RegisteredEdgeTristate;
use rust_hdl_rtl::pins;

use crate::case::{Section, bidirectional_case};
use crate::device::bus_pin;

pub fn section() -> Section {
    let cases = vec![
        bidirectional_case(
            "TristateBuffer",
            "D = Bit",
            TristateBuffer::<Bit>::default,
            pins!(TristateBuffer<Bit> { write_enable, write_data => read_data }),
            vec![bus_pin!(TristateBuffer<Bit>, bus)],
        ),
        bidirectional_case(
            "TristateBuffer",
            "D = Bits<8>",
            TristateBuffer::<Bits<8>>::default,
            pins!(TristateBuffer<Bits<8>> { write_enable, write_data => read_data }),
            vec![bus_pin!(TristateBuffer<Bits<8>>, bus)],
        ),
        bidirectional_case(
            "RegisteredEdgeTristate",
            "W = 8",
            RegisteredEdgeTristate::<8>::default,
            pins!(RegisteredEdgeTristate<8> { write_enable, write_data, clock => read_data }),
            vec![bus_pin!(RegisteredEdgeTristate<8>, bus)],
        ),
        bidirectional_case(
            "RegisteredEdgeTristate",
            "W = 1",
            RegisteredEdgeTristate::<1>::default,
            pins!(RegisteredEdgeTristate<1> { write_enable, write_data, clock => read_data }),
            vec![bus_pin!(RegisteredEdgeTristate<1>, bus)],
        ),
        bidirectional_case(
            "OpenDrainBuffer",
            "",
            OpenDrainBuffer::default,
            pins!(OpenDrainBuffer { control.drive_low => control.line_state }),
            vec![bus_pin!(OpenDrainBuffer, bus)],
        ),
    ];
    Section { library: "rust-hdl-widgets", title: "Bidirectional ports", cases }
}
