//! The result.

use super::every_hand::{failing_resets, judge_every_hand};
use super::explain::explain;
use super::hand_counts::{Count, Detail};
use super::pins::driver;
use super::replay::{self, JudgedHand};
use super::sentences::is_inverted;
use super::{Cause, Conventions, JudgeError, calibrate};
use baccarat_sim::every_hand::KeyEdge;
use foreign_designs::ForeignDesign;

/// The result of judging a design.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub conventions: Conventions,
    /// How many of all sequences of six ranks are dealt wrong.
    wrong_hands: u64,
    /// How many of them are wrong when they end.
    wrong_at_end: u64,
    /// Wrong hands by cause, the most frequent first. A hand may have several causes.
    pub groups: Vec<Group>,
    /// How many draws and lights are not as the causes say.
    pub contradicting: u64,
    /// The numbers of presses after which a reset does not lead to a new hand.
    pub failing_resets: Vec<usize>,
    /// What is not wrong at the pins, but may be on the board.
    pub warnings: Vec<String>,
}

/// Wrong hands of one cause.
#[derive(Clone, Debug)]
pub struct Group {
    pub cause: Cause,
    /// How many of all sequences of six ranks.
    pub hands: u64,
    /// The lowest of them, by its cards.
    pub first: JudgedHand,
}

impl Verdict {
    /// The number of wrong hands, of 13^6.
    pub fn wrong_hands(&self) -> u64 {
        self.wrong_hands
    }

    /// How many of them are wrong when they end: others only change after a further press.
    pub fn wrong_at_end(&self) -> u64 {
        self.wrong_at_end
    }

    /// Whether every hand and every reset is right.
    pub fn is_right(&self) -> bool {
        self.wrong_hands == 0 && self.failing_resets.is_empty()
    }
}

/// Learns the conventions of a design and plays every hand, twice if the scores do not explain the
/// wrong ones. `played` is called with the number of further hands.
///
/// # Errors
///
/// [`JudgeError::NoBoard`] without the pins of a `task5`, [`JudgeError::Observation`] if no
/// convention fits, [`JudgeError::Foreign`] if the design does not settle.
pub fn judge(
    design: &ForeignDesign,
    played: &(dyn Fn(usize) + Sync),
) -> Result<Verdict, JudgeError> {
    let conventions = calibrate(design)?;
    let failing_resets = failing_resets(design, &conventions)?;
    let is_reset = conventions.shoe.is_reset && failing_resets.is_empty();
    let mut counts = judge_every_hand(design, &conventions, is_reset, Detail::Scores, played)?;
    let mut explanation = explain(&counts);
    if explanation.is_doubtful() {
        counts = judge_every_hand(design, &conventions, is_reset, Detail::Cards, played)?;
        explanation = explain(&counts);
    }
    let mut driver = driver(design, 1, conventions.timing)?;
    let group = |(cause, wrong): (Cause, Count)| {
        let mut play = |before| {
            driver.boards.power_up()?;
            replay::play(&mut driver, &conventions, before, wrong.first)
        };
        let mut first = play(None)?;
        if let (true, Some(earlier)) = (first.is_right(), wrong.earlier) {
            first = play(Some(replay::hand_with_third(earlier)))?;
        }
        Ok(Group { cause, hands: wrong.hands, first })
    };
    let groups = explanation.causes.into_iter().map(group);
    let mut groups = groups.collect::<Result<Vec<Group>, JudgeError>>()?;
    groups.sort_by_key(|group| std::cmp::Reverse(group.hands));
    let warnings = warnings(design, &conventions);
    Ok(Verdict {
        conventions,
        wrong_hands: counts.wrong.hands,
        wrong_at_end: counts.wrong_at_end,
        groups,
        contradicting: explanation.contradicting,
        failing_resets,
        warnings,
    })
}

fn warnings(design: &ForeignDesign, conventions: &Conventions) -> Vec<String> {
    let mut warnings = Vec::from_iter(design.latch_warning());
    for crossing in &design.crossings {
        warnings.push(format!(
            "Registers clocked by {} read registers clocked by {} ({}): on a board they can capture them while they change.",
            crossing.to,
            crossing.from,
            crossing.registers.join(", ")
        ));
    }
    if conventions.early > 0 {
        warnings.push("In some hands a light is on before the last card is dealt.".into());
    }
    if is_inverted(conventions) {
        warnings.push(
            "The segments of the displays are inverted: on the board, 0 lights a segment.".into(),
        );
    }
    if conventions.edge == KeyEdge::Pressed {
        warnings
            .push("The handout deals a card when KEY0 is released, not when it is pressed.".into());
    }
    warnings
}
