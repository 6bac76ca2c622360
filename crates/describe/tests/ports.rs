//! The ports of blocks: their names, and their values as bits.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

#[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeType)]
enum Command {
    Idle,
    Read,
    Write,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState, FromBits)]
enum Side {
    Left,
    Right,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, FromBits)]
struct Request {
    command: Command,
    address: Bits<6>,
    urgent: Bit,
}

#[derive(Default, LogicInterface, Ports)]
#[join = "Responder"]
struct Controller {
    pub request: Signal<Out, Request>,
    pub grant: Signal<In, Bit>,
}

#[derive(Default, LogicInterface, Ports)]
#[join = "Controller"]
struct Responder {
    pub request: Signal<In, Request>,
    pub grant: Signal<Out, Bit>,
}

/// An interface in an interface.
#[derive(Default, LogicInterface, Ports)]
struct Pair<const N: usize> {
    pub near: Responder,
    pub far: Controller,
    pub level: Signal<In, Bits<N>>,
}

#[derive(Clone, Default, Module)]
struct Child {
    pub a: Signal<In, Bit>,
    pub y: Signal<Out, Bit>,
}

impl Logic for Child {
    #[kernel]
    fn update(&mut self) {
        self.y.next = self.a.val();
    }
}

type Level = Signal<In, Signed<5>>;

/// Every kind of field.
#[derive(Module)]
struct Everything<T: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub generic: Signal<In, T>,
    pub result: Signal<Out, T>,
    pub side: Signal<In, Side>,
    pub alias: Level,
    pub bus: Signal<InOut, Bits<8>>,
    pub pair: Pair<N>,
    pub responders: [Responder; 2],
    pub matrix: [[Signal<In, Bit>; 2]; 2],
    pub list: Vec<Signal<Out, Bit>>,
    pub wires: SPIWiresSlave,
    local: Signal<Local, Bit>,
    constant: Constant<Bits<4>>,
    child: Child,
    children: [Child; 2],
    register: DFF<Bit>,
    _remark: u8,
}

impl<T: Synth, const N: usize> Default for Everything<T, N> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            enable: Default::default(),
            generic: Default::default(),
            result: Default::default(),
            side: Default::default(),
            alias: Default::default(),
            bus: Default::default(),
            pair: Default::default(),
            responders: Default::default(),
            matrix: Default::default(),
            list: vec![Default::default()],
            wires: Default::default(),
            local: Default::default(),
            constant: Constant::new(3.into()),
            child: Default::default(),
            children: Default::default(),
            register: Default::default(),
            _remark: 0,
        }
    }
}

impl<T: Synth, const N: usize> Logic for Everything<T, N> {
    fn update(&mut self) {}
}

/// The names, kinds and widths of all ports.
fn ports(block: &mut dyn Ports) -> Vec<String> {
    let mut found = Vec::new();
    block.visit_ports(PortName::BLOCK, &mut |name, port| {
        let kind = match port.kind() {
            AtomKind::InputParameter => "in",
            AtomKind::OutputParameter => "out",
            AtomKind::InOutParameter => "inout",
            other => panic!("{name} is {other:?}"),
        };
        found.push(format!("{kind} {name} {}", port.bits()));
    });
    found
}

#[test]
fn a_block_has_the_ports_of_its_signals_arrays_and_interfaces_but_not_of_its_children() {
    let mut block = Everything::<Bits<100>, 3>::default();
    assert_eq!(
        ports(&mut block),
        [
            "in clock 1",
            "in enable 1",
            "in generic 100",
            "out result 100",
            "in side 1",
            "in alias 5",
            "inout bus 8",
            "in pair_near_request 9",
            "out pair_near_grant 1",
            "out pair_far_request 9",
            "in pair_far_grant 1",
            "in pair_level 3",
            "in responders_0_request 9",
            "out responders_0_grant 1",
            "in responders_1_request 9",
            "out responders_1_grant 1",
            "in matrix_0_0 1",
            "in matrix_0_1 1",
            "in matrix_1_0 1",
            "in matrix_1_1 1",
            "out list_0 1",
            "in wires_mosi 1",
            "out wires_miso 1",
            "in wires_msel 1",
            "in wires_mclk 1",
        ]
    );
    assert!(block.is_block());
    assert!(!block.pair.is_block() && !block.responders.is_block() && block.children.is_block());
}

/// A block that derives `LogicBlock`.
#[derive(Default, LogicBlock, Ports)]
struct Stock {
    pub level: Signal<In, Bits<4>>,
    pub bus: Responder,
    child: Child,
}

impl Logic for Stock {
    fn update(&mut self) {}
}

#[test]
fn a_stock_block_derives_its_ports() {
    let mut block = Stock::default();
    assert_eq!(ports(&mut block), ["in level 4", "in bus_request 9", "out bus_grant 1"]);
    assert!(block.is_block());
    block.child.y.next = true;
}

#[test]
fn ports_are_driven_and_read() {
    let mut block = Everything::<Bits<4>, 3>::default();
    block.result.next = 9.into();
    block.visit_ports(PortName::BLOCK, &mut |name, port| {
        assert_eq!(port.is_driven_by_block(), port.kind() == AtomKind::OutputParameter, "{name}");
        port.drive(&vec![true; port.bits()]);
    });
    block.update_all();
    assert_eq!(block.generic.val(), 15);
    assert_eq!(block.alias.val(), signed::<5>(-1));
    assert_eq!(block.side.val(), Side::Right);
    assert!(block.clock.val().clk && block.matrix[1][0].val() && block.wires.msel.val());
    assert_eq!(block.bus.val(), 255);
    assert_eq!(block.result.val(), 9);
    let request = Request { command: Command::Idle, address: 63.into(), urgent: true };
    assert_eq!(block.responders[1].request.val(), request);

    block.bus.set_tristate_is_output(true);
    let mut driven = Vec::new();
    block.visit_ports(PortName::BLOCK, &mut |name, port| {
        if port.kind() == AtomKind::InOutParameter && port.is_driven_by_block() {
            driven.push(name.to_string());
        }
    });
    assert_eq!(driven, ["bus"]);
}

/// The lowest `width` bits of a number.
fn bits_of(number: u128, width: usize) -> Vec<bool> {
    (0..width).map(|bit| number >> bit & 1 == 1).collect()
}

#[test]
fn values_are_made_from_their_bits() {
    for number in [0, 1, 2, 5, 0x55, 0xff, 0x1234_5678_9abc_def0, u128::MAX / 3, u128::MAX] {
        assert_eq!(Bits::<1>::from_bits(&bits_of(number, 1)), (number & 1) as u64);
        assert_eq!(Bits::<7>::from_bits(&bits_of(number, 7)), (number & 0x7f) as u64);
        assert_eq!(Bits::<64>::from_bits(&bits_of(number, 64)), number as u64);
        assert_eq!(
            Bits::<65>::from_bits(&bits_of(number, 65)),
            (number & (u128::MAX >> 63)).to_bits()
        );
        assert_eq!(Bits::<128>::from_bits(&bits_of(number, 128)), number.to_bits());
        let wide = [bits_of(number, 128), bits_of(!number, 128), vec![false; 44]].concat();
        let wide = Bits::<300>::from_bits(&wide);
        assert_eq!(wide.get_bits::<128>(0), number.to_bits());
        assert_eq!(wide.get_bits::<128>(128), (!number).to_bits());
        assert_eq!(wide.get_bits::<44>(256), 0);
        assert_eq!(Signed::<9>::from_bits(&bits_of(number, 9)).inner(), (number & 0x1ff) as u64);
        assert_eq!(bool::from_bits(&bits_of(number, 1)), number & 1 == 1);
        assert_eq!(Clock::from_bits(&bits_of(number, 1)).clk, number & 1 == 1);
    }
    let commands = (0..4).map(|code| Command::from_bits(&bits_of(code, 2)));
    use Command::*;
    assert_eq!(commands.collect::<Vec<_>>(), [Idle, Read, Write, Idle]);
    assert_eq!(
        Request::from_bits(&bits_of(1 << 8 | 0b10_1010 << 2 | 2, 9)),
        Request { command: Write, address: 0b10_1010.into(), urgent: true }
    );
    let command = SDRAMCommand::from_bits(&bits_of(5, 3));
    assert_eq!(command, SDRAMCommand::Read);
}

/// The bits of a struct are those of rust-hdl's own conversion.
#[test]
fn a_struct_has_its_first_field_lowest() {
    for number in 0..512_u64 {
        let request = Request::from_bits(&bits_of(number.into(), 9));
        let bits: Bits<9> = request.into();
        let command = if number & 3 == 3 { 0 } else { number & 3 };
        assert_eq!(bits, number & !3 | command);
    }
}
