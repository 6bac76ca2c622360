use super::super::Frontend;
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
