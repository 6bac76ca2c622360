//! Registers with a value in the declaration and another one in an `initial` block:
//! `reg [3:0] r = 0; initial r <= 10;`. The block comes later, so its value counts in simulators
//! and in Quartus. Yosys rejects both together.

use std::collections::BTreeSet;

use super::tokens::Tokens;

const TYPES: [&str; 6] = ["reg", "logic", "bit", "byte", "int", "integer"];

/// The text in which declarations have no values for what an `initial` block of their module
/// assigns, on the same lines.
pub(super) fn with_one_initial_value(text: &str) -> String {
    let tokens = Tokens::of(text);
    let (mut copy, mut end, mut first) = (String::with_capacity(text.len()), 0, 0);
    for module in tokens.tokens.split_inclusive(|token| token.text == "endmodule") {
        let places = first..first + module.len();
        first = places.end;
        let blocks = places.clone().filter(|place| tokens.text(*place) == "initial");
        let assigned: BTreeSet<&str> = blocks.flat_map(|place| tokens.assigned(place)).collect();
        let declarations = places.filter(|place| tokens.is_type(*place));
        for (equals, after) in declarations.flat_map(|place| tokens.values_of(&assigned, place)) {
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
    use super::with_one_initial_value;

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
            assert_eq!(with_one_initial_value(&module(before)), module(after));
        }
    }

    #[test]
    fn other_values_of_declarations_stay() {
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
        ] {
            assert_eq!(with_one_initial_value(text), text);
        }
    }
}
