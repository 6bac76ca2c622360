//! Processes that Icarus Verilog would take for one another if their slices had no names.

use rust_hdl::prelude::*;

use crate::harness::{design, text};

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Mode {
    Off,
    On,
    Fast,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Request {
    pub mode: Mode,
    pub valid: Bit,
    pub level: Bits<2>,
}

blocks! { self:
    /// The second process reads `keys` in two places, the first in one of them and something else.
    Buttons: #[hdl_gen] {
        pub count: Signal<In, Bits<2>>,
        pub keys: Signal<In, Bits<4>>,
        pub shown: Signal<Out, Bits<2>>,
        pub level: Signal<Out, Bits<2>>,
    } {
        self.shown.next = self.count.val();
        if self.keys.val().get_bit(3) {
            self.shown.next = self.shown.val() + 1;
        }
        self.level.next = 0.into();
        if self.keys.val().get_bit(3) {
            self.level.next = 1.into();
        } else if self.keys.val().get_bits::<3>(0) == 2 {
            self.level.next = 3.into();
        }
    }

    /// The same with a whole signal before one of its bits.
    WholeFirst: #[hdl_gen] {
        pub count: Signal<In, Bits<2>>,
        pub keys: Signal<In, Bits<2>>,
        pub shown: Signal<Out, Bits<2>>,
        pub level: Signal<Out, Bits<2>>,
    } {
        self.level.next = self.keys.val() + 1;
        if self.keys.val().get_bit(0) {
            self.level.next = self.level.val() + 1;
        }
        self.shown.next = self.count.val();
        if self.keys.val().get_bit(0) {
            self.shown.next = self.shown.val() + 1;
        }
    }

    /// The same with a bit of another signal between them.
    Between: #[hdl_gen] {
        pub count: Signal<In, Bits<2>>,
        pub keys: Signal<In, Bits<2>>,
        pub others: Signal<In, Bits<2>>,
        pub shown: Signal<Out, Bits<2>>,
        pub level: Signal<Out, Bits<2>>,
    } {
        self.level.next = self.keys.val();
        if self.others.val().get_bit(0) {
            self.level.next = self.level.val() + 1;
        }
        if self.keys.val().get_bit(0) {
            self.level.next = self.level.val() + 2;
        }
        self.shown.next = self.count.val();
        if self.others.val().get_bit(0) {
            self.shown.next = self.shown.val() + 1;
        }
        if self.keys.val().get_bit(0) {
            self.shown.next = self.shown.val() + 2;
        }
    }

    /// The first process also reads a bit of what it drives.
    OwnBit: #[hdl_gen] {
        pub count: Signal<In, Bits<2>>,
        pub keys: Signal<In, Bits<4>>,
        pub shown: Signal<Out, Bits<2>>,
        pub level: Signal<Out, Bits<2>>,
    } {
        self.level.next = self.keys.val().get_bits::<2>(0);
        if self.level.val().get_bit(0) {
            self.level.next = self.keys.val().get_bits::<2>(2);
        }
        self.shown.next = self.count.val();
        if self.level.val().any() {
            self.shown.next = self.keys.val().get_bits::<2>(2);
        }
    }

    /// Fields of a struct, one of them an enum.
    Fields: #[hdl_gen] {
        pub count: Signal<In, Bits<2>>,
        pub raw: Signal<In, Bits<2>>,
        pub mode: Signal<Out, Mode>,
        pub level: Signal<Out, Bits<2>>,
        pub shown: Signal<Out, Bits<2>>,
        request: Signal<Local, Request>,
    } {
        self.request.next.mode = Mode::Off;
        if self.raw.val().get_bit(0) {
            self.request.next.mode = Mode::Fast;
        }
        self.request.next.valid = self.raw.val().get_bit(1);
        self.request.next.level = self.raw.val();
        self.mode.next = self.request.val().mode;
        if self.request.val().valid {
            self.mode.next = Mode::On;
        }
        self.level.next = self.count.val();
        if self.request.val().valid {
            self.level.next = self.level.val() + 1;
        }
        self.shown.next = self.count.val();
        if self.request.val().mode == Mode::Off {
            self.shown.next = self.request.val().level;
        }
    }

    /// Reads one signal of its parent in two places.
    Decoder: #[hdl_gen] {
        pub code: Signal<In, Bits<3>>,
        pub level: Signal<Out, Bits<2>>,
    } {
        self.level.next = self.code.val().get_bits::<2>(1);
        if self.code.val().get_bit(0) {
            self.level.next = self.level.val() + 1;
        }
    }

    /// Has a process like that of its child.
    Parent: #[hdl_gen] {
        pub count: Signal<In, Bits<2>>,
        pub code: Signal<In, Bits<3>>,
        pub level: Signal<Out, Bits<2>>,
        pub shown: Signal<Out, Bits<2>>,
        decoder: Decoder,
    } {
        self.decoder.code.next = self.code.val();
        self.level.next = self.decoder.level.val();
        self.shown.next = self.count.val();
        if self.code.val().get_bit(0) {
            self.shown.next = self.shown.val() + 1;
        }
    }
}

matches_rust! {
    a_process_may_read_a_signal_in_two_places: Buttons,
    a_process_may_read_a_signal_and_a_bit_of_it: WholeFirst,
    a_process_may_read_a_bit_of_another_signal_between: Between,
    a_process_may_read_a_bit_of_what_it_drives: OwnBit,
    processes_may_read_different_fields_of_a_struct: Fields,
    a_process_may_resemble_one_of_a_child: Parent,
}

#[test]
fn a_slice_gets_a_name_only_where_processes_are_ambiguous() {
    let named = |design, name: &str| {
        let design: rust_hdl_rtl::Design = design;
        let text = text(&design, design.find(name).unwrap());
        let assigns = text.lines().filter(|line| line.contains("assign"));
        assigns.map(|line| line.trim().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(named(design::<Buttons>(), "device"), ["assign keys_3 = keys[3];"]);
    assert_eq!(named(design::<WholeFirst>(), "device"), ["assign keys_0 = keys[0];"]);
    assert_eq!(named(design::<Parent>(), "decoder"), ["assign code_2_1 = code[2:1];"]);
    assert_eq!(named(design::<Decoder>(), "device"), [""; 0]);
}
