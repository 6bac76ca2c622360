//! Errors name the file and the line, if the block derives `Module`.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_rtl::{Error, elaborate};

/// The line above the blocks.
const START: u32 = line!();

blocks! { self:
    Nested: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
    } {
        self.y.next = 0.into();
        for i in 0..2 {
            if self.a.val().get_bit(i) {
                if self.a.val().get_bit(i + 4) {
                    self.y.next = 1.into();
                }
            }
        }
    }

    Latched: #[kernel] {
        pub a: Signal<In, Bit>,
        pub x: Signal<Out, Bit>,
        pub y: Signal<Out, Bit>,
    } {
        self.x.next = self.a.val();
        if self.a.val() {
            self.x.next = true;
            self.y.next = true;
        }
    }

    Looped: #[kernel] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        inside: Signal<Local, Bit>,
    } {
        self.y.next = self.inside.val();
        self.inside.next = self.a.val() ^ self.inside.val();
    }

    Undriven: #[kernel] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    } {
    }

    Parent: #[kernel] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        child: Undriven,
    } {
        self.child.a.next = self.a.val();
        self.y.next = self.child.y.val();
    }

    Glitching: #[kernel] {
        pub a: Signal<In, Clock>,
        pub b: Signal<In, Bit>,
        pub c: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        gated: Signal<Local, Clock>,
        held: DFF<Bit>,
    } {
        self.gated.next = self.a.val();
        if self.b.val() {
            self.gated.next = false.into();
        }
        if self.c.val() {
            self.gated.next = true.into();
        }
        self.held.clock.next = self.gated.val();
        self.held.d.next = !self.held.q.val();
        self.y.next = self.held.q.val();
    }

    Keyword: #[kernel] {
        pub bit: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    } {
        self.y.next = self.bit.val();
    }
}

#[test]
fn an_error_has_the_line_of_its_statement_or_of_its_block() {
    let cases: [(&dyn Block, u32, &str); 7] = [
        (&Nested::default(), 10, "module `device`, in an `if`: bit 4 of"),
        (&Latched::default(), 25, "module `device`: `y` keeps its old value"),
        (&Looped::default(), 35, "combinational loop in `device`: inside and back"),
        (&Undriven::default(), 38, "module `device`: nothing drives `y`"),
        (&Parent::default(), 38, "module `device.child`: nothing drives `y`"),
        (&Glitching::default(), 53, "module `device`: the clock `gated` is computed in several"),
        (&Keyword::default(), 73, "module `device`: `bit` is a SystemVerilog keyword"),
    ];
    for (block, line, wanted) in cases {
        let error = elaborate(&[("device", block)]).expect_err(wanted).to_string();
        let wanted = format!("{}:{}: {wanted}", file!(), START + line);
        assert!(error.starts_with(&wanted), "{error}\n{wanted}");
    }
}

/// A module whose `update` has no attribute.
#[derive(Clone, Default, Module)]
struct Plain {
    pub a: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
}

impl Logic for Plain {
    fn update(&mut self) {
        self.y.next = self.a.val();
    }
}

/// A module with a memory that is too large.
#[derive(Default, Module)]
struct Large {
    pub clock: Signal<In, Clock>,
    pub a: Signal<In, Bits<30>>,
    pub y: Signal<Out, Bits<4>>,
    words: RAM<Bits<4>, 30>,
}

impl Logic for Large {
    #[kernel]
    fn update(&mut self) {
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.clock.val();
        self.words.read_address.next = self.a.val();
        self.words.write_address.next = self.a.val();
        self.words.write_data.next = 1.into();
        self.words.write_enable.next = true;
        self.y.next = self.words.read_data.val();
    }
}

#[test]
fn errors_about_blocks_without_a_place_have_that_of_the_module_around_them() {
    let cases: [(&dyn Block, &str); 2] = [
        (
            &Plain::default(),
            "module `device`: a block without a kernel cannot be translated to hardware; put `#[kernel]` on its `update`",
        ),
        (
            &Large::default(),
            "module `device.words`: a memory with addresses of 30 bits cannot be translated to hardware; use at most 24",
        ),
    ];
    for (block, wanted) in cases {
        let error = elaborate(&[("device", block)]).expect_err(wanted);
        assert_eq!(error.cause().to_string(), wanted);
        assert!(error.to_string().starts_with(&format!("{}:", file!())), "{error}");
    }
}

#[test]
fn the_cause_of_an_error_is_without_its_place() {
    let error = elaborate(&[("device", &Latched::default())]).expect_err("a latch");
    let cause = Error::Latch { module: "device".to_string(), signal: "y".to_string() };
    assert_eq!(error.cause(), &cause);
    assert!(matches!(error, Error::Located { .. }));
}
