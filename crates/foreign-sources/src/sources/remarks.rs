//! What a text does that Yosys accepts without a word: modules without contents, and blocking
//! assignments in clocked processes.

use std::collections::BTreeSet;
use std::ops::Range;

use super::SourceSet;
use super::modules::name;
use super::tokens::Tokens;

/// Words that begin a declaration, which gives a module no contents.
const DECLARATIONS: [&str; 12] = [
    "input",
    "output",
    "inout",
    "wire",
    "reg",
    "logic",
    "parameter",
    "localparam",
    "integer",
    "genvar",
    "bit",
    "tri",
];

/// How many signals are looked at: a text may have any number.
const EXAMINED: usize = 1000;

impl SourceSet {
    /// The modules that declare ports and signals only.
    pub fn empty_modules(&self) -> Vec<String> {
        let texts = self.files.iter().filter(|file| self.units.contains(&file.name));
        texts.flat_map(|file| Tokens::of(&file.text).empty_modules()).collect()
    }

    /// Whether a text has what an old Yosys does not read: packed arrays of two dimensions,
    /// `automatic`, an import in a module.
    pub(crate) fn has_newer_syntax(&self) -> bool {
        self.files.iter().any(|file| Tokens::of(&file.text).has_newer_syntax())
    }

    /// Signals that a clocked process assigns with `=` and others read, each with its place:
    /// `lab.sv:12`.
    pub fn blocking_assignments(&self) -> Vec<(String, String)> {
        let texts = self.files.iter().filter(|file| self.units.contains(&file.name));
        let found = texts.flat_map(|file| {
            let assigned = Tokens::of(&file.text).blocking_assignments();
            assigned.into_iter().map(|(name, start)| (name.to_string(), self.place(file, start)))
        });
        found.collect()
    }
}

impl<'t> Tokens<'t> {
    /// The places of the tokens of each module, from its name on.
    fn modules(&self) -> impl Iterator<Item = Range<usize>> {
        let begins = (0..self.tokens.len()).filter(|place| self.text(*place) == "module");
        begins.map(|begin| begin + 1..self.find("endmodule", begin))
    }

    fn has_newer_syntax(&self) -> bool {
        (0..self.tokens.len()).any(|place| match self.text(place) {
            "automatic" | "import" => true,
            "logic" | "reg" | "wire" | "bit" | "input" | "output" | "signed" | "unsigned" => {
                let second = self.after(place + 1);
                self.text(place + 1) == "[" && self.text(second) == "["
            }
            _ => false,
        })
    }

    fn empty_modules(&self) -> Vec<String> {
        let is_empty = |module: &Range<usize>| {
            let mut place = self.find(";", module.start) + 1;
            while DECLARATIONS.contains(&self.text(place)) {
                let end = self.find(";", place);
                // A net may have a value.
                if (place..end).any(|place| self.text(place) == "=") {
                    break;
                }
                place = end + 1;
            }
            place == module.end
        };
        let names = self.modules().filter(is_empty);
        names.map(|module| name(&self.tokens[module.start]).to_string()).collect()
    }

    /// The names that clocked processes assign with `=` and that are seen outside of them, each
    /// with the byte of the first assignment.
    fn blocking_assignments(&self) -> Vec<(&'t str, usize)> {
        let (mut found, mut examined) = (Vec::new(), BTreeSet::new());
        for module in self.modules() {
            for process in self.clocked_processes(module.clone()) {
                let loops = process.clone().filter(|place| self.text(*place) == "for");
                let headers: Vec<Range<usize>> =
                    loops.map(|place| place + 1..self.after(place + 1)).collect();
                let blocking = |place: usize| {
                    let name = self.assigned_in_process(place)?;
                    let mut end = place + 1;
                    while self.text(end) == "[" {
                        end = self.after(end);
                    }
                    let is_in_header = headers.iter().any(|header| header.contains(&place));
                    (self.text(end) == "=" && !is_in_header).then_some((name, place))
                };
                for (name, place) in process.clone().filter_map(blocking) {
                    let is_new = examined.len() < EXAMINED && examined.insert((module.start, name));
                    if is_new && self.is_seen_outside(name, module.clone(), &process) {
                        found.push((name, self.tokens[place].start));
                    }
                }
            }
        }
        found
    }

    /// The statements of the processes with a clock or an asynchronous reset.
    fn clocked_processes(&self, module: Range<usize>) -> Vec<Range<usize>> {
        let mut processes = Vec::new();
        for place in module.clone() {
            let is_process = ["always", "always_ff"].contains(&self.text(place));
            if !is_process || [self.text(place + 1), self.text(place + 2)] != ["@", "("] {
                continue;
            }
            let list = place + 2..self.after(place + 2);
            if list.clone().any(|place| ["posedge", "negedge"].contains(&self.text(place))) {
                processes.push(list.end..self.statement_end(list.end).min(module.end));
            }
        }
        processes
    }

    /// Whether a module uses a name outside of a process, or has it as an output.
    fn is_seen_outside(&self, name: &str, module: Range<usize>, process: &Range<usize>) -> bool {
        let places = module.filter(|place| !process.contains(place) && self.text(*place) == name);
        let is_use = |place: usize| {
            // Back to the beginning of the statement or of the port.
            let is_start = |place: &usize| {
                [";", "begin", "end", "endmodule", "(", "module"].contains(&self.text(*place))
            };
            let start = (0..place).rev().find(is_start).map_or(0, |start| start + 1);
            let mut words = (start..place).map(|place| self.text(place));
            let begins_declaration = DECLARATIONS.contains(&self.text(start));
            let is_output = words.any(|word| word == "output" || word == "inout");
            is_output || !begins_declaration || self.is_value(start, place)
        };
        places.into_iter().any(is_use)
    }

    /// Whether a place in a declaration is in a value: `wire x = place;`.
    fn is_value(&self, start: usize, place: usize) -> bool {
        (start..place).any(|place| self.text(place) == "=")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_with_declarations_only_is_empty() {
        let text = "module a(input x, output y); endmodule\n\
            module b(x, y); input x; output y; wire z; endmodule\n\
            module c(input x, output y); assign y = x; endmodule\n\
            module d(input x); wire y = x; endmodule\n";
        assert_eq!(Tokens::of(text).empty_modules(), ["a", "b"]);
    }

    #[test]
    fn only_packed_arrays_of_two_dimensions_are_newer() {
        let cases = [
            ("logic [3:0][7:0] x;", true),
            ("output reg signed [3:0] [7:0] x", true),
            ("function automatic f();", true),
            ("logic [7:0] x [0:3];", false),
            ("assign y = x[3][0];", false),
        ];
        for (text, is_newer) in cases {
            assert_eq!(Tokens::of(text).has_newer_syntax(), is_newer, "{text}");
        }
    }

    #[test]
    fn blocking_assignments_in_clocked_processes_are_found_if_others_see_them() {
        let of = |process: &str| {
            let text = format!(
                "module m(input c, input [3:0] d, output logic [3:0] q);\n\
                 logic [3:0] a, b; integer i;\n{process}\nassign q = a;\nendmodule\n"
            );
            let found = Tokens::of(&text).blocking_assignments();
            found.into_iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>()
        };
        let twice = "always @(posedge c) for (i = 0; i < 4; i = i + 1) a[i] <= d[i];\n\
            always @(posedge c) for (i = 0; i < 4; i = i + 1) b[i] <= d[i];";
        let cases: [(&str, &[&str]); 9] = [
            (twice, &[]),
            ("always_ff @(posedge c) a = d;", &["a"]),
            ("always @(posedge c) begin a[1] = d; q <= a; end", &["a"]),
            ("always @(posedge c) begin b = d; a <= b; end", &[]),
            ("always @(posedge c) begin for (i = 0; i < 4; i = i + 1) a[i] <= d[i]; end", &[]),
            ("always @(posedge c) if (d) a = 1; else begin q = 2; end", &["a", "q"]),
            ("always @(posedge c) case (d) 0: a = 1; default: a <= 2; endcase", &["a"]),
            ("always @(*) a = d;", &[]),
            ("always @(posedge c) a <= d == 4 ? 1 : 2;\nalways_comb b = a;", &[]),
        ];
        for (process, names) in cases {
            assert_eq!(of(process), names, "{process}");
        }
    }
}
