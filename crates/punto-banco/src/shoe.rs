//! The shoe: shuffled decks, dealt down to the cut card.

use fastrand::Rng;
use thiserror::Error;

use crate::Rank;

/// Cards of each rank in a deck.
const SUITS: usize = 4;

/// Cards in a deck.
const DECK: usize = SUITS * Rank::ALL.len();

/// The most cards burned before the first hand: the one turned up, and ten more for a ten or a face
/// card.
const MAX_BURNED: usize = 11;

/// The fewest cards that must lie behind the cut card: five for the rest of the hand in play when
/// it comes out, and six for the last hand.
const MIN_BEHIND: usize = 11;

/// The size of the shoe or the position of the cut card is out of range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShoeError {
    #[error("a shoe of {decks} decks is out of range: use 1 to {}", ShoeSize::MAX_DECKS)]
    Decks { decks: u32 },
    #[error(
        "{behind} cards behind the cut card are out of range: with this shoe use {MIN_BEHIND} to {most}"
    )]
    CutCard { behind: usize, most: usize },
}

/// The number of decks in a shoe, and the position of the cut card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShoeSize {
    decks: u32,
    behind: usize,
}

impl ShoeSize {
    pub const MAX_DECKS: u32 = 8;

    /// The numbers of decks that casinos deal from.
    pub const CASINO_DECKS: [u32; 3] = [4, 6, 8];

    /// The default number of cards behind the cut card. Dealers are taught to count 14 (Gold Star
    /// School of Gaming, "Baccarat Shuffle", <http://www.goldstarschool.com/baccarat-shuffle/>);
    /// some casinos count 16.
    pub const DEFAULT_BEHIND: usize = 14;

    /// Returns a shoe size of 1 to 8 decks with [`DEFAULT_BEHIND`](Self::DEFAULT_BEHIND) cards
    /// behind the cut card.
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

    /// Returns the same size with `behind` cards behind the cut card.
    ///
    /// # Errors
    ///
    /// [`ShoeError::CutCard`] if the cards could run out, or if the cut card could come out before
    /// the first hand.
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

    /// Returns the number of cards in the full shoe.
    pub const fn cards(self) -> usize {
        self.decks as usize * DECK
    }

    /// Returns the number of cards behind the cut card.
    pub const fn behind(self) -> usize {
        self.behind
    }
}

/// How far a shoe has been dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShoeStage {
    /// The cut card has not come out.
    Dealing,
    /// The cut card came out in the hand in play; one more hand follows.
    CutCardOut,
    /// The last hand is being dealt or is next.
    LastHand,
    /// The last hand has been dealt; there are no more cards.
    Over,
}

/// A shuffled shoe, dealt card by card.
///
/// The first card is turned up and burned, with as many more cards as its value, or ten for a ten
/// or a face card. When the cut card comes out, the hand in play is finished, one more hand is
/// dealt, and the shoe is over. If the cut card comes out instead of the first card of a hand, that
/// hand is the last.
#[derive(Clone, Debug)]
pub struct Shoe {
    size: ShoeSize,
    /// In deal order.
    cards: Vec<Rank>,
    gone: usize,
    burned: usize,
    /// `gone` at the start of the hand in play.
    hand_began: usize,
    stage: ShoeStage,
}

impl Shoe {
    /// Returns a shuffled shoe with the first cards burned.
    pub fn shuffled(size: ShoeSize, random: &mut Rng) -> Shoe {
        let copies = SUITS * size.decks as usize;
        let mut cards: Vec<Rank> =
            Rank::ALL.into_iter().flat_map(|rank| std::iter::repeat_n(rank, copies)).collect();
        random.shuffle(&mut cards);
        Shoe::stacked(size, cards)
    }

    /// Returns a shoe with its cards in a known order and the first ones burned.
    fn stacked(size: ShoeSize, cards: Vec<Rank>) -> Shoe {
        let burned = 1 + cards.first().map_or(0, |turned_up| burns(*turned_up));
        Shoe { size, cards, gone: burned, burned, hand_began: burned, stage: ShoeStage::Dealing }
    }

    pub const fn size(&self) -> ShoeSize {
        self.size
    }

    /// Returns the card that was turned up first.
    pub fn turned_up(&self) -> Option<Rank> {
        self.cards.first().copied()
    }

    /// Returns the number of cards burned before the first hand, 2 to 11, the one turned up
    /// included.
    pub const fn burned(&self) -> usize {
        self.burned
    }

    /// Returns the number of cards left, those behind the cut card included.
    pub fn left(&self) -> usize {
        self.cards.len() - self.gone
    }

    pub const fn stage(&self) -> ShoeStage {
        self.stage
    }

    /// Returns whether the last hand has been dealt, so that a new shoe is needed.
    pub fn is_over(&self) -> bool {
        self.stage == ShoeStage::Over
    }

    /// Returns the next card without drawing it; `None` when the shoe is over.
    pub fn peek(&self) -> Option<Rank> {
        if self.is_over() { None } else { self.cards.get(self.gone).copied() }
    }

    /// Draws the next card, and the cut card if it lies before it; `None` when the shoe is over.
    pub fn draw(&mut self) -> Option<Rank> {
        let card = self.peek()?;
        if self.left() == self.size.behind {
            let is_in_play = self.gone > self.hand_began;
            self.stage = if is_in_play { ShoeStage::CutCardOut } else { ShoeStage::LastHand };
        }
        self.gone += 1;
        Some(card)
    }

    /// Ends the hand in play, finished or not. Does nothing if no card has been drawn for it.
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

/// Returns the number of cards burned for the one turned up: its value, or ten for a ten or a face
/// card.
const fn burns(turned_up: Rank) -> usize {
    match turned_up.value() {
        0 => 10,
        value => value as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Step;

    const SIZES: std::ops::RangeInclusive<u32> = 1..=ShoeSize::MAX_DECKS;

    fn size(decks: u32) -> ShoeSize {
        ShoeSize::new(decks).expect("a shoe")
    }

    /// Plays a hand by the rules and returns its cards.
    fn play_hand(shoe: &mut Shoe) -> Vec<Rank> {
        let mut dealt = Vec::new();
        while Step::after(&dealt).next_card().is_some() {
            dealt.push(shoe.draw().expect("a card for a hand that has begun"));
        }
        shoe.end_hand();
        dealt
    }

    /// A shoe of one deck whose first hands take four cards each: the turned up ace burns one card,
    /// then come naturals.
    fn short_hands(behind: usize) -> Shoe {
        let mut cards = vec![Rank::Ace, Rank::Ace];
        while cards.len() < DECK {
            cards.extend([Rank::Nine, Rank::Eight, Rank::King, Rank::King]);
        }
        cards.truncate(DECK);
        Shoe::stacked(size(1).with_cut_card(behind).expect("a cut card"), cards)
    }

    #[test]
    fn a_shoe_has_four_cards_of_each_rank_per_deck() {
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
    fn cards_are_drawn_once_and_in_order() {
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
    fn the_first_card_decides_how_many_are_burned() {
        for turned_up in Rank::ALL {
            let burned = if turned_up.number() < 10 { 1 + turned_up.number() } else { 11 }.into();
            let shoe = Shoe::stacked(size(1), [vec![turned_up], vec![Rank::Five; 51]].concat());
            assert_eq!(shoe.turned_up(), Some(turned_up));
            assert_eq!((shoe.burned(), shoe.left()), (burned, 52 - burned), "{turned_up}");
        }
    }

    #[test]
    fn the_hand_in_play_is_finished_and_one_more_is_dealt() {
        // 50 cards are left for hands of four. With 28 behind, the cut card comes out in the sixth
        // hand, after two cards.
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
    fn ending_a_hand_that_has_not_begun_does_nothing() {
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

    /// Allows 5.2 sigma of a binomial distribution, which a fair shuffle exceeds once in five
    /// million times.
    #[test]
    fn all_ranks_are_equally_likely_in_every_position() {
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
    fn sizes_out_of_range_are_refused() {
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
