//! A master of the bus that joins the blocks of rust-hdl-hls.

use fastrand::Rng;

use crate::lines::Lines;

/// It addresses a node, exchanges some words with it, and goes to the next. Ports are found under `upstream_`.
pub struct Master {
    /// So many addresses mean something; now and then another is tried.
    addresses: u128,
    /// The word for an address, where not every word will do.
    word: fn(u128, &mut Rng) -> Option<u128>,
    address: u128,
    /// How many words are left for this address.
    words: u32,
}

impl Master {
    pub fn new(addresses: u128) -> Master {
        Master { addresses, word: |_, _| None, address: u128::MAX, words: 0 }
    }

    /// Chooses the words for some addresses.
    pub fn words(self, word: fn(u128, &mut Rng) -> Option<u128>) -> Master {
        Master { word, ..self }
    }

    /// The master as a script. One step of it is one cycle of the bus's clock.
    pub fn plays(mut self) -> impl FnMut(&mut Lines, &mut Rng) {
        let mut held = (0, 0, 0, 0);
        move |lines, random| {
            if lines.rises("upstream_clock") {
                held = self.step(lines, random);
            }
            let (address, address_strobe, word, strobe) = held;
            lines.set("upstream_address", address);
            lines.set("upstream_address_strobe", address_strobe);
            lines.set("upstream_from_controller", word);
            lines.set("upstream_strobe", strobe);
        }
    }

    /// Address, its strobe, word and its strobe.
    fn step(&mut self, lines: &Lines, random: &mut Rng) -> (u128, u128, u128, u128) {
        let noise = lines.get("upstream_from_controller");
        if self.words == 0 {
            self.words = random.u32(1..12);
            let meaningful = random.u8(..) < 245;
            self.address = if meaningful {
                random.u128(0..self.addresses)
            } else {
                lines.get("upstream_address")
            };
            return (self.address, 1, noise, 0);
        }
        let word = (self.word)(self.address, random).unwrap_or(noise);
        // A word is seldom forced upon somebody who is not ready.
        let patience = if lines.is_high("upstream_ready") { 128 } else { 6 };
        let strobe = random.u8(..) < patience;
        // Who is never ready is not waited for.
        self.words -= u32::from(strobe || random.u8(..) < 12);
        (lines.get("upstream_address"), 0, word, strobe.into())
    }
}
