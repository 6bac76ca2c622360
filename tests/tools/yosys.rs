//! Yosys: synthesis for the board's FPGA, a Cyclone V.

use baccarat::engine::{self, Clocking, TOP};
use rust_hdl_rtl::{ItemKind, flatten};

use crate::emitted::{Emitted, Flaw};
use test_support::Output;
use test_support::external_tool::YOSYS;

/// How many flip-flops the design declares, all instances counted.
fn declared_flip_flops(clocking: Clocking) -> u32 {
    let design = engine::design(clocking).expect("a design");
    let top = design.find(TOP).expect("a top");
    let module = flatten(&design, top).expect("no loops").module;
    let registers = module.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Register(register) => Some(register.target),
        _ => None,
    });
    registers.map(|target| module.signal_width(target)).sum()
}

/// Runs commands on all the files. A warning is an error.
fn run(emitted: &Emitted, commands: &str) -> Output {
    let script = format!("read_verilog -sv {}; {commands}", emitted.sources().join(" "));
    YOSYS.run(&emitted.folder(), ["-q", "-e", ".*", "-p", &script])
}

/// Elaborates a module with those inside it: no latch, and nothing undriven, driven twice or in a loop.
fn elaborate(emitted: &Emitted, top: &str) -> Output {
    let latches = "t:$dlatch t:$adlatch t:$dlatchsr t:$sr";
    let commands = format!(
        "hierarchy -check -top {top}; proc -norom; check -assert; select -assert-none {latches}"
    );
    run(emitted, &commands)
}

/// Synthesises the whole machine into cells of the FPGA, so many of them flip-flops.
fn synthesise(emitted: &Emitted, flip_flops: u32) -> Output {
    let commands = format!(
        "synth_intel_alm -family cyclonev -top {TOP}; check -assert; \
         select -assert-none t:* t:MISTRAL_* %d; \
         select -assert-count {flip_flops} t:MISTRAL_FF"
    );
    run(emitted, &commands)
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn every_module_is_clean_on_its_own() {
    for emitted in Emitted::both() {
        for module in emitted.modules() {
            elaborate(&emitted, &module).expect_clean();
        }
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_fpga_has_exactly_the_flip_flops_that_the_design_declares() {
    // The shoe and six cards of four bits, three bits of state; then two synchronisers and the key as it was.
    for (clocking, flip_flops) in [(Clocking::Direct, 31), (Clocking::Synchronised, 36)] {
        assert_eq!(declared_flip_flops(clocking), flip_flops);
        synthesise(&Emitted::new(clocking), flip_flops).expect_clean();
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn flaws_are_seen() {
    let flaws = [
        Flaw {
            file: "card7seg.sv",
            from: "default: seg7 = 7'b1111111;",
            to: "",
            complaint: "Latch inferred for signal `\\card7seg.\\seg7'",
        },
        Flaw {
            file: "scorehand.sv",
            from: "assign odd1 = card1[0]",
            to: "assign odd1 = odd1",
            complaint: "found logic loop in module scorehand",
        },
        Flaw {
            file: "scorehand.sv",
            from: "assign half1 =",
            to: "assign half2 =",
            complaint: "conflicting drivers",
        },
    ];
    for flaw in &flaws {
        for emitted in flaw.planted() {
            elaborate(&emitted, flaw.file.trim_end_matches(".sv")).expect_message(flaw.complaint);
        }
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_flip_flop_more_or_less_is_seen() {
    let flaws = [
        // The highest bit of every card never changes.
        Flaw {
            file: "reg4.sv",
            from: "card_out <= card_in;",
            to: "card_out <= card_in & 4'd7;",
            complaint: "selection contains 30 elements instead of the asserted 36",
        },
        // Each synchroniser has a third stage.
        Flaw {
            file: "synchroniser.sv",
            from: "stage1 <= level_in;",
            to: "stage1 <= stage0;
                   end
                   logic stage0 = 1'b0;
                   always_ff @(posedge clock) begin
                     stage0 <= level_in;",
            complaint: "selection contains 38 elements instead of the asserted 36",
        },
    ];
    for flaw in &flaws {
        let emitted = flaw.planted_in(Clocking::Synchronised);
        synthesise(&emitted, 36).expect_message(flaw.complaint);
    }
}
