//! What a person sees on the board, and what the rules say that they should see.

use baccarat::game::{Outcome, Rank, Round, Side, Step, score};

use crate::card7seg;

/// A rank as a display shows it.
pub fn character(rank: Rank) -> char {
    card7seg::character(rank.number().into())
}

/// The rank that a display shows; `None` for a blank.
pub fn rank(character: char) -> Option<Rank> {
    Rank::ALL.into_iter().find(|rank| self::character(*rank) == character)
}

/// The displays and the lights. A player's or a banker's cards are those of a hand in the order they were dealt, with
/// a blank where there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Display {
    pub player_cards: [char; 3],
    pub banker_cards: [char; 3],
    pub player_score: u64,
    pub banker_score: u64,
    pub player_win_light: bool,
    pub banker_win_light: bool,
}

impl Display {
    /// What is to be seen once these cards have been dealt. Cards after the end of the hand are ignored.
    pub fn of(dealt: &[Rank]) -> Display {
        let [player, banker] = [Side::Player, Side::Banker].map(|side| hand_of(side, dealt));
        let outcome = Round::of(dealt).map(|round| round.outcome());
        let on_display = |cards: &[Rank]| {
            std::array::from_fn(|place| cards.get(place).map_or(' ', |rank| character(*rank)))
        };
        Display {
            player_cards: on_display(&player),
            banker_cards: on_display(&banker),
            player_score: score(player).into(),
            banker_score: score(banker).into(),
            player_win_light: matches!(outcome, Some(Outcome::Player | Outcome::Tie)),
            banker_win_light: matches!(outcome, Some(Outcome::Banker | Outcome::Tie)),
        }
    }

    /// The cards of both sides.
    pub fn cards(&self) -> impl Iterator<Item = char> {
        self.player_cards.into_iter().chain(self.banker_cards)
    }
}

/// Those of the cards dealt that went to one side.
pub fn hand_of(side: Side, dealt: &[Rank]) -> Vec<Rank> {
    let went_to = |place: &usize| Step::after(&dealt[..*place]).next_card();
    (0..dealt.len())
        .filter(|place| went_to(place) == Some(side))
        .map(|place| dealt[place])
        .collect()
}
