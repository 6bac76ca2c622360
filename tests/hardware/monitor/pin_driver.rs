//! Plays the casino at the pins of the simulated board.

use baccarat_sim::casino::{Casino, SETTLING};
use baccarat_sim::{RESET_KEY, STEP_KEY, SimulatedBoard};
use punto_banco::casino::CardChoice;
use punto_banco::{Outcome, Rank, Round};

use super::state::State;

/// What a player does at the board. Before a hand is played, a finished one is cleared.
#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// Moves the switches to these positions.
    Switches(u64),
    /// Deals these cards, one after another: `"KS 10H 5"`.
    Deal(&'static str),
    /// Plays hands of four cards with these outcomes: `P`, `B` or `T`.
    Hands(&'static str),
    /// Deals whatever card comes.
    DealAny,
    /// Plays some hands with whatever cards come.
    Play(u32),
    /// Plays hands with whatever cards come until the cut card is out.
    PlayToCutCard,
    /// Deals whatever cards come until the hand is over.
    Finish,
    /// Holds KEY3, releases KEY0, and releases KEY3.
    Clear,
    /// The same, but waits only until the new shoe has so many cards before the cut card.
    ClearAndFill(u32),
    /// Holds KEY3.
    HoldKey3,
}

/// A change of the pins, or cycles of CLOCK_50 without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// KEY\[3:0\], active low, and SW\[9:0\].
    Pins {
        keys: u64,
        switches: u64,
    },
    Cycles(u64),
}

/// A simulated board, and what was done at its pins since power-up.
#[derive(Clone)]
pub struct PinDriver {
    casino: Casino,
    outcomes: Vec<Outcome>,
    /// The cards of each rank that are in the shoe between two hands.
    left: [u32; 13],
    random: fastrand::Rng,
    events: Vec<Event>,
}

const FULL_SHOE: [u32; 13] = [32; 13];

impl PinDriver {
    /// Creates a board whose shoe has been written.
    pub fn new() -> PinDriver {
        let mut driver = PinDriver {
            casino: Casino::new().expect("a machine"),
            outcomes: vec![],
            left: FULL_SHOE,
            random: fastrand::Rng::with_seed(1),
            events: vec![],
        };
        driver.settle();
        driver
    }

    /// Returns the board, with other random numbers for the cards that come.
    pub fn with_seed(self, seed: u64) -> PinDriver {
        PinDriver { random: fastrand::Rng::with_seed(seed), ..self }
    }

    /// Returns the simulated board.
    pub fn machine(&self) -> &SimulatedBoard {
        self.casino.machine()
    }

    /// Returns the state of the machine.
    pub fn state(&self) -> State {
        let key3_held = self.casino.machine().is_pressed(RESET_KEY);
        State { game: self.casino.state(), outcomes: self.outcomes.clone(), key3_held }
    }

    /// Returns everything that was done since power-up.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub fn act(&mut self, action: Action) {
        match action {
            Action::Switches(positions) => {
                self.casino.machine_mut().set_switches(positions).expect("no oscillation");
                self.pins_moved();
                self.settle();
            }
            Action::Deal(cards) => {
                for card in cards.split(' ') {
                    self.deal(card.parse().expect("a card"));
                }
            }
            Action::Hands(outcomes) => {
                for letter in outcomes.chars() {
                    self.clear_finished_hand();
                    self.deal_hand(match letter {
                        'P' => Outcome::Player,
                        'B' => Outcome::Banker,
                        'T' => Outcome::Tie,
                        other => panic!("{other} is no outcome"),
                    });
                }
            }
            Action::DealAny => self.deal_any(),
            Action::Play(hands) => {
                for _ in 0..hands {
                    self.clear_finished_hand();
                    self.finish_hand();
                }
            }
            Action::PlayToCutCard => {
                while !self.casino.state().cut_card_out {
                    self.clear_finished_hand();
                    self.deal_any();
                }
            }
            Action::Finish => self.finish_hand(),
            Action::Clear => {
                self.clear();
                self.settle();
            }
            Action::ClearAndFill(cards) => {
                self.clear();
                while self.casino.state().cards_before_cut < cards {
                    self.run(1);
                }
            }
            Action::HoldKey3 => {
                self.set_key(RESET_KEY, true);
                self.settle();
            }
        }
    }

    /// Deals whatever cards come until the hand is over; turns up the burn card first if it is not.
    fn finish_hand(&mut self) {
        while self.casino.state().outcome.is_none() {
            self.deal_any();
        }
    }

    fn deal_any(&mut self) {
        self.set_key(STEP_KEY, true);
        let held = self.random.u64(1..500);
        self.run(held);
        self.set_key(STEP_KEY, false);
        self.settle();
        self.record();
    }

    fn deal(&mut self, wanted: CardChoice) {
        let pressed = self.casino.machine().cycle();
        self.casino.deal(wanted).unwrap_or_else(|error| panic!("{error}"));
        // `Casino::deal` waits for the card, releases the key and lets the outputs settle.
        let waited = self.casino.machine().cycle() - pressed - SETTLING;
        let pins = |keys| Event::Pins { keys, switches: self.casino.machine().switches() };
        let [down, up] = [pins(0b1110), pins(0b1111)];
        self.events.extend([down, Event::Cycles(waited), up, Event::Cycles(SETTLING)]);
        self.record();
    }

    /// Deals four cards, of the ranks that the shoe has most of, that end a hand with this outcome.
    fn deal_hand(&mut self, outcome: Outcome) {
        let ranks = Rank::ALL;
        let hands =
            ranks.into_iter().flat_map(|p1| ranks.map(|b1| [p1, b1])).flat_map(|[p1, b1]| {
                ranks.into_iter().flat_map(move |p2| ranks.map(|b2| [p1, b1, p2, b2]))
            });
        let is_wanted =
            |hand: &[Rank; 4]| Round::of(hand).is_some_and(|round| round.outcome() == outcome);
        let possible = hands.filter(|hand| is_wanted(hand) && self.has(hand));
        let left = |rank: &Rank| self.left[usize::from(rank.number()) - 1];
        let best = possible.max_by_key(|hand| hand.iter().map(left).sum::<u32>());
        for rank in best.expect("cards for the hand") {
            self.deal(rank.into());
        }
    }

    /// Whether the shoe has these cards.
    fn has(&self, hand: &[Rank]) -> bool {
        let needed = |rank: &Rank| hand.iter().filter(|other| *other == rank).count() as u32;
        hand.iter().all(|rank| self.left[usize::from(rank.number()) - 1] >= needed(rank))
    }

    /// Keeps account of the burn card, and of a hand at its end.
    fn record(&mut self) {
        let state = self.casino.state();
        let is_burn_card = state.is_betting();
        if is_burn_card || state.outcome.is_some() {
            let hand = state.player.iter().chain(&state.banker);
            for card in hand.chain(state.burn_card.iter().filter(|_| is_burn_card)) {
                self.left[usize::from(card.rank.number()) - 1] -= 1;
            }
        }
        self.outcomes.extend(state.outcome);
    }

    fn clear_finished_hand(&mut self) {
        if self.casino.state().outcome.is_some() {
            self.clear();
            self.settle();
        }
    }

    /// Clears the table after a hand. The shoe may be written for some time after it.
    fn clear(&mut self) {
        if self.casino.state().last_hand {
            self.outcomes.clear();
            self.left = FULL_SHOE;
        }
        self.set_key(RESET_KEY, true);
        self.run(1);
        self.set_key(STEP_KEY, true);
        self.run(1);
        self.set_key(STEP_KEY, false);
        self.run(8);
        self.set_key(RESET_KEY, false);
        self.run(SETTLING);
    }

    fn settle(&mut self) {
        let before = self.casino.machine().cycle();
        self.casino.settle().expect("a shoe");
        self.events.push(Event::Cycles(self.casino.machine().cycle() - before));
    }

    fn run(&mut self, cycles: u64) {
        self.casino.machine_mut().run(cycles).expect("no oscillation");
        self.events.push(Event::Cycles(cycles));
    }

    fn set_key(&mut self, key: usize, pressed: bool) {
        self.casino.machine_mut().set_key(key, pressed).expect("no oscillation");
        self.pins_moved();
    }

    fn pins_moved(&mut self) {
        let machine = self.casino.machine();
        let keys = (0..4).filter(|key| !machine.is_pressed(*key)).map(|key| 1 << key).sum();
        self.events.push(Event::Pins { keys, switches: machine.switches() });
    }
}
