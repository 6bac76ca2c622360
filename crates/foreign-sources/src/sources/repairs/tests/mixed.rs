use super::*;

#[test]
fn assignments_of_a_variable_with_both_signs_get_one() {
    let process = |body: &str| format!("always_ff @(posedge c) {body}");
    for (before, after) in [
        ("if (r) q <= 0; else q++;", "if (r) q <= 0; else q <= q + 1;"),
        ("if (r) q = 0; else begin : b q <= d; end", "if (r) q <= 0; else begin : b q <= d; end"),
        ("begin q = d; q <= e; p <= f; end", "begin q <= d; q <= e; p <= f; end"),
        (
            "unique case (s) 0, 1: q--; default if (q == 1) q = p[q]; else q <= 1; endcase",
            "unique case (s) 0, 1: q <= q - 1; default if (q == 1) q <= p[q]; else q <= 1; endcase",
        ),
        ("begin q <<= 1; q[0] <= q[3]; end", "begin q <<= 1; q[0] = q[3]; end"),
        ("if (r) q <= 0; else q += 1;", "if (r) q = 0; else q += 1;"),
        (
            "if (r) q <= 0; else begin p.x <= q; p.y[q] <= 0; q = q + 2; end",
            "if (r) q <= 0; else begin p.x <= q; p.y[q] <= 0; q <= q + 2; end",
        ),
        ("if (r) q.x <= 0; else q.y[1].z = 1;", "if (r) q.x <= 0; else q.y[1].z <= 1;"),
        (
            "begin q.x = d; p <= q.x; if (r) q[0].x <= 0; end",
            "begin q.x = d; p <= q.x; if (r) q[0].x = 0; end",
        ),
        ("begin q = d; p.x <= q; if (r) q <= 0; end", "begin q = d; p.x <= q; if (r) q = 0; end"),
        // The new value is read.
        (
            "begin q = d; if (q) p <= 1; if (r) q <= 0; end",
            "begin q = d; if (q) p <= 1; if (r) q = 0; end",
        ),
        ("begin q[0] = 1; q[1] <= q[0]; end", "begin q[0] = 1; q[1] = q[0]; end"),
        (
            "if (r) q <= 0; else begin q = d; p <= q % 10; end",
            "if (r) q = 0; else begin q = d; p <= q % 10; end",
        ),
        (
            "if (r) q <= 0; else begin q++; if (e) q++; end",
            "if (r) q = 0; else begin q++; if (e) q++; end",
        ),
        (
            "begin q = d; p <= `NEXT; if (r) q <= 0; end",
            "begin q = d; p <= `NEXT; if (r) q = 0; end",
        ),
    ] {
        assert_eq!(read(&process(before), Frontend::Slang).as_ref(), Ok(&process(after)));
    }
    for (before, after) in [
        (
            "always_comb begin q = 0; if (r) q <= 1; end",
            "always_comb begin q = 0; if (r) q = 1; end",
        ),
        ("always_comb q <= d;", "always_comb q <= d;"),
        ("initial begin q <= 0; p[0] <= 1; end", "initial begin q = 0; p[0] = 1; end"),
        (
            &process("if (r) q[i] = d; else q[0] <= q[1];"),
            &process("if (r) q[i] <= d; else q[0] <= q[1];"),
        ),
    ] {
        assert_eq!(read(before, Frontend::Slang).as_deref(), Ok(after));
    }
    for other in [
        "begin q <= 0; if (r) q = 1; end",
        "begin q = d; q <= e; p <= q; end",
        "begin q <= d; q += 1; end",
        "if (r) q <= 0; else for (i = 0; i < 2; i = i + 1) q = i;",
        "if (r) q <= 0; else begin q = 1; `SEND end",
        "if (r) q <= 0; else {q, p} = 2;",
        "if (r) q <= 0; else begin q = 1; p.send(q); end",
        "begin q = d; p <= f(a); if (r) q <= 0; end\n`include \"f.vh\"",
    ] {
        assert_eq!(read(&process(other), Frontend::Slang), Ok(process(other)));
    }
    for other in [
        "always_comb begin q <= 0; q = 1; end".to_string(),
        "always @* begin q = 0; q <= 1; p = q; end".to_string(),
        "initial begin q <= 0; #1 q <= 1; end".to_string(),
        "initial begin q <= 0; p = q; end".to_string(),
        "initial q <= 5; initial p = q;".to_string(),
        format!(
            "function automatic f; f = q; endfunction {}",
            process("if (r) q <= 0; else q = 1;")
        ),
    ] {
        assert_eq!(read(&other, Frontend::Slang), Ok(other));
    }
}
