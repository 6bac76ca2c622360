//! Blocks whose clocks pass through other blocks, are divided, gated, selected or inverted.

use rust_hdl::prelude::*;
use rust_hdl_describe::Ports;

/// Declares blocks with ports, other fields, and a kernel. `#[hdl_gen]` and `self` are arguments
/// because of macro hygiene.
macro_rules! blocks {
    ($hash:tt $hdl_gen:tt $self:ident: $(
        $block:ident { $($port:ident: $port_ty:ty,)* } { $($field:ident: $ty:ty,)* } { $($kernel:tt)* }
    )*) => { $(
        #[derive(Clone, Default, LogicBlock, Ports)]
        pub struct $block {
            $(pub $port: $port_ty,)*
            $($field: $ty,)*
        }

        impl Logic for $block {
            $hash $hdl_gen
            fn update(&mut $self) {
                $($kernel)*
            }
        }
    )* };
}

blocks! { # [hdl_gen] self:
    // Passes a clock on.
    Buffer { i: Signal<In, Clock>, o: Signal<Out, Clock>, } {} {
        self.o.next = self.i.val();
    }

    // Counts, and copies an input.
    Counter {
        clock: Signal<In, Clock>, data: Signal<In, Bits<4>>, count: Signal<Out, Bits<4>>, copy: Signal<Out, Bits<4>>,
    } { value: DFF<Bits<4>>, copied: DFF<Bits<4>>, } {
        dff_setup!(self, clock, value, copied);
        self.value.d.next = self.value.q.val() + 1;
        self.count.next = self.value.q.val();
        self.copied.d.next = self.data.val();
        self.copy.next = self.copied.q.val();
    }

    // A counter one level deeper.
    Deep {
        clock: Signal<In, Clock>, data: Signal<In, Bits<4>>, count: Signal<Out, Bits<4>>, copy: Signal<Out, Bits<4>>,
    } { inner: Counter, } {
        self.inner.clock.next = self.clock.val();
        self.inner.data.next = self.data.val();
        self.count.next = self.inner.count.val();
        self.copy.next = self.inner.copy.val();
    }

    // One clock for registers at several depths, which exchange data.
    Tree { clock: Signal<In, Clock>, y: Signal<Out, Bits<4>>, z: Signal<Out, Bits<4>>, } {
        shared: Signal<Local, Clock>, deep: Deep, counter: Counter, sum: DFF<Bits<4>>,
    } {
        self.shared.next = self.clock.val();
        dff_setup!(self, shared, sum);
        self.deep.clock.next = self.shared.val();
        self.counter.clock.next = self.clock.val();
        self.deep.data.next = self.sum.q.val() ^ self.counter.count.val();
        self.counter.data.next = self.deep.count.val();
        self.sum.d.next = self.sum.q.val() + self.deep.copy.val() + self.counter.copy.val();
        self.y.next = self.sum.q.val();
        self.z.next = self.deep.copy.val();
    }

    // Registers behind a clock buffer, which exchange data only with each other and with inputs.
    Behind { clock: Signal<In, Clock>, data: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>>, z: Signal<Out, Bits<4>>, } {
        buffer: Buffer, deep: Deep, sum: DFF<Bits<4>>,
    } {
        self.buffer.i.next = self.clock.val();
        self.sum.clock.next = self.buffer.o.val();
        self.deep.clock.next = self.buffer.o.val();
        self.deep.data.next = self.data.val() + self.sum.q.val();
        self.sum.d.next = self.sum.q.val() ^ self.deep.copy.val() ^ self.deep.count.val();
        self.y.next = self.sum.q.val();
        self.z.next = self.deep.copy.val();
    }

    // A register whose clock passes through a block, and whose data does not.
    Buffered { clock: Signal<In, Clock>, y: Signal<Out, Bits<4>>, } {
        buffer: Buffer, counter: DFF<Bits<4>>, late: DFF<Bits<4>>,
    } {
        dff_setup!(self, clock, counter);
        self.buffer.i.next = self.clock.val();
        self.late.clock.next = self.buffer.o.val();
        self.counter.d.next = self.counter.q.val() + 1;
        self.late.d.next = self.counter.q.val();
        self.y.next = self.late.q.val();
    }

    // The same with one clock.
    Unbuffered { clock: Signal<In, Clock>, y: Signal<Out, Bits<4>>, } {
        counter: DFF<Bits<4>>, late: DFF<Bits<4>>,
    } {
        dff_setup!(self, clock, counter, late);
        self.counter.d.next = self.counter.q.val() + 1;
        self.late.d.next = self.counter.q.val();
        self.y.next = self.late.q.val();
    }

    // A register on a divided clock, with data from the undivided one.
    Divided { clock: Signal<In, Clock>, y: Signal<Out, Bits<4>>, } {
        half: Signal<Local, Clock>, divider: DFF<Bit>, counter: Counter, slow: DFF<Bits<4>>,
    } {
        dff_setup!(self, clock, divider);
        self.divider.d.next = !self.divider.q.val();
        self.half.next = self.divider.q.val().into();
        self.counter.clock.next = self.clock.val();
        self.counter.data.next = 0.into();
        self.slow.clock.next = self.half.val();
        self.slow.d.next = self.counter.count.val();
        self.y.next = self.slow.q.val();
    }

    // Divided twice: the data has settled long before. But it comes from so deep that Rust still
    // sees the old value.
    DividedTwice { clock: Signal<In, Clock>, y: Signal<Out, Bits<4>>, } {
        half: Signal<Local, Clock>, quarter: Signal<Local, Clock>, first: DFF<Bit>, second: DFF<Bit>,
        deep: Deeper, slow: DFF<Bits<4>>,
    } {
        self.first.clock.next = self.clock.val();
        self.first.d.next = !self.first.q.val();
        self.half.next = self.first.q.val().into();
        self.second.clock.next = self.half.val();
        self.second.d.next = !self.second.q.val();
        self.quarter.next = self.second.q.val().into();
        self.deep.clock.next = self.clock.val();
        self.deep.data.next = 0.into();
        self.slow.clock.next = self.quarter.val();
        self.slow.d.next = self.deep.count.val();
        self.y.next = self.slow.q.val();
    }

    Deeper {
        clock: Signal<In, Clock>, data: Signal<In, Bits<4>>, count: Signal<Out, Bits<4>>, copy: Signal<Out, Bits<4>>,
    } { inner: Deep, } {
        self.inner.clock.next = self.clock.val();
        self.inner.data.next = self.data.val();
        self.count.next = self.inner.count.val();
        self.copy.next = self.inner.copy.val();
    }

    // A divided clock for registers that exchange data only with each other, and are read by the
    // faster ones.
    OwnDomain { clock: Signal<In, Clock>, data: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>>, z: Signal<Out, Bits<4>>, } {
        half: Signal<Local, Clock>, divider: DFF<Bit>, counter: Counter, slow: DFF<Bits<4>>, fast: DFF<Bits<4>>,
    } {
        dff_setup!(self, clock, divider, fast);
        self.divider.d.next = !self.divider.q.val();
        self.half.next = self.divider.q.val().into();
        self.counter.clock.next = self.half.val();
        self.slow.clock.next = self.half.val();
        self.counter.data.next = self.slow.q.val();
        self.slow.d.next = self.counter.count.val() ^ self.data.val() ^ self.counter.copy.val();
        self.fast.d.next = self.slow.q.val() + self.fast.q.val();
        self.y.next = self.slow.q.val();
        self.z.next = self.fast.q.val();
    }

    // A clock that a register of the other edge gates, as clock gating cells do.
    GatedByFalling { clock: Signal<In, Clock>, enable: Signal<In, Bit>, y: Signal<Out, Bits<4>>, z: Signal<Out, Bits<4>>, } {
        falling: Signal<Local, Clock>, gated: Signal<Local, Clock>,
        permission: DFF<Bit>, counter: DFF<Bits<4>>, all: DFF<Bits<4>>,
    } {
        self.falling.next = !self.clock.val();
        self.permission.clock.next = self.falling.val();
        self.permission.d.next = self.enable.val();
        self.gated.next = false.into();
        if self.permission.q.val() {
            self.gated.next = self.clock.val();
        }
        self.counter.clock.next = self.gated.val();
        self.counter.d.next = self.counter.q.val() + 1;
        self.all.clock.next = self.clock.val();
        self.all.d.next = self.all.q.val() + self.counter.q.val();
        self.y.next = self.counter.q.val();
        self.z.next = self.all.q.val();
    }

    // A clock with an enable from outside, assigned as a default and an exception.
    GatedByInput { clock: Signal<In, Clock>, open: Signal<In, Bit>, y: Signal<Out, Bits<4>>, z: Signal<Out, Bits<4>>, } {
        gated: Signal<Local, Clock>, counter: DFF<Bits<4>>, all: DFF<Bits<4>>,
    } {
        self.gated.next = false.into();
        if self.open.val() {
            self.gated.next = self.clock.val();
        }
        self.counter.clock.next = self.gated.val();
        self.all.clock.next = self.clock.val();
        self.counter.d.next = self.counter.q.val() + 1;
        self.all.d.next = self.all.q.val() + self.counter.q.val();
        self.y.next = self.counter.q.val();
        self.z.next = self.all.q.val();
    }

    // A clock that is assigned again, as after `dff_setup!`.
    Reassigned { clock: Signal<In, Clock>, other: Signal<In, Clock>, y: Signal<Out, Bits<4>>, } { counter: DFF<Bits<4>>, } {
        dff_setup!(self, clock, counter);
        self.counter.clock.next = self.other.val();
        self.counter.d.next = self.counter.q.val() + 1;
        self.y.next = self.counter.q.val();
    }

    // The clock and another signal in one statement.
    GatedWithData { clock: Signal<In, Clock>, open: Signal<In, Bit>, a: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>>, } {
        gated: Signal<Local, Clock>, chosen: Signal<Local, Bits<4>>, held: DFF<Bits<4>>,
    } {
        self.gated.next = false.into();
        self.chosen.next = 0.into();
        if self.open.val() {
            self.gated.next = self.clock.val();
            self.chosen.next = self.a.val();
        }
        self.held.clock.next = self.gated.val();
        self.held.d.next = self.a.val() + 1;
        self.y.next = self.held.q.val() ^ self.chosen.val();
    }

    // A clock that a register of the same edge gates: it rises while the clock is high.
    GatedByRising { clock: Signal<In, Clock>, enable: Signal<In, Bit>, y: Signal<Out, Bits<4>>, } {
        gated: Signal<Local, Clock>, permission: DFF<Bit>, counter: DFF<Bits<4>>,
    } {
        self.permission.clock.next = self.clock.val();
        self.permission.d.next = self.enable.val();
        self.gated.next = false.into();
        if self.permission.q.val() {
            self.gated.next = self.clock.val();
        }
        self.counter.clock.next = self.gated.val();
        self.counter.d.next = self.counter.q.val() + 1;
        self.y.next = self.counter.q.val();
    }

    // A decoded count as a clock.
    Decoded { clock: Signal<In, Clock>, y: Signal<Out, Bits<4>>, } {
        decoded: Signal<Local, Clock>, high: DFF<Bit>, low: DFF<Bit>, slow: DFF<Bits<4>>,
    } {
        dff_setup!(self, clock, high, low);
        self.low.d.next = !self.low.q.val();
        self.high.d.next = self.high.q.val() ^ self.low.q.val();
        self.decoded.next = (self.high.q.val() & !self.low.q.val()).into();
        self.slow.clock.next = self.decoded.val();
        self.slow.d.next = self.slow.q.val() + 1;
        self.y.next = self.slow.q.val();
    }

    // A clock in three steps.
    Steps { clock: Signal<In, Clock>, mode: Signal<In, Bits<2>>, y: Signal<Out, Bits<4>>, } {
        chosen: Signal<Local, Clock>, slow: DFF<Bits<4>>,
    } {
        self.chosen.next = self.clock.val();
        match self.mode.val().index() {
            0 => self.chosen.next = false.into(),
            1 => self.chosen.next = !self.clock.val(),
            _ => {}
        }
        self.slow.clock.next = self.chosen.val();
        self.slow.d.next = self.slow.q.val() + 1;
        self.y.next = self.slow.q.val();
    }

    // The level of a clock as data of its own register.
    ReadsItsClock { clock: Signal<In, Clock>, y: Signal<Out, Bit>, } { level: DFF<Bit>, } {
        self.level.clock.next = self.clock.val();
        self.level.d.next = self.clock.val() == true.into();
        self.y.next = self.level.q.val();
    }

    // A clock that is read back from the input of a child.
    ReadBack { clock: Signal<In, Clock>, y: Signal<Out, Bits<4>>, } { counter: Counter, late: DFF<Bits<4>>, } {
        self.counter.clock.next = self.clock.val();
        self.counter.data.next = 0.into();
        self.late.clock.next = self.counter.clock.val();
        self.late.d.next = self.counter.count.val();
        self.y.next = self.late.q.val();
    }

    // A divider that is sometimes overridden: if it were assigned twice, it could have a glitch.
    Overridden { clock: Signal<In, Clock>, stop: Signal<In, Bit>, mode: Signal<In, Bits<2>>, y: Signal<Out, Bits<4>>, } {
        half: DFF<Bit>, slow: DFF<Bits<4>>, half_clock: Signal<Local, Clock>,
    } {
        dff_setup!(self, clock, half);
        self.half.d.next = !self.half.q.val();
        match self.mode.val().index() {
            0 => self.half.d.next = self.stop.val(),
            1 => {}
            _ => if self.stop.val() {
                self.half.d.next = false;
            },
        }
        self.half_clock.next = self.half.q.val().into();
        self.slow.clock.next = self.half_clock.val();
        self.slow.d.next = self.slow.q.val() + 1;
        self.y.next = self.slow.q.val();
    }

    // A memory that is written and read on an edge of one clock, half of it behind a buffer.
    BufferedMemory { clock: Signal<In, Clock>, address: Signal<In, Bits<2>>, y: Signal<Out, Bits<4>>, } {
        buffer: Buffer, words: TwoClockWords,
    } {
        self.buffer.i.next = self.clock.val();
        self.words.read_clock.next = self.buffer.o.val();
        self.words.write_clock.next = self.clock.val();
        self.words.address.next = self.address.val();
        self.y.next = self.words.data.val();
    }

    OneClockMemory { clock: Signal<In, Clock>, address: Signal<In, Bits<2>>, y: Signal<Out, Bits<4>>, } {
        words: TwoClockWords,
    } {
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.clock.val();
        self.words.address.next = self.address.val();
        self.y.next = self.words.data.val();
    }
}

/// A memory whose words are incremented.
macro_rules! memories {
    ($hash:tt $hdl_gen:tt $self:ident: $($block:ident { $($clock:ident),* } $read:ident $write:ident)*) => { $(
        #[derive(Default, LogicBlock, Ports)]
        pub struct $block {
            $(pub $clock: Signal<In, Clock>,)*
            pub address: Signal<In, Bits<2>>,
            pub data: Signal<Out, Bits<4>>,
            memory: RAM<Bits<4>, 2>,
        }

        impl Clone for $block {
            fn clone(&self) -> $block {
                $block::default()
            }
        }

        impl Logic for $block {
            $hash $hdl_gen
            fn update(&mut $self) {
                $self.memory.read_clock.next = $self.$read.val();
                $self.memory.read_address.next = $self.address.val();
                $self.memory.write_clock.next = $self.$write.val();
                $self.memory.write_address.next = $self.address.val();
                $self.memory.write_data.next = $self.memory.read_data.val() + 1;
                $self.memory.write_enable.next = true;
                $self.data.next = $self.memory.read_data.val();
            }
        }
    )* };
}

memories! { # [hdl_gen] self:
    Words { clock } clock clock
    TwoClockWords { read_clock, write_clock } read_clock write_clock
}
