//! A master for rust-hdl-hls's bus.

use fastrand::Rng;

use crate::script_ports::ScriptPorts;

/// Addresses a node, exchanges some words with it, and continues with another. The ports have the
/// prefix `upstream_`.
pub struct Master {
    /// The number of valid addresses; invalid ones are used occasionally.
    addresses: u128,
    /// Chooses the words for addresses that do not accept every word.
    word: fn(u128, &mut Rng) -> Option<u128>,
    address: u128,
    /// The number of words left for this address.
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
    pub fn into_script(mut self) -> impl FnMut(&mut ScriptPorts, &mut Rng) {
        let mut held = (0, 0, 0, 0);
        move |ports, random| {
            if ports.rises("upstream_clock") {
                held = self.step(ports, random);
            }
            let (address, address_strobe, word, strobe) = held;
            ports.set("upstream_address", address);
            ports.set("upstream_address_strobe", address_strobe);
            ports.set("upstream_from_controller", word);
            ports.set("upstream_strobe", strobe);
        }
    }

    /// Returns the address, its strobe, the word and its strobe.
    fn step(&mut self, ports: &ScriptPorts, random: &mut Rng) -> (u128, u128, u128, u128) {
        let noise = ports.get("upstream_from_controller");
        if self.words == 0 {
            self.words = random.u32(1..12);
            let is_valid = random.u8(..) < 245;
            self.address = if is_valid {
                random.u128(0..self.addresses)
            } else {
                ports.get("upstream_address")
            };
            return (self.address, 1, noise, 0);
        }
        let word = (self.word)(self.address, random).unwrap_or(noise);
        // Words are rarely sent to a node that is not ready.
        let probability = if ports.is_high("upstream_ready") { 128 } else { 6 };
        let strobe = random.u8(..) < probability;
        // Do not wait for nodes that are never ready.
        self.words -= u32::from(strobe || random.u8(..) < 12);
        (ports.get("upstream_address"), 0, word, strobe.into())
    }
}
