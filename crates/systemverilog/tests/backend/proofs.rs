//! The proof of the printed text, of every design and with every option.

use rust_hdl::prelude::*;
use rust_hdl_rtl::{BinaryOperator, ExpressionKind, ItemKind, walk};
use rust_hdl_systemverilog::{CaseStyle, Files, Options, ResetStyle, print_proven};

use crate::harness::design;
use crate::tools::designs;
use crate::wide::Widest;

/// Every combination of options that can affect each other.
fn all_options() -> Vec<Options<'static>> {
    let mut all = Vec::new();
    for files in [Files::OnePerModule, Files::Single] {
        for reset in [ResetStyle::First, ResetStyle::KernelOrder] {
            for case in [CaseStyle::Plain, CaseStyle::Unique] {
                // The layout does not depend on the other options, so two layouts are enough.
                for (indentation, line_length, source_lines) in [(2, 100, false), (4, 40, true)] {
                    let options = Options { files, reset, case, ..Options::default() };
                    all.push(Options { indentation, line_length, source_lines, ..options });
                }
            }
        }
    }
    all
}

#[test]
fn text_is_proven_with_every_option() {
    let own = [("widest", design::<Widest> as fn() -> _)];
    let designs = designs().chain(crate::black_boxes::DESIGNS).copied().chain(own);
    for (name, make) in designs {
        let design = make();
        for options in all_options() {
            let printed = print_proven(&design, &options);
            let Options { files, reset, case, indentation, .. } = options;
            let with = format!("{files:?}, {reset:?}, {case:?}, {indentation} spaces");
            assert!(printed.is_ok(), "{name} with {with}: {}", printed.unwrap_err());
        }
    }
}

blocks! { self:
    /// The text has masks where the design has a multiplexer for each bit.
    ReplacedFactor: #[hdl_gen] {
        pub a: Signal<In, Bits<16>>,
        pub b: Signal<In, Bit>,
        pub i: Signal<In, Bits<4>>,
        pub c: Signal<In, Bits<16>>,
        pub y: Signal<Out, Signed<32>>,
    } {
        self.y.next = signed_cast(self.a.val().replace_bit(self.i.val().index(), self.b.val())) * signed_cast(self.c.val());
    }

    /// The same with other operands, of which both are replaced.
    ReplacedFactors: #[hdl_gen] {
        pub a: Signal<In, Bits<16>>,
        pub b: Signal<In, Bit>,
        pub i: Signal<In, Bits<5>>,
        pub c: Signal<In, Bits<16>>,
        pub y: Signal<Out, Signed<32>>,
    } {
        self.y.next = signed_cast((self.a.val() - self.c.val()).replace_bit(self.i.val().index(), self.b.val()))
            * signed_cast(self.c.val().replace_bit(self.i.val().index(), !self.b.val()));
    }
}

#[test]
fn equal_factors_that_are_written_differently_do_not_delay_the_proof() {
    for design in [design::<ReplacedFactor>(), design::<ReplacedFactors>()] {
        print_proven(&design, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn nesting_that_is_too_deep_is_the_authors_matter() {
    let mut design = design::<ReplacedFactor>();
    let top = design.top().0;
    for item in &mut design.modules[top].items {
        if let ItemKind::Combinational(body) = &mut item.kind {
            walk::for_each_mut(body, &mut |statement| {
                let Some(value) = statement.expression_mut() else { return };
                let factor = value.clone();
                for _ in 0..130 {
                    let (left, right) = (Box::new(factor.clone()), Box::new(value.clone()));
                    value.kind = ExpressionKind::Binary(BinaryOperator::Subtract, left, right);
                }
            });
        }
    }
    let error = print_proven(&design, &Options::default()).expect_err("130 levels").to_string();
    assert!(error.contains("the nesting is deeper than 128 levels\nAssign inner parts"), "{error}");
    assert!(!error.contains("report it"), "{error}");
}
