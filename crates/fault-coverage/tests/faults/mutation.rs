//! Mutation testing of the proofs: every mutant of the hardware, one at a time.
//!
//! A mutant is rejected by the rules for designs, or killed by the specification of its module (for
//! the top: of control), by all hands played at the pins, or by the reachability proofs. Others
//! must be equivalent to the original, by equivalence checking.

use std::collections::BTreeMap;
use std::convert::Infallible;

use baccarat_hdl::top::{Clocking, TASK5};
use baccarat_sim::every_hand::play_every_hand;
use backend_testing::design_mutants::{Mutant, mutants};
use rust_hdl_gates::{Netlist, bit_blast};
use rust_hdl_lanes::{Comparison, Execution, compare};
use rust_hdl_rtl::{self as rtl, Design, ModuleId};

use specifications::modules::{Specification, specifications};
use specifications::{control, design, reachability};

/// The fate of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// Rejected by the rules for designs.
    Rejected,
    /// Killed by the specification of its module; for the top, of control.
    Specification,
    /// Killed by all hands played at the pins.
    Hands,
    /// Killed by the reachability proofs.
    Reachability,
    /// Equivalent to the original.
    Equivalent,
    /// Not detected.
    Alive,
}

impl Fate {
    fn is_killed(self) -> bool {
        self < Fate::Equivalent
    }
}

/// A module to mutate, in its design.
struct Subject<'a> {
    clocking: Clocking,
    design: &'a Design,
    module: ModuleId,
    /// The original module.
    netlist: Netlist,
    specification: Option<&'a Specification>,
}

impl Subject<'_> {
    fn name(&self) -> String {
        match self.specification {
            Some(specification) => specification.module.to_string(),
            None => format!("{TASK5}, {:?}", self.clocking).to_lowercase(),
        }
    }

    fn fate(&self, mutant: &Mutant) -> Fate {
        let faulty = mutant.apply(self.design);
        if rtl::check(faulty.module(self.module)).is_err() {
            return Fate::Rejected;
        }
        // The only remaining error is a combinational loop.
        let Ok(netlist) = bit_blast(&faulty, self.module) else {
            return Fate::Rejected;
        };
        let specified = match self.specification {
            Some(specification) => specification.check(&netlist),
            None => control::check(self.clocking, &netlist),
        };
        if specified.is_err() {
            return Fate::Specification;
        }
        // Equivalent mutants need no further checks.
        if compare(&self.netlist, &netlist) == Comparison::Equivalent {
            return Fate::Equivalent;
        }
        if self.specification.is_none() {
            let hands = play_every_hand(&[(self.clocking, &faulty)], Execution::Fastest, &|_| {});
            if !matches!(hands, Ok(Ok(_))) {
                return Fate::Hands;
            }
            if reachability::check(self.clocking, &netlist).is_err() {
                return Fate::Reachability;
            }
        }
        Fate::Alive
    }
}

/// Returns every module once, and the top in both clockings.
fn subjects<'a>(
    designs: &'a [(Clocking, Design)],
    specifications: &'a [Specification],
) -> Vec<Subject<'a>> {
    let mut subjects: Vec<Subject> = Vec::new();
    for (clocking, design) in designs {
        for (index, module) in design.modules.iter().enumerate() {
            let is_same = |known: &Subject| known.design.module(known.module).name == module.name;
            if module.name != TASK5 && subjects.iter().any(is_same) {
                continue;
            }
            let id = ModuleId(index);
            let specification = specifications.iter().find(|s| s.module == module.name);
            subjects.push(Subject {
                clocking: *clocking,
                design,
                module: id,
                netlist: bit_blast(design, id).expect("no combinational loop"),
                specification,
            });
        }
    }
    subjects
}

#[test]
fn every_mutant_is_killed_or_equivalent() {
    let designs = Clocking::ALL.map(|clocking| (clocking, design(clocking)));
    let specifications = specifications();
    let subjects = subjects(&designs, &specifications);
    let work: Vec<(&Subject, Mutant)> = subjects
        .iter()
        .flat_map(|subject| {
            mutants(subject.design, subject.module).into_iter().map(move |mutant| (subject, mutant))
        })
        .collect();

    let Ok(fates) = jobs::map(work.len(), |number| {
        let (subject, mutant) = &work[number];
        Ok::<_, Infallible>(subject.fate(mutant))
    });
    let mut counts: BTreeMap<(String, Fate), usize> = BTreeMap::new();
    let mut alive = Vec::new();
    for ((subject, mutant), fate) in work.iter().zip(&fates) {
        *counts.entry((subject.name(), *fate)).or_default() += 1;
        if *fate == Fate::Alive {
            alive.push(format!("{}: {}", subject.name(), mutant.fault));
        }
    }
    for ((name, fate), count) in counts {
        println!("{name}: {count} {fate:?}");
    }
    let count = |wanted: &dyn Fn(Fate) -> bool| fates.iter().filter(|fate| wanted(**fate)).count();
    println!(
        "killed {} of {}, {} equivalent, {} alive",
        count(&Fate::is_killed),
        fates.len(),
        count(&|fate| fate == Fate::Equivalent),
        alive.len()
    );
    assert!(alive.is_empty(), "not detected:\n{}", alive.join("\n"));
}
