use super::super::{Facts, Frontend, Tokens, subroutines};
use super::read;

#[test]
fn a_subroutine_of_several_processes_that_keeps_no_value_is_automatic() {
    let calls = "always_comb y = f(a); assign z = f(b);";
    let calls = [calls, "always @* f(a, y); always @* f(b, z);"];
    let rewritten = [
        "function integer f; input i; f = i; endfunction",
        "function f(input i); if (i) f = 0; else begin : b reg n; n = i; f = n; end endfunction",
        "function f(input i); case (i) 0, 1: f = 1; default f = 0; endcase endfunction",
        "function f(input i); begin f = 0; for (k = i; k < 3; k = k + 1) f = f + k; end endfunction",
        "function [1:0] f(input i); reg a, b; {a, b} = i; f[0] = a; return {a, b}; endfunction",
        "task f(input i, output q); p <= i; q = i; endtask",
        "task f; input i; output q; reg q; q = i; endtask",
    ];
    let kept = [
        "task f; output q; reg n; begin n = n + 1; q = n; end endtask",
        "function f; input i, b; if (i) f = b; endfunction",
        "function f(input i); case (i) 0: f = 1; endcase endfunction",
        "function f(input i); while (i) f = 1; endfunction",
        "function [1:0] f(input i); f[0] = i; endfunction",
        "function f(input i); `SET f = i; endfunction",
        "function f(input i);\n`ifdef A\nf = i;\n`endif\nendfunction",
        "function f(input i); reg n = 0; f = i; endfunction",
        "function f(input i); if (i) return 1; endfunction",
        "function f(input i); static int n; f = i; endfunction",
        "function f(input i); begin f = i; if (i) begin : b reg i; f = i; end end endfunction",
        "function static f(input i); f = i; endfunction",
        "function automatic f(input i); f = i; endfunction",
        "function f(input i, output q); f = i; endfunction",
        "task f(input i, output q); #1 q = i; endtask",
        "task f; output q; q <= d; endtask",
        "task f; output q; begin if (a) begin end q <= d; end endtask",
        "task f; output q, r; {q, r} <= d; endtask",
        "task f; output q; case (a) 1: ; default q <= d; endcase endtask",
    ];
    for calls in calls {
        let read = |text: &str| read(&format!("{text} {calls}"), Frontend::Slang);
        for text in rewritten {
            let (keyword, rest) = text.split_once(' ').expect("a keyword");
            assert_eq!(read(text), Ok(format!("{keyword} automatic {rest} {calls}")));
        }
        for text in kept {
            assert_eq!(read(text), Ok(format!("{text} {calls}")));
        }
    }
    let plain = "function f(input i); f = i; endfunction";
    for calls in [
        "always_comb begin y = f(a); z = f(b); end",
        "assign y = f(a);",
        "assign y = f(a); assign z = f.i + f(b);",
    ] {
        let text = format!("{plain} {calls}");
        assert_eq!(read(&text, Frontend::Slang), Ok(text));
    }
    for calls in ["genvar n; for (n = 0; n < 2; n = n + 1) assign y[n] = f(a[n]);", "`Y"] {
        let after = format!("{} {calls}", plain.replacen(' ', " automatic ", 1));
        assert_eq!(read(&format!("{plain} {calls}"), Frontend::Slang), Ok(after));
    }
}

#[test]
fn a_value_of_the_call_before_is_refused_for_yosys_own_reader() {
    let name = "static variable whose value from the call before is used";
    for kept in [
        "task f; output q; reg n; begin n = n + 1; q = n; end endtask",
        "task f(output [3:0] q); reg [3:0] n; n++; endtask",
        "task f(output [3:0] q); reg [3:0] n; begin n += 1; q = n; end endtask",
        "task f(input i, output q); reg n; begin if (i) n = 0; q = n; end endtask",
        "task f(input i, output q); reg n; if (i) n = 0; else begin n = ~n; q = n; end endtask",
        "task f(input i, output q); if (i) q = 1; endtask",
        "task f(input [1:0] i, output q); case (i) 0: q = 1; 1, 2: q = 0; endcase endtask",
        "function f(input i); f = f ^ i; endfunction",
        "function f(input i); reg n; begin f = n; n = i; end endfunction",
        "function f(input i); reg n; begin n <= i; f = n; end endfunction",
        "function f(input i); reg [1:0] n; begin n[0] = i; f = n; end endfunction",
        "function f(input i); static int n = 3; f = n; n = i; endfunction",
        "function static f(input i); reg n; begin f = n; n = i; end endfunction",
        "function f(input n); begin : b reg n; f = n; end endfunction",
        "function f(input i); integer k, n; for (k = 0; k < n; k = k + 1) f = i; endfunction",
    ] {
        assert_eq!(read(kept, Frontend::Yosys), Err(name), "{kept}");
        assert!(read(kept, Frontend::Slang).is_ok());
    }
    for text in [
        "function f; input i, b; if (i) f = b; endfunction",
        "function f(input i); reg n; begin n = i; f = n; end endfunction",
        "function automatic f(input i); reg n; f = n + i; endfunction",
        "function f(input i); automatic int n = 0; f = n + i; endfunction",
        "function f(input i); begin : b automatic int n; f = n + i; end endfunction",
        "function [7:0] f(input [7:0] d); for (k = 0; k < 8; k = k + 1) f[k] = d[7 - k]; endfunction",
        "function [7:0] f(input [7:0] d); begin f[7] = d[7]; for (k = 6; k >= 0; k = k - 1) f[k] = d[k] ^ f[k + 1]; end endfunction",
        "function [3:0] f(input i); begin f[3:1] = 0; f[0] = i; f = f + 1; end endfunction",
        "function [3:0] f(input i); begin f[0] = i; f[1] = f[0]; end endfunction",
        "function [W-1:0] f(input i); begin f[W-1:1] = 0; f[0] = i; f = f + 1; end endfunction",
        "function f(input i); case (i) 0: f = 1; 1: f = 0; endcase endfunction",
        "task f(input i, output q); reg n; begin case (i) 0: n = 1; 1: n = 0; endcase q = n; end endtask",
        "task f(input i, output q); reg n; begin if (i) n = 0; else n = 1; q = n; end endtask",
        "task f(input i, output q); reg n; begin g(i, n); #1 q = n; end endtask",
        "function f(input i); begin if (i) f = 1; else begin f = 0; disable f; end f = f + 1; end endfunction",
        "function integer f(input integer v); for (f = 0; v > 0; f = f + 1) v = v >> 1; endfunction",
        "function integer f(input integer v); f = v > 1 ? f(v >> 1) + 1 : 0; endfunction",
        "function f(input i); integer k; while (i) begin k = 1; f = k; end endfunction",
        "function f(input i); begin f = `W; f = f + i; end endfunction",
        "import \"DPI-C\" function f(input i);",
    ] {
        assert_eq!(read(text, Frontend::Yosys).as_deref(), Ok(text));
    }
}

#[test]
fn an_unfinished_subroutine_is_not_followed() {
    let text = "task f(input i, output q); automatic int n = 0; begin for (k = 0; k < 3; k++) \
                {n, q} <= #1 n; case (i) 0, 1: return; default: g(i, n); endcase disable f; end endtask";
    for end in 0..text.len() {
        for rest in ["", " endtask", ") endtask"] {
            let text = format!("{}{rest}", &text[..end]);
            let tokens = Tokens::of(&text);
            let _ = subroutines::kept(&tokens, &Facts::default());
        }
    }
}

#[test]
fn initial_values_that_read_arguments_are_refused() {
    let refused = [
        "function integer f(input [3:0] a); integer r = a / 2, s = 1; f = r; endfunction",
        "function f; input a; begin : n reg b; reg c = P + b; f = c; end endfunction",
        "task t(input a, output q); static int r = a; q = r; endtask",
    ];
    let read_as_they_are = [
        "function f(input a); reg [a:0] n = P; f = n; endfunction",
        "function automatic f(input a); reg r = a; f = r; endfunction",
        "function f(input a); automatic reg r = a; f = r; endfunction",
        "function f(input a); for (int i = a; i < 3; i = i + 1) f = i; endfunction",
        "function f(input [3:0] a); int n = $bits(a); f = n; endfunction",
        "function f(input width); int n = CFG.width + p::width; f = n; endfunction",
        "function f(input a); localparam int W = a; f = W; endfunction",
    ];
    for frontend in [Frontend::Slang, Frontend::Yosys] {
        for text in refused {
            let name = "initial value of a static variable that is not constant";
            assert_eq!(read(text, frontend), Err(name), "{text}");
        }
    }
    for text in read_as_they_are {
        assert_eq!(read(text, Frontend::Slang).as_deref(), Ok(text));
    }
}
