//! Blocks without descriptions in fields of equal names: their modules are named by path. Messages
//! have the path, too.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_rtl::elaborate;

/// The names of the modules of blocks, children before their parents.
fn names(blocks: &[(&str, &dyn Block)]) -> Vec<String> {
    let design = elaborate(blocks).unwrap_or_else(|error| panic!("{error}"));
    design.modules.into_iter().map(|module| module.name).collect()
}

/// Declares a `LogicBlock` with the width `N` that has inner blocks of the same ports, one after
/// the other.
macro_rules! chain {
    ($($name:ident { $($field:ident: $inner:ty),* })*) => {
        blocks! { self: $(
            $name<const N: usize>: #[hdl_gen] {
                pub a: Signal<In, Bits<N>>,
                pub y: Signal<Out, Bits<N>>,
                $($field: $inner,)*
            } {
                self.y.next = !self.a.val();
                $(
                    self.$field.a.next = self.a.val();
                    self.y.next = self.$field.y.val();
                )*
            }
        )* }
    };
}

chain! {
    Not {}
    One { inner: Not<N> }
    Two { inner: One<N> }
    Three { inner: Two<N> }
    Four { inner: Three<N> }
}

#[test]
fn blocks_inside_each_other_may_all_be_in_fields_of_one_name() {
    assert_eq!(
        names(&[("device", &Four::<4>::default())]),
        ["inner", "inner_inner", "device_inner_inner", "device_inner", "device"]
    );
}

chain! {
    Fifo {}
    Spi { fifo: Fifo<N> }
    Uart { fifo: Fifo<N> }
    I2c { fifo: Fifo<N> }
}

blocks! { self:
    /// Three peripherals whose FIFOs differ in width.
    Chip: #[hdl_gen] {
        pub a: Signal<In, Bits<8>>,
        pub u: Signal<Out, Bits<4>>,
        pub v: Signal<Out, Bits<6>>,
        pub w: Signal<Out, Bits<8>>,
        spi: Spi<4>,
        uart: Uart<6>,
        i2c: I2c<8>,
    } {
        self.spi.a.next = self.a.val().get_bits::<4>(0);
        self.uart.a.next = self.a.val().get_bits::<6>(0);
        self.i2c.a.next = self.a.val();
        self.u.next = self.spi.y.val();
        self.v.next = self.uart.y.val();
        self.w.next = self.i2c.y.val();
    }
}

#[test]
fn different_blocks_in_fields_of_one_name_have_the_names_of_their_parents_in_front() {
    assert_eq!(
        names(&[("chip", &Chip::default())]),
        ["fifo", "spi", "uart_fifo", "uart", "i2c_fifo", "i2c", "chip"]
    );
}

#[test]
fn a_second_design_does_not_change_the_names_of_the_first() {
    let chip = Chip::default();
    let alone = names(&[("chip", &chip)]);
    let other = Uart::<12>::default();
    assert_eq!(names(&[("chip", &chip), ("other", &other)])[..alone.len()], alone);
}

/// Declares a `LogicBlock` with an array of blocks, of the given outputs.
macro_rules! row {
    ($name:ident { $field:ident: $element:ty, $count:literal }) => {
        blocks! { self:
            $name: #[hdl_gen] {
                pub a: Signal<In, Bits<4>>,
                pub y: Signal<Out, Bits<4>>,
                $field: [$element; $count],
            } {
                for i in 0..$count {
                    self.$field[i].a.next = self.a.val();
                }
                self.y.next = self.$field[0].y.val();
            }
        }
    };
}

blocks! { self:
    /// Adds a constant that it is constructed with.
    Offset: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        by: Constant<Bits<4>> = Constant::new(0.into()),
    } {
        self.y.next = self.a.val() + self.by.val();
    }

    Stage: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        offset: Offset,
    } {
        self.offset.a.next = self.a.val();
        self.y.next = self.offset.y.val();
    }
}

impl Offset {
    fn new(by: u64) -> Offset {
        Offset { by: Constant::new(by.into()), ..Offset::default() }
    }
}

impl Stage {
    fn new(by: u64) -> Stage {
        Stage { offset: Offset::new(by), ..Stage::default() }
    }
}

row!(Pipeline { stage: Stage, 4 });

#[test]
fn blocks_in_different_elements_of_an_array_have_the_index_in_their_names() {
    let pipeline =
        |offsets: [u64; 4]| Pipeline { stage: offsets.map(Stage::new), ..Pipeline::default() };
    assert_eq!(names(&[("line", &pipeline([1, 1, 1, 1]))]), ["offset", "stage", "line"]);
    assert_eq!(
        names(&[("line", &pipeline([1, 2, 3, 2]))]),
        ["offset", "stage", "stage_offset", "stage_1", "stage_2_offset", "stage_2", "line"]
    );
}

#[test]
fn equal_blocks_in_fields_of_one_name_share_a_module_wherever_they_are() {
    let pipeline =
        |offsets: [u64; 4]| Pipeline { stage: offsets.map(Stage::new), ..Pipeline::default() };
    let (first, second) = (pipeline([1, 2, 1, 2]), pipeline([2, 1, 2, 1]));
    assert_eq!(
        names(&[("first", &first), ("second", &second)]),
        ["offset", "stage", "stage_offset", "stage_1", "first", "second"]
    );
}

blocks! { self:
    /// Fields whose names differ only in case, or are keywords, or are the name of what is inside.
    OddNames: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub u: Signal<Out, Bits<4>>,
        pub v: Signal<Out, Bits<4>>,
        pub w: Signal<Out, Bits<4>>,
        left: Left,
        right: Right,
        table: Not<4>,
    } {
        self.left.a.next = self.a.val();
        self.right.a.next = self.a.val();
        self.table.a.next = self.a.val();
        self.u.next = self.left.y.val();
        self.v.next = self.right.y.val();
        self.w.next = self.table.y.val();
    }

    #[allow(non_snake_case)]
    Left: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        Core: Not<4>,
    } {
        self.Core.a.next = self.a.val();
        self.y.next = self.Core.y.val();
    }

    Right: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        core: Offset,
    } {
        self.core.a.next = self.a.val();
        self.y.next = self.core.y.val();
    }
}

#[test]
fn names_that_differ_only_in_case_and_keywords_are_avoided() {
    let device: [(&str, &dyn Block); 1] = [("device", &OddNames::default())];
    assert_eq!(names(&device), ["Core", "left", "right_core", "right", "device_table", "device"]);
    let text = crate::harness::printed::<OddNames>();
    assert!(text.contains("  device_table u_table (\n"), "{text}");
}

#[test]
fn an_instance_does_not_have_the_name_of_the_module_around_it() {
    let design = elaborate(&[("inner", &One::<4>::default())]).unwrap();
    let text = crate::harness::text(&design, design.top());
    assert!(
        text.starts_with("module inner (") && text.contains("  inner_inner u_inner (\n"),
        "{text}"
    );
}

blocks! { self:
    /// A described block that is constructed with different values in two places.
    Shifter: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        offset: Offset,
    } {
        self.offset.a.next = self.a.val();
        self.y.next = self.offset.y.val();
    }

    Channel: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        shifter: Shifter,
    } {
        self.shifter.a.next = self.a.val();
        self.y.next = self.shifter.y.val();
    }
}

impl Channel {
    fn new(by: u64) -> Channel {
        let shifter = Shifter { offset: Offset::new(by), ..Shifter::default() };
        Channel { shifter, ..Channel::default() }
    }
}

row!(Channels { channel: Channel, 4 });

#[test]
fn described_blocks_that_are_constructed_differently_have_ends_of_their_paths_appended() {
    let channel = [1, 2, 3, 2].map(Channel::new);
    let device: [(&str, &dyn Block); 1] =
        [("device", &Channels { channel, ..Channels::default() })];
    assert_eq!(
        names(&device),
        [
            "offset",
            "shifter",
            "channel",
            "shifter_offset",
            "shifter_shifter",
            "channel_1",
            "channel_shifter_offset",
            "shifter_channel_shifter",
            "channel_2",
            "device"
        ]
    );
}

blocks! { self:
    /// Reads a signal that nothing drives.
    Faulty<const N: usize>: #[hdl_gen] {
        pub a: Signal<In, Bits<N>>,
        pub y: Signal<Out, Bits<N>>,
        undriven: Signal<Local, Bits<N>>,
    } {
        self.y.next = self.undriven.val() ^ self.a.val();
    }
}

chain! { Around { faulty: Faulty<N> } }
row!(Faults { around: Around<4>, 2 });

#[test]
fn messages_have_the_path_of_the_block() {
    let error = elaborate(&[("top", &Faults::default())]).unwrap_err().to_string();
    assert!(
        error.starts_with("module `top.around[0].faulty`: nothing drives `undriven`"),
        "{error}"
    );
}

blocks! { self:
    /// Connects two inverters in a loop.
    Ring: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub y: Signal<Out, Bits<4>>,
        first: Not<4>,
        second: Not<4>,
    } {
        self.first.a.next = self.second.y.val() & self.a.val();
        self.second.a.next = self.first.y.val();
        self.y.next = self.first.y.val();
    }
}

row!(Rings { ring: Ring, 1 });

#[test]
fn messages_about_whole_modules_have_the_path_of_the_block() {
    let error = elaborate(&[("top", &Rings::default())]).unwrap_err().to_string();
    assert!(error.starts_with("combinational loop in `top.ring[0]`: "), "{error}");
}

pub const DESIGNS: &[crate::harness::NamedDesign] = &[
    ("three peripherals with a FIFO each", crate::harness::design::<Chip>),
    ("odd names of fields", crate::harness::design::<OddNames>),
    ("blocks inside each other", crate::harness::design::<Four<4>>),
];
