//! The Quartus project: the file that is opened, and its settings.

use std::path::Path;

use super::{Board, BoardError, Project, qsf, sdc, tcl};

/// The project file. It names one revision, whose settings are in the `.qsf` of that name.
pub(super) fn project_file(project: &Project) -> String {
    let top = &project.top;
    let header =
        tcl::header(project.generator, &format!("{top}.qpf"), "Quartus project: open this one.");
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
        "Quartus adds to this file when a setting is changed in its windows; the next `{}` \
         puts it back. Paths are relative to this folder.",
        project.generator.command
    ));

    text += "\n# Device, board-wide settings and pins; how Quartus has to treat the design\n";
    for file in [format!("{}.qsf", board.file_stem), format!("{top}_quartus.qsf")] {
        text += &format!("source {}\n", tcl::path(constraints, &file)?);
    }

    text += "\n# Design, in compile order\n";
    text += &global("TOP_LEVEL_ENTITY", top);
    for source in &project.sources {
        text += &global("SYSTEMVERILOG_FILE", &tcl::path(Path::new(""), source)?);
    }

    text += "\n# Timing: the clocks first, then what refers to them\n";
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

/// How Quartus has to treat the design in this project and any other.
pub(super) fn treatment(project: &Project) -> String {
    let top = &project.top;
    let mut text = tcl::header(
        project.generator,
        &format!("{top}_quartus.qsf"),
        &format!("How Quartus has to treat {top}."),
    );
    text += "# Usable in any project with it: `source` it in the project's .qsf. What is set globally then\n";
    text += "# holds for all of that project.\n";
    text += &synchronisers(project);
    text += "\n";
    text += &tcl::comment(
        "Quartus encodes state machines anew and drops what the sources say of encodings that are no \
         state. With this it leads them back to the first state.",
    );
    text += &qsf::assignments(&[("SAFE_STATE_MACHINE", "ON")]);
    text += "\n# A raw bitstream as well, uncompressed: JTAG cannot load a compressed one.\n";
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
        "First stages of the synchronisers: keep the chains as they are, place them for the longest \
         settling time and report their mean time between failures. A * stands for the entity that \
         Quartus names before an instance.",
    );
    for synchroniser in synchronisers {
        let register = sdc::register_pattern(&synchroniser.first_stage);
        text += &format!(
            "set_instance_assignment -name SYNCHRONIZER_IDENTIFICATION FORCED -to \"{register}\"\n"
        );
    }
    text
}

/// A global assignment of a value that is a Tcl word already.
fn global(name: &str, word: &str) -> String {
    format!("set_global_assignment -name {name} {word}\n")
}
