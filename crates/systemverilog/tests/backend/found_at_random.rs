//! Reduced cases of faults that random kernels have found.

use rust_hdl::prelude::*;
use rust_hdl_systemverilog::{Options, print_proven};

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Speed {
    Stopped,
    Slow,
    Fast,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Setting {
    pub speed: Speed,
    pub level: Bits<4>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Frame {
    pub setting: Setting,
    pub flag: Bit,
}

fn preset() -> Setting {
    Setting { speed: Speed::Fast, level: 9.into() }
}

blocks! { self:
    /// Fields of a constant, and fields of those.
    ConstantFields: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bits<4>>,
        preset: Constant<Frame> = Constant::new(Frame { setting: preset(), flag: true }),
        held: DFF<Setting>,
    } {
        dff_setup!(self, clock, held);
        self.held.d.next.speed = self.preset.val().setting.speed;
        self.held.d.next.level = self.held.q.val().level + self.preset.val().setting.level;
        self.y.next = self.held.q.val().level + self.preset.val().flag;
    }

    /// Variants of an enum that no signal has.
    ConstantVariant: #[hdl_gen] {
        pub a: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bits<2>>,
        preset: Constant<Setting> = Constant::new(preset()),
        speed: Constant<Speed> = Constant::new(Speed::Fast),
    } {
        self.y.next = self.a.val();
        if self.speed.val() == self.preset.val().speed {
            self.y.next = self.a.val() + 1;
        }
        match self.preset.val().speed {
            Speed::Stopped => self.y.next = 1.into(),
            Speed::Fast => self.y.next = 0.into(),
            _ => {}
        }
    }

    /// A register of which one bit is replaced after another assignment.
    ReplacedAgain: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub place: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bits<4>>,
        held: DFF<Bits<4>>,
    } {
        dff_setup!(self, clock, held);
        self.held.d.next = self.held.q.val() + 3;
        if self.place.val().any() {
            self.held.d.next = self.held.q.val().replace_bit(self.place.val().index(), true);
        }
        self.y.next = self.held.q.val();
    }

    /// Fields of fields, which Icarus Verilog supports in a few places only.
    InnerFields: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub narrow: Signal<Out, Bits<2>>,
        pub wide: Signal<Out, Bits<6>>,
        pub is_great: Signal<Out, Bit>,
        pub is_slow: Signal<Out, Bit>,
        frame: Signal<Local, Frame>,
    } {
        self.frame.next.flag = self.a.val().any();
        self.frame.next.setting.speed = Speed::Stopped;
        if self.a.val().get_bit(3) {
            self.frame.next.setting.speed = Speed::Slow;
        }
        self.frame.next.setting.level = self.a.val() + 1;
        self.narrow.next = bit_cast::<2, 4>(self.frame.val().setting.level);
        self.wide.next = bit_cast::<6, 4>(!self.frame.val().setting.level << 1);
        self.is_great.next = signed_cast(self.frame.val().setting.level) > 3.into();
        self.is_slow.next = self.frame.val().setting.speed == Speed::Slow;
    }

    Gate: #[hdl_gen] {
        pub open: Signal<In, Bit>,
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    } {
        self.y.next = self.open.val() & self.a.val();
    }

    /// A child whose input depends on an enum with a power-up value.
    ConnectedVariant: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        speed: DFF<Speed>,
        gate: Gate,
    } {
        dff_setup!(self, clock, speed);
        match self.speed.q.val() {
            Speed::Stopped => self.speed.d.next = Speed::Slow,
            Speed::Slow => self.speed.d.next = Speed::Fast,
            _ => self.speed.d.next = Speed::Stopped,
        }
        self.gate.open.next = self.speed.q.val() != Speed::Stopped;
        self.gate.a.next = self.a.val();
        self.y.next = self.gate.y.val();
    }
}

matches_rust! {
    fields_of_a_constant_are_constants: ConstantFields,
    variants_may_be_constants_only: ConstantVariant,
    a_bit_may_be_replaced_after_another_assignment: ReplacedAgain,
    fields_may_have_fields: InnerFields,
    an_input_of_a_child_may_depend_on_a_variant: ConnectedVariant,
}

#[test]
fn their_text_is_proven() {
    for (_, design) in DESIGNS {
        print_proven(&design(), &Options::default()).unwrap();
    }
}
