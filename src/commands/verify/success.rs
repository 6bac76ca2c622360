//! The report after all hands matched.

use std::fmt::{self, Write};
use std::time::Duration;

use crate::commands::table::{Align, Table, grouped, percent};
use crate::game::{Bet, Decks, Outcome, Tally};
use crate::generator::Clocking;
use crate::simulation::every_hand::{HANDS, Results};

/// The outcomes and odds.
pub(super) struct Success {
    /// The outcomes that the lights showed.
    pub machines: Vec<(Clocking, Tally)>,
    /// The odds of each shoe in the order of the options, and last of the infinite deck, `None`.
    pub odds: Vec<(Option<u32>, Tally)>,
    pub elapsed: Duration,
}

/// The outcomes in the order of the tables.
const OUTCOMES: [(Outcome, Bet); 3] =
    [(Outcome::Player, Bet::Player), (Outcome::Banker, Bet::Banker), (Outcome::Tie, Bet::Tie)];

impl Success {
    /// Computes the odds of shoes with these numbers of decks.
    ///
    /// # Errors
    /// The outcomes differ between the clockings.
    pub fn new(
        machines: Vec<(Clocking, Results)>,
        decks: &[u32],
        elapsed: Duration,
    ) -> anyhow::Result<Success> {
        let Some((_, results)) = machines.first() else {
            anyhow::bail!("there is no design to verify");
        };
        anyhow::ensure!(
            machines.iter().all(|(_, others)| others == results),
            "the outcomes differ between the clockings although all lights match the rules: this is a bug in the counting, \
             please report it"
        );
        let mut shoes: Vec<Option<u32>> = Vec::new();
        for shoe in decks.iter().copied().map(Some).chain([None]) {
            if !shoes.contains(&shoe) {
                shoes.push(shoe);
            }
        }
        let odds = shoes.into_iter().map(|shoe| (shoe, results.tally(shoe))).collect();
        let machines = machines.iter().map(|(clocking, results)| (*clocking, results.tally(None)));
        Ok(Success { machines: machines.collect(), odds, elapsed })
    }

    /// The simulated hands per second, of all clockings together.
    pub fn hands_per_second(&self) -> f64 {
        (self.machines.len() * HANDS) as f64 / self.elapsed.as_secs_f64()
    }

    /// Writes the tables.
    pub fn report(&self, text: &mut String) -> fmt::Result {
        let hands: u128 = self.machines.iter().map(|(_, tally)| tally.total()).sum();
        writeln!(
            text,
            "All lights and displays of task5 match the rules after every press of every hand.\n"
        )?;
        writeln!(text, "{}", self.counts())?;
        writeln!(
            text,
            "{} hands in {:.3} s, {:.1} million a second\n",
            grouped(hands),
            self.elapsed.as_secs_f64(),
            self.hands_per_second() / 1e6
        )?;
        write!(text, "{}", self.shoes())
    }

    fn counts(&self) -> Table<5> {
        use Align::{Left, Right};
        let mut table = Table::new([
            (Left, "clocking"),
            (Right, "hands"),
            (Right, "player wins"),
            (Right, "banker wins"),
            (Right, "tie"),
        ]);
        for (clocking, tally) in &self.machines {
            let of = |outcome| grouped(tally.of(outcome));
            let [player, banker, tie] = OUTCOMES.map(|(outcome, _)| of(outcome));
            let hands = grouped(tally.total());
            table.row([clocking.to_string(), hands, player, banker, tie]);
        }
        if let Some((_, tally)) = self.machines.first() {
            let [player, banker, tie] = OUTCOMES.map(|(outcome, _)| percent(share(tally, outcome)));
            table.row([String::new(), String::new(), player, banker, tie]);
        }
        table
    }

    fn shoes(&self) -> Table<5> {
        use Align::{Left, Right};
        let mut table = Table::new([
            (Left, "shoe"),
            (Left, "bet"),
            (Right, "ways to win"),
            (Right, "share"),
            (Right, "house edge"),
        ]);
        for (index, (decks, tally)) in self.odds.iter().enumerate() {
            if index > 0 {
                table.gap();
            }
            let mut shoe = name(*decks);
            for (outcome, bet) in OUTCOMES {
                table.row([
                    std::mem::take(&mut shoe),
                    bet.to_string(),
                    grouped(tally.of(outcome)),
                    percent(share(tally, outcome)),
                    percent(tally.house_edge(bet)),
                ]);
            }
            let all = grouped(tally.total());
            table.row([String::new(), "all".into(), all, String::new(), String::new()]);
        }
        table
    }
}

fn name(decks: Option<u32>) -> String {
    match decks.map(Decks::new) {
        Some(Ok(decks)) => decks.to_string(),
        _ => Decks::INFINITE.to_string(),
    }
}

/// The fraction of all ways with this outcome.
pub(super) fn share(tally: &Tally, outcome: Outcome) -> f64 {
    tally.of(outcome) as f64 / tally.total() as f64
}
