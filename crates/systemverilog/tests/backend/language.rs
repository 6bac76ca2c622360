//! Constructs beyond bits and registers: structs, replaced bits, memories, read-back values.

use rust_hdl::prelude::*;
use rust_hdl_describe::FromBits;

blocks! { self:
    ReplacedBits: #[hdl_gen] {
        pub word: Signal<In, Bits<8>>,
        pub place: Signal<In, Bits<3>>,
        pub value: Signal<In, Bit>,
        pub fixed: Signal<Out, Bits<8>>,
        pub chosen: Signal<Out, Bits<8>>,
        pub of_a_sum: Signal<Out, Bits<8>>,
    } {
        self.fixed.next = self.word.val().replace_bit(6, self.value.val());
        self.chosen.next = self.word.val().replace_bit(self.place.val().index(), !self.value.val());
        self.of_a_sum.next =
            (self.word.val() + 3).replace_bit(self.place.val().index(), self.value.val()) ^ 0x0F;
    }

    /// A register with one bit loaded at a time.
    BitLoader: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub place: Signal<In, Bits<3>>,
        pub value: Signal<In, Bit>,
        pub load: Signal<In, Bit>,
        pub word: Signal<Out, Bits<8>>,
        held: DFF<Bits<8>>,
    } {
        dff_setup!(self, clock, held);
        if self.load.val() {
            self.held.d.next =
                self.held.q.val().replace_bit(self.place.val().index(), self.value.val());
        }
        self.word.next = self.held.q.val();
    }
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState, FromBits)]
pub enum Mode {
    Off,
    Slow,
    Fast,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, FromBits)]
pub struct Inner {
    pub level: Bits<3>,
    pub mode: Mode,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, FromBits)]
pub struct Frame {
    pub valid: Bit,
    pub inner: Inner,
    pub data: Bits<4>,
}

blocks! { self:
    /// A struct built field by field and read field by field.
    Fields: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub level: Signal<In, Bits<3>>,
        pub y: Signal<Out, Bits<3>>,
        pub fast: Signal<Out, Bit>,
        pub moving: Signal<Out, Bit>,
        mode: Signal<Local, Mode>,
        pub valid: Signal<Out, Bit>,
        pub data: Signal<Out, Bits<4>>,
        frame: Signal<Local, Frame>,
        held: DFF<Frame>,
    } {
        dff_setup!(self, clock, held);
        self.frame.next = self.held.q.val();
        self.frame.next.data = bit_cast::<4, 3>(self.level.val()) + 1;
        self.frame.next.valid = self.level.val().any();
        self.frame.next.inner.level = self.level.val() + 1;
        self.frame.next.inner.mode = Mode::Slow;
        if self.level.val() == 5 {
            self.frame.next.inner.mode = Mode::Fast;
        }
        self.mode.next = self.held.q.val().inner.mode;
        self.held.d.next = self.frame.val();
        self.y.next = self.held.q.val().inner.level;
        self.fast.next = self.held.q.val().inner.mode == Mode::Fast;
        self.moving.next = self.mode.val() != Mode::Off;
        self.valid.next = self.held.q.val().valid;
        self.data.next = self.held.q.val().data;
    }

    /// Reads inputs of registers and children back.
    ReadBack: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub enable: Signal<In, Bit>,
        pub step: Signal<In, Bits<3>>,
        pub now: Signal<Out, Bits<3>>,
        pub soon: Signal<Out, Bits<3>>,
        pub wraps: Signal<Out, Bit>,
        pub passed: Signal<Out, Bit>,
        count: DFF<Bits<3>>,
        inverter: crate::rejections::Inverter,
    } {
        self.soon.next = self.count.d.val();
        self.passed.next = self.inverter.a.val();
        dff_setup!(self, clock, count);
        self.inverter.a.next = false;
        if self.enable.val() {
            self.count.d.next = self.count.q.val() + self.step.val();
            self.inverter.a.next = self.step.val().any();
        }
        self.wraps.next = (self.count.d.val() < self.count.q.val()) ^ self.inverter.y.val();
        self.now.next = self.count.q.val();
    }

    /// A register that loads an intermediate value, and one with a selected clock.
    IntermediateValues: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub inverted: Signal<In, Bit>,
        pub a: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bits<2>>,
        pub z: Signal<Out, Bits<2>>,
        middle: Signal<Local, Bits<2>>,
        held: DFF<Bits<2>>,
        chosen: DFF<Bits<2>>,
    } {
        clock!(self, clock, held, chosen);
        if self.inverted.val() {
            self.chosen.clock.next = !self.clock.val();
        }
        self.middle.next = self.a.val() + 1;
        self.held.d.next = self.middle.val();
        self.chosen.d.next = self.held.q.val();
        self.middle.next = self.held.q.val();
        self.y.next = self.middle.val();
        self.z.next = self.chosen.q.val();
    }

    /// A child with an enum on its ports.
    Gearbox: #[hdl_gen] {
        pub wanted: Signal<In, Mode>,
        pub brake: Signal<In, Bit>,
        pub engaged: Signal<Out, Mode>,
        pub running: Signal<Out, Bit>,
    } {
        self.engaged.next = self.wanted.val();
        if self.brake.val() {
            self.engaged.next = Mode::Off;
        }
        match self.wanted.val() {
            Mode::Off => self.running.next = false,
            Mode::Slow => self.running.next = !self.brake.val(),
            _ => self.running.next = true,
        }
    }

    Car: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub fast: Signal<In, Bit>,
        pub brake: Signal<In, Bit>,
        pub running: Signal<Out, Bit>,
        pub is_fast: Signal<Out, Bit>,
        gearbox: Gearbox,
        mode: DFF<Mode>,
        chosen: Signal<Local, Mode>,
    } {
        dff_setup!(self, clock, mode);
        self.chosen.next = Mode::Slow;
        if self.fast.val() {
            self.chosen.next = Mode::Fast;
        }
        self.gearbox.wanted.next = self.chosen.val();
        self.gearbox.brake.next = self.brake.val();
        self.mode.d.next = self.gearbox.engaged.val();
        self.running.next = self.gearbox.running.val();
        self.is_fast.next = self.mode.q.val() == Mode::Fast;
    }
}

blocks! { self:
    /// A memory and two constant tables.
    Memories: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub write_clock: Signal<In, Clock>,
        pub address: Signal<In, Bits<3>>,
        pub data: Signal<In, Signed<5>>,
        pub write: Signal<In, Bit>,
        pub stored: Signal<Out, Signed<5>>,
        pub prime: Signal<Out, Bits<5>>,
        pub square: Signal<Out, Bits<6>>,
        memory: RAM<Signed<5>, 3> = [7_i8, -3].into_iter().map(|value| value.to_signed_bits()).into(),
        primes: SyncROM<Bits<5>, 3> = [2_u8, 3, 5, 7, 11, 13, 17, 19].into_iter().map(|prime| prime.to_bits()).into(),
        squares: ROM<Bits<6>, 3> = [0_u8, 1, 4, 9, 16].into_iter().map(|square| square.to_bits()).into(),
    } {
        self.memory.read_clock.next = self.clock.val();
        self.memory.write_clock.next = self.write_clock.val();
        self.primes.clock.next = self.clock.val();
        self.memory.read_address.next = self.address.val();
        self.memory.write_address.next = self.address.val() + 1;
        self.memory.write_data.next = self.data.val();
        self.memory.write_enable.next = self.write.val();
        self.primes.address.next = self.address.val();
        self.squares.address.next = self.address.val();
        self.stored.next = self.memory.read_data.val();
        self.prime.next = self.primes.data.val();
        self.square.next = self.squares.data.val();
    }
}

blocks! { self:
    /// An arm for every variant, but none for the unused encoding. Half of `wide` is not read.
    Complete: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub wide: Signal<In, Bits<4>>,
        pub moving: Signal<Out, Bit>,
        mode: DFF<Mode>,
    } {
        dff_setup!(self, clock, mode);
        match self.mode.q.val() {
            Mode::Off => {
                self.moving.next = false;
                self.mode.d.next = Mode::Slow;
            }
            Mode::Slow => {
                self.moving.next = self.wide.val().get_bit(2);
                self.mode.d.next = Mode::Fast;
            }
            Mode::Fast => {
                self.moving.next = true;
                self.mode.d.next = Mode::Off;
            }
        }
    }
}

#[test]
fn unread_signals_are_named_unused() {
    let text = crate::harness::printed::<Complete>();
    assert!(text.contains("  logic [2:0] unused_wide;\n"), "{text}");
    assert!(text.contains("  assign unused_wide = {wide[3], wide[1:0]};\n"), "{text}");
}

blocks! { self:
    /// Rust requires a `_` arm that is unreachable.
    Full: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<1>>,
        pub y: Signal<Out, Bit>,
        pub z: Signal<Out, Bits<3>>,
        count: DFF<Bits<3>>,
    } {
        dff_setup!(self, clock, count);
        match self.a.val().index() {
            0 => {
                self.y.next = self.count.q.val().any();
                self.count.d.next = self.count.q.val() + 1;
            }
            1 => {
                self.y.next = true;
                self.count.d.next = self.count.q.val() + 3;
            }
            _ => {}
        }
        self.z.next = self.count.q.val();
    }
}

blocks! { self:
    /// Signals and registers with names that are keywords of SystemVerilog, or become those of
    /// others.
    Keywords: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        pub unread: Signal<Out, Bit>,
        byte: Signal<Local, Bits<4>>,
        time: Signal<Local, Bits<4>>,
        time_signal: Signal<Local, Bits<4>>,
        wait: DFF<Bits<4>>,
        buf: DFF<Bit>,
        cross: DFF<Bits<4>>,
        cross_register: DFF<Bits<4>>,
        table: Inverted,
    } {
        dff_setup!(self, clock, wait, buf, cross, cross_register);
        self.byte.next = self.a.val() + 1;
        self.time.next = self.byte.val() ^ self.wait.q.val();
        self.time_signal.next = self.time.val() + self.byte.val();
        self.wait.d.next = self.time_signal.val() + self.table.y.val();
        self.buf.d.next = self.wait.q.val().any() ^ self.byte.val().all();
        self.table.a.next = self.time.val() & self.byte.val();
        self.cross.d.next = self.wait.q.val() + self.cross_register.q.val();
        self.cross_register.d.next = self.cross.q.val() ^ self.time.val();
        self.unread.next = !self.buf.q.val();
        self.y.next = self.cross.q.val() + self.time.val() + self.time_signal.val();
    }

    Inverted: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
    } {
        self.y.next = !self.a.val();
    }
}

#[test]
fn names_that_are_keywords_get_a_suffix() {
    let text = crate::harness::printed::<Keywords>();
    for name in [
        "byte_signal;",
        "time_signal;",
        "time_signal_signal;",
        "wait_register = 4'd0;",
        "buf_register = 1'b0;",
        "cross_register = 4'd0;",
        "cross_register_register = 4'd0;",
        "u_table (",
    ] {
        assert!(text.contains(&format!(" {name}")), "{name} in {text}");
    }
}

matches_rust! {
    names_that_are_keywords: Keywords,
    a_bit_is_replaced: ReplacedBits,
    a_bit_of_a_register_is_loaded: BitLoader,
    fields_of_fields_have_their_types: Fields,
    inputs_of_children_are_read_back: ReadBack,
    an_enum_on_the_port_of_a_child: Car,
    memories_hold_what_is_written: Memories,
    arms_for_all_variants_are_complete: Complete,
    arms_for_all_values_are_complete: Full,
    intermediate_values_and_selected_clocks: IntermediateValues,
}
