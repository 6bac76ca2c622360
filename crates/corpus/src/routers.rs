//! Bridges, routers and bus controllers.

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl_rtl::ports;

use crate::case::{Case, Section, case};
use crate::script_ports::ScriptPorts;
use crate::soc_bus::Master;

pub fn section() -> Section {
    let mut cases = bridges();
    cases.extend(routers());
    cases.extend(controllers());
    Section { library: "rust-hdl-hls", title: "Bridges, routers and controllers", cases }
}

fn bridges() -> Vec<Case> {
    vec![
        case(
            "Bridge",
            "D = 16, A = 8, 3 nodes",
            || Bridge::<16, 8, 3>::new(["a", "b", "c"]),
            ports!(Bridge<16, 8, 3> { upstream, nodes, clock_out }),
        )
        .script(|| Master::new(3).into_script()),
        case(
            "Bridge",
            "D = 8, A = 1, 1 node",
            || Bridge::<8, 1, 1>::new(["a"]),
            ports!(Bridge<8, 1, 1> { upstream, nodes, clock_out }),
        )
        .script(|| Master::new(2).into_script()),
    ]
}

/// Devices, each with a number of ports.
struct Named(usize);

impl HLSNamedPorts for Named {
    fn ports(&self) -> Vec<String> {
        (0..self.0).map(|place| format!("port{place}")).collect()
    }
}

macro_rules! router {
    ($name:literal, $router:ident, $parameters:literal, $addresses:literal) => {
        case(
            $name,
            $parameters,
            || $router::<16, 8, 3>::new(["a", "b", "c"], [&Named(4), &Named(2), &Named(6)]),
            ports!($router<16, 8, 3> { upstream, nodes }),
        )
        .script(|| Master::new($addresses).into_script())
    };
}

macro_rules! small_router {
    ($name:literal, $router:ident, $parameters:literal, $addresses:literal) => {
        case(
            $name,
            $parameters,
            || $router::<16, 4, 1>::new(["a"], [&Named(5)]),
            ports!($router<16, 4, 1> { upstream, nodes }),
        )
        .script(|| Master::new($addresses).into_script())
    };
}

fn routers() -> Vec<Case> {
    vec![
        router!("Router", Router, "D = 16, A = 8, 4 + 2 + 6 ports", 12),
        small_router!("Router", Router, "D = 16, A = 4, 5 ports", 5),
        router!("RouterROM", RouterROM, "D = 16, A = 8, 4 + 2 + 6 ports", 12),
        small_router!("RouterROM", RouterROM, "D = 16, A = 4, 5 ports", 5),
    ]
}

macro_rules! base_controller {
    ($parameters:literal, $bits:literal) => {
        case(
            "BaseController",
            $parameters,
            BaseController::<$bits>::default,
            ports!(BaseController<$bits> { clock, from_cpu, to_cpu, bus }),
        )
        .script(|| Cpu::default().into_script("from_cpu_data", "from_cpu_read"))
    };
}

fn controllers() -> Vec<Case> {
    vec![base_controller!("A = 8", 8), base_controller!("A = 3", 3)]
}

/// A processor that sends the controller commands and mostly small numbers, one word at a time.
#[derive(Default)]
pub struct Cpu {
    word: Option<u128>,
}

impl Cpu {
    /// The script; its ports are the word and its acknowledgement.
    fn into_script(
        mut self,
        data: &'static str,
        taken: &'static str,
    ) -> impl FnMut(&mut ScriptPorts, &mut Rng) {
        move |ports, random| {
            if self.word.is_none() || ports.rises("clock") && random.u8(..) < 100 {
                self.word = Some(word(random));
            }
            ports.set(data, self.word.unwrap_or_default());
            if ports.rises("clock") && ports.is_high(taken) {
                self.word = None;
            }
        }
    }
}

/// A command, a word count or a random word.
pub fn word(random: &mut Rng) -> u128 {
    match random.u8(..4) {
        0 => random.u128(0..7) << 8 | random.u128(0..4),
        1 => random.u128(0..5),
        2 => random.u128(0..6) << 8,
        _ => random.u128(0..0x10000),
    }
}
