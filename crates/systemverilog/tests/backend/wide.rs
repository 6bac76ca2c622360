//! Values of more than 128 bits.

use backend_testing::design_mutants::mutants;
use rust_hdl::prelude::*;
use rust_hdl_describe::FromBits;
use rust_hdl_diagram::StateMachine;
use rust_hdl_rtl::{Design, Evaluator, ModuleId, Value, mask};

use crate::harness::{design, text, top};

blocks! { self:
    /// The cellular automaton Rule 110 on 512 cells; the cells beyond the ends are dead.
    Rule110: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub load: Signal<In, Bit>,
        pub data: Signal<In, Bits<512>>,
        pub cells: Signal<Out, Bits<512>>,
        state: DFF<Bits<512>>,
        left: Signal<Local, Bits<512>>,
        right: Signal<Local, Bits<512>>,
    } {
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
#[derive(Copy, Clone, Debug, PartialEq, LogicStruct, FromBits)]
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

blocks! { self:
    /// A register of a struct whose power-up value is not 0, and its fields.
    Packets: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub load: Signal<In, Bit>,
        pub packet: Signal<In, Packet>,
        pub held: Signal<Out, Packet>,
        pub payload: Signal<Out, Bits<60>>,
        pub is_last: Signal<Out, Bit>,
        state: DFF<Packet>,
        next: Signal<Local, Packet>,
    } {
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

fn signed_word(number: i64) -> Signed<130> {
    signed_bit_cast::<130, 64>(number.into())
}

blocks! { self:
    /// A memory and two constant tables of wide words.
    Memories: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub address: Signal<In, Bits<2>>,
        pub data: Signal<In, Bits<192>>,
        pub write: Signal<In, Bit>,
        pub stored: Signal<Out, Bits<192>>,
        pub power: Signal<Out, Bits<256>>,
        pub pattern: Signal<Out, Signed<130>>,
        memory: RAM<Bits<192>, 2> = [mask(192), mask(150)].iter().map(word).into(),
        powers: SyncROM<Bits<256>, 2> =
            [0, 127, 128, 255].map(|bit| bits::<256>(1) << bit).into_iter().into(),
        patterns: ROM<Signed<130>, 2> =
            [signed_word(-1), signed_word(5), -signed_cast(bits::<130>(1) << 129), signed_word(i64::MAX)]
                .into_iter()
                .into(),
    } {
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

blocks! { self:
    /// Constants of more than 128 bits, and comparisons with them.
    Constants: #[hdl_gen] {
        pub a: Signal<In, Bits<200>>,
        pub is_limit: Signal<Out, Bit>,
        pub is_above: Signal<Out, Bit>,
        pub is_never_above: Signal<Out, Bit>,
        pub limited: Signal<Out, Bits<200>>,
        pub high: Signal<Out, Bits<16>>,
        pub at_border: Signal<Out, Bit>,
        pub replaced: Signal<Out, Bits<200>>,
        pub is_least: Signal<Out, Bit>,
        limit: Constant<Bits<200>> = Constant::new(word(&limit())),
        greatest: Constant<Bits<200>> = Constant::new(word(&mask(200))),
        least: Constant<Signed<200>> = Constant::new(signed_cast(bits::<200>(1) << 199)),
    } {
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

fn limit() -> Value {
    (&Value::from(0xfeed_f00d) << 110) | Value::from(3)
}

blocks! { self:
    /// Bits selected by a value: 256 is a power of two, 200 is not.
    Selections: #[hdl_gen] {
        pub a: Signal<In, Bits<256>>,
        pub place: Signal<In, Bits<7>>,
        pub selected: Signal<Out, Bit>,
        pub selected_of_200: Signal<Out, Bit>,
        pub replaced: Signal<Out, Bits<256>>,
        pub slice: Signal<Out, Bits<100>>,
        pub joined: Signal<Out, Bits<384>>,
        pub narrowed: Signal<Out, Signed<130>>,
    } {
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

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Search {
    Running,
    Found,
}

blocks! { self:
    /// A state machine whose transition depends on a wide value.
    PatternSearch: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub word: Signal<In, Bits<160>>,
        pub found: Signal<Out, Bit>,
        state: DFF<Search>,
        pattern: Constant<Bits<160>> = Constant::new(bits::<160>(0xf00d) << 140),
    } {
        dff_setup!(self, clock, state);
        match self.state.q.val() {
            Search::Running => {
                if self.word.val() > self.pattern.val() {
                    self.state.d.next = Search::Found;
                }
            }
            Search::Found => self.state.d.next = Search::Running,
        }
        self.found.next = self.state.q.val() == Search::Found;
    }
}

fn word<const N: usize>(value: &Value) -> Bits<N> {
    Bits::from_bits(&(0..N as u32).map(|bit| value.bit(bit)).collect::<Vec<_>>())
}

matches_rust! {
    a_state_machine_may_test_a_wide_value: PatternSearch,
    rule_110_on_512_cells: Rule110,
    a_struct_may_be_wide: Packets,
    words_of_memories_may_be_wide: Memories,
    constants_may_be_wide: Constants,
    bits_of_wide_values_are_selected: Selections,
}

#[test]
fn rule_110_grows_to_the_left() {
    let design = design::<Rule110>();
    let mut evaluator = Evaluator::new(&design, top(&design)).unwrap();
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

#[test]
fn numbers_of_more_than_64_bits_are_hexadecimal() {
    let texts: String = DESIGNS.iter().map(|(_, make)| all_text(&make())).collect();
    for literal in [
        "memory[2'd0] = 256'd1;",
        "memory[2'd1] = 256'h80000000000000000000000000000000;",
        "2'd0:    data = -130'sd1;",
        "2'd2:    data = 130'sh200000000000000000000000000000000;",
        "2'd3:    data = 130'sd9223372036854775807;",
        "assign is_limit = a == 200'h3fbb7c034000000000000000000000000003;",
        "assign high = 16'd47996 ^ a[135:120];",
        "packet_t state = 201'hf000f00d00000000fffffffffffffffffffffffff;",
    ] {
        assert!(texts.contains(literal), "{literal}\n{texts}");
    }
}

fn all_text(design: &Design) -> String {
    (0..design.modules.len()).map(|index| text(design, ModuleId(index))).collect()
}

#[test]
fn guards_of_state_diagrams_show_wide_numbers_in_hexadecimal() {
    let design = design::<PatternSearch>();
    let machine = StateMachine::of(&design, top(&design), None).unwrap();
    let labels = machine.transitions.iter().map(|step| step.condition.lines(machine.module));
    assert_eq!(
        labels.collect::<Vec<_>>(),
        [vec!["word > 0xf00d00000000000000000000000000000000000".to_string()], vec![]]
    );
}

#[test]
fn every_bit_of_a_wide_constant_may_be_faulty() {
    let design = design::<Constants>();
    let limit = limit();
    for bit in [0, 127, 128, 150, 199] {
        let other = limit.with_bit(bit, !limit.bit(bit));
        let fault = format!("is_limit: constant {limit} becomes {other}");
        let mutants = mutants(&design, top(&design));
        let mutant = mutants.iter().find(|mutant| mutant.fault == fault).expect("the fault");
        let mut evaluator = Evaluator::new(&mutant.apply(&design), top(&design)).unwrap();
        let find = |name: &str| evaluator.flat().module.find(name).unwrap();
        let (a, is_limit) = (find("a"), find("is_limit"));
        for (value, expected) in [(&limit, 0), (&other, 1)] {
            evaluator.set(a, value.clone());
            evaluator.settle().unwrap();
            assert_eq!(evaluator.get(is_limit), expected, "{fault}");
        }
    }
}

blocks! { self:
    /// A value of the greatest width.
    Widest: #[hdl_gen] {
        pub a: Signal<In, Bits<65536>>,
        pub b: Signal<In, Bits<65536>>,
        pub y: Signal<Out, Bits<65536>>,
        pub top: Signal<Out, Bit>,
    } {
        self.y.next = (self.a.val() ^ self.b.val()) | 1;
        self.top.next = self.b.val().get_bit(65535);
    }
}
