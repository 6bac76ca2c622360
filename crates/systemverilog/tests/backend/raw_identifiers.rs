//! Raw identifiers lose their `r#`, and the search for a free name ends.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_rtl::elaborate;

use crate::harness::design;

#[allow(non_camel_case_types)]
#[derive(Copy, Clone, Debug, PartialEq, LogicState, FromBits)]
pub enum Mode {
    r#dyn,
    r#move,
}

blocks! { self:
    Inner: #[hdl_gen] {
        pub r#in: Signal<In, Bits<4>>,
        pub o: Signal<Out, Bits<4>>,
    } {
        self.o.next = self.r#in.val() + 1;
    }

    /// The keyword of a child's field is one of SystemVerilog, too; those of the ports are not.
    Outer: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub r#match: Signal<In, Bits<4>>,
        pub r#fn: Signal<Out, Bits<4>>,
        r#type: Plain,
        r#ref: DFF<Bits<4>>,
        r#loop: [Plain; 2],
    } {
        dff_setup!(self, clock, r#ref);
        self.r#type.i.next = self.r#match.val();
        for r#impl in 0..2 {
            self.r#loop[r#impl].i.next = self.r#type.o.val();
        }
        self.r#ref.d.next = self.r#loop[1].o.val() ^ self.r#loop[0].o.val();
        self.r#fn.next = self.r#ref.q.val() + self.r#match.val();
    }

    Plain: #[hdl_gen] {
        pub i: Signal<In, Bits<4>>,
        pub o: Signal<Out, Bits<4>>,
    } {
        self.o.next = self.i.val() + 1;
    }

    Described: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub r#match: Signal<In, Mode>,
        pub r#fn: Signal<Out, Bit>,
        pub r#mod: Signal<Out, Bits<3>>,
        r#type: Bare,
        r#use: DFF<Bits<3>>,
    } {
        dff_setup!(self, clock, r#use);
        self.r#type.i.next = self.r#use.q.val();
        match self.r#match.val() {
            Mode::r#dyn => self.r#use.d.next = self.r#type.o.val(),
            Mode::r#move => self.r#use.d.next = self.r#use.q.val(),
        }
        self.r#fn.next = self.r#match.val() == Mode::r#move;
        self.r#mod.next = self.r#use.q.val();
    }

    Bare: #[kernel] {
        pub i: Signal<In, Bits<3>>,
        pub o: Signal<Out, Bits<3>>,
    } {
        self.o.next = self.i.val() + 3;
    }

    Remembering: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        r#ref: RAM<Bits<4>, 4>,
    } {
        self.r#ref.read_clock.next = self.clock.val();
        self.r#ref.write_clock.next = self.clock.val();
        self.r#ref.read_address.next = self.a.val();
        self.r#ref.write_address.next = self.a.val() + 1;
        self.r#ref.write_enable.next = true;
        self.r#ref.write_data.next = self.a.val();
        self.y.next = self.r#ref.read_data.val();
    }
}

matches_rust! {
    fields_of_a_plain_block: Outer,
    fields_of_a_described_block: Described,
}

/// The names of the ports, the signals and the modules of a design.
fn names(design: &rust_hdl_rtl::Design) -> Vec<String> {
    let modules = design.modules.iter();
    let of = |module: &rust_hdl_rtl::Module| {
        let signals = module.signals.iter().map(|signal| signal.name.clone());
        std::iter::once(module.name.clone()).chain(signals).collect::<Vec<_>>()
    };
    modules.flat_map(of).collect()
}

#[test]
fn no_name_of_a_design_has_the_prefix_of_raw_identifiers() {
    for design in [design::<Outer>(), design::<Described>(), design::<Remembering>()] {
        let names = names(&design);
        assert!(names.iter().all(|name| !name.contains('#')), "{names:?}");
    }
    assert!(names(&design::<Remembering>()).contains(&"remembering_ref".to_string()));
    assert!(names(&design::<Outer>()).contains(&"device_type".to_string()));
}

#[test]
fn a_described_block_under_an_illegal_name_lends_its_own_to_its_memories() {
    for name in ["my design", "zähler", ""] {
        let design = elaborate(&[(name, &Remembering::default())]).expect(name);
        assert_eq!(design.modules[0].name, "remembering_ref", "{name}");
    }
}
