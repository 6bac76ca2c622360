//! Faults in the generated SystemVerilog: the proof notices each, or the text still means the same.

use baccarat::generator;
use baccarat_hdl::top::Clocking;
use baccarat_sim::design;
use backend_testing::{Count, Survey};
use rust_hdl_rtl::Design;
use rust_hdl_systemverilog::prove;

fn designs() -> [(&'static str, Design); 2] {
    [("synchronised", Clocking::Synchronised), ("direct", Clocking::Direct)]
        .map(|(name, clocking)| (name, design(clocking).expect("the design")))
}

/// Faults of each kind: the file, what is there, what is there instead, and how the error begins.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    // Operators.
    (
        "statemachine.sv",
        "dscore > pscore",
        "dscore >= pscore",
        "module `statemachine`: output `player_win_light` is 0 in the text, but 1 in the design, if ",
    ),
    (
        "statemachine.sv",
        "(pscore >= LEAST_NATURAL) || (",
        "(pscore >= LEAST_NATURAL) && (",
        "module `statemachine`: output ",
    ),
    (
        "statemachine.sv",
        "if (!resetb)",
        "if (resetb)",
        "module `statemachine`: the next value of `state` is ",
    ),
    (
        "scorehand.sv",
        "(odd1 ^ odd2)",
        "(odd1 ~^ odd2)",
        "module `scorehand`: the input `with_pair.b` is ",
    ),
    // Widths.
    (
        "scorehand.sv",
        "{2'd0, odd_pair}",
        "{1'd0, odd_pair}",
        "scorehand.sv:64:11: the port `b` has 3 bits, the value 2",
    ),
    (
        "scorehand.sv",
        "logic [2:0] half1",
        "logic [1:0] half1",
        "scorehand.sv:51:11: the port `a` has 3 bits, the value 2",
    ),
    (
        "dealcard.sv",
        "output logic [3:0]",
        "output logic [4:0]",
        "port `new_card` of module `dealcard` is \"output, 5 bits\" in the text, but \"output, 4 bits\" in",
    ),
    // Literals.
    (
        "card7seg.sv",
        "7'b0001000",
        "7'b0001001",
        "module `card7seg`: output `seg7` is 9 in the text, but 8 in the design, if card = 1",
    ),
    (
        "statemachine.sv",
        "LEAST_NATURAL = 4'd8",
        "LEAST_NATURAL = 4'h10",
        "module `statemachine`: output ",
    ),
    // Named constants.
    ("scorehand.sv", "TEN = 4'd10", "TEN = 4'd12", "module `scorehand`: output `total` is "),
    (
        "scorehand.sv",
        "localparam logic [3:0]",
        "logic [3:0]",
        "the text has register `TEN` of module `scorehand`, which the design lacks",
    ),
    (
        "statemachine.sv",
        "Done         = 3'd6",
        "Done         = 3'd7",
        "type `state_e` of module `statemachine` is ",
    ),
    (
        "synchroniser.sv",
        "stage1 = 1'b0",
        "stage1 = 1'b1",
        "register `stage1` of module `synchroniser` is \"1 bits, at power-up 1\" in the text",
    ),
    // Attributes.
    (
        "synchroniser.sv",
        "FORCED_IF_ASYNCHRONOUS",
        "OFF",
        "attribute of register `stage1` of module `synchroniser` is \"`altera_attribute` = ",
    ),
    // Bounds.
    ("scorehand.sv", "card2[3:1]", "card2[2:0]", "module `scorehand`: the input `first_two.b` is "),
    (
        "task5.sv",
        "LEDR[7:4] = dscore",
        "LEDR[6:3] = dscore",
        "task5.sv:110:10: `LEDR` has two drivers",
    ),
    (
        "task5.sv",
        "LEDR[9]",
        "LEDR[10]",
        "task5.sv:106:29: the index is not in the range of 10 values",
    ),
    // Names.
    (
        "statemachine.sv",
        "load_dcard3 = dealer_draws",
        "load_dcard3 = natural",
        "module `statemachine`: output ",
    ),
    (
        "datapath.sv",
        ".card2 (dcard2)",
        ".card2 (pcard2)",
        "module `datapath`: the input `dealer_hand.card2` is ",
    ),
    (
        "datapath.sv",
        "dealcard shoe",
        "dealcard deck",
        "the text lacks input `shoe.clock` of module `datapath`, which the design has",
    ),
    ("reg4.sv", "module reg4", "module reg5", "the text has module `reg5`, which the design lacks"),
    (
        "statemachine.sv",
        "state <= DealerThird",
        "state <= DealerForth",
        "statemachine.sv:119:22: `DealerForth` is not declared above",
    ),
    // Edges.
    ("reg4.sv", "posedge", "negedge", "module `reg4`: the clock of `card_out` is "),
    // `=` and `<=`.
    (
        "synchroniser.sv",
        "stage1 <= level_in",
        "stage1 = level_in",
        "synchroniser.sv:24:5: a combinational process needs `=`, a clocked one `<=`",
    ),
    (
        "modulo_five_adder.sv",
        "default: sum = 3'd4",
        "default: sum <= 3'd4",
        "modulo_five_adder.sv:22:18: a combinational process needs `=`, a clocked one `<=`",
    ),
    // Missing branches.
    (
        "statemachine.sv",
        " else begin\n            state <= Done;\n          end",
        "",
        "module `statemachine`: the next value of `state` is 4 in the text, but 6 in the design, if ",
    ),
    (
        "modulo_five_adder.sv",
        "        default: sum = 3'd4;\n",
        "",
        "modulo_five_adder.sv:18:18: `sum` is not assigned on every path, which is a latch",
    ),
    // Exchanged connections.
    (
        "task5.sv",
        "(dscore),\n    .pscore           (pscore)",
        "(pscore),\n    .pscore           (dscore)",
        "module `task5`: the input `sm.dscore` is ",
    ),
    ("datapath.sv", "(HEX0)\n", "(HEX1)\n", "datapath.sv:113:12: `HEX1` has two drivers"),
    // Deleted lines.
    (
        "statemachine.sv",
        "    load_pcard1 = 1'b0;\n",
        "",
        "statemachine.sv:78:21: `load_pcard1` is not assigned on every path, which is a latch",
    ),
    (
        "synchroniser.sv",
        "stage1 <= level_in;",
        "",
        "module `synchroniser`: the clock of `stage1` is ",
    ),
    (
        "task5.sv",
        ".step             (step),",
        "",
        "task5.sv:92:24: the port `step` is not connected",
    ),
    ("task5.sv", "assign LEDR[3:0] = pscore;", "", "task5.sv:23:22: `LEDR` has no driver"),
];

#[test]
fn the_proof_names_the_place_of_a_fault() {
    let design = design(Clocking::Synchronised).expect("the design");
    let correct = generator::print_unproven(&design);
    for (name, text, instead, message) in FAULTS {
        let mut faulty = correct.clone();
        let file = faulty.iter_mut().find(|file| file.name == *name).expect(name);
        assert!(file.text.contains(text), "{text} is not in {name}");
        file.text = file.text.replacen(text, instead, 1);
        let error = prove(&design, &faulty).expect_err(text).to_string();
        assert!(error.starts_with(message), "{name}: {text} becomes {instead}: {error}");
    }
}

/// Checks that enough mutants were made, that few of them mean the same as the design, and none
/// where the fault always matters.
fn assert_detected(survey: &Survey, mutants: usize) {
    println!("{survey}");
    let Count { unreadable, rejected, accepted } = survey.total();
    assert!(unreadable + rejected + accepted > mutants, "{survey}");
    assert!(accepted < mutants / 10, "{survey}");
    for kind in ["`=` and `<=`", "connections", "edges", "else branches"] {
        let count = survey.counts[kind];
        assert!(count.accepted == 0 && count.rejected > 0, "{kind}:\n{survey}");
    }
}

#[test]
fn the_proof_notices_most_faults() {
    assert_detected(&Survey::of(&designs(), 6, false), 14_000);
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn faults_that_the_proof_accepts_change_nothing_in_icarus() {
    let survey = Survey::of(&designs(), usize::MAX, true);
    assert_detected(&survey, 50_000);
    assert_eq!(survey.objections, Vec::<String>::new());
}
