//! Faults in the text of the corpus: the proof notices each, or the text still means the same.

use backend_testing::Survey;
use backend_testing::sampling::{covers_everything, sample};
use rust_hdl_rtl::Design;

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn faults_that_the_proof_accepts_change_nothing_in_icarus() {
    let sections = corpus::sections();
    let cases = sections.iter().flat_map(|(_, section)| &section.cases);
    let cases = sample(cases, 12).into_iter();
    let designs: Vec<(&str, Design)> =
        cases.filter_map(|case| Some((case.block, case.design().ok()?))).collect();
    let survey = Survey::of(&designs, 1, true);
    println!("{} designs\n{survey}", designs.len());
    let (rejected, accepted) = if covers_everything() { (25_000, 15_000) } else { (2_000, 1_000) };
    assert!(survey.total().rejected > rejected && survey.total().accepted > accepted, "{survey}");
    assert_eq!(survey.objections, Vec::<String>::new());
}
