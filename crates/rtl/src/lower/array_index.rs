//! Array indices in names: with `i` = 2, `stage[i+1]$q` is `stage$3$q` in the probe's tree.

use std::collections::HashMap;

/// The loop variables and the constants by name.
pub(super) type Variables = HashMap<String, Variable>;

/// A loop variable or a constant.
#[derive(Clone, Copy)]
pub(super) struct Variable {
    /// Its present value.
    pub value: i128,
    /// Whether it is a constant.
    pub is_constant: bool,
    /// Whether the bounds of its loop or its own type show that it is a `usize`, like an index; if
    /// not, it may be a `u64`, like a number.
    pub is_integer: bool,
}

/// Returns a name of the kernel in the probe's spelling; `None` if an index is not an expression of
/// loop variables.
pub(super) fn resolve(name: &str, variables: &Variables) -> Option<String> {
    let mut resolved = String::new();
    let mut rest = name;
    while let Some(open) = rest.find('[') {
        let close = open + rest[open..].find(']')?;
        let index = evaluate(&rest[open + 1..close], variables)?;
        resolved.push_str(&format!("{}${index}", &rest[..open]));
        rest = &rest[close + 1..];
    }
    resolved.push_str(rest);
    Some(resolved)
}

/// Evaluates an expression of integers, loop variables, parentheses and `+ - * / %`.
pub(super) fn evaluate(text: &str, variables: &Variables) -> Option<i128> {
    let mut parser = Parser { rest: text.trim(), variables };
    let value = parser.sum()?;
    parser.rest.is_empty().then_some(value)
}

struct Parser<'a> {
    rest: &'a str,
    variables: &'a Variables,
}

impl Parser<'_> {
    fn take(&mut self, expected: &[char]) -> Option<char> {
        let next = self.rest.chars().next().filter(|c| expected.contains(c))?;
        self.rest = self.rest[1..].trim_start();
        Some(next)
    }

    fn sum(&mut self) -> Option<i128> {
        let mut value = self.product()?;
        while let Some(operator) = self.take(&['+', '-']) {
            let right = self.product()?;
            value = if operator == '+' {
                value.checked_add(right)?
            } else {
                // Rust panics below 0.
                value.checked_sub(right).filter(|difference| *difference >= 0)?
            };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<i128> {
        let mut value = self.factor()?;
        while let Some(operator) = self.take(&['*', '/', '%']) {
            let right = self.factor()?;
            value = match operator {
                '*' => value.checked_mul(right)?,
                '/' => value.checked_div(right)?,
                _ => value.checked_rem(right)?,
            };
        }
        Some(value)
    }

    fn factor(&mut self) -> Option<i128> {
        if self.take(&['(']).is_some() {
            let value = self.sum()?;
            self.take(&[')'])?;
            return Some(value);
        }
        let end = self
            .rest
            .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        match self.variables.get(word) {
            Some(variable) => Some(variable.value),
            None => i128::try_from(super::literal::parse_rust_integer(word)?).ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_evaluated() {
        let variable = |value| Variable { value, is_constant: false, is_integer: true };
        let variables = Variables::from(
            [("i", 2), ("j", 5), ("Self$K", 7)]
                .map(|(name, value)| (name.to_string(), variable(value))),
        );
        for (name, resolved) in [
            ("stage$q", "stage$q"),
            ("stage[i]$q", "stage$2$q"),
            ("stage[((i+1))]", "stage$3"),
            ("m[i*2-1][j%3]$d", "m$3$2$d"),
            ("stage[4_usize]", "stage$4"),
            ("stage[Self$K+1]", "stage$8"),
        ] {
            assert_eq!(resolve(name, &variables).as_deref(), Some(resolved), "{name}");
        }
        for name in ["stage[k]", "stage[", "stage[i+]", "stage[i/0]", "stage[]", "stage[i-3+4]"] {
            assert_eq!(resolve(name, &variables), None, "{name}");
        }
    }
}
