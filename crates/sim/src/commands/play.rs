//! `baccarat-sim play`: the game in the terminal.

mod answers;
mod casino_answers;
mod casino_loop;
mod drawing;
mod game_loop;
mod ledger;
mod prompt;
mod sim_dealer;

use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fastrand::Rng;

use baccarat_hdl::top::{Clocking, Top};
use casino_loop::CasinoLoop;
use command_line::machine::OneMachine;
use command_line::number::whole_number;
use command_line::{Status, usage_error};
use game_loop::GameLoop;
use prompt::{Game, Prompt};
use punto_banco::{CardSource, Cents, MIN_STAKE, Name, ShoeSize, Table};
use sim_dealer::SimDealer;

/// Play in the terminal
///
/// The simulated hardware deals the cards. With the infinite deck, KEY0 is held for a random time;
/// with a shoe, it is released in the cycle of CLOCK_50 that deals the next card of the shoe.
/// Answers are lines on stdin, so a script can play, too.
///
/// casino keeps shoe, bets and bankroll in hardware: bets are set with its switches, KEY0 is held
/// for a random time, and all that is printed is read from its pins and registers, and compared
/// with the rules after every release.
///
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    #[command(flatten)]
    machine: OneMachine,

    /// Your name [default: asked at the start]
    #[arg(long, value_name = "NAME")]
    name: Option<Name>,

    /// The money to start with, with task5 [default: 1,000]
    #[arg(long, value_name = "AMOUNT", value_parser = bankroll, allow_negative_numbers = true)]
    bankroll: Option<Cents>,

    /// The number of decks in the shoe, with task5; 0 is an infinite deck [default: 0]
    #[arg(long, value_name = "DECKS", value_parser = decks())]
    decks: Option<u32>,

    /// The number of cards behind the cut card of the shoe, with task5 [default: 14]
    #[arg(long, value_name = "CARDS")]
    cut_card: Option<usize>,

    /// The random seed; every game prints its seed [default: random]
    #[arg(long, value_name = "NUMBER", value_parser = whole_number(0u64..))]
    seed: Option<u64>,

    /// Deal without pauses
    #[arg(long)]
    fast: bool,
}

const DEFAULT_BANKROLL: &str = "1,000";

const EXAMPLES: &str = "\
Examples:
  baccarat-sim play
  baccarat-sim play --name Ada --bankroll 250.50 --decks 8
  baccarat-sim play --machine casino
  printf 'banker 50\\nn\\n' | baccarat-sim play --name Ada --seed 7";

fn decks() -> impl TypedValueParser<Value = u32> {
    PossibleValuesParser::new(["0", "4", "6", "8"]).try_map(|decks| decks.parse())
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
        match (self.decks.unwrap_or(0), self.cut_card) {
            (0, None) => Ok(CardSource::Infinite),
            (0, Some(_)) => Err(usage_error("--cut-card needs a shoe: add --decks 4, 6 or 8")),
            (decks, None) => Ok(CardSource::Shoe(ShoeSize::new(decks)?)),
            (decks, Some(behind)) => {
                let size = ShoeSize::new(decks)?.with_cut_card(behind);
                let size = size.map_err(|error| usage_error(format!("--cut-card: {error}")))?;
                Ok(CardSource::Shoe(size))
            }
        }
    }

    /// Plays until the player leaves.
    ///
    /// # Errors
    /// Stdin cannot be read, stdout cannot be written, or the hardware does not follow the rules.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        match self.machine.top()? {
            Top::Task5(clocking) => self.play_task5(clocking, status)?,
            Top::Casino => self.play_casino(status)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| fastrand::u64(..))
    }

    fn play_task5(&self, clocking: Clocking, status: Status) -> anyhow::Result<()> {
        let seed = self.seed();
        let mut random = Rng::with_seed(seed);
        let dealer = SimDealer::new(clocking, random.fork())?;
        let bankroll = match self.bankroll {
            Some(bankroll) => bankroll,
            None => DEFAULT_BANKROLL.parse()?,
        };
        let table = Table::new(bankroll, self.card_source()?, random);
        let prompt = Prompt::start(self.fast)?;
        GameLoop::new(table, dealer, prompt, status).run(self.name.clone(), seed)
    }

    fn play_casino(&self, status: Status) -> anyhow::Result<()> {
        let refused = [
            (self.bankroll.is_some(), "--bankroll is for task5: casino starts with 10,000 credits"),
            (self.decks.is_some(), "--decks is for task5: the shoe of casino has eight decks"),
            (self.cut_card.is_some(), "--cut-card is for task5: casino has 14 cards behind it"),
        ];
        if let Some((_, message)) = refused.into_iter().find(|(is_given, _)| *is_given) {
            return Err(usage_error(message));
        }
        let seed = self.seed();
        let prompt = Prompt::start(self.fast)?;
        let game = CasinoLoop::new(Rng::with_seed(seed), prompt, status)?;
        game.run(self.name.clone(), seed)
    }
}
