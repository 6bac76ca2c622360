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
        let is_inside = |net: &u32| {
            cells.iter().any(|cell| self.cells[*cell].output_nets().any(|one| one == *net))
        };
        let nets = self.net_names().filter(|(net, _)| is_inside(net)).map(|(_, name)| name);
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
        let (mut order, mut loops) = (Vec::new(), Vec::new());
        loop {
            let name = match ready.pop() {
                Some(name) => {
                    order.push((name, &self.cells[name]));
                    name
                }
                None => {
                    // Nets keep their numbers where Yosys names its cells differently.
                    let net = |cell: &&&str| self.cells[**cell].output_nets().min();
                    let Some(first) = waiting.keys().min_by_key(net) else {
                        return (order, loops);
                    };
                    let driver = |cell: &str| {
                        let waits = |driver: &&str| waiting.contains_key(driver);
                        of(&self.cells[cell]).into_iter().find(waits)
                    };
                    loops.push(self.with_named_first(&named, cycle(first, driver)));
                    loops[loops.len() - 1][0]
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

/// A loop that is found from a cell by following drivers.
fn cycle<'m>(first: &'m str, driver: impl Fn(&str) -> Option<&'m str>) -> Vec<&'m str> {
    let (mut path, mut places) = (vec![first], BTreeMap::from([(first, 0)]));
    while let Some(next) = driver(path[path.len() - 1]) {
        if let Some(place) = places.insert(next, path.len()) {
            return path.split_off(place);
        }
        path.push(next);
    }
    path
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
}
