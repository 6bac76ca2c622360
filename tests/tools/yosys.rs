//! Synthesis with Yosys for the board's FPGA, a Cyclone V.

use baccarat_hdl::top::{Clocking, TASK5};
use rust_hdl_rtl::{ItemKind, flatten};

use crate::emitted::{Emitted, Fault};
use test_support::Output;
use test_support::external_tool::YOSYS;

/// The number of flip-flops in the design, over all instances.
fn declared_flip_flops(clocking: Clocking) -> u32 {
    let design = baccarat_sim::design(clocking).expect("a design");
    let top = design.find(TASK5).expect("a top");
    let module = flatten(&design, top).expect("no loops").module;
    let registers = module.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Register(register) => Some(register.target),
        _ => None,
    });
    registers.map(|target| module.signal_width(target)).sum()
}

/// Runs Yosys commands on files. Warnings are errors.
fn run(emitted: &Emitted, sources: &[String], commands: &str) -> Output {
    let script = format!("read_verilog -sv {}; {commands}", sources.join(" "));
    YOSYS.run(&emitted.folder(), ["-q", "-e", ".*", "-p", &script])
}

/// Elaborates a module and the modules inside it, and checks for latches, undriven and multiply
/// driven signals, and loops.
fn elaborate(emitted: &Emitted, top: &str) -> Output {
    let latches = "t:$dlatch t:$adlatch t:$dlatchsr t:$sr";
    let commands = format!(
        "hierarchy -check -top {top}; proc -norom; check -assert; select -assert-none {latches}"
    );
    run(emitted, &emitted.sources_of(top), &commands)
}

/// Synthesises the design to FPGA cells and checks the number of flip-flops.
fn synthesise(emitted: &Emitted, flip_flops: u32) -> Output {
    let commands = format!(
        "synth_intel_alm -family cyclonev -top {TASK5}; check -assert; \
         select -assert-none t:* t:MISTRAL_* %d; \
         select -assert-count {flip_flops} t:MISTRAL_FF"
    );
    run(emitted, &emitted.sources_of(TASK5), &commands)
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn every_module_lints_cleanly_on_its_own() {
    for (emitted, modules) in Emitted::every_module() {
        for module in modules {
            elaborate(&emitted, &module).expect_clean();
        }
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_fpga_has_exactly_the_flip_flops_that_the_design_declares() {
    // The shoe and six cards of four bits, three bits of state; synchronised: two synchronisers and
    // the key's previous level.
    for (clocking, flip_flops) in [(Clocking::Direct, 31), (Clocking::Synchronised, 36)] {
        assert_eq!(declared_flip_flops(clocking), flip_flops);
        synthesise(&Emitted::new(clocking), flip_flops).expect_clean();
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn faults_are_reported() {
    let faults = [
        Fault {
            file: "card7seg.sv",
            from: "default: seg7 = 7'b1111111;",
            to: "",
            message: "Latch inferred for signal `\\card7seg.\\seg7'",
        },
        Fault {
            file: "scorehand.sv",
            from: "assign odd1 = card1[0]",
            to: "assign odd1 = odd1",
            message: "found logic loop in module scorehand",
        },
        Fault {
            file: "scorehand.sv",
            from: "assign half1 =",
            to: "assign half2 =",
            message: "conflicting drivers",
        },
    ];
    for fault in &faults {
        for emitted in fault.injected() {
            elaborate(&emitted, fault.file.trim_end_matches(".sv")).expect_message(fault.message);
        }
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn one_flip_flop_more_or_less_is_found() {
    let faults = [
        // The highest bit of every card never changes.
        Fault {
            file: "reg4.sv",
            from: "card_out <= card_in;",
            to: "card_out <= card_in & 4'd7;",
            message: "selection contains 30 elements instead of the asserted 36",
        },
        // Each synchroniser has a third stage.
        Fault {
            file: "synchroniser.sv",
            from: "stage1 <= level_in;",
            to: "stage1 <= stage0;
                   end
                   logic stage0 = 1'b0;
                   always_ff @(posedge clock) begin
                     stage0 <= level_in;",
            message: "selection contains 38 elements instead of the asserted 36",
        },
    ];
    for fault in &faults {
        let emitted = fault.injected_in(Clocking::Synchronised);
        synthesise(&emitted, 36).expect_message(fault.message);
    }
}
