//! What a reader would read wrongly: rewritten in its copies of the sources, or refused.
//!
//! | module | contents |
//! |---|---|
//! | `values` | casts, unsized numbers, part selects, the values of parameters |
//! | `loops` | the variables of loops |
//! | `refused` | what has no other form that a reader reads rightly |
//! | `words` | edges, and names that are keywords |
//! | `resets` | processes with an asynchronous reset that no register has |

mod loops;
mod refused;
mod resets;
mod values;
mod words;

use std::ops::Range;

use super::tokens::Tokens;
use super::{ForeignError, SourceSet};
use rust_hdl_systemverilog::SourceFile;

/// What reads the text of a design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Frontend {
    /// The command `read_slang` of a new Yosys.
    Slang,
    /// The command `read_verilog`.
    Yosys,
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
    Rewrite(fn(&Tokens, &Facts) -> Vec<Edit>),
    /// The places of the construct, and what the author has to write.
    Refuse(fn(&Tokens, &Facts) -> Vec<usize>, &'static str),
}

/// A change of a text: a range of bytes, and what replaces it.
struct Edit(Range<usize>, String);

/// What is known of all texts.
#[derive(Default)]
struct Facts<'t> {
    /// Types that are signed, or may be.
    signed_types: Vec<&'t str>,
    /// Keywords of SystemVerilog that files in Verilog have as names.
    names: Vec<&'t str>,
    /// Whether the text is such a file.
    is_verilog: bool,
    /// The values of the top module's parameters that the user sets.
    top: Option<&'t str>,
    parameters: Vec<(&'t str, &'t str)>,
}

const OWN: &[Frontend] = &[Frontend::Yosys];
const BOTH: &[Frontend] = &[Frontend::Slang, Frontend::Yosys];

const REPAIRS: [Repair; 16] = [
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
            refused::pulls,
            "let the driver choose the level: `assign w = enable ? value : 1'b1;`, with 1'b0 for a pull-down",
        ),
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
        name: "parameter of the top module",
        readers: OWN,
        #[cfg(test)]
        example: "parameter signed [7:0] P = 0;",
        why: "a value that is set from outside loses its sign",
        action: Action::Rewrite(values::parameters),
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
        let sources = || self.files.iter().filter(|file| self.given.contains_key(&file.name));
        let tokens: Vec<Tokens> = sources().map(|file| Tokens::of(&file.text)).collect();
        let mut facts = Facts::of(&tokens, self.top.as_deref(), &self.parameters);
        let is_verilog =
            |file: &SourceFile| [".v", ".vh"].iter().any(|end| file.name.ends_with(end));
        let verilog = sources().zip(&tokens).filter(|(file, _)| is_verilog(file));
        facts.names = verilog.flat_map(|(_, tokens)| words::keywords_as_names(tokens)).collect();
        let mut files = self.files.clone();
        for (source, tokens) in sources().zip(&tokens) {
            facts.is_verilog = is_verilog(source);
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

    /// Where a process begins whose asynchronous reset no register can have: `lab.sv:12`.
    pub(crate) fn irregular_reset(&self) -> Option<String> {
        self.files.iter().filter(|file| self.given.contains_key(&file.name)).find_map(|file| {
            let start = resets::irregular(&Tokens::of(&file.text))?;
            let line = file.text[..start].matches('\n').count() + 1;
            Some(self.with_given_names(&format!("{}:{line}:", file.name)))
        })
    }
}

/// A text for a reader. The error is the place of a construct, its repair, and the remedy.
fn repaired(
    text: &str,
    tokens: &Tokens,
    facts: &Facts,
    frontend: Frontend,
) -> Result<String, (usize, &'static Repair, &'static str)> {
    let mut edits = vec![];
    for repair in REPAIRS.iter().filter(|repair| repair.readers.contains(&frontend)) {
        match repair.action {
            Action::Rewrite(find) => edits.extend(find(tokens, facts)),
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
    for Edit(range, new) in edits.into_iter().filter(|edit| edit.0.start <= edit.0.end) {
        if range.start < end {
            continue;
        }
        copy += &text[end..range.start];
        copy += &new;
        end = range.end;
    }
    Ok(copy + &text[end..])
}

impl<'t> Facts<'t> {
    fn of(texts: &[Tokens<'t>], top: Option<&'t str>, parameters: &'t [String]) -> Facts<'t> {
        let parameters = parameters.iter().filter_map(|parameter| parameter.split_once('='));
        let signed_types = texts.iter().flat_map(Tokens::signed_types).collect();
        let parameters = parameters.collect();
        Facts { signed_types, top, parameters, ..Facts::default() }
    }
}

impl<'t> Tokens<'t> {
    /// The names of types that are signed, or may be: those of a parameter.
    fn signed_types(&self) -> Vec<&'t str> {
        let places = 0..self.tokens.len();
        let signed = |place: usize| {
            let end = self.find(";", place);
            let mut words = vec![];
            let mut at = place + 1;
            while at < end {
                words.push(self.text(at));
                at = self.after(at);
            }
            let is_structure = words.iter().any(|word| ["struct", "union"].contains(word));
            let is_signed = |word: &&str| {
                ["signed", "int", "integer", "byte", "shortint", "longint"].contains(word)
            };
            (is_signed(&"signed") || words.iter().any(is_signed) && !is_structure)
                .then(|| *words.last().unwrap_or(&""))
                .filter(|_| words.iter().any(is_signed) && !words.contains(&"unsigned"))
        };
        let types = places.clone().filter(|place| self.text(*place) == "typedef");
        let of_parameters =
            places.filter(|place| self.text(*place) == "type" && self.text(place + 2) == "=");
        types.filter_map(signed).chain(of_parameters.map(|place| self.text(place + 1))).collect()
    }

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
