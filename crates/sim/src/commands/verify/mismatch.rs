//! What the verdicts on all machines say about a mismatch.

use std::collections::BTreeMap;

use crate::drawing::displays;
use de1_soc::BoardOutputs;
use output_files::OutputFile;

pub(super) const DISAGREE: &str = "The simulated hardware and the rules in Rust disagree.";

/// Where the fault is if both simulators show it.
pub(super) const SIMULATORS_AGREE: &str = "\
Two simulators agree on this, so the mistake is in hdl/ or in crates/punto-banco/.
`cargo test --package punto-banco` checks crates/punto-banco/ against the published rules and odds:
if it passes, look in hdl/. `git diff -- hdl crates/punto-banco` shows what has changed.";

/// The displays of the hardware, beside those by the rules if there are any.
pub(super) fn side_by_side(shown: BoardOutputs, expected: Option<BoardOutputs>) -> String {
    let right = expected.map(displays).unwrap_or_default();
    let heading = if expected.is_some() { "rules" } else { "" };
    let [top, middle, bottom] = displays(shown);
    let lines = [top, middle, bottom].into_iter().zip(right);
    let lines = std::iter::once(("hardware".to_string(), heading.to_string())).chain(lines);
    lines.map(|(left, right)| format!("{left:26}{right}").trim_end().to_string() + "\n").collect()
}

/// Where the waveform is, or how to get it with these options of `verify`.
pub(super) fn waveform(vcd: Option<&OutputFile>, options: &str) -> String {
    match vcd {
        Some(vcd) => format!("Waveform: {vcd}\n"),
        None => format!("For the waveform: baccarat-sim verify {options} --vcd hand.vcd\n"),
    }
}

/// The path of a file, `None` for stdout.
pub(super) fn path(vcd: Option<&OutputFile>) -> Option<String> {
    match vcd {
        Some(OutputFile::Path(path)) => Some(path.display().to_string()),
        Some(OutputFile::Stdout) | None => None,
    }
}

/// The values of the pins: LEDR, and HEX0 to HEX5.
pub(super) fn pins(outputs: BoardOutputs) -> BTreeMap<String, u64> {
    let displays = (0..6).map(|number| (format!("HEX{number}"), outputs.hex(number)));
    displays.chain([("LEDR".to_string(), outputs.ledr())]).collect()
}
