//! What there is to say of machines that play every hand right.

use std::fmt::{self, Write};
use std::path::Path;
use std::time::Duration;

use crate::commands::table::{Align, Table, grouped, percent};
use crate::engine::Clocking;
use crate::exhaustive::{HANDS, Results};
use crate::game::{Bet, Decks, Outcome, Tally};

/// Every hand played right.
pub(super) struct Success {
    /// What the lights of each machine said.
    pub machines: Vec<(Clocking, Tally)>,
    /// The odds of each shoe, in the order in which they were asked for; at the end the infinite deck, which is `None`.
    pub odds: Vec<(Option<u32>, Tally)>,
    pub elapsed: Duration,
}

/// The outcomes in the order of the tables.
const OUTCOMES: [(Outcome, Bet); 3] =
    [(Outcome::Player, Bet::Player), (Outcome::Banker, Bet::Banker), (Outcome::Tie, Bet::Tie)];

impl Success {
    /// Weighs the outcomes for shoes of so many decks.
    ///
    /// # Errors
    /// The machines' lights do not tell the same outcomes.
    pub fn new(
        machines: Vec<(Clocking, Results)>,
        decks: &[u32],
        elapsed: Duration,
    ) -> anyhow::Result<Success> {
        let Some((_, results)) = machines.first() else {
            anyhow::bail!("there is no machine to verify");
        };
        anyhow::ensure!(
            machines.iter().all(|(_, others)| others == results),
            "the outcomes counted differ from machine to machine though every light is right: \
             the counting is wrong, please report this"
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

    /// Hands of all machines in a second.
    pub fn hands_per_second(&self) -> f64 {
        (self.machines.len() * HANDS) as f64 / self.elapsed.as_secs_f64()
    }

    /// Everything, in tables. `vcd` is the file that is not written.
    pub fn tell(&self, vcd: Option<&Path>, text: &mut String) -> fmt::Result {
        let hands: u128 = self.machines.iter().map(|(_, tally)| tally.total()).sum();
        writeln!(
            text,
            "Every light and display of task5 was right, after every press of every hand.\n"
        )?;
        writeln!(text, "{}", self.counts())?;
        writeln!(
            text,
            "{} hands in {:.3} s, {:.1} million a second\n",
            grouped(hands),
            self.elapsed.as_secs_f64(),
            self.hands_per_second() / 1e6
        )?;
        write!(text, "{}", self.shoes())?;
        if let Some(vcd) = vcd {
            writeln!(text, "\nNo hand went wrong: {} has not been written.", vcd.display())?;
        }
        Ok(())
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
        for (place, (decks, tally)) in self.odds.iter().enumerate() {
            if place > 0 {
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

/// The part of all ways that end so.
pub(super) fn share(tally: &Tally, outcome: Outcome) -> f64 {
    tally.of(outcome) as f64 / tally.total() as f64
}
