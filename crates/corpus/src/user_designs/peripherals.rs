//! Blocks that answer each other, blocks in fields of equal names, and enums in structs.

use rust_hdl::prelude::*;

/// Selects the device while there is a request, and accepts while the device is ready.
#[derive(LogicBlock, Default)]
pub struct Requester {
    pub request: Signal<In, Bit>,
    pub ready: Signal<In, Bit>,
    pub select: Signal<Out, Bit>,
    pub accepted: Signal<Out, Bit>,
}

impl Logic for Requester {
    #[hdl_gen]
    fn update(&mut self) {
        self.select.next = false;
        self.accepted.next = false;
        if self.request.val() {
            self.select.next = true;
        }
        if self.ready.val() & self.request.val() {
            self.accepted.next = true;
        }
    }
}

/// Is ready every other cycle, and takes data while it is selected.
#[derive(LogicBlock, Default)]
pub struct Device {
    pub clock: Signal<In, Clock>,
    pub select: Signal<In, Bit>,
    pub data: Signal<In, Bits<4>>,
    pub ready: Signal<Out, Bit>,
    pub received: Signal<Out, Bits<4>>,
    turn: DFF<Bit>,
}

impl Logic for Device {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, turn);
        self.turn.d.next = !self.turn.q.val();
        self.ready.next = false;
        self.received.next = 0.into();
        if self.turn.q.val() {
            self.ready.next = true;
        }
        if self.select.val() {
            self.received.next = self.data.val();
        }
    }
}

/// Connects a requester and a device, each of which reads an output of the other.
#[derive(LogicBlock, Default)]
pub struct Hub {
    pub clock: Signal<In, Clock>,
    pub request: Signal<In, Bit>,
    pub data: Signal<In, Bits<4>>,
    pub accepted: Signal<Out, Bit>,
    pub received: Signal<Out, Bits<4>>,
    requester: Requester,
    device: Device,
}

impl Logic for Hub {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, device);
        self.requester.request.next = self.request.val();
        self.requester.ready.next = self.device.ready.val();
        self.device.select.next = self.requester.select.val();
        self.device.data.next = self.data.val();
        self.accepted.next = self.requester.accepted.val();
        self.received.next = self.device.received.val();
    }
}

/// Delays words by a FIFO.
#[derive(LogicBlock, Default)]
pub struct Peripheral<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bits<N>>,
    pub write: Signal<In, Bit>,
    pub read: Signal<In, Bit>,
    pub head: Signal<Out, Bits<N>>,
    pub empty: Signal<Out, Bit>,
    fifo: SynchronousFIFO<Bits<N>, 2, 3, 1>,
}

impl<const N: usize> Logic for Peripheral<N> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, fifo);
        self.fifo.data_in.next = self.data.val();
        self.fifo.write.next = self.write.val();
        self.fifo.read.next = self.read.val();
        self.head.next = self.fifo.data_out.val();
        self.empty.next = self.fifo.empty.val();
    }
}

/// Three peripherals of different widths.
#[derive(LogicBlock, Default)]
pub struct Peripherals {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bits<16>>,
    pub write: Signal<In, Bit>,
    pub read: Signal<In, Bit>,
    pub narrow: Signal<Out, Bits<4>>,
    pub middle: Signal<Out, Bits<8>>,
    pub wide: Signal<Out, Bits<16>>,
    pub empty: Signal<Out, Bit>,
    uart: Peripheral<4>,
    spi: Peripheral<8>,
    i2c: Peripheral<16>,
}

impl Logic for Peripherals {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, uart, spi, i2c);
        self.uart.data.next = self.data.val().get_bits::<4>(0);
        self.spi.data.next = self.data.val().get_bits::<8>(0);
        self.i2c.data.next = self.data.val();
        self.uart.write.next = self.write.val();
        self.spi.write.next = self.write.val();
        self.i2c.write.next = self.write.val();
        self.uart.read.next = self.read.val();
        self.spi.read.next = self.read.val();
        self.i2c.read.next = self.read.val();
        self.narrow.next = self.uart.head.val();
        self.middle.next = self.spi.head.val();
        self.wide.next = self.i2c.head.val();
        self.empty.next = self.uart.empty.val() & self.spi.empty.val() & self.i2c.empty.val();
    }
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Phase {
    Idle,
    Working,
    Done,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Status {
    pub phase: Phase,
    pub level: Bits<4>,
}

/// Shows its state on a port.
#[derive(LogicBlock, Default)]
pub struct StatusPort {
    pub clock: Signal<In, Clock>,
    pub request: Signal<In, Bit>,
    pub level: Signal<In, Bits<4>>,
    pub status: Signal<Out, Status>,
    pub busy: Signal<Out, Bit>,
    phase: DFF<Phase>,
    shown: Signal<Local, Status>,
}

impl Logic for StatusPort {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase);
        match self.phase.q.val() {
            Phase::Idle => {
                if self.request.val() {
                    self.phase.d.next = Phase::Working;
                }
            }
            Phase::Working => {
                self.phase.d.next = Phase::Done;
            }
            Phase::Done => {
                self.phase.d.next = Phase::Idle;
            }
            _ => {
                self.phase.d.next = Phase::Idle;
            }
        }
        self.shown.next.phase = self.phase.q.val();
        self.shown.next.level = self.level.val();
        self.status.next = self.shown.val();
        self.busy.next = self.phase.q.val() != Phase::Idle;
    }
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Sender {
    Idle,
    Sending,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Receiver {
    Idle,
    Receiving,
}

/// Two state machines whose enums share a variant.
#[derive(LogicBlock, Default)]
pub struct TwoMachines {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub stop: Signal<In, Bit>,
    pub sending: Signal<Out, Bit>,
    pub receiving: Signal<Out, Bit>,
    sender: DFF<Sender>,
    receiver: DFF<Receiver>,
}

impl Logic for TwoMachines {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sender, receiver);
        if self.start.val() {
            self.sender.d.next = Sender::Sending;
        }
        if self.stop.val() {
            self.sender.d.next = Sender::Idle;
            self.receiver.d.next = Receiver::Receiving;
        }
        if self.sender.q.val() == Sender::Sending {
            self.receiver.d.next = Receiver::Idle;
        }
        self.sending.next = self.sender.q.val() == Sender::Sending;
        self.receiving.next = self.receiver.q.val() == Receiver::Receiving;
    }
}
