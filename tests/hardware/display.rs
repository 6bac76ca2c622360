//! Readings of displays and lights, and their expected values by the rules.

use punto_banco::{Outcome, Rank, Round, Side, Step, score};

use crate::card7seg;

/// Returns the character of a rank on a display.
fn character(rank: Rank) -> char {
    card7seg::character(rank.number().into())
}

/// Returns the rank of a character on a display; `None` for a blank.
pub fn rank(character: char) -> Option<Rank> {
    Rank::ALL.into_iter().find(|rank| self::character(*rank) == character)
}

/// The displays and the lights. The cards of each side are in the order of the deal, with blanks
/// for missing cards.
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
    /// Returns the values of LEDR\[9:0\] and of HEX0 to HEX5. Segments that are not a card become a
    /// question mark.
    pub fn read(ledr: u64, hex: [u64; 6]) -> Display {
        let [p1, p2, p3, b1, b2, b3] = hex.map(|hex| card7seg::shown(hex).unwrap_or('?'));
        Display {
            player_cards: [p1, p2, p3],
            banker_cards: [b1, b2, b3],
            player_score: ledr & 15,
            banker_score: ledr >> 4 & 15,
            player_win_light: ledr >> 8 & 1 == 1,
            banker_win_light: ledr >> 9 & 1 == 1,
        }
    }

    /// Returns the expected values after these cards. Cards after the end of the hand are ignored.
    pub fn of(dealt: &[Rank]) -> Display {
        let [player, banker] = [Side::Player, Side::Banker].map(|side| hand_of(side, dealt));
        let outcome = Round::of(dealt).map(|round| round.outcome());
        let on_display = |cards: &[Rank]| {
            std::array::from_fn(|index| cards.get(index).map_or(' ', |rank| character(*rank)))
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

    /// Returns the cards of both sides.
    pub fn cards(&self) -> impl Iterator<Item = char> {
        self.player_cards.into_iter().chain(self.banker_cards)
    }
}

/// Returns the cards of one side.
fn hand_of(side: Side, dealt: &[Rank]) -> Vec<Rank> {
    let went_to = |index: &usize| Step::after(&dealt[..*index]).next_card();
    (0..dealt.len())
        .filter(|index| went_to(index) == Some(side))
        .map(|index| dealt[index])
        .collect()
}
