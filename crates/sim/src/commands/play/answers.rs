//! Parses the answers of the player.

use std::str::FromStr;

use thiserror::Error;

use punto_banco::{Bet, Cents, CentsError};

/// The answer to the question for bets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BetAnswer {
    /// A bet without its stake.
    One(Bet),
    /// Bets with their stakes.
    Staked(Vec<(Bet, Cents)>),
    /// The bets of the last hand.
    Again,
    /// Show the score card first.
    Roads,
}

/// An invalid answer. The message lists the valid ones.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum AnswerError {
    #[error(
        "{0:?} is not a bet: write player, banker or tie (p, b, t), several with their stakes like `banker 50 tie 5`, \
         `again` for the last bets, `roads` for the score card, or `quit`"
    )]
    NotABet(String),
    #[error("how much on {0}? Write the stake after each bet, like `banker 50 tie 5`")]
    NoStake(Bet),
    #[error(transparent)]
    Stake(#[from] CentsError),
    #[error("{0:?} is not an answer: write y or n")]
    NotYesOrNo(String),
}

/// The bet that a word names, ignoring case.
fn bet(word: &str) -> Option<Bet> {
    match word.to_lowercase().as_str() {
        "player" | "p" | "punto" => Some(Bet::Player),
        "banker" | "b" | "banco" => Some(Bet::Banker),
        "tie" | "t" | "egalite" => Some(Bet::Tie),
        _ => None,
    }
}

impl FromStr for BetAnswer {
    type Err = AnswerError;

    fn from_str(text: &str) -> Result<BetAnswer, AnswerError> {
        let not_a_bet = |word: &str| AnswerError::NotABet(word.into());
        match text.to_lowercase().as_str() {
            "again" | "a" => return Ok(BetAnswer::Again),
            "roads" | "r" => return Ok(BetAnswer::Roads),
            _ => {}
        }
        let words: Vec<&str> = text
            .split_whitespace()
            .map(|word| word.trim_end_matches(','))
            .filter(|word| !word.is_empty())
            .collect();
        if let [word] = words.as_slice() {
            return bet(word).map(BetAnswer::One).ok_or_else(|| not_a_bet(word));
        }
        let staked = |words: &[&str]| match *words {
            [word, stake] => Ok((bet(word).ok_or_else(|| not_a_bet(word))?, stake.parse()?)),
            [word] => Err(bet(word).map_or_else(|| not_a_bet(word), AnswerError::NoStake)),
            _ => Err(not_a_bet(text)),
        };
        let bets = words.chunks(2).map(staked).collect::<Result<Vec<_>, _>>()?;
        if bets.is_empty() { Err(not_a_bet(text)) } else { Ok(BetAnswer::Staked(bets)) }
    }
}

/// Parses yes or no. An empty answer is yes.
pub(super) fn yes_or_no(text: &str) -> Result<bool, AnswerError> {
    match text.to_lowercase().as_str() {
        "" | "y" | "yes" => Ok(true),
        "n" | "no" => Ok(false),
        _ => Err(AnswerError::NotYesOrNo(text.into())),
    }
}

/// Whether the answer to any question ends the game.
pub(super) fn is_quit(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "quit" | "q" | "exit")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(cents: u64) -> Cents {
        Cents::new(cents).expect("an amount")
    }

    #[test]
    fn bets_can_be_written_in_several_ways() {
        use BetAnswer::{Again, One, Roads, Staked};
        let cases = [
            ("player", One(Bet::Player)),
            ("B", One(Bet::Banker)),
            ("Tie", One(Bet::Tie)),
            ("banco", One(Bet::Banker)),
            ("banker 50", Staked(vec![(Bet::Banker, cents(5_000))])),
            (
                "b 1,000, t 2.50",
                Staked(vec![(Bet::Banker, cents(100_000)), (Bet::Tie, cents(250))]),
            ),
            ("p 1 p 2", Staked(vec![(Bet::Player, cents(100)), (Bet::Player, cents(200))])),
            ("AGAIN", Again),
            ("roads", Roads),
        ];
        for (text, answer) in cases {
            assert_eq!(text.parse(), Ok(answer), "{text:?}");
        }
    }

    #[test]
    fn invalid_bets_are_refused_with_the_reason() {
        let not_a_bet = |text: &str| AnswerError::NotABet(text.into());
        let cases = [
            ("", not_a_bet("")),
            (",", not_a_bet(",")),
            ("bank", not_a_bet("bank")),
            ("50", not_a_bet("50")),
            ("50 banker", not_a_bet("50")),
            ("banker 50 tie", AnswerError::NoStake(Bet::Tie)),
            ("banker 50 dragon", not_a_bet("dragon")),
            ("banker lots", AnswerError::Stake(CentsError::NotAnAmount { text: "lots".into() })),
            ("tie -5", AnswerError::Stake(CentsError::NotAnAmount { text: "-5".into() })),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<BetAnswer>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn yes_is_the_default() {
        for text in ["", "y", "Y", "yes", "YES"] {
            assert_eq!(yes_or_no(text), Ok(true), "{text:?}");
        }
        for text in ["n", "N", "no"] {
            assert_eq!(yes_or_no(text), Ok(false), "{text:?}");
        }
        assert_eq!(yes_or_no("maybe"), Err(AnswerError::NotYesOrNo("maybe".into())));
    }

    #[test]
    fn quit_and_exit_end_the_game() {
        for (text, quits) in
            [("quit", true), ("Q", true), ("exit", true), ("", false), ("no", false)]
        {
            assert_eq!(is_quit(text), quits, "{text:?}");
        }
    }
}
