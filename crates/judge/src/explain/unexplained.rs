//! What a design decides against the rules, where no change of them explains it: the lowest hands
//! instead of causes.

use crate::cause::{Cause, Decision, Lights};
use crate::hand_counts::{Count, Decisions, pairs};
use punto_banco::{banker_draws, is_natural, player_draws};

/// How many hands are named.
const HANDS: usize = 3;

/// The decisions after four cards; `None` is that about naturals.
pub(super) const AFTER_FOUR_CARDS: [Option<Decision>; 3] =
    [None, Some(Decision::Player), Some(Decision::BankerAfterStand)];

pub(super) const AFTER_THIRD_CARD: [Option<Decision>; 1] = [Some(Decision::BankerAfterThird)];

pub(super) const LIGHTS: [Option<Decision>; 2] = [Some(Decision::Winner), Some(Decision::Tie)];

/// The hands with a wrong decision, if there are any.
pub(super) fn causes(decisions: &Decisions, decision: Option<Decision>) -> Option<(Cause, Count)> {
    let wrong: Vec<Count> = pairs().flat_map(|cell| wrong(decisions, decision, cell)).collect();
    let mut lowest: Vec<Count> = wrong.iter().filter(|count| count.hands > 0).copied().collect();
    lowest.sort_by_key(|count| count.first);
    let mut all = Count::NONE;
    lowest.iter().for_each(|count| all.add(*count));
    let hands = lowest.iter().map(|count| count.first).take(HANDS).collect();
    let cause = match decision {
        None => Cause::DrawnOnNatural,
        Some(decision) => Cause::Unexplained { decision, hands },
    };
    (all.hands > 0).then_some((cause, all))
}

/// Those of hands with two scores, or with a score and a value.
fn wrong(decisions: &Decisions, decision: Option<Decision>, cell: [usize; 2]) -> Vec<Count> {
    let [first, second] = cell.map(|score| score as u8);
    let is_over = is_natural(first) || is_natural(second);
    let others = |draws: bool, counts: &[Count; 2]| vec![counts[usize::from(!draws)]];
    let (player, banker) = (decisions.player.at(cell), decisions.after_stand.at(cell));
    match decision {
        None if is_over => vec![player[1], banker[1]],
        Some(Decision::Player) if !is_over => others(player_draws(first), player),
        Some(Decision::BankerAfterStand) if !is_over => others(banker_draws(second, None), banker),
        Some(Decision::BankerAfterThird) => {
            let counts = decisions.third[0].at(cell);
            others(banker_draws(first, Some(second)), &[0, 1].map(|draws| both(counts, draws)))
        }
        Some(Decision::Winner | Decision::Tie) => {
            let right = Lights::winner(cell);
            let is_here = (right == Lights::TIE) == (decision == Some(Decision::Tie));
            let shown = (0..).map(Lights).zip(decisions.lights.at(cell));
            let wrong = shown.filter(|(shown, _)| is_here && *shown != right);
            wrong.map(|(_, count)| *count).collect()
        }
        _ => Vec::new(),
    }
}

/// Those in which the banker draws or stands.
fn both(counts: &[Count; 4], draws: usize) -> Count {
    let mut all = counts[draws];
    all.add(counts[draws | 2]);
    all
}
