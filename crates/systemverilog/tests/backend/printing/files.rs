//! Whole files: their names, headers and lines.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_rtl::{ModuleId, elaborate};
use rust_hdl_systemverilog::{LINE_LENGTH, Options, Unit, print};

use super::blocks::Gate;
use crate::harness::{printed, text};

#[test]
fn a_file_is_named_after_its_module_and_begins_with_its_header() {
    let design = elaborate(&[("gate", &Gate::default())]).unwrap();
    let header = |unit: &Unit| format!("{} has a header.\n\nIt is long.", unit.name);
    let file = print(&design, ModuleId(0), &Options { header: &header, ..Options::default() });
    assert_eq!(file.name, "gate.sv");
    let start = "// gate has a header.\n//\n// It is long.\n//\n// A gate.\n//\n";
    assert!(file.text.starts_with(start), "{}", file.text);
}

#[test]
fn documentation_that_is_too_long_for_the_line_is_printed_above_it() {
    #[derive(Default, Module)]
    struct Talkative {
        /// This input is so remarkable that its description goes on for longer than a line has room.
        pub a: Signal<In, Bit>,
        /// Two paragraphs.
        ///
        /// Of which this is one.
        pub y: Signal<Out, Bit>,
    }

    impl Logic for Talkative {
        #[kernel]
        fn update(&mut self) {
            self.y.next = self.a.val();
        }
    }

    assert_eq!(
        printed::<Talkative>(),
        "module talkative (
  // This input is so remarkable that its description goes on for longer than a line has room.
  input  logic a,
  // Two paragraphs.
  //
  // Of which this is one.
  output logic y
);

  assign y = a;

endmodule
"
    );
}

#[test]
fn an_empty_module_is_legal() {
    assert_eq!(printed::<crate::hierarchy::Empty>(), "module device (\n);\n\nendmodule\n");
}

#[test]
fn every_file_is_ascii_in_short_lines_and_ends_in_one_newline() {
    for (name, make) in crate::tools::designs() {
        let (first, second) = (make(), make());
        assert_eq!(first, second, "{name}");
        for index in 0..first.modules.len() {
            let file = text(&first, ModuleId(index));
            assert_eq!(file, text(&second, ModuleId(index)), "{name}");
            assert!(file.is_ascii(), "{name}");
            assert!(file.ends_with("endmodule\n") && !file.contains("\n\n\n"), "{name}:\n{file}");
            for line in file.lines() {
                assert!(line.len() <= LINE_LENGTH, "{name}: {line}");
                assert_eq!(line, line.trim_end(), "{name}");
                assert!(!line.contains('\t'), "{name}: {line}");
            }
        }
    }
}
