//! Variables that a subroutine assigns part by part.

use std::ops::Range;

use crate::sources::tokens::Tokens;

/// Whether the parts of a variable that a subroutine assigns, on whatever path, may be all of its
/// bits. They are not if the numbers in brackets leave bits out.
pub(super) fn may_cover(tokens: &Tokens, subroutine: Range<usize>, name: &str) -> bool {
    let uses: Vec<usize> = subroutine.filter(|place| tokens.text(*place) == name).collect();
    let declared = uses.iter().find_map(|place| declared_bits(tokens, *place));
    let Some(declared) = declared else { return true };
    let mut assigned = vec![];
    for place in uses {
        if tokens.text(place + 1) != "[" || tokens.text(tokens.after(place + 1)) != "=" {
            continue;
        }
        match bits(tokens, place + 1) {
            Some(bits) => assigned.push(bits),
            None => return true,
        }
    }
    declared.into_iter().all(|bit| assigned.iter().any(|bits| bits.contains(&bit)))
}

/// The bits of a variable, if its declaration names it here: `[7:0] q` or `[7:0] p, q`.
fn declared_bits(tokens: &Tokens, mut place: usize) -> Option<Range<u32>> {
    while tokens.text(place.checked_sub(1)?) == "," && tokens.is_name(place.checked_sub(2)?) {
        place -= 2;
    }
    let close = place.checked_sub(1).filter(|close| tokens.text(*close) == "]")?;
    bits(tokens, tokens.opening(close)?)
}

/// The bits in brackets, `[3]` or `[7:4]`, if they are plain numbers.
fn bits(tokens: &Tokens, open: usize) -> Option<Range<u32>> {
    let number = |place: usize| tokens.text(place).parse::<u32>().ok().filter(|bit| *bit < 4096);
    let first = number(open + 1)?;
    let last = match (tokens.text(open + 2), tokens.text(open + 4)) {
        ("]", _) => first,
        (":", "]") => number(open + 3)?,
        _ => return None,
    };
    Some(first.min(last)..first.max(last) + 1)
}
