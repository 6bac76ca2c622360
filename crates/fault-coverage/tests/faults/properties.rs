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

fn task5() -> Design {
    baccarat_sim::design(TASK5).expect("the design")
}

fn find(design: &Design, module: &str) -> ModuleId {
    design.find(module).expect(module)
}

/// The fault of a shadow, in the rows of cells that have one.
const IN_SHADOW: &str = "in_shadow: arm [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]: \
                         arm [0]: And becomes Or";

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
    ("casino_game", "draw: refused inverted", "settlement.stakes that are taken are not refused"),
    (
        "casino_game",
        "settlement.first_card: first_card becomes over",
        "settlement.a hand begins on a cleared table",
    ),
    (
        "casino_game",
        "clear: settlement_unpaid inverted",
        "settlement.the table is cleared after the payment",
    ),
    (
        "casino_game",
        "first_card: deal becomes clear_table",
        "settlement.no hand begins right after another",
    ),
    (
        "casino_game",
        "settlement.outcome: outcome becomes bead",
        "settlement.a hand of one card is not over",
    ),
    ("casino_game", "deal: And becomes Or", "hand.no card right after a card or a clearing"),
    ("casino_game", "first_card: deal becomes deal_step", "no stakes of a hand that has not begun"),
    ("casino_game", "first_card: And becomes Or", "stakes are taken once"),
    ("casino_game", "draw: over inverted", "no card beyond the last hand"),
    ("casino_game", "deal_step: And becomes Or", "a result is known before the next step"),
    ("casino_game", "draw: And becomes Or", "a draw finds four cards"),
    ("casino_game", "burn: And becomes Or", "cards are left for the hands to come"),
    ("casino_game", "progress.renew: new_shoe inverted", "the burn card comes from a full shoe"),
    ("casino_game", "burn: draw becomes pay", "no hand before the burn card"),
    ("casino_game", "new_shoe: last_hand becomes shoe_ready", "the last hand is on the table"),
    (
        "hand_in_play",
        "due_dcard3: load_dcard3 becomes load_pcard3",
        "third cards go where the rules say",
    ),
    ("hand_in_play", "outcome: condition negated", "a result follows the last card"),
    ("bet_settlement", "refused: And becomes Xor", "account.bets are covered"),
    ("bet_settlement", "pays: And becomes Or", "account.one change at a time"),
    (
        "bet_settlement",
        "account.renew: clear becomes over",
        "account.no bet and no payment right after a change",
    ),
    (
        "bet_settlement",
        "unpaid: condition: first_card becomes pay",
        "stakes that are taken are unpaid",
    ),
    ("bet_settlement", "pay: pays becomes unpaid", "stakes are paid once"),
    (
        "bet_settlement",
        "payment: power-up value 0 becomes 32767",
        "a payment is that of a tie at most",
    ),
    ("video_timing", "line_ends: constant 799 becomes 800", "the beam stays in the frame"),
    ("video_timing", "pixel_clock: pixel_clock inverted", "a pixel takes two clock cycles"),
    ("video_timing", "x: Add becomes Or", "the beam moves by one column"),
    ("video_timing", "y: Add becomes Or", "the beam moves by one line after the last column"),
    ("video_timing", "hsync: Less becomes LessOrEqual", "hsync is low in columns 656 to 751"),
    ("video_timing", "vsync: bit 1 becomes bit 0", "vsync is low in lines 490 and 491"),
    ("video_timing", "visible: And becomes Or", "the picture has 640 columns and 480 lines"),
    ("synchroniser", "stage1: level_in inverted", "a level arrives two edges later"),
    ("dealcard", "new_card: power-up value 0 becomes 15", "a card is an ace to a king or 0"),
    ("dealcard", "new_card: condition always false", "a reset leads to the ace"),
    ("dealcard", "new_card: arm [5]: constant 6 becomes 14", "each rank follows the one before"),
    ("reg4", "card_out: constant 0 becomes 1", "a reset clears the card"),
    ("reg4", "card_out: condition: resetb inverted", "a load takes the card"),
    ("reg4", "card_out: condition: load inverted", "only a reset or a load changes the card"),
    ("task5", "resetb: And becomes Or", "a hand begins with a step"),
    ("task5", "step: And becomes Or", "a step lasts one clock cycle"),
    ("road_row", "first_free: constant 0 becomes 1", "a cleared row is free"),
    (
        "road_row",
        "first_free: condition: clear inverted",
        "a row is free right of the mark that was placed",
    ),
    (
        "road_row",
        "first_free: condition: place inverted",
        "only a mark or a new shoe changes a row",
    ),
    ("decimal_digit", "modulo_five: default: constant 0 becomes 7", "a digit is 0 to 9"),
    ("decimal_digit", "digit: constant 0 becomes 1", "a cleared digit is 0"),
    ("decimal_digit", "carry_out: arm [5, 6, 7, 8, 9] removed", "a doubled digit carries from 5"),
    ("decimal_digit", "digit: ShiftLeft becomes ShiftRight", "a digit is doubled modulo ten"),
    ("decimal_converter", "bits_left: Subtract becomes Add", "a number has 20 bits at most"),
    ("decimal_converter", "digits: Or becomes Subtract", "the digits are 0 to 9"),
    (
        "decimal_converter",
        "digits: condition always true",
        "the digits change only after the last bit",
    ),
    ("bead_plate", "height: constant 0 becomes 7", "the last bead is on the plate"),
    ("bead_plate", "written_row: height becomes row", "the next bead gets a row of the plate"),
    ("bead_plate", "last: constant 0 becomes 1", "only the first column can be empty"),
    ("bead_plate", "last: constant 0 becomes 2", "a new shoe has an empty plate"),
    (
        "bead_plate",
        "height: condition: record inverted",
        "only a hand or a new shoe changes the height of the last column",
    ),
    ("bead_plate", "height: Add becomes Or", "a bead is put below the last one"),
    (
        "bead_plate",
        "first: condition: And becomes Or",
        "a bead beyond a full column begins the next",
    ),
    ("bead_plate", "has_bead: Less becomes LessOrEqual", "no bead is shown on an empty plate"),
    ("big_road", "last_mark: constant 0 becomes 3", "the last mark is that of a side"),
    ("big_road", "erasing: constant 8 becomes 9", "at most a column of the memory is erased"),
    ("big_road", "columns: condition: renew becomes record", "a new shoe has no road"),
    (
        "big_road",
        "columns: condition: gets_column becomes record",
        "the road grows only by the column of a mark",
    ),
    (
        "big_road",
        "erasing: condition: Or becomes Xor",
        "the next column is erased after the road gets one",
    ),
    (
        "big_road",
        "has_tie: condition: renew becomes record",
        "a tie is noted until a win is placed",
    ),
    ("big_road", "first_shown: constant 0 becomes 1", "the window has the newest 20 columns"),
    ("big_road", "is_on_road: Less becomes LessOrEqual", "nothing is shown of an empty road"),
    ("shoe_progress", "burn_count: condition always false", "at most ten cards are burned"),
    (
        "shoe_progress",
        "cut_card_out: condition always false",
        "the last hand comes after the cut card",
    ),
    (
        "shoe_progress",
        "turned_up: condition: renew becomes deal",
        "a new shoe has no burn card and no hands",
    ),
    ("shoe_progress", "hands: condition always true", "the first cards are counted"),
    (
        "shoe_progress",
        "cut_card_out: condition: And becomes Xor",
        "the cut card comes out once and stays out",
    ),
    ("number_writer", "rest: constant 4 becomes 3", "the digits to write are 0 to 9"),
    ("number_writer", "code: constant 0 becomes 1", "digits and commas and blanks are written"),
    ("number_writer", "cycle: Add becomes Subtract", "a number is converted before it is written"),
    ("colour_blend", "three_quarters: Add becomes Or", "the mixture is between its colours"),
    ("message_choice", "headline: default: condition negated", "no bets are taken during a hand"),
    (
        "message_choice",
        "headline: arm [1]: constant 5 becomes 1",
        "a bet is placed only before a hand",
    ),
    ("message_choice", "prompt: condition always true", "refused stakes have to be lowered"),
    (
        "glyph_choice",
        "is_character: subject: source becomes x",
        "no cell has a character and a digit",
    ),
    ("glyph_choice", "on_bar: And becomes Or", "only the big road has the bar of a tie"),
    (
        "table_background",
        "before_cut: Less becomes GreaterOrEqual",
        "the bar ends no further left than its cut card",
    ),
    (
        "hand_area",
        "in_rank: arm [1, 2, 3, 4]: arm [13, 14, 15, 16, 17]: And becomes Or",
        "an empty place has no shape of a card",
    ),
    (
        "hand_area",
        "in_rank: arm [1, 2, 3, 4]: subject: row_of_cells becomes pcard1",
        "no pixel has two shapes",
    ),
    ("hand_area", IN_SHADOW, "a shadow is beside a place"),
    ("casino_monitor", "vga_r: condition always false", "pixels outside the picture are black"),
    (
        "casino_monitor",
        "vga_g: condition: pixel_enable becomes betting",
        "pixels and syncs change as the pixel clock falls",
    ),
];

/// A module, another one inside it, a single fault of that, and a property that the fault violates.
const FAULTS_INSIDE: &[(&str, &str, &str, &str)] = &[
    ("task5", "scorehand", "total: Or becomes Subtract", "the scores are 0 to 9"),
    (
        "bet_settlement",
        "stakes",
        "three_stakes: Subtract becomes Add",
        "the stakes are three times 127 chips at most",
    ),
];

#[test]
fn each_property_is_violated_by_a_fault_and_named() {
    let machines = [casino(), task5()];
    let alone = FAULTS.iter().map(|(module, fault, property)| (module, module, fault, property));
    let inside = FAULTS_INSIDE
        .iter()
        .map(|(module, inner, fault, property)| (module, inner, fault, property));
    for (module, inner, fault, property) in alone.chain(inside) {
        let design = machines.iter().find(|design| design.find(module).is_some()).expect(module);
        let mutants = mutants(design, find(design, inner));
        let mutant = mutants.iter().find(|mutant| mutant.fault.starts_with(fault)).expect(fault);
        let error =
            prove_properties(&mutant.apply(design), find(design, module), 2).expect_err(fault);
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
fn the_tables_of_faults_have_every_property_of_both_machines() {
    let alone = FAULTS.iter().map(|(_, _, property)| property);
    let found: BTreeSet<String> = alone
        .chain(FAULTS_INSIDE.iter().map(|(_, _, _, property)| property))
        .map(|property| property.rsplit('.').next().unwrap_or_default().replace(' ', "_"))
        .collect();
    for (design, top) in [(casino(), CASINO), (task5(), TASK5.module())] {
        for property in design.properties_inside(find(&design, top)) {
            let name = property.path.rsplit('.').next().unwrap_or_default();
            // `casino_game` assumes it, and `casino` is proven to fulfil it.
            let elsewhere = [
                "the_state_is_legal",
                "no_step_right_after_a_step",
                "the_result_stays_for_another_edge",
            ];
            if property.kind != PropertyKind::Cover && !elsewhere.contains(&name) {
                assert!(found.contains(name), "{name}");
            }
        }
    }
}
