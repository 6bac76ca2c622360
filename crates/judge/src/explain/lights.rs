//! The lights of the winner.

use std::collections::BTreeMap;

use super::Explanation;
use crate::cause::{Cause, Early, Lights};
use crate::hand_counts::{Count, SCORES, Table, pairs};
use crate::seen::SeenCounts;
use crate::small_set::SmallSet;

/// The lights by the scores of all cards.
pub(super) fn by_scores(table: &Table<4>) -> Explanation {
    let mut explanation = Explanation::default();
    explain(&mut explanation, table, |_, _, count| count);
    explanation
}

/// The lights if they are decided while the last card is loaded, in hands with some last cards.
pub(super) fn by_what_is_seen(counts: &SeenCounts) -> Explanation {
    let early = counts.last_cards_unseen_by_lights();
    let mut explanation = Explanation::default();
    let [all, wrong] = counts.lights_seen(early);
    let mut by_fault = Count::NONE;
    for scores in pairs() {
        by_fault.add(wrong.at(scores)[usize::from(Lights::winner(scores).0)]);
    }
    explain(&mut explanation, &all, |scores, shown, _| wrong.at(scores)[usize::from(shown.0)]);
    if !early.is_empty() {
        explanation.push(Cause::Early(Early::Lights(early)), by_fault);
    }
    explanation
}

/// Explains the lights. Of each pair of scores, they are predicted to be as most of its others, if
/// there are any. `wrong` returns those of some hands that are wrong.
fn explain(
    explanation: &mut Explanation,
    table: &Table<4>,
    wrong_of: impl Fn([usize; 2], Lights, Count) -> Count,
) {
    let mut wrong: BTreeMap<[Lights; 2], BTreeMap<[usize; 2], Count>> = BTreeMap::new();
    for scores in pairs() {
        let right = Lights::winner(scores);
        let counts = table.at(scores);
        let shown = || (0..).map(Lights).zip(counts);
        let others = || shown().filter(|(shown, count)| *shown != right && count.hands > 0);
        if let Some(most) = others().map(|(_, count)| count.hands).max() {
            let all: u64 = counts.iter().map(|count| count.hands).sum();
            explanation.contradicting += all - most;
        }
        for (shown, count) in others() {
            let count = wrong_of(scores, shown, *count);
            wrong.entry([right, shown]).or_default().insert(scores, count);
        }
    }
    for ([right, shown], cells) in wrong {
        let played = |scores: &[usize; 2]| {
            let counts = table.at(*scores);
            Lights::winner(*scores) == right && counts.iter().any(|count| count.hands > 0)
        };
        let all: Vec<[usize; 2]> = pairs().filter(played).collect();
        for (sides, count) in rectangles(&cells, &all) {
            let [player, banker] = sides;
            explanation.push(Cause::Winner { right, shown, player, banker }, count);
        }
    }
}

/// Sets of scores of the player and of the banker, `None` for all of `all`, whose combinations in
/// `all` are these cells: one if possible, else for each score of the player.
fn rectangles(
    cells: &BTreeMap<[usize; 2], Count>,
    all: &[[usize; 2]],
) -> Vec<([Option<SmallSet>; 2], Count)> {
    let mut count = Count::NONE;
    cells.values().for_each(|one| count.add(*one));
    let of = |side: usize| cells.keys().map(|scores| scores[side]).collect::<SmallSet>();
    let [player, banker] = [of(0), of(1)];
    let fits = |player: Option<SmallSet>, banker: Option<SmallSet>| {
        let within = |set: Option<SmallSet>, score| set.is_none_or(|set| set.contains(score));
        all.iter().all(|scores| {
            (within(player, scores[0]) && within(banker, scores[1])) == cells.contains_key(scores)
        })
    };
    let choices =
        [(None, None), (Some(player), None), (None, Some(banker)), (Some(player), Some(banker))];
    if let Some((player, banker)) = choices.into_iter().find(|(one, other)| fits(*one, *other)) {
        return vec![([player, banker], count)];
    }
    let row = |score: usize| cells.iter().filter(move |(scores, _)| scores[0] == score);
    let rows = (0..SCORES).filter(|score| player.contains(*score)).map(|score| {
        let mut count = Count::NONE;
        row(score).for_each(|(_, one)| count.add(*one));
        let others = row(score).map(|(scores, _)| scores[1]).collect();
        ([Some([score].into_iter().collect()), Some(others)], count)
    });
    rows.collect()
}
