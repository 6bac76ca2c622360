//! Faults in the text of the designs: the proof notices each, or the text still means the same.

use backend_testing::Survey;
use backend_testing::sampling::{covers_everything, sample};
use rust_hdl_rtl::Design;

use crate::tools::designs;

/// Icarus Verilog 11 does not see that a field is of the enum's type, so that IEEE 1800-2012,
/// 6.19.3 allows the assignment.
const WRONG_OBJECTION: &str = "fields_of_fields_have_their_types: device.sv: line 47: `assign` becomes `always_comb`: This \
                               assignment requires an explicit cast.";

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn faults_that_the_proof_accepts_change_nothing_in_icarus() {
    let designs = sample(designs(), 3).into_iter();
    let designs: Vec<(&str, Design)> = designs.map(|(name, design)| (*name, design())).collect();
    let mut survey = Survey::of(&designs, 4, true);
    println!("{} designs\n{survey}", designs.len());
    let (rejected, accepted) = if covers_everything() { (10_000, 5_000) } else { (3_000, 1_500) };
    assert!(survey.total().rejected > rejected && survey.total().accepted > accepted, "{survey}");
    survey.objections.retain(|objection| objection != WRONG_OBJECTION);
    assert_eq!(survey.objections, Vec::<String>::new());
}
