//! The options of `simulate` for `casino` only.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use thiserror::Error;

use super::cards::Cards;
use super::casino::Request;
use command_line::number::whole_number;
use command_line::usage_error;
use punto_banco::casino::CardChoice;
use punto_banco::{Rank, Step};

/// The bets and the burn card.
#[derive(Debug, Args)]
pub(super) struct CasinoOptions {
    /// The burn card of casino [default: any]
    #[arg(long, value_name = "CARD")]
    burn: Option<CardChoice>,

    /// The bets of casino, each with the same stake
    #[arg(long, value_enum, value_name = "BETS", value_delimiter = ',')]
    bet: Vec<BetSwitch>,

    /// The stake on each bet, in chips of 20 credits: 0 to 127 [default: 1]
    #[arg(long, value_name = "NUMBER", requires = "bet", value_parser = whole_number(0..=127u64))]
    chips: Option<u64>,

    /// The switches of casino instead of bets and chips: SW9 to SW0, 1 is up
    #[arg(long, value_name = "BITS", conflicts_with_all = ["bet", "chips"])]
    switches: Option<Switches>,
}

/// The bets, each with the number of its switch.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum BetSwitch {
    Banker = 9,
    Player = 8,
    Tie = 7,
}

/// The positions of SW\[9:0\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Switches(u64);

#[derive(Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not ten switches: write 0 or 1 for each, SW9 first, like 1010011001")]
struct ParseSwitchesError(String);

impl FromStr for Switches {
    type Err = ParseSwitchesError;

    fn from_str(text: &str) -> Result<Switches, ParseSwitchesError> {
        let is_bits = text.len() == 10 && text.bytes().all(|bit| matches!(bit, b'0' | b'1'));
        let positions = u64::from_str_radix(text, 2).ok().filter(|_| is_bits);
        positions.map(Switches).ok_or_else(|| ParseSwitchesError(text.into()))
    }
}

impl CasinoOptions {
    /// Checks that none is given.
    ///
    /// # Errors
    /// One is given: a usage error.
    pub fn refuse(&self) -> anyhow::Result<()> {
        let options = [
            ("--burn", self.burn.is_some()),
            ("--bet", !self.bet.is_empty()),
            ("--switches", self.switches.is_some()),
        ];
        match options.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => {
                let message = format!("{option} is for casino: add --machine casino");
                Err(usage_error(message))
            }
        }
    }

    /// Returns what to deal.
    ///
    /// # Errors
    /// There are cards after the end of the hand: a usage error.
    pub fn request<'a>(&self, cards: &'a Cards) -> anyhow::Result<Request<'a>> {
        if !cards.left_over().is_empty() {
            let list = |cards: &[CardChoice]| {
                cards.iter().map(CardChoice::to_string).collect::<Vec<_>>().join(" ")
            };
            let ranks: Vec<Rank> = cards.ranks();
            let message = format!(
                "--cards: the hand is over after {} ({}): leave out {}",
                list(cards.dealt()),
                Step::after(&ranks),
                list(cards.left_over()),
            );
            return Err(usage_error(message));
        }
        let bets = self.bet.iter().fold(0, |bets, bet| bets | 1 << *bet as u64);
        let switches = match self.switches {
            Some(Switches(positions)) => positions,
            None if bets == 0 => 0,
            None => bets | self.chips.unwrap_or(1),
        };
        Ok(Request { cards, burn: self.burn, switches })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_are_ten_bits() {
        assert_eq!("1010011001".parse(), Ok(Switches(0b10_1001_1001)));
        for text in ["", "1", "10100110011", "101001100x", "+010011001", "10_1001100"] {
            assert_eq!(text.parse::<Switches>(), Err(ParseSwitchesError(text.into())));
        }
    }
}
