//! Counts what a design did in every hand, by the cards that its decisions may see.
//!
//! A decision that is made while a card is loaded does not see that card, and a sum of four bits
//! loses sixteen. These counts take longer than those of [`HandCounts`](super::hand_counts), which
//! are by scores, so they are made only for designs that scores do not explain.

use super::Conventions;
use super::cause::{Early, LastCards, Lights, SumFault};
use super::hand_counts::{Count, Table};
use super::observed_hand::ObservedHand;
use baccarat_sim::HandOutputs;
use punto_banco::{Rank, Side, banker_draws};

/// The score of cards with this sum of values.
pub(super) fn faulty_score(fault: Option<SumFault>, sum: usize) -> usize {
    match fault {
        None => sum % 10,
        Some(SumFault::NoModulo) => sum & 15,
        Some(SumFault::FourBits) => (sum & 15) % 10,
    }
}

/// What the decisions after four cards see.
#[derive(Clone, Copy, Debug)]
pub(super) struct FourCardsSeen {
    pub fault: Option<Early>,
    /// In how many cards of the player and of the banker a natural is looked for.
    pub natural: [usize; 2],
    /// How many cards of each side its rule sees.
    pub rule: [usize; 2],
}

impl FourCardsSeen {
    /// All cards.
    pub const RIGHT: FourCardsSeen = FourCardsSeen { fault: None, natural: [2, 2], rule: [2, 2] };

    pub const EARLY: [FourCardsSeen; 6] = [
        FourCardsSeen { fault: Some(Early::ThirdCards), natural: [2, 1], rule: [2, 1] },
        FourCardsSeen { fault: Some(Early::Naturals), natural: [2, 1], rule: [2, 2] },
        FourCardsSeen { fault: Some(Early::BankerAlone), natural: [2, 2], rule: [2, 1] },
        FourCardsSeen { fault: Some(Early::Player), natural: [2, 2], rule: [1, 2] },
        FourCardsSeen { fault: Some(Early::PlayerAndNaturals), natural: [1, 2], rule: [1, 2] },
        FourCardsSeen { fault: Some(Early::ThirdCardsAtThird), natural: [1, 1], rule: [1, 1] },
    ];
}

/// The values of four cards or of three, each below this.
const VALUES: usize = 16;

/// The draws after four cards with the same values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Played {
    player_draws: Count,
    /// The banker stands or draws after the player stood.
    banker: [Count; 2],
}

impl Played {
    const NONE: Played = Played { player_draws: Count::NONE, banker: [Count::NONE; 2] };

    /// The hands in which the side stands and draws.
    pub fn draws(&self, side: Side) -> [Count; 2] {
        let [mut stands, draws] = self.banker;
        match side {
            Side::Player => {
                stands.add(draws);
                [stands, self.player_draws]
            }
            Side::Banker => self.banker,
        }
    }
}

/// All hands.
#[derive(PartialEq, Eq)]
pub(super) struct SeenCounts {
    /// By the values of four cards.
    four: Vec<Played>,
    /// Whether the banker draws after a third card, by the values of its two cards and of that one.
    third: Vec<[Count; 2]>,
    /// By the last card, the scores of all cards and those without the last: the lights.
    lights: Vec<[Count; 4]>,
    /// How many scores on LEDR are not those of each faulty sum.
    other_sums: [u64; SumFault::ALL.len()],
}

/// Scores modulo ten.
const TEN: usize = 10;

impl SeenCounts {
    pub fn new() -> SeenCounts {
        SeenCounts {
            four: vec![Played::NONE; VALUES.pow(4)],
            third: vec![[Count::NONE; 2]; VALUES.pow(3)],
            lights: vec![[Count::NONE; 4]; 3 * TEN.pow(4)],
            other_sums: [0; SumFault::ALL.len()],
        }
    }

    pub fn add(&mut self, conventions: &Conventions, hand: Count, observed: &ObservedHand) {
        let cards = observed.cards.map(|card| card.map(|card| conventions.value(card)));
        let values = [0, 1, 2, 3].map(|place: usize| usize::from(cards[place].unwrap_or(0)));
        let played = &mut self.four[index(values)];
        let banker_draws = usize::from(cards[5].is_some());
        match cards[4] {
            None => played.banker[banker_draws].add(hand),
            Some(third) => {
                played.player_draws.add(hand);
                let place = index([0, values[1], values[3], usize::from(third)]);
                self.third[place][banker_draws].add(hand);
            }
        }
        let last = [3, 4, 5].into_iter().rfind(|place: &usize| cards[*place].is_some());
        let last = last.unwrap_or(3);
        let score = |side: Side, places: usize| {
            let of_side = (0..places).filter(|place| place % 2 == side as usize);
            conventions.score(of_side.filter_map(|place| observed.cards[place]))
        };
        let [end, before] =
            [last + 1, last].map(|places| Side::BOTH.map(|side| score(side, places)));
        let shown = usize::from(Lights::shown(observed.shown).0);
        self.lights[lights_index(last - 3, end, before)][shown].add(hand);
        for (fault, others) in SumFault::ALL.into_iter().zip(&mut self.other_sums) {
            let is_other = |side: Side, outputs: de1_soc::BoardOutputs, count: usize| {
                let cards = observed.hand(side).take(count);
                let sum = cards.map(|card: Rank| usize::from(conventions.value(card))).sum();
                outputs.score(side) as usize != faulty_score(Some(fault), sum)
            };
            for side in Side::BOTH {
                *others += u64::from(is_other(side, observed.opening, 2));
                *others += u64::from(is_other(side, observed.shown, 3));
            }
        }
    }

    pub fn merge(&mut self, other: &SeenCounts) {
        for (played, other) in self.four.iter_mut().zip(&other.four) {
            played.player_draws.add(other.player_draws);
            merge(&mut played.banker, &other.banker);
        }
        self.third.iter_mut().zip(&other.third).for_each(|(one, other)| merge(one, other));
        self.lights.iter_mut().zip(&other.lights).for_each(|(one, other)| merge(one, other));
        let sums = self.other_sums.iter_mut().zip(other.other_sums);
        sums.for_each(|(sum, other)| *sum += other);
    }

    /// The fault of all scores on LEDR, if there is one.
    pub fn sum_fault(&self) -> Option<SumFault> {
        let others = self.other_sums.iter().position(|others| *others == 0)?;
        Some(SumFault::ALL[others])
    }

    /// The draws after four cards, by the values of these.
    pub fn after_four_cards(&self) -> impl Iterator<Item = ([usize; 4], &Played)> {
        let values = |place: usize| [3, 2, 1, 0].map(|card| place / VALUES.pow(card) % VALUES);
        self.four.iter().enumerate().map(move |(place, played)| (values(place), played))
    }

    /// Whether the banker draws after a third card, bit 0, and whether that is wrong, bit 1. By the
    /// score of so many of its cards, and by the value of the third card or 0. The scores have a
    /// fault if `decided_by` is one. The rules mean those that LEDR shows.
    pub fn third_cards(
        &self,
        cards: usize,
        sees_third: bool,
        decided_by: Option<SumFault>,
        on_ledr: Option<SumFault>,
    ) -> Table<4> {
        let mut table = Table::new();
        for (place, played) in self.third.iter().enumerate() {
            let [first, second, third] = [2, 1, 0].map(|card| place / VALUES.pow(card) % VALUES);
            let right = faulty_score(on_ledr, first + second);
            let right = banker_draws(right as u8, Some(third as u8));
            let sum = if cards == 2 { first + second } else { first };
            let seen = [faulty_score(decided_by, sum), if sees_third { third } else { 0 }];
            for (draws, count) in played.iter().enumerate() {
                table.add(seen, draws | (draws ^ usize::from(right)) << 1, *count);
            }
        }
        table
    }

    /// The last cards of hands whose lights are rather those without that card.
    pub fn last_cards_unseen_by_lights(&self) -> LastCards {
        let mut fitting = [[0_u64; 2]; 3];
        for (last, end, before, counts) in self.lights() {
            for (place, scores) in [end, before].into_iter().enumerate() {
                fitting[last][place] += counts[usize::from(Lights::winner(scores).0)].hands;
            }
        }
        LastCards(fitting.map(|[by_all, by_others]| by_others > by_all))
    }

    /// The lights of all hands and of wrong ones, by the scores of all cards, or without the last
    /// one in hands with early lights.
    pub fn lights_seen(&self, early: LastCards) -> [Table<4>; 2] {
        let mut tables = [Table::new(), Table::new()];
        for (last, end, before, counts) in self.lights() {
            let seen = if early.0[last] { before } else { end };
            for (shown, count) in counts.iter().enumerate() {
                tables[0].add(seen, shown, *count);
                if Lights(shown as u8) != Lights::winner(end) {
                    tables[1].add(seen, shown, *count);
                }
            }
        }
        tables
    }

    /// The last card, the scores of all cards, those without the last, and the lights.
    fn lights(&self) -> impl Iterator<Item = (usize, [usize; 2], [usize; 2], &[Count; 4])> {
        self.lights.iter().enumerate().map(|(place, counts)| {
            let digit = |digit: u32| place / TEN.pow(digit) % TEN;
            (place / TEN.pow(4), [digit(3), digit(2)], [digit(1), digit(0)], counts)
        })
    }
}

fn index(values: [usize; 4]) -> usize {
    values.into_iter().fold(0, |place, value| place * VALUES + value)
}

fn lights_index(last: usize, end: [usize; 2], before: [usize; 2]) -> usize {
    end.into_iter().chain(before).fold(last, |place, score| place * TEN + score)
}

fn merge<const N: usize>(counts: &mut [Count; N], others: &[Count; N]) {
    counts.iter_mut().zip(others).for_each(|(count, other)| count.add(*other));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_lose_what_four_bits_do_not_hold() {
        let scores = |fault| [9, 12, 16, 18, 27].map(|sum| faulty_score(fault, sum));
        assert_eq!(scores(None), [9, 2, 6, 8, 7]);
        assert_eq!(scores(Some(SumFault::NoModulo)), [9, 12, 0, 2, 11]);
        assert_eq!(scores(Some(SumFault::FourBits)), [9, 2, 0, 2, 1]);
    }
}
