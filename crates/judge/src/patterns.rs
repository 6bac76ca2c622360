//! Learns which pattern is which rank, and what LEDR shows as its score, from random hands.

use super::Conventions;
use super::calibration::{dealt, offered};
use super::sample::{Sample, most_common};
use baccarat_sim::every_hand::dealt_cards;
use baccarat_sim::{Glyph, HandOutputs, RANKS};
use de1_soc::{BoardOutputs, DISPLAYS};
use punto_banco::{Rank, Side, score};

/// The pattern of each rank, by the majority of the cards of the sample.
pub(super) fn patterns(sample: &Sample, conventions: &Conventions) -> [u64; RANKS] {
    let mut seen: Vec<(usize, u64)> = Vec::new();
    for hand in 0..sample.hands() {
        let offered = offered(sample, conventions, hand);
        for (card, rank) in offered.into_iter().enumerate().take(4) {
            let outputs = sample.released[conventions.captures[card]][hand];
            let rank = usize::from(rank.number()) - 1;
            seen.push((rank, outputs.hex(conventions.displays[card])));
        }
    }
    std::array::from_fn(|rank| {
        let shown = seen.iter().filter(|(other, _)| *other == rank).map(|(_, pattern)| *pattern);
        most_common(shown).map_or(0, |(pattern, _)| pattern)
    })
}

/// The ranks for which each display stays empty in every hand that deals them by the rules. If it
/// never shows any card, LEDR tells whether they are dealt.
pub(super) fn hidden(sample: &Sample, conventions: &Conventions) -> [[bool; RANKS]; DISPLAYS] {
    let mut hidden = [[true; RANKS]; DISPLAYS];
    // With and without the last card that is shown as nothing.
    let mut scores = [[0_usize; 2]; DISPLAYS];
    for hand in 0..sample.hands() {
        let (round, presses) = dealt(sample, conventions, hand);
        let outputs = sample.released[presses - 1][hand];
        let cards = dealt_cards(&round);
        for (place, display) in conventions.displays.into_iter().enumerate() {
            let Some(rank) = cards[place] else { continue };
            if outputs.hex(display) != conventions.blank[display] {
                hidden[display][usize::from(rank.number()) - 1] = false;
                continue;
            }
            let of_side = (0..place).filter(|other| other % 2 == place % 2);
            let others = of_side.filter_map(|other| cards[other]);
            let shown = outputs.score(Side::BOTH[place % 2]) as u8;
            let is = [score(others.clone().chain([rank])), score(others)].map(|one| one == shown);
            scores[display][0] += usize::from(is[0] && !is[1]);
            scores[display][1] += usize::from(is[1] && !is[0]);
        }
    }
    for (hidden, [with, without]) in hidden.iter_mut().zip(scores) {
        if hidden.iter().filter(|is_hidden| **is_hidden).count() * 2 > RANKS && with <= without {
            *hidden = [false; RANKS];
        }
    }
    hidden
}

/// The patterns without those that do not tell a rank.
///
/// Of two ranks with one pattern, the pattern belongs to the rank whose glyph it is. The other one
/// gets the usual glyph, which it then fails to show. So does a rank with the digit of another one,
/// and one that is shown as no card.
pub(super) fn distinct(mut patterns: [u64; RANKS], hidden: &[bool; RANKS]) -> [u64; RANKS] {
    for rank in 0..RANKS {
        let glyph = Glyph::of(patterns[rank]);
        let is_shared = (0..RANKS).any(|other| other != rank && patterns[other] == patterns[rank]);
        let is_digit = matches!(glyph, Glyph::Card(rank) if (2..=9).contains(&rank.number()));
        if (is_shared || is_digit || hidden[rank]) && glyph != Glyph::Card(Rank::ALL[rank]) {
            let usual = BoardOutputs::showing([Some(Rank::ALL[rank]), None, None], [None; 3], None);
            patterns[rank] = usual.hex(0);
        }
    }
    patterns
}

/// What LEDR shows as the score of each rank alone, if most are right.
pub(super) fn values(sample: &Sample, conventions: &Conventions) -> [u8; RANKS] {
    let right = Rank::ALL.map(Rank::value);
    let values = Rank::ALL.map(|rank| {
        let hands =
            (0..sample.hands()).filter(|hand| offered(sample, conventions, *hand)[0] == rank);
        let shown = hands.map(|hand| sample.released[conventions.captures[0]][hand].ledr() & 15);
        most_common(shown).map_or(0, |(score, _)| score as u8)
    });
    let agreeing = values.iter().zip(right).filter(|(value, right)| *value == right).count();
    if agreeing * 2 > RANKS { values } else { right }
}
