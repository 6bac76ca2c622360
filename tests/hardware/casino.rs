//! The casino at its pins, compared with the rules after every change of a key or switch.

use baccarat::game::casino::{Card, Casino as Reference, Release, SwitchBet};
use baccarat::game::{Outcome, Rank, Side, Step, score};
use baccarat_hdl::casino::Casino;
use rust_hdl::prelude::{Bits, Block, simulate};

use crate::card7seg::segments;

/// The segments of an ordinary 1; the other digits look like cards.
const ONE: u64 = 0b111_1001;

/// All four keys up.
const KEYS_UP: u64 = 0b1111;

/// Cycles until the displays have followed a change: three for the synchronisers, two conversions to decimal, and some for a
/// payment.
const SETTLE: usize = 50;

/// The readings of the pins.
#[derive(Debug, PartialEq)]
struct Outputs {
    ledr: u64,
    /// HEX0 to HEX5.
    hex: [u64; 6],
}

/// The machine and its reference, moved together.
struct Table<const DECKS: usize> {
    board: Casino<DECKS>,
    reference: Reference,
    keys: u64,
    switches: u16,
}

impl<const DECKS: usize> Table<DECKS> {
    fn at_power_up() -> Table<DECKS> {
        let mut board = Casino::default();
        board.connect_all();
        let reference = Reference::new(DECKS);
        let mut table = Table { board, reference, keys: KEYS_UP, switches: 0 };
        table.apply();
        table.wait_for_the_shoe();
        table
    }

    fn apply(&mut self) {
        self.board.KEY.next = self.keys.into();
        self.board.SW.next = u64::from(self.switches).into();
        assert!(simulate(&mut self.board, 100), "it does not settle");
    }

    fn cycles(&mut self, count: usize) {
        for _ in 0..count {
            for level in [true, false] {
                self.board.CLOCK_50.next = level.into();
                assert!(simulate(&mut self.board, 100), "it does not settle");
            }
        }
    }

    fn wait_for_the_shoe(&mut self) {
        self.cycles(52 * DECKS + SETTLE);
    }

    fn set_switches(&mut self, levels: u16) {
        self.switches = levels;
        self.apply();
        self.cycles(SETTLE);
        self.check("after the switches moved");
    }

    fn set_keys(&mut self, keys: u64) {
        self.keys = keys;
        self.apply();
        self.cycles(SETTLE);
    }

    /// Presses KEY0 for a number of cycles and releases it, with KEY3 held meanwhile or not.
    fn press(&mut self, duration: usize, key3_held: bool) -> Release {
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
    fn follow(&mut self, key3_held: bool) -> Release {
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
        let seen = self.outputs().hex[place];
        let holds = |card: &Card| segments(card.rank.number().into()) == seen;
        let position = self.reference.shoe().iter().position(holds);
        let position =
            position.unwrap_or_else(|| panic!("HEX{place} shows no card of the shoe: {seen:07b}"));
        self.reference.release(position, key3_held, bet)
    }

    fn outputs(&self) -> Outputs {
        let board = &self.board;
        let hex = [&board.HEX0, &board.HEX1, &board.HEX2, &board.HEX3, &board.HEX4, &board.HEX5];
        let ledr: Bits<10> = board.LEDR.val().into();
        Outputs { ledr: ledr.into(), hex: hex.map(|display| display.val().into()) }
    }

    #[track_caller]
    fn check(&self, when: &str) {
        let expected =
            expected(&self.reference, self.keys, SwitchBet::from_switches(self.switches));
        assert_eq!(self.outputs(), expected, "{when}: {:#?}", self.reference);
    }

    /// Plays a hand to its end and clears the table.
    fn play(&mut self) -> Outcome {
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

fn number(mut value: u32) -> [u64; 6] {
    let mut hex = [segments(0); 6];
    for (place, display) in hex.iter_mut().enumerate() {
        *display = match value % 10 {
            0 if value == 0 && place > 0 => segments(0),
            0 => segments(10),
            1 => ONE,
            digit => segments(digit as usize),
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

#[test]
fn the_bankroll_is_shown_at_power_up() {
    let table: Table<8> = Table::at_power_up();
    table.check("at power-up");
    assert_eq!(table.outputs().hex, number(10_000));
}

#[test]
fn shoes_are_played_to_the_cut_card_with_random_bets_and_releases() {
    let mut table: Table<1> = Table::at_power_up();
    let mut random = fastrand::Rng::with_seed(1);
    let mut shoes = 0;
    while shoes < 10 {
        match random.u32(..8) {
            0 | 1 => table.set_switches(random.u16(..1024)),
            2 => table.set_switches(random.u16(..8) << 7 | random.u16(..8)),
            3 => {
                table.set_keys(KEYS_UP & !(random.u64(..4) << 1));
                table.check("while keys are held");
                table.set_keys(KEYS_UP);
            }
            _ => {
                let key3_held = match table.reference.outcome() {
                    Some(_) => random.u32(..8) > 0,
                    None => random.u32(..8) == 0,
                };
                let release = table.press(random.usize(1..60), key3_held);
                shoes += u32::from(release == (Release::Cleared { new_shoe: true }));
            }
        }
    }
}

#[test]
fn a_bettor_without_credits_gets_a_new_bankroll() {
    let mut table: Table<1> = Table::at_power_up();
    // Ties are rare: this loses quickly.
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..200 {
        let chips = (table.reference.credits() / 20).min(127) as u16;
        table.set_switches(1 << 7 | chips);
        table.cycles(random.usize(..60));
        table.play();
        if table.reference.credits() == 10_000 && chips < 127 {
            return;
        }
    }
    panic!("the bankroll never ran out");
}
