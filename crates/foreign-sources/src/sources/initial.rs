//! Variables with a value in the declaration that something else drives: an `initial` block, as in
//! `reg [3:0] r = 0; initial r <= 10;`, a continuous assignment or an output of an instance. The
//! value of the declaration does not count. Yosys takes it for a second driver: it rejects the
//! first and the last, and the variable of the second would keep the value.

use std::collections::BTreeSet;

use super::drivers::{Ports, ports};
use super::tokens::Tokens;

const TYPES: [&str; 6] = ["reg", "logic", "bit", "byte", "int", "integer"];

/// Takes the values off such declarations, on the same lines.
pub(super) fn take_ignored_values(texts: &mut [&mut String]) {
    let copies: Vec<String> = {
        let tokens: Vec<Tokens> = texts.iter().map(|text| Tokens::of(text)).collect();
        let ports = ports(&tokens);
        let pairs = texts.iter().zip(&tokens);
        pairs.map(|(text, tokens)| without_ignored_values(text, tokens, &ports)).collect()
    };
    texts.iter_mut().zip(copies).for_each(|(text, copy)| **text = copy);
}

fn without_ignored_values(text: &str, tokens: &Tokens, ports: &Ports) -> String {
    let (mut copy, mut end, mut first) = (String::with_capacity(text.len()), 0, 0);
    for module in tokens.tokens.split_inclusive(|token| token.text == "endmodule") {
        let places = first..first + module.len();
        first = places.end;
        let blocks = places.clone().filter(|place| tokens.text(*place) == "initial");
        let mut driven: BTreeSet<&str> = blocks.flat_map(|place| tokens.assigned(place)).collect();
        // What a process assigns, too, is driven by the one or the other, as a parameter decides.
        let in_process = places.clone().filter_map(|place| tokens.assigned_in_process(place));
        let in_process: BTreeSet<&str> = in_process.collect();
        let others = places.clone().flat_map(|place| tokens.driven(place, ports));
        driven.extend(others.filter(|name| !in_process.contains(name)));
        let declarations = places.filter(|place| tokens.is_type(*place));
        for (equals, after) in declarations.flat_map(|place| tokens.values_of(&driven, place)) {
            let (start, stop) = (tokens.tokens[equals].start, tokens.tokens[after].start);
            // A list of ports may have the next type.
            if start >= end {
                copy += &text[end..start];
                copy.extend(text[start..stop].chars().filter(|one| *one == '\n'));
                end = stop;
            }
        }
    }
    copy + &text[end..]
}

impl<'t> Tokens<'t> {
    /// Whether a declaration begins here, other than that of a loop.
    fn is_type(&self, place: usize) -> bool {
        let is_of_loop = place >= 2 && self.text(place - 2) == "for";
        TYPES.contains(&self.text(place)) && !is_of_loop
    }

    /// The names to which the `initial` block at this place assigns values without a condition.
    fn assigned(&self, initial: usize) -> BTreeSet<&'t str> {
        let (mut names, mut place, mut depth) = (BTreeSet::new(), initial, 0_usize);
        loop {
            let word = self.text(place);
            depth = match word {
                "begin" => depth + 1,
                "end" => depth.saturating_sub(1),
                _ => depth,
            };
            let is_before_statement = depth < 2 && ["initial", "begin", ";"].contains(&word);
            if is_before_statement && ["=", "<="].contains(&self.text(place + 2)) {
                names.insert(self.text(place + 1));
            }
            place = self.after(place);
            if ["", "endmodule"].contains(&word) || (["end", ";"].contains(&word) && depth == 0) {
                return names;
            }
        }
    }

    /// The values of these variables in a declaration: the places of the `=` and of what follows
    /// the value.
    fn values_of(&self, variables: &BTreeSet<&str>, declaration: usize) -> Vec<(usize, usize)> {
        let (mut values, mut equals, mut place) = (vec![], None, declaration);
        loop {
            let is_end = ["", ";", ")"].contains(&self.text(place));
            if is_end || self.text(place) == "," {
                values.extend(equals.take().zip(Some(place)));
            }
            if is_end {
                values.retain(|(_, after)| *after < self.tokens.len());
                return values;
            }
            if variables.contains(self.text(place)) && self.text(place + 1) == "=" {
                equals = equals.or(Some(place + 1));
            }
            place = self.after(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::take_ignored_values;

    fn with_values_taken(text: &str) -> String {
        let mut text = text.to_string();
        take_ignored_values(&mut [&mut text]);
        text
    }

    #[test]
    fn the_value_of_an_initial_block_counts() {
        let cases = [
            ("reg [3:1] r = 0; initial r <= 1010;", "reg [3:1] r ; initial r <= 1010;"),
            (
                "logic a = {2'd1,\n2'd2}, b = 1, c; initial begin : set\nx = 2; a = 3; end",
                "logic a \n, b = 1, c; initial begin : set\nx = 2; a = 3; end",
            ),
            (
                "(output reg a = 1, output reg b = 2); initial begin b = f(1, 2); a <= 2; end",
                "(output reg a , output reg b ); initial begin b = f(1, 2); a <= 2; end",
            ),
        ];
        for (before, after) in cases {
            let module = |body: &str| format!("module top {body}\nendmodule\n");
            assert_eq!(with_values_taken(&module(before)), module(after));
        }
    }

    #[test]
    fn a_continuous_assignment_or_an_output_counts() {
        let bodies = [
            "assign r = a; assign q = r <= 3;",
            "assign #(1, 2) q = b, r[1:0] = a;",
            "assign {q, {r[a:0]}} = a;",
            "sub s (.c(a), .y(r));",
            "sub #(.W(2)) s [1:0] (a, {q, r});",
            "sub s (.c(a), .\\n+ (n), .y (r[3:0]));",
            "plain p (a, r);",
            "plain p (a, q), q [1:0] (.c (a), .r);",
            "plain p (.c, .r);",
        ];
        let library = "module sub #(W = 1) (input wire [1:0] c, output logic [W:0] y, \\n+ ); endmodule\n\
                       module plain (c, r); input c; output reg [3:0] r; endmodule\n";
        for body in bodies {
            let module = |value: &str| {
                format!("{library}module m (input a); logic [3:0] r{value}; {body} endmodule")
            };
            assert_eq!(with_values_taken(&module(" = 4'd7")), module(" "), "{body}");
        }
    }

    #[test]
    fn other_values_of_declarations_stay() {
        let sub = "module sub (input c, output y); endmodule\n";
        for text in [
            "reg r = 0, s = 0; initial begin if (1) r = 1; if (2) begin r = 2; s = 2; end end",
            "reg r = 0; initial if (1) r = 1;",
            "reg r = 0; initial r[0] = 1;",
            "reg r = 0; initial begin end always @(posedge c) begin r <= 1; end",
            "reg r = 0; endmodule module two (output reg r); initial r = 1;",
            "wire r = 0; initial r = 1",
            "initial begin i = 1; for (int i = 0; i < 4; i = i + 1) r[i] = i; end",
            "reg r =",
            "initial r = 1; reg r = 0",
            "initial begin",
            "initial",
            "module m; logic r = 0; assign s = r, t[r] = r, {u, v[r]} = r; endmodule",
            "module m; logic r = 0; sub s (.c(r), .y(n[r])); endmodule",
            "module m; logic r = 0; sub s (.c(n), .y(~r)); sub #(r) t (r); endmodule",
            "module m; logic r = 0; other o (.y(r)); sub (r, r); endmodule",
            "module m; logic r = 0; sub s [r:0] (r",
            "module m; logic r = 0; sub s (a, b); and (c, r); endmodule",
            "module m; logic r = 0; if (W) assign r = a; else always_ff @(posedge c) r <= a; endmodule",
        ] {
            let text = format!("{sub}{text}");
            assert_eq!(with_values_taken(&text), text);
        }
    }
}
