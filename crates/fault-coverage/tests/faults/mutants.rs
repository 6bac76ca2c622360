//! The mutants of the engine, and the rules that reject some of them.

use std::collections::BTreeSet;

use baccarat_hdl::top::Clocking;
use backend_testing::design_mutants::{Mutant, mutants};
use rust_hdl_rtl::{Design, Error, ModuleId, check};

use specifications::design;

fn faults(design: &Design, module: &str) -> Vec<Mutant> {
    mutants(design, design.find(module).expect("the module"))
}

/// Checks the first mutant whose description contains `fault`.
fn check_mutant(design: &Design, module: &str, fault: &str) -> Result<(), Error> {
    let faults = faults(design, module);
    let mutant = faults.iter().find(|mutant| mutant.fault.contains(fault)).expect(fault);
    check(mutant.apply(design).module(mutant.module))
}

#[test]
fn every_mutant_changes_only_its_module() {
    for clocking in Clocking::ALL {
        let design = design(clocking);
        for module in (0..design.modules.len()).map(ModuleId) {
            for mutant in mutants(&design, module) {
                let faulty = mutant.apply(&design);
                for (index, (old, new)) in design.modules.iter().zip(&faulty.modules).enumerate() {
                    assert_eq!(old == new, index != module.0, "{}", mutant.fault);
                }
            }
        }
    }
}

#[test]
fn every_kind_of_mutant_is_generated() {
    let design = design(Clocking::Synchronised);
    let cases = [
        ("statemachine", "natural: GreaterOrEqual becomes Greater"),
        ("dealcard", "new_card: arm [12]: constant 13 becomes 12"),
        ("dealcard", "new_card: arm [12] removed"),
        ("dealcard", "new_card: condition negated"),
        ("dealcard", "new_card: arm [1]: assignment of new_card dropped"),
        ("dealcard", "new_card: clock: clock inverted"),
        ("dealcard", "new_card: power-up value 0 becomes 1"),
        ("statemachine", "natural: Or becomes And"),
        ("statemachine", "dealer_draws: subject: pcard3 becomes pscore"),
        ("statemachine", "dealer_draws: arm [8] removed"),
        ("statemachine", "dealer_draws: arm [2, 3]: value 2 left out"),
        ("statemachine", "state: arm [5, 6]: constant 6 becomes 5"),
        ("statemachine", "state: default removed"),
        ("datapath", "shoe.resetb: resetb inverted"),
        ("datapath", "pcard1_reg.resetb exchanged with pcard1_reg.load"),
        ("datapath", "pcard1_reg.card_out exchanged with dcard3_reg.card_out"),
        ("datapath", "shoe.clock exchanged with pcard1_reg.clock"),
        ("task5", "step_key.level_in: bit 0 becomes bit 1"),
        ("task5", "resetb: Not left out"),
    ];
    for (module, fault) in cases {
        let faults = faults(&design, module);
        assert!(faults.iter().any(|m| m.fault.contains(fault)), "{module} has no fault `{fault}`");
    }
}

#[test]
fn clocks_are_not_exchanged_with_data() {
    let design = design(Clocking::Direct);
    let faults: BTreeSet<String> =
        faults(&design, "datapath").into_iter().map(|mutant| mutant.fault).collect();
    assert!(faults.contains("shoe.clock: fast_clock becomes slow_clock"));
    assert!(!faults.contains("shoe.clock: fast_clock becomes resetb"));
    assert!(!faults.contains("shoe.resetb: resetb becomes fast_clock"));
}

#[test]
fn the_rules_accept_the_engine() {
    for clocking in Clocking::ALL {
        for module in &design(clocking).modules {
            assert_eq!(check(module), Ok(()), "{}", module.name);
        }
    }
}

#[test]
fn the_rules_reject_an_undriven_signal() {
    let design = design(Clocking::Synchronised);
    let error = check_mutant(&design, "statemachine", "assignment of natural dropped");
    let (module, signal) = ("statemachine".to_string(), "natural".to_string());
    assert_eq!(error, Err(Error::Undriven { module, signal }));
}

#[test]
fn the_rules_reject_a_latch() {
    let design = design(Clocking::Synchronised);
    let cases = [
        ("card7seg", "default removed", "seg7"),
        ("card7seg", "arm [7]: assignment of seg7 dropped", "seg7"),
        ("statemachine", "others: assignment of load_dcard2 dropped", "load_dcard2"),
    ];
    for (module, fault, signal) in cases {
        let error = Error::Latch { module: module.into(), signal: signal.into() };
        assert_eq!(check_mutant(&design, module, fault), Err(error), "{fault}");
    }
}

#[test]
fn the_rules_reject_a_read_before_the_assignment() {
    let design = design(Clocking::Synchronised);
    let error = check_mutant(&design, "scorehand", "odd_pair: odd1 becomes odd_pair");
    let (module, signal) = ("scorehand".to_string(), "odd_pair".to_string());
    assert_eq!(
        error,
        Err(Error::ReadBeforeAssignment { module, signal: signal.clone(), reader: signal })
    );
}
