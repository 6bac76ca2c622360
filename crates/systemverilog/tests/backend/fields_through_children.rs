//! Fields of a struct that pass through children one after the other: no bit depends on itself.

use std::sync::Arc;
use std::time::Duration;

use backend_testing::lint::Sources;
use backend_testing::{Dut, Recording, Simulator};
use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_systemverilog::{Options, print_all, print_proven};

use crate::harness::try_design;

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, FromBits)]
pub struct Two {
    pub a: Bits<4>,
    pub b: Bits<4>,
}

blocks! { self:
    Pass: #[kernel] {
        pub i: Signal<In, Two>,
        pub o: Signal<Out, Two>,
    } {
        self.o.next.a = self.i.val().a + 1;
        self.o.next.b = self.i.val().b + 2;
    }

    /// The first field comes back as the second one.
    Once: #[kernel] {
        pub x: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        p: Pass,
    } {
        self.p.i.next.a = self.x.val();
        self.p.i.next.b = self.p.o.val().a;
        self.y.next = self.p.o.val().b;
    }

    /// The same through two children, and through a copy of the whole struct.
    Twice: #[hdl_gen] {
        pub x: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        first: Pass,
        second: Pass,
        middle: Signal<Local, Two>,
    } {
        self.first.i.next.a = self.x.val();
        self.first.i.next.b = self.second.o.val().a;
        self.middle.next = self.first.o.val();
        self.second.i.next = self.middle.val();
        self.y.next = self.second.o.val().b;
    }

    /// Passes its input on, or a constant, as a whole.
    Choice: #[kernel] {
        pub take: Signal<In, Bit>,
        pub i: Signal<In, Two>,
        pub o: Signal<Out, Two>,
    } {
        if self.take.val() {
            self.o.next = self.i.val();
        } else {
            self.o.next.a = 5.into();
            self.o.next.b = self.i.val().b;
        }
    }

    /// Through a process that has a condition, and a module around it.
    Chosen: #[kernel] {
        pub take: Signal<In, Bit>,
        pub x: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        wrapped: Wrapped,
    } {
        self.wrapped.take.next = self.take.val();
        self.wrapped.i.next.a = self.x.val();
        self.wrapped.i.next.b = self.wrapped.o.val().a;
        self.y.next = self.wrapped.o.val().b;
    }

    Wrapped: #[kernel] {
        pub take: Signal<In, Bit>,
        pub i: Signal<In, Two>,
        pub o: Signal<Out, Two>,
        inner: Choice,
    } {
        self.inner.take.next = self.take.val();
        self.inner.i.next = self.i.val();
        self.o.next = self.inner.o.val();
    }

    /// A register that both fields lead to.
    Stored: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub x: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        held: DFF<Bits<4>>,
        p: Pass,
    } {
        dff_setup!(self, clock, held);
        self.p.i.next.b = self.p.o.val().a ^ self.held.q.val();
        self.p.i.next.a = self.x.val();
        self.held.d.next = self.p.o.val().b;
        self.y.next = self.held.q.val() + self.p.o.val().b;
    }

    PassBits: #[kernel] {
        pub i: Signal<In, Bits<8>>,
        pub o: Signal<Out, Bits<8>>,
    } {
        self.o.next = (bit_cast::<8, 4>(self.i.val().get_bits::<4>(4) + 2) << 4)
            | bit_cast::<8, 4>(self.i.val().get_bits::<4>(0) + 1);
    }

    /// Bits that are shifted and joined.
    Joined: #[kernel] {
        pub x: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        p: PassBits,
        doubled: Signal<Local, Bits<8>>,
    } {
        self.doubled.next = bit_cast::<8, 4>(self.p.o.val().get_bits::<4>(0)) << 4;
        self.p.i.next = self.doubled.val() | bit_cast::<8, 4>(!self.x.val());
        self.y.next = bit_cast::<4, 8>(self.p.o.val() >> 4);
    }

    /// The upper bits come back as themselves.
    JoinedLoop: #[kernel] {
        pub x: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        p: PassBits,
    } {
        self.p.i.next = ((self.p.o.val() >> 4) << 4) | bit_cast::<8, 4>(self.x.val());
        self.y.next = self.p.o.val().get_bits::<4>(0);
    }

    /// The second field comes back as itself.
    Loop: #[kernel] {
        pub x: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        p: Pass,
    } {
        self.p.i.next.a = self.x.val();
        self.p.i.next.b = self.p.o.val().b;
        self.y.next = self.p.o.val().a;
    }
}

matches_rust! {
    through_a_child: Once,
    through_two_children: Twice,
    through_a_choice: Chosen,
    with_a_register: Stored,
    as_bits_that_are_joined: Joined,
}

#[test]
fn the_text_is_proven() {
    for (name, design) in DESIGNS {
        print_proven(&design(), &Options::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
}

#[test]
fn a_field_that_comes_back_as_itself_is_a_loop() {
    for design in [try_design::<Loop>(), try_design::<JoinedLoop>()] {
        let error = design.expect_err("a loop").to_string();
        assert!(error.contains("combinational loop in `device`: "), "{error}");
    }
}

/// Verilator warns that the struct cannot be optimised (UNOPTFLAT), and simulates it correctly.
#[test]
#[ignore = "needs verilator, iverilog and yosys: apt-get install verilator iverilog yosys"]
fn simulators_settle() {
    let mut duts = vec![];
    for (name, design) in DESIGNS {
        let design = design();
        let top = design.top();
        let files = print_all(&design, &Options::default());
        let sources = Sources::write(&files, &design.module(top).name);
        for result in [sources.verilator(&["UNOPTFLAT"]), sources.icarus(), sources.elaborate()] {
            result.unwrap_or_else(|message| panic!("{name}: {message}"));
        }
        let recording = Recording::of_design(&design, top, 1000).expect("no loop");
        duts.push(Dut::new(&design.module(top).name, files, Arc::new(recording)));
    }
    for (result, (name, _)) in
        Simulator::Icarus(Duration::from_secs(60)).run(&duts).iter().zip(DESIGNS)
    {
        assert!(result.is_ok(), "{name}: {result:?}");
    }
}
