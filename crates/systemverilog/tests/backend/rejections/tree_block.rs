//! A block whose kernel is a syntax tree instead of Rust source.

use rust_hdl::prelude::*;

/// A block with an arbitrary kernel, inputs `a` and `b`, and an output `y`.
pub struct TreeBlock<A: Synth, B: Synth, Y: Synth> {
    a: Signal<In, A>,
    b: Signal<In, B>,
    y: Signal<Out, Y>,
    kernel: Vec<ast::VerilogStatement>,
}

impl<A: Synth, B: Synth, Y: Synth> TreeBlock<A, B, Y> {
    /// Returns a block that assigns a value to `y`.
    pub fn of(value: ast::VerilogExpression) -> Self {
        let target = ast::VerilogExpression::Signal("y".to_string());
        Self::with(vec![ast::VerilogStatement::Assignment(target, value)])
    }

    /// Returns a block with that kernel.
    pub fn with(kernel: Vec<ast::VerilogStatement>) -> Self {
        TreeBlock { a: Signal::default(), b: Signal::default(), y: Signal::default(), kernel }
    }
}

impl<A: Synth, B: Synth, Y: Synth> Logic for TreeBlock<A, B, Y> {
    fn update(&mut self) {}

    fn hdl(&self) -> Verilog {
        Verilog::Combinatorial(self.kernel.clone())
    }
}

impl<A: Synth, B: Synth, Y: Synth> Block for TreeBlock<A, B, Y> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        self.a.accept("a", probe);
        self.b.accept("b", probe);
        self.y.accept("y", probe);
        probe.visit_end_scope(name, self);
    }
}
