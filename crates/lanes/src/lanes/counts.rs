//! What the compiled programs of a simulator consist of, and how often they have run.

use super::Lanes;
use crate::execute::ProgramCounts;

impl Lanes {
    /// Returns the name and the counts of each program that is compiled by now: those of the
    /// outputs, of their comparison and of the clocks' levels, and those that load the registers of
    /// all clocks or of one.
    ///
    /// A load with guards (clock enables that were found in the gates) has a program that tests
    /// them, and variants for those guards that are not 0 in all lanes of a chunk. Programs of
    /// guards that have been replaced by others are left out.
    ///
    /// The time of a simulation is roughly proportional to the sum of operations times runs. After
    /// the same stimuli the counts are the same on every CPU, unlike the time.
    pub fn programs(&self) -> Vec<(String, ProgramCounts)> {
        let routines =
            [("outputs", &self.outputs), ("check", &self.check), ("levels", &self.clocks)];
        let routines =
            routines.map(|(name, routine)| (name.to_owned(), routine.executable.counts()));
        let mut programs = Vec::from(routines);
        let domains = self.domains.iter().enumerate();
        let loads = domains.map(|(clock, load)| (format!("clock {clock}"), load));
        let loads = std::iter::once(("all clocks".to_owned(), &self.all_domains)).chain(loads);
        for (clock, load) in loads {
            let counts = load.counts().into_iter();
            programs.extend(counts.map(|(name, counts)| (format!("{clock}: {name}"), counts)));
        }
        programs
    }
}
