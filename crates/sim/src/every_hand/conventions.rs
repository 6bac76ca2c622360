//! How a `task5` deals and what it shows.

use super::batch::Hand;
use crate::outputs::{ledr, segments};
use crate::{DEAL_ORDER, RANKS};
use baccarat_hdl::top::Clocking;
use de1_soc::{BLANK, BoardOutputs, DISPLAYS};
use punto_banco::{Rank, Round, Side, Step, play};
use std::collections::BTreeSet;

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

impl Shoe {
    /// The position of a rank.
    fn position(&self, rank: Rank) -> usize {
        let steps = (usize::from(rank.number()) - 1 + RANKS - self.origin) % RANKS;
        if self.counts_down { RANKS - steps } else { steps }
    }

    /// The rank at a position.
    pub fn rank(&self, position: usize) -> Rank {
        let position = position % RANKS;
        let steps = if self.counts_down { RANKS - position } else { position };
        Rank::ALL[(self.origin + steps) % RANKS]
    }
}

/// The number that gives `dividend` modulo thirteen if it is multiplied by `divisor`.
fn divided(dividend: usize, divisor: usize) -> usize {
    (0..RANKS).find(|one| one * divisor % RANKS == dividend % RANKS).unwrap_or(0)
}

/// How many presses after its end a hand has to stay as it is.
pub const FURTHER_PRESSES: usize = 2;

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

/// The presses, from 0, that capture third cards, where they depend on the hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThirdPresses {
    pub player: BTreeSet<usize>,
    /// Those of the banker after a third card of the player.
    pub banker: BTreeSet<usize>,
    /// Those of the banker if the player stands.
    pub banker_alone: BTreeSet<usize>,
}

impl ThirdPresses {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        [&self.player, &self.banker, &self.banker_alone].into_iter().flatten().copied()
    }
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
    /// The presses of the third cards if they depend on the hand. The banker's is then the fifth
    /// card if the player stands.
    pub third_presses: Option<ThirdPresses>,
    /// The pattern of each rank.
    pub patterns: [u64; RANKS],
    /// The pattern of each display after a reset.
    pub blank: [u64; DISPLAYS],
    pub shoe: Shoe,
    /// How many presses after the last card the lights come on: after four cards, the player's
    /// third, the banker's as the fifth card, and as the sixth.
    pub late: [usize; 4],
    /// The number of presses after which the slowest sampled hand is over.
    pub slowest: usize,
    /// Whether the lights come on later in some hands than `late` says.
    pub has_later_lights: bool,
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
            third_presses: None,
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
            slowest: 0,
            has_later_lights: false,
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
        self.dealing_presses(thirds) + self.delay(thirds)
    }

    /// How many presses after the last card of such a hand the lights come on.
    pub fn delay(&self, thirds: [bool; 2]) -> usize {
        self.late[delay_index(thirds)]
    }

    /// The number of presses after which every hand is over.
    pub fn presses(&self) -> usize {
        THIRDS.into_iter().map(|thirds| self.presses_of(thirds)).fold(self.slowest, usize::max)
    }

    /// The card that a press, from 0, captures.
    pub fn card_of(&self, press: usize) -> Option<usize> {
        self.captures.iter().position(|capture| *capture == press)
    }

    /// The cycles to wait for a card, 0 to 12, if the shoe offered the rank `before` at the capture
    /// before it.
    pub fn wait(&self, card: usize, before: Rank, rank: Rank) -> usize {
        let (shoe, offsets) = (&self.shoe, &self.shoe.offsets);
        let without_wait = match card {
            1.. if !shoe.restarts => {
                shoe.position(before) + offsets[card] + RANKS - offsets[card - 1] % RANKS
            }
            _ => offsets[card],
        };
        (shoe.position(rank) + RANKS - without_wait % RANKS) % RANKS
    }

    /// The position of the shoe at a press, from 0, without waits.
    pub fn offset_at(&self, press: usize) -> usize {
        let [first, second] = [self.shoe.offsets[0], self.shoe.offsets[1]];
        let distance = self.captures[1] - self.captures[0];
        let step = divided(second + RANKS - first % RANKS, distance);
        let since = press + RANKS * RANKS - self.captures[0];
        (first + step * since) % RANKS
    }

    /// The rank that the shoe offers at a press, from 0, after the fourth card, if the presses of
    /// third cards depend on the hand: at the two usual ones those of `offered`. From press to
    /// press the shoe advances by the same number of positions, so any two presses offer all pairs
    /// of ranks.
    pub fn rank_at(&self, offered: Hand, press: usize) -> Rank {
        self.shoe.rank(self.position_at(offered, press))
    }

    fn position_at(&self, offered: Hand, press: usize) -> usize {
        let [fifth, sixth] = [4, 5].map(|card: usize| self.shoe.position(offered[card]));
        if press <= self.captures[3] {
            return self.shoe.position(offered[3]);
        }
        let step = divided(sixth + RANKS - fifth % RANKS, self.captures[5] - self.captures[4]);
        let since = press + RANKS * RANKS - self.captures[4];
        (fifth + step * since) % RANKS
    }

    /// The cycles to wait before a press, from 0, for the cards that the shoe offers; `None` if it
    /// captures none.
    pub fn wait_before(&self, offered: Hand, press: usize) -> Option<usize> {
        if self.third_presses.is_none() || press <= self.captures[3] {
            let card = self.card_of(press)?;
            return Some(self.wait(card, offered[card.saturating_sub(1)], offered[card]));
        }
        let mut without_wait = self.offset_at(press);
        if !self.shoe.restarts {
            without_wait +=
                self.position_at(offered, press - 1) + RANKS - self.offset_at(press - 1);
        }
        Some((self.position_at(offered, press) + RANKS - without_wait % RANKS) % RANKS)
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
    #[test]
    fn any_two_presses_after_the_fourth_card_offer_all_pairs_of_ranks() {
        let usual = Conventions::of(Clocking::Synchronised);
        let shoe = Shoe { origin: 5, counts_down: true, ..usual.shoe };
        let restarting = Shoe { restarts: true, offsets: [3; 6], ..usual.shoe };
        let third_presses = Some(ThirdPresses::default());
        let varying = Conventions { captures: [0, 1, 2, 3, 5, 7], third_presses, ..usual };
        for shoe in [varying.shoe, shoe, restarting] {
            let conventions = Conventions { shoe, ..varying.clone() };
            let mut pairs = vec![BTreeSet::new(); 100];
            for (fifth, sixth) in Rank::ALL.iter().flat_map(|one| Rank::ALL.map(|two| (*one, two)))
            {
                let hand = [Rank::Two, Rank::Six, Rank::King, Rank::Three, fifth, sixth];
                assert_eq!([5, 7].map(|press| conventions.rank_at(hand, press)), hand[4..]);
                let mut waited = 0;
                let ranks: Vec<Rank> = (0..10)
                    .map(|press| {
                        let wait = conventions.wait_before(hand, press).expect("a wait");
                        waited = if shoe.restarts { wait } else { waited + wait };
                        shoe.rank(conventions.offset_at(press) + waited)
                    })
                    .collect();
                assert_eq!(ranks[..4], hand[..4]);
                for (one, two) in (4..10).flat_map(|two| (4..two).map(move |one| (one, two))) {
                    assert_eq!(ranks[one], conventions.rank_at(hand, one));
                    pairs[one * 10 + two].insert((ranks[one], ranks[two]));
                }
            }
            let all = pairs.iter().map(BTreeSet::len).filter(|pairs| *pairs == RANKS * RANKS);
            assert_eq!(all.count(), 15);
        }
    }
}
