//! Properties: what is printed, what is refused, and what proofs and simulations say of them.

use rust_hdl::prelude::*;
use rust_hdl_describe::{DescribeType, Module, comment, kernel};
use rust_hdl_rtl::{Design, Evaluator, PropertyKind, elaborate};
use rust_hdl_systemverilog::proof::{PropertyError, prove_properties};
use rust_hdl_systemverilog::{Options, SourceFile, print_all, print_checkers, prove};

use crate::harness::{design, text, top, try_design};

#[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeType)]
enum Mode {
    Up,
    Down,
}

/// Counts from 0 to 9 and back.
#[derive(Default, Module)]
#[module(types(Mode))]
struct UpDown {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    value: Signal<Out, Bits<4>>,
    count: DFF<Bits<4>>,
    mode: DFF<Mode>,
    ends: Signal<Local, Bit>,
}

impl Logic for UpDown {
    #[kernel]
    #[assume("not enabled twice", !(past(self.enable.val()) && self.enable.val()))]
    #[assert("at most 9", self.value.val() <= 9)]
    #[assert(
        "the count holds while it is not enabled",
        past(self.enable.val()) || self.value.val() == past(self.value.val())
    )]
    #[assert("up unless it comes from the end", self.mode.q.val() == Mode::Up || self.count.q.val() != 0)]
    #[cover("back at 8", past(past(self.count.q.val())) == 9 && self.count.q.val() == 8)]
    fn update(&mut self) {
        dff_setup!(self, clock, count, mode);
        self.value.next = self.count.q.val();
        // The direction changes one step before the end.
        self.ends.next = (self.count.q.val() == 8) || (self.count.q.val() == 1);
        if self.enable.val() {
            if self.mode.q.val() == Mode::Up {
                self.count.d.next = self.count.q.val() + 1;
            } else {
                self.count.d.next = self.count.q.val() - 1;
            }
            if self.ends.val() && self.mode.q.val() == Mode::Up && self.count.q.val() == 8 {
                self.mode.d.next = Mode::Down;
            }
            if self.ends.val() && self.mode.q.val() == Mode::Down {
                self.mode.d.next = Mode::Up;
            }
        }
    }
}

#[test]
fn properties_are_printed_as_assertions_in_a_module_that_is_bound() {
    let design = design::<UpDown>();
    let checker = &design.checkers[0];
    let expected = "\
// Properties of `up_down`, for simulators and formal tools: synthesis needs no assertions.
//
// A module that instantiates `up_down` has to satisfy the assumptions. In a proof of that module,
// turn them into assertions.
module up_down_sva (
  input logic       clock,
  input logic       enable,
  input logic [3:0] value,
  input logic       mode
);

  logic       past_enable = 1'b0;
  logic       past_is_known = 1'b0;
  logic [3:0] past_value = 4'd0;
  logic [3:0] past_count = 4'd0;
  logic [3:0] past_past_count = 4'd0;
  logic       past_past_is_known = 1'b0;

  always_ff @(posedge clock) begin
    past_enable <= enable;
    past_is_known <= 1'b1;
    past_value <= value;
    past_count <= value;
    past_past_count <= past_count;
    past_past_is_known <= past_is_known;
  end

  not_enabled_twice: assume property (@(posedge clock) !past_is_known || !(past_enable && enable));

  at_most_9: assert property (@(posedge clock) value <= 4'd9);

  the_count_holds_while_it_is_not_enabled: assert property (@(posedge clock)
    !past_is_known || past_enable || (value == past_value));

  up_unless_it_comes_from_the_end: assert property (@(posedge clock)
    (mode == 1'd0) || (value != 4'd0));

  back_at_8: cover property (@(posedge clock)
    past_past_is_known && (past_past_count == 4'd9) && (value == 4'd8));

endmodule

bind up_down up_down_sva u_up_down_sva (
  .clock  (clock),
  .enable (enable),
  .value  (value),
  .mode   (mode)
);
";
    assert_eq!(text(&design, checker.checker), expected);
}

/// Whether a high number was set.
#[derive(Default, Module)]
struct Comparison {
    clock: Signal<In, Clock>,
    set: Signal<In, Bit>,
    number: Signal<In, Bits<4>>,
    high: DFF<Bit>,
    is_high: Signal<Out, Bit>,
}

impl Logic for Comparison {
    #[kernel]
    #[assert("high numbers", !past(self.set.val() && self.number.val() > 9) || self.is_high.val())]
    #[assert(
        "no change",
        past(self.set.val() || past(self.set.val())) || self.is_high.val() == past(past(self.is_high.val()))
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, high);
        self.is_high.next = self.high.q.val();
        if self.set.val() {
            self.high.d.next = self.number.val() > 9;
        }
    }
}

#[test]
fn past_of_an_expression_is_the_expression_of_past_signals() {
    let design = design::<Comparison>();
    let printed = text(&design, design.checkers[0].checker);
    let expected = "
  high_numbers: assert property (@(posedge clock)
    !past_is_known || !(past_set && (past_number > 4'd9)) || is_high);

  no_change: assert property (@(posedge clock)
    !past_past_is_known || past_set || past_past_set || (is_high == past_past_is_high));
";
    assert!(printed.contains(expected), "{printed}");
    let proof = prove_properties(&design, design.top(), 3).expect("properties");
    assert_eq!(proof.proven, ["high_numbers", "no_change"]);
}

#[test]
fn the_module_is_the_same_without_its_properties() {
    let design = design::<UpDown>();
    let printed = text(&design, top(&design));
    assert!(!printed.contains("past"), "{printed}");
    assert!(printed.contains("mode_e mode = Up;"), "{printed}");
    let files = print_all(&design, &Options::default());
    assert_eq!(files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["up_down.sv"]);
    assert_eq!(design.hardware().count(), 1);
}

/// All files of a design.
fn files(design: &Design) -> Vec<SourceFile> {
    let options = Options::default();
    let mut files = print_all(design, &options);
    files.extend(print_checkers(design, &options));
    files
}

#[test]
fn the_text_of_properties_is_proven() {
    let design = design::<UpDown>();
    prove(&design, &files(&design)).unwrap_or_else(|error| panic!("{error}"));
    let property = "property `at_most_9` of module `up_down_sva`";
    for (from, to, message) in [
        ("value <= 4'd9", "value < 4'd9", "the condition of property `at_most_9` is"),
        (
            "assert property (@(posedge clock) value",
            "assume property (@(posedge clock) value",
            "is \"assume\" in the text, but \"assert\" in the design",
        ),
        (
            "assert property (@(posedge clock) value",
            "assert property (@(posedge enable) value",
            "the clock of property `at_most_9` is",
        ),
        ("  at_most_9: assert property (@(posedge clock) value <= 4'd9);\n", "", property),
        ("at_most_9:", "at_most_10:", property),
        ("past_value <= value", "past_value <= ~value", "the next value of `past_value` is"),
        ("  .mode   (mode)", "  .mode   (enable)", "the text has `bind up_down up_down_sva"),
        ("bind up_down up_down_sva", "bind other up_down_sva", "the text has `bind other"),
        (".mode   (mode)", ".mode   (!mode)", "a `bind` can only connect signals by their names"),
        (".mode   (mode)", ".clock  (mode)", "the port `clock` is connected twice"),
        ("(@(posedge clock) value", "(clock, value", "expected `@`"),
        ("at_most_9: assert", "at_most_9: restrict", "expected `assert`, `assume` or `cover`"),
    ] {
        let mut faulty = files(&design);
        let text = &mut faulty[1].text;
        assert_eq!(text.matches(from).count(), 1, "{from}");
        *text = text.replace(from, to);
        let error = prove(&design, &faulty).expect_err(from).to_string();
        assert!(error.contains(message), "{from}: {error}");
    }
    let error = prove(&design, &files(&design)[..1]).expect_err("no properties").to_string();
    assert!(error.contains("the text lacks module `up_down_sva`"), "{error}");
}

#[test]
fn induction_proves_what_always_holds() {
    let design = design::<UpDown>();
    let proof = prove_properties(&design, top(&design), 3);
    let error = proof.expect_err("states that are never reached").to_string();
    // From 9 upwards it would count to 15.
    assert!(error.contains("module `up_down`: `at_most_9`"), "{error}");
    assert!(error.contains("not proven by induction over 3 steps, if "), "{error}");
    assert!(error.contains("value@0 = "), "{error}");
    assert!(error.contains("enable@3 = "), "{error}");
}

/// A block with two clocks that counts with the first, and the property that it states.
macro_rules! twice_with {
    ($self:ident, $name:ident: $hash:tt $kernel:tt $property:tt) => {
        #[derive(Default, Module)]
        struct $name {
            clock: Signal<In, Clock>,
            other: Signal<In, Clock>,
            twice: Signal<Out, Bits<3>>,
            count: DFF<Bits<2>>,
        }

        impl Logic for $name {
            $hash $kernel
            $hash $property
            fn update(&mut $self) {
                dff_setup!($self, clock, count);
                $self.count.d.next = $self.count.q.val() + 1;
                $self.twice.next = bit_cast::<3, 2>($self.count.q.val()) << 1;
            }
        }
    };
}

twice_with! { self, Even: #[kernel] [assert("even", clock = clock, !self.twice.val().get_bit(0))] }
twice_with! { self, BelowSix: #[kernel] [assert("below 6", clock = clock, self.twice.val() < 6)] }
twice_with! { self, Sampled: #[kernel] [assert("even", clock = other, !self.twice.val().get_bit(0))] }
twice_with! { self, TwoClocks: #[kernel] [assert("even", !self.twice.val().get_bit(0))] }
twice_with! { self, NoSuchClock: #[kernel] [assert("even", clock = count, !self.twice.val().get_bit(0))] }
twice_with! { self, Constant: #[kernel] [cover("always", clock = clock, true)] }

#[test]
fn a_property_that_power_up_leads_away_from_is_violated_in_a_step() {
    let design = design::<Even>();
    let proof =
        prove_properties(&design, top(&design), 0).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((proof.proven, proof.assumed, proof.depth), (vec!["even".to_string()], vec![], 0));
    let design = self::design::<BelowSix>();
    let error = prove_properties(&design, top(&design), 5).expect_err("3 times 2 is 6");
    let message = "module `below_six`: `below_6` does not hold in step 3 after power-up";
    assert_eq!(error.to_string(), message, "it has no inputs that matter");
    assert!(matches!(error, PropertyError::Violated { step: 3, .. }));
}

#[test]
fn properties_that_cannot_be_sampled_or_state_nothing_are_refused() {
    let sampled = design::<Sampled>();
    let error = prove_properties(&sampled, top(&sampled), 1).expect_err("another clock");
    assert!(error.to_string().contains("`even` has another clock than the rest"), "{error}");
    for (error, message) in [
        (
            try_design::<TwoClocks>(),
            "the property `even` without a clock cannot be translated to hardware; write `clock = NAME` before the \
             condition, with `clock` or `other`",
        ),
        (try_design::<NoSuchClock>(), "write `clock = NAME` before the condition"),
        (try_design::<Constant>(), "the property `always`, whose condition is constant,"),
    ] {
        let error = error.expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
        assert!(error.contains("properties.rs:"), "{error}");
    }
}

/// What the monitors of the properties have seen, in their order.
fn seen(design: &Design, enabled: &[u128]) -> Vec<bool> {
    let monitored = design.with_monitors();
    let mut evaluator = Evaluator::new(&monitored, top(&monitored)).expect("no loop");
    let find = |evaluator: &Evaluator, path: &str| evaluator.flat().module.find(path).expect(path);
    let (clock, enable) = (find(&evaluator, "clock"), find(&evaluator, "enable"));
    for value in enabled {
        evaluator.set(enable, *value);
        for level in [1u128, 0] {
            evaluator.set(clock, level);
            evaluator.settle().expect("no oscillation");
        }
    }
    let properties = design.properties_inside(design.top());
    let monitors = properties.iter().map(|property| find(&evaluator, &property.monitor));
    monitors.map(|id| !evaluator.get(id).is_zero()).collect()
}

#[test]
fn monitors_remember_wrong_assumptions_and_reached_covers_in_any_simulation() {
    let design = design::<UpDown>();
    let kinds: Vec<PropertyKind> =
        design.properties_inside(design.top()).iter().map(|property| property.kind).collect();
    use PropertyKind::{Assert, Assume, Cover};
    assert_eq!(kinds, [Assume, Assert, Assert, Assert, Cover]);
    assert_eq!(seen(&design, &[0; 4]), [false; 5]);
    let every_other: Vec<u128> = (0..24).map(|step| step % 2).collect();
    assert_eq!(seen(&design, &every_other), [false, false, false, false, true]);
    assert_eq!(seen(&design, &[1, 1]), [true, false, false, false, false]);
}

#[test]
fn nothing_is_asserted_after_a_wrong_assumption() {
    let mut design = design::<UpDown>();
    // It counts on from 9: the end is not noticed.
    let count = design.module(top(&design)).find("value").expect("the count");
    let id = top(&design);
    design.modules[id.0].signals[count.0].power_up = Some(9u128.into());
    assert_eq!(seen(&design, &[0, 1, 0, 1]), [false, true, false, false, false]);
    assert_eq!(seen(&design, &[1, 1, 0, 1]), [true, false, false, false, false]);
}

#[test]
fn a_block_without_properties_has_no_checker() {
    let design = elaborate(&[("register", &DFF::<Bits<2>>::default())]);
    let design = design.unwrap_or_else(|_| Design::default());
    assert!(design.checkers.is_empty() && print_checkers(&design, &Options::default()).is_empty());
    assert_eq!(design.with_monitors(), design);
}

/// Two of its signals are for a property only.
#[derive(Default, Module)]
struct Decade {
    clock: Signal<In, Clock>,
    high: Signal<In, Bit>,
    value: Signal<Out, Bits<4>>,
    top: Signal<Out, Bit>,
    count: DFF<Bits<4>>,
    step: Signal<Local, Bits<4>>,
    /// The greatest value.
    limit: Signal<Local, Bits<4>>,
    at_top: Signal<Local, Bit>,
}

impl Logic for Decade {
    #[kernel]
    #[assert("within the limit", self.count.q.val() < self.limit.val())]
    #[assert("at the top", self.at_top.val() == (self.count.q.val() == 9))]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.value.next = self.count.q.val();
        self.count.d.next = 0.into();
        if self.count.q.val() < 9 {
            self.count.d.next = self.count.q.val() + 1;
        }
        self.step.next = 0.into();
        if self.high.val() {
            self.step.next = 5.into();
        }
        // Higher than it need be.
        self.limit.next = self.step.val() + 10;
        self.at_top.next = self.count.q.val() == 9;
        self.top.next = self.at_top.val();
    }
}

#[test]
fn what_only_properties_need_is_not_in_the_module() {
    let design = design::<Decade>();
    let id = top(&design);
    let printed = text(&design, id);
    assert!(!printed.contains(" limit") && !printed.contains(" step"), "{printed}");
    assert!(printed.contains("assign at_top = "), "{printed}");
    let checker = text(&design, design.checkers[0].checker);
    for line in [
        "  // The greatest value.",
        "  assign step = high ? 4'd5 : 4'd0;",
        "  // Higher than it need be.\n  assign limit = step + 4'd10;",
    ] {
        assert!(checker.contains(line), "{line}\n{checker}");
    }
    assert!(!checker.contains("assign at_top"), "{checker}");
    prove(&design, &files(&design)).unwrap_or_else(|error| panic!("{error}"));
    prove_properties(&design, id, 2).unwrap_or_else(|error| panic!("{error}"));
}
