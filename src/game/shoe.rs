//! The shoe: some decks of cards, dealt to the cut card.

use fastrand::Rng;
use thiserror::Error;

use crate::game::Rank;

/// Cards of each rank in a deck.
const SUITS: usize = 4;

/// Cards in a deck.
const DECK: usize = SUITS * Rank::ALL.len();

/// The most cards that are gone before the first hand: the one turned up, and ten for a ten or a face.
const MAX_BURNED: usize = 11;

/// The fewest cards that must lie behind the cut card. The hand in play has had a card before it comes out, so it takes
/// five more at most, and the last hand takes six.
const MIN_BEHIND: usize = 11;

/// A shoe that no table has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShoeError {
    #[error("a shoe of {decks} decks is out of range: use 1 to {}", ShoeSize::MAX_DECKS)]
    Decks { decks: u32 },
    #[error(
        "{behind} cards behind the cut card are out of range: with this shoe use {MIN_BEHIND} to {most}"
    )]
    CutCard { behind: usize, most: usize },
}

/// How many decks there are in a shoe, and where the cut card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShoeSize {
    decks: u32,
    behind: usize,
}

impl ShoeSize {
    pub const MAX_DECKS: u32 = 8;

    /// The decks of the shoes that casinos deal from.
    pub const CASINO_DECKS: [u32; 3] = [4, 6, 8];

    /// Where the cut card usually goes: dealers are taught to count 14 cards (Gold Star School of Gaming, "Baccarat
    /// Shuffle", <http://www.goldstarschool.com/baccarat-shuffle/>). Some casinos count 16.
    pub const DEFAULT_BEHIND: usize = 14;

    /// A shoe of 1 to 8 decks; tables have 6 or 8. The cut card is where it [usually](Self::DEFAULT_BEHIND) is.
    ///
    /// # Errors
    ///
    /// [`ShoeError::Decks`]
    pub const fn new(decks: u32) -> Result<ShoeSize, ShoeError> {
        match decks {
            1..=ShoeSize::MAX_DECKS => Ok(ShoeSize { decks, behind: Self::DEFAULT_BEHIND }),
            _ => Err(ShoeError::Decks { decks }),
        }
    }

    /// The same with so many cards behind the cut card.
    ///
    /// # Errors
    ///
    /// [`ShoeError::CutCard`] if the cards might run out, or the cut card come out before the first hand.
    pub const fn with_cut_card(self, behind: usize) -> Result<ShoeSize, ShoeError> {
        let most = self.cards() - MAX_BURNED;
        if behind < MIN_BEHIND || behind > most {
            return Err(ShoeError::CutCard { behind, most });
        }
        Ok(ShoeSize { behind, ..self })
    }

    pub const fn decks(self) -> u32 {
        self.decks
    }

    /// How many cards are in the full shoe.
    pub const fn cards(self) -> usize {
        self.decks as usize * DECK
    }

    /// How many cards lie behind the cut card.
    pub const fn behind(self) -> usize {
        self.behind
    }
}

/// How far a shoe has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShoeStage {
    /// The cut card has not come out.
    Dealing,
    /// The cut card came out in the hand in play; one more follows.
    CutCardOut,
    /// The last hand is being dealt, or is the next to be dealt.
    LastHand,
    /// The last hand has been dealt: the shoe gives no more cards.
    Over,
}

/// A shuffled shoe, from which cards come one by one.
///
/// The first card is turned up, and as many more are burned as it counts, a ten or a face ten. When the cut card comes out
/// the hand in play is finished, one more is dealt, and the shoe is over. If it comes out where the first card of a hand
/// should, no hand is in play yet, so that hand is the last.
#[derive(Clone, Debug)]
pub struct Shoe {
    size: ShoeSize,
    /// In the order in which they come out.
    cards: Vec<Rank>,
    gone: usize,
    burned: usize,
    /// Where `gone` stood when the hand in play began.
    hand_began: usize,
    stage: ShoeStage,
}

impl Shoe {
    /// All cards shuffled, and the first ones burned.
    pub fn shuffled(size: ShoeSize, random: &mut Rng) -> Shoe {
        let copies = SUITS * size.decks as usize;
        let mut cards: Vec<Rank> =
            Rank::ALL.into_iter().flat_map(|rank| std::iter::repeat_n(rank, copies)).collect();
        random.shuffle(&mut cards);
        Shoe::stacked(size, cards)
    }

    /// The cards of a shoe of this size in a known order, and the first ones burned.
    fn stacked(size: ShoeSize, cards: Vec<Rank>) -> Shoe {
        let burned = 1 + cards.first().map_or(0, |turned_up| burns(*turned_up));
        Shoe { size, cards, gone: burned, burned, hand_began: burned, stage: ShoeStage::Dealing }
    }

    pub const fn size(&self) -> ShoeSize {
        self.size
    }

    /// The card that was turned up at the beginning.
    pub fn turned_up(&self) -> Option<Rank> {
        self.cards.first().copied()
    }

    /// How many cards were gone before the first hand: the one turned up and those that it burned, 2 to 11.
    pub const fn burned(&self) -> usize {
        self.burned
    }

    /// How many cards are left to come out, those behind the cut card included.
    pub fn left(&self) -> usize {
        self.cards.len() - self.gone
    }

    pub const fn stage(&self) -> ShoeStage {
        self.stage
    }

    /// Whether it gives no more cards and has to be shuffled.
    pub fn is_over(&self) -> bool {
        self.stage == ShoeStage::Over
    }

    /// The card that comes out next; `None` when the shoe is over.
    pub fn peek(&self) -> Option<Rank> {
        if self.is_over() { None } else { self.cards.get(self.gone).copied() }
    }

    /// Takes the next card out, and with it the cut card if that lies before it; `None` when the shoe is over.
    pub fn draw(&mut self) -> Option<Rank> {
        let card = self.peek()?;
        if self.left() == self.size.behind {
            let is_in_play = self.gone > self.hand_began;
            self.stage = if is_in_play { ShoeStage::CutCardOut } else { ShoeStage::LastHand };
        }
        self.gone += 1;
        Some(card)
    }

    /// Says that a hand has ended, played out or not. Nothing happens if none had begun.
    pub fn end_hand(&mut self) {
        if self.gone == self.hand_began {
            return;
        }
        self.hand_began = self.gone;
        self.stage = match self.stage {
            ShoeStage::Dealing => ShoeStage::Dealing,
            ShoeStage::CutCardOut => ShoeStage::LastHand,
            ShoeStage::LastHand | ShoeStage::Over => ShoeStage::Over,
        };
    }
}

/// How many cards are burned for the one that is turned up: what it counts, but ten for a ten or a face.
const fn burns(turned_up: Rank) -> usize {
    match turned_up.value() {
        0 => 10,
        value => value as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Step;

    const SIZES: std::ops::RangeInclusive<u32> = 1..=ShoeSize::MAX_DECKS;

    fn size(decks: u32) -> ShoeSize {
        ShoeSize::new(decks).expect("a shoe")
    }

    /// Plays a hand by the rules, and gives its cards.
    fn play_hand(shoe: &mut Shoe) -> Vec<Rank> {
        let mut dealt = Vec::new();
        while Step::after(&dealt).next_card().is_some() {
            dealt.push(shoe.draw().expect("a card for a hand that has begun"));
        }
        shoe.end_hand();
        dealt
    }

    /// A shoe of one deck whose first hands take four cards each: the turned up ace burns one card, then come naturals.
    fn short_hands(behind: usize) -> Shoe {
        let mut cards = vec![Rank::Ace, Rank::Ace];
        while cards.len() < DECK {
            cards.extend([Rank::Nine, Rank::Eight, Rank::King, Rank::King]);
        }
        cards.truncate(DECK);
        Shoe::stacked(size(1).with_cut_card(behind).expect("a cut card"), cards)
    }

    #[test]
    fn every_card_is_in_the_shoe_as_often_as_in_its_decks() {
        let mut random = Rng::with_seed(1);
        for decks in SIZES {
            let shoe = Shoe::shuffled(size(decks), &mut random);
            for rank in Rank::ALL {
                let count = shoe.cards.iter().filter(|card| **card == rank).count();
                assert_eq!(count, 4 * decks as usize, "{decks} decks, {rank}");
            }
        }
    }

    #[test]
    fn every_card_comes_out_once_and_in_its_order() {
        let mut random = Rng::with_seed(2);
        for decks in SIZES {
            let mut shoe = Shoe::shuffled(size(decks), &mut random);
            let order = shoe.cards.clone();
            let mut out = order[..shoe.burned()].to_vec();
            while !shoe.is_over() {
                assert_eq!(shoe.left() + out.len(), 52 * decks as usize);
                let next = shoe.peek();
                let hand = play_hand(&mut shoe);
                assert_eq!(next, hand.first().copied());
                out.extend(hand);
            }
            assert_eq!(out, order[..out.len()], "{decks} decks");
            assert_eq!((shoe.peek(), shoe.draw()), (None, None));
        }
    }

    #[test]
    fn the_first_card_says_how_many_are_burned() {
        let cases = [
            (Rank::Ace, 2),
            (Rank::Two, 3),
            (Rank::Nine, 10),
            (Rank::Ten, 11),
            (Rank::Jack, 11),
            (Rank::Queen, 11),
            (Rank::King, 11),
        ];
        for (turned_up, burned) in cases {
            let shoe = Shoe::stacked(size(1), [vec![turned_up], vec![Rank::Five; 51]].concat());
            assert_eq!(shoe.turned_up(), Some(turned_up));
            assert_eq!((shoe.burned(), shoe.left()), (burned, 52 - burned), "{turned_up}");
        }
    }

    #[test]
    fn the_hand_in_play_is_finished_and_one_more_is_dealt() {
        // 50 cards are left for hands of four. With 28 behind, the cut card comes out in the sixth hand, after two cards.
        let mut shoe = short_hands(28);
        for _ in 0..5 {
            play_hand(&mut shoe);
            assert_eq!(shoe.stage(), ShoeStage::Dealing);
        }
        shoe.draw();
        shoe.draw();
        assert_eq!((shoe.stage(), shoe.left()), (ShoeStage::Dealing, 28));
        shoe.draw();
        assert_eq!((shoe.stage(), shoe.left()), (ShoeStage::CutCardOut, 27));
        shoe.draw();
        shoe.end_hand();
        assert_eq!(shoe.stage(), ShoeStage::LastHand);
        play_hand(&mut shoe);
        assert_eq!((shoe.stage(), shoe.left()), (ShoeStage::Over, 22));
    }

    #[test]
    fn a_cut_card_between_hands_makes_the_next_one_the_last() {
        let mut shoe = short_hands(30);
        for _ in 0..5 {
            play_hand(&mut shoe);
        }
        assert_eq!((shoe.stage(), shoe.left()), (ShoeStage::Dealing, 30));
        shoe.draw();
        assert_eq!(shoe.stage(), ShoeStage::LastHand);
        shoe.end_hand();
        assert_eq!((shoe.stage(), shoe.left()), (ShoeStage::Over, 29));
    }

    #[test]
    fn ending_a_hand_that_has_not_begun_is_nothing() {
        let mut shoe = short_hands(28);
        shoe.end_hand();
        while shoe.stage() != ShoeStage::LastHand {
            play_hand(&mut shoe);
        }
        shoe.end_hand();
        assert_eq!(shoe.stage(), ShoeStage::LastHand);
        play_hand(&mut shoe);
        shoe.end_hand();
        assert_eq!(shoe.stage(), ShoeStage::Over);
    }

    #[test]
    fn no_hand_ever_runs_out_of_cards() {
        let mut random = Rng::with_seed(3);
        for round in 0..20_000 {
            let size = size(1 + round % 8);
            let most = size.cards() - MAX_BURNED;
            let behind = match round % 3 {
                0 => MIN_BEHIND,
                1 => random.usize(MIN_BEHIND..=most),
                _ => ShoeSize::DEFAULT_BEHIND,
            };
            let mut shoe = Shoe::shuffled(size.with_cut_card(behind).unwrap(), &mut random);
            let mut hands_after_the_cut_card = 0;
            while !shoe.is_over() {
                let was = (shoe.left(), shoe.stage());
                play_hand(&mut shoe);
                if shoe.left() < behind {
                    hands_after_the_cut_card += 1;
                }
                let came_out_first = was == (behind, ShoeStage::Dealing);
                let expected = if came_out_first { 1 } else { 2 };
                assert!(hands_after_the_cut_card <= expected);
                assert_eq!(shoe.is_over(), hands_after_the_cut_card == 2 || came_out_first);
            }
        }
    }

    /// 5.2 sigma of a binomial: what an honest shuffle exceeds once in five million times.
    #[test]
    fn every_rank_is_as_likely_as_any_other_in_every_place() {
        let mut random = Rng::with_seed(4);
        const SHOES: u32 = 20_000;
        let mut counts = [[0u32; 13]; DECK];
        for _ in 0..SHOES {
            let shoe = Shoe::shuffled(size(1), &mut random);
            for (place, card) in shoe.cards.iter().enumerate() {
                counts[place][usize::from(card.number()) - 1] += 1;
            }
        }
        let share = 1.0 / 13.0;
        let expected = f64::from(SHOES) * share;
        let limit = 5.2 * (expected * (1.0 - share)).sqrt();
        for (place, ranks) in counts.iter().enumerate() {
            for (rank, count) in Rank::ALL.iter().zip(ranks) {
                let off = (f64::from(*count) - expected).abs();
                assert!(off < limit, "{rank} in place {place}: {count} of {SHOES}");
            }
        }
    }

    #[test]
    fn the_same_seed_shuffles_alike() {
        let shuffled = |seed| Shoe::shuffled(size(8), &mut Rng::with_seed(seed)).cards;
        assert_eq!(shuffled(5), shuffled(5));
        assert_ne!(shuffled(5), shuffled(6));
    }

    #[test]
    fn shoes_that_no_table_has_are_refused() {
        for decks in [0, 9, u32::MAX] {
            let error = ShoeSize::new(decks).expect_err("no shoe");
            let expected = format!("a shoe of {decks} decks is out of range: use 1 to 8");
            assert_eq!(error.to_string(), expected);
        }
        for (behind, is_correct) in [(0, false), (10, false), (11, true), (41, true), (42, false)] {
            assert_eq!(size(1).with_cut_card(behind).is_ok(), is_correct, "{behind}");
        }
        let error = size(1).with_cut_card(5).expect_err("too few");
        let expected = "5 cards behind the cut card are out of range: with this shoe use 11 to 41";
        assert_eq!(error.to_string(), expected);
    }
}
