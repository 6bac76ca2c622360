//! Addresses from shifts, products and casts; values that are wider than a machine word; arithmetic
//! on indices.

use rust_hdl::prelude::*;
use rust_hdl_systemverilog::describe::{comment, kernel};

/// A text display: a character memory by position, and a font memory by character and position
/// inside it.
#[derive(LogicBlock, Default)]
pub struct TextDisplay {
    pub clock: Signal<In, Clock>,
    pub screen_x: Signal<In, Bits<10>>,
    pub screen_y: Signal<In, Bits<9>>,
    pub write_address: Signal<In, Bits<11>>,
    pub write_data: Signal<In, Bits<8>>,
    pub write: Signal<In, Bit>,
    pub pixel: Signal<Out, Bit>,
    characters: RAM<Bits<8>, 11>,
    font: RAM<Bit, 16>,
}

impl Logic for TextDisplay {
    #[hdl_gen]
    fn update(&mut self) {
        self.characters.read_clock.next = self.clock.val();
        self.characters.write_clock.next = self.clock.val();
        self.font.read_clock.next = self.clock.val();
        self.font.write_clock.next = self.clock.val();
        self.characters.read_address.next = bit_cast::<11, 32>(
            bit_cast::<32, 10>(self.screen_x.val() >> 4)
                + bit_cast::<16, 9>(self.screen_y.val() >> 4) * bits::<16>(40),
        );
        self.characters.write_address.next = self.write_address.val();
        self.characters.write_data.next = self.write_data.val();
        self.characters.write_enable.next = self.write.val();
        self.font.read_address.next = (bit_cast::<16, 8>(self.characters.read_data.val()) << 8)
            | (bit_cast::<16, 4>(self.screen_y.val().get_bits::<4>(0)) << 4)
            | bit_cast::<16, 4>(self.screen_x.val().get_bits::<4>(0));
        self.font.write_address.next = (bit_cast::<16, 11>(self.write_address.val()) << 4)
            ^ bit_cast::<16, 8>(self.write_data.val());
        self.font.write_data.next = self.write_data.val().xor();
        self.font.write_enable.next = self.write.val();
        self.pixel.next = self.font.read_data.val();
    }
}

/// Rule 110, a cellular automaton, on 512 cells: the one at the right end is lowest.
#[derive(LogicBlock, Default)]
pub struct Rule110 {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub seed: Signal<In, Bits<64>>,
    pub place: Signal<In, Bits<9>>,
    pub window: Signal<Out, Bits<32>>,
    pub any_alive: Signal<Out, Bit>,
    left: Signal<Local, Bits<512>>,
    right: Signal<Local, Bits<512>>,
    cells: DFF<Bits<512>>,
}

impl Logic for Rule110 {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, cells);
        self.left.next = self.cells.q.val() >> 1;
        self.right.next = self.cells.q.val() << 1;
        self.cells.d.next = (self.cells.q.val() | self.right.val())
            & !(self.cells.q.val() & self.left.val() & self.right.val());
        if self.load.val() {
            self.cells.d.next = (self.cells.q.val() << 64) | bit_cast::<512, 64>(self.seed.val());
        }
        self.window.next = bit_cast::<32, 512>(self.cells.q.val() >> self.place.val());
        self.any_alive.next = self.cells.q.val().any();
    }
}

/// Reads bits at indices that Rust computes as integers, which do not wrap.
#[derive(LogicBlock, Default)]
pub struct BarrelReader {
    pub word: Signal<In, Bits<32>>,
    pub place: Signal<In, Bits<3>>,
    pub next_bit: Signal<Out, Bit>,
    pub nibble: Signal<Out, Bits<4>>,
    pub is_late: Signal<Out, Bit>,
}

impl Logic for BarrelReader {
    #[kernel]
    fn update(&mut self) {
        self.next_bit.next = self.word.val().get_bit(self.place.val().index() + 1);
        self.nibble.next = self.word.val().get_bits::<4>(self.place.val().index() << 2);
        self.is_late.next = self.place.val().index() + 3 > 8;
    }
}
