//! How a `task5` deals and what it shows.

use super::batch::Hand;
use crate::outputs::{ledr, segments};
use crate::{DEAL_ORDER, RANKS};
use baccarat_hdl::top::Clocking;
use de1_soc::{BLANK, BoardOutputs, DISPLAYS};
use punto_banco::{Rank, Round, Side, Step, play};

/// When the boards wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitPhase {
    /// Before KEY0 is pressed.
    Up,
    /// While KEY0 is down.
    Down,
}

/// How keys are pressed, in cycles of CLOCK_50.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Between the wait for a card and the press.
    pub before: usize,
    /// While KEY0 is down.
    pub down: usize,
    /// After KEY0 is released.
    pub after: usize,
    /// After KEY3 is released.
    pub after_reset: usize,
    pub wait: WaitPhase,
}

impl Timing {
    /// After each change of a key, this number of cycles.
    pub fn holding(cycles: usize, wait: WaitPhase) -> Timing {
        Timing { before: 0, down: cycles, after: cycles, after_reset: cycles, wait }
    }
}

/// When a card is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyEdge {
    Pressed,
    Released,
}

/// The cards that the shoe offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shoe {
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

/// Whether the player and the banker have a third card, in the order of [`Conventions::late`].
pub const THIRDS: [[bool; 2]; 4] = [[false, false], [true, false], [false, true], [true, true]];

/// Whether the sides of a round have a third card.
pub fn thirds(round: &Round) -> [bool; 2] {
    [round.player.third, round.banker.third].map(|third| third.is_some())
}

/// The cards of a round in the order of [`Conventions::displays`].
pub fn dealt_cards(round: &Round) -> [Option<Rank>; 6] {
    let (player, banker) = (&round.player, &round.banker);
    let [p1, b1, p2, b2] = [player.first, banker.first, player.second, banker.second].map(Some);
    [p1, b1, p2, b2, player.third, banker.third]
}

/// The place in [`Conventions::late`].
fn delay_index([player, banker]: [bool; 2]) -> usize {
    usize::from(player) + 2 * usize::from(banker)
}

/// How a design deals and what it shows, where designs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conventions {
    pub timing: Timing,
    pub edge: KeyEdge,
    /// The press, from 0, that captures each card: four cards, the fifth and the sixth.
    pub captures: [usize; 6],
    /// The display of each card: player, banker, player, banker, the player's third, the banker's
    /// third.
    pub displays: [usize; 6],
    /// Whether the banker's third card is captured as the fifth card (4) or as the sixth (5) if the
    /// player stands.
    pub banker_after_stand: usize,
    /// The pattern of each rank.
    pub patterns: [u64; RANKS],
    /// The pattern of each display after a reset.
    pub blank: [u64; DISPLAYS],
    pub shoe: Shoe,
    /// How many presses after the last card the lights come on: after four cards, the player's
    /// third, the banker's as the fifth card, and as the sixth.
    pub late: [usize; 4],
    /// The ranks for which each display stays empty although they are dealt.
    pub hidden: [[bool; RANKS]; DISPLAYS],
    /// What LEDR shows as the score of each rank alone.
    pub values: [u8; RANKS],
    /// In how many sampled hands a light is on before the last card is dealt.
    pub early: usize,
}

/// Those of the lab: of our own design with KEY0 as its clock.
impl Default for Conventions {
    fn default() -> Conventions {
        Conventions::of(Clocking::Direct)
    }
}

impl Conventions {
    /// Those of our own design: the keys are pressed as briefly as the hardware detects.
    pub fn of(clocking: Clocking) -> Conventions {
        // With the synchronised clocking, a press takes three cycles to pass the synchroniser and
        // one to deal. Without a wait, the first card after a reset is a two or a four.
        let (before, down, after, first) = match clocking {
            Clocking::Direct => (1, 0, 0, 1),
            Clocking::Synchronised => (0, 1, 3, 3),
        };
        let shortest = before + down + after;
        Conventions {
            timing: Timing { before, down, after, after_reset: 0, wait: WaitPhase::Up },
            edge: KeyEdge::Released,
            captures: [0, 1, 2, 3, 4, 5],
            displays: DEAL_ORDER.map(|(display, _)| display),
            banker_after_stand: 4,
            patterns: Rank::ALL.map(|rank| segments(Some(rank))),
            blank: [BLANK; DISPLAYS],
            shoe: Shoe {
                origin: 0,
                counts_down: false,
                restarts: false,
                is_reset: true,
                offsets: std::array::from_fn(|card| first + card * shortest),
            },
            late: [0; 4],
            hidden: [[false; RANKS]; DISPLAYS],
            values: Rank::ALL.map(Rank::value),
            early: 0,
        }
    }

    /// The number of presses that deal all cards of a hand with these third cards of the player and
    /// of the banker.
    pub fn dealing_presses(&self, thirds: [bool; 2]) -> usize {
        let last = match thirds {
            [false, false] => 3,
            [true, false] => 4,
            [false, true] => self.banker_after_stand,
            [true, true] => 5,
        };
        self.captures[last] + 1
    }

    /// The number of presses after which such a hand shows its winner.
    pub fn presses_of(&self, thirds: [bool; 2]) -> usize {
        self.dealing_presses(thirds) + self.late[delay_index(thirds)]
    }

    /// The number of presses after which every hand is over.
    pub fn presses(&self) -> usize {
        THIRDS.into_iter().map(|thirds| self.presses_of(thirds)).max().unwrap_or(0)
    }

    /// The card that a press, from 0, captures.
    pub fn card_of(&self, press: usize) -> Option<usize> {
        self.captures.iter().position(|capture| *capture == press)
    }

    /// The cycles to wait for a card, 0 to 12, if the shoe offered the rank `before` at the capture
    /// before it.
    pub fn wait(&self, card: usize, before: Rank, rank: Rank) -> usize {
        let offsets = &self.shoe.offsets;
        let position = |rank: Rank| {
            let steps = (usize::from(rank.number()) - 1 + RANKS - self.shoe.origin) % RANKS;
            if self.shoe.counts_down { RANKS - steps } else { steps }
        };
        let without_wait = match card {
            1.. if !self.shoe.restarts => {
                position(before) + offsets[card] + RANKS - offsets[card - 1] % RANKS
            }
            _ => offsets[card],
        };
        (position(rank) + RANKS - without_wait % RANKS) % RANKS
    }

    /// The waits for each of the cards that the shoe offers.
    pub fn waits(&self, offered: Hand) -> [usize; 6] {
        std::array::from_fn(|card| self.wait(card, offered[card.saturating_sub(1)], offered[card]))
    }

    /// The ranks that the shoe offers at each capture after these waits.
    pub fn offered(&self, waits: [usize; 6]) -> Hand {
        let mut before = Rank::ALL[0];
        std::array::from_fn(|card| {
            let fits = |rank: &&Rank| self.wait(card, before, **rank) == waits[card] % RANKS;
            before = Rank::ALL.iter().find(fits).copied().unwrap_or(before);
            before
        })
    }

    /// The hand that these cards of the shoe deal, by the rules.
    pub fn round(&self, mut offered: Hand) -> Round {
        if self.is_bankers_third_late(offered) {
            offered[4] = offered[5];
        }
        play(offered)
    }

    /// The cards for the shoe to offer such that these are dealt, in order.
    pub fn offering(&self, mut cards: Hand) -> Hand {
        if self.is_bankers_third_late(cards) {
            cards[5] = cards[4];
        }
        cards
    }

    /// Whether the banker draws the fifth card and captures it in sixth place.
    fn is_bankers_third_late(&self, cards: Hand) -> bool {
        self.banker_after_stand == 5 && Step::after(&cards[..4]).next_card() == Some(Side::Banker)
    }

    /// The outputs of a finished hand.
    pub fn outputs(&self, round: &Round) -> BoardOutputs {
        let cards = dealt_cards(round);
        let scores = [round.player.score(), round.banker.score()];
        let lights = BoardOutputs(0).with_ledr(ledr(scores, Some(round.outcome())));
        self.displays.into_iter().zip(cards).fold(lights, |outputs, (display, card)| {
            let pattern = card.map_or(self.blank[display], |card| self.pattern(card));
            outputs.with_hex(display, pattern)
        })
    }

    /// Whether a display stays empty although this rank is dealt.
    pub fn is_hidden(&self, display: usize, rank: Rank) -> bool {
        self.hidden[display][usize::from(rank.number()) - 1]
    }

    /// What LEDR shows as the score of this rank.
    pub fn value(&self, rank: Rank) -> u8 {
        self.values[usize::from(rank.number()) - 1]
    }

    /// The score of these cards, by the values that LEDR shows.
    pub fn score(&self, cards: impl Iterator<Item = Rank>) -> usize {
        cards.map(|rank| usize::from(self.value(rank))).sum::<usize>() % 10
    }

    /// The pattern of a rank.
    pub fn pattern(&self, rank: Rank) -> u64 {
        self.patterns[usize::from(rank.number()) - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_lead_from_any_rank_to_any_rank() {
        let direct = Conventions::of(Clocking::Direct);
        let down =
            Shoe { origin: 5, counts_down: true, offsets: [9, 3, 14, 0, 7, 1], ..direct.shoe };
        let restarting = Shoe { restarts: true, ..down };
        let shoes = [direct.shoe, Conventions::of(Clocking::Synchronised).shoe, down, restarting];
        for conventions in shoes.map(|shoe| Conventions { shoe, ..direct.clone() }) {
            let Shoe { origin, counts_down, restarts, offsets, .. } = conventions.shoe;
            for (before, rank) in (0..RANKS * RANKS).map(|pair| (pair / RANKS, pair % RANKS)) {
                let hand = [before, rank, before, before, rank, before].map(|rank| Rank::ALL[rank]);
                let waits = conventions.waits(hand);
                assert!(waits.iter().all(|wait| *wait < RANKS), "{waits:?}");
                let mut waited = 0;
                for card in 0..6 {
                    waited = if restarts { waits[card] } else { waited + waits[card] };
                    let position = (offsets[card] + waited) % RANKS;
                    let steps = if counts_down { RANKS - position } else { position };
                    assert_eq!(hand[card], Rank::ALL[(origin + steps) % RANKS]);
                }
                assert_eq!(conventions.offered(waits), hand);
            }
        }
    }
}
