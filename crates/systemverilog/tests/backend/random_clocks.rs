//! Random networks of registers and clocks: each is rejected, or loads the same values as in Rust.

use std::collections::BTreeMap;
use std::iter;

use ast::{
    VerilogBlockOrConditional, VerilogConditional, VerilogExpression as Tree, VerilogOp,
    VerilogStatement as Statement,
};
use rust_hdl::prelude::*;
use rust_hdl_describe::Ports;
use rust_hdl_rtl::{Design, Error, Mismatch, cosimulate, elaborate};

use crate::harness::{NAME, NamedDesign};

/// The number of networks, and the steps in each.
const NETWORKS: usize = 1000;
const STEPS: usize = 200;

/// Declares blocks with a register, which pass on a clock.
macro_rules! stages {
    ($hash:tt $hdl_gen:tt $self:ident: $($block:ident { $field:ident: $ty:ty } { $($kernel:tt)* })*) => { $(
        #[derive(Default, LogicBlock)]
        struct $block {
            pub clock: Signal<In, Clock>,
            pub d: Signal<In, Bits<2>>,
            pub q: Signal<Out, Bits<2>>,
            pub next_clock: Signal<Out, Clock>,
            $field: $ty,
        }

        impl Logic for $block {
            $hash $hdl_gen
            fn update(&mut $self) {
                $($kernel)*
            }
        }
    )* };
}

stages! { # [hdl_gen] self:
    Passing { register: DFF<Bits<2>> } {
        dff_setup!(self, clock, register);
        self.register.d.next = self.d.val();
        self.q.next = self.register.q.val();
        self.next_clock.next = self.clock.val();
    }

    Deep { inner: Passing } {
        self.inner.clock.next = self.clock.val();
        self.inner.d.next = self.d.val();
        self.q.next = self.inner.q.val();
        self.next_clock.next = self.inner.next_clock.val();
    }

    Inverting { register: DFF<Bits<2>> } {
        dff_setup!(self, clock, register);
        self.register.d.next = self.d.val();
        self.q.next = self.register.q.val();
        self.next_clock.next = !self.clock.val();
    }

    Dividing { register: DFF<Bits<2>> } {
        dff_setup!(self, clock, register);
        self.register.d.next = self.register.q.val() + 1;
        self.q.next = self.register.q.val();
        self.next_clock.next = self.register.q.val().get_bit(0).into();
    }
}

/// The number of stages of each kind.
const COPIES: usize = 2;
const KINDS: [&str; 4] = ["passing", "deep", "inverting", "dividing"];
const STAGES: usize = COPIES * KINDS.len();

/// Stages that are connected at random. `LogicBlock` skips fields whose names begin with an
/// underscore.
#[derive(Default, LogicBlock, Ports)]
struct RandomNetwork {
    pub clock: Signal<In, Clock>,
    pub other_clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub data: Signal<In, Bits<2>>,
    pub y: Signal<Out, Bits<2>>,
    passing: [Passing; COPIES],
    deep: [Deep; COPIES],
    inverting: [Inverting; COPIES],
    dividing: [Dividing; COPIES],
    _wiring: Vec<Wiring>,
}

/// The connections of a stage.
#[derive(Clone, Debug)]
struct Wiring {
    clock: Source,
    /// Whether the clock is low unless `enable` is high.
    is_gated: bool,
    /// The stages whose outputs, beside `data`, are its data.
    data: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
enum Source {
    Clock,
    OtherClock,
    /// The clock that a stage passes on.
    Stage(usize),
}

/// Evaluates an expression for a stage, whatever its kind.
macro_rules! with_stage {
    ($self:ident, $index:expr, $stage:ident => $value:expr) => {{
        let copy = $index % COPIES;
        match KINDS[$index / COPIES] {
            "passing" => {
                let $stage = &mut $self.passing[copy];
                $value
            }
            "deep" => {
                let $stage = &mut $self.deep[copy];
                $value
            }
            "inverting" => {
                let $stage = &mut $self.inverting[copy];
                $value
            }
            _ => {
                let $stage = &mut $self.dividing[copy];
                $value
            }
        }
    }};
}

/// The name of a port of a stage in a syntax tree.
fn port(stage: usize, name: &str) -> String {
    format!("{}[{}]${name}", KINDS[stage / COPIES], stage % COPIES)
}

impl RandomNetwork {
    fn of(wiring: Vec<Wiring>) -> RandomNetwork {
        let mut network = RandomNetwork { _wiring: wiring, ..RandomNetwork::default() };
        // rust-hdl's derived code does this for `#[hdl_gen]`.
        network.connect();
        network
    }

    fn clock_of(&mut self, source: Source) -> Clock {
        match source {
            Source::Clock => self.clock.val(),
            Source::OtherClock => self.other_clock.val(),
            Source::Stage(stage) => with_stage!(self, stage, stage => stage.next_clock.val()),
        }
    }

    fn sum(&mut self, stages: &[usize]) -> Bits<2> {
        let data = self.data.val();
        stages
            .iter()
            .fold(data, |sum, stage| sum + with_stage!(self, stage, stage => stage.q.val()))
    }
}

impl Logic for RandomNetwork {
    fn update(&mut self) {
        for (index, wiring) in self._wiring.clone().into_iter().enumerate() {
            let mut clock = self.clock_of(wiring.clock);
            if wiring.is_gated && !self.enable.val() {
                clock = false.into();
            }
            let data = self.sum(&wiring.data);
            with_stage!(self, index, stage => { stage.clock.next = clock; stage.d.next = data; });
        }
        let all: Vec<usize> = (0..STAGES).collect();
        self.y.next = self.sum(&all);
    }

    fn connect(&mut self) {
        self.y.connect();
        for index in 0..STAGES {
            with_stage!(self, index, stage => { stage.clock.connect(); stage.d.connect(); });
        }
    }

    fn hdl(&self) -> Verilog {
        let signal = |name: String| Tree::Signal(name);
        let sum = |stages: &[usize]| {
            let outputs = stages.iter().map(|stage| signal(port(*stage, "q")));
            outputs.fold(signal("data".into()), |sum, output| {
                Tree::Binary(Box::new(sum), VerilogOp::Add, Box::new(output))
            })
        };
        let mut kernel = Vec::new();
        for (index, wiring) in self._wiring.iter().enumerate() {
            let target = || signal(port(index, "clock"));
            let source = match wiring.clock {
                Source::Clock => "clock".to_string(),
                Source::OtherClock => "other_clock".to_string(),
                Source::Stage(stage) => port(stage, "next_clock"),
            };
            let clock = Statement::Assignment(target(), signal(source));
            kernel.push(match wiring.is_gated {
                false => clock,
                true => Statement::If(VerilogConditional {
                    test: signal("enable".into()),
                    then: vec![clock],
                    otherwise: VerilogBlockOrConditional::Block(vec![Statement::Assignment(
                        target(),
                        Tree::Literal(0_u64.into()),
                    )]),
                }),
            });
            kernel.push(Statement::Assignment(signal(port(index, "d")), sum(&wiring.data)));
        }
        let all: Vec<usize> = (0..STAGES).collect();
        kernel.push(Statement::Assignment(signal("y".into()), sum(&all)));
        Verilog::Combinatorial(kernel)
    }
}

/// Returns the connections of a network in which most stages are in one of two clock domains, so
/// that many are accepted.
fn random_wiring(random: &mut fastrand::Rng) -> Vec<Wiring> {
    let mut order: Vec<usize> = (0..STAGES).collect();
    random.shuffle(&mut order);
    let mut wiring = vec![Wiring { clock: Source::Clock, is_gated: false, data: vec![] }; STAGES];
    for (position, stage) in order.iter().enumerate() {
        let earlier = &order[..position];
        wiring[*stage] = Wiring {
            clock: match random.u32(0..4) {
                0 if position > 0 => Source::Stage(earlier[random.usize(..position)]),
                1 => Source::OtherClock,
                _ => Source::Clock,
            },
            is_gated: random.u32(0..12) == 0,
            data: (0..STAGES).filter(|_| random.u32(0..STAGES as u32) == 0).collect(),
        };
    }
    wiring
}

/// Words in the messages about clocks.
const REASONS: [&str; 7] = [
    "passes through more",
    "passes through fewer",
    "changes together",
    "glitch",
    "power-up",
    "once more",
    "in another order",
];

#[test]
fn random_clocks_are_rejected_or_match_rust() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut accepted, mut reasons) = (0, BTreeMap::new());
    for _ in 0..NETWORKS {
        let wiring = random_wiring(&mut random);
        match cosimulate(RandomNetwork::of(wiring.clone()), STEPS, 1) {
            Ok(_) => accepted += 1,
            Err(Mismatch::Design(error @ (Error::Clock { .. } | Error::ClockLogic { .. }))) => {
                let message = error.to_string();
                let reason = REASONS.iter().find(|reason| message.contains(**reason));
                *reasons.entry(*reason.unwrap_or_else(|| panic!("{message}"))).or_insert(0) += 1;
            }
            Err(mismatch) => panic!("{mismatch}\n{wiring:#?}"),
        }
    }
    assert!(
        accepted > NETWORKS / 4 && reasons.len() >= 4,
        "{accepted} accepted, rejected: {reasons:?}"
    );
}

/// The first network from a seed that is accepted.
fn network<const SEED: u64>() -> Design {
    let mut random = fastrand::Rng::with_seed(SEED);
    let design = || elaborate(&[(NAME, &RandomNetwork::of(random_wiring(&mut random)))]);
    iter::repeat_with(design).find_map(Result::ok).expect("an endless iterator")
}

pub const DESIGNS: &[NamedDesign] = &[
    ("network 1", network::<1>),
    ("network 2", network::<2>),
    ("network 3", network::<3>),
    ("network 4", network::<4>),
    ("network 5", network::<5>),
    ("network 6", network::<6>),
    ("network 7", network::<7>),
    ("network 8", network::<8>),
];
