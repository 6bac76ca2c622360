//! Invalid projects and their errors.

use std::path::Path;

use baccarat::fpga::board::{self, BoardError, DE1_SOC, Port, Project, Timing};

use crate::lab::{direct, make, project, synchronised, synchroniser};

#[test]
fn a_path_that_cannot_be_written_is_refused_by_name() {
    for (folder, said) in [
        ("/srv/constraints", "\"/srv/constraints/de1_soc.qsf\" is not relative"),
        ("../$HOME", "\"../$HOME/de1_soc.qsf\" cannot be written"),
        ("../a\"b", "\"../a\\\"b/de1_soc.qsf\" cannot be written"),
        ("../\u{e9}t\u{e9}", "\"../\u{e9}t\u{e9}/de1_soc.qsf\" cannot be written"),
    ] {
        let error = board::files(&DE1_SOC, &synchronised(), Path::new(folder)).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
    for source in ["/srv/task5.sv", "a[1].sv", ""] {
        let mut project = synchronised();
        project.sources.push(source.into());
        let error = make(&project).unwrap_err().to_string();
        assert!(error.contains(&format!("{source:?}")), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf_8_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Path::new(std::ffi::OsStr::from_bytes(b"../c\xff"));
    let error = board::files(&DE1_SOC, &synchronised(), folder).unwrap_err();
    assert!(matches!(error, BoardError::Path { .. }), "{error}");
}

#[test]
fn a_port_that_does_not_fit_the_board_is_named_with_the_remedy() {
    let cases = [
        (
            Port::input("CLOCK", 1),
            "`CLOCK` of the top has no pin for `CLOCK` on the DE1-SoC: rename it to one of CLOCK_50, ",
        ),
        (Port::output("GPIO", 36), "no pin for `GPIO[0]` on the DE1-SoC"),
        (
            Port::output("LEDR", 12),
            "port `LEDR[11:0]` of the top has no pin for `LEDR[10]` on the DE1-SoC, which has LEDR[0] to LEDR[9]",
        ),
        (
            Port::output("HEX0", 8),
            "no pin for `HEX0[7]` on the DE1-SoC, which has HEX0[0] to HEX0[6]",
        ),
        (Port::input("KEY", 1), "no pin for `KEY` on the DE1-SoC, which has KEY[0] to KEY[3]"),
        (
            Port::input("CLOCK_50", 2),
            "no pin for `CLOCK_50[0]` on the DE1-SoC, which has CLOCK_50:",
        ),
        (
            Port::output("KEY", 4),
            "port `KEY` is an output of the top, but the DE1-SoC has it as an input of the FPGA",
        ),
        (
            Port::input("LEDR", 10),
            "port `LEDR` is an input of the top, but the DE1-SoC has it as an output of the FPGA",
        ),
        (Port::input("SW", 0), "port `SW` of the top is 0 bits wide"),
    ];
    for (port, said) in cases {
        let mut project = project(Timing::default());
        project.ports = vec![port];
        let error = make(&project).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

/// Introduces one error.
type Spoil<T> = fn(&mut T);

#[test]
fn an_invalid_project_is_refused() {
    let cases: [(Spoil<Project>, &str); 12] = [
        (|p| p.top = "task 5".into(), "`task 5` cannot be the name of a top module"),
        (|p| p.top = String::new(), "`` cannot be the name of a top module"),
        (|p| p.sources.clear(), "the project `task5` has no source files"),
        (|p| p.ports.push(Port::input("KEY", 4)), "the top has two ports named `KEY`"),
        (|p| p.package.name = "a b".into(), "`a b` cannot be the name of a FuseSoC core"),
        (|p| p.package.testbench = "t.sv".into(), "`t.sv` cannot be the name of a testbench"),
        (|p| p.package.version = "1.0-beta".into(), "the version \"1.0-beta\" must be numbers"),
        (|p| p.package.version = "1..2".into(), "the version \"1..2\" must be numbers"),
        (|p| p.package.version = String::new(), "the version \"\" must be numbers"),
        (|p| p.package.description = " ".into(), "the description is \" \""),
        (|p| p.package.description = "a\nb".into(), "the description is \"a\\nb\""),
        (|p| p.package.description = "a \"b\"".into(), "write one line of printable ASCII"),
    ];
    for (spoil, said) in cases {
        let mut project = synchronised();
        spoil(&mut project);
        let error = make(&project).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn a_timing_description_that_does_not_fit_the_top_is_refused() {
    let cases: [(Spoil<Timing>, &str); 16] = [
        (
            |t| t.clocks[1].bit = "KEY[7]".into(),
            "the clock `KEY[7]` is not an input of `task5`: use one of its inputs, CLOCK_50, KEY[3:0]",
        ),
        (|t| t.clocks[1].bit = "KEY".into(), "the clock `KEY` is not an input of `task5`"),
        (|t| t.clocks[1].bit = "LEDR[0]".into(), "the clock `LEDR[0]` must be an input"),
        (
            |t| t.clocks[1].bit = "KEY[3]".into(),
            "`KEY[3]` is described twice, as clock and as unsynchronised input",
        ),
        (|t| t.clocks[1].name = "CLOCK_50".into(), "`CLOCK_50` is described twice"),
        (|t| t.clocks[1].name = "KEY[0]".into(), "`KEY[0]` cannot be the name of a clock"),
        (|t| t.clocks[1].period_ns = 0.0, "clock `slow_clock` has a period of 0 ns"),
        (|t| t.clocks[1].period_ns = f64::NAN, "clock `slow_clock` has a period of NaN ns"),
        (
            |t| t.clocks[0].period_ns = 10.0,
            "10 ns, but the oscillator on CLOCK_50 of the DE1-SoC has 20 ns",
        ),
        (|t| t.clocks[0].reason = " ".into(), "the reason given for clock `CLOCK_50` is \" \""),
        (
            |t| t.synchronisers.push(synchroniser("SW[0]", "a|b")),
            "the synchronised input `SW[0]` is not an input",
        ),
        (
            |t| t.synchronisers.push(synchroniser("KEY[1]", "a.b")),
            "`a.b` is not the name of a register",
        ),
        (
            |t| t.unsafe_crossings[0].to = "KEY0".into(),
            "the clock `KEY0`, which is not declared: declare it or use one of CLOCK_50, slow_clock",
        ),
        (
            |t| t.unsafe_crossings[0].reason = "caf\u{e9}".into(),
            "the reason given for crossing `CLOCK_50` to `slow_clock`",
        ),
        (
            |t| t.untimed_outputs[0].ports[0] = "LED".into(),
            "the untimed output `LED` is not an output of `task5`: use one of its outputs, LEDR[9:0], HEX5[6:0]",
        ),
        (
            |t| t.untimed_outputs[0].ports[0] = "KEY".into(),
            "the untimed output `KEY` must be an output",
        ),
    ];
    for (spoil, said) in cases {
        let mut project = direct();
        spoil(&mut project.timing);
        let error = make(&project).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}
