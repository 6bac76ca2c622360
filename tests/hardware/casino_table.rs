//! A driver for the pins of the casino, which compares them with the reference after every change
//! of a key or switch.

use baccarat_hdl::casino::Casino;
use baccarat_sim::casino::NUMBER_LATENCY;
use de1_soc::light_and_display_names;
use punto_banco::casino::{Card, Casino as Reference, Release, SwitchBet};
use punto_banco::{Outcome, Rank, Side, Step, score};
use rust_hdl::prelude::simulate;

use crate::card_or_digit::digit_segments;
use crate::card7seg::segments;
use specifications::copies::Copies;

/// All four keys up.
pub const KEYS_UP: u64 = 0b1111;

/// The readings of the pins.
#[derive(Debug, PartialEq)]
pub struct Outputs {
    pub ledr: u64,
    /// HEX0 to HEX5.
    pub hex: [u64; 6],
}

/// The pins of a simulated machine.
pub trait Pins {
    /// Sets KEY\[3:0\] and SW\[9:0\].
    fn set(&mut self, keys: u64, switches: u16);
    fn cycles(&mut self, count: usize);
    fn read(&mut self) -> Outputs;
}

/// On rust-hdl's own simulation.
impl<const DECKS: usize> Pins for Casino<DECKS> {
    fn set(&mut self, keys: u64, switches: u16) {
        self.KEY.next = keys.into();
        self.SW.next = u64::from(switches).into();
        assert!(simulate(self, 100), "it does not settle");
    }

    fn cycles(&mut self, count: usize) {
        for _ in 0..count {
            for level in [true, false] {
                self.CLOCK_50.next = level.into();
                assert!(simulate(self, 100), "it does not settle");
            }
        }
    }

    fn read(&mut self) -> Outputs {
        let hex = [&self.HEX0, &self.HEX1, &self.HEX2, &self.HEX3, &self.HEX4, &self.HEX5];
        let hex = hex.map(|display| display.val().into());
        Outputs { ledr: self.LEDR.val().levels().into(), hex }
    }
}

/// On gates; all copies do the same.
impl Pins for Copies {
    fn set(&mut self, keys: u64, switches: u16) {
        Copies::set(self, "KEY", keys);
        Copies::set(self, "SW", switches.into());
    }

    fn cycles(&mut self, count: usize) {
        self.clock("CLOCK_50", count);
    }

    fn read(&mut self) -> Outputs {
        let hex = ["HEX0", "HEX1", "HEX2", "HEX3", "HEX4", "HEX5"];
        Outputs { ledr: self.output("LEDR")[0], hex: hex.map(|port| self.output(port)[0]) }
    }
}

/// Copies of the casino with its lights and displays, without the monitor.
pub fn machines<const DECKS: usize>(casino: &Casino<DECKS>, count: usize) -> Copies {
    Copies::observed("casino", casino, &light_and_display_names(), count)
}

/// The machine and its reference, moved together.
pub struct Table<P> {
    pub pins: P,
    pub reference: Reference,
    pub keys: u64,
    pub switches: u16,
}

impl Table<Copies> {
    pub fn of_gates<const DECKS: usize>() -> Table<Copies> {
        let pins = machines(&Casino::<DECKS>::default(), 1);
        Table::at_power_up(pins, Reference::new(DECKS))
    }

    /// A table with one deck and this bankroll, on a machine with one deck.
    pub fn with_bankroll(mut pins: Copies, credits: u32) -> Table<Copies> {
        pins.power_up();
        // The register holds the credits with the bits of 10,000 toggled.
        pins.force_each("game.settlement.account.toggled", |_| u64::from(credits ^ 10_000));
        Table::at_power_up(pins, Reference::with_bankroll(1, credits))
    }
}

impl<P: Pins> Table<P> {
    pub fn at_power_up(pins: P, reference: Reference) -> Table<P> {
        let mut table = Table { pins, reference, keys: KEYS_UP, switches: 0 };
        table.apply();
        table.wait_for_the_shoe();
        table.check("at power-up");
        table
    }

    pub fn apply(&mut self) {
        self.pins.set(self.keys, self.switches);
    }

    pub fn cycles(&mut self, count: usize) {
        self.pins.cycles(count);
    }

    pub fn wait_for_the_shoe(&mut self) {
        self.cycles(self.reference.shoe().len() + NUMBER_LATENCY);
    }

    pub fn set_switches(&mut self, levels: u16) {
        self.switches = levels;
        self.apply();
        self.cycles(NUMBER_LATENCY);
        self.check("after the switches moved");
    }

    pub fn set_keys(&mut self, keys: u64) {
        self.keys = keys;
        self.apply();
        self.cycles(NUMBER_LATENCY);
    }

    /// Presses KEY0 for a number of cycles and releases it, with KEY3 held meanwhile or not.
    pub fn press(&mut self, duration: usize, key3_held: bool) -> Release {
        let held = if key3_held { KEYS_UP & !8 } else { KEYS_UP };
        self.keys = held & !1;
        self.apply();
        self.cycles(duration);
        self.set_keys(held);
        let release = self.follow(key3_held);
        self.set_keys(KEYS_UP);
        if release == (Release::Cleared { new_shoe: true }) {
            self.wait_for_the_shoe();
        }
        self.check(&format!("after {release:?}"));
        release
    }

    /// Moves the reference. The position of the drawn card is one that holds the displayed rank.
    pub fn follow(&mut self, key3_held: bool) -> Release {
        let bet = SwitchBet::from_switches(self.switches);
        let mut released = self.reference.clone();
        let place = match released.release(0, key3_held, bet) {
            Release::Burned(_) => 5,
            Release::Dealt(_) => display_of_the_next_card(&self.reference),
            release => {
                self.reference = released;
                return release;
            }
        };
        let seen = self.pins.read().hex[place];
        let holds = |card: &Card| segments(card.rank.number().into()) == seen;
        let position = self.reference.shoe().iter().position(holds);
        let position =
            position.unwrap_or_else(|| panic!("HEX{place} shows no card of the shoe: {seen:07b}"));
        self.reference.release(position, key3_held, bet)
    }

    #[track_caller]
    pub fn check(&mut self, when: &str) {
        let expected =
            expected(&self.reference, self.keys, SwitchBet::from_switches(self.switches));
        assert_eq!(self.pins.read(), expected, "{when}: {:#?}", self.reference);
    }

    /// Plays a hand to its end and clears the table.
    pub fn play(&mut self) -> Outcome {
        while self.reference.outcome().is_none() {
            let release = self.press(3, false);
            assert!(matches!(release, Release::Burned(_) | Release::Dealt(_)), "{release:?}");
        }
        let outcome = self.reference.outcome().expect("the hand is over");
        self.press(3, true);
        outcome
    }
}

/// The display of the next card: HEX0 to HEX2 for the player, HEX3 to HEX5 for the banker.
fn display_of_the_next_card(reference: &Reference) -> usize {
    let ranks: Vec<Rank> = reference.dealt().iter().map(|card| card.rank).collect();
    match (reference.step().next_card(), ranks.len()) {
        (Some(Side::Player), dealt) => dealt / 2,
        (Some(Side::Banker), dealt) => 3 + (dealt / 2).min(2),
        (None, _) => panic!("no card is due"),
    }
}

/// The pins as section 4 of the rules wants them.
fn expected(reference: &Reference, keys: u64, bet: SwitchBet) -> Outputs {
    let held = |key: u64| keys >> key & 1 == 0;
    let is_betting = reference.dealt().is_empty();
    let shows_burn_card = is_betting && reference.burn_card().is_some() && reference.hands() == 0;
    let hex = match (held(1), held(2)) {
        (true, true) => number(reference.cards_before_cut() as u32),
        (true, false) => number(reference.stakes(bet)),
        (false, true) => number(reference.credits()),
        (false, false) if shows_burn_card => {
            let mut hex = [segments(0); 6];
            hex[5] = reference.burn_card().map_or(0, |card| segments(card.rank.number().into()));
            hex
        }
        (false, false) if is_betting => number(reference.credits()),
        (false, false) => cards(reference),
    };
    let ledr = match () {
        () if reference.refuses(bet) => 0x3FF,
        () if shows_burn_card => reference.burned() as u64,
        () if is_betting => 0,
        () => lights(reference),
    };
    Outputs { ledr, hex }
}

pub fn number(mut value: u32) -> [u64; 6] {
    let mut hex = [segments(0); 6];
    for (place, display) in hex.iter_mut().enumerate() {
        *display = match value % 10 {
            0 if value == 0 && place > 0 => segments(0),
            digit => digit_segments(digit.into()),
        };
        value /= 10;
    }
    hex
}

/// The cards of both sides, in deal order.
fn sides(reference: &Reference) -> [Vec<Rank>; 2] {
    let ranks: Vec<Rank> = reference.dealt().iter().map(|card| card.rank).collect();
    let side = |side| {
        let belongs = |place: &usize| Step::after(&ranks[..*place]).next_card() == Some(side);
        (0..ranks.len()).filter(belongs).map(|place| ranks[place]).collect()
    };
    [side(Side::Player), side(Side::Banker)]
}

fn cards(reference: &Reference) -> [u64; 6] {
    let mut hex = [segments(0); 6];
    for (side, first) in sides(reference).iter().zip([0, 3]) {
        for (place, rank) in side.iter().enumerate() {
            hex[first + place] = segments(rank.number().into());
        }
    }
    hex
}

fn lights(reference: &Reference) -> u64 {
    let [player, banker] = sides(reference).map(|cards| u64::from(score(cards)));
    let winner = match reference.outcome() {
        None => 0,
        Some(Outcome::Player) => 1,
        Some(Outcome::Banker) => 2,
        Some(Outcome::Tie) => 3,
    };
    winner << 8 | banker << 4 | player
}
