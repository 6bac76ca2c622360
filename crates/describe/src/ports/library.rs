//! The ports of `rust-hdl`'s own interfaces, for which users cannot derive [`Ports`].

use rust_hdl::prelude::*;
use rust_hdl::widgets::{ramrom::ram::RAMWrite, sdram::SDRAMDevice};

use super::{PortName, PortVisitor, Ports};
use crate::FromBits;

macro_rules! interfaces {
    ($($name:ident [$($parameter:ident),*] [$($generics:tt)*] { $($field:ident),* })*) => {
        $(
            impl<$($generics)*> Ports for $name<$($parameter),*> {
                fn visit_ports(&mut self, name: PortName<'_>, visitor: &mut PortVisitor<'_>) {
                    $(self.$field.visit_ports(name.field(stringify!($field)), visitor);)*
                }
            }
        )*
    };
}

interfaces! {
    BidiBusD[T][T: Synth + FromBits + 'static] {
        sig_inout, sig_empty, sig_full, sig_not_read, sig_not_write, sig_master
    }
    BidiBusM[T][T: Synth + FromBits + 'static] {
        sig_inout, sig_empty, sig_full, sig_not_read, sig_not_write, sig_master
    }
    FIFOReadController[T][T: Synth + FromBits + 'static] { data, read, empty, almost_empty }
    FIFOReadResponder[T][T: Synth + 'static] { data, read, empty, almost_empty }
    FIFOWriteController[T][T: Synth + 'static] { data, write, full, almost_full }
    FIFOWriteResponder[T][T: Synth + FromBits + 'static] { data, write, full, almost_full }
    I2CBusDriver[][] { sda, scl }
    I2CBusReceiver[][] { sda, scl }
    OpenDrainDriver[][] { drive_low, line_state }
    OpenDrainReceiver[][] { drive_low, line_state }
    RAMWrite[T, N][T: Synth + FromBits + 'static, const N: usize] { address, clock, data, enable }
    SDRAMDevice[D][const D: usize] {
        clk, we_not, cas_not, ras_not, cs_not, bank, address, write_data, read_data, write_enable
    }
    SDRAMDriver[D][const D: usize] {
        clk, we_not, cas_not, ras_not, cs_not, bank, address, write_data, read_data, write_enable
    }
    SPIWiresMaster[][] { mosi, miso, msel, mclk }
    SPIWiresSlave[][] { mosi, miso, msel, mclk }
    SoCBusController[D, A][const D: usize, const A: usize] {
        address, address_strobe, from_controller, to_controller, ready, strobe, clock
    }
    SoCBusResponder[D, A][const D: usize, const A: usize] {
        address, address_strobe, from_controller, to_controller, ready, strobe, clock
    }
    SoCPortController[D][const D: usize] {
        select, from_controller, to_controller, ready, strobe, clock
    }
    SoCPortResponder[D][const D: usize] {
        select, from_controller, to_controller, ready, strobe, clock
    }
}
