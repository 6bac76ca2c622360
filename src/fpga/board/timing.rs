//! The timing description of a design, and its checks.

use std::collections::{BTreeMap, BTreeSet};

use super::project::is_identifier;
use super::{Board, BoardError, Direction, Project, tcl};

/// The clocks and timing exceptions of a design.
///
/// Bits are named as [`Port::bits`](super::Port::bits) names them: `CLOCK_50`, `KEY[0]`. Every exception
/// carries its reason, which becomes a comment beside it. Inputs that drive nothing need no entry.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Timing {
    /// Clocks, the main one first.
    pub clocks: Vec<Clock>,
    /// Asynchronous inputs that enter a synchroniser.
    pub synchronisers: Vec<Synchroniser>,
    /// Asynchronous inputs that are not synchronised.
    pub unsynchronised_inputs: Vec<UnsynchronisedInput>,
    /// Clock domain crossings without synchronisation.
    pub unsafe_crossings: Vec<UnsafeCrossing>,
    /// Outputs whose arrival time does not matter.
    pub untimed_outputs: Vec<UntimedOutputs>,
}

/// A clock that enters at an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    /// Its name in the constraints: an identifier, so not `KEY[0]`.
    pub name: String,
    /// The input bit it enters at.
    pub bit: String,
    /// Its period in nanoseconds. On a pin with an oscillator it must be the oscillator's.
    pub period_ns: f64,
    /// What it is, and the reason for this period.
    pub reason: String,
}

/// An asynchronous input that enters a chain of registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Synchroniser {
    /// The input bit.
    pub bit: String,
    /// The first register of the chain, by instance names from the top down: `step_key|stage1`.
    pub first_stage: String,
}

/// An asynchronous input that registers sample without a synchroniser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsynchronisedInput {
    /// The input bit.
    pub bit: String,
    /// Why there is none, and what can go wrong.
    pub reason: String,
}

/// A clock domain crossing without synchronisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsafeCrossing {
    /// Name of the clock that launches.
    pub from: String,
    /// Name of the clock that captures.
    pub to: String,
    /// Why it is unsafe, and what can go wrong.
    pub reason: String,
}

/// Output ports whose arrival time does not matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UntimedOutputs {
    /// Names of the ports, without an index.
    pub ports: Vec<String>,
    /// Why it does not matter.
    pub reason: String,
}

impl Timing {
    /// Checks every name against the ports and clocks, and that every exception has its reason.
    pub(super) fn check(&self, board: &Board, project: &Project) -> Result<(), BoardError> {
        self.check_inputs(project)?;
        self.check_clocks(board)?;
        for synchroniser in &self.synchronisers {
            check_register(&synchroniser.first_stage)?;
        }
        self.check_crossings()?;
        self.check_outputs(project)?;
        self.check_reasons()
    }

    /// The input bits that the constraints name, each with its role.
    fn inputs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let clocks = self.clocks.iter().map(|c| ("clock", c.bit.as_str()));
        let synchronised = self.synchronisers.iter();
        let unsynchronised = self.unsynchronised_inputs.iter();
        clocks
            .chain(synchronised.map(|s| ("synchronised input", s.bit.as_str())))
            .chain(unsynchronised.map(|u| ("unsynchronised input", u.bit.as_str())))
    }

    fn check_inputs(&self, project: &Project) -> Result<(), BoardError> {
        let mut seen = BTreeMap::new();
        for (role, bit) in self.inputs() {
            match project.port_of_bit(bit) {
                Some(port) if port.direction == Direction::Input => {}
                Some(_) => {
                    return Err(BoardError::TimingDirection {
                        role,
                        name: bit.to_owned(),
                        expected: Direction::Input,
                    });
                }
                None => return Err(unknown_name(role, bit, project, Direction::Input)),
            }
            if let Some(first) = seen.insert(bit, role) {
                return Err(BoardError::DescribedTwice {
                    name: bit.to_owned(),
                    first,
                    second: role,
                });
            }
        }
        Ok(())
    }

    fn check_clocks(&self, board: &Board) -> Result<(), BoardError> {
        let mut names = BTreeSet::new();
        for clock in &self.clocks {
            if !is_identifier(&clock.name) {
                return Err(BoardError::Name { what: "clock", name: clock.name.clone() });
            }
            if !names.insert(&clock.name) {
                return Err(BoardError::DescribedTwice {
                    name: clock.name.clone(),
                    first: "clock",
                    second: "clock",
                });
            }
            if !(clock.period_ns.is_finite() && clock.period_ns > 0.0) {
                return Err(BoardError::Period {
                    clock: clock.name.clone(),
                    period_ns: clock.period_ns,
                });
            }
            // Half a picosecond: the resolution of the tools.
            let agrees = |actual: f64| (clock.period_ns - actual).abs() < 0.0005;
            match board.oscillator(&clock.bit) {
                Some(oscillator) if !agrees(oscillator.period_ns()) => {
                    return Err(BoardError::OscillatorPeriod {
                        clock: clock.name.clone(),
                        bit: clock.bit.clone(),
                        period_ns: clock.period_ns,
                        board: board.name,
                        actual_ns: oscillator.period_ns(),
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn check_crossings(&self) -> Result<(), BoardError> {
        for crossing in &self.unsafe_crossings {
            for name in [&crossing.from, &crossing.to] {
                if !self.clocks.iter().any(|clock| clock.name == *name) {
                    let known: Vec<_> = self.clocks.iter().map(|c| c.name.as_str()).collect();
                    return Err(BoardError::UnknownClock {
                        name: name.clone(),
                        known: known.join(", "),
                    });
                }
            }
        }
        Ok(())
    }

    fn check_outputs(&self, project: &Project) -> Result<(), BoardError> {
        let role = "untimed output";
        let mut seen = BTreeSet::new();
        for name in self.untimed_outputs.iter().flat_map(|group| &group.ports) {
            match project.ports.iter().find(|port| port.name == *name) {
                Some(port) if port.direction == Direction::Output => {}
                Some(_) => {
                    return Err(BoardError::TimingDirection {
                        role,
                        name: name.clone(),
                        expected: Direction::Output,
                    });
                }
                None => return Err(unknown_name(role, name, project, Direction::Output)),
            }
            if !seen.insert(name) {
                return Err(BoardError::DescribedTwice {
                    name: name.clone(),
                    first: role,
                    second: role,
                });
            }
        }
        Ok(())
    }

    fn check_reasons(&self) -> Result<(), BoardError> {
        let clocks = self.clocks.iter();
        let inputs = self.unsynchronised_inputs.iter();
        let crossings = self.unsafe_crossings.iter();
        let outputs = self.untimed_outputs.iter();
        clocks
            .map(|c| (format!("clock `{}`", c.name), &c.reason))
            .chain(inputs.map(|u| (format!("unsynchronised input `{}`", u.bit), &u.reason)))
            .chain(crossings.map(|x| (format!("crossing `{}` to `{}`", x.from, x.to), &x.reason)))
            .chain(outputs.map(|o| (format!("untimed outputs {}", o.ports.join(", ")), &o.reason)))
            .try_for_each(|(subject, reason)| {
                if tcl::is_comment(reason) {
                    Ok(())
                } else {
                    Err(BoardError::Reason { subject, reason: reason.clone() })
                }
            })
    }
}

fn unknown_name(
    role: &'static str,
    name: &str,
    project: &Project,
    direction: Direction,
) -> BoardError {
    let known: Vec<_> = project
        .ports
        .iter()
        .filter(|port| port.direction == direction)
        .map(|port| port.range())
        .collect();
    BoardError::UnknownBit {
        role,
        name: name.to_owned(),
        top: project.top.clone(),
        direction,
        known: known.join(", "),
    }
}

/// A register by instance names, such as `step_key|stage1` or `sync|chain[0]`.
fn check_register(name: &str) -> Result<(), BoardError> {
    let is_indexed = |segment: &str| match segment.split_once('[') {
        None => is_identifier(segment),
        Some((base, index)) => {
            let digits = index.strip_suffix(']').unwrap_or_default();
            is_identifier(base) && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
        }
    };
    if name.split('|').all(is_indexed) {
        Ok(())
    } else {
        Err(BoardError::Register { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::check_register;

    #[test]
    fn registers_are_instance_names_with_bars_between() {
        for (name, expected) in [
            ("stage1", true),
            ("step_key|stage1", true),
            ("a|b|chain[0]", true),
            ("", false),
            ("step_key|", false),
            ("step_key.stage1", false),
            ("chain[]", false),
            ("chain[0", false),
            ("chain[x]", false),
            ("a b|c", false),
        ] {
            assert_eq!(check_register(name).is_ok(), expected, "{name:?}");
        }
    }
}
