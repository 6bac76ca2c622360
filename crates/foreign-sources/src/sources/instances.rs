//! Names for instances without one, which Quartus and ModelSim accept and Yosys does not.
//!
//! This is not a parser: it splits modules into items, as far as that is needed to tell an instance
//! from the call of a task or a function. In doubt, the text stays as it is.

use std::collections::BTreeSet;

use super::modules::{Scan, name};
use super::tokens::Tokens;
use crate::intel;

/// Gives names to the instances that have none, such as `unnamed_adder_1`, on the same lines. No
/// other word of the texts is such a name.
pub(super) fn name_instances(texts: &mut [&mut String]) {
    let scans: Vec<Scan> = texts.iter().map(|text| Scan::of(text)).collect();
    let items = || scans.iter().flat_map(|scan| &scan.items);
    let mut modules: BTreeSet<&str> = intel::blocks().collect();
    let declared = items().filter(|item| item.is_module).flat_map(|item| &item.names);
    modules.extend(declared.map(String::as_str));
    let words = items().map(|item| &item.words).chain(scans.iter().map(|scan| &scan.outside));
    let words: BTreeSet<&String> = words.flat_map(|words| &words.all).collect();
    let mut number = 0;
    let mut new_name = |module: &str| {
        let is_plain = |one: &char| one.is_ascii_alphanumeric() || *one == '_';
        let module: String = module.chars().filter(is_plain).collect();
        loop {
            number += 1;
            let name = format!("unnamed_{module}_{number}");
            if !words.contains(&name) {
                return name;
            }
        }
    };
    for text in texts {
        let unnamed = Tokens::of(text).unnamed(&modules);
        let (mut copy, mut end) = (String::with_capacity(text.len()), 0);
        for (module, place) in unnamed {
            copy += &format!("{} {} ", &text[end..place], new_name(module));
            end = place;
        }
        copy += &text[end..];
        **text = copy;
    }
}

impl<'t> Tokens<'t> {
    /// The modules of instances without names, and where in the text the names belong.
    fn unnamed(&self, modules: &BTreeSet<&str>) -> Vec<(&'t str, usize)> {
        let (mut unnamed, mut place, mut is_inside) = (Vec::new(), 0, false);
        while place < self.tokens.len() {
            place = match self.text(place) {
                "module" | "macromodule" => {
                    is_inside = true;
                    self.item_end(place)
                }
                "endmodule" => {
                    is_inside = false;
                    place + 1
                }
                _ if !is_inside => place + 1,
                "generate" | "endgenerate" | "else" | ";" => place + 1,
                "begin" | "end" | "endcase" | "endfunction" | "endtask" => self.after_label(place),
                "default" => place + 1 + usize::from(self.text(place + 1) == ":"),
                "if" | "for" | "case" | "casez" | "casex" => self.after(place + 1),
                "(" if self.text(place + 1) == "*" => self.after(place),
                "function" => self.find("endfunction", place),
                "task" => self.find("endtask", place),
                "always" | "always_comb" | "always_ff" | "always_latch" | "initial" | "final" => {
                    self.statement_end(place + 1)
                }
                _ => {
                    unnamed.extend(self.unnamed_instance(place, modules));
                    self.item_end(place)
                }
            };
        }
        unnamed
    }

    /// The module of an instance without a name, and where in the text that belongs.
    fn unnamed_instance(&self, place: usize, modules: &BTreeSet<&str>) -> Option<(&'t str, usize)> {
        let module = name(&self.tokens[place]);
        let ports = match self.text(place + 1) {
            "#" if self.text(place + 2) == "(" => self.after(place + 2),
            "#" => place + 3,
            _ => place + 1,
        };
        let end = *self.closing.get(ports)?;
        let is_list = self.text(ports) == "(" && self.text(ports + 1) != "*" && end > ports;
        let has_semicolon = || self.tokens[ports..end].iter().any(|token| token.text == ";");
        let is_unnamed = modules.contains(module) && is_list && self.text(end + 1) == ";";
        (is_unnamed && !has_semicolon()).then(|| (module, self.tokens[ports].start))
    }

    /// The place after an item that ends with a semicolon, or after the label of a case.
    fn item_end(&self, mut place: usize) -> usize {
        let mut has_choice = false;
        while place < self.tokens.len() {
            match self.text(place) {
                "endmodule" => return place,
                ";" => return place + 1,
                ":" if !has_choice => return place + 1,
                "?" => has_choice = true,
                _ => {}
            }
            place = self.after(place);
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names the instances in the texts, between the modules `sub` and `\\a+b`.
    fn named(body: &str) -> String {
        const SUB: &str = "module sub (input a); endmodule module \\a+b (input c); endmodule";
        let (mut text, mut library) = (body.to_string(), SUB.to_string());
        name_instances(&mut [&mut text, &mut library]);
        assert_eq!(library, SUB);
        text
    }

    #[test]
    fn instances_without_names_get_them() {
        let cases = [
            ("sub (.a(x));", "sub  unnamed_sub_1 (.a(x));"),
            ("sub(x);\nsub(y);", "sub unnamed_sub_1 (x);\nsub unnamed_sub_2 (y);"),
            ("sub #(.W(4))\n  (.a(x));", "sub #(.W(4))\n   unnamed_sub_1 (.a(x));"),
            ("sub #4 (x);", "sub #4  unnamed_sub_1 (x);"),
            ("sub #`W (x);", "sub #`W  unnamed_sub_1 (x);"),
            ("\\sub (x);", "\\sub  unnamed_sub_1 (x);"),
            ("\\a+b (x);", "\\a+b  unnamed_ab_1 (x);"),
            ("altpll (x);", "altpll  unnamed_altpll_1 (x);"),
            ("(* keep = \"(\" *) sub (x);", "(* keep = \"(\" *) sub  unnamed_sub_1 (x);"),
            ("sub // (y);\n(x);", "sub // (y);\n unnamed_sub_1 (x);"),
            ("sub /* u */ (x /* ) */);", "sub /* u */  unnamed_sub_1 (x /* ) */);"),
            ("sub `ifdef X #(3) `endif (x);", "sub `ifdef X #(3) `endif  unnamed_sub_1 (x);"),
            ("`define S sub (\nsub (x);", "`define S sub (\nsub  unnamed_sub_1 (x);"),
            ("wire unnamed_sub_1; sub (x);", "wire unnamed_sub_1; sub  unnamed_sub_2 (x);"),
            ("wire y = a ? b : c; sub (x);", "wire y = a ? b : c; sub  unnamed_sub_1 (x);"),
            (
                "always @(posedge c) if (a) begin : b y <= x; end : b else y <= 1; sub (x);",
                "always @(posedge c) if (a) begin : b y <= x; end : b else y <= 1; sub  unnamed_sub_1 (x);",
            ),
            (
                "function f(input x); f = x; endfunction : f sub (x);",
                "function f(input x); f = x; endfunction : f sub  unnamed_sub_1 (x);",
            ),
            (
                "generate for (i = 0; i < 2; i = i + 1) begin : g sub (x[i]); end endgenerate",
                "generate for (i = 0; i < 2; i = i + 1) begin : g sub  unnamed_sub_1 (x[i]); end endgenerate",
            ),
            (
                "if (W == 1) sub (x); else sub (y);",
                "if (W == 1) sub  unnamed_sub_1 (x); else sub  unnamed_sub_2 (y);",
            ),
            (
                "if (W == 1) always @(*) y = x; else sub (y);",
                "if (W == 1) always @(*) y = x; else sub  unnamed_sub_1 (y);",
            ),
            (
                "case (W) 1, 2: sub (x); default: begin sub (y); end endcase",
                "case (W) 1, 2: sub  unnamed_sub_1 (x); default: begin sub  unnamed_sub_2 (y); end endcase",
            ),
        ];
        for (before, after) in cases {
            let module =
                |body: &str| format!("module top #(W = 1) (input x);\n{body}\nendmodule\n");
            assert_eq!(named(&module(before)), module(after));
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        let cases = [
            "sub u (x);",
            "sub #(4) u (x);",
            "sub u [1:0] (x);",
            "and (y, a, b);",
            "other (x);",
            "wire y = sub (x);",
            "assign y = a ? b : sub (x);",
            "`SUB (x);",
            "sub `NAME (x);",
            "sub `ifdef X u `endif (x);",
            "`define S sub (x); \\\nsub (x);\n",
            "/* sub (x); */ // sub (x);",
            "string s = \"; sub (x);\";",
            "initial sub (x);",
            "always @(posedge c) begin : sub y <= x; sub (x); end",
            "always_comb case (x) 0: y = 1; default: sub (x); endcase",
            "initial if (x) begin sub (x); end else sub (x);",
            "task sub (input a); y = a; endtask",
            "task t; begin sub (x); end endtask",
            "function sub (input a); sub = a; endfunction",
            "other u (.sub (x));",
            "sub (x) y;",
            "sub (x; y);",
            "sub (x",
            "endmodule sub (x); module sub (input x);",
        ];
        for body in cases {
            let text = format!("module top (input x);\n{body}\nendmodule\n");
            assert_eq!(named(&text), text);
        }
    }
}
