//! Clocks that PLLs make of CLOCK_50.

use std::collections::{BTreeMap, BTreeSet};

use super::ports::CLOCK;
use foreign_sources::ForeignError;
use foreign_sources::cells::RUNNING;
use fpga_tools::synthesis::{Bit, Cell, Direction, Module, PLL_CLOCK, Port};

/// The largest multiple of the frequency of CLOCK_50: 1 GHz. PLLs of a Cyclone V make at most 667
/// MHz.
const MAXIMUM_RATIO: u64 = 20;

/// The largest number of clocks beside CLOCK_50. The PLLs of the FPGA have 54 outputs.
const MAXIMUM_CLOCKS: usize = 63;

/// A clock that has a frequency, a phase and a duty cycle of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct PllClock {
    /// Its input bit.
    pub leaf: u32,
    /// Its edges.
    pub timing: ClockTiming,
}

/// When a clock has edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct ClockTiming {
    /// The frequency, as a fraction of that of CLOCK_50.
    pub numerator: u32,
    /// See `numerator`.
    pub denominator: u32,
    /// How much later than edges of CLOCK_50 its edges are, in ps.
    pub phase: i64,
    /// For how many percent of its period it is 1.
    pub duty_cycle: u32,
}

impl ClockTiming {
    const CLOCK_50: ClockTiming =
        ClockTiming { numerator: 1, denominator: 1, phase: 0, duty_cycle: 50 };

    /// The clock that a cell makes of this one. `None` if it stays 0.
    fn output(self, cell: &Cell) -> Result<Option<ClockTiming>, &'static str> {
        let number = |name| cell.number(name).unwrap_or(0) as u32;
        let numerator = u64::from(self.numerator) * u64::from(number("numerator"));
        let denominator = u64::from(self.denominator) * u64::from(number("denominator"));
        if numerator == 0 || denominator == 0 {
            return Ok(None);
        }
        if numerator / denominator >= MAXIMUM_RATIO && numerator != MAXIMUM_RATIO * denominator {
            return Err("the frequency of an output is above 1 GHz");
        }
        let divisor = greatest_common_divisor(numerator, denominator);
        let part = |number: u64| u32::try_from(number / divisor);
        let (Ok(numerator), Ok(denominator)) = (part(numerator), part(denominator)) else {
            return Err("the frequency of an output is too long a fraction of its input's");
        };
        let phase = self.phase + i64::from(number("phase") as i32);
        let duty_cycle = match number("duty_cycle") {
            percent @ 1..100 => percent,
            _ => 50,
        };
        Ok(Some(ClockTiming { numerator, denominator, phase, duty_cycle }))
    }
}

fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

/// Makes input ports of the clocks of PLLs, instead of their cells, after those of the board.
/// Returns their names and timing. Clocks with the same edges become one, and those with the edges
/// of CLOCK_50 become that. What has no clock as its input stays 0.
///
/// # Errors
///
/// [`ForeignError::Pll`] if the input of a PLL is made by the design, and for clocks that are not
/// simulated.
pub(super) fn connect(module: &mut Module) -> Result<Vec<(String, ClockTiming)>, ForeignError> {
    let cells = module.cells.iter().filter(|(_, cell)| cell.kind == PLL_CLOCK);
    let cells: Vec<String> = cells.map(|(name, _)| name.clone()).collect();
    let outputs = module.cells.values().flat_map(|cell| cell.pins(Direction::Output));
    let driven: BTreeSet<Bit> = outputs.flat_map(|(_, bits)| bits.iter().copied()).collect();
    let mut waiting: Vec<(String, Cell)> =
        cells.iter().filter_map(|name| module.cells.remove_entry(name)).collect();
    let is_clock = |port: &&Port| port.name == CLOCK && port.direction == Direction::Input;
    let clock = module.ports.iter().find(is_clock).and_then(|port| net(port.bits.first().copied()));
    let mut clocks: Vec<(Option<ClockTiming>, u32)> = vec![];
    clocks.extend(clock.map(|clock| (Some(ClockTiming::CLOCK_50), clock)));
    let mut known: BTreeMap<u32, Option<ClockTiming>> =
        clocks.iter().map(|(timing, net)| (*net, *timing)).collect();
    let resets = resets(module);
    let timing_of = |known: &BTreeMap<u32, Option<ClockTiming>>, input: Option<Bit>| {
        let input = net(input)?;
        known.get(resets.get(&input).unwrap_or(&input)).copied()
    };
    while !waiting.is_empty() {
        let ready = |(_, cell): &(String, Cell)| {
            let input = cell.pin("reference");
            timing_of(&known, input).is_some() || input.is_none_or(|input| !driven.contains(&input))
        };
        let Some(next) = waiting.iter().position(ready) else {
            return Err(error(
                &waiting[0].0,
                "its input is neither CLOCK_50 nor an output of a PLL",
            ));
        };
        let (name, cell) = waiting.remove(next);
        let input = timing_of(&known, cell.pin("reference")).flatten();
        let timing = input.map_or(Ok(None), |input| input.output(&cell));
        let timing = timing.map_err(|problem| error(&name, problem))?;
        let Some(output) = net(cell.pin("q")) else { continue };
        known.insert(output, timing);
        match clocks.iter().find(|(other, _)| *other == timing) {
            Some((_, same)) => module.join(output, *same),
            None => clocks.push((timing, output)),
        }
        if clocks.len() > 1 + MAXIMUM_CLOCKS {
            return Err(error(&name, "the design has more than 63 clocks of PLLs"));
        }
    }
    let mut timings = vec![];
    for (number, (timing, output)) in clocks.into_iter().enumerate() {
        if Some(output) == clock {
            continue;
        }
        let (name, bits) = (format!("$pll{number}"), vec![Bit::Net(output)]);
        timings.extend(timing.map(|timing| (name.clone(), timing)));
        module.ports.push(Port { name, direction: Direction::Input, bits, offset: 0 });
    }
    Ok(timings)
}

/// The clocks that a reset holds at 0, by the outputs of the gates that do so. A PLL behind one
/// goes on during the reset.
fn resets(module: &Module) -> BTreeMap<u32, u32> {
    let running = module.nets().filter(|(name, _)| name.ends_with(RUNNING));
    let running: BTreeSet<Bit> = running.flat_map(|(_, bits)| bits.iter().copied()).collect();
    let gates = module.cells.values().filter(|cell| ["$and", "$_AND_"].contains(&&*cell.kind));
    let clock = |cell: &Cell| match ["A", "B"].map(|pin| cell.pin(pin)) {
        [clock, Some(reset)] | [Some(reset), clock] if running.contains(&reset) => net(clock),
        _ => None,
    };
    gates.filter_map(|cell| Some((net(cell.pin("Y"))?, clock(cell)?))).collect()
}

fn net(bit: Option<Bit>) -> Option<u32> {
    match bit {
        Some(Bit::Net(net)) => Some(net),
        _ => None,
    }
}

/// The error about the PLL with this output.
fn error(output: &str, problem: &'static str) -> ForeignError {
    let name = output.split(".outputs[").next().unwrap_or(output).to_string();
    ForeignError::Pll { name, problem }
}

#[cfg(test)]
mod tests;
