//! Parses the answers of the player of `casino`.

use std::str::FromStr;

use thiserror::Error;

use punto_banco::casino::{CHIP, SwitchBet};

/// The most chips on each bet: SW6 to SW0 in binary.
const MOST_CHIPS: u32 = 127;

/// The answer to the question for bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CasinoAnswer {
    /// Release KEY0.
    Release,
    /// Move the switches to this bet.
    Bet(SwitchBet),
    /// Show the score card.
    Roads,
}

/// An invalid answer. The message lists the valid ones.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum CasinoAnswerError {
    #[error(
        "{0:?} is not a bet: write banker, player or tie (b, p, t), one or several, and then the chips on each, like \
         `banker tie 25`, or credits, like `banker 500 credits`; `none` for no bet, Enter to release KEY0, `roads` for the \
         score card, or `quit`"
    )]
    NotABet(String),
    #[error("how many chips? Write them after the bets, like `banker 25`")]
    NoChips,
    #[error("the same switches hold the chips of all bets: write one number, like `banker tie 25`")]
    SeveralNumbers,
    #[error("{0} chips are too many: the switches hold up to {MOST_CHIPS}, which are {credits} credits", credits = MOST_CHIPS * CHIP)]
    TooManyChips(u32),
    #[error("{0} credits are not whole chips: a chip is {CHIP} credits")]
    NotWholeChips(u32),
}

impl FromStr for CasinoAnswer {
    type Err = CasinoAnswerError;

    fn from_str(text: &str) -> Result<CasinoAnswer, CasinoAnswerError> {
        let text = text.to_lowercase();
        match text.as_str() {
            "" => return Ok(CasinoAnswer::Release),
            "none" | "n" => return Ok(CasinoAnswer::Bet(SwitchBet::default())),
            "roads" | "r" => return Ok(CasinoAnswer::Roads),
            _ => {}
        }
        let mut bet = SwitchBet::default();
        let (mut number, mut is_credits) = (None, false);
        for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
            match word {
                "banker" | "b" | "banco" => bet.banker = true,
                "player" | "p" | "punto" => bet.player = true,
                "tie" | "t" | "egalite" => bet.tie = true,
                "chips" | "chip" | "on" | "and" => {}
                "credits" => is_credits = true,
                _ => {
                    let not_a_bet = |_| CasinoAnswerError::NotABet(word.into());
                    let given: u32 = word.parse().map_err(not_a_bet)?;
                    if number.replace(given).is_some() {
                        return Err(CasinoAnswerError::SeveralNumbers);
                    }
                }
            }
        }
        if !(bet.banker || bet.player || bet.tie) {
            return Err(CasinoAnswerError::NotABet(text));
        }
        bet.chips = match number.ok_or(CasinoAnswerError::NoChips)? {
            credits if is_credits && credits % CHIP != 0 => {
                return Err(CasinoAnswerError::NotWholeChips(credits));
            }
            credits if is_credits => credits / CHIP,
            chips => chips,
        };
        match bet.chips > MOST_CHIPS {
            true => Err(CasinoAnswerError::TooManyChips(bet.chips)),
            false => Ok(CasinoAnswer::Bet(bet)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bets_are_in_chips_or_credits_on_one_or_several_boxes() {
        let bet = |banker, player, tie, chips| {
            CasinoAnswer::Bet(SwitchBet { banker, player, tie, chips })
        };
        let cases = [
            ("", CasinoAnswer::Release),
            ("roads", CasinoAnswer::Roads),
            ("none", bet(false, false, false, 0)),
            ("banker 25", bet(true, false, false, 25)),
            ("B, T 127", bet(true, false, true, 127)),
            ("25 chips on player and tie", bet(false, true, true, 25)),
            ("p 500 credits", bet(false, true, false, 25)),
            ("tie 0", bet(false, false, true, 0)),
        ];
        for (text, answer) in cases {
            assert_eq!(text.parse(), Ok(answer), "{text:?}");
        }
    }

    #[test]
    fn invalid_bets_are_refused_with_the_reason() {
        use CasinoAnswerError::{NoChips, NotABet, NotWholeChips, SeveralNumbers, TooManyChips};
        let cases = [
            ("bank 5", NotABet("bank".into())),
            ("25", NotABet("25".into())),
            ("banker -5", NotABet("-5".into())),
            ("banker 2.50", NotABet("2.50".into())),
            ("banker", NoChips),
            ("b 5 t 6", SeveralNumbers),
            ("b 128", TooManyChips(128)),
            ("b 2560 credits", TooManyChips(128)),
            ("b 30 credits", NotWholeChips(30)),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<CasinoAnswer>(), Err(error), "{text:?}");
        }
    }
}
