//! The logic depth between flip-flops, memories and pins.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::NetlistError;
use super::cells::{CellKind, is_absorbed, kind_of};
use super::clocks::{self, MEMORY_CLOCK, shortest_names};
use super::netlist::{Bit, Cell, Direction, Module};

/// The start or end of a path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// Flip-flops and memories of this clock.
    Clock(String),
    /// Pins.
    Pins,
}

/// For tables.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Clock(clock) => f.pad(clock),
            End::Pins => f.pad("pins"),
        }
    }
}

/// The longest path from one set of flip-flops and memories, or pins, to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    pub from: End,
    pub to: End,
    pub depth: Depth,
    /// The nets that have a name in the design, and the look-up tables and inverters by their types
    /// without `MISTRAL_`, in order.
    pub steps: Vec<String>,
}

/// The length of a path, compared by look-up tables first, then by carry links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Depth {
    /// Look-up tables. A carry chain counts once; absorbed inverters do not count.
    pub levels: usize,
    /// Links of carry chains: each has about a tenth of the delay of a look-up table.
    pub carries: usize,
}

/// Steps in order: `sm.state[1] > ALUT4 > LEDR[8]`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.steps.join(" > "))
    }
}

/// The longest path between each pair of clocks and pins, if there is one. Clock networks do not
/// count.
///
/// # Errors
///
/// [`NetlistError::UnknownCell`], [`NetlistError::Loop`]
pub fn longest_paths(module: &Module) -> Result<Vec<Path>, NetlistError> {
    let mut absorbed = BTreeSet::new();
    for (name, cell) in &module.cells {
        if kind_of(name, cell)? == CellKind::Inverter && is_absorbed(module, cell)? {
            absorbed.insert(name.as_str());
        }
    }
    let clocks: BTreeMap<&str, String> = clocks::of(module)?.into_iter().collect();
    let order =
        module.combinational(|cell| CellKind::of(&cell.kind).is_some_and(CellKind::holds))?;
    let finder = PathFinder { module, clocks, absorbed, order, names: shortest_names(module) };
    let mut ends: Vec<End> = finder.clocks.values().cloned().map(End::Clock).collect();
    ends.sort();
    ends.dedup();
    ends.push(End::Pins);
    Ok(ends.iter().flat_map(|from| finder.paths(from, &ends)).collect())
}

struct PathFinder<'m> {
    module: &'m Module,
    /// The clock of each flip-flop and memory.
    clocks: BTreeMap<&'m str, String>,
    /// Inverters that need no look-up table.
    absorbed: BTreeSet<&'m str>,
    order: Vec<(&'m str, &'m Cell)>,
    names: BTreeMap<u32, String>,
}

/// The longest path to a net: its depth, and the preceding cell and net.
#[derive(Clone, Copy)]
struct Arrival<'m> {
    depth: Depth,
    before: Option<(&'m Cell, u32)>,
}

impl<'m> PathFinder<'m> {
    fn paths(&self, from: &End, ends: &[End]) -> Vec<Path> {
        let arrivals = self.arrivals(from);
        let path = |to: &End| {
            let longest = |longest: Option<u32>, net: u32| match longest {
                Some(known) if arrivals[&known].depth >= arrivals[&net].depth => Some(known),
                _ => Some(net),
            };
            let last = self.ends(to).into_iter().filter(|net| arrivals.contains_key(net));
            let last = last.fold(None, longest)?;
            let (depth, steps) = (arrivals[&last].depth, self.steps(&arrivals, last));
            Some(Path { from: from.clone(), to: to.clone(), depth, steps })
        };
        ends.iter().filter_map(path).collect()
    }

    /// The longest path to every reachable net.
    fn arrivals(&self, from: &End) -> BTreeMap<u32, Arrival<'m>> {
        let start = |net| (net, Arrival { depth: Depth::default(), before: None });
        let mut arrivals: BTreeMap<u32, Arrival> =
            self.starts(from).into_iter().map(start).collect();
        for (name, cell) in &self.order {
            let mut longest: Option<Arrival> = None;
            for (input, net) in nets(cell, Direction::Input) {
                let Some(arrival) = arrivals.get(&net) else { continue };
                let depth = match self.absorbed.contains(name) {
                    true => arrival.depth,
                    false => arrival.depth.through(cell, input),
                };
                if longest.is_none_or(|known| known.depth < depth) {
                    longest = Some(Arrival { depth, before: Some((cell, net)) });
                }
            }
            if let Some(arrival) = longest {
                arrivals.extend(outputs(cell).map(|net| (net, arrival)));
            }
        }
        arrivals
    }

    fn starts(&self, from: &End) -> Vec<u32> {
        match from {
            End::Clock(_) => self.cells(from).flat_map(outputs).collect(),
            End::Pins => self.ports(Direction::Input),
        }
    }

    fn ends(&self, to: &End) -> Vec<u32> {
        match to {
            End::Clock(_) => {
                let inputs = self.cells(to).flat_map(|cell| nets(cell, Direction::Input));
                let is_clock = |pin: &str| pin == "CLK" || pin == MEMORY_CLOCK;
                inputs.filter(|(pin, _)| !is_clock(pin)).map(|(_, net)| net).collect()
            }
            End::Pins => self.ports(Direction::Output),
        }
    }

    fn cells(&self, end: &End) -> impl Iterator<Item = &'m Cell> {
        let of_clock = move |clock: &String| matches!(end, End::Clock(name) if name == clock);
        let cells = self.clocks.iter().filter(move |(_, clock)| of_clock(clock));
        cells.map(|(name, _)| &self.module.cells[*name])
    }

    fn ports(&self, direction: Direction) -> Vec<u32> {
        let is_so = |side: Direction| side == direction || side == Direction::Inout;
        let ports = self.module.ports.iter().filter(|port| is_so(port.direction));
        ports.flat_map(|port| &port.bits).filter_map(|bit| as_net(*bit)).collect()
    }

    fn steps(&self, arrivals: &BTreeMap<u32, Arrival>, last: u32) -> Vec<String> {
        let mut steps = Vec::new();
        let mut place = Some(last);
        while let Some(net) = place {
            steps.extend(self.names.get(&net).cloned());
            let before = arrivals[&net].before;
            if let Some((cell, _)) = before
                && !matches!(CellKind::of(&cell.kind), Some(CellKind::Pin | CellKind::ClockBuffer))
            {
                steps.push(cell.kind.trim_start_matches("MISTRAL_").to_string());
            }
            place = before.map(|(_, net)| net);
        }
        steps.reverse();
        steps
    }
}

impl Depth {
    /// The depth after a cell that the path enters at this pin.
    fn through(self, cell: &Cell, pin: &str) -> Depth {
        match CellKind::of(&cell.kind) {
            Some(CellKind::Arithmetic) if pin == "CI" => {
                Depth { carries: self.carries + 1, ..self }
            }
            Some(CellKind::Lut(_) | CellKind::Arithmetic | CellKind::Inverter) => {
                Depth { levels: self.levels + 1, ..self }
            }
            _ => self,
        }
    }
}

fn nets(cell: &Cell, direction: Direction) -> impl Iterator<Item = (&str, u32)> {
    let pins = cell.pins(direction);
    pins.flat_map(|(pin, bits)| bits.iter().filter_map(move |bit| Some((pin, as_net(*bit)?))))
}

fn outputs(cell: &Cell) -> impl Iterator<Item = u32> {
    nets(cell, Direction::Output).map(|(_, net)| net)
}

fn as_net(bit: Bit) -> Option<u32> {
    match bit {
        Bit::Net(net) => Some(net),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, cell};
    use super::*;

    fn paths(sample: &Sample) -> Vec<(String, String, usize, usize, String)> {
        let paths = longest_paths(&sample.module()).unwrap();
        let row = |path: &Path| {
            let Depth { levels, carries } = path.depth;
            (path.from.to_string(), path.to.to_string(), levels, carries, path.to_string())
        };
        paths.iter().map(row).collect()
    }

    #[test]
    fn the_longest_path_is_found_for_each_pair_of_clocks_and_pins() {
        // a -> LUT -> LUT -> q (clock c); q -> LUT -> y.
        let sample = Sample::new(&[("a", 2), ("c", 3)], &[("y", 9)])
            .name("q", 6)
            .with(cell("MISTRAL_ALUT2", "A: 2, B: 2", "Q: 4"))
            .with(cell("MISTRAL_ALUT2", "A: 4, B: 2", "Q: 5"))
            .with(cell("MISTRAL_FF", "CLK: 3, DATAIN: 5", "Q: 6"))
            .with(cell("MISTRAL_ALUT3", "A: 6, B: 6, C: 6", "Q: 9"));
        let row = |from: &str, to: &str, levels, way: &str| {
            (from.to_string(), to.to_string(), levels, 0, way.to_string())
        };
        let expected =
            [row("c", "pins", 1, "q > ALUT3 > y"), row("pins", "c", 2, "a > ALUT2 > ALUT2")];
        assert_eq!(paths(&sample), expected);
    }

    #[test]
    fn a_carry_chain_is_one_level_with_a_count_of_its_cells() {
        let sample = Sample::new(&[("a", 2)], &[("y", 6)])
            .with(cell("MISTRAL_ALUT_ARITH", "A: 2, CI: 0", "SO: 30, CO: 4"))
            .with(cell("MISTRAL_ALUT_ARITH", "A: 2, CI: 4", "SO: 31, CO: 5"))
            .with(cell("MISTRAL_ALUT_ARITH", "A: 2, CI: 5", "SO: 6, CO: 32"));
        let way = "a > ALUT_ARITH > ALUT_ARITH > ALUT_ARITH > y".to_string();
        assert_eq!(paths(&sample), [("pins".into(), "pins".into(), 1, 2, way)]);
    }

    #[test]
    fn paths_end_at_a_memory_and_begin_there() {
        let sample = Sample::new(&[("a", 2), ("c", 3)], &[("y", 6)])
            .with(cell("MISTRAL_ALUT2", "A: 2", "Q: 4"))
            .with(cell("MISTRAL_M10K", "CLK1: 3, B1ADDR: 4", "B1DATA: 5"))
            .with(cell("MISTRAL_ALUT2", "A: 5", "Q: 6"));
        let ends: Vec<(String, String, usize)> =
            paths(&sample).into_iter().map(|path| (path.0, path.1, path.2)).collect();
        let expected = [("c", "pins", 1), ("pins", "c", 1)];
        assert_eq!(ends, expected.map(|(from, to, levels)| (from.into(), to.into(), levels)));
    }

    #[test]
    fn an_inverter_counts_where_nothing_absorbs_it() {
        let sample = Sample::new(&[("a", 2), ("c", 3)], &[("y", 5)])
            .with(cell("MISTRAL_NOT", "A: 2", "Q: 4"))
            .with(cell("MISTRAL_NOT", "A: 2", "Q: 5"))
            .with(cell("MISTRAL_FF", "CLK: 3, SCLR: 4", "Q: 6"));
        let depths: Vec<usize> = paths(&sample).iter().map(|path| path.2).collect();
        assert_eq!(depths, [0, 1]);
    }

    #[test]
    fn a_loop_is_refused() {
        let sample = Sample::new(&[("a", 2)], &[("y", 4)])
            .with(cell("MISTRAL_ALUT2", "A: 2, B: 4", "Q: 3"))
            .with(cell("MISTRAL_ALUT2", "A: 2, B: 3", "Q: 4"));
        let error = longest_paths(&sample.module()).unwrap_err();
        assert_eq!(error.to_string(), "cell `cell0` is in a loop of gates without a flip-flop");
    }
}
