//! Why a hand is wrong.

use std::fmt;

use super::{Conventions, Reading};
use crate::de1_soc::BoardOutputs;
use crate::game::{Outcome, Rank, Round, Side, banker_draws, player_draws, score};

/// The first thing that is wrong with a finished hand, in the order in which one follows from the
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// A display does not show the card that was dealt, but another one, nothing or something else.
    Card { display: u8, dealt: Rank, shown: Reading },
    /// LEDR does not show the score of the cards on the displays.
    Score { side: u8, cards: u8 },
    /// A card is drawn although a hand is a natural.
    Natural,
    /// The player draws or stands against the rules.
    Player { score: u8, draws: bool },
    /// The banker does, after the player stood.
    BankerAfterStand { score: u8, draws: bool },
    /// The banker does, after a third card of this value.
    Banker { score: u8, value: u8, draws: bool },
    /// The wrong winner: what is right, and what the lights show.
    Winner { right: u8, shown: u8 },
    /// Right at first, but changed by a further press.
    Changes,
    /// Wrong at first, but right after a further press.
    Late,
    /// Something else on the displays.
    Displays,
}

const SIDES: [&str; 2] = ["player", "banker"];
const OUTCOMES: [&str; 4] = [
    "no light is on",
    "the player's light is on",
    "the banker's light is on",
    "both lights are on",
];

impl Cause {
    /// The cause for a hand with these outputs, of which some differ from those of the `round`.
    pub(super) fn of(conventions: &Conventions, round: &Round, shown: BoardOutputs) -> Cause {
        let read = |card: usize| {
            let display = conventions.displays[card];
            conventions.reading(display, shown.hex(display))
        };
        let (player, banker) = (&round.player, &round.banker);
        let first = [player.first, banker.first, player.second, banker.second].map(Some);
        let dealt = first.into_iter().chain([player.third, banker.third]);
        for (card, dealt) in dealt.enumerate() {
            let display = conventions.displays[card] as u8;
            // A third card that is missing was perhaps not drawn.
            match (dealt, read(card)) {
                (None, _) => {}
                (Some(_), Reading::Blank) if card >= 4 => {}
                (Some(dealt), Reading::Card(rank)) if rank == dealt => {}
                (Some(dealt), shown) => return Cause::Card { display, dealt, shown },
            }
        }
        let thirds = [read(4), read(5)];
        for (side, hand) in [player, banker].into_iter().enumerate() {
            let third = match thirds[side] {
                Reading::Card(rank) => Some(rank),
                Reading::Blank => None,
                Reading::Other => continue,
            };
            let cards: Vec<Rank> = [hand.first, hand.second].into_iter().chain(third).collect();
            let on_lights = shown.score([Side::Player, Side::Banker][side]);
            if on_lights != u64::from(score(cards.iter().copied())) {
                return Cause::Score { side: side as u8, cards: cards.len() as u8 };
            }
        }
        draw(round, thirds).unwrap_or_else(|| winner(round, shown))
    }
}

/// A third card too many or too few.
fn draw(round: &Round, thirds: [Reading; 2]) -> Option<Cause> {
    let [player, banker] =
        [round.player, round.banker].map(|hand| score([hand.first, hand.second]));
    let [player_draws_it, banker_draws_it] = thirds.map(|third| third != Reading::Blank);
    let is_natural = round.player.is_natural() || round.banker.is_natural();
    if is_natural {
        return (player_draws_it || banker_draws_it).then_some(Cause::Natural);
    }
    if player_draws_it != player_draws(player) {
        return Some(Cause::Player { score: player, draws: player_draws_it });
    }
    let third = round.player.third.map(|third| score([third]));
    if banker_draws_it == banker_draws(banker, third) {
        return None;
    }
    Some(match third {
        None => Cause::BankerAfterStand { score: banker, draws: banker_draws_it },
        Some(value) => Cause::Banker { score: banker, value, draws: banker_draws_it },
    })
}

/// Something wrong although the right cards were drawn.
fn winner(round: &Round, shown: BoardOutputs) -> Cause {
    let number = |outcome: Option<Outcome>| match outcome {
        None => 0,
        Some(Outcome::Player) => 1,
        Some(Outcome::Banker) => 2,
        Some(Outcome::Tie) => 3,
    };
    let (right, shown) = (number(Some(round.outcome())), number(shown.outcome()));
    if right == shown { Cause::Displays } else { Cause::Winner { right, shown } }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: &u8| SIDES[usize::from(*side)];
        let draws = |draws: &bool| if *draws { "draws" } else { "stands" };
        match self {
            Cause::Card { display, dealt, shown } => {
                write!(f, "HEX{display} shows ")?;
                match shown {
                    Reading::Card(rank) => write!(f, "{rank}")?,
                    Reading::Blank => f.write_str("no card")?,
                    Reading::Other => f.write_str("an unknown pattern")?,
                }
                write!(f, " where {dealt} was dealt")
            }
            Cause::Score { side: one, cards } => {
                let cards = if *cards == 2 { "two" } else { "three" };
                write!(f, "LEDR does not show the score of the {}'s {cards} cards", side(one))
            }
            Cause::Natural => f.write_str("a third card is drawn although a hand is a natural"),
            Cause::Player { score, draws: does } => write!(f, "player {score} {}", draws(does)),
            Cause::BankerAfterStand { score, draws: does } => {
                write!(f, "banker {score} {} after the player stood", draws(does))
            }
            Cause::Banker { score, value, draws: does } => {
                write!(f, "banker {score} {} on a player's third card of {value}", draws(does))
            }
            Cause::Winner { right, shown } => {
                let right =
                    ["", "the player wins", "the banker wins", "it is a tie"][usize::from(*right)];
                write!(f, "{right}, but {}", OUTCOMES[usize::from(*shown)])
            }
            Cause::Changes => f.write_str("a press after the end of the hand changes the outputs"),
            Cause::Late => f.write_str("the outputs are right only after a further press"),
            Cause::Displays => {
                f.write_str("a display that should be empty does not show a card, but something")
            }
        }
    }
}
