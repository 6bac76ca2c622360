//! `baccarat play`: an evening at the table, in the terminal.

mod answers;
mod drawing;
mod game_loop;
mod ledger;
mod prompt;
mod sim_dealer;

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use fastrand::Rng;

use super::clocking::Clocking;
use crate::game::{CardSource, Cents, MIN_STAKE, Name, ShoeSize, Table};
use game_loop::GameLoop;
use prompt::Prompt;
use sim_dealer::SimDealer;

/// Play at the table in the terminal
///
/// The cards come from the simulated machine: with the infinite deck KEY0 is held for a random time, with a shoe it is
/// released at the cycle of CLOCK_50 that deals the shoe's next card. Answers are read line by line, so a script can play too.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    /// What you are called; asked for if it is not given
    #[arg(long, value_name = "NAME")]
    name: Option<Name>,

    /// The money to begin with
    #[arg(
        long,
        value_name = "AMOUNT",
        default_value = "1,000",
        value_parser = bankroll,
        allow_negative_numbers = true
    )]
    bankroll: Cents,

    /// How many decks are in the shoe; 0 is a deck that never runs out
    #[arg(long, value_enum, value_name = "DECKS", default_value_t = Decks::Infinite)]
    decks: Decks,

    /// How many cards lie behind the cut card of the shoe [default: 14]
    #[arg(long, value_name = "CARDS")]
    cut_card: Option<usize>,

    /// Play the same cards again: the seed that an earlier evening named
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// How the machine is clocked
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Clocking::Synchronised)]
    clocking: Clocking,

    /// Deal without pauses
    #[arg(long)]
    fast: bool,
}

const EXAMPLES: &str = "\
Examples:
  baccarat play
  baccarat play --name Ada --bankroll 250.50 --decks 8
  printf 'banker 50\\nn\\n' | baccarat play --name Ada --seed 7";

/// The shoes that there are.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Decks {
    #[value(name = "0")]
    Infinite,
    #[value(name = "4")]
    Four,
    #[value(name = "6")]
    Six,
    #[value(name = "8")]
    Eight,
}

impl Decks {
    fn number(self) -> u32 {
        match self {
            Decks::Infinite => 0,
            Decks::Four => 4,
            Decks::Six => 6,
            Decks::Eight => 8,
        }
    }
}

/// Money enough for one bet at least.
fn bankroll(text: &str) -> Result<Cents, String> {
    let bankroll: Cents = text.parse().map_err(|error| format!("{error}"))?;
    match bankroll < MIN_STAKE {
        true => Err(format!("the least stake is {MIN_STAKE}")),
        false => Ok(bankroll),
    }
}

impl Play {
    fn card_source(&self) -> anyhow::Result<CardSource> {
        match (self.decks.number(), self.cut_card) {
            (0, None) => Ok(CardSource::Infinite),
            (0, Some(_)) => bail!("--cut-card needs a shoe to lie in: add --decks 4, 6 or 8"),
            (decks, None) => Ok(CardSource::Shoe(ShoeSize::new(decks)?)),
            (decks, Some(behind)) => {
                let size = ShoeSize::new(decks)?.with_cut_card(behind);
                Ok(CardSource::Shoe(size.context("--cut-card")?))
            }
        }
    }

    /// Plays until the player leaves.
    ///
    /// # Errors
    /// Stdin cannot be read, stdout cannot be written, or the machine shows what the rules do not say.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..));
        let mut random = Rng::with_seed(seed);
        let dealer = SimDealer::new(self.clocking.into(), random.fork())?;
        let table = Table::new(self.bankroll, self.card_source()?, random);
        let prompt = Prompt::start(self.fast)?;
        GameLoop::new(table, dealer, prompt).run(self.name.clone(), seed)?;
        Ok(ExitCode::SUCCESS)
    }
}
