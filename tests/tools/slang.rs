//! slang: every warning on, through its Python package.

use crate::emitted::{Emitted, Flaw};
use test_support::external_tool::PYTHON;
use test_support::{Output, SLANG_SCRIPT};

/// Compiles every module as a top.
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
fn every_module_is_clean() {
    for emitted in Emitted::both() {
        compile(&emitted).expect_clean();
    }
}

#[test]
#[ignore = "needs slang: python3 -m pip install 'pyslang>=12'"]
fn flaws_are_seen() {
    let flaws = [
        Flaw {
            file: "card7seg.sv",
            from: "default: seg7 = 7'b1111111;",
            to: "",
            complaint: "latch inferred for 'seg7'",
        },
        Flaw {
            file: "scorehand.sv",
            from: "card1[3:1]",
            to: "card1",
            complaint: "implicit conversion truncates from 4 to 3 bits",
        },
        Flaw {
            file: "dealcard.sv",
            from: "\n  always_ff",
            to: "\n  logic spare;\n\n  always_ff",
            complaint: "unused variable 'spare'",
        },
        // Only names that say so may be unused.
        Flaw {
            file: "task5.sv",
            from: "unused_keys;",
            to: "unused_keys, spare_keys; assign spare_keys = KEY[1];",
            complaint: "variable 'spare_keys' is assigned but its value is never used",
        },
        Flaw { file: "task5.sv", from: "\nendmodule", to: "", complaint: "expected 'endmodule'" },
    ];
    for flaw in &flaws {
        for emitted in flaw.planted() {
            compile(&emitted).expect_message(flaw.complaint);
        }
    }
}
