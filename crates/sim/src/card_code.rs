//! How the hardware encodes a card.
//!
//! The code of a rank has 4 bits: 0 means no card, 1 to 13 are the ace to the king, 14 and 15 are
//! invalid. A card of `task5` is only a rank; one of `casino` has two bits for the suit above it.

use punto_banco::Rank;
use punto_banco::casino::Card;

/// Returns the code of a rank, 0 for no card.
pub fn rank_code(rank: Option<Rank>) -> u64 {
    rank.map_or(0, |rank| u64::from(rank.number()))
}

/// Returns the rank with this code, `None` for no card and for an invalid code.
pub fn rank_of(code: u128) -> Option<Rank> {
    u8::try_from(code).ok().and_then(Rank::new)
}

/// Returns the card of `casino` with this code of six bits, `None` for no card and for an invalid
/// code.
pub fn card_of(code: u128) -> Option<Card> {
    let rank = rank_of(code & 15).filter(|_| code < 64)?;
    Some(Card { rank, suit: (code >> 4) as u8 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_1_to_13_are_the_ace_to_the_king_and_all_others_no_card() {
        for (code, rank) in (1..).zip(Rank::ALL) {
            assert_eq!((rank_code(Some(rank)), rank_of(code.into())), (code, Some(rank)));
            for suit in 0..4 {
                let card = card_of(u128::from(suit) << 4 | u128::from(code));
                assert_eq!(card, Some(Card { rank, suit }));
            }
        }
        assert_eq!(rank_code(None), 0);
        for code in [0, 14, 15, 256, 257] {
            assert_eq!(rank_of(code), None, "{code}");
        }
        assert_eq!([0, 14, 63, 65, 257].map(card_of), [None; 5]);
    }
}
