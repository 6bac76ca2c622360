//! What is wrong with a design.

use std::fmt;

use super::Reading;
use super::small_set::{SmallSet, listed};
use baccarat_sim::every_hand::Hand;
use de1_soc::BoardOutputs;
use punto_banco::{Rank, Side, banker_draws, in_order};

/// One change of the rules, of the displays or of the timing. It explains all hands in which the
/// design does what the cause says and not what the rules say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// These displays do not show the card that was dealt, but another one, nothing or something
    /// else.
    Card { displays: SmallSet, dealt: Rank, shown: Reading },
    /// These displays do not show the cards that were dealt.
    Cards { displays: SmallSet },
    /// These displays are not empty although no card was dealt there.
    NotEmpty { displays: SmallSet },
    /// These ranks count as other numbers.
    Values(Vec<(Rank, u8)>),
    /// LEDR does not show the score of the cards.
    Score { side: Side, cards: u8 },
    /// These scores of two cards are not treated as naturals, or are although they are not. Without
    /// a side, both sides'.
    Natural { side: Option<Side>, scores: SmallSet, ends: bool },
    /// A card is drawn although a hand is a natural, in hands that no other cause explains.
    DrawnOnNatural,
    /// The player draws or stands against the rules.
    Player { scores: SmallSet, draws: bool },
    /// The banker draws or stands against the rules after the player stood.
    BankerAfterStand { scores: SmallSet, draws: bool },
    /// The banker draws or stands against the rules after third cards of these values: the card's
    /// own, or what the rule sees by a fault of the third card.
    Banker { score: u8, draws: SmallSet, stands: SmallSet, is_own: bool },
    /// The banker's rule does not see the player's third card.
    ThirdCard(ThirdCardFault),
    /// The wrong winner; without scores of a side, with all of them.
    Winner { right: Lights, shown: Lights, player: Option<SmallSet>, banker: Option<SmallSet> },
    /// A decision is made before a card is loaded that it needs.
    Early(Early),
    /// LEDR shows sums with this fault.
    Sums(SumFault),
    /// LEDR shows the scores, but the decisions after four cards, or that of the banker after the
    /// player's third card, see sums with this fault.
    DecidedBySum { fault: SumFault, after_third: bool },
    /// Wrong in a way that no known mistake explains: the lowest hands.
    Unexplained { decision: Decision, hands: Vec<Hand> },
    /// Right at the end, but changed by a further press.
    Changes,
    /// Wrong in another way.
    Other,
}

/// What the banker's rule sees instead of the player's third card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThirdCardFault {
    /// No card.
    Zero,
    /// The player's third card of an earlier hand.
    EarlierHand,
    /// It sees no card: the banker draws on these scores, and follows the rules with the excepted
    /// ones.
    ByScore { draws: SmallSet, except: SmallSet },
}

/// A decision that is made before a card is loaded that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Early {
    /// All decisions after four cards, while the fourth is loaded.
    ThirdCards,
    /// All of them, while the third card is loaded.
    ThirdCardsAtThird,
    /// That about naturals, while the fourth card is loaded.
    Naturals,
    /// That of the player, while the third card is loaded.
    Player,
    /// That of the player and those about its naturals, while the third card is loaded.
    PlayerAndNaturals,
    /// That of the banker if the player stands, while the fourth card is loaded.
    BankerAlone,
    /// That of the banker after the player's third card, of which it sees the score before the
    /// fourth card.
    BankerAfterThird,
    /// That of the banker after the player's third card, while the fourth card is loaded.
    BankerBeforeThird,
    /// The lights, while the last card is loaded, in hands with these last cards.
    Lights(LastCards),
}

/// The cards with which hands may end whose lights are early: four cards, and third cards of the
/// player and of the banker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LastCards(pub [bool; 3]);

impl LastCards {
    pub(super) fn is_empty(self) -> bool {
        self == LastCards::default()
    }
}

/// A score that is not a sum modulo ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SumFault {
    /// The lowest four bits of the sum.
    NoModulo,
    /// The lowest four bits of the sum, modulo ten.
    FourBits,
}

impl SumFault {
    pub(super) const ALL: [SumFault; 2] = [SumFault::NoModulo, SumFault::FourBits];
}

/// What a design decides in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decision {
    Player,
    BankerAfterStand,
    BankerAfterThird,
    Winner,
    Tie,
}

impl Cause {
    /// How many changes of the rules this is: exceptions count, and so does a limit of its own.
    pub(super) fn changes(&self) -> usize {
        match self {
            Cause::ThirdCard(ThirdCardFault::ByScore { draws, except }) => {
                let after_stand =
                    (0..16).filter(|score| banker_draws(*score as u8, None)).collect();
                let is_known = draws.is_full() || draws.is_empty() || *draws == after_stand;
                1 + except.len() + usize::from(!is_known)
            }
            _ => 1,
        }
    }
}

/// LEDR\[9:8\]: bit 0 is the player's light, bit 1 the banker's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lights(pub u8);

impl Lights {
    pub(super) const TIE: Lights = Lights(3);

    /// Those for two scores.
    pub(super) fn winner([player, banker]: [usize; 2]) -> Lights {
        Lights(u8::from(player >= banker) | u8::from(banker >= player) << 1)
    }

    pub(super) fn shown(outputs: BoardOutputs) -> Lights {
        Lights((outputs.ledr() >> 8 & 3) as u8)
    }
}

const OUTCOMES: [&str; 4] = ["", "the player wins", "the banker wins", "it is a tie"];
const LIGHTS: [&str; 4] = [
    "no light is on",
    "the player's light is on",
    "the banker's light is on",
    "both lights are on",
];

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = |scores: &SmallSet, draws: &bool| match (draws, scores.is_single()) {
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
            Cause::NotEmpty { displays } => {
                let verb = if displays.is_single() { "is" } else { "are" };
                write!(f, "{} {verb} not empty although no card was dealt there", named(*displays))
            }
            Cause::Values(values) => {
                let values: Vec<String> =
                    values.iter().map(|(rank, value)| format!("{rank} as {value}")).collect();
                write!(f, "the scores count {}", listed(&values))
            }
            Cause::Score { side, cards } => {
                let cards = if *cards == 2 { "two" } else { "three" };
                write!(f, "LEDR does not show the score of the {side}'s {cards} cards")
            }
            Cause::Natural { side, scores, ends } => {
                if let Some(side) = side {
                    write!(f, "the {side}'s ")?;
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
            Cause::Banker { score, draws, stands, is_own } => {
                let third = if *is_own { "on a player's third card of" } else { "when it sees" };
                write!(f, "banker {score} ")?;
                match (draws.is_empty(), stands.is_empty()) {
                    (false, true) => write!(f, "draws {third} {draws}"),
                    (true, _) => write!(f, "stands {third} {stands}"),
                    (false, false) => {
                        let and = if *is_own { "on" } else { "when it sees" };
                        write!(f, "draws {third} {draws}, and stands {and} {stands}")
                    }
                }
            }
            Cause::ThirdCard(fault) => fault.fmt(f),
            Cause::Winner { right, shown, player, banker } => {
                let [right, shown] = [right, shown].map(|lights| usize::from(lights.0 & 3));
                let is_tie = right == 3;
                f.write_str(OUTCOMES[right])?;
                let winner = if right == 2 { [banker, player] } else { [player, banker] };
                match (winner[0], winner[1]) {
                    (Some(scores), _) if is_tie => write!(f, " at {scores}")?,
                    (None, _) if is_tie => {}
                    (Some(scores), None) => write!(f, " with {scores}")?,
                    (None, Some(others)) => write!(f, " against {others}")?,
                    (Some(scores), Some(others)) => write!(f, " with {scores} against {others}")?,
                    (None, None) => {}
                }
                write!(f, ", but {}", LIGHTS[shown])
            }
            Cause::Early(early) => early.fmt(f),
            Cause::Sums(fault) => write!(f, "the scores are {fault}"),
            Cause::DecidedBySum { fault, after_third } => {
                let decisions = match after_third {
                    true => "the banker's decision after the player's third card sees",
                    false => "the decisions after four cards see",
                };
                write!(f, "{decisions} {fault}, although LEDR shows the scores")
            }
            Cause::Unexplained { decision, hands } => {
                let hands: Vec<String> = hands.iter().map(|hand| in_order(*hand)).collect();
                write!(f, "{decision}, and no known mistake explains it: see {}", listed(&hands))
            }
            Cause::Changes => f.write_str(
                "the design does not wait for the reset: a press after the end of the hand changes the outputs",
            ),
            Cause::Other => f.write_str("the outputs are wrong for another reason"),
        }
    }
}

impl fmt::Display for Early {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LastCards(last) = match self {
            Early::Lights(last) => *last,
            _ => LastCards::default(),
        };
        let names = ["the fourth card", "the player's third card", "the banker's third card"];
        let names = names.into_iter().zip(last).filter(|(_, is_early)| *is_early);
        let names: Vec<String> = names.map(|(name, _)| name.to_string()).collect();
        f.write_str(match self {
            Early::ThirdCards => {
                "decides about the third cards when the fourth is loaded: the banker's second card is not seen"
            }
            Early::ThirdCardsAtThird => {
                "decides about the third cards when the player's second is loaded: the second card of neither side is seen"
            }
            Early::Naturals => {
                "decides about naturals when the fourth card is loaded: the banker's second card is not seen"
            }
            Early::Player => {
                "decides about the player's third card when the player's second is loaded: that card is not seen"
            }
            Early::PlayerAndNaturals => {
                "decides about the player's natural and third card when the player's second is loaded: that card is not seen"
            }
            Early::BankerAlone => {
                "decides about the banker's third card when the fourth is loaded if the player stands: the banker's second card is not seen"
            }
            Early::BankerAfterThird => {
                "decides about the banker's third card by the score before the fourth is loaded: the banker's second card is not seen"
            }
            Early::BankerBeforeThird => {
                "decides about the banker's third card when the fourth is loaded: the banker's second card and the player's third are not seen"
            }
            Early::Lights(_) if names.len() == 3 => {
                "decides about the lights when the last card is loaded: that card is not seen"
            }
            Early::Lights(_) => {
                let names = listed(&names);
                return write!(f, "decides about the lights when {names} is loaded: that card is not seen");
            }
        })
    }
}

impl fmt::Display for SumFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SumFault::NoModulo => "the lowest four bits of the sums, without the modulo",
            SumFault::FourBits => {
                "sums of four bits, taken modulo ten after the overflow: 16 and more lose 16"
            }
        })
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::Player => "the player draws or stands against the rules",
            Decision::BankerAfterStand => {
                "the banker draws or stands against the rules after the player stood"
            }
            Decision::BankerAfterThird => {
                "the banker draws or stands against the rules after the player's third card"
            }
            Decision::Winner => "the lights do not show the winner",
            Decision::Tie => "the lights do not show the tie",
        })
    }
}

impl fmt::Display for ThirdCardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThirdCardFault::Zero => f.write_str(
                "the player's third card counts as 0 for the banker, as if it were read before it is loaded",
            ),
            ThirdCardFault::EarlierHand => {
                f.write_str("the banker draws by the player's third card of an earlier hand")
            }
            ThirdCardFault::ByScore { draws, except } => {
                f.write_str("after the player's third card the banker ")?;
                match draws {
                    _ if draws.is_full() => f.write_str("always draws")?,
                    _ if draws.is_empty() => f.write_str("never draws")?,
                    _ => write!(f, "draws on {draws}, whatever that card is")?,
                }
                if except.is_empty() { Ok(()) } else { write!(f, ", except with {except}") }
            }
        }
    }
}

/// `HEX0 and HEX3`, or `the displays`.
fn named(displays: SmallSet) -> String {
    let names: Vec<String> =
        (0..6).filter(|number| displays.contains(*number)).map(|n| format!("HEX{n}")).collect();
    if names.len() == 6 { "the displays".into() } else { listed(&names) }
}
