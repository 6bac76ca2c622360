//! The time of the proof of the text, beside elaboration and printing, for all cases.
//!
//! `make bench`

use std::time::{Duration, Instant};

use corpus::case::Case;
use rust_hdl_systemverilog::{Options, print_all, prove};

fn main() {
    let mut sections: Vec<_> = corpus::sections().into_iter().map(|(_, section)| section).collect();
    sections.extend(corpus::upstream::sections());
    let cases = sections.iter().flat_map(|section| &section.cases);
    let times: Vec<[Duration; 3]> = cases.filter_map(times).collect();
    let total = |stage: usize| times.iter().map(|times| times[stage]).sum::<Duration>();
    let [elaboration, printing, proof] = [0, 1, 2].map(|stage| total(stage).as_secs_f64());
    println!(
        "corpus, {} cases: elaboration {elaboration:.2} s, printing {printing:.2} s, proof {proof:.2} s ({:.0} % of all)",
        times.len(),
        proof / (elaboration + printing + proof) * 100.0
    );
}

/// Returns the times of elaboration, printing and proof of a case, unless it is rejected.
fn times(case: &Case) -> Option<[Duration; 3]> {
    let start = Instant::now();
    let design = case.design().ok()?;
    let elaboration = start.elapsed();
    let start = Instant::now();
    let files = print_all(&design, &Options::default());
    let printing = start.elapsed();
    let start = Instant::now();
    prove(&design, &files).unwrap_or_else(|error| panic!("{}: {error}", case.title()));
    Some([elaboration, printing, start.elapsed()])
}
