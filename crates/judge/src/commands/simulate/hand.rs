//! A hand on somebody's `task5`.

use crate::sentences;
use serde_json::{Value, json};

use crate::report::{presses, presses_json};
use crate::{Conventions, JudgedHand, calibrate, replay};
use foreign_designs::ForeignDesign;
use punto_banco::Rank;

/// Learns the conventions of a design and deals these cards.
///
/// # Errors
/// The design is not a `task5`, or no convention fits.
pub(super) fn deal(
    design: &ForeignDesign,
    cards: &[Rank],
) -> anyhow::Result<(Conventions, JudgedHand)> {
    let conventions = calibrate(design)?;
    // Cards after the end of the hand do not matter.
    let cards = std::array::from_fn(|card| cards.get(card).copied().unwrap_or(Rank::Ace));
    let replay = replay(design, &conventions, cards)?;
    Ok((conventions, replay))
}

/// The hand as text.
pub(super) fn text(conventions: &Conventions, replay: &JudgedHand) -> String {
    let sentences: String =
        sentences(conventions).iter().map(|sentence| format!("  {sentence}\n")).collect();
    format!("{}\nConventions:\n{sentences}", presses(conventions, replay))
}

/// The hand as JSON.
pub(super) fn json(conventions: &Conventions, replay: &JudgedHand) -> Value {
    let (player, banker) = (&replay.round.player, &replay.round.banker);
    let first = [player.first, banker.first, player.second, banker.second];
    let cards = first.into_iter().chain(player.third).chain(banker.third);
    json!({
        "passed": replay.is_right(),
        "cards": cards.map(|card| card.to_string()).collect::<Vec<_>>(),
        "conventions": sentences(conventions),
        "presses": presses_json(replay),
    })
}
