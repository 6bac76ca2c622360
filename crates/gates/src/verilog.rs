//! A netlist as structural Verilog-2001, for equivalence checkers.
//!
//! Readable SystemVerilog comes from `rust-hdl-systemverilog`. The two share no code, so an
//! equivalence proof of their outputs checks both.

use std::fmt::Write;

use super::graph::{Edge, Node, NodeId};
use super::netlist::Netlist;

/// Writes the netlist as one module called `name`, with the ports of the design. Registers are
/// named by their paths.
pub fn verilog(netlist: &Netlist, name: &str) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = Writer { netlist, leaves: leaf_names(netlist) }.module(name, &mut text);
    text
}

struct Writer<'a> {
    netlist: &'a Netlist,
    leaves: Vec<String>,
}

/// The bits of a register, as indices of [`Netlist::registers`].
struct Register<'a> {
    path: &'a str,
    bits: Vec<usize>,
}

/// `counter.count[2]` is bit 2 of `counter.count`.
fn path_of(bit: &str) -> &str {
    bit.strip_suffix(']').and_then(|bit| bit.rsplit_once('[')).map_or(bit, |(path, _)| path)
}

fn registers(netlist: &Netlist) -> Vec<Register<'_>> {
    let mut registers: Vec<Register> = Vec::new();
    for (index, bit) in netlist.registers.iter().enumerate() {
        let path = path_of(&bit.name);
        match registers.last_mut().filter(|register| register.path == path) {
            Some(register) => register.bits.push(index),
            None => registers.push(Register { path, bits: vec![index] }),
        }
    }
    registers
}

fn leaf_names(netlist: &Netlist) -> Vec<String> {
    let mut names = Vec::new();
    for port in &netlist.inputs {
        names.extend(
            (0..port.width).map(|bit| indexed(&port.name, bit as usize, port.width as usize)),
        );
    }
    for register in registers(netlist) {
        let width = register.bits.len();
        let path = format!("\\{} ", register.path);
        names.extend((0..width).map(|bit| indexed(&path, bit, width)));
    }
    names
}

fn indexed(name: &str, bit: usize, width: usize) -> String {
    if width == 1 { name.to_string() } else { format!("{name}[{bit}]") }
}

fn range(width: usize) -> String {
    if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) }
}

impl Writer<'_> {
    fn module(&self, name: &str, text: &mut String) -> std::fmt::Result {
        let registers = registers(self.netlist);
        let is_register = |name: &str| registers.iter().any(|register| register.path == name);
        let inputs = self.netlist.inputs.iter().map(|port| (&port.name, port.width as usize));
        let inputs = inputs.map(|(name, width)| format!("input {}{name}", range(width)));
        let outputs = self.netlist.outputs.iter().map(|port| {
            let kind = if is_register(&port.name) { "output reg" } else { "output" };
            format!("{kind} {}{}", range(port.bits.len()), port.name)
        });
        let ports: Vec<String> = inputs.chain(outputs).collect();
        writeln!(text, "module {name} (\n  {}\n);", ports.join(",\n  "))?;
        for register in &registers {
            let width = register.bits.len();
            if self.netlist.output(register.path).is_none() {
                writeln!(text, "  reg {}\\{} ;", range(width), register.path)?;
            }
            let is_set =
                |bit: &usize| if self.netlist.registers[*bit].power_up { '1' } else { '0' };
            let power_up: String = register.bits.iter().rev().map(is_set).collect();
            writeln!(text, "  initial \\{} = {width}'b{power_up};", register.path)?;
        }
        for number in 0..self.netlist.graph.len() as u32 {
            self.gate(NodeId(number), text)?;
        }
        for bit in &self.netlist.registers {
            let clock = self.netlist.clocks[bit.clock];
            let edge = if clock.is_inverted() { "negedge" } else { "posedge" };
            let clock = self.node(clock.node());
            let held = &self.leaves[bit.leaf as usize];
            writeln!(text, "  always @({edge} {clock}) {held} <= {};", self.edge(bit.next))?;
        }
        for port in self.netlist.outputs.iter().filter(|port| !is_register(&port.name)) {
            for (bit, value) in port.bits.iter().enumerate() {
                let target = indexed(&port.name, bit, port.bits.len());
                writeln!(text, "  assign {target} = {};", self.edge(*value))?;
            }
        }
        writeln!(text, "endmodule")
    }

    fn gate(&self, id: NodeId, text: &mut String) -> std::fmt::Result {
        let value = match self.netlist.graph.node(id) {
            Node::Zero => "1'b0".to_string(),
            Node::Leaf(_) => return Ok(()),
            Node::And(left, right) => format!("{} & {}", self.edge(left), self.edge(right)),
            Node::Xor(left, right) => format!("{} ^ {}", self.edge(left), self.edge(right)),
            Node::Mux { select, one, zero } => {
                format!("{} ? {} : {}", self.edge(select), self.edge(one), self.edge(zero))
            }
        };
        writeln!(text, "  wire {} = {value};", self.node(id))
    }

    fn edge(&self, edge: Edge) -> String {
        let node = self.node(edge.node());
        if edge.is_inverted() { format!("~{node}") } else { node }
    }

    fn node(&self, id: NodeId) -> String {
        match self.netlist.graph.node(id) {
            Node::Leaf(number) => self.leaves[number as usize].clone(),
            _ => format!("\\gate${} ", id.0),
        }
    }
}
