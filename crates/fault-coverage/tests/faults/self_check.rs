//! The self-check finds every visible fault of the engine's modules.
//!
//! Every mutant that it does not detect is rejected by the rules, proved equivalent, differs only
//! in an unreachable state, or is detected when all hands are played.

use baccarat::generator::self_check;
use baccarat_hdl::top::{Clocking, TASK5};
use baccarat_sim::every_hand::play_every_hand;
use backend_testing::design_mutants::{Mutant, mutants};
use rust_hdl_gates::{Netlist, bit_blast};
use rust_hdl_lanes::{Comparison, Execution, compare};
use rust_hdl_rtl::{self as rtl, Design};

use specifications::{design, netlist};

/// Faults in the step out of the illegal eighth state, which is unreachable from power-up. The
/// proofs about `statemachine` detect them.
const UNREACHABLE: [&str; 8] = [
    "state: default removed",
    "state: default: assignment of state dropped",
    "state: default: constant 0 becomes 1",
    "state: default: constant 0 becomes 2",
    "state: default: constant 0 becomes 3",
    "state: default: constant 0 becomes 4",
    "state: default: constant 0 becomes 5",
    "state: default: constant 0 becomes 6",
];

/// Faults of the synchronised top that only certain third cards reveal. The self-check's random
/// keys deal too few of them.
const LATE_IN_A_HAND: [&str; 3] = [
    "sm.pcard3: pcard3 becomes KEY",
    "sm.pcard3: pcard3 becomes pscore",
    "sm.pcard3: pcard3 becomes dscore",
];

/// Why a mutant may go undetected.
#[derive(Debug, PartialEq)]
enum Reason {
    Rejected,
    Equivalent,
    Unreachable,
    LateInAHand,
}

/// Returns why a mutant went undetected; `None` if the self-check should have detected it.
fn reason(
    mutant: &Mutant,
    faulty: &Design,
    original: &Netlist,
    clocking: Clocking,
) -> Option<Reason> {
    let module = faulty.module(mutant.module);
    // `bit_blast` rejects a combinational loop.
    let (Ok(()), Ok(netlist)) = (rtl::check(module), bit_blast(faulty, mutant.module)) else {
        return Some(Reason::Rejected);
    };
    let fault = mutant.fault.as_str();
    if compare(original, &netlist) == Comparison::Equivalent {
        Some(Reason::Equivalent)
    } else if module.name.starts_with("statemachine") && UNREACHABLE.contains(&fault) {
        Some(Reason::Unreachable)
    } else if module.name == TASK5 && LATE_IN_A_HAND.contains(&fault) {
        let hands = play_every_hand(&[(clocking, faulty)], Execution::Fastest, &|_| {});
        (!matches!(hands, Ok(Ok(_)))).then_some(Reason::LateInAHand)
    } else {
        None
    }
}

/// Tries every mutant of those modules. `expected` is the number of undetected mutants for each
/// reason.
fn check(clocking: Clocking, modules: &[&str], mutants_at_least: usize, expected: [usize; 4]) {
    let design = design(clocking);
    self_check::run(&design, &[clocking.into()]).expect("the engine without faults");

    let (mut count, mut reasons, mut missed) = (0, vec![], vec![]);
    for name in modules {
        let original = netlist(&design, name);
        let id = design.find(name).expect("a module of that name");
        for mutant in mutants(&design, id) {
            count += 1;
            let faulty = mutant.apply(&design);
            if self_check::compare(&faulty, name, clocking).is_ok() {
                match reason(&mutant, &faulty, &original, clocking) {
                    Some(reason) => reasons.push(reason),
                    None => missed.push(format!("{name}: {}", mutant.fault)),
                }
            }
        }
    }
    assert!(missed.is_empty(), "the self-check misses visible faults: {missed:#?}");
    let kinds = [Reason::Rejected, Reason::Equivalent, Reason::Unreachable, Reason::LateInAHand];
    let counts =
        kinds.each_ref().map(|kind| reasons.iter().filter(|reason| *reason == kind).count());
    println!("{count} mutants, {counts:?} undetected");
    assert_eq!(counts, expected, "{kinds:?}");
    assert!(count >= mutants_at_least, "{count}");
}

fn names(clocking: Clocking) -> Vec<String> {
    design(clocking).modules.into_iter().map(|module| module.name).collect()
}

#[test]
fn every_visible_fault_of_the_direct_engine_is_found() {
    let names = names(Clocking::Direct);
    let modules: Vec<&str> = names.iter().map(String::as_str).collect();
    check(Clocking::Direct, &modules, 2200, [1, 48, 8, 0]);
}

/// The top, and the modules that the direct engine lacks: the others are the same in both.
#[test]
fn every_visible_fault_of_the_synchronised_engine_is_found() {
    let (direct, names) = (names(Clocking::Direct), names(Clocking::Synchronised));
    let own = names.iter().filter(|name| *name == TASK5 || !direct.contains(name));
    let modules: Vec<&str> = own.map(String::as_str).collect();
    check(Clocking::Synchronised, &modules, 1100, [0, 21, 8, 3]);
}
