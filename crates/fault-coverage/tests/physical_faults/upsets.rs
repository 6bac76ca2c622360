//! Single-event upsets of the casino: each flip-flop is inverted once in every kind of state, and
//! play goes on.
//!
//! Within one hand the machine has to be playable again. The bankroll may not wrap, and no card may
//! be dealt twice from a shoe but for the upsets of [`HARMFUL`].

use std::collections::{BTreeMap, BTreeSet, HashSet};

use baccarat_hdl::casino::Casino;
use baccarat_sim::{Glyph, HandOutputs};
use de1_soc::{BLANK, BoardOutputs, light_and_display_names};
use punto_banco::{Rank, Round, Side, Step};
use rust_hdl_lanes::masks::{NONE, has_lane};
use rust_hdl_lanes::{LANES_PER_WORD, Word};
use specifications::copies::Copies;

/// All four keys up.
const KEYS_UP: u64 = 0b1111;

/// The registers of the cards on the table and of the burn card, which hold the suit above the
/// rank.
const CARDS: [&str; 7] = [
    "game.hand.pcard1",
    "game.hand.pcard2",
    "game.hand.pcard3",
    "game.hand.dcard1",
    "game.hand.dcard2",
    "game.hand.dcard3",
    "game.progress.turned_up",
];

/// The number of cards in the shoe, which is also the address of the last one.
const CARDS_LEFT: &str = "game.dealing_shoe_cards_left";

/// The largest stakes and the largest payment: an upset can change the number of chips.
const STAKES: u64 = 7_620;
const PAYMENT: u64 = 27_940;

/// All LEDs: the stakes are refused.
const REFUSED: u64 = 0x3FF;

/// Presses until the hand in play and one more are over and cleared: two burn cards, twice six
/// cards, two clears, and two presses that are refused or do nothing.
const PRESSES: usize = 18;

/// A chip on each bet.
const SWITCHES: u64 = 0b11_1000_0001;

/// Machines that are played at the same time: at least one for each flip-flop.
const COPIES: usize = CHUNKS * LANES_PER_WORD;
const CHUNKS: usize = 2;

/// Seeds that each state is reached with.
const ROUNDS: usize = 3;

/// The registers whose upset can put a wrong card into the shoe, when, and their lowest bits that
/// can. The machine has no second copy of what they hold.
const HARMFUL: [(&str, &str, usize); 7] = [
    ("game.dealing_shoe.next_rank_new_card", "the rank of the card that is written", 4),
    ("game.dealing_shoe.next_suit", "the suit of the card that is written", 2),
    ("game.dealing_shoe.writing", "cards that were dealt are written again", 1),
    (CARDS_LEFT, "cards that were dealt are in the shoe again", 6),
    ("game.card", "the card that moves into the gap", 6),
    ("game.dealing_shoe.shown", "the address of the gap", 9),
    ("game.dealing_shoe.drawn", "the last card does not move into the gap", 1),
];

/// How far a machine has come after its upset.
#[derive(Clone, Debug, Default, PartialEq)]
enum Progress {
    /// The hand in play, in which anything may be shown.
    #[default]
    Recovering,
    /// A hand that is compared with the rules, and its cards so far.
    Playing(Vec<Rank>),
    /// The hand was right.
    Recovered,
}

/// What happened to one machine.
#[derive(Clone, Default)]
struct History {
    /// The cards that this shoe has dealt, the burn card included.
    gone: HashSet<u64>,
    /// The cards on the table and the burn card.
    seen: [u64; 7],
    credits: u64,
    progress: Progress,
    harm: Option<&'static str>,
}

/// Machines with one deck that are played at the same time, each by what it shows.
struct Machines {
    copies: Copies,
    histories: Vec<History>,
    switches: Vec<u64>,
    random: fastrand::Rng,
}

impl Machines {
    fn new() -> Machines {
        let pins = light_and_display_names();
        let copies = Copies::observed("casino", &Casino::<1>::default(), &pins, COPIES);
        let (histories, switches, random) = (vec![], vec![], fastrand::Rng::new());
        Machines { copies, histories, switches, random }
    }

    /// Returns all machines to power-up.
    fn power_up(&mut self, seed: u64) {
        self.copies.power_up();
        self.histories = vec![History::default(); self.copies.count()];
        self.switches = vec![SWITCHES; self.copies.count()];
        self.random = fastrand::Rng::with_seed(seed);
        self.copies.set("KEY", KEYS_UP);
        self.copies.set("SW", SWITCHES);
        self.look(&[NONE; CHUNKS]);
    }

    /// Waits longer than a wrong position takes to come down, at least until a shoe is written, and
    /// a random time.
    fn wait(&mut self) {
        let mut new_shoes = [NONE; CHUNKS];
        for _ in 0..600 + self.random.usize(..52) {
            self.copies.clock("CLOCK_50", 1);
            let zeros = self.copies.zeros(CARDS_LEFT);
            let empty = zeros.as_flattened();
            for (seen, empty) in new_shoes.as_flattened_mut().iter_mut().zip(empty) {
                *seen |= empty;
            }
        }
        self.look(&new_shoes);
    }

    /// Notes new cards and the credits, and in which machines a new shoe was begun meanwhile.
    fn look(&mut self, new_shoes: &[Word]) {
        let cards = CARDS.map(|register| self.copies.held(register));
        let toggled = self.copies.held("game.settlement.account.toggled");
        for (copy, history) in self.histories.iter_mut().enumerate() {
            for (place, cards) in cards.iter().enumerate() {
                let card = cards[copy];
                let is_new = card != history.seen[place] && card & 15 != 0;
                history.seen[place] = card;
                if is_new && !history.gone.insert(card) {
                    history.harm.get_or_insert("a card was dealt twice");
                }
            }
            if has_lane(new_shoes, copy) {
                history.gone.clear();
            }
            let (before, after) = (history.credits, toggled[copy] ^ 10_000);
            history.credits = after;
            let is_change = after <= before + PAYMENT && before <= after + STAKES;
            let is_new = before < 20 && after == 10_000;
            let is_restored = before > 999_999 && after == 999_999;
            if !(is_change || is_new || is_restored) {
                history.harm.get_or_insert("the bankroll wrapped");
            }
        }
    }

    /// Sets the keys of all machines for some cycles, with KEY3 held in some.
    fn keys(&mut self, keys: u64, clears: &[bool]) {
        self.copies.set_each("KEY", |copy| if clears[copy] { keys & !8 } else { keys });
        self.copies.clock("CLOCK_50", 3);
    }

    /// Reads LEDR and HEX0 to HEX5 of all machines.
    fn pins(&mut self) -> Vec<BoardOutputs> {
        let outputs = self.copies.outputs();
        // The order of the ports is LEDR, HEX5 to HEX0.
        let pins = |copy: usize| {
            let lights = BoardOutputs::dark().with_ledr(outputs[0][copy]);
            (0..6).fold(lights, |shown, place| shown.with_hex(place, outputs[6 - place][copy]))
        };
        (0..self.copies.count()).map(pins).collect()
    }

    /// Presses KEY0 in all machines as a player would: with KEY3 held if the hand is over, and
    /// without bets if the stakes are refused. Compares what follows with the rules.
    fn press(&mut self) {
        let before = self.pins();
        let clears: Vec<bool> =
            before.iter().map(|shown| !is_refused(*shown) && shown.outcome().is_some()).collect();
        for (switches, shown) in self.switches.iter_mut().zip(&before) {
            if is_refused(*shown) {
                *switches = 0;
            }
        }
        self.copies.set_each("SW", |copy| self.switches[copy]);
        self.keys(KEYS_UP & !1, &clears);
        self.keys(KEYS_UP, &clears);
        self.wait();
        let after = self.pins();
        for (copy, history) in self.histories.iter_mut().enumerate() {
            history.follow(clears[copy], after[copy]);
        }
    }

    /// Presses until a condition holds in the first machine, and so in all.
    fn press_until(&mut self, is_reached: impl Fn(&Copies) -> bool) {
        while !is_reached(&self.copies) {
            self.press();
        }
    }

    /// Releases KEY0 and stops in the cycle in which a condition holds in the first machine.
    fn release_until(&mut self, is_reached: impl Fn(&Copies) -> bool) {
        let clears = vec![false; self.copies.count()];
        self.keys(KEYS_UP & !1, &clears);
        self.copies.set("KEY", KEYS_UP);
        while !is_reached(&self.copies) {
            self.copies.clock("CLOCK_50", 1);
        }
    }

    /// Returns what is wrong with the shoe of a machine.
    fn shoe_harm(&self, copy: usize, cards_left: u64) -> Option<&'static str> {
        let mut cards = self.histories[copy].gone.clone();
        let mut rest = (1..=cards_left as usize).map(|n| self.copies.memory_word(copy, n).into());
        match rest.all(|card: u64| (1..=13).contains(&(card & 15)) && cards.insert(card)) {
            true => None,
            false => Some("the shoe has a card that is wrong, there twice, or gone already"),
        }
    }

    /// Inverts one register bit in each machine, plays on and returns the harm to each.
    fn upset(&mut self, leaves: &[u32]) -> Vec<Option<&'static str>> {
        self.look(&[NONE; CHUNKS]);
        for (copy, leaf) in leaves.iter().enumerate() {
            self.copies.flip(*leaf, copy);
        }
        let toggled = self.copies.held("game.settlement.account.toggled");
        let cards = CARDS.map(|register| self.copies.held(register));
        for (copy, history) in self.histories.iter_mut().enumerate() {
            history.credits = toggled[copy] ^ 10_000;
            history.seen = std::array::from_fn(|place| cards[place][copy]);
            history.progress = Progress::Recovering;
            history.harm = None;
        }
        self.copies.clock("CLOCK_50", 1);
        self.wait();
        for _ in 0..PRESSES {
            self.press();
        }
        let cards_left = self.copies.held(CARDS_LEFT);
        let harm = |copy: usize| match &self.histories[copy] {
            History { harm: Some(harm), .. } => Some(*harm),
            History { progress: Progress::Recovered, .. } => self.shoe_harm(copy, cards_left[copy]),
            _ => Some("it is not playable"),
        };
        (0..leaves.len()).map(harm).collect()
    }
}

impl History {
    /// Compares the pins after a press with the rules.
    fn follow(&mut self, clears: bool, shown: BoardOutputs) {
        let is_empty = shown.ledr() == 0 || is_refused(shown);
        let is_burn_card = (0..5).all(|place| shown.hex(place) == BLANK);
        match &mut self.progress {
            // The burn card is up again if the number of hands has become 0.
            Progress::Recovering if clears && (is_empty || is_burn_card) => {
                self.progress = Progress::Playing(vec![]);
            }
            Progress::Playing(_) if clears => {
                if is_empty && shown.with_ledr(0) == BoardOutputs::number(self.credits as u32) {
                    self.progress = Progress::Recovered;
                } else {
                    self.harm.get_or_insert("the table was not cleared");
                }
            }
            Progress::Playing(dealt) => {
                let is_turned_up = dealt.is_empty() && is_burn_card;
                if !is_turned_up && !is_refused(shown) && !is_next(dealt, shown) {
                    self.harm.get_or_insert("a hand was not dealt by the rules");
                }
            }
            Progress::Recovering | Progress::Recovered => {}
        }
    }
}

/// Whether all LEDs are on.
fn is_refused(shown: BoardOutputs) -> bool {
    shown.ledr() == REFUSED
}

/// Adds the card that was dealt and returns whether lights and displays are right.
fn is_next(dealt: &mut Vec<Rank>, shown: BoardOutputs) -> bool {
    let before = expected(dealt);
    let place = match Step::after(dealt).next_card() {
        Some(Side::Player) => (0..3).find(|place| before.hex(*place) == BLANK),
        Some(Side::Banker) => (3..6).find(|place| before.hex(*place) == BLANK),
        None => None,
    };
    let Some(Glyph::Card(rank)) = place.map(|place| shown.glyph(place)) else {
        return false;
    };
    dealt.push(rank);
    shown == expected(dealt)
}

/// Returns what lights and displays show after these cards.
fn expected(dealt: &[Rank]) -> BoardOutputs {
    let mut cards = [[None; 3]; 2];
    for (index, rank) in dealt.iter().enumerate() {
        let side = Step::after(&dealt[..index]).next_card();
        let free = cards[usize::from(side == Some(Side::Banker))].iter_mut().find(|c| c.is_none());
        *free.expect("a side has at most three cards") = Some(*rank);
    }
    let [player, banker] = cards;
    BoardOutputs::showing(player, banker, Round::of(dealt).map(|round| round.outcome()))
}

/// Whether a register is not 0 in the first machine.
fn is_set(copies: &Copies, register: &str) -> bool {
    copies.held(register)[0] != 0
}

/// A kind of state and how to get there from power-up.
type State = (&'static str, fn(&mut Machines));

/// Every kind of state.
const STATES: [State; 15] = [
    ("a shoe is written", |machines| machines.copies.clock("CLOCK_50", 20)),
    ("before the burn card", |machines| machines.wait()),
    ("burn card", |machines| deal(machines, 0)),
    ("one card", |machines| deal(machines, 1)),
    ("two cards", |machines| deal(machines, 2)),
    ("three cards", |machines| deal(machines, 3)),
    ("four cards", |machines| deal(machines, 4)),
    ("five cards", |machines| deal(machines, 5)),
    ("six cards", |machines| deal(machines, 6)),
    ("a card was drawn", |machines| {
        deal(machines, 3);
        machines.release_until(|copies| is_set(copies, "game.dealing_shoe.drawn"));
    }),
    ("a payment is due", |machines| {
        deal(machines, 5);
        machines.release_until(|copies| {
            is_set(copies, "game.settlement_unpaid") && is_set(copies, "game_outcome")
        });
    }),
    ("the table was cleared", |machines| deal(machines, 7)),
    ("the cut card is out", |machines| {
        deal(machines, 0);
        machines.press_until(|copies| is_set(copies, "game_cut_card_out"));
    }),
    ("last hand", |machines| {
        deal(machines, 0);
        machines.press_until(|copies| is_set(copies, "game_last_hand"));
        machines.press();
    }),
    ("the next shoe is written", |machines| {
        deal(machines, 0);
        machines.press_until(|copies| is_set(copies, "game_last_hand"));
        machines.press_until(|copies| !is_set(copies, "game_last_hand"));
    }),
];

/// Turns up the burn card and presses so many times.
fn deal(machines: &mut Machines, presses: usize) {
    machines.wait();
    for _ in 0..=presses {
        machines.press();
    }
}

/// Returns seeds with which the first hand takes six cards.
fn seeds_of_six_cards(machines: &mut Machines) -> Vec<u64> {
    let takes_six = |seed: &u64| {
        machines.power_up(*seed);
        deal(machines, 6);
        let cards = ["game.hand.pcard3", "game.hand.dcard3"];
        cards.into_iter().all(|register| machines.copies.held(register)[0] & 15 != 0)
    };
    (0..).filter(takes_six).take(ROUNDS).collect()
}

#[test]
fn machines_are_playable_after_an_upset_and_deal_no_card_twice() {
    let mut machines = Machines::new();
    let bits = machines.copies.register_bits();
    let leaves: Vec<u32> = bits.iter().map(|(_, leaf)| *leaf).collect();
    assert!(leaves.len() <= COPIES, "{} flip-flops", leaves.len());
    let mut harmful: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for seed in seeds_of_six_cards(&mut machines) {
        for (state, reach) in STATES {
            machines.power_up(seed);
            reach(&mut machines);
            for ((name, _), harm) in bits.iter().zip(machines.upset(&leaves)) {
                if let Some(harm) = harm {
                    harmful.entry(name).or_default().insert(format!("{state}: {harm}"));
                }
            }
        }
    }
    let found: BTreeSet<&str> = harmful.keys().copied().collect();
    let listed = HARMFUL.iter().flat_map(|(name, _, bits)| bits_of(name, *bits));
    let listed: BTreeSet<String> = listed.collect();
    let listed: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
    let more: Vec<_> = harmful.iter().filter(|(name, _)| !listed.contains(*name)).collect();
    assert!(more.is_empty(), "harmful, but not listed: {more:#?}");
    assert_eq!(found, listed, "listed, but not harmful");
}

#[test]
fn no_register_of_the_monitor_and_the_roads_has_an_effect_on_lights_and_displays() {
    let bits = Machines::new().copies.register_bits();
    for module in ["monitor.", "game.plate.", "game.road."] {
        assert!(!bits.iter().any(|(name, _)| name.starts_with(module)), "{bits:?}");
    }
}

/// The names of the bits of a register.
fn bits_of(register: &str, bits: usize) -> Vec<String> {
    match bits {
        1 => vec![register.to_string()],
        _ => (0..bits).map(|bit| format!("{register}[{bit}]")).collect(),
    }
}
