//! Clocks that a design makes itself.

use rust_hdl::prelude::*;
use rust_hdl::widgets::edge_ff::EdgeDFF;

/// Passes data on without delay.
#[derive(LogicBlock, Default)]
pub struct Buffer {
    pub i: Signal<In, Bits<4>>,
    pub o: Signal<Out, Bits<4>>,
}

impl Logic for Buffer {
    #[hdl_gen]
    fn update(&mut self) {
        self.o.next = self.i.val();
    }
}

/// Divides its clock by two, and captures data on the slow clock. The data passes through a child.
#[derive(LogicBlock, Default)]
pub struct DividedClock {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bits<4>>,
    pub slow_clock: Signal<Out, Bit>,
    pub captured: Signal<Out, Bits<4>>,
    divider: DFF<Bit>,
    stage: DFF<Bits<4>>,
    capture: DFF<Bits<4>>,
    buffer: Buffer,
}

impl Logic for DividedClock {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, divider, stage);
        self.divider.d.next = !self.divider.q.val();
        self.stage.d.next = self.data.val();
        self.buffer.i.next = self.stage.q.val();
        self.capture.clock.next = self.divider.q.val().into();
        self.capture.d.next = self.buffer.o.val();
        self.slow_clock.next = self.divider.q.val();
        self.captured.next = self.capture.q.val();
    }
}

/// Captures data on the falling edge, and passes it on with the rising edge.
#[derive(LogicBlock, Default)]
pub struct FallingEdge {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bits<4>>,
    pub captured: Signal<Out, Bits<4>>,
    pub delayed: Signal<Out, Bits<4>>,
    early: EdgeDFF<Bits<4>>,
    late: DFF<Bits<4>>,
}

impl Logic for FallingEdge {
    #[hdl_gen]
    fn update(&mut self) {
        self.early.clk.next = self.clock.val();
        self.early.d.next = self.data.val();
        self.late.clock.next = self.clock.val();
        self.late.d.next = self.early.q.val();
        self.captured.next = self.early.q.val();
        self.delayed.next = self.late.q.val();
    }
}
