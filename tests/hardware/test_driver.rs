//! Someone who can make the machine deal the card that a test wants.

use baccarat::game::Rank;
use baccarat_hdl::task5::Task5;
use baccarat_hdl::task5_direct::Task5Direct;
use rust_hdl::prelude::{Bits, Block, simulate};

use crate::card7seg;
use crate::display::{Display, rank};

/// The pins of the DE1-SoC that the machine uses.
pub trait Board: Block + Default {
    fn set_clock_50(&mut self, level: bool);
    fn set_key(&mut self, levels: u64);
    /// LEDR\[9:0\].
    fn ledr(&self) -> u64;
    /// HEX0 first.
    fn hex(&self) -> [u64; 6];
}

macro_rules! board {
    ($top:ty) => {
        impl Board for $top {
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

/// What is to be seen on a board.
pub fn display(board: &impl Board) -> Display {
    let [p1, p2, p3, b1, b2, b3] = board.hex().map(|hex| card7seg::shown(hex).unwrap_or('?'));
    let ledr = board.ledr();
    Display {
        player_cards: [p1, p2, p3],
        banker_cards: [b1, b2, b3],
        player_score: ledr & 15,
        banker_score: ledr >> 4 & 15,
        player_win_light: ledr >> 8 & 1 == 1,
        banker_win_light: ledr >> 9 & 1 == 1,
    }
}

/// All four keys up.
pub const KEYS_UP: u64 = 0b1111;
/// The key that deals a card when it is released.
pub const STEP: usize = 0;
/// The key that, held down meanwhile, makes it a new hand instead.
pub const RESET: usize = 3;

/// Cycles of CLOCK_50 for which a key is held when nothing else is wanted.
pub const PRESS: u64 = 3;
/// Cycles of CLOCK_50 after which the board shows what a key has done.
pub const SETTLE: u64 = 5;

/// Turns CLOCK_50 and presses the keys of a board, with a sense of time that no player has: the shoe goes round with
/// CLOCK_50, so whoever has seen which cycle catches which card can catch any card again.
///
/// What is known of the inside of the machine is only that the shoe has thirteen cards, one a cycle.
pub struct TestDriver<B> {
    board: B,
    keys: u64,
    /// Cycles of CLOCK_50 so far, modulo 13.
    cycle: u64,
    /// The cycle, modulo 13, on which a release of the step key catches a king, if it is known.
    king: Option<u64>,
    /// The same, counted from the end of [`new_hand`](Self::new_hand).
    king_after_reset: Option<u64>,
}

impl TestDriver<Task5> {
    /// A synchronised machine that is being switched on, its keys up.
    pub fn with_keys_up() -> TestDriver<Task5> {
        TestDriver::with_keys(KEYS_UP)
    }
}

impl<B: Board> TestDriver<B> {
    /// A machine that is being switched on by someone whose finger is on the step key.
    ///
    /// In rust-hdl every input is 0 before it begins, and for a key that is pressed. A step key that is up from the
    /// first moment would go up, and be a clock edge to the direct machine.
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

    /// A machine at the start of a hand, whose shoe is known.
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

    /// Lets CLOCK_50 run.
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
            // In the direct machine this key alone holds the shoe at the ace.
            self.king = None;
        }
        self.keys = keys;
        self.board.set_key(keys);
        self.settle();
    }

    fn settle(&mut self) {
        assert!(simulate(&mut self.board, 100), "the machine does not come to rest");
    }

    /// Holds the step key down for so many cycles, and waits for what it does.
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

    /// The card that a release of the step key would deal now.
    pub fn next_card(&self) -> Rank {
        let king = self.king.expect("a card has been dealt since the shoe was last reset");
        let ahead = (self.cycle + 13 - king) % 13;
        Rank::new(ahead as u8).unwrap_or(Rank::King)
    }

    /// Deals this card.
    pub fn deal(&mut self, card: Rank) {
        self.press(STEP);
        self.cycles(PRESS);
        while self.next_card() != card {
            self.cycles(1);
        }
        self.release(STEP);
        self.cycles(SETTLE);
    }

    /// Deals whatever card comes, says which it was, and knows the shoe from then on.
    pub fn deal_any(&mut self) -> Rank {
        self.press(STEP);
        self.cycles(PRESS);
        self.release_any()
    }

    /// The same, when the step key is down already.
    pub fn release_any(&mut self) -> Rank {
        let before = self.display();
        let caught = self.cycle;
        self.release(STEP);
        self.cycles(SETTLE);
        let after = self.display();
        let new = before.cards().zip(after.cards()).find(|(before, after)| before != after);
        let card = new.and_then(|(_, card)| rank(card)).expect("a card has appeared");
        self.king = Some((caught + 13 - u64::from(card.number()) % 13) % 13);
        card
    }
}
