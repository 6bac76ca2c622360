//! FuseSoC cores for the design and for its constraints.
//!
//! FuseSoC requires a core's files at or below the core's folder. So each of the two folders has a
//! core, and the design's core depends on the constraints' by name. The folders may be anywhere, as
//! long as both are in FuseSoC's library path.

use super::Project;
use de1_soc::device::{DEVICE, FAMILY};

/// The core of the design: sources, testbench and targets.
pub(super) fn design_core(project: &Project) -> String {
    let Project { top, sources, core, version, description, testbench, .. } = project;
    let sources: String = sources.iter().map(|name| format!("      - {name}\n")).collect();
    format!(
        "\
# Only the target de1_soc needs the folder with {core}_de1_soc.core.

name: \"::{core}:{version}\"
description: \"{description}\"

filesets:
  # In compile order.
  rtl:
    files:
{sources}    file_type: systemVerilogSource

  testbench:
    files:
      - {testbench}.sv
    file_type: systemVerilogSource

  de1_soc:
    depend:
      - \"::{core}_de1_soc:{version}\"

targets:
  default:
    filesets: [rtl]
    toplevel: {top}

  lint:
    description: \"Verilator with all warnings\"
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
    filesets: [rtl]
    toplevel: {top}

  sim:
    description: \"The testbench on Icarus Verilog\"
    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: [-g2012]
    filesets: [rtl, testbench]
    toplevel: {testbench}

  de1_soc:
    description: \"Quartus, for the DE1-SoC\"
    default_tool: quartus
    tools:
      quartus:
        family: {FAMILY}
        device: {DEVICE}
    filesets: [rtl, de1_soc]
    toplevel: {top}
"
    )
}

/// The core of the constraints: pins, clocks and Quartus settings.
pub(super) fn constraints_core(project: &Project) -> String {
    let Project { top, pins, core, version, .. } = project;
    format!(
        "\
# The target de1_soc of {core}.core depends on it.

name: \"::{core}_de1_soc:{version}\"
description: \"Pins, timing constraints and Quartus settings of {top} on the DE1-SoC\"

filesets:
  # Clocks before the constraints that refer to them.
  constraints:
    files:
      - {pins}.qsf: {{file_type: tclSource}}
      - {top}_quartus.qsf: {{file_type: tclSource}}
      - {top}.sdc: {{file_type: SDC}}
      - {top}_quartus.sdc: {{file_type: SDC}}

targets:
  default:
    filesets: [constraints]
"
    )
}
