//! Assignments of `z` behind several conditions, or behind none.
//!
//! Yosys and slang make a tristate buffer of `a ? b : 1'bz`. In `c ? d : a ? b : 1'bz` the outer
//! condition would drive the net all the time. So this becomes
//! `(c ? 1'b1 : a ? 1'b1 : 1'b0) ? (c ? d : a ? b : 1'b0) : 1'bz`. For slang, `z` without any
//! condition is an unknown value; it becomes `1'b0 ? 1'b0 : 1'bz`.

use super::tokens::Tokens;
use rust_hdl_rtl::VerilogTokenKind;

/// The largest depth of an expression that is looked at.
const MAXIMUM_DEPTH: usize = 100;

/// An expression, by the places of its first token and of the token after it.
enum Expression {
    /// `z` in all bits, and the place of the number.
    Released((usize, usize), usize),
    Driven,
    Choice {
        condition: (usize, usize),
        then: Box<Expression>,
        otherwise: Box<Expression>,
    },
}

/// The text with one condition for `z` in each `assign`, on the same lines.
pub(super) fn with_one_condition(text: &str) -> String {
    let assigned = Tokens::of(text);
    let (mut copy, mut end) = (String::with_capacity(text.len()), 0);
    for (first, last) in assigned.values() {
        let expression = assigned.expression(first, last, 0);
        if !expression.has_inner_release() && !matches!(expression, Expression::Released(..)) {
            continue;
        }
        let start = assigned.tokens[first].start;
        let all = &text[start..assigned.tokens[last - 1].end()];
        if ["`if", "`els", "`end"].iter().any(|directive| all.contains(directive)) {
            continue;
        }
        copy += &text[end..start];
        copy += &format!("({}) ? (", assigned.enable(&expression));
        end = start;
        let mut released = vec![];
        expression.released(&mut released);
        for (_, number) in &released {
            let number = &assigned.tokens[*number];
            copy += &text[end..number.start];
            copy += &number.text.replace(['z', 'Z'], "0");
            end = number.end();
        }
        copy += &text[end..start + all.len()];
        copy += &format!(") : {}", assigned.joined(released[0].0));
        end = start + all.len();
    }
    copy + &text[end..]
}

impl Expression {
    fn has_release(&self) -> bool {
        match self {
            Expression::Released(..) => true,
            Expression::Driven => false,
            Expression::Choice { then, otherwise, .. } => {
                then.has_release() || otherwise.has_release()
            }
        }
    }

    /// Whether a choice in a choice may be `z`.
    fn has_inner_release(&self) -> bool {
        let is_inner =
            |inner: &Expression| matches!(inner, Expression::Choice { .. }) && inner.has_release();
        match self {
            Expression::Choice { then, otherwise, .. } => is_inner(then) || is_inner(otherwise),
            _ => false,
        }
    }

    /// The places of `z`.
    fn released(&self, places: &mut Vec<((usize, usize), usize)>) {
        match self {
            Expression::Released(all, number) => places.push((*all, *number)),
            Expression::Driven => {}
            Expression::Choice { then, otherwise, .. } => {
                then.released(places);
                otherwise.released(places);
            }
        }
    }
}

impl Tokens<'_> {
    /// The values of continuous assignments.
    fn values(&self) -> Vec<(usize, usize)> {
        let mut values = Vec::new();
        let mut place = 0;
        while place < self.tokens.len() {
            if self.text(place) != "assign" {
                place += 1;
                continue;
            }
            let mut first = None;
            while !["", ";", "endmodule"].contains(&self.text(place)) {
                let next = self.after(place);
                match self.text(place) {
                    "=" if first.is_none() => first = Some(next),
                    "," => values.extend(first.take().map(|first| (first, place))),
                    _ => {}
                }
                place = next;
            }
            if self.text(place) == ";" {
                values.extend(first.map(|first| (first, place)));
            }
        }
        values.retain(|(first, last)| first < last);
        values
    }

    /// An expression below so many others.
    fn expression(&self, first: usize, last: usize, depth: usize) -> Expression {
        if depth > MAXIMUM_DEPTH {
            return Expression::Driven;
        }
        if self.text(first) == "(" && self.after(first) == last && last > first + 2 {
            return self.expression(first + 1, last - 1, depth + 1);
        }
        let (mut choice, mut open) = (None, 0_usize);
        let mut place = first;
        while place < last {
            match self.text(place) {
                "?" => {
                    choice = choice.or(Some(place));
                    open += 1;
                }
                // A name in a package.
                ":" if self.text(place + 1) == ":" => place += 1,
                ":" => {
                    open = open.saturating_sub(1);
                    if let (Some(choice), 0) = (choice, open)
                        && choice > first
                        && choice + 1 < place
                        && place + 1 < last
                    {
                        return Expression::Choice {
                            condition: (first, choice),
                            then: Box::new(self.expression(choice + 1, place, depth + 1)),
                            otherwise: Box::new(self.expression(place + 1, last, depth + 1)),
                        };
                    }
                }
                _ => {}
            }
            place = self.after(place);
        }
        match self.released_number(first, last) {
            Some(number) => Expression::Released((first, last), number),
            None => Expression::Driven,
        }
    }

    /// The number in an expression that is `z` in all bits, or that several times.
    fn released_number(&self, mut first: usize, mut last: usize) -> Option<usize> {
        if self.text(first) == "{" && self.after(first) == last {
            let mut inner = first + 1;
            while inner < last - 1 && self.text(inner) != "{" {
                inner = self.after(inner);
            }
            if inner == first + 1 || self.after(inner) != last - 1 {
                return None;
            }
            (first, last) = (inner + 1, last - 2);
        }
        let number = self.tokens.get(first).filter(|_| last == first + 1)?;
        let (_, digits) = number.text.split_once('\'')?;
        let digits = digits.to_lowercase();
        let digits = digits.trim_start_matches('s').trim_start_matches(['b', 'o', 'h', 'd']);
        let is_released = digits.contains('z') && digits.chars().all(|digit| "z_".contains(digit));
        (number.kind == VerilogTokenKind::Number && is_released).then_some(first)
    }

    /// Whether an expression is driven, as an expression.
    fn enable(&self, expression: &Expression) -> String {
        match expression {
            Expression::Released(..) => "1'b0".into(),
            Expression::Driven => "1'b1".into(),
            Expression::Choice { .. } if !expression.has_release() => "1'b1".into(),
            Expression::Choice { condition, then, otherwise } => {
                let condition = self.joined(*condition);
                format!("({condition}) ? {} : {}", self.nested(then), self.nested(otherwise))
            }
        }
    }

    fn nested(&self, expression: &Expression) -> String {
        format!("({})", self.enable(expression))
    }

    /// Tokens on one line.
    fn joined(&self, (first, last): (usize, usize)) -> String {
        let (mut joined, mut end) = (String::new(), self.tokens[first].start);
        for token in &self.tokens[first..last] {
            if token.start > end {
                joined.push(' ');
            }
            joined += token.text;
            end = token.end();
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::with_one_condition;

    #[test]
    fn z_behind_several_conditions_or_none_has_one() {
        let cases = [
            (
                "assign y = c ? d : a ? b : 1'bz;",
                "assign y = ((c) ? (1'b1) : ((a) ? (1'b1) : (1'b0))) ? (c ? d : a ? b : 1'b0) : 1'bz;",
            ),
            ("assign y = 'bz;", "assign y = (1'b0) ? ('b0) : 'bz;"),
            (
                "assign #2 {x, y} = a[1:0] == p::A ?\n (b ? 2'hZ : e) // z\n : c;",
                "assign #2 {x, y} = ((a[1:0] == p::A) ? ((b) ? (1'b0) : (1'b1)) : (1'b1)) ? (a[1:0] == p::A ?\n (b ? 2'h0 : e) // z\n : c) : 2'hZ;",
            ),
            (
                "assign x = b, y = (a ? 'z : c ? d : {SIZE{1'bz}});",
                "assign x = b, y = ((a) ? (1'b0) : ((c) ? (1'b1) : (1'b0))) ? ((a ? '0 : c ? d : {SIZE{1'b0}})) : 'z;",
            ),
        ];
        for (before, after) in cases {
            let module = |body: &str| format!("module top;\n{body}\nendmodule\n");
            assert_eq!(with_one_condition(&module(before)), module(after));
        }
    }

    #[test]
    fn other_assignments_stay_as_they_are() {
        let cases = [
            "assign y = a ? b : 1'bz;",
            "assign y = a ? (c ? d : e) : 1'bz;",
            "assign y = a ? b : c ? d : 4'b1z0z;",
            "assign y = a ? b : c ? d : e & 1'bz;",
            "assign y = a ?\n`ifdef X\n b :\n`endif\n c ? d : 1'bz;",
            "assign y = a ? b : c ? d : 1'bz",
            "assign y = ? : ? : 1'bz;",
            "assign y = a ? b : c ? d : ;",
            "assign = ; assign ( ; assign y = (a ? b : c ? 1'bz;",
            "assign",
            "always @* y = a ? b : c ? d : 1'bz;",
        ];
        let deep = [("a ? b : ", ""), ("(", ")")].map(|(before, after)| {
            let (before, after) = (before.repeat(100_000), after.repeat(100_000));
            format!("assign y = {before}c ? d : e ? f : 1'bz{after};")
        });
        for text in cases.into_iter().chain(deep.iter().map(String::as_str)) {
            assert_eq!(with_one_condition(text), text);
        }
    }
}
