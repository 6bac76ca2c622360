//! The game with `casino`: shoe, bets and bankroll are those of the hardware.

use std::convert::Infallible;

use fastrand::Rng;

use super::casino_answers::CasinoAnswer;
use super::drawing::{SIDES, dimmed, hand, hands, of_side, roads, strong, verdict};
use super::game_loop::PAUSE;
use super::ledger::{Ledger, outcomes};
use super::prompt::{ExitReason, Game, Prompt};
use crate::casino::{CasinoState, CheckedCasino};
use command_line::Status;
use punto_banco::casino::{CHIP, Card, MAXIMUM_BANKROLL, Release, burned_in_words};
use punto_banco::{Entry, Name, Outcome, ScoreCard, Tally, grouped, is_natural, score};

/// The longest time that KEY0 is held, in cycles: half a second of CLOCK_50.
const MAX_PRESS: u64 = 25_000_000;

pub(super) struct CasinoLoop {
    table: CheckedCasino,
    random: Rng,
    prompt: Prompt,
    name: Name,
    ledger: Ledger,
    tally: Tally,
    score_card: ScoreCard,
    new_bankrolls: u32,
    status: Status,
}

impl CasinoLoop {
    pub fn new(random: Rng, prompt: Prompt, status: Status) -> anyhow::Result<CasinoLoop> {
        Ok(CasinoLoop {
            table: CheckedCasino::new()?,
            random,
            prompt,
            name: Name::default(),
            ledger: Ledger::default(),
            tally: Tally::default(),
            score_card: ScoreCard::new(),
            new_bankrolls: 0,
            status,
        })
    }

    /// Moves the switches until a release of KEY0 deals the first card.
    fn take_bets(&mut self) -> Result<(), ExitReason> {
        let state = self.table.state();
        self.prompt.print(format!(
            "\nHand {} of the shoe. You have {} credits; {} cards before the cut card.",
            state.hands + 1,
            strong(credits(state.credits)),
            state.cards_before_cut,
        ))?;
        if state.stakes > 0 {
            self.print_stakes()?;
        }
        loop {
            let question = "Your bet (banker, player, tie and chips; Enter deals the hand)?";
            match self.prompt.ask(question, str::parse)? {
                CasinoAnswer::Roads => self.prompt.print(roads(&self.score_card.roads()))?,
                CasinoAnswer::Bet(bet) => {
                    self.table.set_switches(bet.switches())?;
                    self.print_stakes()?;
                }
                CasinoAnswer::Release => match self.release()? {
                    Release::Burned(card) => {
                        let burned = burned_in_words(self.table.state().burned);
                        self.prompt.print(dimmed(format!(
                            "Burn card: {}. {burned}.",
                            card.with_symbol()
                        )))?;
                    }
                    Release::Dealt(_) => return Ok(()),
                    Release::Refused | Release::Ignored | Release::Cleared { .. } => {
                        self.print_stakes()?;
                    }
                },
            }
        }
    }

    /// Holds KEY0 for a random time, and prints the card that its release deals.
    fn release(&mut self) -> Result<Release, ExitReason> {
        let (before, reason) = (self.table.state(), self.table.step());
        let release = self.table.press(1 + self.random.u64(..MAX_PRESS))?;
        let (Release::Dealt(card), Some(side)) = (release, reason.next_card()) else {
            return Ok(release);
        };
        let state = self.table.state();
        let gets = of_side(side, format!("{side} gets"));
        let scores = [state.player_score, state.banker_score];
        let [player, banker] = std::array::from_fn(|place| {
            hand(SIDES[place], &names(state.cards(SIDES[place])), scores[place])
        });
        self.prompt.print_with_note(
            format_args!("  {gets} {:<3}   {player:<22}  {banker:<22}", card.with_symbol()),
            dimmed(reason),
        )?;
        if state.cut_card_out && !before.cut_card_out {
            let news = match state.last_hand {
                true => "The cut card came first: this is the last hand of the shoe.",
                false => "The cut card is out: one more hand after this one.",
            };
            self.prompt.print(dimmed(news))?;
        } else if state.last_hand && !before.last_hand {
            self.prompt.print(dimmed("This is the last hand of the shoe."))?;
        }
        Ok(release)
    }

    /// Deals the hand to its end, and prints what the hardware pays.
    fn deal(&mut self) -> Result<(), ExitReason> {
        let first = self.table.state();
        let (staked, mut before) = (first.stakes, first.credits);
        let (state, outcome) = loop {
            self.prompt.pause(PAUSE)?;
            let state = self.table.state();
            if let Some(outcome) = state.outcome {
                break (state, outcome);
            }
            before = state.credits;
            self.release()?;
        };
        let step = self.table.step();
        self.prompt.print(format!("  {}", dimmed(step)))?;
        let cycle = self.table.casino().machine().cycle();
        self.status.detail(format_args!("{cycle} cycles of CLOCK_50 so far"));
        let returned = state.credits.saturating_sub(before);
        self.ledger.add(staked.into(), returned.into());
        self.record(&state, outcome);
        if self.prompt.is_stdout_terminal() {
            let [player, banker] = SIDES.map(|side| names(state.cards(side)));
            let outputs = self.table.casino().machine().outputs();
            self.prompt.print(hands(&player, &banker, outputs))?;
        }
        self.prompt.print(verdict(outcome, state.player_score, state.banker_score))?;
        if staked > 0 {
            let (staked, returned) = (credits(staked), credits(returned));
            self.prompt.print(format!("Staked {staked}, paid back {returned}."))?;
        }
        self.prompt.print(format!("You have {} credits.", strong(credits(state.credits))))?;
        if state.credits == MAXIMUM_BANKROLL {
            self.prompt.print("That is the limit of the bankroll.")?;
        }
        Ok(())
    }

    fn record(&mut self, state: &CasinoState, outcome: Outcome) {
        self.tally.add(outcome, 1);
        let first_two = |cards: &[Card]| score(cards.iter().take(2).map(|card| card.rank));
        let natural = SIDES.iter().any(|side| is_natural(first_two(state.cards(*side))));
        self.score_card.record(Entry { outcome, natural });
    }

    /// Releases KEY0 while KEY3 is held, and prints what is new.
    fn clear_table(&mut self) -> Result<(), ExitReason> {
        let before = self.table.state();
        let release = self.table.clear_table()?;
        let state = self.table.state();
        if state.credits != before.credits {
            self.new_bankrolls += 1;
            self.prompt.print(format!(
                "That is less than a chip: you get a new bankroll of {} credits.",
                strong(credits(state.credits))
            ))?;
        }
        if release == (Release::Cleared { new_shoe: true }) {
            self.score_card = ScoreCard::new();
            self.print_new_shoe()?;
        }
        Ok(())
    }

    fn print_new_shoe(&mut self) -> Result<(), ExitReason> {
        let cards = self.table.state().cards_left;
        self.prompt
            .print(dimmed(format!("New shoe of {cards} cards: Enter turns up its burn card.")))
    }

    /// Prints the stakes of the switches, and whether they are refused.
    fn print_stakes(&mut self) -> Result<(), ExitReason> {
        let state = self.table.state();
        let each = state.bet.chips * CHIP;
        let boxes = state.bet.boxes().map(|bet| format!("{} on {bet}", credits(each)));
        let boxes: Vec<String> = boxes.collect();
        if state.refused {
            return self.prompt.print(format!(
                "Refused, all lights are on: the stakes of {} are more than the bankroll of {}.",
                credits(state.stakes),
                credits(state.credits),
            ));
        }
        self.prompt.print(dimmed(match state.stakes {
            0 => "No bet.".to_string(),
            _ => format!("On the switches: {}.", boxes.join(", ")),
        }))
    }
}

impl Game for CasinoLoop {
    fn play(&mut self, name: Option<Name>, seed: u64) -> Result<Infallible, ExitReason> {
        self.prompt
            .print(strong("Punto banco, with shoe, bets and bankroll in simulated hardware."))?;
        self.prompt.print(dimmed(format!(
            "A chip is {CHIP} credits. Bets pay: player 1 to 1, banker 19 to 20, tie 8 to 1. Seed: {seed}."
        )))?;
        self.name = self.prompt.welcome(name)?;
        self.print_new_shoe()?;
        loop {
            self.take_bets()?;
            self.deal()?;
            self.clear_table()?;
        }
    }

    fn finish(&mut self, _: &ExitReason) -> Result<(), ExitReason> {
        let state = self.table.state();
        if !state.is_betting() && state.outcome.is_none() {
            self.prompt.print(match state.stakes {
                0 => "The hand is not finished.".to_string(),
                stakes => format!(
                    "The hand is not finished: its stakes of {} credits are lost.",
                    credits(stakes)
                ),
            })?;
        }
        self.prompt.print(format!("\n{}. Winners: {}.", self.ledger, outcomes(&self.tally)))?;
        let more = match self.new_bankrolls {
            0 => String::new(),
            1 => ", after one new bankroll".to_string(),
            count => format!(", after {count} new bankrolls"),
        };
        let bankroll = credits(state.credits);
        self.prompt.print(format!("Bankroll {} credits{more}.", strong(bankroll)))?;
        self.prompt.print(format!("Goodbye, {}.", self.name))
    }
}

fn credits(credits: u32) -> String {
    grouped(credits.into())
}

fn names(cards: &[Card]) -> Vec<String> {
    cards.iter().map(|card| card.with_symbol()).collect()
}
