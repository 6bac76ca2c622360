//! `baccarat play`: the game in the terminal.

mod answers;
mod drawing;
mod game_loop;
mod ledger;
mod prompt;
mod sim_dealer;

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use fastrand::Rng;

use super::machine::Clocking;
use super::{Status, usage};
use crate::game::{CardSource, Cents, MIN_STAKE, Name, ShoeSize, Table};
use game_loop::GameLoop;
use prompt::Prompt;
use sim_dealer::SimDealer;

/// Play in the terminal
///
/// The simulated hardware deals the cards. With the infinite deck, KEY0 is held for a random time; with a shoe, it is
/// released in the cycle of CLOCK_50 that deals the next card of the shoe. Answers are lines on stdin, so a script can play,
/// too.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    /// Your name [default: asked at the start]
    #[arg(long, value_name = "NAME")]
    name: Option<Name>,

    /// The money to start with
    #[arg(
        long,
        value_name = "AMOUNT",
        default_value = "1,000",
        value_parser = bankroll,
        allow_negative_numbers = true
    )]
    bankroll: Cents,

    /// The number of decks in the shoe; 0 is an infinite deck
    #[arg(long, value_enum, value_name = "DECKS", default_value_t = Decks::Infinite)]
    decks: Decks,

    /// The number of cards behind the cut card of the shoe [default: 14]
    #[arg(long, value_name = "CARDS")]
    cut_card: Option<usize>,

    /// The random seed; every game prints its seed [default: random]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// How the design is clocked
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

/// The sizes of shoe.
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

/// Parses a bankroll that is enough for one bet.
fn bankroll(text: &str) -> Result<Cents, String> {
    let bankroll: Cents = text.parse().map_err(|error| format!("{error}"))?;
    match bankroll < MIN_STAKE {
        true => Err(format!("the minimum stake is {MIN_STAKE}")),
        false => Ok(bankroll),
    }
}

impl Play {
    fn card_source(&self) -> anyhow::Result<CardSource> {
        match (self.decks.number(), self.cut_card) {
            (0, None) => Ok(CardSource::Infinite),
            (0, Some(_)) => {
                Err(usage::error("play", "--cut-card needs a shoe: add --decks 4, 6 or 8"))
            }
            (decks, None) => Ok(CardSource::Shoe(ShoeSize::new(decks)?)),
            (decks, Some(behind)) => {
                let size = ShoeSize::new(decks)?.with_cut_card(behind);
                let size =
                    size.map_err(|error| usage::error("play", format!("--cut-card: {error}")))?;
                Ok(CardSource::Shoe(size))
            }
        }
    }

    /// Plays until the player leaves.
    ///
    /// # Errors
    /// Stdin cannot be read, stdout cannot be written, or the hardware does not follow the rules.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        let seed = self.seed.unwrap_or_else(|| fastrand::u64(..));
        let mut random = Rng::with_seed(seed);
        let dealer = SimDealer::new(self.clocking.into(), random.fork())?;
        let table = Table::new(self.bankroll, self.card_source()?, random);
        let prompt = Prompt::start(self.fast)?;
        GameLoop::new(table, dealer, prompt, status).run(self.name.clone(), seed)?;
        Ok(ExitCode::SUCCESS)
    }
}
