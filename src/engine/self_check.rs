//! Cosimulates every module of the engine with the Rust block that it was elaborated from.

use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

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
use rust_hdl_rtl::{Design, cosimulate_module};
use rust_hdl_systemverilog::describe::Ports;

use super::{Clocking, EngineError, TOP};

/// Random steps for a module with too many inputs and states to try all.
const STEPS: usize = 4000;

/// Fixed, so that every run has the same stimuli.
const SEED: u64 = 1;

/// Compares all modules of the design, each in a thread.
///
/// # Errors
///
/// [`EngineError::Mismatch`], or [`EngineError::NoBlock`] for a module without a known block.
pub fn run(design: &Design, clocking: Clocking) -> Result<(), EngineError> {
    let results: Vec<Result<(), EngineError>> = thread::scope(|scope| {
        let modules = design.modules.iter();
        let threads: Vec<_> =
            modules.map(|module| scope.spawn(|| compare(design, &module.name, clocking))).collect();
        let result = |thread: ScopedJoinHandle<_>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        threads.into_iter().map(result).collect()
    });
    results.into_iter().collect()
}

/// Compares one module of the design.
///
/// # Errors
///
/// Those of [`run`].
pub fn compare(design: &Design, module: &str, clocking: Clocking) -> Result<(), EngineError> {
    let check = match (module, clocking) {
        ("card7seg", _) => check::<Card7seg>,
        ("datapath", _) => check::<Datapath>,
        ("dealcard", _) => check::<Dealcard>,
        ("modulo_five_adder", _) => check::<ModuloFiveAdder>,
        ("reg4", _) => check::<Reg4>,
        ("scorehand", _) => check::<Scorehand>,
        ("statemachine", _) => check::<StateMachine<AlwaysStep>>,
        ("statemachine_stepped", _) => check::<StateMachine<StepInput>>,
        ("synchroniser", _) => check::<Synchroniser>,
        (TOP, Clocking::Synchronised) => check::<Task5>,
        (TOP, Clocking::Direct) => check::<Task5Direct>,
        _ => return Err(EngineError::NoBlock(module.to_string())),
    };
    check(design, module)
}

fn check<B: Ports + Default + 'static>(design: &Design, module: &str) -> Result<(), EngineError> {
    let id = design.find(module).ok_or_else(|| EngineError::NoBlock(module.to_string()))?;
    cosimulate_module(design, id, B::default(), STEPS, SEED)?;
    Ok(())
}
