//! Attributes of registers for other tools: printed, proven and read by tools.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_rtl::elaborate;
use rust_hdl_systemverilog::{Options, print_all, prove};

use crate::harness::{design, printed};

blocks! { self:
    /// A chain of registers with attributes: alone, in an array, and behind a port.
    #[module(name = "marked")]
    Marked: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<2>>,
        /// `a`, delayed by four edges.
        pub y: Signal<Out, Bits<2>>,
        /// Samples `a`.
        #[module(attribute(keep = "true"))]
        first: DFF<Bits<2>>,
        #[module(attribute(altera_attribute = "-name A \"B C\"; \\", preserve = ""))]
        stages: [DFF<Bits<2>>; 2],
        #[module(attribute(keep = "last"))]
        last: DFF<Bits<2>>,
        plain: DFF<Bits<2>>,
        pub z: Signal<Out, Bits<2>>,
    } {
        clock!(self, clock, first, last, plain);
        self.first.d.next = self.a.val();
        for i in 0..2 {
            self.stages[i].clock.next = self.clock.val();
        }
        self.stages[0].d.next = self.first.q.val();
        self.stages[1].d.next = self.stages[0].q.val();
        self.last.d.next = self.stages[1].q.val();
        self.y.next = self.last.q.val();
        self.plain.d.next = self.first.q.val() + 1;
        self.z.next = self.plain.q.val() ^ 1;
    }
}

matches_rust! {
    registers_with_attributes: Marked,
}

#[test]
fn each_register_has_its_attributes_above_its_declaration() {
    let text = printed::<Marked>();
    let wanted = r#"
  input  logic       clock,
  input  logic [1:0] a,
  (* keep = "last" *)
  output logic [1:0] y = 2'd0,  // `a`, delayed by four edges.
  output logic [1:0] z
);

  (* keep = "true" *)
  logic [1:0] first = 2'd0;     // Samples `a`.
  (* altera_attribute = "-name A \"B C\"; \\" *)
  (* preserve = "" *)
  logic [1:0] stages_0 = 2'd0;
  (* altera_attribute = "-name A \"B C\"; \\" *)
  (* preserve = "" *)
  logic [1:0] stages_1 = 2'd0;
  logic [1:0] plain = 2'd0;
"#;
    assert!(text.contains(wanted), "{text}");
}

#[test]
fn the_proof_notices_a_changed_attribute() {
    let design = design::<Marked>();
    let correct = print_all(&design, &Options::default());
    prove(&design, &correct).expect("a proof");
    for (text, instead) in [
        ("  (* keep = \"true\" *)\n", ""),
        ("keep = \"true\"", "keep = \"last\""),
        ("keep = \"true\"", "kept = \"true\""),
        ("(* keep = \"last\" *)\n", ""),
        ("B C\\\"", "B C\\\\"),
        ("  (* preserve = \"\" *)\n", "  (* preserve = \"\" *)\n  (* preserve = \"\" *)\n"),
        ("  logic [1:0] plain", "  (* preserve = \"\" *)\n  logic [1:0] plain"),
        ("  input  logic [1:0] a", "  (* keep = \"true\" *)\n  input  logic [1:0] a"),
    ] {
        let mut faulty = correct.clone();
        assert!(faulty[0].text.contains(text), "{text}");
        faulty[0].text = faulty[0].text.replacen(text, instead, 1);
        let error = prove(&design, &faulty).expect_err(text).to_string();
        assert!(error.contains("attribute") || error.contains("a name"), "{error}");
    }
}

/// An attribute of a signal that is not a register.
#[derive(Default, Module)]
struct OnWire {
    pub a: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
    #[module(attribute(keep = "true"))]
    copy: Signal<Local, Bit>,
}

impl Logic for OnWire {
    #[kernel]
    fn update(&mut self) {
        self.copy.next = self.a.val();
        self.y.next = !self.copy.val();
    }
}

/// An attribute whose name is a keyword.
#[derive(Default, Module)]
struct NamedReg {
    pub clock: Signal<In, Clock>,
    pub a: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
    #[module(attribute(reg = "true"))]
    held: DFF<Bit>,
}

impl Logic for NamedReg {
    #[kernel]
    fn update(&mut self) {
        clock!(self, clock, held);
        self.held.d.next = self.a.val();
        self.y.next = !self.held.q.val();
    }
}

#[test]
fn an_attribute_needs_a_register_and_a_legal_name() {
    let error =
        |block: &dyn Block| elaborate(&[("device", block)]).expect_err("an error").to_string();
    for (error, wanted) in [
        (error(&OnWire::default()), "the attribute `keep` of `copy` cannot be translated"),
        (error(&NamedReg::default()), "`reg` is a SystemVerilog keyword"),
    ] {
        assert!(error.contains(wanted), "{error}");
    }
}
