//! Prints the name, the documentation and the comments of each module of a design:
//! `cargo run --example list_modules`.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Delays its input by one clock cycle.
#[derive(Default, Module)]
struct Delay {
    pub clock: Signal<In, Clock>,
    pub data_in: Signal<In, Bit>,
    pub data_out: Signal<Out, Bit>,
    value: DFF<Bit>,
}

impl Logic for Delay {
    #[kernel]
    fn update(&mut self) {
        dff_setup!(self, clock, value);
        self.value.d.next = self.data_in.val();
        self.data_out.next = self.value.q.val();
    }
}

/// Is 1 for one clock cycle when its input rises.
#[derive(Default, Module)]
struct EdgeDetector {
    pub clock: Signal<In, Clock>,
    pub level: Signal<In, Bit>,
    pub rising: Signal<Out, Bit>,
    delay: Delay,
}

impl Logic for EdgeDetector {
    #[kernel]
    fn update(&mut self) {
        self.delay.clock.next = self.clock.val();
        self.delay.data_in.next = self.level.val();
        // 1 now, and 0 one cycle ago.
        self.rising.next = self.level.val() & !self.delay.data_out.val();
    }
}

/// Prints a module when its description is visited, which comes first in its scope.
#[derive(Default)]
struct Printer {
    /// The comments of the module whose scope has started.
    comments: Vec<String>,
}

impl Probe for Printer {
    fn visit_start_scope(&mut self, _name: &str, block: &dyn Block) {
        self.comments.clear();
        if let Verilog::Combinatorial(statements) = block.hdl() {
            for statement in statements {
                if let ast::VerilogStatement::Comment(text) = statement {
                    self.comments.extend(decode_comment(&text));
                }
            }
        }
    }

    fn visit_atom(&mut self, _name: &str, atom: &dyn Atom) {
        if let Some(description) = Description::from_atom(atom) {
            println!("{}: {}", description.name, description.documentation);
            for comment in &self.comments {
                println!("  // {comment}");
            }
        }
    }
}

fn main() {
    let mut detector = EdgeDetector::default();
    detector.connect_all();
    detector.accept("detector", &mut Printer::default());
}
