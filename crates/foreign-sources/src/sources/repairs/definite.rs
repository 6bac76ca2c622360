//! Whether a function or a task gives its variables a value before it reads them.
//!
//! Then it does not matter whether the variables keep their values between two calls.

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
const TYPES: [&str; 16] = [
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
    let mut walk = Walk {
        tokens,
        variables: BTreeSet::new(),
        results: BTreeSet::new(),
        function: None,
        depth: 0,
    };
    walk.all(places).is_some()
}

/// The names of the variables that have a value.
type Assigned<'t> = BTreeSet<&'t str>;

struct Walk<'w, 't> {
    tokens: &'w Tokens<'t>,
    variables: BTreeSet<&'t str>,
    /// The variables whose values the caller gets.
    results: BTreeSet<&'t str>,
    /// The name of a function with a value.
    function: Option<&'t str>,
    /// How many blocks are around the statement.
    depth: usize,
}

impl<'t> Walk<'_, 't> {
    /// `None` if a variable may be read without a value, or for an unknown construct.
    fn all(&mut self, places: Range<usize>) -> Option<()> {
        let tokens = self.tokens;
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
        self.end(&assigned)
    }

    /// Checks what a caller gets.
    fn end(&self, assigned: &Assigned<'t>) -> Option<()> {
        self.results.is_subset(assigned).then_some(())
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
                "=" => return None,
                _ if place == places.end || tokens.text(place) == "," => {
                    if let Some(name) = name.take() {
                        // A second declaration, as in `output q; reg q;`, changes nothing. One in a
                        // block is another variable.
                        if !self.variables.insert(name) && self.depth > 0 {
                            return None;
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
            place = tokens.after(place);
        }
        Some(())
    }

    /// The place after a statement or a declaration.
    fn statement(&mut self, mut place: usize, assigned: &mut Assigned<'t>) -> Option<usize> {
        let tokens = self.tokens;
        while ["unique", "unique0", "priority"].contains(&tokens.text(place)) {
            place += 1;
        }
        match tokens.text(place) {
            ";" => Some(place + 1),
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
            "for" => {
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
                self.read(first..close, assigned)?;
                // The loop may end before its first pass.
                self.statement(close + 1, &mut assigned.clone())
            }
            "while" | "repeat" => {
                place = self.read(place + 1..tokens.after(place + 1), assigned)?;
                self.statement(place, &mut assigned.clone())
            }
            "return" => {
                let end = tokens.find(";", place);
                self.read(place + 1..end, assigned)?;
                let mut results = assigned.clone();
                // The value of a function.
                results.extend(self.function.filter(|_| end > place + 1));
                self.end(&results)?;
                // Nothing follows.
                assigned.extend(&self.variables);
                Some(end + 1)
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
                    _ => drop(self.read(place..end, assigned)?),
                }
                Some(end + 1)
            }
        }
    }

    fn case(&mut self, mut place: usize, assigned: &mut Assigned<'t>) -> Option<usize> {
        let tokens = self.tokens;
        place = self.read(place + 1..tokens.after(place + 1), assigned)?;
        let before = assigned.clone();
        // What all branches assign; `None` before the first one.
        let (mut all, mut has_default) = (None::<Assigned>, false);
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
                place = self.read(place..tokens.after(place), &before)?;
            }
            place += usize::from(tokens.text(place) == ":");
            let mut branch = before.clone();
            place = self.statement(place, &mut branch)?;
            all = Some(match all {
                Some(all) => all.intersection(&branch).copied().collect(),
                None => branch,
            });
        }
        if let (Some(all), true) = (all, has_default) {
            *assigned = all;
        }
        Some(place + 1)
    }

    /// Takes an assignment, whose value ends at `end`.
    fn assignment(
        &mut self,
        start: usize,
        operator: usize,
        end: usize,
        assigned: &mut Assigned<'t>,
    ) -> Option<()> {
        let tokens = self.tokens;
        self.read(operator + 1..end, assigned)?;
        let parts = if tokens.text(start) == "{" {
            start + 1..tokens.closing[start]
        } else {
            start..operator
        };
        let mut place = parts.start;
        while place < parts.end {
            let (name, next) = (tokens.text(place), targets::target_end(tokens, place)?);
            let is_own = self.variables.contains(name);
            if is_own && tokens.text(operator) == "<=" {
                return None;
            }
            // The indices.
            self.read(place + 1..next, assigned)?;
            let is_whole = next == place + 1 && [",", "}", "=", "<="].contains(&tokens.text(next));
            if is_own && is_whole {
                assigned.insert(name);
            }
            place = next + usize::from(tokens.text(next) == ",");
        }
        Some(())
    }

    /// Reads expressions. Returns the place after them.
    fn read(&self, places: Range<usize>, assigned: &Assigned<'t>) -> Option<usize> {
        let tokens = self.tokens;
        let is_unknown = |place: usize| {
            let name = tokens.text(place);
            let is_member = place > 0 && tokens.text(place - 1) == ".";
            !is_member && self.variables.contains(name) && !assigned.contains(name)
        };
        let end = places.end;
        (!places.into_iter().any(is_unknown)).then_some(end)
    }
}
