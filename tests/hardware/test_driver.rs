//! A driver for the pins of the top that can deal any card.

use baccarat_hdl::task5::Task5;
use baccarat_hdl::task5_direct::Task5Direct;
use punto_banco::Rank;
use rust_hdl::prelude::{Bits, Block, simulate};

use crate::display::{Display, rank};

/// The pins of the DE1-SoC.
pub trait BoardBlock: Block + Default {
    /// CLOCK_50.
    fn set_clock_50(&mut self, level: bool);
    /// KEY\[3:0\].
    fn set_key(&mut self, levels: u64);
    /// LEDR\[9:0\].
    fn ledr(&self) -> u64;
    /// HEX0 to HEX5.
    fn hex(&self) -> [u64; 6];
}

macro_rules! board {
    ($top:ty) => {
        impl BoardBlock for $top {
            /// CLOCK_50.
            fn set_clock_50(&mut self, level: bool) {
                self.CLOCK_50.next = level.into();
            }

            fn set_key(&mut self, levels: u64) {
                self.KEY.next = levels.into();
            }

            fn ledr(&self) -> u64 {
                Bits::<10>::from(self.LEDR.val()).into()
            }

            fn hex(&self) -> [u64; 6] {
                [&self.HEX0, &self.HEX1, &self.HEX2, &self.HEX3, &self.HEX4, &self.HEX5]
                    .map(|display| display.val().into())
            }
        }
    };
}

board!(Task5);
board!(Task5Direct);

/// Returns the readings of the displays and lights of a board.
pub fn display(board: &impl BoardBlock) -> Display {
    Display::read(board.ledr(), board.hex())
}

/// All four keys up.
pub const KEYS_UP: u64 = 0b1111;
/// The key that deals a card when it is released.
pub const STEP: usize = 0;
/// The key that is held down meanwhile to start a new hand.
pub const RESET: usize = 3;

/// The default duration of a press in cycles of CLOCK_50.
pub const PRESS: u64 = 3;
/// Cycles of CLOCK_50 until the outputs have settled after a key change.
pub const SETTLE: u64 = 5;

/// Drives CLOCK_50 and the keys of a board. The shoe advances with CLOCK_50, so once the cycle of
/// one card is known, any card can be dealt.
///
/// The only assumption about the hardware is that the shoe has thirteen cards, one per cycle.
pub struct TestDriver<B> {
    board: B,
    keys: u64,
    /// Cycles of CLOCK_50 so far, modulo 13.
    cycle: u64,
    /// The cycle, modulo 13, in which a release of the step key deals a king, if it is known.
    king: Option<u64>,
    /// The same, counted from the end of [`new_hand`](Self::new_hand).
    king_after_reset: Option<u64>,
}

impl TestDriver<Task5> {
    /// A synchronised top at power-up, all keys up.
    pub fn with_keys_up() -> TestDriver<Task5> {
        TestDriver::with_keys(KEYS_UP)
    }
}

impl<B: BoardBlock> TestDriver<B> {
    /// A top at power-up, with the step key pressed.
    ///
    /// In rust-hdl every input is 0 before the first change, so a step key that is up would be a
    /// rising edge, which is a clock edge with the direct clocking.
    pub fn at_power_up() -> TestDriver<B> {
        TestDriver::with_keys(KEYS_UP & !(1 << STEP))
    }

    fn with_keys(keys: u64) -> TestDriver<B> {
        let mut board = B::default();
        board.connect_all();
        let mut driver =
            TestDriver { board, keys: 0, cycle: 0, king: None, king_after_reset: None };
        driver.set_keys(keys);
        driver
    }

    /// A top at the start of a hand, with a known position of the shoe.
    pub fn ready() -> TestDriver<B> {
        let mut driver = TestDriver::at_power_up();
        driver.new_hand();
        let start = driver.cycle;
        driver.deal_any();
        driver.king_after_reset = driver.king.map(|king| (king + 13 - start) % 13);
        driver.new_hand();
        driver
    }

    pub fn display(&self) -> Display {
        display(&self.board)
    }

    /// Runs CLOCK_50 for a number of cycles.
    pub fn cycles(&mut self, count: u64) {
        for _ in 0..count {
            for level in [true, false] {
                self.board.set_clock_50(level);
                self.settle();
            }
            self.cycle = (self.cycle + 1) % 13;
        }
    }

    pub fn press(&mut self, key: usize) {
        self.set_keys(self.keys & !(1 << key));
    }

    pub fn release(&mut self, key: usize) {
        self.set_keys(self.keys | 1 << key);
    }

    fn set_keys(&mut self, keys: u64) {
        if (self.keys ^ keys) >> RESET & 1 == 1 {
            // With the direct clocking, this key alone holds the shoe at the ace.
            self.king = None;
        }
        self.keys = keys;
        self.board.set_key(keys);
        self.settle();
    }

    fn settle(&mut self) {
        assert!(simulate(&mut self.board, 100), "the design oscillates");
    }

    /// Presses the step key for a number of cycles, releases it, and waits for the outputs to
    /// settle.
    pub fn step(&mut self, cycles: u64) {
        self.press(STEP);
        self.cycles(cycles);
        self.release(STEP);
        self.cycles(SETTLE);
    }

    /// Starts a new hand.
    pub fn new_hand(&mut self) {
        self.press(RESET);
        self.cycles(PRESS);
        self.step(PRESS);
        self.release(RESET);
        self.cycles(SETTLE);
        self.king = self.king_after_reset.map(|king| (king + self.cycle) % 13);
    }

    /// Returns the card that a release of the step key would deal now.
    pub fn next_card(&self) -> Rank {
        let king = self.king.expect("a card has been dealt since the shoe was last reset");
        let ahead = (self.cycle + 13 - king) % 13;
        Rank::new(ahead as u8).unwrap_or(Rank::King)
    }

    /// Deals a card.
    pub fn deal(&mut self, card: Rank) {
        self.press(STEP);
        self.cycles(PRESS);
        while self.next_card() != card {
            self.cycles(1);
        }
        self.release(STEP);
        self.cycles(SETTLE);
    }

    /// Deals the next card, whichever it is, and returns it; the position of the shoe is known
    /// afterwards.
    pub fn deal_any(&mut self) -> Rank {
        self.press(STEP);
        self.cycles(PRESS);
        self.release_any()
    }

    /// Like [`deal_any`](Self::deal_any), with the step key down already.
    pub fn release_any(&mut self) -> Rank {
        let before = self.display();
        let cycle = self.cycle;
        self.release(STEP);
        self.cycles(SETTLE);
        let after = self.display();
        let new = before.cards().zip(after.cards()).find(|(before, after)| before != after);
        let card = new.and_then(|(_, card)| rank(card)).expect("a card has appeared");
        self.king = Some((cycle + 13 - u64::from(card.number()) % 13) % 13);
        card
    }
}
