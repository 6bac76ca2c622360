//! Each operator with operands of several widths and signs, as modules.

/// The operators, with words for the names of modules.
const OPERATORS: [(&str, &str); 22] = [
    ("plus", "+"),
    ("minus", "-"),
    ("times", "*"),
    ("divided_by", "/"),
    ("modulo", "%"),
    ("and", "&"),
    ("or", "|"),
    ("xor", "^"),
    ("xnor", "~^"),
    ("shifted_left", "<<"),
    ("shifted_right", ">>"),
    ("arithmetic_left", "<<<"),
    ("arithmetic_right", ">>>"),
    ("less", "<"),
    ("less_or_equal", "<="),
    ("greater", ">"),
    ("greater_or_equal", ">="),
    ("equal", "=="),
    ("not_equal", "!="),
    ("logical_and", "&&"),
    ("logical_or", "||"),
    ("selected_by", "? in[7:4] :"),
];

/// The widths of the operands and of the result.
const WIDTHS: [[u32; 3]; 2] = [[4, 6, 8], [6, 3, 5]];

/// The text of a module for each operator, each combination of signs, and some widths.
pub fn modules() -> String {
    let mut text = String::from("// Operators with operands of several widths and signs.\n");
    for (word, operator) in OPERATORS {
        for [left, right, result] in WIDTHS {
            for signs in 0..4 {
                let [(a, left_sign), (b, right_sign)] = [signs & 1, signs >> 1].map(|is_signed| {
                    if is_signed == 1 { ("signed", "signed ") } else { ("unsigned", "") }
                });
                // A division by 0 is undefined.
                let (low, one) =
                    if ["/", "%"].contains(&operator) { (1, ", 1'b1") } else { (0, "") };
                let right_bits = right - low;
                text += &format!(
                    "module {word}_{a}_{left}_{b}_{right} (input logic clk, input logic [15:0] in, output logic [15:0] out);\n  \
                     logic {left_sign}[{}:0] a; logic {right_sign}[{}:0] b; logic {left_sign}[{}:0] y;\n  \
                     assign a = in[{}:0]; assign b = {{in[15:{}]{one}}}; assign y = a {operator} b; assign out = y;\n\
                     endmodule\n",
                    left - 1,
                    right - 1,
                    result - 1,
                    left - 1,
                    16 - right_bits,
                );
            }
        }
    }
    text
}
