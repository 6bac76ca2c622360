//! Builds a graph of gates from the combinational cells of a module.

use std::collections::BTreeMap;

use super::NetlistError;
use super::netlist::{Bit, Cell, Direction, Module, Port};
use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::netlist::{InputPort, OutputPort};

/// A graph of gates under construction, and the nodes of the nets found so far.
#[derive(Default)]
pub struct GateBuilder {
    pub graph: Graph,
    edges: BTreeMap<u32, Edge>,
    leaves: u32,
}

impl GateBuilder {
    /// The number of leaves so far.
    pub fn leaves(&self) -> u32 {
        self.leaves
    }

    /// Adds leaves for the ports with these directions.
    pub fn inputs(&mut self, module: &Module, directions: &[Direction]) -> Vec<InputPort> {
        let mut inputs = Vec::new();
        for port in module.ports.iter().filter(|port| directions.contains(&port.direction)) {
            let (name, width) = (port.name.clone(), port.bits.len() as u32);
            inputs.push(InputPort { name, width, leaf: self.leaves });
            for bit in &port.bits {
                self.add_leaf(*bit);
            }
        }
        inputs
    }

    /// Adds a leaf for a bit that a cell with a state drives.
    pub fn add_leaf(&mut self, bit: Bit) -> Edge {
        let leaf = self.graph.leaf(self.leaves);
        self.leaves += 1;
        if let Bit::Net(net) = bit {
            self.edges.insert(net, leaf);
        }
        leaf
    }

    /// Adds a combinational cell, one of Yosys's simple gates, or a division.
    ///
    /// # Errors
    ///
    /// [`NetlistError::UnknownCell`], [`NetlistError::NoPin`], [`NetlistError::Undriven`]
    pub fn gate(&mut self, name: &str, cell: &Cell) -> Result<(), NetlistError> {
        if matches!(cell.kind.as_str(), "$div" | "$mod") {
            return self.division(name, cell);
        }
        if let Some(edge) = self.function(name, cell)?
            && let Bit::Net(net) = pin(name, cell, "Y")?
        {
            self.edges.insert(net, edge);
        }
        Ok(())
    }

    /// Adds a division as in Verilog: the quotient is rounded towards 0, and the remainder has the
    /// sign of the dividend. Yosys takes much longer to make gates of it.
    fn division(&mut self, name: &str, cell: &Cell) -> Result<(), NetlistError> {
        let width = ["A", "B", "Y"].map(|pin| cell.bits(pin).len()).into_iter().max().unwrap_or(0);
        let (a, a_is_negative) = self.magnitude(name, cell, "A", width)?;
        let (b, b_is_negative) = self.magnitude(name, cell, "B", width)?;
        let (quotient, remainder) = self.graph.divide(&a, &b);
        let (result, is_negative) = match cell.kind.as_str() {
            "$div" => (quotient, self.graph.xor(a_is_negative, b_is_negative)),
            _ => (remainder, a_is_negative),
        };
        let result = self.negated_if(is_negative, result);
        for (bit, edge) in cell.bits("Y").iter().zip(result) {
            if let Bit::Net(net) = bit {
                self.edges.insert(*net, edge);
            }
        }
        Ok(())
    }

    /// The magnitude of an operand with this width, and whether it is negative.
    fn magnitude(
        &mut self,
        name: &str,
        cell: &Cell,
        pin: &str,
        width: usize,
    ) -> Result<(Vec<Edge>, Edge), NetlistError> {
        let bits = cell.extended(pin, width);
        let bits =
            bits.into_iter().map(|bit| self.edge(bit, name)).collect::<Result<Vec<_>, _>>()?;
        let sign = bits.last().copied().filter(|_| cell.is_signed(pin)).unwrap_or(Edge::ZERO);
        Ok((self.negated_if(sign, bits), sign))
    }

    fn negated_if(&mut self, condition: Edge, word: Vec<Edge>) -> Vec<Edge> {
        let zero = vec![Edge::ZERO; word.len()];
        let negated = self.graph.subtract(&zero, &word);
        self.graph.choose(condition, &negated, &word)
    }

    /// The function of a combinational cell of its inputs, if it has one. What its output is
    /// connected to stays as it is.
    ///
    /// # Errors
    ///
    /// As [`gate`](Self::gate).
    pub fn function(&mut self, name: &str, cell: &Cell) -> Result<Option<Edge>, NetlistError> {
        let of = |pin| self.pin(name, cell, pin);
        let kind = cell.kind.as_str();
        Ok(Some(match kind {
            "$_NOT_" => !of("A")?,
            "$_MUX_" => {
                let (zero, one, select) = (of("A")?, of("B")?, of("S")?);
                self.graph.mux(select, one, zero)
            }
            "$_AND_" | "$_NAND_" | "$_OR_" | "$_NOR_" | "$_XOR_" | "$_XNOR_" | "$_ANDNOT_"
            | "$_ORNOT_" => {
                let (left, right) = (of("A")?, of("B")?);
                let graph = &mut self.graph;
                match kind {
                    "$_AND_" => graph.and(left, right),
                    "$_NAND_" => !graph.and(left, right),
                    "$_OR_" => graph.or(left, right),
                    "$_NOR_" => !graph.or(left, right),
                    "$_XOR_" => graph.xor(left, right),
                    "$_XNOR_" => !graph.xor(left, right),
                    "$_ANDNOT_" => graph.and(left, !right),
                    _ => graph.or(left, !right),
                }
            }
            "$_TBUF_" => {
                let (data, enable) = (of("A")?, of("E")?);
                // What drives the net otherwise: a port, or nothing.
                let Bit::Net(net) = pin(name, cell, "Y")? else { return Ok(None) };
                let released = self.edges.get(&net).copied().unwrap_or(Edge::ZERO);
                self.graph.mux(enable, data, released)
            }
            // The origin of a flattened cell.
            "$scopeinfo" => return Ok(None),
            kind => {
                return Err(NetlistError::UnknownCell {
                    cell: name.into(),
                    kind: kind.into(),
                    known: "the gates and flip-flops that Yosys should have made of it",
                });
            }
        }))
    }

    /// The output ports.
    ///
    /// # Errors
    ///
    /// [`NetlistError::Undriven`]
    pub fn outputs(&self, module: &Module) -> Result<Vec<OutputPort>, NetlistError> {
        let ports = module.ports.iter().filter(|port| port.direction == Direction::Output);
        let output = |port: &Port| {
            let bits = port.bits.iter().map(|bit| self.edge(*bit, &port.name));
            Ok(OutputPort { name: port.name.clone(), bits: bits.collect::<Result<_, _>>()? })
        };
        ports.map(output).collect()
    }

    /// The node of a cell's input.
    ///
    /// # Errors
    ///
    /// [`NetlistError::NoPin`], [`NetlistError::Undriven`]
    pub fn pin(&self, name: &str, cell: &Cell, of: &str) -> Result<Edge, NetlistError> {
        self.edge(pin(name, cell, of)?, name)
    }

    /// The node of a bit; an unknown bit is 0.
    pub fn edge(&self, bit: Bit, reader: &str) -> Result<Edge, NetlistError> {
        match bit {
            Bit::Zero | Bit::Unknown => Ok(Edge::ZERO),
            Bit::One => Ok(Edge::ONE),
            Bit::Net(net) => {
                let undriven = || NetlistError::Undriven { net, reader: reader.into() };
                self.edges.get(&net).copied().ok_or_else(undriven)
            }
        }
    }
}

/// The net of a pin of one bit.
///
/// # Errors
///
/// [`NetlistError::NoPin`]
pub fn pin(name: &str, cell: &Cell, pin: &str) -> Result<Bit, NetlistError> {
    cell.pin(pin).ok_or_else(|| NetlistError::NoPin { cell: name.into(), pin: pin.into() })
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, cell};
    use super::*;

    /// The outputs of a module of gates.
    fn outputs(sample: &Sample) -> Result<(GateBuilder, Vec<OutputPort>), NetlistError> {
        let module = sample.module();
        let mut builder = GateBuilder::default();
        builder.inputs(&module, &[Direction::Input]);
        for (name, cell) in module.combinational(|_| false)? {
            builder.gate(name, cell)?;
        }
        let outputs = builder.outputs(&module)?;
        Ok((builder, outputs))
    }

    #[test]
    fn gates_and_ports_are_converted() {
        let sample = Sample::new(&[("a", 2), ("b", 3)], &[("y", 5)])
            .with(cell("$_NOT_", "A: 2", "Y: 4"))
            .with(cell("$_MUX_", "A: 3, B: 4, S: 2", "Y: 5"));
        let (builder, outputs) = outputs(&sample).unwrap();
        let mut graph = builder.graph;
        let [a, b] = [0, 1].map(|leaf| graph.leaf(leaf));
        assert_eq!(outputs[0].bits, [graph.mux(a, !a, b)]);
    }

    #[test]
    fn a_released_tristate_buffer_leaves_its_net_to_the_port_or_at_zero() {
        let sample = Sample::new(&[("a", 2), ("enable", 3), ("port", 4)], &[("y", 5), ("z", 6)])
            .with(cell("$_TBUF_", "A: 2, E: 3", "Y: 4"))
            .with(cell("$_NOT_", "A: 4", "Y: 5"))
            .with(cell("$_TBUF_", "A: 2, E: 3", "Y: 6"));
        let (builder, outputs) = outputs(&sample).unwrap();
        let mut graph = builder.graph;
        let [a, enable, port] = [0, 1, 2].map(|leaf| graph.leaf(leaf));
        let read_back = graph.mux(enable, a, port);
        let internal = graph.and(enable, a);
        assert_eq!([outputs[0].bits[0], outputs[1].bits[0]], [!read_back, internal]);
    }

    #[test]
    fn cells_without_equivalent_gates_are_refused() {
        let ports = || Sample::new(&[("a", 2), ("c", 3)], &[("y", 4)]);
        for (sample, message) in [
            (
                ports().with(cell("$lut", "A: 2", "Y: 4")),
                "cell `cell0` is a `$lut`, which is not one of the gates and flip-flops that Yosys should have \
                 made of it",
            ),
            (ports(), "net 4, which `y` reads, has no driver"),
            (
                ports().with(cell("$_AND_", "A: 2", "Y: 4")),
                "cell `cell0` has no pin `B` of one bit",
            ),
        ] {
            assert_eq!(outputs(&sample).map(|_| ()).unwrap_err().to_string(), message);
        }
    }
}
