//! What people type at the table.

use std::str::FromStr;

use thiserror::Error;

use crate::game::Bet;
use crate::game::{Cents, CentsError};

/// What to do before a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BetAnswer {
    /// A bet whose stake is still to be asked for.
    One(Bet),
    /// Bets with their stakes.
    Staked(Vec<(Bet, Cents)>),
    /// Those of the last hand again.
    Again,
    /// A look at the score card first.
    Roads,
}

/// The answer is none to the question; it says what is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum AnswerError {
    #[error(
        "{0:?} is no bet: write player, banker or tie (or p, b, t), one or more with their stakes like `banker 50 tie 5`, \
         `again` for the last bets, `roads` for the score card, or `quit`"
    )]
    NoBet(String),
    #[error("how much on {0}? Write the stake behind every bet, like `banker 50 tie 5`")]
    NoStake(Bet),
    #[error(transparent)]
    Stake(#[from] CentsError),
    #[error("{0:?} is neither yes nor no: write y or n")]
    NeitherYesNorNo(String),
}

/// The bet that a word means, in either case.
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
        let no_bet = |word: &str| AnswerError::NoBet(word.into());
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
            return bet(word).map(BetAnswer::One).ok_or_else(|| no_bet(word));
        }
        let staked = |words: &[&str]| match *words {
            [word, stake] => Ok((bet(word).ok_or_else(|| no_bet(word))?, stake.parse()?)),
            [word] => Err(bet(word).map_or_else(|| no_bet(word), AnswerError::NoStake)),
            _ => Err(no_bet(text)),
        };
        let bets = words.chunks(2).map(staked).collect::<Result<Vec<_>, _>>()?;
        if bets.is_empty() { Err(no_bet(text)) } else { Ok(BetAnswer::Staked(bets)) }
    }
}

/// Whether to do it. Nothing means yes.
pub(super) fn yes_or_no(text: &str) -> Result<bool, AnswerError> {
    match text.to_lowercase().as_str() {
        "" | "y" | "yes" => Ok(true),
        "n" | "no" => Ok(false),
        _ => Err(AnswerError::NeitherYesNorNo(text.into())),
    }
}

/// Whether somebody wants to leave, whatever was asked.
pub(super) fn is_quit(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "quit" | "q" | "exit")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cents(cents: u64) -> Cents {
        Cents::new(cents).expect("a sum")
    }

    #[test]
    fn bets_are_taken_as_people_write_them() {
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
    fn what_is_no_bet_is_told_what_is() {
        let no_bet = |text: &str| AnswerError::NoBet(text.into());
        let cases = [
            ("", no_bet("")),
            (",", no_bet(",")),
            ("bank", no_bet("bank")),
            ("50", no_bet("50")),
            ("50 banker", no_bet("50")),
            ("banker 50 tie", AnswerError::NoStake(Bet::Tie)),
            ("banker 50 dragon", no_bet("dragon")),
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
        assert_eq!(yes_or_no("maybe"), Err(AnswerError::NeitherYesNorNo("maybe".into())));
    }

    #[test]
    fn one_can_leave_at_any_time() {
        for (text, leaves) in
            [("quit", true), ("Q", true), ("exit", true), ("", false), ("no", false)]
        {
            assert_eq!(is_quit(text), leaves, "{text:?}");
        }
    }
}
