//! Several enums in a module.

use rust_hdl::prelude::*;
use rust_hdl_systemverilog::{Options, emit};

use crate::harness::{design, text};

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Lamp {
    Off,
    On,
    Blinking,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Motor {
    Forward,
    Backward,
    Off,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Direction {
    Left,
    Right,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Order {
    pub lamp: Lamp,
    pub level: Bits<3>,
}

blocks! { self:
    /// Two enums with a variant `Off`, and one without.
    Panel: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<2>>,
        pub lit: Signal<Out, Bit>,
        pub code: Signal<Out, Bits<2>>,
        pub level: Signal<Out, Bits<3>>,
        pub is_left: Signal<Out, Bit>,
        lamp: DFF<Lamp>,
        motor: Signal<Local, Motor>,
        direction: Signal<Local, Direction>,
        order: Signal<Local, Order>,
    } {
        dff_setup!(self, clock, lamp);
        match self.lamp.q.val() {
            Lamp::Off => self.lamp.d.next = Lamp::On,
            Lamp::On => self.lamp.d.next = Lamp::Blinking,
            Lamp::Blinking => self.lamp.d.next = Lamp::Off,
        }
        self.motor.next = Motor::Off;
        self.direction.next = Direction::Left;
        match self.a.val().index() {
            1 => self.motor.next = Motor::Forward,
            2 => {
                self.motor.next = Motor::Backward;
                self.direction.next = Direction::Right;
            }
            _ => {}
        }
        self.order.next.lamp = self.lamp.q.val();
        self.order.next.level = 3.into();
        if self.motor.val() == Motor::Off {
            self.order.next.lamp = Lamp::Off;
            self.order.next.level = 5.into();
        }
        self.lit.next = self.order.val().lamp != Lamp::Off;
        self.level.next = self.order.val().level;
        self.code.next = self.motor.val().into();
        self.is_left.next = self.direction.val() == Direction::Left;
    }
}

blocks! { self:
    /// An enum that is chosen by a condition.
    Heading: #[hdl_gen] {
        pub back: Signal<In, Bit>,
        pub is_left: Signal<Out, Bit>,
        direction: Signal<Local, Direction>,
    } {
        if self.back.val() {
            self.direction.next = Direction::Left;
        } else {
            self.direction.next = Direction::Right;
        }
        self.is_left.next = self.direction.val() == Direction::Left;
    }
}

/// Types whose names are also in [`elsewhere`].
mod here {
    use rust_hdl::prelude::*;

    #[derive(Copy, Clone, Debug, PartialEq, LogicState)]
    pub enum Mode {
        Off,
        Slow,
        Fast,
    }

    #[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
    pub struct Pair {
        pub mode: Mode,
        pub flag: Bit,
    }
}

mod elsewhere {
    use rust_hdl::prelude::*;

    #[derive(Copy, Clone, Debug, PartialEq, LogicState)]
    pub enum Mode {
        Stereo,
        Off,
    }

    #[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
    pub struct Pair {
        pub mode: Mode,
        pub level: Bits<3>,
    }
}

blocks! { self:
    /// Two enums and two structs of one name. The enums have a variant of one name, too.
    Radio: #[hdl_gen] {
        pub key: Signal<In, Bits<2>>,
        pub is_off: Signal<Out, Bits<2>>,
        pub level: Signal<Out, Bits<3>>,
        speed: Signal<Local, here::Mode>,
        mode: Signal<Local, elsewhere::Mode>,
        one: Signal<Local, here::Pair>,
        other: Signal<Local, elsewhere::Pair>,
    } {
        self.speed.next = here::Mode::Off;
        self.mode.next = elsewhere::Mode::Off;
        match self.key.val().index() {
            1 => self.speed.next = here::Mode::Fast,
            2 => self.mode.next = elsewhere::Mode::Stereo,
            _ => {}
        }
        self.one.next.mode = self.speed.val();
        self.one.next.flag = self.key.val().any();
        self.other.next.mode = elsewhere::Mode::Off;
        self.other.next.level = 5.into();
        match self.mode.val() {
            elsewhere::Mode::Off => self.other.next.mode = elsewhere::Mode::Stereo,
            elsewhere::Mode::Stereo => self.other.next.level = 2.into(),
        }
        self.is_off.next = 0.into();
        if (self.one.val().mode == here::Mode::Off) & self.one.val().flag {
            self.is_off.next = 1.into();
        }
        if elsewhere::Mode::Off == self.other.val().mode {
            self.is_off.next = 2.into();
        }
        self.level.next = self.other.val().level;
    }
}

#[test]
fn types_of_one_name_have_packages() {
    let design = design::<Radio>();
    let packages: Vec<String> = design.packages().into_iter().map(|package| package.name).collect();
    assert_eq!(packages, ["mode_pkg", "mode_2_pkg", "pair_pkg", "pair_2_pkg"]);
    let radio = text(&design, design.tops[0]);
    for part in [" = mode_pkg::Off;", " = mode_2_pkg::Off;", "  pair_2_pkg::pair_t "] {
        assert!(radio.contains(part), "{part} in {radio}");
    }
}

#[test]
fn a_choice_between_two_values_of_an_enum_is_a_process() {
    let files = emit(&[("heading", &Heading::default())], &Options::default()).expect("legal text");
    let text = &files[0].text;
    assert!(text.contains("      direction = Left;\n"), "{text}");
}

#[test]
fn enums_with_a_variant_in_common_have_packages() {
    let files = emit(&[("panel", &Panel::default())], &Options::default()).expect("legal text");
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["motor_pkg.sv", "lamp_pkg.sv", "panel.sv"]);
    let panel = &files[2].text;
    for part in ["lamp_pkg::Off", "motor_pkg::Off", "} direction_e;", " Left "] {
        assert!(panel.contains(part), "{part} in {panel}");
    }
}

matches_rust! {
    enums_may_have_a_variant_in_common: Panel,
    enums_are_chosen_by_a_condition: Heading,
    types_may_have_the_same_name: Radio,
}
