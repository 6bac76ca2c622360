//! The settings of the Quartus project and of the design.

use std::path::Path;

use super::{ConstraintsError, Project, tcl};

/// The settings of the project. The board's come from its own file, by `source`.
pub(super) fn project_settings(
    project: &Project,
    constraints: &Path,
) -> Result<String, ConstraintsError> {
    let Project { top, pins, .. } = project;
    let constraint = |name: String| tcl::path(constraints, &name);
    let sources: String = (project.sources.iter())
        .map(|source| format!("set_global_assignment -name SYSTEMVERILOG_FILE {source}\n"))
        .collect();
    Ok(format!(
        "\
# Quartus edits this file when a setting is changed in its windows; the next `baccarat generate`
# restores it. Paths are relative to this folder.

# Device, board-wide settings and pins; Quartus settings of the design
source {}
source {}

# Design, in compile order
set_global_assignment -name TOP_LEVEL_ENTITY {top}
{sources}
# Timing: clocks first, then the constraints that refer to them
set_global_assignment -name SDC_FILE {}
set_global_assignment -name SDC_FILE {}

# Build
set_global_assignment -name PROJECT_OUTPUT_DIRECTORY output_files
set_global_assignment -name NUM_PARALLEL_PROCESSORS  ALL
",
        constraint(format!("{pins}.qsf"))?,
        constraint(format!("{top}_quartus.qsf"))?,
        constraint(format!("{top}.sdc"))?,
        constraint(format!("{top}_quartus.sdc"))?,
    ))
}

/// Quartus settings of the design, for any project with it.
pub(super) fn design_settings(project: &Project) -> String {
    format!(
        "\
# Usable in any project with {}: `source` it in the project's .qsf. Global assignments then
# apply to that whole project.

# Quartus re-encodes state machines and drops the sources' recovery from illegal states. This
# setting makes illegal states return to the first state.
set_global_assignment -name SAFE_STATE_MACHINE ON

# Also write a raw bitstream, uncompressed: JTAG cannot load a compressed one.
set_global_assignment -name GENERATE_RBF_FILE               ON
set_global_assignment -name ON_CHIP_BITSTREAM_DECOMPRESSION OFF
",
        project.top
    )
}
