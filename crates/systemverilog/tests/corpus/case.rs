//! A block with its parameters, and what may be done with it.

use std::ops::RangeInclusive;

use fastrand::Rng;
use rust_hdl::prelude::Block;
use rust_hdl_rtl::{Design, Error, Pins, elaborate};

use crate::device::{BusPin, Device, Interface, Powered, Simulated};
use crate::lines::Lines;

/// The name of the top module of every case.
pub const TOP: &str = "device";

/// What a script does: it is called before each step of a clock, and may overrule the random inputs.
pub type Script = Box<dyn FnMut(&mut Lines, &mut Rng)>;

/// One line of the corpus.
pub struct Case {
    pub block: &'static str,
    /// What the block was made with; empty if there is nothing to choose.
    pub parameters: &'static str,
    device: Box<dyn Device>,
    /// Inputs that are kept within limits, for a reason.
    pub limits: Vec<Limit>,
    /// What cannot happen, for a reason.
    pub excuses: Vec<Excuse>,
    /// Why a mark is missing, in better words than those of the tool that objects.
    pub remark: Option<&'static str>,
    script: Option<Box<dyn Fn() -> Script + Send + Sync>>,
}

/// Cases of one kind.
pub struct Section {
    /// The crate that the blocks are from.
    pub library: &'static str,
    pub title: &'static str,
    pub cases: Vec<Case>,
}

/// The values that an input gets, where it does not get all of them.
pub struct Limit {
    pub input: &'static str,
    pub values: RangeInclusive<u128>,
}

/// Something that the stimulus need not bring about.
#[derive(Clone, Copy)]
pub enum Excuse {
    /// This output never changes.
    Constant { output: &'static str },
    /// This enum register (by its path) never gets there.
    Unreachable { register: &'static str, variant: &'static str },
}

/// A block by its maker and its ports.
pub fn case<B: Block + 'static>(
    block: &'static str,
    parameters: &'static str,
    new: fn() -> B,
    pins: Pins<B>,
) -> Case {
    bidirectional_case(block, parameters, new, pins, vec![])
}

/// A block by its maker and its ports, with some that go both ways.
pub fn bidirectional_case<B: Block + 'static>(
    block: &'static str,
    parameters: &'static str,
    new: fn() -> B,
    pins: Pins<B>,
    buses: Vec<BusPin<B>>,
) -> Case {
    let device = Box::new(Simulated::new(new, pins, buses));
    Case { block, parameters, device, limits: vec![], excuses: vec![], remark: None, script: None }
}

impl Case {
    /// The block and what it was made with.
    pub fn title(&self) -> String {
        if self.parameters.is_empty() {
            self.block.to_string()
        } else {
            format!("{} ({})", self.block, self.parameters)
        }
    }

    /// Keeps an input within limits. The call says in a comment what the Rust simulation would do beyond them.
    pub fn within(mut self, input: &'static str, values: RangeInclusive<u128>) -> Case {
        self.limits.push(Limit { input, values });
        self
    }

    /// Takes it that an output never changes. The call says in a comment why.
    pub fn constant(mut self, output: &'static str) -> Case {
        self.excuses.push(Excuse::Constant { output });
        self
    }

    /// Takes it that a register of an enum never holds this variant. The call says in a comment why.
    pub fn unreachable(mut self, register: &'static str, variant: &'static str) -> Case {
        self.excuses.push(Excuse::Unreachable { register, variant });
        self
    }

    /// Says why a mark is missing.
    pub fn remark(mut self, remark: &'static str) -> Case {
        self.remark = Some(remark);
        self
    }

    /// Lets a script overrule the random inputs. `script` makes one for each power-up.
    pub fn script<S>(mut self, script: fn() -> S) -> Case
    where
        S: FnMut(&mut Lines, &mut Rng) + 'static,
    {
        self.script = Some(Box::new(move || Box::new(script())));
        self
    }

    pub fn new_script(&self) -> Option<Script> {
        self.script.as_ref().map(|script| script())
    }

    /// The ports.
    pub fn interface(&self) -> Interface {
        self.device.interface()
    }

    /// The block at power-up.
    pub fn power_up(&self) -> Box<dyn Powered> {
        self.device.power_up()
    }

    /// The design; its last module is the block itself.
    pub fn design(&self) -> Result<Design, Error> {
        self.device.visit(&mut |block| elaborate(&[(TOP, block)]))
    }
}
