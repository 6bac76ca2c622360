//! Names that a module may have inside although a tool reserves them or something else has them.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_systemverilog::{Options, emit};

use crate::harness::{assert_matches_rust, design, printed};

#[derive(Copy, Clone, Debug, PartialEq, LogicState, FromBits)]
pub enum Level {
    Empty,
    Full,
}

blocks! { self:
    /// Registers, local signals and instances are renamed if a tool reserves their names.
    Reserved: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        wreal: DFF<Bits<4>>,
        process: Signal<Local, Bits<4>>,
        float: Signal<Local, Bits<4>>,
        bool: Twice,
    } {
        dff_setup!(self, clock, wreal);
        self.process.next = self.a.val() + self.wreal.q.val();
        self.float.next = self.a.val() & self.process.val();
        self.bool.a.next = self.process.val();
        self.wreal.d.next = self.bool.y.val() ^ self.float.val();
        self.y.next = self.wreal.q.val() + self.float.val();
    }

    Twice: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
    } {
        self.y.next = self.a.val() << 1;
    }

    /// A port with the name of the module.
    Led: #[kernel] {
        pub a: Signal<In, Bit>,
        pub led: Signal<Out, Bit>,
    } {
        self.led.next = self.a.val();
    }

    /// A register with the name of the module, and an instance of a module that has such a port.
    Blink: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
        blink: DFF<Bit>,
        led: Led,
    } {
        dff_setup!(self, clock, blink);
        self.blink.d.next = !self.blink.q.val();
        self.led.a.next = self.blink.q.val();
        self.y.next = self.led.led.val() ^ self.blink.q.val();
    }

    /// The same for a module that is named by its caller.
    Device: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub device: Signal<Out, Bit>,
    } {
        self.device.next = !self.a.val();
    }
}

matches_rust! {
    words_that_tools_reserve: Reserved,
    a_register_with_the_name_of_its_module: Blink,
}

/// Verilator 5.006 lints these with a warning (VARHIDDEN) and does not simulate them.
#[test]
fn a_port_of_a_top_may_have_the_name_of_the_top() {
    assert_matches_rust::<Led>();
    assert_matches_rust::<Device>();
}

#[test]
fn reserved_names_get_a_suffix_or_a_prefix() {
    let text = printed::<Reserved>();
    for name in ["wreal_register", "process_signal", "float_signal", "u_bool"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert!(printed::<Blink>().contains("blink_register"), "{}", printed::<Blink>());
}

/// A counter whose properties have the names of other things.
#[derive(Default, Module)]
pub struct Counter {
    pub clock: Signal<In, Clock>,
    pub full: Signal<Out, Bit>,
    pub level: Signal<Out, Level>,
    count: DFF<Bits<2>>,
    led: Led,
}

impl Logic for Counter {
    #[kernel]
    #[cover("full", self.full.val())]
    #[assert("counter", self.full.val() == (self.count.q.val() == 3))]
    #[assert("counter sva", !self.full.val() || self.level.val() == Level::Full)]
    #[assert("led", self.led.led.val() == self.full.val())]
    #[assert("end", !self.full.val() || self.count.q.val() != 0)]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.count.d.next = self.count.q.val() + 1;
        self.led.a.next = self.count.q.val() == 3;
        self.full.next = self.led.led.val();
        self.level.next = Level::Empty;
        if self.led.led.val() {
            self.level.next = Level::Full;
        }
    }
}

#[test]
fn a_label_that_is_taken_gets_the_kind_of_its_property_in_front() {
    let files = emit(&[("x", &Counter::default())], &Options::default()).expect("a design");
    let text = &files.last().expect("a file of properties").text;
    for label in
        ["cover_full: cover", "counter: assert", "assert_led: assert", "assert_end: assert"]
    {
        assert!(text.contains(&format!("\n  {label} property")), "{label}: {text}");
    }
    let design = design::<Counter>();
    let proof = rust_hdl_systemverilog::proof::prove_properties(&design, design.top(), 1);
    assert!(proof.expect("a proof").proven.contains(&"assert_led".to_string()));
}
