//! The simulation of `rust-hdl`, called directly.

use std::time::Instant;

use anyhow::Result;
use baccarat_hdl::task5::Task5;
use baccarat_hdl::task5_direct::Task5Direct;
use baccarat_hdl::top::Clocking;
use rust_hdl::prelude::*;

use crate::common::Measured;
use crate::{cards, waits};

/// The limit for the number of rounds to settle after a pin change.
const ROUNDS: usize = 100;

/// A top with access to its pins.
struct Board<B> {
    block: B,
    clock: fn(&mut B, bool),
    keys: fn(&mut B, u64),
    outputs: fn(&B) -> u64,
    held: u64,
}

macro_rules! board {
    ($top:ty) => {{
        let mut block = <$top>::default();
        block.connect_all();
        Board {
            block,
            clock: |board: &mut $top, level| board.CLOCK_50.next = level.into(),
            keys: |board: &mut $top, keys| board.KEY.next = keys.into(),
            outputs: |board: &$top| {
                let displays =
                    [&board.HEX5, &board.HEX4, &board.HEX3, &board.HEX2, &board.HEX1, &board.HEX0];
                let mut bits = u64::from(board.LEDR.val().levels());
                for (index, display) in displays.into_iter().enumerate() {
                    bits |= display.val().to_u64() << (10 + 7 * index);
                }
                bits
            },
            held: 0,
        }
    }};
}

/// Plays a hand for each answer.
pub fn measure(clocking: Clocking, answers: &[u64]) -> Result<Measured> {
    Ok(match clocking {
        Clocking::Direct => board!(Task5Direct).play(clocking, answers),
        Clocking::Synchronised => board!(Task5).play(clocking, answers),
    })
}

impl<B: Block> Board<B> {
    fn play(mut self, clocking: Clocking, answers: &[u64]) -> Measured {
        let (shortest, after_reset) = waits(clocking);
        let start = Instant::now();
        let mut wrong = 0;
        for (hand, answer) in answers.iter().enumerate() {
            self.held = 0b1000;
            self.set_keys(0);
            self.cycles(1);
            self.press(shortest);
            self.held = 0;
            self.set_keys(0);
            let mut from = after_reset;
            for card in cards(hand) {
                let to = usize::from(card.number());
                self.cycles((to + 26 - from - shortest) % 13);
                self.press(shortest);
                from = to;
            }
            wrong += usize::from((self.outputs)(&self.block) != *answer);
        }
        Measured { count: answers.len(), wrong, time: start.elapsed() }
    }

    fn press(&mut self, shortest: usize) {
        if shortest == 1 {
            self.cycles(1);
            self.set_keys(1);
            self.set_keys(0);
        } else {
            self.set_keys(1);
            self.cycles(1);
            self.set_keys(0);
            self.cycles(shortest - 1);
        }
    }

    /// Presses the keys `down` in addition to the held ones.
    fn set_keys(&mut self, down: u64) {
        (self.keys)(&mut self.block, 0b1111 & !(down | self.held));
        simulate(&mut self.block, ROUNDS);
    }

    fn cycles(&mut self, count: usize) {
        for _ in 0..count {
            for level in [true, false] {
                (self.clock)(&mut self.block, level);
                simulate(&mut self.block, ROUNDS);
            }
        }
    }
}
