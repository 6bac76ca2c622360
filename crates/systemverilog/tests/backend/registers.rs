//! Registers and their clocks.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::harness::printed;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Phase {
    Idle,
    Run,
    Pause,
    Stop,
    Fault,
}

blocks! { self:
    /// A state machine whose enum does not fill its bits, and whose power-up value is a variant.
    Machine: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        pub go: Signal<In, Bit>,
        pub running: Signal<Out, Bit>,
        pub code: Signal<Out, Bits<3>>,
        pub busy: Signal<Out, Bit>,
        phase: DFF<Phase>,
    } {
        dff_setup!(self, clock, phase);
        self.running.next = false;
        self.code.next = 0.into();
        match self.phase.q.val() {
            Phase::Idle => {
                if self.go.val() {
                    self.phase.d.next = Phase::Run;
                }
            }
            Phase::Run => {
                self.running.next = true;
                if !self.go.val() {
                    self.phase.d.next = Phase::Pause;
                }
            }
            Phase::Pause => {
                self.code.next = 5.into();
                self.phase.d.next = Phase::Stop;
            }
            Phase::Stop => {
                if self.go.val() {
                    self.phase.d.next = Phase::Fault;
                }
            }
            Phase::Fault => self.phase.d.next = Phase::Idle,
            _ => self.phase.d.next = Phase::Idle,
        }
        self.busy.next = self.phase.q.val() != Phase::Idle;
        if self.reset.val() {
            self.phase.d.next = Phase::Idle;
        }
    }

    /// The usual ways of writing a reset, an enable and a load.
    Styles: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        pub enable: Signal<In, Bit>,
        pub value: Signal<In, Bits<4>>,
        pub free: Signal<Out, Bits<4>>,
        pub reset_last: Signal<Out, Bits<4>>,
        pub reset_first: Signal<Out, Bits<4>>,
        pub reset_of_a_part: Signal<Out, Bits<5>>,
        pub flagged: Signal<Out, Bit>,
        pub wrapped: Signal<Out, Bits<4>>,
        pub early_hold: Signal<Out, Bits<4>>,
        pub delayed: Signal<Out, Bits<4>>,
        counter: DFF<Bits<4>>,
        loaded: DFF<Bits<4>>,
        chosen: DFF<Bits<4>>,
        parts: DFF<crate::hierarchy::SumAndCarry>,
        flag: DFF<Bit>,
        modulo: DFF<Bits<4>>,
        kept: DFF<Bits<4>>,
        stage_1: DFF<Bits<4>>,
        stage_2: DFF<Bits<4>>,
    } {
        dff_setup!(self, clock, counter, loaded, chosen, parts, flag, modulo, kept);
        clock!(self, clock, stage_1, stage_2);
        self.counter.d.next = self.counter.q.val() + 1;
        self.free.next = self.counter.q.val();

        if self.enable.val() {
            self.loaded.d.next = self.value.val();
        }
        if self.reset.val() {
            self.loaded.d.next = 0.into();
        }
        self.reset_last.next = self.loaded.q.val();

        if self.reset.val() {
            self.chosen.d.next = 9.into();
        } else if self.enable.val() {
            self.chosen.d.next = self.value.val();
        } else {
            self.chosen.d.next = self.chosen.q.val();
        }
        self.reset_first.next = self.chosen.q.val();

        self.parts.d.next.sum = self.parts.q.val().sum + self.value.val();
        self.parts.d.next.carry = self.enable.val();
        if self.reset.val() {
            self.parts.d.next.sum = 0.into();
        }
        self.reset_of_a_part.next = self.parts.q.val().into();

        self.flag.d.next = (self.flag.q.val() | self.enable.val()) & !self.reset.val();
        self.flagged.next = self.flag.q.val();

        if self.modulo.q.val() == 9 {
            self.modulo.d.next = 0.into();
        } else {
            self.modulo.d.next = self.modulo.q.val() + 1;
        }
        self.wrapped.next = self.modulo.q.val();

        // A hold that overrides an assignment, unlike the default hold.
        self.kept.d.next = self.value.val();
        if self.enable.val() {
            self.kept.d.next = self.kept.q.val();
        }
        self.early_hold.next = self.kept.q.val();

        self.stage_1.d.next = self.value.val();
        self.stage_2.d.next = self.stage_1.q.val();
        self.delayed.next = self.stage_2.q.val();
    }

    /// Two clocks, one of which is a bit of a bus, and both edges of one.
    TwoClocks: #[hdl_gen] {
        pub fast: Signal<In, Clock>,
        pub keys: Signal<In, Bits<2>>,
        pub value: Signal<In, Bits<3>>,
        pub caught: Signal<Out, Bits<3>>,
        pub counted: Signal<Out, Bits<3>>,
        pub inverted: Signal<Out, Bits<3>>,
        slow: Signal<Local, Clock>,
        falling: Signal<Local, Clock>,
        catcher: DFF<Bits<3>>,
        counter: DFF<Bits<3>>,
        negative: DFF<Bits<3>>,
    } {
        self.slow.next = self.keys.val().get_bit(0).into();
        self.falling.next = !self.fast.val();
        dff_setup!(self, slow, catcher);
        dff_setup!(self, fast, counter);
        dff_setup!(self, falling, negative);
        self.counter.d.next = self.counter.q.val() + 1;
        if self.keys.val().get_bit(1) {
            self.catcher.d.next = self.counter.q.val();
        }
        self.negative.d.next = self.negative.q.val() + self.value.val() + 1;
        self.caught.next = self.catcher.q.val();
        self.counted.next = self.counter.q.val();
        self.inverted.next = self.negative.q.val();
    }

    /// A ripple counter, with a register that samples across the clocks.
    Divider: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub count: Signal<Out, Bits<4>>,
        pub sampled: Signal<Out, Bits<4>>,
        half: Signal<Local, Clock>,
        quarter: Signal<Local, Clock>,
        stage_0: DFF<Bit>,
        stage_1: DFF<Bit>,
        fast: DFF<Bits<4>>,
        slow: DFF<Bits<4>>,
        unused: Signal<Local, Bit>,
    } {
        self.half.next = self.stage_0.q.val().into();
        self.quarter.next = self.stage_1.q.val().into();
        self.stage_0.clock.next = self.clock.val();
        self.stage_1.clock.next = self.half.val();
        self.fast.clock.next = self.clock.val();
        self.slow.clock.next = self.quarter.val();
        self.stage_0.d.next = !self.stage_0.q.val();
        self.stage_1.d.next = !self.stage_1.q.val();
        self.fast.d.next = self.fast.q.val() + 3;
        self.slow.d.next = self.fast.q.val();
        self.count.next = self.fast.q.val();
        self.sampled.next = self.slow.q.val();
        self.unused.next = false;
    }

    /// An array of registers, each enabled by its neighbour.
    ShiftRegister: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub serial: Signal<In, Bit>,
        pub enable: Signal<In, Bit>,
        pub last: Signal<Out, Bit>,
        pub any: Signal<Out, Bit>,
        found: Signal<Local, Bit>,
        stages: [DFF<Bit>; 5],
    } {
        for i in 0..5 {
            self.stages[i].clock.next = self.clock.val();
            self.stages[i].d.next = self.stages[i].q.val();
            if self.enable.val() {
                if i == 0 {
                    self.stages[i].d.next = self.serial.val();
                } else {
                    self.stages[i].d.next = self.stages[i - 1].q.val();
                }
            }
        }
        self.found.next = false;
        for i in 0..5 {
            self.found.next = self.found.val() | self.stages[i].q.val();
        }
        self.any.next = self.found.val();
        self.last.next = self.stages[5 - 1].q.val();
    }
}

blocks! { self:
    /// A `Module` with comments and with widgets of `rust-hdl`.
    Described: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub d: Signal<In, Bits<4>>,
        pub q: Signal<Out, Bits<4>>,
        /// Counts the edges.
        edges: DFF<Bits<4>>,
    } {
        // Every edge counts.
        clock!(self, clock, edges);
        self.edges.d.next = self.edges.q.val() + 1;
        match self.d.val().index() {
            0 | 3..=5 => self.q.next = self.edges.q.val(), // some
            _ => self.q.next = self.d.val(),
        }
    }
}

blocks! { self:
    /// Registers without an effect.
    Idle: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bits<2>>,
        constant: DFF<Bits<2>>,
        unread: DFF<Bits<2>>,
        lonely: DFF<Bits<2>>,
    } {
        dff_setup!(self, clock, constant, unread, lonely);
        self.lonely.d.next = self.lonely.q.val() + 1;
        self.y.next = self.constant.q.val();
    }
}

blocks! { self:
    /// An assignment that a later one in the same block overrides.
    Overridden: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub is_held: Signal<In, Bit>,
        pub x: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        state: DFF<Bits<4>>,
    } {
        dff_setup!(self, clock, state);
        if self.is_held.val() {
            self.state.d.next = self.x.val();
            self.state.d.next = self.state.q.val();
        } else {
            self.state.d.next = self.x.val() + 1;
        }
        self.y.next = self.state.q.val();
    }
}

/// Yosys 0.70 reads a register that is assigned and then held as if later assignments were missing.
#[test]
fn a_register_is_not_held_after_an_assignment() {
    let text = printed::<Overridden>();
    let process = "\
  always_ff @(posedge clock) begin
    if (!is_held) begin
      y <= x + 4'd1;
    end
  end
";
    assert!(text.contains(process), "{text}");
}

matches_rust! {
    an_overridden_assignment_has_no_effect: Overridden,
    a_state_machine_starts_in_its_first_state: Machine,
    resets_in_any_style_match_rust: Styles,
    several_clocks_have_separate_edges: TwoClocks,
    a_register_may_clock_another: Divider,
    an_array_of_registers_becomes_registers: ShiftRegister,
    a_described_module_matches_rust: Described,
    a_register_may_be_constant_or_unread: Idle,
}

blocks! { self:
    /// A reset of all fields of a struct, and one of a part.
    Fields: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        pub a: Signal<In, Bits<4>>,
        pub whole: Signal<Out, Bits<5>>,
        pub part: Signal<Out, Bits<5>>,
        all: DFF<crate::hierarchy::SumAndCarry>,
        some: DFF<crate::hierarchy::SumAndCarry>,
    } {
        dff_setup!(self, clock, all, some);
        self.all.d.next.sum = self.a.val();
        self.some.d.next.sum = self.a.val();
        if self.reset.val() {
            self.all.d.next.sum = 9.into();
            self.all.d.next.carry = true;
            self.some.d.next.sum = 9.into();
        }
        self.whole.next = self.all.q.val().into();
        self.part.next = self.some.q.val().into();
    }
}

#[test]
fn a_reset_of_all_fields_is_at_the_top() {
    crate::harness::assert_matches_rust::<Fields>();
    let text = printed::<Fields>();
    for part in [
        "
    if (reset) begin
      all.sum <= 4'd9;
      all.carry <= 1'b1;
    end else begin
      all.sum <= a;
    end
",
        "
    some.sum <= a;
    if (reset) begin
      some.sum <= 4'd9;
    end
",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}
