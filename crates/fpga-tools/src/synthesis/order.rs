//! The order in which gates are evaluated, and loops of them.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

use super::NetlistError;
use super::netlist::{Bit, Cell, Direction, Module};

/// How many nets of a loop are named.
const NETS_OF_A_LOOP: usize = 6;

impl Module {
    /// The combinational cells, each after its drivers.
    ///
    /// # Errors
    ///
    /// [`NetlistError::Loop`]
    pub fn combinational(
        &self,
        holds: impl Fn(&Cell) -> bool,
    ) -> Result<Vec<(&str, &Cell)>, NetlistError> {
        let (order, loops) = self.ordered(holds);
        let Some(cells) = loops.first() else { return Ok(order) };
        let inside = cells.iter().flat_map(|cell| self.cells[*cell].output_nets());
        let inside: BTreeSet<u32> = inside.collect();
        let nets = self.net_names().filter(|(net, _)| inside.contains(net)).map(|(_, name)| name);
        let nets = nets.take(NETS_OF_A_LOOP).collect();
        Err(NetlistError::Loop { cell: cells[0].into(), nets })
    }

    /// The combinational cells, each after its drivers, and loops. The first cell of each loop is
    /// not among the ordered ones: they may depend on it. Its net has a name if one in the loop
    /// has.
    pub fn ordered(&self, holds: impl Fn(&Cell) -> bool) -> (Vec<(&str, &Cell)>, Vec<Vec<&str>>) {
        let drivers = self.drivers();
        let of = |cell: &Cell| -> Vec<&str> {
            let nets = cell.pins(Direction::Input).flat_map(|(_, bits)| bits);
            let cells = nets.filter_map(|bit| match bit {
                Bit::Net(net) => drivers.get(net).map(|(driver, _)| *driver),
                _ => None,
            });
            cells.filter(|driver| !holds(&self.cells[*driver])).collect()
        };
        // Per cell: the number of unresolved inputs, and the cells that it drives.
        let mut waiting: BTreeMap<&str, usize> = BTreeMap::new();
        let mut readers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, cell) in self.cells.iter().filter(|(_, cell)| !holds(cell)) {
            let cells = of(cell);
            waiting.insert(name, cells.len());
            cells.into_iter().for_each(|driver| readers.entry(driver).or_default().push(name));
        }
        let mut ready: Vec<&str> =
            waiting.iter().filter(|(_, count)| **count == 0).map(|(name, _)| *name).collect();
        let named = LazyCell::new(|| self.net_names().map(|(net, _)| net).collect());
        let (mut order, mut loops, mut walk) = (Vec::new(), Vec::new(), None);
        loop {
            let name = match ready.pop() {
                Some(name) => {
                    order.push((name, &self.cells[name]));
                    name
                }
                None => {
                    let walk = walk.get_or_insert_with(|| Walk::of(self, waiting.keys()));
                    let waits = |cell: &&str| waiting.contains_key(cell);
                    let driver = |cell: &str| of(&self.cells[cell]).into_iter().find(waits);
                    let Some(cells) = walk.next_loop(waits, driver) else {
                        return (order, loops);
                    };
                    let cells = self.with_named_first(&named, cells);
                    let first = cells[0];
                    walk.cut_at(first);
                    loops.push(cells);
                    first
                }
            };
            waiting.remove(name);
            for reader in readers.get(name).into_iter().flatten() {
                if let Some(count) = waiting.get_mut(reader) {
                    *count -= 1;
                    if *count == 0 {
                        ready.push(reader);
                    }
                }
            }
        }
    }

    /// A loop, beginning with a cell that drives a net with a name if there is one.
    fn with_named_first<'m>(&self, named: &BTreeSet<u32>, mut cells: Vec<&'m str>) -> Vec<&'m str> {
        let net = |cell: &&str| self.cells[*cell].output_nets().find(|net| named.contains(net));
        let nets = cells.iter().enumerate().filter_map(|(place, cell)| Some((net(cell)?, place)));
        let (_, first) = nets.min().unwrap_or((0, 0));
        cells.rotate_left(first);
        cells
    }
}

/// A walk from cells to their drivers, which finds loops.
struct Walk<'m> {
    /// Where the walk may start, the first cell last.
    starts: Vec<&'m str>,
    path: Vec<&'m str>,
    /// The places of cells in the path.
    places: BTreeMap<&'m str, usize>,
}

impl<'m> Walk<'m> {
    /// Starts at the cell with the lowest net: nets keep their numbers where Yosys names its cells
    /// differently.
    fn of<'a>(module: &Module, cells: impl Iterator<Item = &'a &'m str>) -> Walk<'m>
    where
        'm: 'a,
    {
        let mut starts: Vec<&str> = cells.copied().collect();
        starts.sort_by_cached_key(|cell| module.cells[*cell].output_nets().min());
        starts.reverse();
        Walk { starts, path: vec![], places: BTreeMap::new() }
    }

    /// The next loop of waiting cells. What is left of the path to the last loop is not walked
    /// again.
    fn next_loop(
        &mut self,
        waits: impl Fn(&&str) -> bool,
        driver: impl Fn(&str) -> Option<&'m str>,
    ) -> Option<Vec<&'m str>> {
        while let Some(cell) = self.path.pop_if(|cell| !waits(&&**cell)) {
            self.places.remove(cell);
        }
        while self.starts.pop_if(|cell| !waits(&&**cell)).is_some() {}
        let mut next = match self.path.last() {
            Some(last) => driver(last)?,
            None => self.starts.last()?,
        };
        loop {
            if let Some(place) = self.places.get(next) {
                return Some(self.path[*place..].to_vec());
            }
            self.places.insert(next, self.path.len());
            self.path.push(next);
            next = driver(next)?;
        }
    }

    /// Leaves out a cell of the path, and its drivers.
    fn cut_at(&mut self, cell: &str) {
        let place = self.places.get(cell).copied().unwrap_or(self.path.len());
        for cell in self.path.drain(place..) {
            self.places.remove(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, cell};

    #[test]
    fn each_loop_is_cut_at_a_net_with_a_name() {
        let module = Sample::new(&[("s", 2), ("r", 3)], &[("q", 7)])
            .name("latch", 5)
            .with(cell("$_NAND_", "A: 2, B: 5", "Y: 4"))
            .with(cell("$_NAND_", "A: 3, B: 4", "Y: 5"))
            .with(cell("$_OR_", "A: 5, B: 6", "Y: 6"))
            .with(cell("$_NOT_", "A: 6", "Y: 7"))
            .module();
        let (order, loops) = module.ordered(|_| false);
        assert_eq!(loops, [vec!["cell1", "cell0"], vec!["cell2"]]);
        let order: Vec<&str> = order.into_iter().map(|(name, _)| name).collect();
        assert_eq!(order, ["cell0", "cell3"]);
        let error = module.combinational(|_| false).expect_err("a loop");
        assert_eq!(error.to_string(), "net `latch` is in a loop of gates without a flip-flop");
    }

    #[test]
    fn a_long_path_to_many_loops_is_walked_once() {
        // Each of these reads the next one; the last ones also read a loop each.
        const LENGTH: u32 = 20_000;
        const LOOPS: u32 = LENGTH / 2;
        let mut sample = Sample::new(&[("a", 2)], &[]);
        for place in 0..LENGTH {
            let (net, next) = (3 + place, if place + 1 < LENGTH { 4 + place } else { 2 });
            let inputs = match place.checked_sub(LENGTH - LOOPS) {
                None => format!("A: {next}"),
                Some(number) => {
                    let (one, other) = (3 + LENGTH + 2 * number, 4 + LENGTH + 2 * number);
                    sample = sample
                        .with(cell("$_NOT_", &format!("A: {other}"), &format!("Y: {one}")))
                        .with(cell("$_NOT_", &format!("A: {one}"), &format!("Y: {other}")));
                    format!("A: {one}, B: {next}")
                }
            };
            sample = sample.with(cell("$_AND_", &inputs, &format!("Y: {net}")));
        }
        let module = sample.module();
        let (order, loops) = module.ordered(|_| false);
        assert_eq!((order.len(), loops.len()), ((LENGTH + LOOPS) as usize, LOOPS as usize));
        assert!(loops.iter().all(|cells| cells.len() == 2));
    }
}
