//! Blocks with every kind of port.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Every pattern of two bits is a variant.
#[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeType)]
pub enum Level {
    Low,
    Middle,
    High,
    Highest,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, FromBits)]
pub struct Reading {
    level: Level,
    offset: Bits<3>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, FromBits)]
pub struct Message {
    valid: Bit,
    reading: Reading,
    number: Bits<4>,
}

blocks! { self:
    /// Bits, words and numbers.
    Scalars: #[kernel] {
        pub enable: Signal<In, Bit>,
        pub word: Signal<In, Bits<5>>,
        pub number: Signal<In, Signed<3>>,
        pub next_word: Signal<Out, Bits<5>>,
        pub negated: Signal<Out, Signed<3>>,
        pub negative: Signal<Out, Bit>,
    } {
        self.next_word.next = self.word.val();
        if self.enable.val() {
            self.next_word.next = self.word.val() + 1;
        }
        self.negated.next = -self.number.val();
        self.negative.next = self.number.val() < 0.into();
    }

    WideWords: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<70>>,
        pub b: Signal<In, Bits<200>>,
        pub first: Signal<Out, Bits<70>>,
        pub second: Signal<Out, Bits<200>>,
        held: DFF<Bits<200>>,
    } {
        dff_setup!(self, clock, held);
        self.held.d.next = self.b.val() ^ (bit_cast::<200, 70>(self.a.val()) << 100);
        self.first.next = !self.a.val();
        self.second.next = self.held.q.val();
    }

    #[module(types(Level))]
    Enums: #[kernel] {
        pub level: Signal<In, Level>,
        pub above: Signal<Out, Level>,
        pub is_low: Signal<Out, Bit>,
    } {
        match self.level.val() {
            Level::Low => self.above.next = Level::Middle,
            Level::Middle => self.above.next = Level::High,
            Level::High => self.above.next = Level::Highest,
            Level::Highest => self.above.next = Level::Highest,
        }
        self.is_low.next = self.level.val() == Level::Low;
    }

    /// A struct that contains a struct and an enum.
    Structs: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub received: Signal<In, Message>,
        pub sent: Signal<Out, Message>,
        pub is_high: Signal<Out, Bit>,
        held: DFF<Message>,
    } {
        dff_setup!(self, clock, held);
        if self.received.val().valid {
            self.held.d.next = self.received.val();
        }
        self.sent.next = self.held.q.val();
        self.is_high.next = self.received.val().reading.level == Level::High;
    }
}

#[derive(Default, LogicInterface, Ports)]
#[join = "Responder"]
pub struct Controller {
    pub address: Signal<Out, Bits<2>>,
    pub level: Signal<In, Level>,
}

#[derive(Default, LogicInterface, Ports)]
#[join = "Controller"]
pub struct Responder {
    pub address: Signal<In, Bits<2>>,
    pub level: Signal<Out, Level>,
}

/// An interface with another one inside.
#[derive(Default, LogicInterface, Ports)]
pub struct Link<const N: usize> {
    pub inner: Responder,
    pub data: Signal<In, Bits<N>>,
    pub sum: Signal<Out, Bits<N>>,
}

blocks! { self:
    /// Interfaces, arrays, and interfaces of `rust-hdl`.
    Interfaces: #[kernel] {
        pub link: Link<3>,
        pub controller: Controller,
        pub responders: [Responder; 2],
        pub levels: [Signal<In, Bits<2>>; 2],
        pub inverted: [Signal<Out, Bits<2>>; 2],
        pub wires: SPIWiresSlave,
        child: Scalars,
    } {
        self.child.enable.next = self.wires.msel.val() & self.wires.mclk.val();
        self.child.word.next = bit_cast::<5, 3>(self.link.data.val());
        self.child.number.next = signed_cast(self.link.data.val());
        self.link.sum.next = bit_cast::<3, 5>(self.child.next_word.val());
        self.wires.miso.next = self.child.negative.val() ^ self.wires.mosi.val();
        self.link.inner.level.next = Level::Low;
        if self.link.inner.address.val() == 3 {
            self.link.inner.level.next = Level::High;
        }
        self.controller.address.next = 1.into();
        if self.controller.level.val() == Level::High {
            self.controller.address.next = self.link.inner.address.val();
        }
        for i in 0..2 {
            self.inverted[i].next = !self.levels[i].val();
            self.responders[i].level.next = Level::Middle;
            if self.responders[i].address.val().any() {
                self.responders[i].level.next = Level::Low;
            }
        }
    }

    /// Two clocks, one of which is data, too.
    Clocks: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub keys: Signal<In, Bits<2>>,
        pub value: Signal<In, Bits<2>>,
        pub slow: Signal<Out, Bits<2>>,
        pub fast: Signal<Out, Bits<2>>,
        pub pressed: Signal<Out, Bit>,
        slow_register: DFF<Bits<2>>,
        fast_register: DFF<Bits<2>>,
    } {
        self.slow_register.clock.next = self.keys.val().get_bit(1).into();
        self.fast_register.clock.next = self.clock.val();
        self.slow_register.d.next = self.value.val();
        self.fast_register.d.next = self.value.val();
        self.slow.next = self.slow_register.q.val();
        self.fast.next = self.fast_register.q.val();
        self.pressed.next = self.keys.val().all();
    }

    /// A bidirectional port, in a child.
    Bidirectional: #[kernel] {
        pub bus: Signal<InOut, Bits<4>>,
        pub enable: Signal<In, Bit>,
        pub data: Signal<In, Bits<4>>,
        pub seen: Signal<Out, Bits<4>>,
        buffer: TristateBuffer<Bits<4>>,
    } {
        Signal::<InOut, Bits<4>>::link(&mut self.bus, &mut self.buffer.bus);
        self.buffer.write_enable.next = self.enable.val();
        self.buffer.write_data.next = !self.data.val();
        self.seen.next = self.buffer.read_data.val();
    }
}

/// Parameters for a type and a width.
#[derive(Module)]
pub struct Generic<T: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    pub value: Signal<In, T>,
    pub number: Signal<In, Bits<N>>,
    pub delayed: Signal<Out, T>,
    pub inverted: Signal<Out, Bits<N>>,
    register: DFF<T>,
}

impl<T: Synth, const N: usize> Default for Generic<T, N> {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            value: Default::default(),
            number: Default::default(),
            delayed: Default::default(),
            inverted: Default::default(),
            register: Default::default(),
        }
    }
}

impl<T: Synth, const N: usize> Logic for Generic<T, N> {
    #[kernel]
    fn update(&mut self) {
        dff_setup!(self, clock, register);
        self.register.d.next = self.value.val();
        self.delayed.next = self.register.q.val();
        self.inverted.next = !self.number.val();
    }
}

blocks! { self:
    /// A block that does not describe itself.
    Stock: #[hdl_gen] {
        pub message: Signal<In, Message>,
        pub link: Link<2>,
        pub offset: Signal<Out, Bits<3>>,
    } {
        self.offset.next = self.message.val().reading.offset;
        self.link.sum.next = self.link.data.val() + 1;
        self.link.inner.level.next = Level::High;
        if self.link.inner.address.val().any() {
            self.link.inner.level.next = self.message.val().reading.level;
        }
    }
}

/// An enum with a bit pattern that is not a variant.
#[derive(Copy, Clone, Debug, PartialEq, LogicState, FromBits)]
pub enum Phase {
    Idle,
    Busy,
    Done,
}

blocks! { self:
    Phases: #[kernel] {
        pub phase: Signal<In, Phase>,
        pub code: Signal<Out, Bits<2>>,
    } {
        match self.phase.val() {
            Phase::Idle => self.code.next = 0.into(),
            Phase::Busy => self.code.next = 1.into(),
            Phase::Done => self.code.next = 2.into(),
        }
    }
}
