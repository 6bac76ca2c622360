//! Prints the circuits of `docs/comparison.md`: `cargo run --example comparison`.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_systemverilog::{Error, Options, SourceFile, emit};

/// Counts from 0 to 9 while it is enabled.
#[derive(Clone, Debug, Default, Module)]
pub struct Decade {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub count: Signal<Out, Bits<4>>,
    value: DFF<Bits<4>>,
}

impl Logic for Decade {
    #[kernel]
    fn update(&mut self) {
        dff_setup!(self, clock, value);
        if self.enable.val() {
            self.value.d.next = self.value.q.val() + 1;
            if self.value.q.val() == 9 {
                self.value.d.next = 0.into();
            }
        }
        self.count.next = self.value.q.val();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, LogicState, DescribeType)]
pub enum Light {
    Red,
    RedYellow,
    Green,
    Yellow,
}

/// Shows the next light with each step.
#[derive(Clone, Debug, Default, Module)]
#[module(types(Light))]
pub struct TrafficLight {
    pub clock: Signal<In, Clock>,
    pub step: Signal<In, Bit>,
    pub red: Signal<Out, Bit>,
    pub yellow: Signal<Out, Bit>,
    pub green: Signal<Out, Bit>,
    light: DFF<Light>,
}

impl Logic for TrafficLight {
    #[kernel]
    fn update(&mut self) {
        dff_setup!(self, clock, light);
        if self.step.val() {
            match self.light.q.val() {
                Light::Red => self.light.d.next = Light::RedYellow,
                Light::RedYellow => self.light.d.next = Light::Green,
                Light::Green => self.light.d.next = Light::Yellow,
                Light::Yellow => self.light.d.next = Light::Red,
            }
        }
        self.red.next = self.light.q.val() == Light::Red || self.light.q.val() == Light::RedYellow;
        self.yellow.next =
            self.light.q.val() == Light::RedYellow || self.light.q.val() == Light::Yellow;
        self.green.next = self.light.q.val() == Light::Green;
    }
}

/// A memory of 16 bytes. A read answers one clock cycle later.
#[derive(Module)]
pub struct Buffer {
    pub clock: Signal<In, Clock>,
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<4>>,
    pub write_data: Signal<In, Bits<8>>,
    pub read_address: Signal<In, Bits<4>>,
    pub read_data: Signal<Out, Bits<8>>,
    bytes: RAM<Bits<8>, 4>,
}

impl Default for Buffer {
    fn default() -> Buffer {
        Buffer {
            clock: Default::default(),
            write_enable: Default::default(),
            write_address: Default::default(),
            write_data: Default::default(),
            read_address: Default::default(),
            read_data: Default::default(),
            bytes: RAM::new(Default::default()),
        }
    }
}

impl Logic for Buffer {
    #[kernel]
    fn update(&mut self) {
        self.bytes.write_clock.next = self.clock.val();
        self.bytes.write_enable.next = self.write_enable.val();
        self.bytes.write_address.next = self.write_address.val();
        self.bytes.write_data.next = self.write_data.val();
        self.bytes.read_clock.next = self.clock.val();
        self.bytes.read_address.next = self.read_address.val();
        self.read_data.next = self.bytes.read_data.val();
    }
}

/// Passes a word on, one clock cycle later.
#[derive(Clone, Debug, Default, Module)]
pub struct Delay<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub word: Signal<In, Bits<N>>,
    pub delayed: Signal<Out, Bits<N>>,
    last: DFF<Bits<N>>,
}

impl<const N: usize> Logic for Delay<N> {
    #[kernel]
    fn update(&mut self) {
        dff_setup!(self, clock, last);
        self.last.d.next = self.word.val();
        self.delayed.next = self.last.q.val();
    }
}

/// Tells in which bits a word has risen since the last clock cycle.
#[derive(Clone, Debug, Default, Module)]
pub struct RisingBits<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub word: Signal<In, Bits<N>>,
    pub rise: Signal<Out, Bits<N>>,
    last: Delay<N>,
}

impl<const N: usize> Logic for RisingBits<N> {
    #[kernel]
    fn update(&mut self) {
        clock!(self, clock, last);
        self.last.word.next = self.word.val();
        self.rise.next = self.word.val() & !self.last.delayed.val();
    }
}

/// The segments of a decimal digit, active low; none for other numbers.
#[derive(Clone, Debug, Default, Module)]
pub struct Segments {
    pub digit: Signal<In, Bits<4>>,
    #[module(radix = 2)]
    pub pattern: Signal<Out, Bits<7>>,
}

impl Logic for Segments {
    #[kernel]
    fn update(&mut self) {
        match self.digit.val().index() {
            0 => self.pattern.next = 0b100_0000.into(),
            1 => self.pattern.next = 0b111_1001.into(),
            2 => self.pattern.next = 0b010_0100.into(),
            3 => self.pattern.next = 0b011_0000.into(),
            4 => self.pattern.next = 0b001_1001.into(),
            5 => self.pattern.next = 0b001_0010.into(),
            6 => self.pattern.next = 0b000_0010.into(),
            7 => self.pattern.next = 0b111_1000.into(),
            8 => self.pattern.next = 0b000_0000.into(),
            9 => self.pattern.next = 0b001_0000.into(),
            _ => self.pattern.next = 0b111_1111.into(),
        }
    }
}

/// The modules of all circuits, a file for each.
pub fn sources() -> Result<Vec<SourceFile>, Error> {
    let (decade, light, buffer) = (Decade::default(), TrafficLight::default(), Buffer::default());
    let (rising_bits, decoder) = (RisingBits::<8>::default(), Segments::default());
    emit(
        &[
            ("decade", &decade),
            ("traffic_light", &light),
            ("buffer", &buffer),
            ("rising_bits", &rising_bits),
            ("segments", &decoder),
        ],
        &Options { header: &|_| String::new(), ..Options::default() },
    )
}

fn main() -> Result<(), Error> {
    for file in sources()? {
        print!("{}", file.text);
    }
    Ok(())
}
