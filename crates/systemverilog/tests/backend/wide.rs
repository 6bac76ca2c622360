//! Values of more than 128 bits.

use rust_hdl::prelude::*;
use rust_hdl_rtl::{BitPattern, Value, mask};

/// The cellular automaton Rule 110 on 512 cells; the cells beyond the ends are dead.
#[derive(Clone, Default, LogicBlock)]
pub struct Rule110 {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub data: Signal<In, Bits<512>>,
    pub cells: Signal<Out, Bits<512>>,
    state: DFF<Bits<512>>,
    left: Signal<Local, Bits<512>>,
    right: Signal<Local, Bits<512>>,
}

impl Logic for Rule110 {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.left.next = self.state.q.val() >> 1;
        self.right.next = self.state.q.val() << 1;
        self.state.d.next =
            (self.state.q.val() ^ self.right.val()) | (self.right.val() & !self.left.val());
        if self.load.val() {
            self.state.d.next = self.data.val();
        }
        self.cells.next = self.state.q.val();
    }
}

/// 201 bits; `payload` crosses bit 128.
#[derive(Copy, Clone, Debug, PartialEq, LogicStruct)]
pub struct Packet {
    pub header: Bits<100>,
    pub payload: Bits<60>,
    pub valid: Bit,
    pub count: Bits<40>,
}

impl Default for Packet {
    fn default() -> Packet {
        Packet {
            header: (!0_u128 >> 28).to_bits(),
            payload: 0xf00d_0000_0000_u64.to_bits(),
            valid: true,
            count: 7.into(),
        }
    }
}

impl BitPattern for Packet {
    fn from_pattern(pattern: &Value) -> Packet {
        Packet {
            header: Bits::from_pattern(&pattern.slice(0, 100)),
            payload: Bits::from_pattern(&pattern.slice(100, 60)),
            valid: pattern.bit(160),
            count: Bits::from_pattern(&pattern.slice(161, 40)),
        }
    }

    fn pattern(self) -> Value {
        Bits::<201>::from(self).pattern()
    }
}

/// A register of a struct whose power-up value is not 0, and its fields.
#[derive(Clone, Default, LogicBlock)]
pub struct Packets {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub packet: Signal<In, Packet>,
    pub held: Signal<Out, Packet>,
    pub payload: Signal<Out, Bits<60>>,
    pub is_last: Signal<Out, Bit>,
    state: DFF<Packet>,
    next: Signal<Local, Packet>,
}

impl Logic for Packets {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.next.next = self.state.q.val();
        self.next.next.payload = self.state.q.val().payload + 1;
        self.next.next.count = self.state.q.val().count - 1;
        if self.load.val() {
            self.next.next = self.packet.val();
        }
        self.state.d.next = self.next.val();
        self.held.next = self.state.q.val();
        self.payload.next = self.state.q.val().payload;
        self.is_last.next = self.state.q.val().count == 0;
    }
}

/// A memory and two constant tables of wide words.
#[derive(LogicBlock)]
pub struct Memories {
    pub clock: Signal<In, Clock>,
    pub address: Signal<In, Bits<2>>,
    pub data: Signal<In, Bits<192>>,
    pub write: Signal<In, Bit>,
    pub stored: Signal<Out, Bits<192>>,
    pub power: Signal<Out, Bits<256>>,
    pub pattern: Signal<Out, Signed<130>>,
    memory: RAM<Bits<192>, 2>,
    powers: SyncROM<Bits<256>, 2>,
    patterns: ROM<Signed<130>, 2>,
}

impl Default for Memories {
    fn default() -> Memories {
        let signed = |number: i64| signed_bit_cast::<130, 64>(number.into());
        Memories {
            clock: Default::default(),
            address: Default::default(),
            data: Default::default(),
            write: Default::default(),
            stored: Default::default(),
            power: Default::default(),
            pattern: Default::default(),
            memory: [mask(192), mask(150)].iter().map(Bits::from_pattern).into(),
            powers: [0, 127, 128, 255].map(|bit| bits::<256>(1) << bit).into_iter().into(),
            patterns: [
                signed(-1),
                signed(5),
                -signed_cast(bits::<130>(1) << 129),
                signed(i64::MAX),
            ]
            .into_iter()
            .into(),
        }
    }
}

impl Logic for Memories {
    #[hdl_gen]
    fn update(&mut self) {
        self.memory.read_clock.next = self.clock.val();
        self.memory.write_clock.next = self.clock.val();
        self.powers.clock.next = self.clock.val();
        self.memory.read_address.next = self.address.val();
        self.memory.write_address.next = self.address.val() + 1;
        self.memory.write_data.next = self.data.val();
        self.memory.write_enable.next = self.write.val();
        self.powers.address.next = self.address.val();
        self.patterns.address.next = self.address.val();
        self.stored.next = self.memory.read_data.val();
        self.power.next = self.powers.data.val();
        self.pattern.next = self.patterns.data.val();
    }
}

/// Constants of more than 128 bits, and comparisons with them.
#[derive(LogicBlock)]
pub struct Constants {
    pub a: Signal<In, Bits<200>>,
    pub is_limit: Signal<Out, Bit>,
    pub is_above: Signal<Out, Bit>,
    pub is_never_above: Signal<Out, Bit>,
    pub limited: Signal<Out, Bits<200>>,
    pub high: Signal<Out, Bits<16>>,
    pub at_border: Signal<Out, Bit>,
    pub replaced: Signal<Out, Bits<200>>,
    pub is_least: Signal<Out, Bit>,
    limit: Constant<Bits<200>>,
    greatest: Constant<Bits<200>>,
    least: Constant<Signed<200>>,
}

impl Default for Constants {
    fn default() -> Constants {
        let limit = (&Value::from(0xfeed_f00d) << 110) | Value::from(3);
        Constants {
            a: Default::default(),
            is_limit: Default::default(),
            is_above: Default::default(),
            is_never_above: Default::default(),
            limited: Default::default(),
            high: Default::default(),
            at_border: Default::default(),
            replaced: Default::default(),
            is_least: Default::default(),
            limit: Constant::new(Bits::from_pattern(&limit)),
            greatest: Constant::new(Bits::from_pattern(&mask(200))),
            least: Constant::new(signed_cast(bits::<200>(1) << 199)),
        }
    }
}

impl Logic for Constants {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_limit.next = self.a.val() == self.limit.val();
        self.is_above.next = self.a.val() > self.limit.val();
        self.is_never_above.next = self.a.val() > self.greatest.val();
        self.limited.next = self.a.val();
        if self.a.val() > self.limit.val() {
            self.limited.next = self.limit.val();
        }
        self.high.next = self.limit.val().get_bits::<16>(120) ^ self.a.val().get_bits::<16>(120);
        self.at_border.next = self.a.val().get_bit(128) ^ self.limit.val().get_bit(127);
        self.replaced.next = self.a.val().replace_bit(128, self.a.val().get_bit(127));
        self.is_least.next = signed_cast(self.a.val()) == self.least.val();
    }
}

/// Bits selected by a value: 256 is a power of two, 200 is not.
#[derive(Clone, Default, LogicBlock)]
pub struct Selections {
    pub a: Signal<In, Bits<256>>,
    pub place: Signal<In, Bits<7>>,
    pub selected: Signal<Out, Bit>,
    pub selected_of_200: Signal<Out, Bit>,
    pub replaced: Signal<Out, Bits<256>>,
    pub slice: Signal<Out, Bits<100>>,
    pub joined: Signal<Out, Bits<384>>,
    pub narrowed: Signal<Out, Signed<130>>,
}

impl Logic for Selections {
    #[hdl_gen]
    fn update(&mut self) {
        self.selected.next = self.a.val().get_bit(self.place.val().index());
        self.selected_of_200.next =
            bit_cast::<200, 256>(self.a.val()).get_bit(self.place.val().index());
        self.replaced.next = self.a.val().replace_bit(self.place.val().index(), true);
        self.slice.next = self.a.val().get_bits::<100>(self.place.val().index());
        self.joined.next = (bit_cast::<384, 128>(self.a.val().get_bits::<128>(0)) << 256)
            | bit_cast::<384, 256>(self.a.val());
        self.narrowed.next = -signed_cast(self.a.val().get_bits::<130>(64));
    }
}

matches_rust! {
    rule_110_on_512_cells: Rule110 { clock, load, data => cells }
    a_struct_may_be_wide: Packets { clock, load, packet => held, payload, is_last }
    words_of_memories_may_be_wide: Memories { clock, address, data, write =>
        stored, power, pattern }
    constants_may_be_wide: Constants { a =>
        is_limit, is_above, is_never_above, limited, high, at_border, replaced, is_least }
    bits_of_wide_values_are_selected: Selections { a, place =>
        selected, selected_of_200, replaced, slice, joined, narrowed }
}

/// The pattern that rule 110 makes of one living cell, in a word that is wider than the steps.
#[test]
fn rule_110_grows_to_the_left() {
    let design = crate::harness::design::<Rule110>();
    let mut evaluator =
        rust_hdl_rtl::Evaluator::new(&design, crate::harness::top(&design)).unwrap();
    let find = |name: &str| evaluator.flat().module.find(name).unwrap();
    let [clock, load, data, cells] = ["clock", "load", "data", "cells"].map(find);
    let mut edge = |inputs: &[(_, Value)]| {
        for (signal, value) in inputs {
            evaluator.set(*signal, value.clone());
        }
        for level in [1, 0] {
            evaluator.set(clock, level);
            evaluator.settle().unwrap();
        }
        evaluator.get(cells)
    };
    let start = &Value::from(1) << 126;
    assert_eq!(edge(&[(load, 1.into()), (data, start.clone())]), start);
    for pattern in [0b11, 0b111, 0b1101, 0b1_1111, 0b11_0001, 0b111_0011] {
        assert_eq!(edge(&[(load, Value::ZERO)]), &Value::from(pattern) << 126, "{pattern:b}");
    }
}
