//! Designs of other people judged without Yosys, from the netlists that it wrote.

mod causes;
mod verdict;

use std::sync::Arc;

use baccarat_judge::{Assessment, Finding, Observation, Property, Verdict, assess, judge};
use de1_soc::is_high_at_power_up;
use foreign_designs::ForeignDesign;

fn read(netlist: &str) -> Arc<ForeignDesign> {
    Arc::new(ForeignDesign::from_netlist(netlist, is_high_at_power_up).expect("a design"))
}

fn design(name: &str) -> Arc<ForeignDesign> {
    read(&test_netlists::gates(name))
}

/// A design with 1 instead of these bits of inputs.
fn design_with_high_inputs(name: &str, inputs: &[(&str, usize)]) -> Arc<ForeignDesign> {
    read(&test_netlists::gates_with_high_inputs(name, inputs))
}

/// The verdict on a `task5` that an input makes wrong.
fn verdict(wrong: &str) -> Verdict {
    judge(&design_with_high_inputs("task5", &[(wrong, 0)]), &|_| {}).expect("a verdict")
}

/// The properties of `task5`, or of a wrong one, with this finding.
fn found(finding: Finding, judged: Result<&Verdict, &Observation>) -> Vec<Property> {
    let found = |one: Assessment| (one.finding == finding).then_some(one.property);
    assess(&design("task5"), judged).into_iter().filter_map(found).collect()
}

fn failed(judged: Result<&Verdict, &Observation>) -> Vec<Property> {
    found(Finding::Failed, judged)
}
