//! The start after configuration, which is asynchronous to CLOCK_50: the registers may start at
//! different edges.

use baccarat_hdl::casino::Casino;
use baccarat_hdl::shoe::Shoe;
use baccarat_hdl::task5::Task5;
use rust_hdl::prelude::Block;
use specifications::copies::Copies;

use crate::casino_table::KEYS_UP;

/// Machines that start at the same time, each in its own way.
const COPIES: usize = 512;

/// Cycles in which the registers start.
const START: usize = 8;

/// Cycles until the shoe of `casino` is written, and read once for missing cards, then written and
/// read again.
const SETTLED: usize = 4 * 416;

/// The registers that go on without a key: card counter, pixel clock, conversion of numbers, the
/// counter of the shoe and the card at it, and the picture.
const FREE_RUNNING: [&str; 7] = [
    "dp.new_card",
    "VGA_CLK",
    "decimal.",
    "game.dealing_shoe.position",
    "game.dealing_shoe.shown",
    "game.card",
    "monitor",
];

/// Starts the registers of copies at random edges.
fn start(copies: &mut Copies, clock: &str) {
    let mut random = fastrand::Rng::with_seed(1);
    copies.start_one_by_one(clock, START, || {
        std::array::from_fn(|_| random.u64(..) & random.u64(..))
    });
}

#[test]
fn a_machine_waits_for_a_key_however_its_registers_start() {
    for (name, block) in
        [("task5", &Task5::default() as &dyn Block), ("casino", &<Casino>::default())]
    {
        let mut copies = Copies::of(name, block, COPIES);
        for keys in 0..=KEYS_UP {
            copies.power_up();
            copies.set("KEY", keys);
            start(&mut copies, "CLOCK_50");
            copies.clock("CLOCK_50", SETTLED);
            for (register, leaf) in copies.register_bits() {
                let is_free = FREE_RUNNING.iter().any(|free| register.starts_with(free));
                let is_same = is_free || copies.is_same(leaf);
                assert!(is_same, "{name} with KEY {keys:04b}: {register}");
            }
        }
    }
}

#[test]
fn a_shoe_is_complete_however_its_registers_start() {
    let mut shoes = Copies::of("shoe", &Shoe::<1>::default(), COPIES);
    start(&mut shoes, "clock");
    shoes.clock("clock", SETTLED);
    let mut all: Vec<u8> =
        (0..4).flat_map(|suit| (1..=13).map(move |rank| suit << 4 | rank)).collect();
    all.sort_unstable();
    assert!(shoes.output("ready").iter().all(|ready| *ready == 1));
    for copy in 0..COPIES {
        let mut cards: Vec<u8> = (1..=52).map(|address| shoes.memory_word(copy, address)).collect();
        cards.sort_unstable();
        assert_eq!(cards, all, "shoe {copy}");
    }
}
