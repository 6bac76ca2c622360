//! The tableau, as the drawing rules for third cards are called. Scores and values are 0 to 9.

/// Returns whether this score of the first two cards is a natural, 8 or 9. If either side has one,
/// nobody draws.
#[inline]
pub const fn is_natural(score: u8) -> bool {
    matches!(score, 8 | 9)
}

/// Returns whether the player draws a third card, if neither side has a natural.
#[inline]
pub const fn player_draws(player_score: u8) -> bool {
    matches!(player_score, 0..=5)
}

/// Returns whether the banker draws a third card, if neither side has a natural.
/// `player_third_value` is the [value](super::Rank::value) of the player's third card, or `None` if
/// the player stands.
#[inline]
pub const fn banker_draws(banker_score: u8, player_third_value: Option<u8>) -> bool {
    match (banker_score, player_third_value) {
        (score, None) => matches!(score, 0..=5),
        (0..=2, Some(_)) => true,
        (3, Some(value)) => value != 8,
        (4, Some(value)) => matches!(value, 2..=7),
        (5, Some(value)) => matches!(value, 4..=7),
        (6, Some(value)) => matches!(value, 6..=7),
        _ => false,
    }
}
