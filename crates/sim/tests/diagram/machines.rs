//! State machines of other styles than that of the engine.

use rust_hdl::prelude::*;
use rust_hdl_rtl::{Design, elaborate};

pub fn design<B: Block + Default>(name: &str) -> Design {
    elaborate(&[(name, &B::default())]).unwrap_or_else(|error| panic!("{error}"))
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Light {
    Red,
    Green,
    Amber,
}

/// Two-process style: a separate next-state signal, the reset last, and transitions by the value of
/// an input.
#[derive(Clone, Default, LogicBlock)]
pub struct TwoProcesses {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub hurry: Signal<In, Bit>,
    pub cars: Signal<In, Bits<2>>,
    pub is_red: Signal<Out, Bit>,
    light: DFF<Light>,
    next: Signal<Local, Light>,
}

impl Logic for TwoProcesses {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, light);
        self.next.next = self.light.q.val();
        match self.light.q.val() {
            Light::Red => match self.cars.val().index() {
                0 => {}
                3 => self.next.next = Light::Amber,
                _ => {
                    if self.hurry.val() {
                        self.next.next = Light::Amber;
                    } else {
                        self.next.next = Light::Green;
                    }
                }
            },
            Light::Green => {
                if self.hurry.val() || (self.cars.val() == 0) {
                    self.next.next = Light::Amber;
                } else {
                    self.next.next = Light::Green;
                }
            }
            Light::Amber => self.next.next = Light::Red,
            _ => {}
        }
        self.light.d.next = self.next.val();
        if self.reset.val() {
            self.light.d.next = Light::Red;
        }
        self.is_red.next = self.light.q.val() == Light::Red;
    }
}

/// Two state registers, one of which is loaded from the other.
#[derive(Clone, Default, LogicBlock)]
pub struct TwoRegisters {
    pub clock: Signal<In, Clock>,
    pub back: Signal<In, Bit>,
    pub is_red: Signal<Out, Bit>,
    light: DFF<Light>,
    saved: DFF<Light>,
}

impl Logic for TwoRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, light, saved);
        if self.back.val() {
            self.light.d.next = self.saved.q.val();
        } else if self.light.q.val() == Light::Red {
            self.saved.d.next = Light::Red;
            self.light.d.next = Light::Green;
        }
        self.is_red.next = self.light.q.val() == Light::Red;
    }
}

/// A design without states.
#[derive(Clone, Default, LogicBlock)]
pub struct Counter {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub count: Signal<Out, Bits<4>>,
    register: DFF<Bits<4>>,
}

impl Logic for Counter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, register);
        if self.enable.val() {
            self.register.d.next = self.register.q.val() + 1;
        }
        self.count.next = self.register.q.val();
    }
}
