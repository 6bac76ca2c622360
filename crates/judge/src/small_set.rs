//! Sets of small numbers.

use std::fmt;
use std::ops::RangeInclusive;

/// A set of numbers below 16: scores, values or displays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SmallSet(u16);

impl SmallSet {
    pub(super) fn insert(&mut self, number: usize) {
        self.0 |= 1 << number;
    }

    pub(super) fn contains(self, number: usize) -> bool {
        self.0 >> number & 1 == 1
    }

    pub(super) fn union(self, other: SmallSet) -> SmallSet {
        SmallSet(self.0 | other.0)
    }

    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every number below 16 is in it.
    pub(super) fn is_full(self) -> bool {
        self.0 == u16::MAX
    }

    pub(super) fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }
}

impl FromIterator<usize> for SmallSet {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> SmallSet {
        let mut set = SmallSet::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

impl SmallSet {
    /// The runs of consecutive numbers.
    pub(super) fn runs(self) -> impl Iterator<Item = RangeInclusive<usize>> {
        let begins = (0..16).filter(move |number| {
            self.contains(*number) && (*number == 0 || !self.contains(number - 1))
        });
        begins.map(move |begin| {
            let end = (begin..16).take_while(|number| self.contains(*number)).last();
            begin..=end.unwrap_or(begin)
        })
    }
}

/// `2`, `2 and 5` or `0 to 3, 8 and 9`.
impl fmt::Display for SmallSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        for run in self.runs() {
            match run.clone().count() {
                0..3 => parts.extend(run.map(|number| number.to_string())),
                _ => parts.push(format!("{} to {}", run.start(), run.end())),
            }
        }
        f.write_str(&listed(&parts))
    }
}

/// `a`, `a and b` or `a, b and c`.
pub(super) fn listed(parts: &[String]) -> String {
    match parts {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}
