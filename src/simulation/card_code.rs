//! Card codes: how the hardware encodes a card, in the card registers and in the shoe's counter.
//!
//! A code has 4 bits: 0 means no card, 1 to 13 are the ace to the king, 14 and 15 are invalid.

use crate::game::Rank;

/// Returns the code of a card, 0 for none.
pub fn card_code(card: Option<Rank>) -> u64 {
    card.map_or(0, |rank| u64::from(rank.number()))
}

/// Returns the card with this code, `None` for no card and for an invalid code.
pub fn card_of(code: u128) -> Option<Rank> {
    u8::try_from(code).ok().and_then(Rank::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_1_to_13_are_the_ace_to_the_king_and_all_others_no_card() {
        for (code, rank) in (1..).zip(Rank::ALL) {
            assert_eq!((card_code(Some(rank)), card_of(code.into())), (code, Some(rank)));
        }
        assert_eq!(card_code(None), 0);
        for code in [0, 14, 15, 256, 257] {
            assert_eq!(card_of(code), None, "{code}");
        }
    }
}
