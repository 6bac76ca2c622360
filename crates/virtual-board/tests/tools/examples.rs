//! The examples with a memory or a game do on the virtual board what they do in Verilator.

use de1_soc::{is_high_at_power_up, outputs};
use foreign_sources::{READ_TIMEOUT, Reader, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use std::fmt::Write;
use std::time::{Duration, Instant};
use test_support::{Sandbox, Verilated, repository};
use virtual_board::ForeignBoard;

/// Folders of `examples/board/`, top modules, and parameters that let more happen.
const DESIGNS: [(&str, &str, &[&str]); 5] = [
    ("video", "frame_buffer", &[]),
    ("video", "frame_buffer", &["WIDTH=320", "HEIGHT=240", "RED=3", "GREEN=3", "BLUE=2"]),
    ("video", "pong", &["CLOCKS_PER_STEP=20"]),
    ("video", "snake", &["CLOCKS_PER_STEP=300"]),
    ("computer", "computer", &[]),
];

/// The number of times that the outputs are compared.
const SAMPLES: usize = 300;

/// Compares outputs at moments between changes of keys and switches. Most of these are so far apart
/// that cycles are simulated many at once.
#[test]
#[ignore = "needs yosys and verilator: apt-get install yosys verilator make g++"]
fn the_examples_do_what_they_do_in_verilator() {
    let yosys = Yosys::find(&Finder::from_environment(), &mut |_, _| {}).expect("yosys");
    let reader = Reader::new(yosys, READ_TIMEOUT);
    let mut random = fastrand::Rng::with_seed(25);
    for (folder, top, parameters) in DESIGNS {
        let name = format!("{top} {}", parameters.join(" "));
        let folder = repository().join("examples/board").join(folder);
        let sources = Sources {
            files: vec![folder.clone()],
            top: Some(top.to_string()),
            parameters: parameters.iter().map(ToString::to_string).collect(),
            ..Sources::default()
        };
        let set = sources.collect().expect("sources");
        let design =
            foreign_designs::read(&reader, &set, is_high_at_power_up).expect("a design").design;
        let mut board = ForeignBoard::new(design);
        let is_driven = |name: &&str| {
            let mut ports = board.pins().connected.iter();
            ports.any(|port| port.split('[').next() == Some(*name))
        };
        let driven: Vec<&str> = outputs().map(|(name, _)| name).filter(is_driven).collect();
        let keys = board.pins().connected_keys();
        let switches = board.pins().connected_switches();

        // What the board shows, and the events for Verilator.
        let (mut events, mut shown) = (String::new(), vec![]);
        let mut levels = keys.iter().rev().fold(0, |bits, key| bits << 1 | u64::from(*key));
        writeln!(events, "pins {levels} 0").expect("a string");
        for sample in 0..SAMPLES {
            // Switches, which stop the design, are up for a short time.
            let key = random.usize(..keys.len());
            if keys[key] {
                board.set_key(key, !board.is_pressed(key));
                levels ^= 1 << key;
            }
            for switch in (0..10).filter(|switch| switches >> switch & 1 == 1) {
                board.set_switch(switch, sample % 10 == 9);
            }
            let cycles = if sample % 4 == 0 { 1 } else { random.u64(1..2_000) };
            let done = board.run(cycles, Instant::now() + Duration::from_secs(600));
            assert_eq!(done, cycles, "{name}: {:?}", board.failure());
            shown.push(driven.iter().map(|output| board.output(output)).collect::<Vec<u64>>());
            writeln!(events, "pins {levels} {}\nrun {cycles}\nshow", board.switches())
                .expect("a string");
        }

        let sandbox = Sandbox::new("");
        let parameters: Vec<String> =
            parameters.iter().map(|parameter| format!("-G{parameter}")).collect();
        // Registers without an initial value start at 0 on the board.
        let mut options = vec!["-Wall", "--x-initial", "fast", "--top-module", top];
        options.extend(parameters.iter().map(String::as_str));
        let name_of = |unit: &String| unit.rsplit('/').next().unwrap_or_default().to_string();
        let files: Vec<String> = set.units.iter().map(name_of).collect();
        let model = Verilated::new(&folder, &files, &options, &driven, sandbox.path("model"));
        let expected = model.play(&events);
        assert_eq!(shown.len(), expected.len(), "{name}");
        for (sample, (shown, expected)) in shown.iter().zip(&expected).enumerate() {
            assert_eq!(shown, expected, "{name}, sample {sample}: {driven:?}");
        }
        let mut different = shown.clone();
        different.sort();
        different.dedup();
        assert!(different.len() > 20, "{name}: {} outputs", different.len());
    }
}
