//! Names have to be legal, known and unambiguous.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_rtl::elaborate;

use super::{Inverter, State};
use State as Mode;
use State::Run;

const LIMIT: LiteralType = 3;

rejected! { self:
    a_rust_constant: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val() == LIMIT;
    } "module `device`: `LIMIT` is not a signal, a constant, a port of a child or an enum variant; \
       write constants as literals, as `Constant` fields or, under `#[kernel]`, by a name in capitals, and variants as `Enum::Variant`"

    a_bare_variant: #[hdl_gen] { state: Signal<Local, State>, pub y: Signal<Out, Bit>, } {
        self.state.next = Run;
        self.y.next = self.state.val() == State::Run;
    } "module `device`: `Run` is not a signal, a constant, a port of a child or an enum variant; \
       write constants as literals, as `Constant` fields or, under `#[kernel]`, by a name in capitals, and variants as `Enum::Variant`"

    a_variant_by_another_name_of_its_enum: #[hdl_gen] { state: Signal<Local, State>, pub y: Signal<Out, Bit>, } {
        self.state.next = Mode::Run;
        self.y.next = self.state.val() == State::Run;
    } "module `device`: `Mode::Run`, whose type no signal of the block has, cannot be translated to hardware; \
       if `Mode` is another name of an enum, write the enum's own; write constants as numbers"

    a_pattern_that_is_a_bare_variant: #[hdl_gen] { state: Signal<Local, State>, pub y: Signal<Out, Bit>, } {
        self.state.next = State::Run;
        match self.state.val() {
            Run => self.y.next = true,
            _ => self.y.next = false,
        }
    } "module `device`: the match arm `Run` is not an integer, an `Enum::Variant` or `_`; a bare name may be a binding or a constant, so write the value"

    an_element_before_the_first: #[hdl_gen] { parts: [Signal<Local, Bit>; 2], pub y: Signal<Out, Bit>, } {
        for i in 0..2 {
            self.parts[i].next = false;
        }
        for i in 0..2 {
            self.y.next = self.parts[i - 1].val();
        }
    } "module `device`: `parts[i-1]` is not a signal, a constant, a port of a child or an enum variant; write constants as literals, as `Constant` fields or, under `#[kernel]`, by a name in capitals, and variants as `Enum::Variant`"

    a_keyword: #[hdl_gen] { pub table: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.table.val();
    } "module `device`: `table` is a SystemVerilog keyword; rename it"

    a_keyword_of_systemverilog_but_not_of_verilog: #[hdl_gen] { pub logic: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        self.y.next = !self.logic.val();
    } "module `device`: `logic` is a SystemVerilog keyword; rename it"

    a_word_that_icarus_verilog_reserves: #[hdl_gen] { pub wreal: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        self.y.next = !self.wreal.val();
    } "module `device`: `wreal` is a word that Icarus Verilog reserves; rename it"

    a_class_of_the_standard_package: #[hdl_gen] { pub process: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        self.y.next = !self.process.val();
    } "module `device`: `process` is a class of the package `std`, which Verilator reserves; rename it"

    a_word_that_verilator_rejects: #[hdl_gen] { pub float: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        self.y.next = !self.float.val();
    } "module `device`: `float` is a C++ word, which Verilator rejects (SYMRSVDWORD); rename it"

    names_that_differ_in_case: #[hdl_gen] { pub load: Signal<In, Bit>, pub Load: Signal<Out, Bit>, } {
        self.Load.next = self.load.val();
    } "module `device`: `Load` differs only in case from `load`; rename it"

    an_element_with_the_name_of_a_signal: #[hdl_gen] { pub a: Signal<In, Bit>, parts: [Signal<Local, Bit>; 1], pub parts_0: Signal<Out, Bit>, } {
        self.parts[0].next = !self.a.val();
        self.parts_0.next = !self.parts[0].val();
    } "module `device`: `parts_0` is used twice in this module; rename it"

    a_variant_with_the_name_of_a_signal: #[hdl_gen] { pub Run: Signal<In, Bit>, state: Signal<Local, State>, pub y: Signal<Out, Bit>, } {
        self.state.next = State::Idle;
        if self.Run.val() {
            self.state.next = State::Stop;
        }
        self.y.next = self.state.val() == State::Stop;
    } "module `device`: `Run` is used twice in this module; rename it"

    a_signal_with_the_name_of_a_type: #[hdl_gen] { pub state_e: Signal<In, Bit>, state: Signal<Local, State>, pub y: Signal<Out, Bit>, } {
        self.state.next = State::Idle;
        if self.state_e.val() {
            self.state.next = State::Stop;
        }
        self.y.next = self.state.val() == State::Stop;
    } "module `device`: `state_e` is used twice in this module; rename it"

    a_variant_of_one_of_two_enums_of_one_name: #[hdl_gen] { state: Signal<Local, State>, other: Signal<Local, elsewhere::State>, pub y: Signal<Out, Bits<2>>, } {
        self.state.next = State::Stop;
        self.other.next = elsewhere::State::Off;
        if self.other.val() == elsewhere::State::On {
            self.state.next = State::Run;
        }
        self.y.next = elsewhere::State::Stop.into();
    } "module `device`: `elsewhere::State::Stop`, whose type the block has two of, cannot be translated to hardware; assign it to a signal of its type first, or rename one of the types"

    a_variant_that_is_a_keyword: #[hdl_gen] { pub a: Signal<In, Bit>, block: Signal<Local, Block1>, pub y: Signal<Out, Bit>, } {
        self.block.next = Block1::begin;
        if self.a.val() {
            self.block.next = Block1::end;
        }
        self.y.next = self.block.val() == Block1::end;
    } "module `device`: `begin` is a SystemVerilog keyword; rename it"

    a_variant_that_is_a_keyword_on_a_port: #[hdl_gen] { pub a: Signal<In, Block1>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val() == Block1::end;
    } "module `device`: `begin` is a SystemVerilog keyword; rename it"

    a_variant_that_is_a_keyword_in_a_struct_on_a_port: #[hdl_gen] { pub a: Signal<In, Framed>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val().block == Block1::end;
    } "module `device`: `begin` is a SystemVerilog keyword; rename it"

    variants_that_differ_in_case_on_a_port: #[hdl_gen] { pub a: Signal<In, Cased>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val() == Cased::On;
    } "module `device`: `ON` differs only in case from `On`; rename it"

    a_variant_with_the_name_of_its_type_on_a_port: #[hdl_gen] { pub a: Signal<In, Cyclic>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val() == Cyclic::cyclic_e;
    } "module `device`: `cyclic_e` is used twice in this module; rename it"

    a_field_of_a_struct_that_is_a_keyword: #[hdl_gen] { pub a: Signal<In, Bit>, wire_: Signal<Local, Wired>, pub y: Signal<Out, Bit>, } {
        self.wire_.next.logic = self.a.val();
        self.wire_.next.count = 0.into();
        self.y.next = self.wire_.val().logic;
    } "module `device`: `logic` is a SystemVerilog keyword; rename it"

    a_field_that_rust_hdl_skips: #[hdl_gen] { pub a: Signal<In, Bit>, _tmp: Signal<Local, Bit>, pub y: Signal<Out, Bit>, } {
        self._tmp.next = self.a.val();
        self.y.next = self._tmp.val();
    } "module `device`: `_tmp` begins with `_`, and rust-hdl skips such fields; rename it"

    a_name_that_rust_hdl_changes: #[hdl_gen] { pub a: Signal<In, Bit>, pub itself: Signal<Out, Bit>, } {
        self.itself.next = self.a.val();
    } "module `device`: `itself` ends in `self`, which rust-hdl removes in kernels; rename it"

    a_raw_identifier: #[hdl_gen] { pub r#type: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.r#type.val();
    } "module `device`: `type` is a SystemVerilog keyword; rename it"

    a_child_in_a_field_that_is_not_ascii: #[hdl_gen] { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, zähler: Inverter, } {
        self.zähler.a.next = self.a.val();
        self.y.next = self.zähler.y.val();
    } "module `device.zähler`: `zähler` is not a SystemVerilog identifier (letters, digits and `_`, not starting with a digit); \
       rename it"

    a_memory_in_a_field_that_is_not_ascii: #[hdl_gen] { pub clock: Signal<In, Clock>, pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<4>>, größen: RAM<Bits<4>, 4>, } {
        self.größen.read_clock.next = self.clock.val();
        self.größen.write_clock.next = self.clock.val();
        self.größen.read_address.next = self.a.val();
        self.größen.write_address.next = self.a.val();
        self.größen.write_enable.next = true;
        self.größen.write_data.next = self.a.val();
        self.y.next = self.größen.read_data.val();
    } "module `device.größen`: `device_größen` is not a SystemVerilog identifier (letters, digits and `_`, not starting with a digit); \
       rename it"

    a_register_in_a_field_that_is_not_ascii: #[hdl_gen] { pub clock: Signal<In, Clock>, pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, größe: DFF<Bit>, } {
        dff_setup!(self, clock, größe);
        self.größe.d.next = self.a.val();
        self.y.next = !self.größe.q.val();
    } "module `device`: `größe` is not a SystemVerilog identifier (letters, digits and `_`, not starting with a digit); \
       rename it"

    a_loop_variable_with_the_name_of_a_signal: #[hdl_gen] { pub i: Signal<In, Bits<2>>, pub y: Signal<Out, Bits<2>>, } {
        self.y.next = 0.into();
        for i in 0..2 {
            self.y.next = self.i.val() + self.y.val();
        }
    } "module `device`: the loop variable `i`, which has the name of a signal, cannot be translated to hardware; rename it"
}

#[allow(non_camel_case_types)]
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Block1 {
    begin,
    end,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Framed {
    pub block: Block1,
    pub count: Bits<2>,
}

#[allow(dead_code)]
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Cased {
    On,
    ON,
}

#[allow(non_camel_case_types, dead_code)]
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Cyclic {
    cyclic_e,
    Other,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Wired {
    pub logic: Bit,
    pub count: Bits<2>,
}

pub mod elsewhere {
    use rust_hdl::prelude::*;

    #[derive(Copy, Clone, Debug, PartialEq, LogicState)]
    pub enum State {
        Stop,
        Off,
        On,
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Head {
    pub flag: Bit,
    pub number: Bits<2>,
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct Frame {
    pub head: Head,
    pub tail: Bits<3>,
}

/// A pattern that binds a variable with the name of a field.
#[derive(Clone, LogicBlock)]
pub struct Binding {
    pub a: Signal<In, Bits<4>>,
    limit: Constant<Bits<4>>,
    pub y: Signal<Out, Bit>,
}

impl Default for Binding {
    fn default() -> Binding {
        Binding { a: Signal::default(), limit: Constant::new(3.into()), y: Signal::default() }
    }
}

impl Logic for Binding {
    #[hdl_gen]
    fn update(&mut self) {
        #[allow(unused_variables, clippy::match_single_binding)]
        // This binds a variable instead of comparing.
        match self.a.val() {
            limit => self.y.next = self.limit.val() == self.a.val(),
        }
    }
}

#[test]
fn a_bare_name_is_rejected_as_a_pattern_even_if_a_field_has_it() {
    assert_eq!(
        super::error_message(&Binding::default()),
        "module `device`: the match arm `limit` is not an integer, an `Enum::Variant` or `_`; a bare name may be a binding or a constant, so write the value"
    );
}

blocks! { self:
    /// Two modules with the same chosen name.
    #[module(name = "gate")]
    AndGate: #[kernel] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    } {
        self.y.next = self.a.val() & self.a.val();
    }

    #[module(name = "gate")]
    NotGate: #[kernel] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    } {
        self.y.next = !self.a.val();
    }

    #[module(name = "Gate")]
    CapitalGate: #[kernel] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    } {
        self.y.next = !self.a.val();
    }
}

#[test]
fn modules_have_unique_names() {
    let (and, not, capital) = (AndGate::default(), NotGate::default(), CapitalGate::default());
    let error_message = |second: &dyn Block| {
        elaborate(&[("a", &and), ("b", second)]).expect_err("an error").to_string()
    };
    assert_eq!(
        error_message(&not),
        format!(
            "two different modules are called `gate`: `a` in {0} and `b` in {0}; rename one of them with `#[module(name = ...)]`",
            file!()
        )
    );
    let wanted = "module `b`: `Gate` differs only in case from the module `gate`; rename it";
    assert!(error_message(&capital).ends_with(wanted), "{}", error_message(&capital));
    assert!(elaborate(&[("a", &and), ("b", &and)]).is_ok());
    let unnamed = [Inverter::default(), Inverter::default()];
    assert_eq!(
        elaborate(&[("begin", &unnamed[0])]).expect_err("a keyword").to_string(),
        "module `begin`: `begin` is a SystemVerilog keyword; rename it"
    );
    assert!(elaborate(&[("first", &unnamed[0]), ("second", &unnamed[1])]).is_ok());
}

#[test]
fn blocks_with_the_same_field_name_get_the_name_of_their_parent_in_front() {
    let design = crate::harness::design::<crate::hierarchy::Interfaces>();
    let names: Vec<&str> = design.modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names, ["source", "device_source", "sink", "device"]);
}
