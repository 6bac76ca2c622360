//! Faults in the text of the corpus: the proof notices each, or the text still means the same.

use backend_testing::Survey;
use backend_testing::sampling::sample;
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
    assert!(survey.total().rejected > 2_000 && survey.total().accepted > 1_000, "{survey}");
    assert_eq!(survey.objections, Vec::<String>::new());
}
