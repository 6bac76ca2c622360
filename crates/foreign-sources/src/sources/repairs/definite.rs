//! Whether a function or a task gives its variables a value before it reads them.
//!
//! Then it does not matter whether the variables keep their values between two calls.

mod expressions;

use std::collections::BTreeSet;
use std::ops::Range;

use super::targets;
use crate::sources::tokens::Tokens;
use rust_hdl_rtl::VerilogTokenKind;

/// Words of constructs that are not followed.
const OTHERS: [&str; 23] = [
    "#",
    "@",
    "->",
    "::",
    "static",
    "automatic",
    "ref",
    "const",
    "struct",
    "union",
    "enum",
    "typedef",
    "fork",
    "forever",
    "do",
    "wait",
    "disable",
    "assign",
    "deassign",
    "force",
    "release",
    "assert",
    "foreach",
];

/// Words that begin the declaration of variables.
pub(super) const TYPES: [&str; 16] = [
    "reg",
    "logic",
    "bit",
    "integer",
    "int",
    "time",
    "byte",
    "shortint",
    "longint",
    "real",
    "realtime",
    "shortreal",
    "var",
    "input",
    "output",
    "inout",
];

/// Whether a subroutine, from its keyword up to its end, assigns each of its variables before it
/// reads it, and on every path those whose values the caller gets. False for constructs that are
/// not followed.
pub(super) fn is_independent(tokens: &Tokens, places: Range<usize>) -> bool {
    let bytes = tokens.start(places.start)..tokens.start(places.end);
    let is_inside = |place: &usize| bytes.contains(place);
    let is_other = |place: usize| {
        let text = tokens.text(place);
        let is_escaped = tokens.tokens[place].kind == VerilogTokenKind::EscapedName;
        is_escaped || text.starts_with('`') || OTHERS.contains(&text)
    };
    let is_selected = tokens.includes.iter().chain(&tokens.conditionals).any(is_inside);
    if is_selected || places.clone().any(is_other) {
        return false;
    }
    let mut walk = Walk::new(tokens, Rule::Certain);
    walk.all(places).is_some() && walk.kept.is_empty()
}

/// Where a subroutine with static variables reads one on a path that has not assigned it, or ends
/// without a value for an output: the value is that of the call before. Places after a construct
/// that is not followed are not among them.
pub(super) fn kept(tokens: &Tokens, places: Range<usize>) -> Vec<usize> {
    let mut walk = Walk::new(tokens, Rule::Likely);
    // `None` is the end of what is followed.
    let _ = walk.all(places);
    walk.kept
}

/// Which assignments count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Those of whole variables that are certain. What is not followed ends the walk.
    Certain,
    /// Also those in a loop, which is assumed to have a first round, and those of parts that may
    /// be all parts of a variable.
    Likely,
}

/// The names of the variables that have a value.
type Assigned<'t> = BTreeSet<&'t str>;

struct Walk<'w, 't> {
    tokens: &'w Tokens<'t>,
    rule: Rule,
    variables: BTreeSet<&'t str>,
    /// Where variables are read without a value.
    kept: Vec<usize>,
    /// The variables whose values the caller gets.
    results: BTreeSet<&'t str>,
    /// The name of a function with a value.
    function: Option<&'t str>,
    /// How many blocks are around the statement.
    depth: usize,
    /// The subroutine, from its keyword up to its end.
    places: Range<usize>,
    /// Variables of which some parts are assigned.
    partial: BTreeSet<&'t str>,
}

impl<'w, 't> Walk<'w, 't> {
    fn new(tokens: &'w Tokens<'t>, rule: Rule) -> Walk<'w, 't> {
        Walk {
            tokens,
            rule,
            variables: BTreeSet::new(),
            kept: vec![],
            results: BTreeSet::new(),
            function: None,
            depth: 0,
            places: 0..0,
            partial: BTreeSet::new(),
        }
    }

    /// `None` if only certain assignments count.
    fn unless_certain(&self) -> Option<()> {
        (self.rule == Rule::Likely).then_some(())
    }

    /// `None` for an unknown construct.
    fn all(&mut self, places: Range<usize>) -> Option<()> {
        let tokens = self.tokens;
        self.places = places.clone();
        let mut place = places.start + 1;
        while !["(", ";"].contains(&tokens.text(place)) {
            (place < places.end).then_some(())?;
            place = tokens.after(place);
        }
        let name = tokens.text(place - 1);
        let mut assigned = Assigned::new();
        let is_void = tokens.text(places.start + 1) == "void";
        if tokens.text(places.start) == "function" && !is_void {
            self.variables.insert(name);
            self.results.insert(name);
            self.function = Some(name);
        }
        if tokens.text(place) == "(" {
            let end = tokens.closing[place];
            self.declare(place + 1..end, &mut assigned)?;
            place = end + 1;
        }
        place += 1;
        while place < places.end {
            place = self.statement(place, &mut assigned)?;
        }
        self.end(&assigned);
        Some(())
    }

    /// Checks what a caller gets. Yosys takes the missing value of a function for an undefined one.
    fn end(&mut self, assigned: &Assigned<'t>) {
        let is_checked = |name: &&&str| self.rule == Rule::Certain || self.function != Some(**name);
        if self.results.difference(assigned).any(|name| is_checked(&name)) {
            self.kept.push(self.places.start);
        }
    }

    /// Takes declared names, each the last word before a comma or the end.
    fn declare(&mut self, places: Range<usize>, assigned: &mut Assigned<'t>) -> Option<()> {
        let tokens = self.tokens;
        let (mut direction, mut name) = ("", None);
        // In the header, a name without a direction is an input.
        let is_header = tokens.text(places.start - 1) == "(";
        let mut place = places.start;
        while place <= places.end {
            match tokens.text(place) {
                one @ ("input" | "output" | "inout") => direction = one,
                "=" => {
                    self.unless_certain()?;
                    let end = self.value_end(place, places.end);
                    self.read(place + 1..end, assigned)?;
                    place = end;
                    continue;
                }
                _ if place == places.end || tokens.text(place) == "," => {
                    if let Some(name) = name.take() {
                        // A second declaration, as in `output q; reg q;`, changes nothing. One in a
                        // block is another variable.
                        if !self.variables.insert(name) && self.depth > 0 {
                            self.unless_certain()?;
                            assigned.remove(name);
                        }
                        if ["output", "inout"].contains(&direction) {
                            self.results.insert(name);
                        }
                        if ["input", "inout"].contains(&direction)
                            || is_header && direction.is_empty()
                        {
                            assigned.insert(name);
                        }
                    }
                }
                text if tokens.is_name(place) => name = Some(text),
                _ => {}
            }
            // The end may be that of the text.
            place = tokens.after(place).max(place + 1);
        }
        Some(())
    }

    /// The place of the comma behind an initial value, or `end`.
    fn value_end(&self, mut place: usize, end: usize) -> usize {
        while place < end && self.tokens.text(place) != "," {
            place = self.tokens.after(place);
        }
        place
    }

    /// The place after a statement or a declaration.
    fn statement(&mut self, mut place: usize, assigned: &mut Assigned<'t>) -> Option<usize> {
        let tokens = self.tokens;
        while ["unique", "unique0", "priority"].contains(&tokens.text(place)) {
            place += 1;
        }
        if tokens.text(place) == "#" {
            place = tokens.after(place + 1);
        }
        match tokens.text(place) {
            ";" => Some(place + 1),
            "automatic" => {
                let before = self.variables.clone();
                place = self.statement(place + 1, assigned)?;
                assigned.extend(self.variables.difference(&before));
                Some(place)
            }
            "static" | "const" => self.statement(place + 1, assigned),
            "begin" => {
                place = tokens.after_label(place);
                self.depth += 1;
                while tokens.text(place) != "end" {
                    place = self.statement(place, assigned)?;
                }
                self.depth -= 1;
                Some(tokens.after_label(place))
            }
            "if" => {
                place = self.read(place + 1..tokens.after(place + 1), assigned)?;
                let mut other = assigned.clone();
                place = self.statement(place, assigned)?;
                if tokens.text(place) == "else" {
                    place = self.statement(place + 1, &mut other)?;
                }
                assigned.retain(|name| other.contains(name));
                Some(place)
            }
            "case" | "casez" | "casex" => self.case(place, assigned),
            "for" => self.for_loop(place, assigned),
            "while" | "repeat" => {
                place = self.read(place + 1..tokens.after(place + 1), assigned)?;
                self.rounds(place, assigned)
            }
            "return" => {
                let end = tokens.find(";", place);
                self.read(place + 1..end, assigned)?;
                let mut results = assigned.clone();
                // The value of a function.
                results.extend(self.function.filter(|_| end > place + 1));
                self.end(&results);
                // Nothing follows.
                assigned.extend(&self.variables);
                Some(end + 1)
            }
            "disable" => {
                assigned.extend(&self.variables);
                Some(tokens.find(";", place) + 1)
            }
            "localparam" | "parameter" => Some(tokens.find(";", place) + 1),
            "" | "endmodule" | "end" | "endcase" | "else" => None,
            word => {
                let end = tokens.find(";", place);
                let is_declaration = TYPES.contains(&word)
                    || tokens.is_name(place)
                        && (tokens.is_name(place + 1)
                            || tokens.text(place + 1) == "[" && {
                                tokens.is_name(targets::target_end(tokens, place)?)
                            });
                match (is_declaration, targets::target_end(tokens, place)) {
                    (true, _) => self.declare(place..end, assigned)?,
                    (_, Some(operator)) if ["=", "<="].contains(&tokens.text(operator)) => {
                        self.assignment(place, operator, end, assigned)?;
                    }
                    (_, Some(open)) if self.rule == Rule::Likely && tokens.text(open) == "(" => {
                        self.call(open, assigned)?;
                    }
                    _ => drop(self.read(place..end, assigned)?),
                }
                Some(end + 1)
            }
        }
    }

    fn for_loop(&mut self, place: usize, assigned: &mut Assigned<'t>) -> Option<usize> {
        let tokens = self.tokens;
        let close = *tokens.closing.get(place + 1)?;
        let first = tokens.find(";", place);
        let operator = targets::target_end(tokens, place + 2)?;
        if tokens.text(operator) == "=" {
            self.assignment(place + 2, operator, first, assigned)?;
        } else {
            // `int i = 0`: the loop has a variable of its own.
            let own = (place..first).find(|place| tokens.text(*place) == "=")?;
            (!self.variables.contains(tokens.text(own - 1))).then_some(())?;
            self.read(own + 1..first, assigned)?;
        }
        let mut conditions = first + 1..close;
        let second = conditions.find(|place| tokens.text(*place) == ";").unwrap_or(close);
        self.read(first..second, assigned)?;
        let end = self.rounds(close + 1, assigned)?;
        // The step is after the body.
        self.read(second..close, assigned)?;
        Some(end)
    }

    /// The place after the body of a loop.
    fn rounds(&mut self, body: usize, assigned: &mut Assigned<'t>) -> Option<usize> {
        match self.rule {
            // The loop may end before its first round.
            Rule::Certain => self.statement(body, &mut assigned.clone()),
            Rule::Likely => self.statement(body, assigned),
        }
    }

    fn case(&mut self, mut place: usize, assigned: &mut Assigned<'t>) -> Option<usize> {
        let tokens = self.tokens;
        place = self.read(place + 1..tokens.after(place + 1), assigned)?;
        let before = assigned.clone();
        // What all branches assign; `None` before the first one.
        let (mut all, mut has_default, mut labels) = (None::<Assigned>, false, 0_usize);
        while tokens.text(place) != "endcase" {
            if tokens.text(place) == "default" {
                has_default = true;
                place += 1;
            }
            while !has_default && tokens.text(place) != ":" {
                ["", "end", "endmodule"]
                    .iter()
                    .all(|end| *end != tokens.text(place))
                    .then_some(())?;
                let comma = usize::from(tokens.text(place) == ",");
                labels += comma;
                place = self.read(place..tokens.after(place), &before)?;
            }
            labels += 1;
            place += usize::from(tokens.text(place) == ":");
            let mut branch = before.clone();
            place = self.statement(place, &mut branch)?;
            all = Some(match all {
                Some(all) => all.intersection(&branch).copied().collect(),
                None => branch,
            });
        }
        // So many labels may be those of all values.
        let is_full = self.rule == Rule::Likely && labels > 1 && labels.is_power_of_two();
        if let (Some(all), true) = (all, has_default || is_full) {
            *assigned = all;
        }
        Some(place + 1)
    }
}
