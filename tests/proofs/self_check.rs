//! The self-check finds every visible fault of the engine's modules.
//!
//! Each fault that it misses is accounted for: it makes no legal design, it is proved to change nothing, it lies behind a
//! state that is never reached, or it shows only late in a hand and fails when all hands are played.

use baccarat::engine::{Clocking, TOP, self_check};
use baccarat::exhaustive::play_every_hand;
use rust_hdl_gates::{Comparison, Execution, Netlist, bit_blast, compare};
use rust_hdl_rtl::mutation::{Mutant, mutants};
use rust_hdl_rtl::{self as rtl, Design};

use crate::{design, netlist};

/// Faults in the step out of the eighth encoding of the state, which is never reached from power-up. The proofs about
/// `statemachine` find them.
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

/// Faults of the synchronised top that only certain third cards show. The self-check's random keys deal too few of them.
const LATE_IN_A_HAND: [&str; 3] = [
    "sm.pcard3: pcard3 becomes KEY",
    "sm.pcard3: pcard3 becomes pscore",
    "sm.pcard3: pcard3 becomes dscore",
];

/// Why the self-check need not find a fault.
#[derive(Debug, PartialEq)]
enum Excuse {
    Refused,
    Equivalent,
    Unreachable,
    LateInAHand,
}

/// The excuse of a fault that the self-check misses; `None` if it should have been found.
fn excuse(mutant: &Mutant, faulty: &Design, sound: &Netlist, clocking: Clocking) -> Option<Excuse> {
    let module = faulty.module(mutant.module);
    // A combinational loop is refused by `bit_blast`.
    let (Ok(()), Ok(netlist)) = (rtl::check(module), bit_blast(faulty, mutant.module)) else {
        return Some(Excuse::Refused);
    };
    let fault = mutant.fault.as_str();
    if compare(sound, &netlist) == Comparison::Equivalent {
        Some(Excuse::Equivalent)
    } else if module.name.starts_with("statemachine") && UNREACHABLE.contains(&fault) {
        Some(Excuse::Unreachable)
    } else if module.name == TOP && LATE_IN_A_HAND.contains(&fault) {
        let hands = play_every_hand(&[(clocking, faulty)], Execution::Fastest, &|_| {});
        (!matches!(hands, Ok(Ok(_)))).then_some(Excuse::LateInAHand)
    } else {
        None
    }
}

/// Tries every fault of those modules. `excused` is the number of faults with each excuse.
fn check(clocking: Clocking, modules: &[&str], mutants_at_least: usize, excused: [usize; 4]) {
    let design = design(clocking);
    self_check::run(&design, clocking).expect("the engine without faults");

    let (mut count, mut excuses, mut missed) = (0, vec![], vec![]);
    for name in modules {
        let sound = netlist(&design, name);
        let id = design.find(name).expect("a module of that name");
        for mutant in mutants(&design, id) {
            count += 1;
            let faulty = mutant.apply(&design);
            if self_check::compare(&faulty, name, clocking).is_ok() {
                match excuse(&mutant, &faulty, &sound, clocking) {
                    Some(excuse) => excuses.push(excuse),
                    None => missed.push(format!("{name}: {}", mutant.fault)),
                }
            }
        }
    }
    assert!(missed.is_empty(), "the self-check misses visible faults: {missed:#?}");
    let kinds = [Excuse::Refused, Excuse::Equivalent, Excuse::Unreachable, Excuse::LateInAHand];
    let counts =
        kinds.each_ref().map(|kind| excuses.iter().filter(|excuse| *excuse == kind).count());
    println!("{count} mutants, {counts:?} excused");
    assert_eq!(counts, excused, "{kinds:?}");
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
    let own = names.iter().filter(|name| *name == TOP || !direct.contains(name));
    let modules: Vec<&str> = own.map(String::as_str).collect();
    check(Clocking::Synchronised, &modules, 1100, [0, 21, 8, 3]);
}
