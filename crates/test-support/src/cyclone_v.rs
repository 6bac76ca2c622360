//! Yosys's simulation models of the cells of a Cyclone V.

/// The first commands of a script: read a netlist of cells and replace the cells with their models.
pub fn with_models(json: &str, top: &str) -> String {
    format!("read_json {json}\n{}", replace_with_models(top))
}

/// The commands that replace the cells of a netlist with their models.
pub fn replace_with_models(top: &str) -> String {
    format!(
        "delete =A:blackbox =A:whitebox\n\
         read_verilog +/intel_alm/common/alm_sim.v +/intel_alm/common/dff_sim.v \
         +/intel_alm/common/dsp_sim.v +/intel_alm/common/mem_sim.v \
         +/intel_alm/common/misc_sim.v\n\
         hierarchy -check -top {top}\n\
         proc\n"
    )
}
