//! Names of modules: chosen by the author, from parameters, from fields.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_rtl::elaborate;

/// The names of the modules of a block called `device`, children before their parents.
fn names<B: Block + Default>() -> Vec<String> {
    names_of(&[("device", &B::default())])
}

fn names_of(blocks: &[(&str, &dyn Block)]) -> Vec<String> {
    let design = elaborate(blocks).unwrap_or_else(|error| panic!("{error}"));
    design.modules.into_iter().map(|module| module.name).collect()
}

#[derive(Clone, Default, Module)]
pub struct Cast<const FROM: usize, const TO: usize> {
    pub a: Signal<In, Bits<FROM>>,
    pub y: Signal<Out, Bits<TO>>,
}

impl<const FROM: usize, const TO: usize> Logic for Cast<FROM, TO> {
    #[kernel]
    fn update(&mut self) {
        self.y.next = bit_cast::<TO, FROM>(self.a.val());
    }
}

/// The same with a chosen name and a type parameter.
#[derive(Clone, Default, Module)]
#[module(name = "pass_{T}_{N}_times")]
pub struct Pass<T: Synth, const N: usize> {
    pub a: Signal<In, T>,
    pub y: Signal<Out, T>,
}

impl<T: Synth, const N: usize> Logic for Pass<T, N> {
    #[kernel]
    fn update(&mut self) {
        self.y.next = self.a.val();
    }
}

/// A block with a run-time parameter, which is not part of its description.
#[derive(Clone, Module)]
pub struct Offset {
    pub a: Signal<In, Bits<4>>,
    pub y: Signal<Out, Bits<4>>,
    offset: Constant<Bits<4>>,
}

impl Offset {
    fn of(offset: u64) -> Offset {
        let offset = Constant::new(offset.into());
        Offset { a: Signal::default(), y: Signal::default(), offset }
    }
}

impl Logic for Offset {
    #[kernel]
    fn update(&mut self) {
        self.y.next = self.a.val() + self.offset.val();
    }
}

/// The same with `LogicBlock` instead of `Module`.
#[derive(Clone, LogicBlock)]
pub struct PlainOffset {
    pub a: Signal<In, Bits<4>>,
    pub y: Signal<Out, Bits<4>>,
    offset: Constant<Bits<4>>,
}

impl PlainOffset {
    fn of(offset: u64) -> PlainOffset {
        let offset = Constant::new(offset.into());
        PlainOffset { a: Signal::default(), y: Signal::default(), offset }
    }
}

impl Logic for PlainOffset {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + self.offset.val();
    }
}

/// Declares a `LogicBlock` that connects `a` to each of its children, and has an output for each.
macro_rules! fan {
    ($name:ident { $($output:ident: $width:literal = $child:ident: $ty:ty, $value:expr;)* }) => {
        #[derive(Clone, LogicBlock)]
        pub struct $name {
            pub a: Signal<In, Bits<4>>,
            $(pub $output: Signal<Out, Bits<$width>>,)*
            $($child: $ty,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name {
                    a: Signal::default(),
                    $($output: Signal::default(),)*
                    $($child: $value,)*
                }
            }
        }

        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                $(
                    self.$child.a.next = self.a.val();
                    self.$output.next = self.$child.y.val();
                )*
            }
        }
    };
}

fan!(OneParameterisation {
    u: 2 = left: Cast<4, 2>, Cast::default();
    v: 2 = right: Cast<4, 2>, Cast::default();
});

#[test]
fn a_single_parameterisation_is_named_after_the_struct() {
    assert_eq!(names::<OneParameterisation>(), ["cast", "device"]);
}

fan!(TwoParameterisations {
    u: 2 = left: Cast<4, 2>, Cast::default();
    v: 3 = right: Cast<4, 3>, Cast::default();
    w: 2 = again: Cast<4, 2>, Cast::default();
});

#[test]
fn several_parameterisations_have_their_parameters_in_their_names() {
    assert_eq!(names::<TwoParameterisations>(), ["cast_from4_to2", "cast_from4_to3", "device"]);
}

#[test]
fn parameterisations_in_different_blocks_have_different_names() {
    let (narrow, wide) = (Cast::<4, 2>::default(), Cast::<2, 4>::default());
    assert_eq!(names_of(&[("a", &narrow), ("b", &wide)]), ["cast_from4_to2", "cast_from2_to4"]);
    assert_eq!(names_of(&[("a", &narrow), ("b", &narrow)]), ["cast"]);
}

fan!(Templates {
    u: 4 = left: Pass<Bits<4>, 1>, Pass::default();
    v: 4 = right: Pass<Bits<4>, 2>, Pass::default();
});

#[test]
fn a_chosen_name_may_contain_parameters() {
    assert_eq!(names::<Templates>(), ["pass_bits4_1_times", "pass_bits4_2_times", "device"]);
}

fan!(Constructed {
    u: 4 = left: Offset, Offset::of(1);
    v: 4 = right: Offset, Offset::of(2);
    w: 4 = third: Offset, Offset::of(1);
    x: 4 = fourth: Offset, Offset::of(2);
});

#[test]
fn blocks_that_are_constructed_differently_have_their_fields_names_appended() {
    // The fourth equals the second, but its name cannot show that.
    assert_eq!(names::<Constructed>(), ["offset", "offset_right", "offset_fourth", "device"]);
    let (one, two) = (Offset::of(1), Offset::of(2));
    assert_eq!(names_of(&[("first", &one), ("second", &two)]), ["offset", "offset_second"]);
}

fan!(TakenByADescription {
    u: 4 = cast: PlainOffset, PlainOffset::of(1);
    v: 2 = narrow: Cast<4, 2>, Cast::default();
});

#[test]
fn a_chosen_name_has_priority_over_a_fields_name() {
    assert_eq!(names::<TakenByADescription>(), ["device_cast", "cast", "device"]);
    let inside_itself: [(&str, &dyn Block); 1] = [("left", &Outer::default())];
    assert_eq!(names_of(&inside_itself), ["pair_left", "right", "pair", "left"]);
}

blocks! { self:
    /// Contains a block that contains blocks.
    Outer: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub u: Signal<Out, Bits<4>>,
        pub v: Signal<Out, Bits<4>>,
        pair: EqualFields,
    } {
        self.pair.a.next = self.a.val();
        self.u.next = self.pair.u.val();
        self.v.next = self.pair.v.val();
    }
}

fan!(EqualFields {
    u: 4 = left: PlainOffset, PlainOffset::of(1);
    v: 4 = right: PlainOffset, PlainOffset::of(1);
});

#[test]
fn equal_blocks_in_fields_of_different_names_are_two_modules() {
    assert_eq!(names::<EqualFields>(), ["left", "right", "device"]);
}

/// An array of `LogicBlock` children.
#[derive(Clone, LogicBlock)]
pub struct Row<const N: usize> {
    pub a: Signal<In, Bits<4>>,
    pub y: Signal<Out, Bits<4>>,
    stage: [PlainOffset; N],
    between: Signal<Local, Bits<4>>,
}

impl<const N: usize> Row<N> {
    fn of(offsets: [u64; N]) -> Row<N> {
        let (a, y, between) = Default::default();
        Row { a, y, stage: offsets.map(PlainOffset::of), between }
    }
}

impl<const N: usize> Logic for Row<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.between.next = 0.into();
        for i in 0..3 {
            self.stage[i].a.next = self.a.val();
        }
        for i in 0..3 {
            self.between.next = self.between.val() ^ self.stage[i].y.val();
        }
        self.y.next = self.between.val();
    }
}

#[test]
fn elements_of_an_array_share_a_module_if_they_are_equal() {
    let row = |offsets: [u64; 3]| names_of(&[("row", &Row::of(offsets))]);
    assert_eq!(row([1, 1, 1]), ["stage", "row"]);
    assert_eq!(row([1, 2, 2]), ["stage", "stage_1", "row"]);
    assert_eq!(row([1, 2, 1]), ["stage", "stage_1", "row"]);
    assert_eq!(row([1, 2, 3]), ["stage", "stage_1", "stage_2", "row"]);
}

#[test]
fn arrays_with_the_same_name_are_prefixed_with_their_blocks() {
    let (first, second) = (Row::of([1, 1, 1]), Row::of([2, 2, 2]));
    assert_eq!(
        names_of(&[("first", &first), ("second", &second)]),
        ["stage", "first", "second_stage", "second"]
    );
}

/// A black box with its own name.
#[derive(Clone, LogicBlock)]
pub struct Core {
    pub a: Signal<In, Bits<4>>,
    pub y: Signal<Out, Bits<4>>,
    _operator: &'static str,
}

impl Core {
    fn of(operator: &'static str) -> Core {
        let (a, y) = Default::default();
        let mut core = Core { a, y, _operator: operator };
        core.y.connect();
        core
    }
}

impl Logic for Core {
    fn update(&mut self) {}

    fn hdl(&self) -> Verilog {
        let operator = self._operator;
        let ports = "input wire [3:0] a, output wire [3:0] y";
        Verilog::Blackbox(BlackBox {
            code: format!("module core({ports}); assign y = {operator}a; endmodule"),
            name: "core".to_string(),
        })
    }
}

fan!(TwoCores {
    u: 4 = core: PlainOffset, PlainOffset::of(1);
    v: 4 = left: Core, Core::of("~");
    w: 4 = right: Core, Core::of("~");
});

fan!(DifferentCores {
    v: 4 = left: Core, Core::of("~");
    w: 4 = right: Core, Core::of("-");
});

#[test]
fn a_black_box_has_the_name_in_its_text() {
    assert_eq!(names::<TwoCores>(), ["device_core", "core", "device"]);
    assert_eq!(names_of(&[("given", &Core::of("~"))]), ["core"]);
    let error = crate::harness::try_design::<DifferentCores>().expect_err("one name for two");
    assert_eq!(
        error.to_string(),
        "two different modules are called `core`: `device.left` and `device.right`; give them different names in \
         their Verilog texts"
    );
}

blocks! { self:
    /// A block with a port of its own name, like rust-hdl's `Strobe`.
    Flag: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub flag: Signal<Out, Bit>,
    } {
        self.flag.next = !self.a.val();
    }

    FlagOwner: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        flag: Flag,
    } {
        self.flag.a.next = self.a.val();
        self.y.next = self.flag.flag.val();
    }
}

#[test]
fn modules_and_instances_do_not_have_the_name_of_a_signal_inside() {
    assert_eq!(
        crate::harness::printed::<FlagOwner>(),
        "module device (
  input  logic a,
  output logic y
);

  device_flag u_flag (
    .a    (a),
    .flag (y)
  );

endmodule
"
    );
}

pub const DESIGNS: &[crate::harness::NamedDesign] = &[
    ("two parameterisations", crate::harness::design::<TwoParameterisations>),
    ("parameters in names", crate::harness::design::<Templates>),
    ("names of fields", crate::harness::design::<Constructed>),
    ("an instance with the name of a signal inside", crate::harness::design::<FlagOwner>),
];

#[derive(Module)]
pub struct Layout {
    pub clock: Signal<In, Clock>,
    pub at: Signal<In, Bits<2>>,
    pub y: Signal<Out, Bits<4>>,
    cells: [RAM<Bits<4>, 2>; 2],
}

impl Default for Layout {
    fn default() -> Layout {
        let cells = [(); 2].map(|()| RAM::new(Default::default()));
        Layout { clock: Signal::default(), at: Signal::default(), y: Signal::default(), cells }
    }
}

impl Logic for Layout {
    #[kernel]
    fn update(&mut self) {
        for i in 0..2 {
            self.cells[i].read_clock.next = self.clock.val();
            self.cells[i].write_clock.next = self.clock.val();
            self.cells[i].read_address.next = self.at.val();
            self.cells[i].write_address.next = self.at.val();
            self.cells[i].write_data.next = 0.into();
            self.cells[i].write_enable.next = false;
        }
        self.y.next = self.cells[0].read_data.val() ^ self.cells[1].read_data.val();
    }
}

#[derive(Default, Module)]
pub struct Screen {
    pub clock: Signal<In, Clock>,
    pub at: Signal<In, Bits<2>>,
    pub y: Signal<Out, Bits<4>>,
    layout: Layout,
    other: Layout,
}

impl Logic for Screen {
    #[kernel]
    fn update(&mut self) {
        self.layout.clock.next = self.clock.val();
        self.other.clock.next = self.clock.val();
        self.layout.at.next = self.at.val();
        self.other.at.next = self.at.val();
        self.y.next = self.layout.y.val() & self.other.y.val();
    }
}

#[test]
fn a_memory_has_the_name_of_its_block_in_front() {
    assert_eq!(names::<Screen>(), ["layout_cells", "layout", "screen"]);
}
