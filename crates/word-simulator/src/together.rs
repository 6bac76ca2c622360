//! Clocks that rise at the same time.
//!
//! The registers of all of them load what depends on the state before. The simulation shows which
//! clocks these are: those of PLLs, for example, or a clock and another one that a gate makes of
//! it.

use super::domain::Domain;
use super::functions::Words;
use super::machine_code::{Code, CompileError, Compiler, Function};
use super::netlist::Netlist;

/// How often clocks have to rise together until there is a function for them. Compiling it takes as
/// long as thousands of edges.
const RISES: u32 = 1_000;

/// The largest number of sets of clocks that are counted.
const MOST_SETS: usize = 16;

/// What is compiled, and functions for sets of clocks.
pub struct Together {
    netlist: Netlist,
    domains: Vec<Domain>,
    words: Words,
    sets: Vec<Set>,
}

/// Clocks that have risen together, a bit for each.
struct Set {
    clocks: u64,
    rises: u32,
    /// Loads their registers and returns the bits of the groups that have loaded.
    load: Option<(Code, Function)>,
}

impl Together {
    pub fn new(netlist: Netlist, domains: Vec<Domain>, words: Words) -> Together {
        Together { netlist, domains, words, sets: vec![] }
    }

    /// The function that loads the registers of these clocks, if they have risen together often.
    pub fn load(&mut self, clocks: u64) -> Option<(&Code, Function)> {
        let known = self.sets.iter().position(|set| set.clocks == clocks);
        let place = known.unwrap_or_else(|| {
            if self.sets.len() == MOST_SETS {
                let rarest = (0..MOST_SETS).min_by_key(|place| self.sets[*place].rises);
                self.sets.swap_remove(rarest.unwrap_or(0));
            }
            self.sets.push(Set { clocks, rises: 0, load: None });
            self.sets.len() - 1
        });
        let set = &mut self.sets[place];
        set.rises = set.rises.saturating_add(1);
        if set.rises == RISES {
            self.sets[place].load = self.compile(clocks).ok();
        }
        self.sets[place].load.as_ref().map(|(code, function)| (code, *function))
    }

    fn compile(&self, clocks: u64) -> Result<(Code, Function), CompileError> {
        let rising = self.domains.iter().enumerate().filter(|(bit, _)| clocks >> bit & 1 == 1);
        let together = Domain::union(rising.map(|(_, domain)| domain));
        let mut compiler = Compiler::new(&self.netlist)?;
        let load = compiler.function(|body| {
            let changed = together.load(body, &self.netlist, &self.words, None);
            changed.bits(body)
        })?;
        let code = compiler.finish()?;
        let function = code.function(load);
        Ok((code, function))
    }
}
