//! What a reader would read wrongly: rewritten in its copies of the sources, or refused.
//!
//! | module | contents |
//! |---|---|
//! | `definite` | whether a subroutine reads values of earlier calls |
//! | `facts` | facts about all source texts |
//! | `values` | casts, unsized numbers, part selects, the values of parameters |
//! | `loops` | the variables of loops |
//! | `mixed` | variables that a process assigns with `<=` and with `=` |
//! | `outputs` | outputs without a type that processes assign |
//! | `parts` | variables that a subroutine assigns part by part |
//! | `reductions` | methods that join all elements of an array |
//! | `refused` | what has no other form that a reader reads rightly |
//! | `subroutines` | functions and tasks whose calls share variables |
//! | `table` | all repairs |
//! | `targets` | what statements assign |
//! | `types` | the names of types, and packed arrays of them |
//! | `words` | edges, and names that are keywords |
//! | `resets` | processes with an asynchronous reset that no register has |

mod definite;
mod facts;
mod loops;
mod mixed;
mod outputs;
mod parts;
mod reductions;
mod refused;
mod resets;
mod subroutines;
mod table;
mod targets;
mod types;
mod values;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;

use super::tokens::Tokens;
use super::{ForeignError, SourceSet};
use facts::Facts;
use rust_hdl_systemverilog::SourceFile;
use table::REPAIRS;

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
            facts.is_included = !self.units.contains(&source.name);
            let repaired = repaired(&source.text, tokens, &facts, frontend);
            let text = repaired.map_err(|(start, repair, remedy)| {
                let place = self.place(source, start);
                let (construct, why) = (repair.name, repair.why);
                let is_tried_by_slang = repair.readers.contains(&Frontend::Slang);
                let reader = if is_tried_by_slang { "Yosys" } else { "Yosys's own reader" };
                ForeignError::Misread { place, construct, reader, why, remedy, is_tried_by_slang }
            })?;
            if let Some(copy) = files.iter_mut().find(|file| file.name == source.name) {
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
        self.place_of(resets::irregular)
    }

    /// Where a statement is before or behind the `if (reset) … else …` of a process.
    pub(crate) fn statement_outside_reset(&self) -> Option<String> {
        self.place_of(resets::outside)
    }

    /// Where a process begins that has several asynchronous resets.
    pub(crate) fn several_resets(&self) -> Option<String> {
        self.place_of(resets::several)
    }

    fn place_of(&self, find: impl Fn(&Tokens) -> Option<usize>) -> Option<String> {
        self.sources().find_map(|file| {
            let start = find(&Tokens::of(&file.text))?;
            Some(self.place(file, start))
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
        let text = format!(";{};", one.body.replace("\\\n", " \n").replace("\\\r\n", "  \n"));
        let body = Tokens::of(&text);
        for repair in REPAIRS.iter().filter(|repair| repair.readers.contains(&frontend)) {
            let remedy = match repair.action {
                // What slang alone rejects, Yosys's own reader reads.
                Action::Rewrite(_) if !repair.readers.contains(&Frontend::Yosys) => None,
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
