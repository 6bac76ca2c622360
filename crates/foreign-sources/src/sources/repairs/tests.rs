use super::*;
use crate::Sources;

mod loops;
mod mixed;
mod reductions;
mod subroutines;

fn read(body: &str, frontend: Frontend) -> Result<String, &'static str> {
    let text = format!("module m;\n{body}\nendmodule\n");
    let tokens = Tokens::of(&text);
    let parameters = vec!["P=8'hfb".to_string()];
    let texts = [Tokens::of(&text)];
    let mut facts = Facts::of(&texts, Some("m"), &parameters);
    facts.names = words::objects(&texts[0], body.contains("wire bit"));
    let repaired =
        repaired(&text, &tokens, &facts, frontend).map_err(|(_, repair, _)| repair.name)?;
    let start = repaired.find("module m;\n").expect("the module") + "module m;\n".len();
    Ok(repaired[start..].trim_end().trim_end_matches("endmodule").trim_end().to_string())
}

#[test]
fn each_example_is_rewritten_or_refused() {
    for repair in &REPAIRS {
        for frontend in repair.readers {
            match (&repair.action, read(repair.example, *frontend)) {
                (Action::Refuse(..), Err(name)) => assert_eq!(name, repair.name),
                (Action::Refuse(..), Ok(text)) => panic!("{}: {text}", repair.name),
                (Action::Rewrite(_), Err(name)) => panic!("{}: {name}", repair.name),
                (Action::Rewrite(_), Ok(text)) => {
                    assert!(text != repair.example || *frontend == Frontend::Slang, "{text}");
                }
            }
        }
    }
}

#[test]
fn what_yosys_reads_wrongly_is_rewritten() {
    let cases = [
        ("y = int'(a) - int'(b[1:0]) >= 0;", "y = $signed(32'(a)) - $signed(32'(b[1:0])) >= 0;"),
        ("always @(posedge ~c or negedge r) q <= d;", "always @(negedge c or negedge r) q <= d;"),
        (
            "wire bit = ^a; reg [3:0] final; always @* final = do; bit b;",
            "wire \\bit  = ^a; reg [3:0] \\final ; always @* \\final  = do; \\bit  b;",
        ),
        ("y = int'(byte'(a));", "y = $signed(32'($signed(8'(a))));"),
        ("localparam logic [3:0] A = '1, B = '1; ", "localparam logic [3:0] A = ~0, B = ~0;"),
        ("parameter A = '1;", "parameter A = '1;"),
        (
            "typedef enum logic [3:0] {A = '1, B = 4'd2} t;",
            "typedef enum logic [3:0] {A = ~0, B = 4'd2} t;",
        ),
        // An operand of a cast has its own width: the carry would be lost.
        ("y[i +: W] = a + b;", "y[i +: W] = a + b;"),
        ("reg signed [3:0] a; y[i +: W] = a + 4'd1;", "reg signed [3:0] a; y[i +: W] = a + 4'd1;"),
        ("y[i +: W] = s.a[1];", "y[i +: W] = (W)'(s.a[1]);"),
        ("localparam A = '1, B = '1;", "localparam A = '1, B = '1;"),
        ("localparam logic [3:0] A = '1, B = '1;", "localparam logic [3:0] A = ~0, B = ~0;"),
        ("y.m[0][i -: 4] <= v;", "y.m[0][i -: 4] <= (4)'(v);"),
        ("if (y[i +: 4] == v) z = y[i +: 4] <= v;", "if (y[i +: 4] == v) z = y[i +: 4] <= v;"),
        (
            "for (int i = 4'd2; i < 4; i = i + 1'b1) y[i] = 1'b1;",
            "for (int i = 2; i < 4; i = i + 1) y[i] = 1'b1;",
        ),
        (
            "logic signed [W-1:0] k; initial for (k = 0; k < 4; k = k + 1) y[k] = k;\nassign z = k;",
            "logic signed [W-1:0] k; initial for (k = 0; k < 4; k = k + 1) y[(((W - 1)-(0)+1)'(k))] = (((W - 1)-(0)+1)'(k));\nassign z = k;",
        ),
        (
            "reg [2:0] k; initial for (k = 0; k < 4; k = k + 1) y[k] = a;",
            "reg [2:0] k; initial for (k = 0; k < 4; k = k + 1) y[{((2)-(0)+1)'(k)}] = a;",
        ),
        (
            "integer k; initial for (k = 0; k < 4; k = k + 1) y[k] = k;",
            "integer k; initial for (k = 0; k < 4; k = k + 1) y[k] = k;",
        ),
        (
            "initial for (byte k = 0; k < 4; k++) begin y[k] = 1; end z = k;",
            "initial for (byte k = 0; k < 4; k++) begin y[((8)'(k))] = 1; end z = k;",
        ),
        (
            "task t; reg [2:0] k; k = 0; endtask initial for (k = 0; k < 4; k = k + 1) y[k] = k;",
            "task t; reg [2:0] k; k = 0; endtask initial for (k = 0; k < 4; k = k + 1) y[k] = k;",
        ),
        (
            "byte k; initial begin for (bit k = 0; k < 1; k++) z = 0; for (k = 0; k < 4; k++) y = k; end",
            "byte k; initial begin for (bit k = 0; k < 1; k++) z = 0; for (k = 0; k < 4; k++) y = ((8)'(k)); end",
        ),
        (
            "function f(input byte k); for (k = 0; k < 4; k++) f = k; endfunction",
            "function f(input byte k); for (k = 0; k < 4; k++) f = ((8)'(k)); endfunction",
        ),
        ("parameter P = int'(a), Q = 1;", "parameter P = 8'hfb, Q = 1;"),
        ("parameter logic [7:0] P = '1;", "parameter logic [7:0] P = 8'hfb;"),
        (
            "parameter signed [7:0] P = 0, Q = 1; localparam R = 1;",
            "parameter signed [7:0] P = 8'hfb, Q = 1; localparam R = 1;",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(read(before, Frontend::Yosys).as_deref(), Ok(after.trim_end()));
    }
}

#[test]
fn what_slang_rejects_is_rewritten() {
    let cases = [
        (
            "inout logic [3:0] d; task automatic t(inout logic x); endtask inout d;",
            "inout wire [3:0] d; task automatic t(inout logic x); endtask inout d;",
        ),
        ("logic checker, a; assign checker = a;", "logic \\checker , a; assign \\checker  = a;"),
        ("checker c; endchecker", "checker c; endchecker"),
    ];
    for (before, after) in cases {
        assert_eq!(read(before, Frontend::Slang).as_deref(), Ok(after));
    }
}

#[test]
fn other_texts_are_read_as_they_are() {
    for text in [
        "assign y = $bits(a) + 4'(b) + t'(c); typedef logic [3:0] t; typedef struct packed { int a; } u; assign z = u'(y);",
        "sub u (.a('1), .b('1)); assign y = f(a) == '1;",
        "always @(posedge c) y[i] <= v; inout w;",
        "typedef struct packed { logic [3:0] a; } s; logic [0:3] b;",
    ] {
        assert_eq!(read(text, Frontend::Yosys).as_deref(), Ok(text));
    }
}

#[test]
fn a_process_with_a_reset_elsewhere_is_found() {
    let process = "always @(posedge c or negedge r)";
    for (body, is_irregular) in [
        ("if (!r) q <= 0; else q <= d;", false),
        ("begin : b if (!r) begin q <= 0; end else begin q <= d; end end", false),
        ("if (e) begin if (!r) q <= 0; else q <= d; end", true),
        ("begin if (!r) q <= 0; else q <= d; p <= e; end", true),
        ("q <= r ? d : 0;", true),
    ] {
        let text = format!("module m; {process} {body} endmodule");
        assert_eq!(resets::irregular(&Tokens::of(&text)).is_some(), is_irregular, "{body}");
    }
    assert_eq!(resets::irregular(&Tokens::of("always @(posedge c) q <= r;")), None);
    let several = |list: &str| resets::several(&Tokens::of(&format!("always @({list}) q <= d;")));
    assert_eq!(several("posedge c, posedge r"), None);
    assert_eq!(several("posedge c or posedge r or negedge s"), Some(0));
}

#[test]
fn a_keyword_is_a_name_in_the_files_that_declare_it_and_where_others_connect_it() {
    let files = [
        ("a.v", "module a(input do, output priority); wire bit = do; endmodule"),
        ("b.v", "module b(input c); bit d; a u(.do(c)); final v(c); c w(c); endmodule"),
        (
            "c.sv",
            "module c(input d); always_comb do x(d); while (d); final #(1) w(d); a u(.do(d)); endmodule",
        ),
        (
            "d.v",
            "module final(input c); parameter P = 1; `include \"e.vh\"\nwire y = global; endmodule",
        ),
        ("e.vh", "wire global;"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let paths = files.map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    });
    let units = paths.iter().filter(|path| path.extension().is_some_and(|end| end != "vh"));
    let top = Some("b".to_string());
    let sources = Sources { files: units.cloned().collect(), top, ..Sources::default() };
    let sources = sources.collect().expect("sources");
    let copies = sources.repaired(Frontend::Yosys).expect("copies");
    let copy = |name: &str| {
        let is_named = |file: &&SourceFile| file.name.ends_with(&format!("/{name}"));
        copies.iter().find(is_named).map(|file| file.text.clone())
    };
    for (name, expected) in [
        ("a.v", "module a(input \\do , output \\priority ); wire \\bit  = \\do ; endmodule"),
        ("b.v", "module b(input c); bit d; a u(.\\do (c)); \\final  v(c); c w(c); endmodule"),
        (
            "c.sv",
            "module c(input d); always_comb do x(d); while (d); \\final  #(1) w(d); a u(.\\do (d)); endmodule",
        ),
        (
            "d.v",
            "module \\final (input c); parameter P = 1; `include \"e.vh\"\nwire y = \\global ; endmodule",
        ),
        ("e.vh", "wire \\global ;"),
    ] {
        assert_eq!(copy(name).as_deref(), Some(expected), "{name}");
    }
}

#[test]
fn included_texts_are_rewritten_for_slang() {
    let output = "module sub(output y); always_comb y = 1; endmodule";
    let process = "always_ff @(posedge c) if (r) q <= 0; else q++;";
    let files = [
        ("sub.vh", output),
        ("part.vh", process),
        ("top.v", "`include \"sub.vh\"\nmodule top(input c);\n`include \"part.vh\"\nendmodule"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let sources = Sources { files: vec![folder.path().join("top.v")], ..Sources::default() };
    let copies = sources.collect().expect("sources").repaired(Frontend::Slang).expect("copies");
    let copy = |name: &str| copies.iter().find(|file| file.name.ends_with(name)).expect("a copy");
    assert_eq!(copy("sub.vh").text, output.replace("output y", "output logic y"));
    assert_eq!(copy("part.vh").text, process);
    assert!(copy("top.v").text.starts_with("`default_nettype wire "));
}

#[test]
fn a_macro_in_use_with_what_is_rewritten_is_refused() {
    let cases = [
        (
            "`define C(x) int'(x)\nassign y = `C(a) < 0;",
            Some("cast to a signed type with a keyword"),
        ),
        ("`define C(x) int'(x)\nassign y = a < 0;", None),
        (
            "`define D `C\n`define C int'(a)\nassign y = `D;",
            Some("cast to a signed type with a keyword"),
        ),
        (
            "`define SET(v) y[i +: 4] = v\nalways_comb `SET(v);",
            Some("signed value of a part select"),
        ),
        (
            "`define EACH for (int i = 0; i < 4; i = i + 1'b1)\nalways_comb `EACH y = i;",
            Some("loop variable with a step that has a width"),
        ),
        ("`define ALL '1\nassign y = `ALL;", None),
        (
            "`define ALL '1\nlocalparam logic [7:0] P = `ALL;",
            Some("'1 in the value of a constant or as an argument"),
        ),
        ("`define W 8\nlocalparam P = `W;", None),
        (
            "`define SET \\\n  y[i +: 4] = v\nalways_comb `SET;",
            Some("signed value of a part select"),
        ),
        ("`define COUNT always_ff @(posedge c) if (r) q <= 0; else q++\n`COUNT;", None),
    ];
    for (body, refused) in cases {
        let read = read(body, Frontend::Yosys);
        assert_eq!(read, refused.map_or_else(|| Ok(body.to_string()), Err), "{body}");
        assert!(refused.is_none() || self::read(body, Frontend::Slang).is_ok(), "{body}");
    }
}

#[test]
fn packed_arrays_of_types_are_refused_where_an_element_would_have_one_bit() {
    let types =
        "typedef logic [3:0] n; typedef struct packed { n a, b; } s; typedef logic [1:0][3:0] m;";
    for (declaration, is_refused) in [
        ("n [1:0] q;", false),
        ("n q [1:0]; s r [1:0];", false),
        ("s q; m r; assign y = q[1:0]; assign z = r[0];", false),
        ("typedef struct packed { n [1:0] a; s b; } t;", false),
        ("typedef n [1:0] t;", true),
        ("typedef p::n [1:0] t;", true),
        ("s [1:0] q;", true),
        ("m [1:0] q;", true),
        ("typedef struct packed { m a; } t;", true),
    ] {
        let result = read(&format!("{types} {declaration}"), Frontend::Yosys);
        assert_eq!(
            result == Err("packed array of a type with a name"),
            is_refused,
            "{declaration}"
        );
    }
}

#[test]
fn outputs_that_processes_assign_are_variables() {
    let module = |header: &str, body: &str| format!("endmodule module sub({header}); {body}");
    for (before, after) in [
        ("output [3:0] y; always @* y = a;", "output logic [3:0] y; always @* y = a;"),
        ("output y, z; always @* y = a;", "output logic y, z; always @* y = a;"),
        ("output y; reg x = 1, y; always @* y = a;", "output y; reg x = 1, y; always @* y = a;"),
        ("output y, z; reg z; always @* y = a;", "output y, z; reg z; always @* y = a;"),
        ("output reg y; always @* y = a;", "output reg y; always @* y = a;"),
        ("output y; assign y = a;", "output y; assign y = a;"),
        (
            "output y; task automatic t(output a); a = 1; endtask",
            "output y; task automatic t(output a); a = 1; endtask",
        ),
    ] {
        assert_eq!(read(&module("y", before), Frontend::Slang), Ok(module("y", after)));
    }
    for (header, body, after) in [
        ("input a, output y", "always @* y = a;", "input a, output logic y"),
        (
            "output [3:0] x, y, output z",
            "always @* case (y) default: y[0] = 1; endcase",
            "output logic [3:0] x, y, output z",
        ),
        ("output y, output z", "always @* if (a) {y, z} = 2;", "output logic y, output logic z"),
        ("output reg y, output z", "always @* y = 1; assign z = 1;", "output reg y, output z"),
        ("y", "output y; reg y; always @* y = 1;", "y"),
        (
            "output x, output sel",
            "always @* x[sel] = 1; assign sel = 1;",
            "output logic x, output sel",
        ),
        ("output y", "assign y = 1; always @* if (y <= 1) z = y;", "output y"),
    ] {
        let found = read(&module(header, body), Frontend::Slang);
        assert_eq!(found, Ok(module(after, body)));
    }
}
