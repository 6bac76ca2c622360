//! Statements: `if`, `match` and `for`, with assignments in them.

use super::block::{Block, Kind, Loop};
use super::dependencies::Node;
use super::types::{Type, Width};

/// The most levels of `if`, `match` and `for` in a statement that assigns on every path.
const COMPLETE_DEPTH: u32 = 1;

/// The most levels in a statement that overrides.
const OVERRIDE_DEPTH: usize = 1;

/// What an `if` or a `match` does with its targets.
#[derive(Clone, Copy)]
enum Purpose {
    /// Assigns each on every path.
    Complete,
    /// Assigns some of them on some paths.
    Override,
}

impl Block<'_> {
    /// Appends statements that assign each of the signals on every path.
    pub fn complete(&mut self, targets: &[Node]) {
        self.complete_to_depth(targets, COMPLETE_DEPTH);
    }

    /// Appends a statement that may assign some of the signals, all of which have a value.
    pub fn override_some(&mut self, targets: &[Node]) {
        let depth = self.up_to(OVERRIDE_DEPTH);
        self.branch(targets, Purpose::Override, depth as u32);
    }

    fn complete_to_depth(&mut self, targets: &[Node], depth: u32) {
        let style = if depth == 0 { 0 } else { self.weighted(&[8, 3, 3]) };
        match style {
            1 => {
                self.uses("defaults with overrides");
                self.complete_to_depth(targets, 0);
                let open = self.overridable(targets);
                if !open.is_empty() {
                    self.branch(&open, Purpose::Override, depth - 1);
                }
            }
            2 => self.branch(targets, Purpose::Complete, depth - 1),
            _ => {
                let mut targets = targets.to_vec();
                self.design.random.shuffle(&mut targets);
                targets.iter().for_each(|target| self.assign(*target));
            }
        }
    }

    /// Those signals that may get another value: no other signal depends on their present one.
    pub fn overridable(&self, targets: &[Node]) -> Vec<Node> {
        let is_open = |node: &Node| {
            let signal = &self.signals[*node];
            match signal.kind {
                Kind::Source => false,
                Kind::Variable => signal.is_assigned && !signal.is_read,
                Kind::ChildInput => signal.is_assigned,
            }
        };
        targets.iter().copied().filter(is_open).collect()
    }

    fn branch(&mut self, targets: &[Node], purpose: Purpose, depth: u32) {
        let conditions = self.conditions.len();
        let assigned: Vec<bool> = self.signals.iter().map(|signal| signal.is_assigned).collect();
        match (self.weighted(&[6, 4, 2]), purpose) {
            (0, _) => self.conditional(targets, purpose, depth, &assigned),
            (2, Purpose::Override) if self.loops.len() < 2 => self.repetition(targets, depth),
            _ => self.selection(targets, purpose, depth, &assigned),
        }
        self.conditions.truncate(conditions);
        self.restore(&assigned);
        if let Purpose::Complete = purpose {
            targets.iter().for_each(|target| self.signals[*target].is_assigned = true);
        }
    }

    fn restore(&mut self, assigned: &[bool]) {
        for (signal, assigned) in self.signals.iter_mut().zip(assigned) {
            signal.is_assigned = *assigned;
        }
    }

    /// The statements of one branch.
    fn body(&mut self, targets: &[Node], purpose: Purpose, depth: u32, assigned: &[bool]) {
        self.restore(assigned);
        if let Purpose::Complete = purpose {
            return self.complete_to_depth(targets, depth);
        }
        for _ in 0..1 + self.weighted(&[3, 1]) {
            let open = self.overridable(targets);
            if open.is_empty() {
                return;
            }
            if depth > 0 && self.chance(30) {
                self.uses("nested statements");
                self.branch(&open, Purpose::Override, depth - 1);
                continue;
            }
            let target = self.pick(&open);
            if self.chance(30) { self.assign_field(target) } else { self.assign(target) }
        }
    }

    /// Returns a condition for statements that assign these signals. They depend on it from now on.
    fn condition(&mut self, targets: &[Node]) -> String {
        self.aim(targets);
        let depth = self.design.random.u32(1..=2);
        let condition = self.bit(depth).text;
        self.depend_on_condition();
        condition
    }

    fn depend_on_condition(&mut self) {
        let reads = std::mem::take(&mut self.reads);
        reads.iter().for_each(|node| self.signals[*node].is_read = true);
        self.conditions.extend(reads);
    }

    fn conditional(&mut self, targets: &[Node], purpose: Purpose, depth: u32, assigned: &[bool]) {
        let is_complete = matches!(purpose, Purpose::Complete);
        self.uses("if");
        let mut head = format!("if {}", self.condition(targets));
        loop {
            self.braces(&head, |block| block.body(targets, purpose, depth, assigned));
            self.restore(assigned);
            match self.weighted(&[3, 2, 1]) {
                0 if !is_complete => return,
                1 => {
                    self.uses("else if");
                    head = format!("else if {}", self.condition(targets));
                }
                _ => break,
            }
        }
        self.uses("else");
        self.braces("else", |block| block.body(targets, purpose, depth, assigned));
    }

    fn selection(&mut self, targets: &[Node], purpose: Purpose, depth: u32, assigned: &[bool]) {
        self.aim(targets);
        let subject = match self.weighted(&[4, 4, 1]) {
            1 => self.enum_subject(),
            2 => Some(self.bit_subject()),
            _ => None,
        };
        let (subject, patterns, has_default) = subject.unwrap_or_else(|| self.number_subject());
        self.depend_on_condition();
        self.braces(&format!("match {subject}"), |block| {
            for pattern in patterns {
                block.arm(&pattern, targets, purpose, depth, assigned);
            }
            if has_default {
                block.arm("_", targets, purpose, depth, assigned);
            }
        });
    }

    fn arm(
        &mut self,
        pattern: &str,
        targets: &[Node],
        purpose: Purpose,
        depth: u32,
        assigned: &[bool],
    ) {
        if matches!(purpose, Purpose::Override) && self.chance(25) {
            self.uses("empty arms");
            return self.line(format!("{pattern} => {{}}"));
        }
        let start = self.line_count();
        self.braces(&format!("{pattern} =>"), |block| {
            block.body(targets, purpose, depth, assigned)
        });
        self.shorten_arm(start, pattern);
    }

    /// Returns a subject of a `match`, the patterns of its arms, and whether it needs a default.
    fn enum_subject(&mut self) -> Option<(String, Vec<String>, bool)> {
        let (leaf, ty) = self.leaf_of(|ty| matches!(ty, Type::Enum(_)))?;
        let Type::Enum(index) = ty else { return None };
        self.uses("match on enums");
        let of = &self.design.types.enums[index];
        let mut patterns: Vec<String> =
            of.variants.iter().map(|variant| format!("{}::{variant}", of.name)).collect();
        self.design.random.shuffle(&mut patterns);
        let has_default = self.chance(50);
        if has_default {
            let kept = self.design.random.usize(1..=patterns.len().min(3));
            patterns.truncate(kept);
        } else {
            self.uses("match without default");
        }
        Some((leaf.text, patterns, has_default))
    }

    fn bit_subject(&mut self) -> (String, Vec<String>, bool) {
        self.uses("match on Bit");
        let subject = self.bit(1).text;
        (subject, vec!["true".to_string(), "false".to_string()], false)
    }

    fn number_subject(&mut self) -> (String, Vec<String>, bool) {
        self.uses("match on Bits");
        let bits = self.design.random.u32(1..=4);
        let subject = self.bits(Width::fixed(bits), 1);
        let subject = self.method(subject, "index()").text;
        let mut values: Vec<u64> = (0..1 << bits).collect();
        self.design.random.shuffle(&mut values);
        let kept = self.design.random.usize(1..=values.len().min(3));
        let mut patterns: Vec<String> =
            values[..kept].iter().map(|value| self.number(*value)).collect();
        // The patterns that only `#[kernel]` supports.
        if self.is_described && kept >= 3 && self.chance(50) {
            self.uses("alternative patterns");
            let last = patterns.pop().expect("three patterns");
            let alternative = patterns.pop().expect("two patterns");
            patterns.push(format!("{alternative} | {last}"));
        }
        (subject, patterns, true)
    }

    fn repetition(&mut self, targets: &[Node], depth: u32) {
        let variable = ["i", "j"][self.loops.len()];
        let is_index = self.chance(70);
        let is_generic = is_index && self.chance(50);
        let iterations = match self.generic {
            Some(bits) if is_generic => Width { bits, is_generic },
            _ => Width::fixed(self.design.random.u32(2..=4)),
        };
        self.uses("for");
        self.loops.push(Loop { variable, iterations, is_index });
        let assigned: Vec<bool> = self.signals.iter().map(|signal| signal.is_assigned).collect();
        self.braces(&format!("for {variable} in 0..{iterations}"), |block| {
            // A variable that the body has read must not change in the next iteration.
            let open: Vec<Node> = targets.iter().copied().take(1).collect();
            block.body(&open, Purpose::Override, depth, &assigned);
        });
        self.loops.pop();
    }

    /// Assigns every element of an array in a loop.
    pub fn fill(&mut self, array: usize) {
        self.uses("arrays in for");
        let iterations = Width::fixed(self.arrays[array].elements.len() as u32);
        self.loops.push(Loop { variable: "i", iterations, is_index: true });
        self.braces(&format!("for i in 0..{iterations}"), |block| block.assign_element(array));
        self.loops.pop();
    }
}
