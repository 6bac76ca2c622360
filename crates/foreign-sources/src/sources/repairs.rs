//! What a reader would read wrongly: rewritten in its copies of the sources, or refused.
//!
//! | module | contents |
//! |---|---|
//! | `facts` | what is known of all texts |
//! | `values` | casts, unsized numbers, part selects, the values of parameters |
//! | `loops` | the variables of loops |
//! | `mixed` | variables that a process assigns with `<=` and with `=` |
//! | `outputs` | outputs without a type that processes assign |
//! | `pulls` | nets with a pull-up or a pull-down |
//! | `refused` | what has no other form that a reader reads rightly |
//! | `types` | the names of types, and packed arrays of them |
//! | `words` | edges, and names that are keywords |
//! | `resets` | processes with an asynchronous reset that no register has |

mod facts;
mod loops;
mod mixed;
mod outputs;
mod pulls;
mod refused;
mod resets;
mod types;
mod values;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;

use super::tokens::Tokens;
use super::{ForeignError, SourceSet};
use facts::Facts;
use rust_hdl_systemverilog::SourceFile;

/// A part of Yosys that reads the text of a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frontend {
    /// The command `read_slang` of a new Yosys.
    Slang,
    /// The command `read_verilog`.
    Yosys,
}

impl Frontend {
    /// The name of the frontend of a Yosys of this version.
    pub fn of_version(self, version: &str) -> String {
        match self {
            Frontend::Slang => format!("slang in Yosys {version}"),
            Frontend::Yosys => format!("Yosys {version}'s own reader"),
        }
    }
}

/// A construct that readers read wrongly.
struct Repair {
    name: &'static str,
    readers: &'static [Frontend],
    /// A body of a module with the construct.
    #[cfg(test)]
    example: &'static str,
    /// What the readers do with it.
    why: &'static str,
    action: Action,
}

enum Action {
    Rewrite(fn(&Tokens, &Facts) -> Vec<Change>),
    /// The places of the construct, and what the author has to write.
    Refuse(fn(&Tokens, &Facts) -> Vec<usize>, &'static str),
}

/// The edits of one construct. They apply together or, in text that another change replaces, not at
/// all.
struct Change(Vec<Edit>);

/// A range of bytes, and what replaces it.
struct Edit(Range<usize>, String);

impl Change {
    fn replace(range: Range<usize>, text: impl Into<String>) -> Change {
        Change(vec![Edit(range, text.into())])
    }

    /// Puts texts before and after a range.
    fn surround(
        range: Range<usize>,
        before: impl Into<String>,
        after: impl Into<String>,
    ) -> Change {
        let (start, end) = (range.start, range.end);
        Change(vec![Edit(start..start, before.into()), Edit(end..end, after.into())])
    }
}

const OWN: &[Frontend] = &[Frontend::Yosys];
const BOTH: &[Frontend] = &[Frontend::Slang, Frontend::Yosys];

const REPAIRS: [Repair; 21] = [
    // Before repairs of the value that it replaces.
    Repair {
        name: "parameter of the top module",
        readers: OWN,
        #[cfg(test)]
        example: "parameter signed [7:0] P = 0;",
        why: "a value that is set from outside loses its sign",
        action: Action::Rewrite(values::parameters),
    },
    Repair {
        name: "edge of an inverted signal",
        readers: BOTH,
        #[cfg(test)]
        example: "always @(posedge !clk) q <= d;",
        why: "an edge has to be that of a signal",
        action: Action::Rewrite(words::inverted_edges),
    },
    Repair {
        name: "word of SystemVerilog as a name",
        readers: BOTH,
        #[cfg(test)]
        example: "wire bit = a;",
        why: "it is a keyword",
        action: Action::Rewrite(words::names),
    },
    Repair {
        name: "pull-up or pull-down",
        readers: BOTH,
        #[cfg(test)]
        example: "wire w; pullup p(w);",
        why: "a net has no level while nothing drives it",
        action: Action::Refuse(
            pulls::floating,
            "let the driver choose the level: `assign w = enable ? value : 1'b1;`, with 1'b0 for a pull-down",
        ),
    },
    Repair {
        name: "pull-up or pull-down of an input that is connected",
        readers: BOTH,
        #[cfg(test)]
        example: "endmodule module sub(a); input a; tri1 a; endmodule module n; sub s(.a(1'b0));",
        why: "only a wire is known as an input",
        action: Action::Rewrite(pulls::connected_inputs),
    },
    Repair {
        name: "variable assigned with <= and with =",
        readers: &[Frontend::Slang],
        #[cfg(test)]
        example: "always_ff @(posedge c) if (r) q <= 0; else q++;",
        why: "it is rejected",
        action: Action::Rewrite(mixed::assignments),
    },
    Repair {
        name: "output without a type that a process assigns",
        readers: &[Frontend::Slang],
        #[cfg(test)]
        example: "endmodule module sub(output y); always_comb y = 1;",
        why: "it is rejected",
        action: Action::Rewrite(outputs::assigned),
    },
    Repair {
        name: "inout with a type",
        readers: &[Frontend::Slang],
        #[cfg(test)]
        example: "endmodule module sub(d); inout logic [3:0] d;",
        why: "it is rejected",
        action: Action::Rewrite(words::inouts),
    },
    Repair {
        name: "interface",
        readers: OWN,
        #[cfg(test)]
        example: "endmodule interface bus; logic d; endinterface module m;",
        why: "the ports of interfaces are not connected",
        action: Action::Refuse(refused::interfaces, "use ports or a packed structure"),
    },
    Repair {
        name: "cast to a signed type with a name",
        readers: OWN,
        #[cfg(test)]
        example: "typedef logic signed [3:0] s4; assign y = s4'(a) < 0;",
        why: "the cast loses the sign",
        action: Action::Refuse(refused::signed_casts, "write `$signed(WIDTH'(value))`"),
    },
    Repair {
        name: "cast to a signed type with a keyword",
        readers: OWN,
        #[cfg(test)]
        example: "assign y = int'(a) < 0;",
        why: "the cast loses the sign",
        action: Action::Rewrite(values::signed_casts),
    },
    Repair {
        name: "'1 as the value of a constant",
        readers: OWN,
        #[cfg(test)]
        example: "localparam logic [7:0] P = '1;",
        why: "only the lowest bit is set",
        action: Action::Rewrite(values::unsized_constants),
    },
    Repair {
        name: "'1 in the value of a constant or as an argument",
        readers: OWN,
        #[cfg(test)]
        example: "localparam logic [7:0] P = 1 ? '1 : 0;",
        why: "only the lowest bit would be set",
        action: Action::Refuse(
            refused::unsized_parts,
            "write a number with its width, such as 8'hff",
        ),
    },
    Repair {
        name: "loop variable with a step that has a width",
        readers: OWN,
        #[cfg(test)]
        example: "always_comb for (int i = 0; i < 4; i = i + 1'b1) y[i] = i > s;",
        why: "the variable takes the sign of the step",
        action: Action::Rewrite(loops::steps),
    },
    Repair {
        name: "loop variable with a width",
        readers: OWN,
        #[cfg(test)]
        example: "logic [2:0] k; always_comb for (k = 0; k < 4; k = k + 1) y[k] = ^(k + a);",
        why: "the variable has 32 bits in expressions",
        action: Action::Rewrite(loops::variables),
    },
    Repair {
        name: "signed value of a part select",
        readers: OWN,
        #[cfg(test)]
        example: "always_comb y[i +: 4] = v;",
        why: "the value is not extended by its sign",
        action: Action::Rewrite(values::part_selects),
    },
    Repair {
        name: "size of an element",
        readers: OWN,
        #[cfg(test)]
        example: "assign y = $bits(s.v[0]);",
        why: "it has the size of something else",
        action: Action::Refuse(refused::sizes, "write the number"),
    },
    Repair {
        name: "inout of a task",
        readers: OWN,
        #[cfg(test)]
        example: "task automatic t(inout logic x); x = ~x; endtask",
        why: "the argument does not keep its value",
        action: Action::Refuse(refused::inouts, "use an input and an output"),
    },
    Repair {
        name: "ascending range in a structure",
        readers: OWN,
        #[cfg(test)]
        example: "struct packed { logic [0:3] a; } s;",
        why: "the bits are in another order",
        action: Action::Refuse(refused::ascending_members, "write the range as [3:0]"),
    },
    Repair {
        name: "packed array of a type with a name",
        readers: OWN,
        #[cfg(test)]
        example: "typedef logic [3:0] n; typedef n [1:0] t; t q; assign y = q[1];",
        why: "an element has one bit",
        action: Action::Refuse(
            types::arrays,
            "write all dimensions at one place, as in `logic [1:0][3:0]`, or an unpacked array",
        ),
    },
    Repair {
        name: "directive that lasts to the next file",
        readers: &[Frontend::Slang],
        #[cfg(test)]
        example: "wire w;",
        why: "`default_nettype of one file would hold for the next one",
        action: Action::Rewrite(values::net_type),
    },
];

impl SourceSet {
    /// The name of a parameter that the user sets, if no module declares one of that name.
    pub(crate) fn undeclared_parameter(&self) -> Option<&str> {
        let tokens: Vec<Tokens> = self.files.iter().map(|file| Tokens::of(&file.text)).collect();
        let mut names = self.parameters.iter().filter_map(|set| Some(set.split_once('=')?.0));
        names.find(|name| !tokens.iter().any(|tokens| values::may_declare_parameter(tokens, name)))
    }

    /// The copies for a reader: what it reads wrongly is rewritten, on the same lines.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Misread`] for a construct that has no other form.
    pub(crate) fn repaired(&self, frontend: Frontend) -> Result<Vec<SourceFile>, ForeignError> {
        let tokens: Vec<Tokens> = self.sources().map(|file| Tokens::of(&file.text)).collect();
        let mut facts = Facts::of(&tokens, self.top.as_deref(), &self.parameters);
        let names = self.names(&tokens);
        facts.ports = names.concat();
        let mut files = self.files.clone();
        for ((source, tokens), names) in self.sources().zip(&tokens).zip(names) {
            facts.names = names;
            let repaired = repaired(&source.text, tokens, &facts, frontend);
            let text = repaired.map_err(|(start, repair, remedy)| {
                let line = source.text[..start].matches('\n').count() + 1;
                let place = self.with_given_names(&format!("{}:{line}:", source.name));
                let (construct, why) = (repair.name, repair.why);
                let is_tried_by_slang = repair.readers.contains(&Frontend::Slang);
                let reader = if is_tried_by_slang { "Yosys" } else { "Yosys's own reader" };
                ForeignError::Misread { place, construct, reader, why, remedy, is_tried_by_slang }
            })?;
            let is_unit = self.units.contains(&source.name);
            let copy = files.iter_mut().find(|file| file.name == source.name);
            if let Some(copy) = copy.filter(|_| is_unit || frontend == Frontend::Yosys) {
                copy.text = text;
            }
        }
        Ok(files)
    }

    /// The texts of the user.
    fn sources(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(|file| self.given.contains_key(&file.name))
    }

    /// The keywords that each text has as names. Those that an included text declares may be in any
    /// other text, and the other way round.
    fn names<'t>(&self, tokens: &[Tokens<'t>]) -> Vec<Vec<&'t str>> {
        let is_verilog =
            |file: &SourceFile| [".v", ".vh"].iter().any(|end| file.name.ends_with(end));
        let is_included = |file: &SourceFile| !self.units.contains(&file.name);
        let objects = |(file, tokens)| (file, words::objects(tokens, is_verilog(file)));
        let own: Vec<(&SourceFile, Vec<&'t str>)> =
            self.sources().zip(tokens).map(objects).collect();
        let of = |file: &SourceFile| -> Vec<&'t str> {
            let visible = own.iter().filter(|(other, _)| {
                other.name == file.name || is_included(file) || is_included(other)
            });
            let names = visible.flat_map(|(_, names)| names.iter().copied());
            names.filter(|name| is_verilog(file) || words::is_new(name)).collect()
        };
        self.sources().map(of).collect()
    }

    /// Where a process begins whose asynchronous reset no register can have: `lab.sv:12`.
    pub(crate) fn irregular_reset(&self) -> Option<String> {
        self.sources().find_map(|file| {
            let start = resets::irregular(&Tokens::of(&file.text))?;
            let line = file.text[..start].matches('\n').count() + 1;
            Some(self.with_given_names(&format!("{}:{line}:", file.name)))
        })
    }
}

/// Where a construct is that has no other form, its repair, and the remedy.
type Misread = (usize, &'static Repair, &'static str);

/// A text for a reader.
fn repaired(
    text: &str,
    tokens: &Tokens,
    facts: &Facts,
    frontend: Frontend,
) -> Result<String, Misread> {
    // The bytes that edits replace. Two of them never overlap.
    let mut replaced: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut edits: Vec<Edit> = vec![];
    check_macros(tokens, facts, frontend)?;
    for repair in REPAIRS.iter().filter(|repair| repair.readers.contains(&frontend)) {
        match repair.action {
            Action::Rewrite(find) => {
                for Change(parts) in find(tokens, facts) {
                    let is_free = |Edit(range, _): &Edit| {
                        let before = replaced.range(..(range.end, 0)).next_back();
                        before.is_none_or(|(_, end)| *end <= range.start)
                    };
                    if parts.iter().all(is_free) {
                        replaced
                            .extend(parts.iter().map(|Edit(range, _)| (range.start, range.end)));
                        edits.extend(parts);
                    }
                }
            }
            Action::Refuse(find, remedy) => {
                if let Some(place) = find(tokens, facts).first() {
                    return Err((tokens.tokens[*place].start, repair, remedy));
                }
            }
        }
    }
    // What is inserted around a value is around what is inserted in it.
    edits.sort_by_key(|Edit(range, _)| (range.start, range.end));
    let (mut copy, mut end) = (String::with_capacity(text.len()), 0);
    for Edit(range, new) in edits {
        copy += &text[end..range.start];
        copy += &new;
        end = range.end;
    }
    Ok(copy + &text[end..])
}

/// Checks that no macro in use contains what has to be rewritten: a macro stays as it is.
fn check_macros(tokens: &Tokens, facts: &Facts, frontend: Frontend) -> Result<(), Misread> {
    for one in tokens.macros.iter().filter(|one| facts.macros.contains(one.name)) {
        // It may be part of a statement.
        let text = format!(";{};", one.body);
        let body = Tokens::of(&text);
        for repair in REPAIRS.iter().filter(|repair| repair.readers.contains(&frontend)) {
            let remedy = match repair.action {
                // Before the body is what each text gets.
                Action::Rewrite(find) => {
                    let is_in_body = |Change(edits): &Change| edits[0].0.start > 0;
                    find(&body, facts).iter().any(is_in_body).then_some("write it without a macro")
                }
                Action::Refuse(find, remedy) => (!find(&body, facts).is_empty()).then_some(remedy),
            };
            if let Some(remedy) = remedy {
                return Err((one.start, repair, remedy));
            }
        }
    }
    Ok(())
}

impl Tokens<'_> {
    /// Where a token begins and where one ends, in bytes.
    fn start(&self, place: usize) -> usize {
        self.tokens
            .get(place)
            .map_or_else(|| self.end(place.saturating_sub(1)), |token| token.start)
    }

    fn end(&self, place: usize) -> usize {
        self.tokens.get(place).map_or(0, |token| token.end())
    }
}

#[cfg(test)]
mod tests;
