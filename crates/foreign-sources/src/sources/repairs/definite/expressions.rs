//! What statements read and assign.

use std::ops::Range;

use super::super::{parts, targets};
use super::{Assigned, Rule, Walk};

impl<'t> Walk<'_, 't> {
    /// Takes the call of a task: what is a variable by itself may be an output.
    pub(super) fn call(&mut self, open: usize, assigned: &mut Assigned<'t>) -> Option<()> {
        let tokens = self.tokens;
        for place in open + 1..tokens.closing[open] {
            let is_alone = [tokens.text(place - 1), tokens.text(place + 1)]
                .iter()
                .all(|text| ["(", ",", ")"].contains(text));
            let name = tokens.text(place);
            if is_alone && self.variables.contains(name) {
                assigned.insert(name);
            } else {
                self.read(place..place + 1, assigned)?;
            }
        }
        Some(())
    }

    /// Takes an assignment, whose value ends at `end`.
    pub(super) fn assignment(
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
            let is_later = is_own && tokens.text(operator) == "<=";
            if is_later {
                self.unless_certain()?;
            }
            // The indices.
            self.read(place + 1..next, assigned)?;
            let is_whole = next == place + 1 && [",", "}", "=", "<="].contains(&tokens.text(next));
            let counts = is_whole || self.rule == Rule::Likely && self.may_be_whole(name);
            if is_own && counts && !is_later {
                assigned.insert(name);
            } else if is_own && self.rule == Rule::Likely {
                self.partial.insert(name);
            }
            place = next + usize::from(tokens.text(next) == ",");
        }
        Some(())
    }

    /// Whether the assignments of a variable's parts may assign all of it.
    fn may_be_whole(&self, name: &str) -> bool {
        parts::may_cover(self.tokens, self.places.clone(), name)
    }

    /// Reads expressions. Returns the place after them.
    pub(super) fn read(&mut self, places: Range<usize>, assigned: &Assigned<'t>) -> Option<usize> {
        let tokens = self.tokens;
        let end = places.end;
        for place in places {
            let (name, next) = (tokens.text(place), tokens.text(place + 1));
            let is_member = place > 0 && tokens.text(place - 1) == ".";
            let is_other = self.rule == Rule::Likely
                // A call of the function, and a part that may have a value.
                && (next == "(" || next == "[" && self.partial.contains(name));
            if !is_member && !is_other && self.variables.contains(name) && !assigned.contains(name)
            {
                self.kept.push(place);
            }
        }
        Some(end)
    }
}
