//! Yosys proves, for all inputs and states, that the emitted SystemVerilog is equivalent to the
//! gates.
//!
//! The printer and the bit-blaster share no code, so each is checked against the other.

use std::fs;

use baccarat_hdl::top::Clocking;
use rust_hdl_gates::{bit_blast, verilog};

use crate::emitted::{Emitted, Fault, find};
use test_support::Output;
use test_support::external_tool::YOSYS;

/// A register that is not matched by its name: most of its bits are those of the output `credits`,
/// which are matched. Yosys does not prove bits that it matches twice.
const UNMATCHED: &str = "account.toggled";

/// Compares a module's file with its gates. By induction: signals of the same name are assumed
/// equal in one state and proven equal in the next. Clocks are treated as ordinary inputs.
fn compare(emitted: &Emitted, clocking: Clocking, module: &str) -> Output {
    let (design, id) = find(clocking, module);
    let netlist = bit_blast(design, id).expect("no loops");
    let scratch = emitted.scratch("equivalence");
    fs::create_dir_all(&scratch).expect("a folder");
    let path = |name: String| scratch.join(name).display().to_string();
    let gates = path(format!("{module}.v"));
    fs::write(&gates, verilog(&netlist, "gates")).expect("a netlist");
    let unmatched = path(format!("{module}.txt"));
    fs::write(&unmatched, UNMATCHED).expect("a list of names");
    let script = path(format!("{module}.ys"));
    let sources = emitted.sources_of(module).join(" ");
    let text = format!(
        "read_verilog -sv {sources}\n\
         hierarchy -check -top {module}\n\
         proc -norom\nflatten\nopt_clean\n\
         rename {module} gold\ndesign -stash gold\n\
         read_verilog \"{gates}\"\n\
         hierarchy -check -top gates\n\
         proc -norom\nopt_clean\ndesign -stash gates\n\
         design -copy-from gold -as gold gold\ndesign -copy-from gates -as gates gates\n\
         equiv_make -blacklist {unmatched} gold gates both\nhierarchy -top both\n\
         clk2fflogic\n\
         equiv_simple -undef\nequiv_induct -undef\nequiv_status -assert\n"
    );
    fs::write(&script, text).expect("a script");
    YOSYS.run(&emitted.folder(), ["-q", "-s", &script])
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn every_module_is_proven_equal_to_its_gates() {
    let mut with_memory = vec![];
    for (clocking, (emitted, modules)) in Clocking::ALL.into_iter().zip(Emitted::every_module()) {
        for module in modules {
            match has_memory(clocking, &module) {
                true => with_memory.push(module),
                false => drop(compare(&emitted, clocking, &module).succeeds()),
            }
        }
    }
    // Yosys does not finish with the words of memories. Verilator simulates these modules.
    let expected = [
        "bead_plate",
        "bead_plate_beads",
        "big_road",
        "big_road_cells",
        "casino",
        "casino_game",
        "casino_monitor",
        "glyph_rom",
        "glyph_rom_figures",
        "glyph_rom_large_glyphs",
        "glyph_rom_small_glyphs",
        "glyph_rom_suits",
        "message_rom",
        "message_rom_characters",
        "number_writer",
        "number_writer_digit_glyphs",
        "shoe",
        "shoe_cards",
        "table_layout",
        "table_layout_cells",
    ];
    assert_eq!(with_memory, expected);
}

fn has_memory(clocking: Clocking, module: &str) -> bool {
    let (design, id) = find(clocking, module);
    design.hierarchy(id).iter().any(|id| !design.module(*id).memories.is_empty())
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_fault_is_not_proven_equal() {
    let faults = [
        ("dealcard", "4'd12:   new_card <= 4'd13;", "4'd12:   new_card <= 4'd1;"),
        ("reg4", "end else if (load) begin", "end else begin"),
        ("scorehand", "card3 < TEN", "card3 < 4'd12"),
        ("modulo_five_adder", "3'd4:    sum = 3'd3;", "3'd4:    sum = 3'd2;"),
        ("card7seg", "4'd13:   seg7 = 7'b0001001", "4'd13:   seg7 = 7'b0001000"),
        (
            "statemachine",
            "DealerThird, Done: state <= Done;",
            "DealerThird, Done: state <= ThirdCard;",
        ),
    ];
    for (module, from, to) in faults {
        let file: &'static str = Box::leak(format!("{module}.sv").into_boxed_str());
        let fault = Fault { file, from, to, message: "unproven $equiv" };
        let emitted = fault.injected_in(Clocking::Direct);
        compare(&emitted, Clocking::Direct, module).expect_message(fault.message);
    }
}
