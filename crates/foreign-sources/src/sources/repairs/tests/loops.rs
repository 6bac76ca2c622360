use super::super::Frontend;
use super::read;

#[test]
fn a_loop_variable_of_several_processes_is_one_for_each_loop() {
    let process = |body: &str| format!("always_ff @(posedge c) {body} ");
    let plain = "for (k = 0; k < 3; k = k + 1) y[k] <= a;";
    let own = |number: usize, kind: &str| format!("begin : loop_{number} {kind} k; {plain} end");
    let two = |declaration: &str, first: &str, second: &str| {
        format!("{declaration} {}{}", process(first), process(second))
    };
    for (declaration, kind, place) in [
        ("logic [1:0] k;", "logic [ 1 : 0 ]", 18),
        ("int j, k;", "int", 15),
        ("integer k;", "integer", 13),
    ] {
        let after = two(declaration, &own(place, kind), &own(place + 29, kind));
        let found = read(&two(declaration, plain, plain), Frontend::Slang);
        assert_eq!(found.as_deref(), Ok(after.trim_end()));
    }
    let named = format!("integer k; {}sub u(.k(a));", process(plain).repeat(2));
    let found = read(&named, Frontend::Slang).expect("a text");
    assert!(found.contains("begin : loop_13 integer k;"), "{found}");
    let named = format!("integer k; {} wire loop_13;", process(plain).repeat(2));
    let found = read(&named, Frontend::Slang).expect("a text");
    assert!(found.contains("begin : loop_13_ integer k;"), "{found}");
    for other in [
        process(&format!("begin : b int k; {plain} end")).repeat(2),
        format!("int k; {}", process(plain)),
        format!("int k; {} assign z = k;", process(plain).repeat(2)),
        format!("output [2:0] k; reg [2:0] k; {}", process(plain).repeat(2)),
        format!("endmodule module n(output reg [2:0] k); {}", process(plain).repeat(2)),
        format!("endmodule module n(k); reg [2:0] k; {}", process(plain).repeat(2)),
        format!("int k; {} sub u(.k);", process(plain).repeat(2)),
        format!("int k; {} sub u(.*);", process(plain).repeat(2)),
        format!("`define K (k + 1)\nint k; {} assign z = `K;", process(plain).repeat(2)),
        format!(
            "\n`ifdef A\nreg [2:0] k;\n`else\nreg [3:0] k;\n`endif\n{}",
            process(plain).repeat(2)
        ),
        format!("int k = 0; {}", process(plain).repeat(2)),
        format!("genvar k; {}", process(plain).repeat(2)),
        format!("int k; {}`include \"f.vh\"\n", process(plain).repeat(2)),
        two("int k;", plain, &format!("begin {plain} z <= k; end")),
    ] {
        assert_eq!(read(&other, Frontend::Slang).as_deref(), Ok(other.trim_end()));
    }
}
