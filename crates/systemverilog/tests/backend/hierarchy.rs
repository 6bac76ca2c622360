//! Hierarchies.

use rust_hdl::prelude::*;
use rust_hdl_describe::Ports;

blocks! { self:
    FullAdder: #[hdl_gen] {
        pub a: Signal<In, Bit>,
        pub b: Signal<In, Bit>,
        pub carry_in: Signal<In, Bit>,
        pub sum: Signal<Out, Bit>,
        pub carry_out: Signal<Out, Bit>,
    } {
        self.sum.next = self.a.val() ^ self.b.val() ^ self.carry_in.val();
        self.carry_out.next = (self.a.val() & self.b.val())
            | (self.a.val() & self.carry_in.val())
            | (self.b.val() & self.carry_in.val());
    }

    /// An array of blocks, each of which depends on the one before.
    RippleAdder: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub b: Signal<In, Bits<4>>,
        pub sum: Signal<Out, Bits<4>>,
        pub carry: Signal<Out, Bit>,
        collected: Signal<Local, Bits<4>>,
        adders: [FullAdder; 4],
    } {
        for i in 0..4 {
            self.adders[i].a.next = self.a.val().get_bit(i);
            self.adders[i].b.next = self.b.val().get_bit(i);
            if i == 0 {
                self.adders[i].carry_in.next = false;
            } else {
                self.adders[i].carry_in.next = self.adders[i - 1].carry_out.val();
            }
        }
        self.collected.next = 0.into();
        for i in 0..4 {
            if self.adders[i].sum.val() {
                self.collected.next = self.collected.val() | (1_usize << i).to_bits();
            }
        }
        self.sum.next = self.collected.val();
        self.carry.next = self.adders[3].carry_out.val();
    }

    /// A block with a combinational path and a path through a register.
    Server: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub request: Signal<In, Bits<2>>,
        pub accepted: Signal<Out, Bit>,
        pub last: Signal<Out, Bits<2>>,
        unused_port: Signal<Local, Bit>,
        memory: DFF<Bits<2>>,
    } {
        dff_setup!(self, clock, memory);
        self.accepted.next = self.request.val() != self.memory.q.val();
        self.memory.d.next = self.request.val();
        self.last.next = self.memory.q.val();
        self.unused_port.next = self.accepted.val();
    }

    /// A statement that drives a child's input and reads its output.
    Handshake: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub wish: Signal<In, Bits<2>>,
        pub go: Signal<In, Bit>,
        pub result: Signal<Out, Bits<3>>,
        pub spare: Signal<Out, Bits<2>>,
        server: Server,
        idle_server: Server,
    } {
        clock!(self, clock, server, idle_server);
        self.server.request.next = 0.into();
        self.result.next = 0.into();
        match self.go.val() {
            true => {
                self.server.request.next = self.wish.val();
                if self.server.accepted.val() {
                    self.result.next = 5.into();
                } else {
                    self.result.next = bit_cast::<3, 2>(self.server.last.val());
                }
            }
            false => self.result.next = 1.into(),
        }
        self.idle_server.request.next = !self.wish.val();
        self.spare.next = self.idle_server.last.val();
    }

    /// Children of children; a value goes up the hierarchy and down again.
    Middle: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bits<2>>,
        pub flag: Signal<Out, Bit>,
        first: Server,
        second: Server,
    } {
        self.first.clock.next = self.clock.val();
        self.second.clock.next = self.clock.val();
        self.first.request.next = self.a.val() + 1;
        self.second.request.next = self.first.last.val();
        self.y.next = self.second.last.val() ^ self.first.last.val();
        self.flag.next = self.first.accepted.val() && !self.second.accepted.val();
    }

    Outer: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bits<2>>,
        pub seen: Signal<Out, Bit>,
        left: Middle,
        right: Middle,
        adders: RippleAdder,
        pub total: Signal<Out, Bits<4>>,
    } {
        clock!(self, clock, left, right);
        self.left.a.next = self.a.val();
        self.right.a.next = self.left.y.val();
        self.y.next = self.right.y.val();
        self.seen.next = self.left.flag.val() | self.right.flag.val();
        self.adders.a.next = bit_cast::<4, 2>(self.left.y.val());
        self.adders.b.next = bit_cast::<4, 2>(self.right.y.val()) << 2;
        self.total.next = self.adders.sum.val();
    }
}

#[derive(Clone, Debug, Default, LogicInterface)]
#[join = "Consumer"]
pub struct Producer {
    pub word: Signal<Out, Bits<4>>,
    pub valid: Signal<Out, Bit>,
    pub ready: Signal<In, Bit>,
}

#[derive(Clone, Debug, Default, LogicInterface)]
#[join = "Producer"]
pub struct Consumer {
    pub word: Signal<In, Bits<4>>,
    pub valid: Signal<In, Bit>,
    pub ready: Signal<Out, Bit>,
}

blocks! { self:
    Source: #[hdl_gen] {
        pub bus: Producer,
        pub seed: Signal<In, Bits<4>>,
        pub sent: Signal<Out, Bit>,
    } {
        self.bus.word.next = self.seed.val() + 1;
        self.bus.valid.next = self.seed.val() != 0;
        self.sent.next = self.bus.ready.val();
    }

    Sink: #[hdl_gen] {
        pub bus: Consumer,
        pub blocked: Signal<In, Bit>,
        pub got: Signal<Out, Bits<4>>,
    } {
        self.bus.ready.next = !self.blocked.val();
        self.got.next = 0.into();
        if self.bus.valid.val() {
            self.got.next = self.bus.word.val();
        }
    }

    /// Links its interface to the block inside.
    Wrapped: #[hdl_gen] {
        pub bus: Producer,
        pub seed: Signal<In, Bits<4>>,
        pub sent: Signal<Out, Bit>,
        source: Source,
    } {
        Producer::link(&mut self.bus, &mut self.source.bus);
        self.source.seed.next = self.seed.val();
        self.sent.next = self.source.sent.val();
    }

    Interfaces: #[hdl_gen] {
        pub seed: Signal<In, Bits<4>>,
        pub blocked: Signal<In, Bit>,
        pub got: Signal<Out, Bits<4>>,
        pub sent: Signal<Out, Bit>,
        source: Wrapped,
        sink: Sink,
    } {
        self.source.seed.next = self.seed.val();
        self.sink.blocked.next = self.blocked.val();
        Producer::join(&mut self.source.bus, &mut self.sink.bus);
        self.got.next = self.sink.got.val();
        self.sent.next = self.source.sent.val();
    }
}

blocks! { self:
    /// A child whose outputs drive fields of a struct, and a block without a kernel.
    Fields: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub b: Signal<In, Bits<4>>,
        pub result: Signal<Out, SumAndCarry>,
        pub copy: Signal<Out, Bits<5>>,
        adder: RippleAdder,
        empty: Empty,
    } {
        self.adder.a.next = self.a.val();
        self.adder.b.next = self.b.val();
        self.result.next.sum = self.adder.sum.val();
        self.result.next.carry = self.adder.carry.val();
        self.copy.next = self.result.val().into();
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Default, LogicStruct)]
pub struct SumAndCarry {
    pub sum: Bits<4>,
    pub carry: Bit,
}

#[derive(Clone, Default, LogicBlock, Ports)]
pub struct Empty {}

impl Logic for Empty {
    fn update(&mut self) {}
}

matches_rust! {
    an_array_of_blocks_becomes_instances: RippleAdder,
    an_output_of_a_child_may_be_an_input_of_its_neighbour: Handshake,
    values_pass_through_the_hierarchy: Outer,
    interfaces_are_joined_and_linked: Interfaces,
    outputs_of_children_drive_fields_of_structs: Fields,
}
