//! Faults in the text of the designs: the proof notices each, or the text still means the same.

use backend_testing::Survey;
use backend_testing::sampling::{covers_everything, sample};
use rust_hdl_rtl::Design;

use crate::tools::designs;

/// What Icarus Verilog 12 wrongly rejects: an enum that gets the field of a field (IEEE 1800-2012,
/// 6.19.3), and a process that assigns a field of a struct beside the `assign` of another (6.5).
const WRONG_OBJECTIONS: [&str; 2] =
    ["This assignment requires an explicit cast.", "Unable to member-select unresolved wires."];

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn faults_that_the_proof_accepts_change_nothing_in_icarus() {
    let designs = sample(designs(), 3).into_iter();
    let designs: Vec<(&str, Design)> = designs.map(|(name, design)| (*name, design())).collect();
    let mut survey = Survey::of(&designs, 4, true);
    println!("{} designs\n{survey}", designs.len());
    let (rejected, accepted) = if covers_everything() { (10_000, 5_000) } else { (3_000, 1_500) };
    assert!(survey.total().rejected > rejected && survey.total().accepted > accepted, "{survey}");
    let is_wrong = |objection: &str| WRONG_OBJECTIONS.iter().any(|end| objection.ends_with(end));
    survey.objections.retain(|objection| !is_wrong(objection));
    assert_eq!(survey.objections, Vec::<String>::new());
}
