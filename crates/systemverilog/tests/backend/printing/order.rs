//! The order of the items.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::harness::printed;

blocks! { self:
    #[derive(Clone)]
    Inverter: #[kernel] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    } {
        self.y.next = !self.a.val();
    }

    /// The next value of a register is computed below `dff_setup!`, from the output of an instance
    /// that has to be below its own input.
    Chain: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub enable: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        flag: DFF<Bit>,
        gated: Signal<Local, Bit>,
        next: Signal<Local, Bit>,
        inverter: Inverter,
    } {
        dff_setup!(self, clock, flag);
        self.next.next = self.inverter.y.val() & self.enable.val();
        self.gated.next = self.enable.val() ^ self.flag.q.val();
        self.inverter.a.next = self.gated.val() | self.enable.val();
        self.flag.d.next = self.next.val();
        self.y.next = self.flag.q.val();
    }

    /// The instance reads what depends on its output, and in Rust it stands below.
    Loop: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
        flag: DFF<Bit>,
        one: Signal<Local, Bit>,
        other: Signal<Local, Bit>,
        inverter: Two,
    } {
        dff_setup!(self, clock, flag);
        self.one.next = self.inverter.y.val() & self.flag.q.val();
        self.other.next = !self.one.val();
        self.inverter.a.next = self.flag.q.val();
        self.inverter.b.next = self.other.val();
        self.flag.d.next = self.inverter.z.val();
        self.y.next = self.flag.q.val();
    }

    /// Two inverters, so that one output does not depend on one input.
    Two: #[kernel] {
        pub a: Signal<In, Bit>,
        pub b: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        pub z: Signal<Out, Bit>,
    } {
        self.y.next = !self.a.val();
        self.z.next = !self.b.val();
    }
}

/// The first words of the items of a module, from top to bottom.
fn items<B: Block + Default>() -> Vec<String> {
    let text = printed::<B>();
    let (_, body) = text.rsplit_once("\nmodule ").expect("a module");
    let lines = body.lines().filter(|line| {
        let rest = line.strip_prefix("  ").unwrap_or_default();
        rest.starts_with("assign") || rest.starts_with("always") || rest.ends_with(" (")
    });
    lines.map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn drivers_are_above_their_readers() {
    let expected = ["assign gated", "inverter inverter", "assign next", "always_ff @(posedge"];
    assert_eq!(items::<Chain>(), expected);
}

#[test]
fn an_instance_is_below_what_it_reads_even_if_that_reads_the_instance() {
    let expected = ["assign one", "assign other", "two inverter", "always_ff @(posedge"];
    assert_eq!(items::<Loop>(), expected);
}
