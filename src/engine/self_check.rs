//! Cosimulates every module of the engine with the Rust block that it was elaborated from.

use baccarat_hdl::card7seg::Card7seg;
use baccarat_hdl::datapath::Datapath;
use baccarat_hdl::dealcard::Dealcard;
use baccarat_hdl::modulo_five_adder::ModuloFiveAdder;
use baccarat_hdl::reg4::Reg4;
use baccarat_hdl::scorehand::Scorehand;
use baccarat_hdl::statemachine::StateMachine;
use baccarat_hdl::step_mode::{AlwaysStep, StepInput};
use baccarat_hdl::synchroniser::Synchroniser;
use baccarat_hdl::task5::Task5;
use baccarat_hdl::task5_direct::Task5Direct;
use rust_hdl::prelude::Block;

use super::Clocking;
use rust_hdl_rtl::pins;
use rust_hdl_rtl::{Design, Mismatch, Pins, Value, cosimulate};

/// Random steps for a module with too many inputs and states to try all.
const STEPS: usize = 4000;

/// Fixed, so that every run has the same stimuli.
const SEED: u64 = 1;

/// Compares all modules of the design.
///
/// # Errors
///
/// The first [`Mismatch`]; a module without a known block is one.
pub fn run(design: &Design, clocking: Clocking) -> Result<(), Mismatch> {
    design.modules.iter().try_for_each(|module| compare(design, &module.name, clocking))
}

/// Compares one module of the design.
///
/// # Errors
///
/// Those of [`run`].
pub fn compare(design: &Design, module: &str, clocking: Clocking) -> Result<(), Mismatch> {
    match (module, clocking) {
        ("dealcard", _) => check(design, module, pins!(Dealcard { clock, resetb => new_card })),
        ("reg4", _) => {
            check(design, module, pins!(Reg4 { clock, resetb, load, card_in => card_out }))
        }
        ("scorehand", _) => {
            check(design, module, pins!(Scorehand { card1, card2, card3 => total }))
        }
        ("modulo_five_adder", _) => check(design, module, pins!(ModuloFiveAdder { a, b => sum })),
        ("card7seg", _) => check(design, module, pins!(Card7seg { card => seg7 })),
        ("statemachine", _) => check(
            design,
            module,
            pins!(StateMachine<AlwaysStep> {
                slow_clock, resetb, dscore, pscore, pcard3 =>
                load_pcard1, load_pcard2, load_pcard3, load_dcard1, load_dcard2, load_dcard3,
                player_win_light, dealer_win_light
            }),
        ),
        ("statemachine_stepped", _) => check(
            design,
            module,
            pins!(StateMachine<StepInput> {
                slow_clock, resetb, step, dscore, pscore, pcard3 =>
                load_pcard1, load_pcard2, load_pcard3, load_dcard1, load_dcard2, load_dcard3,
                player_win_light, dealer_win_light
            }),
        ),
        ("datapath", _) => check(
            design,
            module,
            pins!(Datapath {
                slow_clock, fast_clock, resetb,
                load_pcard1, load_pcard2, load_pcard3, load_dcard1, load_dcard2, load_dcard3 =>
                pcard3_out, pscore_out, dscore_out, HEX5, HEX4, HEX3, HEX2, HEX1, HEX0
            }),
        ),
        ("synchroniser", _) => {
            check(design, module, pins!(Synchroniser { clock, level_in => level_out }))
        }
        ("task5", Clocking::Synchronised) => check(
            design,
            module,
            with_lights(
                pins!(Task5 { CLOCK_50, KEY => HEX5, HEX4, HEX3, HEX2, HEX1, HEX0 }),
                |top| u128::from(top.LEDR.val().levels()).into(),
            ),
        ),
        ("task5", Clocking::Direct) => check(
            design,
            module,
            with_lights(
                pins!(Task5Direct { CLOCK_50, KEY => HEX5, HEX4, HEX3, HEX2, HEX1, HEX0 }),
                |top| u128::from(top.LEDR.val().levels()).into(),
            ),
        ),
        _ => Err(Mismatch::NothingToCompare { module: module.to_string() }),
    }
}

/// Adds LEDR, whose type [`pins!`] cannot read.
fn with_lights<B>(mut pins: Pins<B>, lights: fn(&B) -> Value) -> Pins<B> {
    pins.outputs.push(("LEDR", lights));
    pins
}

fn check<B: Block + Default>(design: &Design, module: &str, pins: Pins<B>) -> Result<(), Mismatch> {
    match design.find(module) {
        Some(id) => cosimulate(design, id, B::default(), &pins, STEPS, SEED).map(|_| ()),
        None => Err(Mismatch::NothingToCompare { module: module.to_string() }),
    }
}
