//! The designs.

use std::path::{Path, PathBuf};

use foreign_sources::Sources;

/// The designs of `examples/board/` that are measured: name, folder, top module and parameters.
const EXAMPLES: [(&str, &str, &str, &[&str]); 6] = [
    ("frame buffer 160 x 120 x 3", "video", "frame_buffer", &[]),
    (
        "frame buffer 320 x 240 x 8",
        "video",
        "frame_buffer",
        &["WIDTH=320", "HEIGHT=240", "RED=3", "GREEN=3", "BLUE=2"],
    ),
    ("Pong", "video", "pong", &[]),
    ("Snake", "video", "snake", &[]),
    ("squares", "squares.sv", "squares", &[]),
    ("RISC-V processor", "computer", "computer", &[]),
];

/// All designs, of which `casino` are the files of one.
pub fn designs(casino: Vec<PathBuf>) -> Vec<(&'static str, Sources)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/board");
    let sources = |files, top: &str, parameters: &[&str]| Sources {
        files,
        top: Some(top.to_string()),
        parameters: parameters.iter().map(ToString::to_string).collect(),
        ..Sources::default()
    };
    let examples = EXAMPLES.map(|(name, files, top, parameters)| {
        (name, sources(vec![folder.join(files)], top, parameters))
    });
    examples.into_iter().chain([("casino", sources(casino, "casino", &[]))]).collect()
}
