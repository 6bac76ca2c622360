//! Cosimulates every module of the hardware with the Rust block that it was elaborated from.

use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

use baccarat_hdl::bankroll::Bankroll;
use baccarat_hdl::bead_plate::BeadPlate;
use baccarat_hdl::bet_settlement::BetSettlement;
use baccarat_hdl::big_road::BigRoad;
use baccarat_hdl::card_or_digit::CardOrDigit;
use baccarat_hdl::card7seg::Card7seg;
use baccarat_hdl::casino::{Casino, DECKS};
use baccarat_hdl::casino_game::CasinoGame;
use baccarat_hdl::datapath::Datapath;
use baccarat_hdl::dealcard::Dealcard;
use baccarat_hdl::decimal_converter::DecimalConverter;
use baccarat_hdl::decimal_digit::DecimalDigit;
use baccarat_hdl::hand_in_play::HandInPlay;
use baccarat_hdl::modulo_five_adder::ModuloFiveAdder;
use baccarat_hdl::monitor::betting_box::BettingBox;
use baccarat_hdl::monitor::casino_monitor::CasinoMonitor;
use baccarat_hdl::monitor::colour::{ColourBlend, ColourMixer, ColourPalette};
use baccarat_hdl::monitor::glyph_choice::GlyphChoice;
use baccarat_hdl::monitor::glyph_rom::GlyphRom;
use baccarat_hdl::monitor::hand_area::HandArea;
use baccarat_hdl::monitor::layout::TableLayout;
use baccarat_hdl::monitor::message_rom::{MessageChoice, MessageRom};
use baccarat_hdl::monitor::number_writer::NumberWriter;
use baccarat_hdl::monitor::table_background::TableBackground;
use baccarat_hdl::monitor::video_timing::VideoTiming;
use baccarat_hdl::payout::Payout;
use baccarat_hdl::reg4::Reg4;
use baccarat_hdl::road_row::RoadRow;
use baccarat_hdl::scorehand::Scorehand;
use baccarat_hdl::shoe::Shoe;
use baccarat_hdl::shoe_progress::ShoeProgress;
use baccarat_hdl::stakes::Stakes;
use baccarat_hdl::statemachine::StateMachine;
use baccarat_hdl::step_mode::{AlwaysStep, StepInput};
use baccarat_hdl::synchroniser::Synchroniser;
use baccarat_hdl::task5::Task5;
use baccarat_hdl::task5_direct::Task5Direct;
use rust_hdl_rtl::{Design, cosimulate_module};
use rust_hdl_systemverilog::describe::Ports;

use super::GeneratorError;
use baccarat_hdl::top::{CASINO, Clocking, TASK5, Top};

/// Random steps for a module with too many inputs and states to try all. `fault-coverage` shows
/// that they find every visible fault of `task5`.
const STEPS: usize = 2000;

/// Random steps for the modules that contain most others, which are compared by themselves, too.
const STEPS_OF_CONNECTIONS: usize = 500;

/// Fixed, so that every run has the same stimuli.
const SEED: u64 = 1;

/// Compares all modules of the design, each in a thread.
///
/// # Errors
///
/// [`GeneratorError::Mismatch`], or [`GeneratorError::NoBlock`] for a module without a known block.
pub fn run(design: &Design, tops: &[Top]) -> Result<(), GeneratorError> {
    let direct = tops.contains(&Top::Task5(Clocking::Direct));
    let clocking = if direct { Clocking::Direct } else { Clocking::Synchronised };
    let results: Vec<Result<(), GeneratorError>> = thread::scope(|scope| {
        let modules = design.hardware();
        let compared = |name| scope.spawn(move || compare(design, name, clocking));
        let threads: Vec<_> = modules.map(|(_, module)| compared(&module.name)).collect();
        let result = |thread: ScopedJoinHandle<_>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        threads.into_iter().map(result).collect()
    });
    results.into_iter().collect()
}

/// Compares one module of the design, in which `task5` has this clocking.
///
/// # Errors
///
/// Those of [`run`].
pub fn compare(design: &Design, module: &str, clocking: Clocking) -> Result<(), GeneratorError> {
    let check = match (module, clocking) {
        ("bankroll", _) => check::<Bankroll>,
        ("bead_plate", _) => check::<BeadPlate>,
        ("bet_settlement", _) => check::<BetSettlement>,
        ("betting_box", _) => check::<BettingBox>,
        ("big_road", _) => check::<BigRoad>,
        ("card7seg", _) => check::<Card7seg>,
        ("card_or_digit", _) => check::<CardOrDigit>,
        (CASINO, _) => check::<Casino>,
        ("casino_game", _) => check::<CasinoGame<DECKS>>,
        ("casino_monitor", _) => check::<CasinoMonitor>,
        ("colour_blend", _) => check::<ColourBlend>,
        ("colour_mixer", _) => check::<ColourMixer>,
        ("colour_palette", _) => check::<ColourPalette>,
        ("datapath", _) => check::<Datapath>,
        ("dealcard", _) => check::<Dealcard>,
        ("decimal_converter", _) => check::<DecimalConverter>,
        ("decimal_digit", _) => check::<DecimalDigit>,
        ("glyph_choice", _) => check::<GlyphChoice>,
        ("glyph_rom", _) => check::<GlyphRom>,
        ("hand_area", _) => check::<HandArea>,
        ("hand_in_play", _) => check::<HandInPlay>,
        ("message_choice", _) => check::<MessageChoice>,
        ("message_rom", _) => check::<MessageRom>,
        ("modulo_five_adder", _) => check::<ModuloFiveAdder>,
        ("number_writer", _) => check::<NumberWriter>,
        ("payout", _) => check::<Payout>,
        ("reg4", _) => check::<Reg4>,
        ("road_row", _) => check::<RoadRow>,
        ("scorehand", _) => check::<Scorehand>,
        ("shoe", _) => check::<Shoe<DECKS>>,
        ("shoe_progress", _) => check::<ShoeProgress>,
        ("stakes", _) => check::<Stakes>,
        ("statemachine", _) => check::<StateMachine<AlwaysStep>>,
        ("statemachine_stepped", _) => check::<StateMachine<StepInput>>,
        ("synchroniser", _) => check::<Synchroniser>,
        ("table_background", _) => check::<TableBackground>,
        ("table_layout", _) => check::<TableLayout>,
        (TASK5, Clocking::Synchronised) => check::<Task5>,
        (TASK5, Clocking::Direct) => check::<Task5Direct>,
        ("video_timing", _) => check::<VideoTiming>,
        _ if is_of_library(design, module) => return Ok(()),
        _ => return Err(GeneratorError::NoBlock(module.to_string())),
    };
    check(design, module)
}

/// Whether it is a block of `rust-hdl`'s library, such as a memory. It is compared with the modules
/// that contain it.
fn is_of_library(design: &Design, module: &str) -> bool {
    design.find(module).is_some_and(|id| design.module(id).source.is_none())
}

fn check<B: Ports + Default + 'static>(
    design: &Design,
    module: &str,
) -> Result<(), GeneratorError> {
    let id = design.find(module).ok_or_else(|| GeneratorError::NoBlock(module.to_string()))?;
    let steps = match module {
        CASINO | "casino_monitor" => STEPS_OF_CONNECTIONS,
        _ => STEPS,
    };
    cosimulate_module(design, id, B::default(), steps, SEED)?;
    Ok(())
}
