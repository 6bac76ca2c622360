//! Bridges, routers and bus controllers.

use fastrand::Rng;
use rust_hdl::prelude::*;

use crate::script_ports::ScriptPorts;
use crate::soc_bus::Master;

section! { "rust-hdl-hls", "Bridges, routers and controllers";
    Bridge { upstream, nodes, clock_out } [
        "D = 16, A = 8, 3 nodes": Bridge<16, 8, 3> = new(["a", "b", "c"]),
            .script(|| Master::new(3).into_script());
        "D = 8, A = 1, 1 node": Bridge<8, 1, 1> = new(["a"]),
            .script(|| Master::new(2).into_script());
    ]
    Router { upstream, nodes } [
        "D = 16, A = 8, 4 + 2 + 6 ports":
            Router<16, 8, 3> = new(["a", "b", "c"], [&Named(4), &Named(2), &Named(6)]),
            .script(|| Master::new(12).into_script());
        "D = 16, A = 4, 5 ports": Router<16, 4, 1> = new(["a"], [&Named(5)]),
            .script(|| Master::new(5).into_script());
    ]
    RouterROM { upstream, nodes } [
        "D = 16, A = 8, 4 + 2 + 6 ports":
            RouterROM<16, 8, 3> = new(["a", "b", "c"], [&Named(4), &Named(2), &Named(6)]),
            .script(|| Master::new(12).into_script());
        "D = 16, A = 4, 5 ports": RouterROM<16, 4, 1> = new(["a"], [&Named(5)]),
            .script(|| Master::new(5).into_script());
    ]
    BaseController { clock, from_cpu, to_cpu, bus } [
        "A = 8": BaseController<8>,
            .script(|| Cpu::default().into_script("from_cpu_data", "from_cpu_read"));
        "A = 3": BaseController<3>,
            .script(|| Cpu::default().into_script("from_cpu_data", "from_cpu_read"));
    ]
}

/// Devices, each with a number of ports.
struct Named(usize);

impl HLSNamedPorts for Named {
    fn ports(&self) -> Vec<String> {
        (0..self.0).map(|place| format!("port{place}")).collect()
    }
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
