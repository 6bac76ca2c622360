//! slang with all warnings enabled, from its Python package.

use baccarat_hdl::top::{CASINO, Clocking, TASK5};

use crate::emitted::{Emitted, Fault};
use test_support::external_tool::PYTHON;
use test_support::{Output, SLANG_SCRIPT};

/// Compiles every module as a top module.
fn compile(emitted: &Emitted) -> Output {
    let mut arguments = vec![SLANG_SCRIPT.to_string()];
    for module in emitted.modules() {
        arguments.extend(["--top".to_string(), module]);
    }
    arguments.extend(emitted.sources());
    PYTHON.run(&emitted.folder(), arguments)
}

#[test]
#[ignore = "needs slang: python3 -m pip install 'pyslang>=12'"]
fn every_module_lints_cleanly() {
    for emitted in Emitted::both() {
        compile(&emitted).expect_clean();
    }
}

#[test]
#[ignore = "needs slang: python3 -m pip install 'pyslang>=12'"]
fn lists_of_sources_are_read() {
    let emitted = Emitted::new(Clocking::Synchronised);
    // The lab's state machine is in the list of `task5`, which does not use it.
    for (top, other) in [(TASK5, "statemachine"), (CASINO, CASINO)] {
        let list = format!("{top}.f");
        let arguments = [SLANG_SCRIPT, "--top", top, "--top", other, "-f", &list];
        PYTHON.run(&emitted.folder(), arguments).expect_clean();
    }
}

#[test]
#[ignore = "needs slang: python3 -m pip install 'pyslang>=12'"]
fn faults_are_reported() {
    let faults = [
        Fault {
            file: "card7seg.sv",
            from: "default: seg7 = 7'b1111111;",
            to: "",
            message: "latch inferred for 'seg7'",
        },
        Fault {
            file: "scorehand.sv",
            from: "card1[3:1]",
            to: "card1",
            message: "implicit conversion truncates from 4 to 3 bits",
        },
        Fault {
            file: "dealcard.sv",
            from: "\n  always_ff",
            to: "\n  logic spare;\n\n  always_ff",
            message: "unused variable 'spare'",
        },
        // Only signals called `unused_` may be unused.
        Fault {
            file: "task5.sv",
            from: "unused_keys;",
            to: "unused_keys, spare_keys; assign spare_keys = KEY[1];",
            message: "variable 'spare_keys' is assigned but its value is never used",
        },
        Fault { file: "task5.sv", from: "\nendmodule", to: "", message: "expected 'endmodule'" },
    ];
    for fault in &faults {
        for emitted in fault.injected() {
            compile(&emitted).expect_message(fault.message);
        }
    }
}
