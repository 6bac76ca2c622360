//! Cosimulation drives and compares every kind of port: it finds each visible fault of a design.

mod blocks;

use std::collections::BTreeSet;

use backend_testing::design_mutants::{Mutant, mutants};
use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_gates::bit_blast;
use rust_hdl_lanes::Comparison;
use rust_hdl_rtl::{
    Compared, Expression, ExpressionKind, ItemKind, Mismatch, Tristate, UnaryOperator, check,
    cosimulate, cosimulate_module, ports,
};

use crate::harness::{STEPS, design};
use blocks::*;

/// Asserts that a block matches its design, that all outputs change, and that every mutant is
/// found, rejected or equivalent.
fn check_every_fault<B: Ports + Default + 'static>(outputs: usize, faults: usize) {
    let compared = cosimulate(B::default(), STEPS, 1).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((compared.outputs, &compared.constant), (outputs, &vec![]), "{compared}");

    let design = design::<B>();
    let original = bit_blast(&design, design.top()).expect("no loops");
    let mut found = 0;
    for mutant in mutants(&design, design.top()) {
        let faulty = mutant.apply(&design);
        let (Ok(()), Ok(netlist)) =
            (check(faulty.module(faulty.top())), bit_blast(&faulty, faulty.top()))
        else {
            continue;
        };
        if cosimulate_module(&faulty, faulty.top(), B::default(), STEPS, 1).is_err() {
            found += 1;
        } else {
            let verdict = rust_hdl_lanes::compare(&original, &netlist);
            assert_eq!(verdict, Comparison::Equivalent, "not found: {}", mutant.fault);
        }
    }
    assert!(found >= faults, "{found} faults");
}

macro_rules! every_fault_is_found {
    ($($test:ident: $block:ty => $outputs:literal outputs, $faults:literal faults;)*) => { $(
        #[test]
        fn $test() {
            check_every_fault::<$block>($outputs, $faults);
        }
    )* };
}

every_fault_is_found! {
    on_bits_words_and_numbers: Scalars => 3 outputs, 20 faults;
    on_wide_words: WideWords => 2 outputs, 250 faults;
    on_enums: Enums => 2 outputs, 20 faults;
    on_structs_with_enums: Structs => 2 outputs, 30 faults;
    on_interfaces_and_arrays: Interfaces => 8 outputs, 100 faults;
    on_several_clocks: Clocks => 3 outputs, 20 faults;
    on_words_of_a_generic_type: Generic<Bits<9>, 2> => 2 outputs, 12 faults;
    on_structs_of_a_generic_type: Generic<Message, 6> => 2 outputs, 15 faults;
    on_the_ports_of_a_stock_block: Stock => 3 outputs, 20 faults;
}

/// The faults of a block's design that its cosimulation finds, with the messages, which end before
/// the likely causes.
fn messages<B: Ports + Default + 'static>() -> Vec<(String, String)> {
    let design = design::<B>();
    let message = |mutant: Mutant| {
        let faulty = mutant.apply(&design);
        check(faulty.module(faulty.top())).ok()?;
        let result = cosimulate_module(&faulty, faulty.top(), B::default(), STEPS, 1);
        let message = result.err()?.to_string();
        Some((mutant.fault, message.split(". ").next().unwrap_or_default().to_string()))
    };
    mutants(&design, design.top()).into_iter().filter_map(message).collect()
}

#[test]
fn an_input_gets_only_the_variants_of_its_enum() {
    let messages = messages::<Phases>();
    let inputs: BTreeSet<&str> =
        messages.iter().map(|(_, message)| message.rsplit(' ').next().unwrap()).collect();
    assert_eq!(inputs.into_iter().collect::<Vec<_>>(), ["0x0", "0x1", "0x2"], "{messages:#?}");
}

#[test]
fn a_fault_is_reported_with_its_output_and_the_inputs() {
    for (messages, fault, message) in [
        (
            messages::<Scalars>(),
            "next_word: Add becomes Or",
            "module `scalars`: the design differs from the Rust simulation: `next_word` is 0x1 instead of 0x2, \
             enable = 0x1, word = 0x1, number = 0x0",
        ),
        (
            messages::<Structs>(),
            "is_high: constant 2 becomes 3",
            "module `structs`: the design differs from the Rust simulation: `is_high` is 0x0 instead of 0x1, \
             on step 7 of seed 1 with clock = 0x0, received = 0x24",
        ),
        (
            messages::<Interfaces>(),
            "wires_miso: Xor becomes And",
            "module `interfaces`: the design differs from the Rust simulation: `wires_miso` is 0x1 instead of 0x0, \
             link_inner_address = 0x2, link_data = 0x7, controller_level = 0x0, responders_0_address = 0x1, \
             responders_1_address = 0x3, levels_0 = 0x2, levels_1 = 0x0, wires_mosi = 0x1, wires_msel = 0x1, wires_mclk = 0x1",
        ),
        (
            messages::<Clocks>(),
            "slow: value becomes keys",
            "module `clocks`: the design differs from the Rust simulation: `slow` is 0x2 instead of 0x0, \
             on step 1 of seed 1 with clock = 0x1, keys = 0x2, value = 0x0",
        ),
    ] {
        let found = messages.iter().find(|(other, _)| other == fault);
        assert_eq!(found.map(|(_, message)| message.as_str()), Some(message), "{fault}");
    }
}

/// The design of a block on a bidirectional bus, with another driver.
fn with_driver(change: impl Fn(&mut Tristate)) -> Result<Compared, Mismatch> {
    let mut design = design::<Bidirectional>();
    for item in design.modules.iter_mut().flat_map(|module| &mut module.items) {
        if let ItemKind::Tristate(driver) = &mut item.kind {
            change(driver);
        }
    }
    cosimulate_module(&design, design.top(), Bidirectional::default(), STEPS, 1)
}

#[test]
fn a_bidirectional_port_is_driven_while_the_block_does_not_and_compared_with_its_driver() {
    let inverted = |value: &mut Expression| {
        *value = Expression {
            ty: value.ty,
            kind: ExpressionKind::Unary(UnaryOperator::Not, Box::new(value.clone())),
        };
    };
    let compared = with_driver(|_| {}).unwrap();
    assert_eq!((compared.outputs, compared.constant.len()), (2, 0), "{compared}");
    for (result, message) in [
        (
            with_driver(|driver| inverted(&mut driver.value)),
            "module `bidirectional`: the design differs from the Rust simulation: `bus` is 0x0 instead of 0xf, \
             bus = 0x0, enable = 0x1, data = 0x0",
        ),
        (
            with_driver(|driver| driver.enable = Expression::literal(0, driver.enable.ty)),
            "module `bidirectional`: the design differs from the Rust simulation: `bus` is 0x0 instead of 0xf, \
             bus = 0x0, enable = 0x1, data = 0x0",
        ),
        (
            with_driver(|driver| inverted(&mut driver.enable)),
            "module `bidirectional`: the design differs from the Rust simulation: `bus` is 0xf instead of 0x0, \
             at power-up with bus = 0x0, enable = 0x0, data = 0x0",
        ),
    ] {
        let found = result.unwrap_err().to_string();
        assert_eq!(found.split(". ").next(), Some(message));
    }
}

#[test]
fn the_ports_of_a_library_block_are_listed() {
    let fifo = SynchronousFIFO::<Bits<8>, 2, 3, 1>::default;
    let all = ports!(SynchronousFIFO<Bits<8>, 2, 3, 1> {
        clock, data_in, write, full, almost_full, overflow, data_out, read, empty, almost_empty, underflow
    });
    let compared = cosimulate(all.of(fifo()), STEPS, 1).unwrap();
    assert_eq!(compared.to_string(), "3000 stimuli; 7 of 7 outputs changed");
    let some = ports!(SynchronousFIFO<Bits<8>, 2, 3, 1> {
        clock, data_in, write, full, almost_full, overflow, data_out, read, empty, almost_empty
    });
    let error = cosimulate(some.of(fifo()), STEPS, 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "module `synchronous_fifo_bits8_2_3_1`: the Rust block does not show its port `underflow`; derive `Ports` for the interface \
         that it belongs to, bound the type parameter that it belongs to by `Ports`, or add it to the list in `ports!`"
    );
    // The fields of an interface may be listed, too.
    let buffer = ports!(OpenDrainBuffer { bus, control.drive_low, control.line_state });
    let compared = cosimulate(buffer.of(OpenDrainBuffer::default()), STEPS, 1).unwrap();
    assert_eq!(compared.to_string(), "4 stimuli; 2 of 2 outputs changed");
}

/// An interface without `Ports`.
#[derive(Default, LogicInterface)]
struct Hidden {
    pub ready: Signal<In, Bit>,
}

#[derive(Default, Module)]
struct HidesAPort {
    pub link: Hidden,
    pub ready: Signal<Out, Bit>,
}

impl Logic for HidesAPort {
    #[kernel]
    fn update(&mut self) {
        self.ready.next = self.link.ready.val();
    }
}

#[derive(Default, Module)]
struct Sink {
    pub word: Signal<In, Bits<2>>,
}

impl Logic for Sink {
    fn update(&mut self) {}
}

#[test]
fn a_block_that_cannot_be_compared_is_rejected() {
    /// Like [`Scalars`], except for the widths.
    #[derive(Default, LogicBlock, Ports)]
    struct OtherScalars {
        enable: Signal<In, Bits<2>>,
        word: Signal<In, Bits<5>>,
        number: Signal<In, Signed<3>>,
        next_word: Signal<Out, Bits<5>>,
        negated: Signal<Out, Signed<3>>,
        negative: Signal<Out, Bit>,
    }

    impl Logic for OtherScalars {
        fn update(&mut self) {}
    }

    let scalars = design::<Scalars>();
    let wrong_module =
        cosimulate_module(&scalars, scalars.top(), OtherScalars::default(), STEPS, 1);
    for (result, message) in [
        (
            cosimulate(HidesAPort::default(), STEPS, 1),
            "module `hides_a_port`: the Rust block does not show its port `link_ready`; derive `Ports` for the interface that it \
             belongs to, bound the type parameter that it belongs to by `Ports`, or add it to the list in `ports!`",
        ),
        (
            cosimulate(Sink::default(), STEPS, 1),
            "module `sink`: there is nothing to compare, because it has no outputs",
        ),
        (
            wrong_module,
            "module `scalars`: it has no port like `enable` of the Rust block; compare it with the block that it was made from",
        ),
    ] {
        assert_eq!(result.unwrap_err().to_string(), message);
    }
}
