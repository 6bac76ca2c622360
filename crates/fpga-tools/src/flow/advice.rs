//! Advice for known failures.

/// Parts of messages, and the advice.
const KNOWN: [(&[&str], &str); 4] = [
    (
        &["Current license file does not support", "FLEXlm"],
        "Quartus has no licence. The Lite edition needs none for this FPGA: use it, unset LM_LICENSE_FILE, or get a licence \
         that covers the FPGA.",
    ),
    (
        &["No space left on device"],
        "The disk is full: make room, or build elsewhere with --build-dir.",
    ),
    (
        &["error while loading shared libraries"],
        "The tool needs a system library: install the one that it names.",
    ),
    (
        &["mistral must be specified on the command line"],
        "This nextpnr-mistral is older than 2021-10: build a newer one.",
    ),
];

/// The advice for the errors in a tool's output, if known. Warnings are ignored: builds that fail
/// for other reasons print them too.
pub(super) fn on(lines: &[String]) -> Option<&'static str> {
    let is_other = |line: &str| {
        let line = line.trim_start();
        ["Info", "Warning", "Critical Warning"].iter().any(|kind| line.starts_with(kind))
    };
    let errors = || lines.iter().filter(|line| !is_other(line));
    let fits = |parts: &[&str]| errors().any(|line| parts.iter().any(|part| line.contains(part)));
    KNOWN.iter().find(|(parts, _)| fits(parts)).map(|(_, advice)| *advice)
}
