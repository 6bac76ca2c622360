//! A round card by card: who gets the next card, and why.

use std::fmt;

use super::rank::{Rank, score};
use super::round::Side;
use super::tableau::{banker_draws, is_natural, player_draws};

/// The next step of a round after some of its cards: who gets the next card, if any, and why.
/// [`Display`](fmt::Display) writes the reason in one line.
///
/// `player` and `banker` are scores of the cards dealt so far, 0 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Opening deal: `side` gets its first card, or its second if `second`.
    Opening { side: Side, second: bool },
    /// At least one side has a natural: nobody draws.
    Natural { player: u8, banker: u8 },
    /// The player draws a third card.
    PlayerDraws { player: u8 },
    /// The player stands, and the banker draws a third card if `draws`.
    PlayerStands { player: u8, banker: u8, draws: bool },
    /// The player drew `third`, and the banker draws a third card if `draws`.
    PlayerDrew { third: Rank, banker: u8, draws: bool },
    /// The banker has drawn, which ends the round.
    BankerDrew,
}

impl Step {
    /// Returns the step after these cards in deal order. Cards after the end of the round are
    /// ignored.
    pub fn after(dealt: &[Rank]) -> Step {
        let &[p1, b1, p2, b2, ref thirds @ ..] = dealt else {
            return Step::Opening {
                side: [Side::Player, Side::Banker][dealt.len() % 2],
                second: dealt.len() >= 2,
            };
        };
        let player = score([p1, p2]);
        let banker = score([b1, b2]);

        if is_natural(player) || is_natural(banker) {
            return Step::Natural { player, banker };
        }
        if !player_draws(player) {
            let draws = banker_draws(banker, None);
            return match thirds {
                [_, ..] if draws => Step::BankerDrew,
                _ => Step::PlayerStands { player, banker, draws },
            };
        }
        let &[third, ref rest @ ..] = thirds else {
            return Step::PlayerDraws { player };
        };
        let draws = banker_draws(banker, Some(third.value()));
        match rest {
            [_, ..] if draws => Step::BankerDrew,
            _ => Step::PlayerDrew { third, banker, draws },
        }
    }

    /// Returns the side that gets the next card; `None` if the round is over.
    pub const fn next_card(&self) -> Option<Side> {
        match *self {
            Step::Opening { side, .. } => Some(side),
            Step::PlayerDraws { .. } => Some(Side::Player),
            Step::PlayerStands { draws: true, .. } | Step::PlayerDrew { draws: true, .. } => {
                Some(Side::Banker)
            }
            Step::Natural { .. }
            | Step::PlayerStands { draws: false, .. }
            | Step::PlayerDrew { draws: false, .. }
            | Step::BankerDrew => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = |draws| if draws { "draws" } else { "stands" };
        match *self {
            Step::Opening { side, second } => {
                let card = if second { "second" } else { "first" };
                write!(f, "opening deal: {side}'s {card} card")
            }
            Step::Natural { player, banker } => match (is_natural(player), is_natural(banker)) {
                (true, true) => write!(f, "naturals {player} and {banker}: nobody draws"),
                (true, false) => write!(f, "player's natural {player}: nobody draws"),
                _ => write!(f, "banker's natural {banker}: nobody draws"),
            },
            Step::PlayerDraws { player } => write!(f, "player {player} draws"),
            Step::PlayerStands { player, banker, draws } => {
                write!(f, "player {player} stands, banker {banker} {}", verb(draws))
            }
            Step::PlayerDrew { third, banker, draws } => {
                write!(f, "banker {banker} {}: ", verb(draws))?;
                match (banker, third) {
                    (0..=2, _) => write!(f, "always on 0 to 2"),
                    (7, _) => write!(f, "always on 7"),
                    (_, third) if (Rank::Two..=Rank::Nine).contains(&third) => {
                        write!(f, "player's third card is {third}")
                    }
                    // The rules use the value, which is not the number on the card.
                    _ => {
                        write!(f, "player's third card is {third}, which counts {}", third.value())
                    }
                }
            }
            Step::BankerDrew => write!(f, "banker has drawn: no more cards"),
        }
    }
}
