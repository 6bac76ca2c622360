//! `examples/blinky.rs`, a block made of rust-hdl's widgets, with the public interface.

#[expect(dead_code, reason = "a test has a `main` of its own")]
#[path = "../../examples/blinky.rs"]
mod example;

use rust_hdl::prelude::*;
use rust_hdl_rtl::Evaluator;

use crate::harness::{NamedDesign, design, top};
use example::{Blinky, source};

/// Updated with `cargo run --example blinky > tests/backend/blinky.sv`.
const EXPECTED: &str = include_str!("blinky.sv");

#[test]
fn the_example_is_one_file_with_children_before_their_parents() {
    let files = source().unwrap();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["blinky.sv"]);
    assert_eq!(files[0].text, EXPECTED);
}

/// Two and a half seconds at 10 kHz.
const CYCLES: usize = 25_000;

#[test]
fn the_example_blinks_as_it_does_in_rust() {
    let design = design::<Blinky>();
    let mut evaluator = Evaluator::new(&design, top(&design)).unwrap();
    let port = |name| evaluator.flat().module.find(name).unwrap();
    let (clock, led) = (port("clock"), port("led"));
    let mut block = Blinky::default();
    block.connect_all();
    let mut lit = 0;
    for cycle in 0..CYCLES {
        for level in [false, true] {
            block.clock.next = level.into();
            assert!(simulate(&mut block, 100), "the block does not settle");
            evaluator.set(clock, level);
            evaluator.settle().unwrap();
            assert_eq!(!evaluator.get(led).is_zero(), block.led.val(), "cycle {cycle}");
        }
        lit += usize::from(block.led.val());
    }
    // On for a quarter of each second; a shot takes one more cycle.
    assert_eq!(lit, 2 * 2_501);
}

pub const DESIGNS: &[NamedDesign] = &[("blinky", design::<Blinky>)];
