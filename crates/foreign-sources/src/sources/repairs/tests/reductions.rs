use super::super::Frontend;
use super::read;

#[test]
fn a_method_that_joins_the_elements_of_an_array_is_written_out() {
    for (before, after) in [
        (
            "logic [10:0] a [2:0]; assign y = a.sum();",
            "logic [10:0] a [2:0]; assign y = {a[0] + a[1] + a[2]};",
        ),
        ("reg a [2]; assign y = a.xor + 1;", "reg a [2]; assign y = {a[0] ^ a[1]} + 1;"),
        (
            "bit [1:0] a [1:2] = '{1, 2}; assign y = -a.and ();",
            "bit [1:0] a [1:2] = '{1, 2}; assign y = -{a[1] & a[2]};",
        ),
        (
            "logic a [3]; assign y = a.or() & a.product();",
            "logic a [3]; assign y = {a[0] | a[1] | a[2]} & {a[0] * a[1] * a[2]};",
        ),
    ] {
        for frontend in [Frontend::Slang, Frontend::Yosys] {
            assert_eq!(read(before, frontend).as_deref(), Ok(after));
        }
    }
    for text in [
        "logic [3:0] a; assign y = a.sum();",
        "logic [1:0][3:0] a; assign y = a.sum();",
        "logic signed [3:0] a [2]; assign y = a.sum();",
        "int a [2]; assign y = a.sum();",
        "logic [3:0] a [N]; assign y = a.sum();",
        "logic [3:0] a [0]; assign y = a.sum();",
        "logic [3:0] a [4294967295:0]; assign y = a.sum();",
        "logic [3:0] a [2][2]; assign y = a.sum();",
        "logic [1:0][3:0] a [2]; assign y = a.sum();",
        "logic a [2]; assign y = a.sum() with (item == 1);",
        "logic a [2]; assign y = a.sum(b);",
        "logic a [2]; assign y = b.a.sum();",
        "logic a [2]; always_comb begin : b logic c, a; y = a.sum(); end",
        "logic a [2]; always_comb begin : b t a; y = a.sum(); end",
        "struct { logic sum; } a; assign y = a.sum;",
    ] {
        assert_eq!(read(text, Frontend::Slang).as_deref(), Ok(text));
    }
}
