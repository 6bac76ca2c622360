//! [`emit`](crate::emit) with a printer that has a fault.

use rust_hdl::prelude::*;

use crate::{Error, Options, SourceFile, emit_printed_by, print_all, rtl};

/// Counts to 9 and starts again.
#[derive(Default, LogicBlock)]
struct Digit {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub digit: Signal<Out, Bits<4>>,
    pub carry: Signal<Out, Bit>,
    count: DFF<Bits<4>>,
}

impl Logic for Digit {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.digit.next = self.count.q.val();
        self.carry.next = self.enable.val() & (self.count.q.val() == 9);
        if self.carry.val() {
            self.count.d.next = 0.into();
        } else if self.enable.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
    }
}

/// What a printer prints instead of a correct text, and the error.
const FAULTS: [(&str, &str, &str); 5] = [
    ("digit + 4'd1", "digit + 4'd3", "module `device`: the next value of `digit` is "),
    ("digit == 4'd9", "digit == 4'd8", "module `device`: output `carry` is "),
    ("posedge", "negedge", "module `device`: the clock of `digit` is "),
    ("digit <= 4'd0", "digit = 4'd0", "device.sv:13:7: a combinational process needs `=`"),
    ("module device", "module gadget", "the text has module `gadget`, which the design lacks"),
];

/// Prints the fault with this index.
fn faulty<const INDEX: usize>(design: &rtl::Design, options: &Options) -> Vec<SourceFile> {
    let (text, instead, _) = FAULTS[INDEX];
    let mut files = print_all(design, options);
    assert!(files[0].text.contains(text), "{text} is not in:\n{}", files[0].text);
    files[0].text = files[0].text.replacen(text, instead, 1);
    files
}

#[test]
fn a_fault_of_the_printer_is_an_error() {
    let printers = [faulty::<0>, faulty::<1>, faulty::<2>, faulty::<3>, faulty::<4>];
    let digit = Digit::default();
    for (print, (_, instead, message)) in printers.into_iter().zip(FAULTS) {
        let emit = |options| emit_printed_by(print, &[("device", &digit)], &options);
        let Err(Error::Proof(error)) = emit(Options::default()) else { panic!("{instead}") };
        assert!(error.to_string().starts_with(message), "{error}");
        let unproven = emit(Options { prove: false, ..Options::default() });
        assert!(unproven.is_ok_and(|files| files[0].text.contains(instead)), "{instead}");
    }
}
