//! A whole kernel: a top-level block, and the blocks in it.

use super::Design;
use super::block::{Block, Definition};
use super::dependencies::Node;
use super::fields::{Duty, Fields};

/// Generates the top-level block, after the blocks in it, and returns its type in Rust.
pub fn top(design: &mut Design) -> String {
    let levels = match design.random.u8(..20) {
        0..=11 => 0,
        12..=18 => 1,
        _ => 2,
    };
    let name = format!("K{}", design.number);
    let definition = block(design, name, levels, true);
    match definition.generic {
        Some(value) => format!("{}<{value}>", definition.name),
        None => definition.name,
    }
}

/// Generates a block with at most `levels` levels of blocks in it.
fn block(design: &mut Design, name: String, levels: u32, is_top: bool) -> Definition {
    let mut definitions = vec![];
    if levels > 0 {
        for _ in 0..1 + usize::from(design.chance(20)) {
            design.blocks += 1;
            let name = format!("K{}Child{}", design.number, design.blocks);
            definitions.push(self::block(design, name, levels - 1, false));
        }
    }
    let is_small = design.blocks > 0;
    let mut block = Block::new(design, name, is_top);
    block.uses(if block.is_described {
        "Module and #[kernel]"
    } else {
        "LogicBlock and #[hdl_gen]"
    });
    let mut fields = Fields::default();
    block.declare(&definitions, is_small, &mut fields);
    block.connect(&fields);
    block.write_kernel(fields.duties);
    block.finish()
}

impl Block<'_> {
    /// Declares the fields. A block in or around another one is smaller.
    fn declare(&mut self, children: &[Definition], is_small: bool, fields: &mut Fields) {
        let limit = if is_small { 2 } else { 3 };
        for name in ["a", "b", "c", "d"].into_iter().take(1 + self.up_to(limit - 1)) {
            self.add_input(name);
        }
        if self.chance(10) {
            self.add_constant("constant");
        }
        let registers = if self.chance(40) { 0 } else { 1 + usize::from(self.chance(30)) };
        for name in ["count", "held", "last"].into_iter().take(registers) {
            let name = self.unique(name);
            self.add_register(&name, fields);
        }
        if self.chance(8) {
            let name = self.unique("memory");
            self.add_memory(&name, fields);
        }
        if self.chance(10) {
            self.add_array("parts", fields);
        }
        for (index, child) in children.iter().enumerate() {
            for copy in 0..1 + usize::from(self.chance(30)) {
                let name = self.unique(["left", "right", "first", "second"][2 * index + copy]);
                self.add_child(&name, child, fields);
            }
        }
        for name in ["middle", "other"].into_iter().take(self.up_to(1)) {
            self.add_local(name, fields);
        }
        for name in ["x", "y", "z"].into_iter().take(1 + self.up_to(1)) {
            self.add_output(name, fields);
        }
    }

    /// Returns a name for a child. Modules without a name of their own have that of their field,
    /// and all kernels go into one simulation.
    fn unique(&mut self, name: &str) -> String {
        self.design.fields += 1;
        format!("{name}_{}_{}", self.design.number, self.design.fields)
    }

    /// Connects the clocks and sets the registers up.
    fn connect(&mut self, fields: &Fields) {
        for clock in &fields.clocks {
            let of_clock = |list: &[(String, String)]| {
                let fields = list.iter().filter(|(_, found)| found == clock);
                fields.map(|(name, _)| name.clone()).collect::<Vec<_>>().join(", ")
            };
            let (held, clocked) = (of_clock(&fields.held), of_clock(&fields.clocked));
            if !held.is_empty() {
                self.line(format!("dff_setup!(self, {clock}, {held});"));
            }
            if !clocked.is_empty() {
                self.line(format!("clock!(self, {clock}, {clocked});"));
            }
        }
        for (path, clock) in &fields.clock_inputs {
            self.line(format!("self.{path}.next = self.{clock}.val();"));
        }
        for link in &fields.links {
            self.line(link);
        }
    }

    /// Fulfils the duties in random order, with overrides between them.
    fn write_kernel(&mut self, mut duties: Vec<Duty>) {
        self.design.random.shuffle(&mut duties);
        while let Some(duty) = duties.pop() {
            if self.is_described && self.chance(15) {
                self.uses("comments");
                self.line("// A comment.");
            }
            match duty {
                Duty::Array(array) => self.fill(array),
                Duty::Signal(node) => {
                    let mut together = vec![node];
                    while together.len() < 3 && self.chance(30) {
                        match duties.pop() {
                            Some(Duty::Signal(node)) => together.push(node),
                            Some(array) => {
                                duties.insert(0, array);
                                break;
                            }
                            None => break,
                        }
                    }
                    self.complete(&together);
                }
            }
            if self.chance(10) {
                self.override_any();
            }
        }
        if self.chance(50) {
            self.override_any();
        }
    }

    fn override_any(&mut self) {
        let all: Vec<Node> = (0..self.signals.len()).collect();
        let mut open = self.overridable(&all);
        self.design.random.shuffle(&mut open);
        open.truncate(2);
        if !open.is_empty() {
            self.override_some(&open);
        }
    }
}
