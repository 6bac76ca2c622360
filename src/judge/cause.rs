//! What is wrong with a design.

use std::fmt;

use super::Reading;
use crate::de1_soc::BoardOutputs;
use crate::game::{Rank, Side};

/// One change of the rules, of the displays or of the timing. It explains all hands in which the
/// design does what the cause says and not what the rules say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// These displays do not show the card that was dealt, but another one, nothing or something
    /// else.
    Card { displays: Numbers, dealt: Rank, shown: Reading },
    /// These displays do not show the cards that were dealt.
    Cards { displays: Numbers },
    /// These ranks count as other numbers.
    Values(Vec<(Rank, u8)>),
    /// LEDR does not show the score of the cards.
    Score { side: u8, cards: u8 },
    /// These scores of two cards are not treated as naturals, or are although they are not. Without
    /// a side, both sides'.
    Natural { side: Option<u8>, scores: Numbers, ends: bool },
    /// A card is drawn although a hand is a natural, in hands that no other cause explains.
    DrawnOnNatural,
    /// The player draws or stands against the rules.
    Player { scores: Numbers, draws: bool },
    /// The banker does, after the player stood.
    BankerAfterStand { scores: Numbers, draws: bool },
    /// The banker does, after third cards of these values.
    Banker { score: u8, draws: Numbers, stands: Numbers },
    /// The banker's rule does not see the player's third card.
    Third(Third),
    /// The wrong winner.
    Winner { right: Lights, shown: Lights },
    /// Right at the end, but changed by a further press.
    Changes,
    /// Wrong at the end, but right after a further press.
    Late,
}

/// What the banker's rule sees instead of the player's third card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Third {
    /// No card.
    Zero,
    /// The player's third card of an earlier hand.
    EarlierHand,
    /// The banker always draws.
    Always,
    /// The banker never draws.
    Never,
    /// The banker draws as if the player had stood.
    Ignored,
}

/// LEDR\[9:8\]: bit 0 is the player's light, bit 1 the banker's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lights(pub u8);

impl Lights {
    /// Those for two scores.
    pub(super) fn winner([player, banker]: [usize; 2]) -> Lights {
        Lights(u8::from(player >= banker) | u8::from(banker >= player) << 1)
    }

    pub(super) fn shown(outputs: BoardOutputs) -> Lights {
        Lights((outputs.ledr() >> 8 & 3) as u8)
    }
}

/// A set of numbers below 16: scores, values or displays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Numbers(u16);

impl Numbers {
    pub(super) fn insert(&mut self, number: usize) {
        self.0 |= 1 << number;
    }

    pub(super) fn contains(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }

    pub(super) fn union(self, other: Numbers) -> Numbers {
        Numbers(self.0 | other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }
}

impl FromIterator<usize> for Numbers {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Numbers {
        let mut set = Numbers::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

/// `2`, `2 and 5` or `0 to 3, 8 and 9`.
impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut parts, mut number) = (Vec::new(), 0);
        while number < 16 {
            let run = (number..16).take_while(|number| self.contains(*number)).count();
            match run {
                0..3 => parts.extend((number..number + run).map(|number| number.to_string())),
                _ => parts.push(format!("{number} to {}", number + run - 1)),
            }
            number += run + 1;
        }
        f.write_str(&listed(&parts))
    }
}

/// `a`, `a and b` or `a, b and c`.
fn listed(parts: &[String]) -> String {
    match parts {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

const SIDES: [Side; 2] = [Side::Player, Side::Banker];
const OUTCOMES: [&str; 4] = ["", "the player wins", "the banker wins", "it is a tie"];
const LIGHTS: [&str; 4] = [
    "no light is on",
    "the player's light is on",
    "the banker's light is on",
    "both lights are on",
];

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: &u8| SIDES[usize::from(*side)];
        let verb = |scores: &Numbers, draws: &bool| match (draws, scores.is_single()) {
            (true, true) => "draws",
            (true, false) => "draw",
            (false, true) => "stands",
            (false, false) => "stand",
        };
        match self {
            Cause::Card { displays, dealt, shown } => {
                let shown = match shown {
                    Reading::Card(rank) => rank.to_string(),
                    Reading::Blank => "no card".into(),
                    Reading::Other => "an unknown pattern".into(),
                };
                let verb = if displays.is_single() { "shows" } else { "show" };
                write!(f, "{} {verb} {shown} where {dealt} was dealt", named(*displays))
            }
            Cause::Cards { displays } => {
                let verb = if displays.is_single() { "does" } else { "do" };
                write!(f, "{} {verb} not show the cards that were dealt", named(*displays))
            }
            Cause::Values(values) => {
                let values: Vec<String> =
                    values.iter().map(|(rank, value)| format!("{rank} as {value}")).collect();
                write!(f, "the scores count {}", listed(&values))
            }
            Cause::Score { side: one, cards } => {
                let cards = if *cards == 2 { "two" } else { "three" };
                write!(f, "LEDR does not show the score of the {}'s {cards} cards", side(one))
            }
            Cause::Natural { side: one, scores, ends } => {
                if let Some(one) = one {
                    write!(f, "the {}'s ", side(one))?;
                }
                let verb = if scores.is_single() { "is" } else { "are" };
                let not = if *ends { "" } else { " not" };
                let natural = if scores.is_single() { "a natural" } else { "naturals" };
                write!(f, "{scores} {verb}{not} treated as {natural}")
            }
            Cause::DrawnOnNatural => {
                f.write_str("a third card is drawn although a hand is a natural")
            }
            Cause::Player { scores, draws } => {
                write!(f, "player {scores} {}", verb(scores, draws))
            }
            Cause::BankerAfterStand { scores, draws } => {
                write!(f, "banker {scores} {} after the player stood", verb(scores, draws))
            }
            Cause::Banker { score, draws, stands } => {
                write!(f, "banker {score} ")?;
                match (draws.is_empty(), stands.is_empty()) {
                    (false, true) => write!(f, "draws on a player's third card of {draws}"),
                    (true, _) => write!(f, "stands on a player's third card of {stands}"),
                    (false, false) => write!(
                        f,
                        "draws on a player's third card of {draws}, and stands on {stands}"
                    ),
                }
            }
            Cause::Third(third) => f.write_str(match third {
                Third::Zero => {
                    "the player's third card counts as 0 for the banker, as if it were read before it is loaded"
                }
                Third::EarlierHand => {
                    "the banker draws by the player's third card of an earlier hand"
                }
                Third::Always => "after the player's third card the banker always draws",
                Third::Never => "after the player's third card the banker never draws",
                Third::Ignored => {
                    "after the player's third card the banker draws on 0 to 5, whatever that card is"
                }
            }),
            Cause::Winner { right, shown } => {
                let [right, shown] = [right, shown].map(|lights| usize::from(lights.0 & 3));
                write!(f, "{}, but {}", OUTCOMES[right], LIGHTS[shown])
            }
            Cause::Changes => f.write_str(
                "the design does not wait for the reset: a press after the end of the hand changes the outputs",
            ),
            Cause::Late => f.write_str("the outputs are right only after a further press"),
        }
    }
}

/// `HEX0 and HEX3`, or `the displays`.
fn named(displays: Numbers) -> String {
    let names: Vec<String> =
        (0..6).filter(|number| displays.contains(*number)).map(|n| format!("HEX{n}")).collect();
    if names.len() == 6 { "the displays".into() } else { listed(&names) }
}
