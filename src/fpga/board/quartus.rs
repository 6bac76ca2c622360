//! The Quartus project file and its settings.

use std::path::Path;

use super::{Board, BoardError, Project, qsf, sdc, tcl};

/// The project file, which names one revision: the `.qsf` of the same name.
pub(super) fn project_file(project: &Project) -> String {
    let top = &project.top;
    let header =
        tcl::header(project.generator, &format!("{top}.qpf"), "Quartus project: open this file.");
    format!("{header}\nPROJECT_REVISION = \"{top}\"\n")
}

/// The settings of the project. The board's come from its own file, by `source`.
pub(super) fn settings(
    board: &Board,
    project: &Project,
    constraints: &Path,
) -> Result<String, BoardError> {
    let top = &project.top;
    let mut text = tcl::header(
        project.generator,
        &format!("{top}.qsf"),
        &format!("Quartus settings of {top} on the {}.", board.name),
    );
    text += &tcl::comment(&format!(
        "Quartus edits this file when a setting is changed in its windows; the next `{}` \
         restores it. Paths are relative to this folder.",
        project.generator.command
    ));

    text += "\n# Device, board-wide settings and pins; Quartus settings of the design\n";
    for file in [format!("{}.qsf", project.pins), format!("{top}_quartus.qsf")] {
        text += &format!("source {}\n", tcl::path(constraints, &file)?);
    }

    text += "\n# Design, in compile order\n";
    text += &global("TOP_LEVEL_ENTITY", top);
    for source in &project.sources {
        text += &global("SYSTEMVERILOG_FILE", &tcl::path(Path::new(""), source)?);
    }

    text += "\n# Timing: clocks first, then the constraints that refer to them\n";
    for file in [format!("{top}.sdc"), format!("{top}_quartus.sdc")] {
        text += &global("SDC_FILE", &tcl::path(constraints, &file)?);
    }

    text += "\n# Build\n";
    text += &qsf::assignments(&[
        ("PROJECT_OUTPUT_DIRECTORY", "output_files"),
        ("NUM_PARALLEL_PROCESSORS", "ALL"),
    ]);
    Ok(text)
}

/// Quartus settings of the design, for any project with it.
pub(super) fn design_settings(project: &Project) -> String {
    let top = &project.top;
    let mut text = tcl::header(
        project.generator,
        &format!("{top}_quartus.qsf"),
        &format!("Quartus settings of {top}."),
    );
    text += &format!(
        "# Usable in any project with {top}: `source` it in the project's .qsf. Global assignments then\n"
    );
    text += "# apply to that whole project.\n";
    text += &synchronisers(project);
    text += "\n";
    text += &tcl::comment(
        "Quartus re-encodes state machines and drops the sources' recovery from illegal states. This \
         setting makes illegal states return to the first state.",
    );
    text += &qsf::assignments(&[("SAFE_STATE_MACHINE", "ON")]);
    text += "\n# Also write a raw bitstream, uncompressed: JTAG cannot load a compressed one.\n";
    text += &qsf::assignments(&[
        ("GENERATE_RBF_FILE", "ON"),
        ("ON_CHIP_BITSTREAM_DECOMPRESSION", "OFF"),
    ]);
    text
}

fn synchronisers(project: &Project) -> String {
    let synchronisers = &project.timing.synchronisers;
    if synchronisers.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n");
    text += &tcl::comment(
        "First stages of the synchronisers: preserve the chains, place them for the longest settling \
         time and report their MTBF. A * matches the entity name that Quartus puts before an instance.",
    );
    for synchroniser in synchronisers {
        let register = sdc::register_pattern(&synchroniser.first_stage);
        text += &format!(
            "set_instance_assignment -name SYNCHRONIZER_IDENTIFICATION FORCED -to \"{register}\"\n"
        );
    }
    text
}

/// A global assignment. `word` is a Tcl word.
fn global(name: &str, word: &str) -> String {
    format!("set_global_assignment -name {name} {word}\n")
}
