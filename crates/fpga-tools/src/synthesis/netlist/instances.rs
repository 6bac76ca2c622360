//! Modules as parts of others.

use std::collections::BTreeMap;

use super::{Bit, Cell, Direction, Module, Net};

impl Module {
    /// Adds the cells and nets of another module, with a prefix before their names. Its inputs are
    /// connected to these bits. Returns what its outputs are connected to.
    pub fn instantiate(
        &mut self,
        prefix: &str,
        module: Module,
        inputs: &BTreeMap<&str, Vec<Bit>>,
    ) -> BTreeMap<String, Vec<Bit>> {
        let first = self.highest_net() + 1;
        let mut nets: BTreeMap<u32, Bit> = BTreeMap::new();
        for port in module.ports.iter().filter(|port| port.direction != Direction::Output) {
            let bits = inputs.get(port.name.as_str()).into_iter().flatten();
            for (inside, outside) in port.bits.iter().zip(bits) {
                if let Bit::Net(net) = inside {
                    nets.insert(*net, *outside);
                }
            }
        }
        let bit = |bit: Bit| match bit {
            Bit::Net(net) => nets.get(&net).copied().unwrap_or(Bit::Net(first + net)),
            constant => constant,
        };
        let bits = |bits: Vec<Bit>| bits.into_iter().map(bit).collect();
        for (name, mut cell) in module.cells {
            let connections = cell.connections.into_iter();
            cell.connections = connections.map(|(pin, old)| (pin, bits(old))).collect();
            self.cells.insert(format!("{prefix}{name}"), cell);
        }
        for (name, net) in module.names {
            self.names.insert(format!("{prefix}{name}"), Net { bits: bits(net.bits), ..net });
        }
        let outputs = module.ports.into_iter().filter(|port| port.direction == Direction::Output);
        outputs.map(|port| (port.name, bits(port.bits))).collect()
    }

    /// Adds some nets without names, which nothing drives.
    pub fn add_nets(&mut self, count: u32) -> Vec<Bit> {
        let first = self.highest_net() + 1;
        (first..first + count).map(Bit::Net).collect()
    }

    fn highest_net(&self) -> u32 {
        let cells = self.cells.values().flat_map(|cell| cell.connections.values());
        let names = self.names.values().map(|net| &net.bits);
        let ports = self.ports.iter().map(|port| &port.bits);
        let net = |bit: &Bit| match bit {
            Bit::Net(net) => Some(*net),
            _ => None,
        };
        cells.chain(names).chain(ports).flatten().filter_map(net).max().unwrap_or(0)
    }

    /// Gives a net the level of another one where no cell drives it: always, or while a tristate
    /// buffer releases it. Nothing changes if a cell drives it all the time.
    pub fn drive_weakly(&mut self, net: u32, with: u32) {
        let drives = |cell: &Cell| cell.output_nets().any(|driven| driven == net);
        let mut drivers = self.cells.values_mut().filter(|cell| drives(cell));
        match (drivers.next(), drivers.next()) {
            (None, _) => self.join(net, with),
            (Some(cell), None) if cell.kind == "$_TBUF_" => cell.release_to(Bit::Net(with)),
            _ => {}
        }
    }
}

impl Cell {
    /// Makes a tristate buffer a multiplexer with this bit where it would release its net.
    fn release_to(&mut self, released: Bit) {
        let [data, enable] = ["A", "E"].map(|pin| self.connections.remove(pin).unwrap_or_default());
        self.kind = "$_MUX_".into();
        self.connections.extend([
            ("A".to_string(), vec![released]),
            ("B".to_string(), data),
            ("S".to_string(), enable),
        ]);
        self.directions.remove("E");
        let inputs = ["A", "B", "S"].map(|pin| (pin.to_string(), Direction::Input));
        self.directions.extend(inputs);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::samples::{Sample, cell};
    use super::*;

    /// The cells with what they read and what they drive.
    fn cells(module: &Module) -> Vec<String> {
        let net = |bit: &Bit| match bit {
            Bit::Net(net) => net.to_string(),
            constant => format!("{constant:?}"),
        };
        let cell = |(name, cell): (&String, &Cell)| {
            let [inputs, outputs] = [Direction::Input, Direction::Output].map(|direction| {
                let bits = cell.pins(direction).flat_map(|(_, bits)| bits);
                bits.map(net).collect::<Vec<_>>().join(" ")
            });
            format!("{name}: {outputs} = {} {inputs}", cell.kind)
        };
        module.cells.iter().map(cell).collect()
    }

    #[test]
    fn the_nets_of_an_instance_are_its_own_but_for_those_of_its_ports() {
        let part = Sample::new(&[("a", 2), ("b", 3)], &[("y", 5)])
            .name("inner", 4)
            .with(cell("$_NOT_", "A: 2", "Y: 4"))
            .with(cell("$_AND_", "A: 4, B: 3", "Y: 5"));
        let mut whole = Sample::new(&[("x", 7)], &[("z", 9)]).module();
        let inputs = BTreeMap::from([("a", vec![Bit::Net(7)]), ("b", vec![Bit::One])]);
        let outputs = whole.instantiate("part.", part.module(), &inputs);
        let expected = ["part.cell0: 14 = $_NOT_ 7", "part.cell1: 15 = $_AND_ 14 One"];
        assert_eq!(cells(&whole), expected);
        assert_eq!(outputs, BTreeMap::from([("y".to_string(), vec![Bit::Net(15)])]));
        assert_eq!(whole.nets().collect::<Vec<_>>(), [("part.inner", &[Bit::Net(14)][..])]);
        assert_eq!(whole.add_nets(2), [Bit::Net(16), Bit::Net(17)]);
    }

    #[test]
    fn a_net_has_another_level_where_nothing_drives_it() {
        let reader = || cell("$_NOT_", "A: 4", "Y: 5");
        let ports = || Sample::new(&[("a", 2), ("e", 3), ("w", 6)], &[("y", 5)]).with(reader());
        for (driver, expected) in [
            (None, vec!["cell0: 5 = $_NOT_ 6"]),
            (
                Some(cell("$_TBUF_", "A: 2, E: 3", "Y: 4")),
                vec!["cell0: 5 = $_NOT_ 4", "cell1: 4 = $_MUX_ 6 2 3"],
            ),
            (
                Some(cell("$_AND_", "A: 2, B: 3", "Y: 4")),
                vec!["cell0: 5 = $_NOT_ 4", "cell1: 4 = $_AND_ 2 3"],
            ),
        ] {
            let mut module = driver.into_iter().fold(ports(), Sample::with).module();
            module.drive_weakly(4, 6);
            assert_eq!(cells(&module), expected);
        }
    }
}
