//! Several enums in a module.

use rust_hdl::prelude::*;
use rust_hdl_systemverilog::{Options, emit};

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
}
