//! The game: bets, cards and payouts, hand after hand.

use std::convert::Infallible;
use std::fmt::{Debug, Display};
use std::time::Duration;

use anyhow::anyhow;

use super::answers::{BetAnswer, yes_or_no};
use super::drawing::{
    SIDES, dimmed, hand, hands, odds, of_settlement, of_side, roads, strong, verdict,
};
use super::ledger::{Ledger, difference, outcomes};
use super::prompt::{ExitReason, Game, Prompt};
use super::sim_dealer::SimDealer;
use command_line::Status;
use punto_banco::{
    Bet, Cents, MIN_STAKE, Name, Outcome, Payout, Phase, Rank, Settlement, Shoe, ShoeStage, Table,
    TableError, score,
};

/// The pause after each card.
pub(super) const PAUSE: Duration = Duration::from_millis(600);

pub(super) struct GameLoop {
    table: Table,
    dealer: SimDealer,
    prompt: Prompt,
    ledger: Ledger,
    status: Status,
}

impl GameLoop {
    pub fn new(table: Table, dealer: SimDealer, prompt: Prompt, status: Status) -> GameLoop {
        GameLoop { table, dealer, prompt, ledger: Ledger::default(), status }
    }

    /// Asks until at least one bet is placed.
    fn take_bets(&mut self) -> Result<(), ExitReason> {
        let hand = self.table.tally().total() + 1;
        let bankroll = self.table.purse().bankroll();
        self.prompt.print(format!("\nHand {hand}. You have {}.", strong(bankroll)))?;
        while self.table.purse().stakes().is_empty() {
            let answer = self.prompt.ask("Your bet (player, banker, tie)?", str::parse)?;
            match answer {
                BetAnswer::Roads => {
                    self.prompt.print(roads(&self.table.score_card().roads()))?;
                }
                BetAnswer::One(bet) => self.ask_for_stake(bet)?,
                BetAnswer::Staked(bets) => {
                    let placed =
                        bets.into_iter().try_for_each(|(bet, stake)| self.table.bet(bet, stake));
                    self.clear_if_refused(placed)?;
                }
                BetAnswer::Again => {
                    let repeated = self.table.repeat_bets();
                    self.clear_if_refused(repeated)?;
                }
            }
        }
        let stakes = *self.table.purse().stakes();
        let placed = Bet::ALL.into_iter().filter(|bet| !stakes.on(*bet).is_zero());
        let placed: Vec<String> =
            placed.map(|bet| format!("{} on {bet}", stakes.on(bet))).collect();
        self.prompt.print(dimmed(format!("Staked: {}.", placed.join(", "))))
    }

    /// Asks until the stake can be placed.
    fn ask_for_stake(&mut self, bet: Bet) -> Result<(), ExitReason> {
        let bankroll = self.table.purse().bankroll();
        let question = format!("Your stake on {bet} ({MIN_STAKE} to {bankroll})?");
        loop {
            let stake: Cents = self.prompt.ask(&question, str::parse)?;
            match self.table.bet(bet, stake) {
                Ok(()) => return Ok(()),
                Err(error) => self.prompt.print(sentence(error))?,
            }
        }
    }

    /// Clears all bets if one of them is refused.
    fn clear_if_refused(&mut self, placed: Result<(), TableError>) -> Result<(), ExitReason> {
        let Err(error) = placed else { return Ok(()) };
        self.table.clear_bets()?;
        self.prompt.print(sentence(error))
    }

    /// Deals a hand to its end and pays.
    fn deal(&mut self) -> Result<(), ExitReason> {
        self.dealer.new_hand()?;
        let outcome = loop {
            self.deal_card()?;
            self.prompt.pause(PAUSE)?;
            if let Some(outcome) = self.outcome()? {
                break outcome;
            }
        };
        self.prompt.print(format!("  {}", dimmed(self.table.step())))?;
        self.status.detail(format_args!("{} cycles of CLOCK_50 so far", self.dealer.cycle()));
        self.settle(outcome)
    }

    fn deal_card(&mut self) -> Result<(), ExitReason> {
        let reason = self.table.step();
        let stage = self.table.shoe().map(Shoe::stage);
        let dealt = self.dealer.deal(self.table.next_rank())?;
        self.table.deal(dealt.side, dealt.rank).map_err(hardware_fault)?;
        let [player, banker] = SIDES.map(|side| {
            let cards = self.table.cards(side);
            hand(side, &names(&cards), score(cards))
        });
        let card = of_side(dealt.side, format!("{} gets", dealt.side));
        self.prompt.print_with_note(
            format_args!("  {card} {:<2}   {player:<19}  {banker:<19}", dealt.rank),
            dimmed(reason),
        )?;
        self.print_stage(stage)
    }

    /// The winner that the lights show; they must be on exactly when no card is due.
    fn outcome(&self) -> Result<Option<Outcome>, ExitReason> {
        match (self.dealer.outcome(), self.table.step().next_card()) {
            (None, Some(_)) => Ok(None),
            (Some(outcome), None) => Ok(Some(outcome)),
            (Some(_), Some(_)) => Err(hardware_fault("a light is on while a card is due")),
            (None, None) => Err(hardware_fault("no light is on at the end of the hand")),
        }
    }

    fn settle(&mut self, outcome: Outcome) -> Result<(), ExitReason> {
        let stage = self.table.shoe().map(Shoe::stage);
        let payouts = self.table.settle(outcome).map_err(hardware_fault)?.to_vec();
        self.ledger.record(&payouts);
        let [player, banker] = SIDES.map(|side| self.table.cards(side));
        if self.prompt.is_stdout_terminal() {
            let [players, bankers] = [&player, &banker].map(|cards| names(cards));
            self.prompt.print(hands(&players, &bankers, self.dealer.outputs()))?;
        }
        let [players, bankers] = [player, banker].map(score);
        self.prompt.print(verdict(outcome, players, bankers))?;
        for payout in &payouts {
            self.prompt.print(of_settlement(payout.result, payout_message(payout)))?;
        }
        let bankroll = self.table.purse().bankroll();
        self.prompt.print(format!("You have {}.", strong(bankroll)))?;
        self.print_stage(stage)
    }

    /// Reports a change of the stage of the shoe.
    fn print_stage(&mut self, before: Option<ShoeStage>) -> Result<(), ExitReason> {
        let now = self.table.shoe().map(Shoe::stage);
        let news = match now {
            _ if now == before => return Ok(()),
            Some(ShoeStage::CutCardOut) => "The cut card is out: one more hand after this one.",
            Some(ShoeStage::LastHand) if before == Some(ShoeStage::Dealing) => {
                "The cut card came first: this is the last hand of the shoe."
            }
            Some(ShoeStage::LastHand) => "The next hand is the last of the shoe.",
            Some(ShoeStage::Over) => "That was the last hand of the shoe.",
            Some(ShoeStage::Dealing) | None => return Ok(()),
        };
        self.prompt.print(dimmed(news))
    }

    fn start_next_hand(&mut self) -> Result<(), ExitReason> {
        let was_over = self.table.shoe().is_some_and(Shoe::is_over);
        self.table.new_hand();
        if was_over { self.print_shoe() } else { Ok(()) }
    }

    fn print_shoe(&mut self) -> Result<(), ExitReason> {
        let Some(shoe) = self.table.shoe() else { return Ok(()) };
        let turned_up = shoe.turned_up().map(|rank| rank.to_string()).unwrap_or_default();
        self.prompt.print(dimmed(format!(
            "New shoe of {} decks: {turned_up} turned up, {} more burned, {} cards left.",
            shoe.size().decks(),
            shoe.burned() - 1,
            shoe.left(),
        )))
    }

    /// Ends a hand in play. Unless all its cards are dealt, the player who leaves loses the stakes;
    /// a failure returns them.
    fn end_hand(&mut self, reason: &ExitReason) -> Result<(), ExitReason> {
        if self.table.phase() != Phase::Dealing {
            return Ok(());
        }
        if matches!(reason, ExitReason::Failed(_)) {
            self.table.cancel_hand();
            return self.prompt.print("The hand is cancelled: its stakes are returned.");
        }
        if let Some(outcome) = self.outcome()? {
            return self.settle(outcome);
        }
        let stakes = self.table.purse().stakes().total();
        self.table.new_hand();
        self.prompt.print(format!("The hand is not finished: its stakes of {stakes} are lost."))
    }
}

impl Game for GameLoop {
    fn play(&mut self, name: Option<Name>, seed: u64) -> Result<Infallible, ExitReason> {
        self.prompt.print(strong("Punto banco, dealt by simulated hardware."))?;
        self.prompt.print(dimmed(format!("Bets pay: {}. Seed: {seed}.", odds())))?;
        self.print_shoe()?;
        let name = self.prompt.welcome(name)?;
        self.table.set_name(name);
        loop {
            self.take_bets()?;
            self.deal()?;
            if self.table.purse().is_broke() {
                return Err(ExitReason::OutOfMoney);
            }
            if !self.prompt.ask("Play again (Y/n)?", yes_or_no)? {
                return Err(ExitReason::Quit);
            }
            self.start_next_hand()?;
        }
    }

    /// Ends the hand, returns stakes for the next one, and prints the summary.
    fn finish(&mut self, reason: &ExitReason) -> Result<(), ExitReason> {
        self.end_hand(reason)?;
        self.table.clear_bets()?;
        let bankroll = self.table.purse().bankroll();
        if let ExitReason::OutOfMoney = reason {
            self.prompt.print(format!(
                "That is less than the minimum stake of {MIN_STAKE}: the game is over."
            ))?;
        }
        let compared = difference(self.table.last_buy_in(), bankroll);
        let results = outcomes(self.table.tally());
        self.prompt.print(format!("\n{}. Winners: {results}.", self.ledger))?;
        self.prompt.print(format!("Bankroll {}, {compared}.", strong(bankroll)))?;
        self.prompt.print(format!("Goodbye, {}.", self.table.name()))
    }
}

fn names(cards: &[Rank]) -> Vec<String> {
    cards.iter().map(Rank::to_string).collect()
}

/// The hardware and the rules disagree.
fn hardware_fault(fault: impl Display + Debug + Send + Sync + 'static) -> ExitReason {
    ExitReason::Failed(anyhow!(fault).context(
        "the simulated hardware (hdl/) and the rules in Rust (crates/punto-banco/) disagree: one of them is wrong; `baccarat-sim verify` \
         shows the first such hand card by card",
    ))
}

/// The error as a sentence.
fn sentence(error: TableError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}

/// The result of a bet.
fn payout_message(payout: &Payout) -> String {
    let Payout { on, stake, result, returned } = payout;
    match result {
        Settlement::Win => {
            let won = returned.checked_sub(*stake).unwrap_or_default();
            format!("Won: {on} pays {}, {won} on your {stake}.", on.odds())
        }
        Settlement::Push => format!("Push: your {stake} on {on} is returned."),
        Settlement::Lose => format!("Lost: your {stake} on {on}."),
    }
}
