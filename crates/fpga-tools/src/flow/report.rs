//! The results of a build.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Flow, Message, Severity};

/// The results of a successful build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub flow: Flow,
    /// The top module; empty in reports of older versions.
    #[serde(default)]
    pub top: String,
    /// How it is clocked.
    pub clocking: String,
    #[serde(flatten)]
    pub results: Results,
    /// Expected warnings.
    pub explained_warnings: Vec<Explained>,
    /// All other warnings.
    pub warnings: Vec<Message>,
    pub bitstreams: Vec<PathBuf>,
    pub logs: Vec<PathBuf>,
    /// How long the build took.
    pub seconds: f64,
}

/// What the tools report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The tools with their versions, as they call themselves.
    pub tools: Vec<String>,
    /// Adaptive logic modules; nextpnr does not count them.
    pub alms: Option<Usage>,
    /// Look-up tables, up to two per ALM; not read from Quartus's reports.
    pub luts: Option<Usage>,
    pub registers: u64,
    pub clocks: Vec<Clock>,
    /// Unconstrained paths; nextpnr does not report it.
    pub unconstrained: Option<Unconstrained>,
    /// Whether no analysed path misses timing, in any corner.
    pub timing_met: bool,
}

/// How much of something is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub used: u64,
    pub available: u64,
}

/// A clock and its timing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    pub name: String,
    /// Its maximum frequency in the slowest corner; `None` without a path from and to it.
    pub fmax_mhz: Option<f64>,
    /// The worst slack of each kind, over all corners.
    pub slack_ns: Slack,
}

/// Slack in nanoseconds, negative if timing is missed; `None` if not analysed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Slack {
    pub setup: Option<f64>,
    pub hold: Option<f64>,
    pub recovery: Option<f64>,
    pub removal: Option<f64>,
    pub pulse_width: Option<f64>,
}

impl Slack {
    /// The analysed kinds with their names.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let kinds = [
            ("setup", self.setup),
            ("hold", self.hold),
            ("recovery", self.recovery),
            ("removal", self.removal),
            ("pulse width", self.pulse_width),
        ];
        kinds.into_iter().filter_map(|(name, slack)| Some((name, slack?)))
    }
}

/// The number of unconstrained clocks, ports and paths; of setup and hold analysis, the greater
/// number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unconstrained {
    pub clocks: u64,
    pub input_ports: u64,
    pub input_paths: u64,
    pub output_ports: u64,
    pub output_paths: u64,
}

/// An expected warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// Its number, and the part of its text that matters.
    pub warning: String,
    /// Why it is harmless.
    pub reason: String,
    /// How often it was printed.
    pub count: usize,
}

impl Report {
    /// Every missed timing: the clock, the kind, and by how many nanoseconds.
    pub fn misses(&self) -> impl Iterator<Item = (&str, &'static str, f64)> {
        self.results.clocks.iter().flat_map(|clock| {
            let misses = clock.slack_ns.kinds().filter(|(_, slack)| *slack < 0.0);
            misses.map(|(kind, slack)| (clock.name.as_str(), kind, -slack))
        })
    }
}

/// Formats the report for the terminal, without a final newline.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}, {}, built by {} in {:.0} s",
            self.top,
            self.clocking,
            self.results.tools.join(" and "),
            self.seconds
        )?;
        writeln!(f)?;
        for (name, usage) in [("ALMs", self.results.alms), ("LUTs", self.results.luts)] {
            if let Some(Usage { used, available }) = usage {
                writeln!(f, "{name:<14}  {used} of {available}")?;
            }
        }
        writeln!(f, "{:<14}  {}", "registers", self.results.registers)?;
        self.unconstrained(f)?;
        self.warnings(f)?;
        writeln!(f)?;
        self.timing(f)?;
        writeln!(f)?;
        for bitstream in &self.bitstreams {
            writeln!(f, "{}", bitstream.display())?;
        }
        self.verdict(f)
    }
}

impl Report {
    fn unconstrained(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match &self.results.unconstrained {
            None => "not reported by this flow".to_string(),
            Some(unconstrained) => {
                let counts = [
                    ("clocks", unconstrained.clocks),
                    ("input ports", unconstrained.input_ports),
                    ("paths from inputs", unconstrained.input_paths),
                    ("output ports", unconstrained.output_ports),
                    ("paths to outputs", unconstrained.output_paths),
                ];
                let counts = counts.iter().filter(|(_, count)| *count > 0);
                let items: Vec<_> = counts.map(|(name, count)| format!("{count} {name}")).collect();
                if items.is_empty() { "nothing".to_string() } else { items.join(", ") }
            }
        };
        writeln!(f, "{:<14}  {text}", "unconstrained")
    }

    fn warnings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let explained: usize = self.explained_warnings.iter().map(|warning| warning.count).sum();
        writeln!(f, "{:<14}  {} to check, {explained} expected", "warnings", self.warnings.len())?;
        for message in &self.warnings {
            let severity = match message.severity {
                Severity::Warning => "",
                Severity::Critical => "critical: ",
            };
            let id = message.id.map(|id| format!("({id}) ")).unwrap_or_default();
            writeln!(f, "  {severity}{id}{}", message.text)?;
        }
        for Explained { warning, reason, count } in &self.explained_warnings {
            writeln!(f, "  {count} x ({warning}): {reason}")?;
        }
        Ok(())
    }

    fn timing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width =
            self.results.clocks.iter().map(|clock| clock.name.len()).max().unwrap_or(0).max(5);
        writeln!(f, "{:<width$}  {:>12}  slack", "clock", "Fmax")?;
        for clock in &self.results.clocks {
            let fmax = clock.fmax_mhz.map_or("-".to_string(), |fmax| format!("{fmax:.2} MHz"));
            let slacks = clock.slack_ns.kinds();
            let slacks: Vec<_> =
                slacks.map(|(kind, slack)| format!("{kind} {slack:.3} ns")).collect();
            writeln!(f, "{:<width$}  {fmax:>12}  {}", clock.name, slacks.join(", "))?;
        }
        Ok(())
    }

    fn verdict(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.results.timing_met {
            let is_all = self.results.unconstrained == Some(Unconstrained::default());
            return f.write_str(match (&self.results.unconstrained, is_all) {
                (_, true) => "Timing is met.",
                (None, _) => "Timing is met on the paths that this flow analyses.",
                (Some(_), false) => {
                    "Timing is met on the constrained paths; the others are not analysed."
                }
            });
        }
        f.write_str("TIMING IS NOT MET: the bitstream was written, but may malfunction.")?;
        self.misses().try_for_each(|(clock, kind, miss)| {
            write!(f, "\n  {clock} misses its {kind} time by {miss:.3} ns")
        })
    }
}
