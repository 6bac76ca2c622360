//! Whether the tests would notice: every single fault of the hardware, one after the other.
//!
//! A fault is noticed by the first of these that objects: the rules for designs, the specification of the module it is
//! in (at the top that of keys and shoe), all hands played at the pins, the proofs about the table. One that none of them
//! notices has to be proved to be none, by comparing all outputs and next values with those of the design without it.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use baccarat::engine::{Clocking, TOP};
use baccarat::exhaustive::play_every_hand;
use rust_hdl_gates::{Comparison, Execution, Netlist, bit_blast, compare};
use rust_hdl_rtl::mutation::{Mutant, mutants};
use rust_hdl_rtl::{self as rtl, Design, ModuleId};

use crate::modules::{Specification, specifications};
use crate::{CLOCKINGS, control, design, table};

/// What became of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// It makes no design: the backend would refuse it.
    Refused,
    /// Noticed, by the specification of its module; at the top, by that of keys and shoe.
    Specification,
    /// Noticed, by all hands at the pins.
    Hands,
    /// Noticed, by the proofs about the table.
    Table,
    /// It changes nothing.
    Equivalent,
    /// Nobody has noticed.
    Alive,
}

impl Fate {
    fn is_killed(self) -> bool {
        self < Fate::Equivalent
    }
}

/// A module whose faults are tried, in the machine that it is in.
struct Subject<'a> {
    clocking: Clocking,
    design: &'a Design,
    module: ModuleId,
    /// The module without faults.
    netlist: Netlist,
    specification: Option<&'a Specification>,
}

impl Subject<'_> {
    fn name(&self) -> String {
        match self.specification {
            Some(specification) => specification.module.to_string(),
            None => format!("{TOP}, {:?}", self.clocking).to_lowercase(),
        }
    }

    fn fate(&self, mutant: &Mutant) -> Fate {
        let faulty = mutant.apply(self.design);
        if rtl::check(faulty.module(self.module)).is_err() {
            return Fate::Refused;
        }
        // What is left to refuse is a combinational loop.
        let Ok(netlist) = bit_blast(&faulty, self.module) else {
            return Fate::Refused;
        };
        let specified = match self.specification {
            Some(specification) => specification.check(&netlist),
            None => control::check(self.clocking, &netlist),
        };
        if specified.is_err() {
            return Fate::Specification;
        }
        // What is proved to be the same need not be played.
        if compare(&self.netlist, &netlist) == Comparison::Equivalent {
            return Fate::Equivalent;
        }
        if self.specification.is_none() {
            let hands = play_every_hand(&[(self.clocking, &faulty)], Execution::Fastest, &|_| {});
            if !matches!(hands, Ok(Ok(_))) {
                return Fate::Hands;
            }
            if table::check(self.clocking, &netlist).is_err() {
                return Fate::Table;
            }
        }
        Fate::Alive
    }
}

/// Every module once, where it first occurs; the top in both clockings.
fn subjects<'a>(
    designs: &'a [(Clocking, Design)],
    specifications: &'a [Specification],
) -> Vec<Subject<'a>> {
    let mut subjects: Vec<Subject> = Vec::new();
    for (clocking, design) in designs {
        for (index, module) in design.modules.iter().enumerate() {
            let is_same = |known: &Subject| known.design.module(known.module).name == module.name;
            if module.name != TOP && subjects.iter().any(is_same) {
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
fn every_single_fault_of_the_hardware_is_noticed_or_is_none() {
    let designs = CLOCKINGS.map(|clocking| (clocking, design(clocking)));
    let specifications = specifications();
    let subjects = subjects(&designs, &specifications);
    let work: Vec<(&Subject, Mutant)> = subjects
        .iter()
        .flat_map(|subject| {
            mutants(subject.design, subject.module).into_iter().map(move |mutant| (subject, mutant))
        })
        .collect();

    let next = AtomicUsize::new(0);
    let fates = Mutex::new(vec![Fate::Alive; work.len()]);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((subject, mutant)) = work.get(index) else {
                        return;
                    };
                    let fate = subject.fate(mutant);
                    fates.lock().expect("no panic elsewhere")[index] = fate;
                }
            });
        }
    });
    let fates = fates.into_inner().expect("no panic");
    let mut table: BTreeMap<(String, Fate), usize> = BTreeMap::new();
    let mut alive = Vec::new();
    for ((subject, mutant), fate) in work.iter().zip(&fates) {
        *table.entry((subject.name(), *fate)).or_default() += 1;
        if *fate == Fate::Alive {
            alive.push(format!("{}: {}", subject.name(), mutant.fault));
        }
    }
    for ((name, fate), count) in table {
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
    assert!(alive.is_empty(), "nobody has noticed:\n{}", alive.join("\n"));
}
