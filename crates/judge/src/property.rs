//! What a solution of the lab has to do.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cause::{Decision, Early, Lights};
use super::{Cause, Observation, Verdict};
use de1_soc::device;
use foreign_designs::ForeignDesign;

/// One thing that a solution has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Property {
    /// Each card is on its display, and no display shows more.
    Cards,
    /// LEDR shows both scores.
    Scores,
    Naturals,
    PlayersRule,
    BankersRule,
    /// The lights of hands that one side wins.
    Winner,
    /// Those of a tie.
    Tie,
    /// Presses after the end change nothing.
    WaitsForReset,
    /// KEY3 starts a new hand, whatever the number of presses before.
    Reset,
    NoLatches,
    /// No register reads one with another clock.
    NoClockCrossings,
    /// The FPGA of the board is large enough.
    Fits,
}

impl Property {
    /// All of them, in the order of a report.
    pub const ALL: [Property; 12] = [
        Property::Cards,
        Property::Scores,
        Property::Naturals,
        Property::PlayersRule,
        Property::BankersRule,
        Property::Winner,
        Property::Tie,
        Property::WaitsForReset,
        Property::Reset,
        Property::NoLatches,
        Property::NoClockCrossings,
        Property::Fits,
    ];

    /// Those that a cause violates, if the cause decides it.
    fn of(cause: &Cause) -> &'static [Property] {
        use Property::{
            BankersRule, Cards, Naturals, PlayersRule, Scores, Tie, WaitsForReset, Winner,
        };
        match cause {
            Cause::Card { .. } | Cause::Cards { .. } | Cause::NotEmpty { .. } => &[Cards],
            Cause::Values(_) | Cause::Score { .. } | Cause::Sums(_) => &[Scores],
            Cause::Natural { .. } | Cause::DrawnOnNatural => &[Naturals],
            Cause::Player { .. } => &[PlayersRule],
            Cause::BankerAfterStand { .. } | Cause::Banker { .. } | Cause::ThirdCard(_) => {
                &[BankersRule]
            }
            Cause::Winner { right: Lights::TIE, .. } => &[Tie],
            Cause::Winner { .. } => &[Winner],
            Cause::Early(early) => match early {
                Early::ThirdCards => &[Naturals, BankersRule],
                Early::ThirdCardsAtThird => &[Naturals, PlayersRule, BankersRule],
                Early::Naturals => &[Naturals],
                Early::Player => &[PlayersRule],
                Early::PlayerAndNaturals => &[Naturals, PlayersRule],
                Early::BankerAlone | Early::BankerAfterThird | Early::BankerBeforeThird => {
                    &[BankersRule]
                }
                Early::Lights(_) => &[Winner, Tie],
            },
            Cause::DecidedBySum { after_third: false, .. } => &[Naturals, PlayersRule, BankersRule],
            Cause::DecidedBySum { after_third: true, .. } => &[BankersRule],
            Cause::Unexplained { decision, .. } => match decision {
                Decision::Player => &[PlayersRule],
                Decision::BankerAfterStand | Decision::BankerAfterThird => &[BankersRule],
                Decision::Winner => &[Winner],
                Decision::Tie => &[Tie],
            },
            Cause::Changes => &[WaitsForReset],
            Cause::Other => &[],
        }
    }

    /// Those that may be violated, too, in the hands of a cause.
    fn in_doubt(cause: &Cause) -> &'static [Property] {
        match cause {
            Cause::Other => &[
                Property::Naturals,
                Property::PlayersRule,
                Property::BankersRule,
                Property::Winner,
                Property::Tie,
            ],
            _ => &[],
        }
    }

    /// Whether it is about the board: a design without it may deal every hand right.
    pub fn is_warning(self) -> bool {
        matches!(self, Property::NoLatches | Property::NoClockCrossings | Property::Fits)
    }

    /// The one because of which no hand can be judged.
    fn prevented(observation: &Observation) -> Option<Property> {
        match observation {
            Observation::NoEffect { .. } | Observation::NeverQuiet { .. } => None,
            Observation::NoReset { .. } => Some(Property::Reset),
            _ => Some(Property::Cards),
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Property::Cards => "cards on their displays",
            Property::Scores => "scores",
            Property::Naturals => "naturals",
            Property::PlayersRule => "player's rule",
            Property::BankersRule => "banker's rule",
            Property::Winner => "winner",
            Property::Tie => "tie",
            Property::WaitsForReset => "waits for the reset",
            Property::Reset => "reset at any time",
            Property::NoLatches => "no latches",
            Property::NoClockCrossings => "no clock domain crossings",
            Property::Fits => "fits the FPGA",
        })
    }
}

/// Whether a design has a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    Passed,
    Failed,
    /// It could not be examined.
    NotReached,
}

impl Finding {
    fn of(is_right: bool) -> Finding {
        if is_right { Finding::Passed } else { Finding::Failed }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Finding::Passed => "passed",
            Finding::Failed => "failed",
            Finding::NotReached => "not reached",
        })
    }
}

/// A property of a design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assessment {
    pub property: Property,
    #[serde(rename = "result")]
    pub finding: Finding,
    /// The places of its causes in [`Verdict::groups`].
    pub causes: Vec<usize>,
}

/// All properties of a design, with its verdict or why no convention fits.
pub fn assess(
    design: &ForeignDesign,
    judged: Result<&Verdict, &Observation>,
) -> [Assessment; Property::ALL.len()] {
    Property::ALL.map(|property| {
        let groups = judged.map_or(&[][..], |verdict| &verdict.groups);
        let is_in_doubt =
            groups.iter().any(|group| Property::in_doubt(&group.cause).contains(&property));
        let causes: Vec<usize> = (groups.iter().enumerate())
            .filter(|(_, group)| Property::of(&group.cause).contains(&property))
            .map(|(place, _)| place)
            .collect();
        let finding = match (property, judged) {
            (Property::NoLatches, _) => Finding::of(design.latches.is_empty()),
            (Property::NoClockCrossings, _) => Finding::of(design.crossings.is_empty()),
            (Property::Fits, _) if fits(design) => Finding::Passed,
            (Property::Fits, _) => Finding::NotReached,
            (Property::Reset, Ok(verdict)) => Finding::of(verdict.failing_resets.is_empty()),
            (_, Ok(_)) if causes.is_empty() && is_in_doubt => Finding::NotReached,
            (_, Ok(_)) => Finding::of(causes.is_empty()),
            (_, Err(observation)) if Property::prevented(observation) == Some(property) => {
                Finding::Failed
            }
            (_, Err(_)) => Finding::NotReached,
        };
        Assessment { property, finding, causes }
    })
}

/// Whether the design certainly fits: with a look-up table for each gate, and without memories,
/// whose blocks depend on how they are read. Another may still fit.
fn fits(design: &ForeignDesign) -> bool {
    design.netlist.graph.len() <= device::LOOK_UP_TABLES
        && design.netlist.registers.len() <= device::LOOK_UP_TABLES
        && design.memories.is_empty()
}
