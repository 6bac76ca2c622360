//! What to do about failures that are known.

/// Parts of messages, and what to do about them.
const KNOWN: [(&[&str], &str); 4] = [
    (
        &["Current license file does not support", "FLEXlm"],
        "Quartus misses a license. The Lite edition needs none for this FPGA: use it, or unset LM_LICENSE_FILE, or see that \
         your license covers 5CSEMA5F31C6.",
    ),
    (
        &["No space left on device"],
        "The disk is full: make room, or build elsewhere with --build-dir.",
    ),
    (
        &["error while loading shared libraries"],
        "The tool misses a library of the system: install the one that it names.",
    ),
    (
        &["mistral must be specified on the command line"],
        "This nextpnr-mistral is older than 2021-10: build a newer one.",
    ),
];

/// The advice that fits what a tool said of its errors, if it is a known failure. Warnings do not count: they come with
/// builds that fail for other reasons.
pub(super) fn on(lines: &[String]) -> Option<&'static str> {
    let is_other = |line: &str| {
        let line = line.trim_start();
        ["Info", "Warning", "Critical Warning"].iter().any(|kind| line.starts_with(kind))
    };
    let errors = || lines.iter().filter(|line| !is_other(line));
    let fits = |parts: &[&str]| errors().any(|line| parts.iter().any(|part| line.contains(part)));
    KNOWN.iter().find(|(parts, _)| fits(parts)).map(|(_, advice)| *advice)
}
