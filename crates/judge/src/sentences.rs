//! The [`Conventions`] of a design in sentences, and its displays as it means them.

use std::collections::BTreeSet;

use super::Conventions;
use super::small_set::listed;
use baccarat_sim::every_hand::{KeyEdge, ThirdPresses, WaitPhase};
use baccarat_sim::{DEAL_ORDER, Glyph, RANKS};
use de1_soc::{BoardOutputs, lit_segments};
use punto_banco::Rank;

/// A character for each display, HEX5 first, as
/// [`characters`](baccarat_sim::HandOutputs::characters), but by the patterns of this
/// design.
pub fn characters(conventions: &Conventions, outputs: BoardOutputs) -> String {
    let character = |display: usize| match reading(conventions, display, outputs.hex(display)) {
        Reading::Blank => '.',
        Reading::Card(rank) => Glyph::Card(rank).character(),
        Reading::Other => '?',
    };
    let characters: Vec<String> =
        (0..6).rev().map(|display| character(display).to_string()).collect();
    characters.join(" ")
}

/// The conventions in sentences.
pub fn sentences(conventions: &Conventions) -> Vec<String> {
    let mut sentences = vec![match conventions.edge {
        KeyEdge::Released => "Cards are captured when KEY0 is released.".to_string(),
        KeyEdge::Pressed => {
            "Cards are captured when KEY0 is pressed (on its falling edge).".to_string()
        }
    }];
    let first = conventions.captures[0];
    if first > 0 {
        sentences.push(format!(
            "After a reset, {} {} before the first card.",
            presses(first),
            come(first)
        ));
    }
    let strides: Vec<usize> =
        (1..6).map(|card| conventions.captures[card] - conventions.captures[card - 1]).collect();
    if strides[..3].iter().any(|stride| *stride != 1) {
        let [second, third, fourth] = [1, 2, 3].map(|card| conventions.captures[card] + 1);
        sentences.push(format!(
            "The first four cards come with presses {}, {second}, {third} and {fourth}.",
            first + 1
        ));
    }
    if let Some(presses) = &conventions.third_presses {
        sentences.push(varying_presses(presses));
    } else if strides[3] != strides[2] {
        sentences.push(format!(
            "The player's third card comes {} after the fourth card.",
            presses(strides[3])
        ));
    }
    if conventions.third_presses.is_none() && strides[4] != 1 {
        sentences.push(format!(
            "The banker's third card comes {} after the player's.",
            presses(strides[4])
        ));
    }
    if conventions.banker_after_stand == 5 {
        sentences
            .push("If the player stands, one press passes before the banker's third card.".into());
    }
    sentences.extend(delay_of_lights(conventions));
    if conventions.has_later_lights {
        sentences.push("In some hands the lights come on a press later than in others.".into());
    }
    if conventions.displays != DEAL_ORDER.map(|(display, _)| display) {
        let [p1, b1, p2, b2, p3, b3] = conventions.displays;
        sentences.push(format!(
            "HEX{p1}, HEX{p2} and HEX{p3} show the player's cards, HEX{b1}, HEX{b2} and HEX{b3} the banker's."
        ));
    }
    if conventions.shoe.counts_down {
        sentences.push("The shoe counts down.".into());
    }
    if conventions.shoe.restarts {
        sentences.push("Each press of KEY0 restarts the shoe.".into());
    }
    if !conventions.shoe.is_reset {
        sentences.push("KEY3 does not reset the shoe: it counts on.".into());
    }
    if conventions.timing.wait == WaitPhase::Down && !conventions.shoe.restarts {
        sentences.push("The shoe counts only while KEY0 is down.".into());
    }
    if conventions.timing.down > 1 {
        sentences.push(format!(
            "A key takes effect within {} cycles of CLOCK_50.",
            conventions.timing.down
        ));
    }
    let other: Vec<String> = Rank::ALL
        .into_iter()
        .filter(|rank| Glyph::of(conventions.pattern(*rank)) != Glyph::Card(*rank))
        .map(|rank| format!("{rank} is {}", segments(conventions.pattern(rank))))
        .collect();
    if !other.is_empty() {
        sentences.push(format!("Glyphs other than ours: {}.", other.join("; ")));
    }
    let blank = |pattern: &u64| Glyph::of(*pattern) == Glyph::Blank;
    if !conventions.blank.iter().all(blank) {
        sentences
            .push(format!("Without a card, a display shows {}.", segments(conventions.blank[0])));
    }
    sentences
}

/// The presses of the third cards, where they depend on the hand.
fn varying_presses(presses: &ThirdPresses) -> String {
    let numbers = |presses: &BTreeSet<usize>| {
        let numbers: Vec<String> = presses.iter().map(|press| (press + 1).to_string()).collect();
        numbers.join(" or ")
    };
    let cards = [
        ("the player's comes with press ", &presses.player, ""),
        ("the banker's with press ", &presses.banker, ""),
        ("the banker's with press ", &presses.banker_alone, " if the player stands"),
    ];
    let known = cards.into_iter().filter(|(_, presses, _)| !presses.is_empty());
    let known = known.map(|(card, presses, when)| format!("{card}{}{when}", numbers(presses)));
    format!("The press of a third card depends on the hand: {}.", listed(&Vec::from_iter(known)))
}

/// When the lights come on.
fn delay_of_lights(conventions: &Conventions) -> Option<String> {
    let [first, player, fifth, sixth] = conventions.late;
    if [player, fifth, sixth] == [first; 3] {
        let delay = presses(first);
        return (first > 0).then(|| format!("The lights come on {delay} after the last card."));
    }
    let mut delays = vec![(first, "four cards"), (player, "the player's third card")];
    match fifth == sixth {
        true => delays.push((fifth, "the banker's")),
        false => delays.extend([(fifth, "the banker's as the fifth card"), (sixth, "six cards")]),
    }
    let delays: Vec<String> =
        delays.iter().map(|(delay, cards)| format!("{delay} after {cards}")).collect();
    Some(format!("Presses from the last card to the lights: {}.", delays.join(", ")))
}

/// Whether most digits are lit where they should be dark.
pub(super) fn is_inverted(conventions: &Conventions) -> bool {
    let is_inverted =
        |rank: &Rank| Glyph::of(!conventions.pattern(*rank) & 0x7f) == Glyph::Card(*rank);
    Rank::ALL.iter().filter(|rank| is_inverted(rank)).count() > RANKS / 2
}

/// What a display shows: a card, nothing or something else.
pub(super) fn reading(conventions: &Conventions, display: usize, pattern: u64) -> Reading {
    match conventions.patterns.iter().position(|known| *known == pattern) {
        _ if pattern == conventions.blank[display] => Reading::Blank,
        Some(rank) => Reading::Card(Rank::ALL[rank]),
        None => Reading::Other,
    }
}
/// What a display shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reading {
    Blank,
    Card(Rank),
    /// Neither a card nor blank.
    Other,
}

fn presses(number: usize) -> String {
    if number == 1 { "one press".into() } else { format!("{number} presses") }
}

fn come(number: usize) -> &'static str {
    if number == 1 { "comes" } else { "come" }
}

/// `segments a, b and g`, or `nothing`; segments are active low.
fn segments(pattern: u64) -> String {
    let lit: String = lit_segments(pattern).collect();
    if lit.is_empty() { "nothing".into() } else { format!("segments {lit}") }
}
