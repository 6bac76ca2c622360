//! The seven-segment displays as text.

use de1_soc::BoardOutputs;

/// Draws the six displays with `_` and `|`, HEX5 on the left, in three lines.
pub fn displays(outputs: BoardOutputs) -> [String; 3] {
    let mut lines = [const { String::new() }; 3];
    for number in (0..6).rev() {
        let segments = outputs.hex(number);
        let lit = |segment: u32, stroke| if segments >> segment & 1 == 0 { stroke } else { ' ' };
        lines[0].extend([' ', lit(0, '_'), ' ', ' ']);
        lines[1].extend([lit(5, '|'), lit(6, '_'), lit(1, '|'), ' ']);
        lines[2].extend([lit(4, '|'), lit(3, '_'), lit(2, '|'), ' ']);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HandOutputs;
    use punto_banco::{Outcome, Rank};

    #[test]
    fn each_digit_is_drawn_with_its_segments() {
        let player = [Some(Rank::Nine), Some(Rank::King), None];
        let banker = [Some(Rank::Two), Some(Rank::Queen), Some(Rank::Ten)];
        let outputs = BoardOutputs::showing(player, banker, Some(Outcome::Player));
        assert_eq!(
            displays(outputs),
            [" _   _   _           _  ", "| | |_|  _|     |_| |_| ", "|_|   | |_      | |  _| ",]
        );
    }
}
