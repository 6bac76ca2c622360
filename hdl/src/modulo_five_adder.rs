use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Adds two digits, 0 to 4, modulo five.
///
/// Inputs from 5 to 7 count as 0.
#[derive(Clone, Debug, Default, Module)]
pub struct ModuloFiveAdder {
    pub a: Signal<In, Bits<3>>,
    pub b: Signal<In, Bits<3>>,
    /// 0 to 4.
    pub sum: Signal<Out, Bits<3>>,
}

impl Logic for ModuloFiveAdder {
    #[kernel]
    fn update(&mut self) {
        // The addition table, one row for each `a`. The default of a row is for 0 and for 5 to 7.
        if self.a.val() == 4 {
            match self.b.val().index() {
                1 => self.sum.next = 0.into(),
                2 => self.sum.next = 1.into(),
                3 => self.sum.next = 2.into(),
                4 => self.sum.next = 3.into(),
                _ => self.sum.next = 4.into(),
            }
        } else if self.a.val() == 3 {
            match self.b.val().index() {
                1 => self.sum.next = 4.into(),
                2 => self.sum.next = 0.into(),
                3 => self.sum.next = 1.into(),
                4 => self.sum.next = 2.into(),
                _ => self.sum.next = 3.into(),
            }
        } else if self.a.val() == 2 {
            match self.b.val().index() {
                1 => self.sum.next = 3.into(),
                2 => self.sum.next = 4.into(),
                3 => self.sum.next = 0.into(),
                4 => self.sum.next = 1.into(),
                _ => self.sum.next = 2.into(),
            }
        } else if self.a.val() == 1 {
            match self.b.val().index() {
                1 => self.sum.next = 2.into(),
                2 => self.sum.next = 3.into(),
                3 => self.sum.next = 4.into(),
                4 => self.sum.next = 0.into(),
                _ => self.sum.next = 1.into(),
            }
        } else {
            match self.b.val().index() {
                1 => self.sum.next = 1.into(),
                2 => self.sum.next = 2.into(),
                3 => self.sum.next = 3.into(),
                4 => self.sum.next = 4.into(),
                _ => self.sum.next = 0.into(),
            }
        }
    }
}
