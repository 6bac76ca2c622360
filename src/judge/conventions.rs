//! What a design does its own way.

use super::board::{Timing, WaitPhase};
use crate::de1_soc::{BoardOutputs, lit_segments};
use crate::game::{Rank, Round, Side, Step, play};
use crate::simulation::{DEAL_ORDER, Glyph, RANKS};

/// When a card is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyEdge {
    Pressed,
    Released,
}

/// The cards that the shoe offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shoe {
    /// The rank at position 0, from 0 for the ace.
    pub origin: usize,
    /// Whether it counts from the king to the ace.
    pub counts_down: bool,
    /// Whether a press of KEY0 restarts it.
    pub restarts: bool,
    /// Whether a reset restarts it. Else it counts from power-up on.
    pub is_reset: bool,
    /// Its position at each capture without waits: four cards, the fifth and the sixth.
    pub offsets: [usize; 6],
}

/// What a design does its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conventions {
    pub(super) timing: Timing,
    pub(super) edge: KeyEdge,
    /// The press, from 0, that captures each card: four cards, the fifth and the sixth.
    pub(super) captures: [usize; 6],
    /// The display of each card: player, banker, player, banker, the player's third, the banker's
    /// third.
    pub(super) displays: [usize; 6],
    /// Whether the banker's third card is captured as the fifth card (4) or as the sixth (5) if the
    /// player stands.
    pub(super) banker_after_stand: usize,
    /// The pattern of each rank.
    pub(super) patterns: [u64; RANKS],
    /// The pattern of each display after a reset.
    pub(super) blank: [u64; 6],
    pub(super) shoe: Shoe,
    /// How many presses after the last card the lights come on.
    pub(super) late: usize,
    /// In how many sampled hands a light is on before the last card is dealt.
    pub(super) early: usize,
}

/// The digits of a hand: the cycles to wait for each of six cards, 0 to 12.
pub(super) type Digits = [usize; 6];

impl Conventions {
    /// A character for each display, HEX5 first, as [`BoardOutputs::characters`], but by the
    /// patterns of this design.
    pub fn characters(&self, outputs: BoardOutputs) -> String {
        let character = |display: usize| match self.reading(display, outputs.hex(display)) {
            Reading::Blank => '.',
            Reading::Card(rank) => Glyph::Card(rank).character(),
            Reading::Other => '?',
        };
        let characters: Vec<String> =
            (0..6).rev().map(|display| character(display).to_string()).collect();
        characters.join(" ")
    }

    /// The number of presses after which a hand shows its winner.
    pub(super) fn presses_of(&self, round: &Round) -> usize {
        let last = match (round.player.third, round.banker.third) {
            (None, None) => 3,
            (Some(_), None) => 4,
            (None, Some(_)) => self.banker_after_stand,
            (Some(_), Some(_)) => 5,
        };
        self.captures[last] + 1 + self.late
    }

    /// The number of presses after which every hand is over.
    pub(super) fn presses(&self) -> usize {
        self.captures[5].max(self.captures[4]) + 1 + self.late
    }

    /// The card that a press, from 0, captures.
    pub(super) fn card_of(&self, press: usize) -> Option<usize> {
        self.captures.iter().position(|capture| *capture == press)
    }

    /// The ranks that the shoe offers at each capture.
    pub(super) fn offered(&self, digits: Digits) -> [Rank; 6] {
        let mut waited = 0;
        std::array::from_fn(|card| {
            waited = if self.shoe.restarts { digits[card] } else { waited + digits[card] };
            let position = (self.shoe.offsets[card] + waited) % RANKS;
            let steps = if self.shoe.counts_down { RANKS - position } else { position };
            Rank::ALL[(self.shoe.origin + steps) % RANKS]
        })
    }

    /// The hand that these waits deal, by the rules.
    pub(super) fn round(&self, digits: Digits) -> Round {
        let mut cards = self.offered(digits);
        if self.banker_after_stand == 5
            && Step::after(&cards[..4]).next_card() == Some(Side::Banker)
        {
            cards[4] = cards[5];
        }
        play(cards)
    }

    /// The waits that deal these cards. Cards that are not dealt have any.
    pub(super) fn digits(&self, cards: [Rank; 6]) -> Digits {
        let mut digits = [0; 6];
        for card in 0..6 {
            let fits = |wait: &usize| {
                digits[card] = *wait;
                self.offered(digits)[card] == cards[card]
            };
            digits[card] = (0..RANKS).find(fits).unwrap_or(0);
        }
        if self.banker_after_stand == 5 && self.round(digits).player.third.is_none() {
            // The card in fifth place is captured in sixth place.
            let last = |wait: &usize| {
                let mut digits = digits;
                digits[5] = *wait;
                self.offered(digits)[5] == cards[4]
            };
            digits[5] = (0..RANKS).find(last).unwrap_or(0);
        }
        digits
    }

    /// The conventions in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = vec![match self.edge {
            KeyEdge::Released => "Cards are captured when KEY0 is released.".to_string(),
            KeyEdge::Pressed => {
                "Cards are captured when KEY0 is pressed (on its falling edge).".to_string()
            }
        }];
        let first = self.captures[0];
        if first > 0 {
            sentences.push(format!(
                "After a reset, {} {} before the first card.",
                presses(first),
                come(first)
            ));
        }
        let strides: Vec<usize> =
            (1..6).map(|card| self.captures[card] - self.captures[card - 1]).collect();
        if strides[..3].iter().any(|stride| *stride != 1) {
            let [second, third, fourth] = [1, 2, 3].map(|card| self.captures[card] + 1);
            sentences.push(format!(
                "The first four cards come with presses {}, {second}, {third} and {fourth}.",
                first + 1
            ));
        }
        if strides[3] != strides[2] {
            sentences.push(format!(
                "The player's third card comes {} after the fourth card.",
                presses(strides[3])
            ));
        }
        if strides[4] != 1 {
            sentences.push(format!(
                "The banker's third card comes {} after the player's.",
                presses(strides[4])
            ));
        }
        if self.banker_after_stand == 5 {
            sentences.push(
                "If the player stands, one press passes before the banker's third card.".into(),
            );
        }
        if self.late > 0 {
            sentences
                .push(format!("The lights come on {} after the last card.", presses(self.late)));
        }
        if self.displays != DEAL_ORDER.map(|(display, _)| display) {
            let [p1, b1, p2, b2, p3, b3] = self.displays;
            sentences.push(format!(
                "HEX{p1}, HEX{p2} and HEX{p3} show the player's cards, HEX{b1}, HEX{b2} and HEX{b3} the banker's."
            ));
        }
        if self.shoe.counts_down {
            sentences.push("The shoe counts down.".into());
        }
        if self.shoe.restarts {
            sentences.push("Each press of KEY0 restarts the shoe.".into());
        }
        if !self.shoe.is_reset {
            sentences.push("KEY3 does not reset the shoe: it counts on.".into());
        }
        if self.timing.wait == WaitPhase::Down && !self.shoe.restarts {
            sentences.push("The shoe counts only while KEY0 is down.".into());
        }
        if self.timing.hold > 1 {
            sentences.push(format!(
                "A key takes effect within {} cycles of CLOCK_50.",
                self.timing.hold
            ));
        }
        let other: Vec<String> = Rank::ALL
            .into_iter()
            .filter(|rank| Glyph::of(self.pattern(*rank)) != Glyph::Card(*rank))
            .map(|rank| format!("{rank} is {}", segments(self.pattern(rank))))
            .collect();
        if !other.is_empty() {
            sentences.push(format!("Glyphs other than ours: {}.", other.join("; ")));
        }
        let blank = |pattern: &u64| Glyph::of(*pattern) == Glyph::Blank;
        if !self.blank.iter().all(blank) {
            sentences.push(format!("Without a card, a display shows {}.", segments(self.blank[0])));
        }
        sentences
    }

    /// Whether most digits are lit where they should be dark.
    pub(super) fn is_inverted(&self) -> bool {
        let is_inverted =
            |rank: &Rank| Glyph::of(!self.pattern(*rank) & 0x7f) == Glyph::Card(*rank);
        Rank::ALL.iter().filter(|rank| is_inverted(rank)).count() > RANKS / 2
    }

    /// The pattern of a rank.
    pub(super) fn pattern(&self, rank: Rank) -> u64 {
        self.patterns[usize::from(rank.number()) - 1]
    }

    /// What a display shows: a card, nothing or something else.
    pub(super) fn reading(&self, display: usize, pattern: u64) -> Reading {
        match self.patterns.iter().position(|known| *known == pattern) {
            _ if pattern == self.blank[display] => Reading::Blank,
            Some(rank) => Reading::Card(Rank::ALL[rank]),
            None => Reading::Other,
        }
    }
}

/// What a display shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reading {
    Blank,
    Card(Rank),
    /// Neither a card nor blank.
    Other,
}

fn presses(number: usize) -> String {
    if number == 1 { "one press".into() } else { format!("{number} presses") }
}

fn come(number: usize) -> &'static str {
    if number == 1 { "comes" } else { "come" }
}

/// `segments a, b and g`, or `nothing`; segments are active low.
fn segments(pattern: u64) -> String {
    let lit: String = lit_segments(pattern).collect();
    if lit.is_empty() { "nothing".into() } else { format!("segments {lit}") }
}
