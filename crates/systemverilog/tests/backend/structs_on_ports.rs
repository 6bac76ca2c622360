//! Structs on ports, also with enums in them.

use rust_hdl::prelude::*;

use crate::harness::{design, text};
use crate::language::{Frame, Inner, Mode};

blocks! { self:
    /// Changes single fields of a frame.
    Filter: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub faster: Signal<In, Bit>,
        pub received: Signal<In, Frame>,
        pub sent: Signal<Out, Frame>,
        pub idle: Signal<Out, Bit>,
        last: DFF<Frame>,
    } {
        dff_setup!(self, clock, last);
        self.sent.next = self.last.q.val();
        if self.faster.val() {
            self.sent.next.inner.mode = Mode::Fast;
        }
        if self.received.val().valid {
            self.last.d.next = self.received.val();
        }
        self.idle.next = self.received.val().inner.mode == Mode::Off;
    }

    /// Makes a frame for a child, and unpacks what comes back.
    Station: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub level: Signal<In, Bits<4>>,
        pub echoed: Signal<Out, Frame>,
        pub level_back: Signal<Out, Bits<3>>,
        pub is_fast: Signal<Out, Bit>,
        pub idle: Signal<Out, Bit>,
        pub moving: Signal<Out, Bit>,
        pub speed: Signal<Out, Bits<2>>,
        mode: Signal<Local, Mode>,
        frame: Signal<Local, Frame>,
        inner: Signal<Local, Inner>,
        filter: Filter,
    } {
        self.filter.clock.next = self.clock.val();
        self.filter.faster.next = self.level.val().get_bit(3);
        self.frame.next.valid = self.level.val().get_bit(0);
        self.frame.next.inner.level = self.level.val().get_bits::<3>(0);
        self.frame.next.inner.mode = Mode::Slow;
        if self.level.val() == 0 {
            self.frame.next.inner.mode = Mode::Off;
        }
        self.frame.next.data = self.level.val() + 1;
        self.filter.received.next = self.frame.val();
        self.echoed.next = self.filter.sent.val();
        self.mode.next = self.filter.sent.val().inner.mode;
        self.level_back.next = self.filter.sent.val().inner.level;
        self.is_fast.next = self.mode.val() == Mode::Fast;
        self.idle.next = self.filter.idle.val();
        match self.filter.sent.val().inner.mode {
            Mode::Off => self.moving.next = false,
            _ => self.moving.next = true,
        }
        self.inner.next = self.filter.sent.val().inner;
        match self.inner.val().mode {
            Mode::Off => self.speed.next = 0.into(),
            Mode::Slow => self.speed.next = 1.into(),
            Mode::Fast => self.speed.next = 3.into(),
        }
    }
}

matches_rust! {
    fields_with_enums_are_read_and_assigned: Station,
}

#[test]
fn a_struct_on_a_port_is_a_vector_and_its_enums_are_in_packages() {
    let design = design::<Station>();
    let packages: Vec<_> = design.packages().into_iter().map(|package| package.name).collect();
    assert_eq!(packages, ["mode_pkg"]);
    let filter = text(&design, design.find("filter").unwrap());
    for line in [
        "  input  logic [9:0] received,\n",
        "  output logic [9:0] sent,\n",
        "      sent[5:4] = mode_pkg::Fast;\n",
        "  assign idle = received[5:4] == mode_pkg::Off;\n",
    ] {
        assert!(filter.contains(line), "{line}{filter}");
    }
}
