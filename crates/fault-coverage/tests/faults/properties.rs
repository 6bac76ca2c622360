//! The properties that the hardware states of itself are violated by faults.

use std::collections::BTreeSet;

use baccarat_hdl::top::{CASINO, Clocking, Top};
use backend_testing::design_mutants::mutants;
use rust_hdl_rtl::{Design, ModuleId, PropertyKind};
use rust_hdl_systemverilog::proof::{PropertyError, prove_properties};

const TASK5: Top = Top::Task5(Clocking::Synchronised);

fn casino() -> Design {
    baccarat_sim::design(Top::Casino).expect("the design")
}

fn find(design: &Design, module: &str) -> ModuleId {
    design.find(module).expect(module)
}

/// A module, one of its single faults, and a property that the fault violates.
const FAULTS: &[(&str, &str, &str)] = &[
    ("statemachine", "load_pcard1 and others: constant 0 becomes 1", "at most one load"),
    ("statemachine", "dealer_win_light: And becomes Or", "a light or a load"),
    ("statemachine", "state: condition: resetb becomes game_over", "reset begins a hand"),
    ("shoe", "change: constant 1 becomes 2", "no more cards than a full shoe"),
    ("shoe", "empty: Equal becomes GreaterOrEqual", "a shoe that is written is not full"),
    ("shoe", "empty: Equal becomes NotEqual", "a ready shoe is not empty"),
    ("shoe", "ready: writing becomes drawn", "no draw from a shoe that is written"),
    ("shoe", "change: constant 511 becomes 0", "a draw takes one card"),
    ("shoe", "cards_left: condition always false", "the counter is in the shoe"),
    ("shoe", "position: Subtract becomes And", "the card that is drawn is in the shoe"),
    ("shoe", "drawn: takes becomes renew", "the last card moves into the gap"),
    ("shoe", "shown: condition: takes becomes ready", "the gap is not read while it is filled"),
    ("bankroll", "next: condition: Greater becomes Equal", "credits are 0 to 999999"),
    ("bankroll", "difference: Subtract becomes Add", "a bet takes the stakes"),
    ("bankroll", "next: constant 999999 becomes 475711", "a payment is added up to the maximum"),
    (
        "bankroll",
        "next: condition: constant 999999 becomes 737855",
        "only a greater sum is cut to the maximum",
    ),
    ("bankroll", "credits: held becomes next", "nothing else changes the credits"),
    ("bankroll", "below_chip: And becomes Or", "only less than a chip is renewed"),
    ("casino_game", "draw: too_high inverted", "account.bets are covered"),
    ("casino_game", "pay: unpaid becomes clear", "account.one change at a time"),
    (
        "casino_game",
        "clear: clear_step becomes cut_card_out",
        "account.no bet and no payment right after a change",
    ),
    ("casino_game", "unpaid: condition always true", "no stakes of a hand that has not begun"),
    ("casino_game", "unpaid: condition: first_card becomes pay", "stakes are paid once"),
    ("casino_game", "unpaid: assignment of unpaid dropped", "stakes that are taken are unpaid"),
    ("casino_game", "first_card: And becomes Or", "stakes are taken once"),
    (
        "casino_game",
        "clear: unpaid becomes payment_ready",
        "stakes taken are paid before the table is cleared",
    ),
    (
        "casino_game",
        "due_dcard3: load_dcard3 becomes load_pcard3",
        "third cards go where the rules say",
    ),
    ("casino_game", "draw: over inverted", "no card beyond the last hand"),
    ("casino_game", "draw: And becomes Or", "a draw finds four cards"),
    ("casino_game", "burn: And becomes Or", "cards are left for the hands to come"),
    ("casino_game", "progress.renew: new_shoe inverted", "the burn card comes from a full shoe"),
    ("casino_game", "burn: draw becomes pay", "no hand before the burn card"),
    ("casino_game", "new_shoe: last_hand becomes shoe_ready", "the last hand is on the table"),
    ("casino_game", "over: Or becomes And", "a result is known before the next step"),
    ("video_timing", "line_ends: constant 799 becomes 800", "the beam stays in the frame"),
    ("video_timing", "pixel_clock: pixel_clock inverted", "a pixel takes two clock cycles"),
    ("video_timing", "x: Add becomes Or", "the beam moves by one column"),
    ("video_timing", "y: Add becomes Or", "the beam moves by one line after the last column"),
    ("video_timing", "hsync: Less becomes LessOrEqual", "hsync is low in columns 656 to 751"),
    ("video_timing", "vsync: bit 1 becomes bit 0", "vsync is low in lines 490 and 491"),
    ("video_timing", "visible: And becomes Or", "the picture has 640 columns and 480 lines"),
];

#[test]
fn each_property_is_violated_by_a_fault_and_named() {
    let machines = [casino(), baccarat_sim::design(TASK5).expect("task5")];
    for (module, fault, property) in FAULTS {
        let design = machines.iter().find(|design| design.find(module).is_some()).expect(module);
        let id = find(design, module);
        let mutants = mutants(design, id);
        let mutant = mutants.iter().find(|mutant| mutant.fault.starts_with(fault)).expect(fault);
        let error = prove_properties(&mutant.apply(design), id, 2).expect_err(fault);
        let named = match error {
            PropertyError::Violated { all, .. } => all,
            PropertyError::NotInductive { properties, .. } => properties,
            other => panic!("{module}: {fault}: {other}"),
        };
        assert!(named.contains(&property.replace(' ', "_")), "{module}: {fault}: {named:?}");
    }
}

/// An illegal state is not one of the single faults, since these choose among the legal ones.
#[test]
fn the_table_of_faults_has_every_property_of_casino() {
    let design = casino();
    let found: BTreeSet<String> = FAULTS
        .iter()
        .map(|(_, _, property)| property.rsplit('.').next().unwrap_or_default().replace(' ', "_"))
        .collect();
    for property in design.properties_inside(find(&design, CASINO)) {
        let name = property.path.rsplit('.').next().unwrap_or_default();
        // `casino_game` assumes it, and `casino` is proven to fulfil it.
        let elsewhere = ["the_state_is_legal", "no_step_right_after_a_step"];
        if property.kind != PropertyKind::Cover && !elsewhere.contains(&name) {
            assert!(found.contains(name), "{name}");
        }
    }
}
