//! Cases: blocks with parameters, input limits and exemptions.

use std::ops::RangeInclusive;

use fastrand::Rng;
use rust_hdl::prelude::Block;
use rust_hdl_rtl::{BlockSimulation, Design, Error, PortList, elaborate};

use crate::interface::Interface;
use crate::script_ports::ScriptPorts;
use crate::testbench::WithInnerPorts;

/// The name of the top module of every case.
pub const TOP: &str = "device";

/// A script, which is called before each step of a clock and may override the random inputs.
pub type Script = Box<dyn FnMut(&mut ScriptPorts, &mut Rng)>;

/// One line of the corpus.
pub struct Case {
    pub block: &'static str,
    /// The block's parameters; may be empty.
    pub parameters: &'static str,
    elaborate: Box<dyn Fn() -> Result<Design, Error> + Send + Sync>,
    /// `None` if it is not simulated.
    power_up: Option<Box<dyn Fn() -> BlockSimulation + Send + Sync>>,
    /// Inputs with limited values.
    pub limits: Vec<Limit>,
    /// Coverage that is impossible.
    pub exemptions: Vec<Exemption>,
    /// Whether every output has to change, and every enum register to take each of its variants.
    pub needs_coverage: bool,
    /// The reason for a missing mark, which replaces the tool's message.
    pub reason: Option<&'static str>,
    script: Option<Box<dyn Fn() -> Script + Send + Sync>>,
}

/// A section of the document.
pub struct Section {
    /// The crate that defines the blocks.
    pub library: &'static str,
    pub title: &'static str,
    pub cases: Vec<Case>,
}

/// The values that an input may have.
pub struct Limit {
    pub input: &'static str,
    pub values: RangeInclusive<u128>,
}

/// Coverage that the stimulus need not reach.
#[derive(Clone, Copy)]
pub enum Exemption {
    /// This output never changes.
    Constant { output: &'static str },
    /// This enum register (by its path) never has this variant.
    Unreachable { register: &'static str, variant: &'static str },
}

/// A case: a block, its parameters, its constructor and its ports. Ports of blocks inside, which a
/// testbench in Rust would drive and read, become its own.
pub fn case<B: Block + 'static>(
    block: &'static str,
    parameters: &'static str,
    new: fn() -> B,
    ports: PortList<B>,
) -> Case {
    let simulate = move || BlockSimulation::new(ports.of(new()));
    let names: Vec<String> = simulate().ports().iter().map(|port| port.name.clone()).collect();
    let elaborate = move || elaborate(&[(TOP, &WithInnerPorts::new(&new(), &names))]);
    Case {
        power_up: Some(Box::new(simulate)),
        ..not_simulated(block, parameters, Box::new(elaborate))
    }
}

/// A case that is emitted, but not simulated.
pub fn emitted(block: &'static str, parameters: &'static str, new: fn() -> Box<dyn Block>) -> Case {
    not_simulated(block, parameters, Box::new(move || elaborate(&[(TOP, &*new())])))
}

fn not_simulated(
    block: &'static str,
    parameters: &'static str,
    elaborate: Box<dyn Fn() -> Result<Design, Error> + Send + Sync>,
) -> Case {
    Case {
        block,
        parameters,
        elaborate,
        power_up: None,
        limits: vec![],
        exemptions: vec![],
        needs_coverage: true,
        reason: None,
        script: None,
    }
}

impl Case {
    /// The block and its parameters.
    pub fn title(&self) -> String {
        if self.parameters.is_empty() {
            self.block.to_string()
        } else {
            format!("{} ({})", self.block, self.parameters)
        }
    }

    /// Limits the values of an input. A comment at the call gives the reason.
    pub fn within(mut self, input: &'static str, values: RangeInclusive<u128>) -> Case {
        self.limits.push(Limit { input, values });
        self
    }

    /// Declares that an output never changes. A comment at the call gives the reason.
    pub fn constant(mut self, output: &'static str) -> Case {
        self.exemptions.push(Exemption::Constant { output });
        self
    }

    /// Declares that an enum register never has this variant. A comment at the call gives the
    /// reason.
    pub fn unreachable(mut self, register: &'static str, variant: &'static str) -> Case {
        self.exemptions.push(Exemption::Unreachable { register, variant });
        self
    }

    /// Lets outputs and enum registers keep their values.
    pub fn without_coverage(mut self) -> Case {
        self.needs_coverage = false;
        self
    }

    /// Gives the reason for a missing mark.
    pub fn reason(mut self, reason: &'static str) -> Case {
        self.reason = Some(reason);
        self
    }

    /// Lets a script override the random inputs. `script` makes one for each power-up.
    pub fn script<S>(mut self, script: fn() -> S) -> Case
    where
        S: FnMut(&mut ScriptPorts, &mut Rng) + 'static,
    {
        self.script = Some(Box::new(move || Box::new(script())));
        self
    }

    pub fn new_script(&self) -> Option<Script> {
        self.script.as_ref().map(|script| script())
    }

    /// The ports.
    ///
    /// # Panics
    ///
    /// If the list of ports is incomplete, or it is not simulated.
    pub fn interface(&self) -> Interface {
        let simulation = self.power_up();
        let listed: Vec<&str> = simulation.ports().iter().map(|port| &*port.name).collect();
        let design = (self.elaborate)();
        let top = design.as_ref().ok().map(|design| design.module(design.top()));
        let ports = top.into_iter().flat_map(|top| top.ports().map(|(_, port)| &*port.name));
        let unlisted: Vec<&str> = ports.filter(|name| !listed.contains(name)).collect();
        assert!(unlisted.is_empty(), "unlisted ports: {unlisted:?}");
        Interface::of(&simulation)
    }

    /// Whether it is simulated.
    pub fn is_simulated(&self) -> bool {
        self.power_up.is_some()
    }

    /// The block at power-up.
    ///
    /// # Panics
    ///
    /// If it is not simulated.
    pub fn power_up(&self) -> BlockSimulation {
        self.power_up.as_ref().expect("a list of ports")()
    }

    /// The design; its top is the block itself.
    pub fn design(&self) -> Result<Design, Error> {
        (self.elaborate)()
    }
}
