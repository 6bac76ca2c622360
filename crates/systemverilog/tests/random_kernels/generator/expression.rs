//! Expressions: what all types have in common.

use super::block::{Block, Kind, Loop};
use super::dependencies::Node;
use super::types::{Type, Width};

/// How tightly the outermost operator of an expression binds, by Rust's precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    LogicalOr,
    LogicalAnd,
    Comparison,
    Or,
    Xor,
    And,
    Shift,
    Sum,
    Product,
    Unary,
    Atom,
}

/// An expression in Rust.
pub struct Term {
    pub text: String,
    pub level: Level,
}

impl Term {
    pub fn new(text: impl Into<String>, level: Level) -> Term {
        Term { text: text.into(), level }
    }

    pub fn atom(text: impl Into<String>) -> Term {
        Term::new(text, Level::Atom)
    }
}

/// A value that can be read where it stands: a signal, or a field of one.
struct Leaf {
    text: String,
    ty: Type,
    nodes: Vec<Node>,
}

impl Block<'_> {
    /// Returns the text of an operand of an operator that needs at least that level; brackets are
    /// added where needed, and sometimes where not.
    pub fn operand(&mut self, term: Term, least: Level) -> String {
        if term.level < least || self.chance(10) { format!("({})", term.text) } else { term.text }
    }

    /// Applies a binary operator, which groups from left to right.
    pub fn binary(&mut self, left: Term, operator: &str, right: Term, level: Level) -> Term {
        let groups = level != Level::Comparison;
        let left = if groups && left.level == level {
            left.text
        } else {
            self.operand(left, above(level))
        };
        let right = self.operand(right, above(level));
        Term::new(format!("{left} {operator} {right}"), level)
    }

    /// Calls a method.
    pub fn method(&mut self, receiver: Term, call: &str) -> Term {
        let receiver = self.operand(receiver, Level::Atom);
        Term::atom(format!("{receiver}.{call}"))
    }

    pub fn unary(&mut self, operator: &str, operand: Term) -> Term {
        let operand = self.operand(operand, Level::Unary);
        Term::new(format!("{operator}{operand}"), Level::Unary)
    }

    /// Returns an expression of a type, with at most `depth` levels of operators.
    pub fn expression(&mut self, ty: Type, depth: u32) -> Term {
        match ty {
            Type::Bit => self.bit(depth),
            Type::Bits(width) => self.bits(width, depth),
            Type::Signed(width) => self.signed(width, depth),
            Type::Enum(index) => self.variant(index),
            Type::Struct(_) | Type::Clock => self.leaf(ty).expect("a signal of that type"),
        }
    }

    /// Returns a signal of that enum, or a variant.
    pub fn variant(&mut self, index: usize) -> Term {
        if self.chance(50)
            && let Some(leaf) = self.leaf(Type::Enum(index))
        {
            return leaf;
        }
        self.uses("enum variants");
        let of = &self.design.types.enums[index];
        let (name, variants) = (of.name.clone(), of.variants.clone());
        let variant = self.pick(&variants);
        Term::atom(format!("{name}::{variant}"))
    }

    /// Returns a signal, or a field of one, of that type, if there is any that may be read here.
    pub fn leaf(&mut self, ty: Type) -> Option<Term> {
        self.leaf_of(|found| found == ty).map(|(term, _)| term)
    }

    /// Returns a signal, or a field of one, whose type is wanted.
    pub fn leaf_of(&mut self, wanted: impl Fn(Type) -> bool) -> Option<(Term, Type)> {
        let leaves = self.leaves(wanted);
        if leaves.is_empty() {
            return None;
        }
        // Every signal should matter.
        let unread = |leaf: &Leaf| leaf.nodes.iter().any(|node| !self.signals[*node].is_read);
        let weights: Vec<u32> =
            leaves.iter().map(|leaf| if unread(leaf) { 3 } else { 1 }).collect();
        let Leaf { text, ty, nodes } = leaves.into_iter().nth(self.weighted(&weights))?;
        self.count_leaf(&text, &nodes);
        self.reads.extend(nodes);
        Some((Term::atom(text), ty))
    }

    fn count_leaf(&mut self, text: &str, nodes: &[Node]) {
        if text.contains(".val().") {
            self.uses("fields of structs");
        }
        if text.contains('[') {
            self.uses("array elements");
        }
        for node in nodes {
            if self.own == Some(*node) {
                self.uses("variables in their own assignment");
            } else if self.signals[*node].kind == Kind::ChildInput {
                self.uses("inputs of children, read back");
            }
        }
    }

    fn leaves(&mut self, wanted: impl Fn(Type) -> bool) -> Vec<Leaf> {
        let reads_back = self.chance(5);
        let is_readable = |node: Node| {
            let signal = &self.signals[node];
            let has_value = match signal.kind {
                Kind::Source => true,
                Kind::Variable => signal.is_assigned,
                Kind::ChildInput => reads_back,
            };
            has_value && (!self.forbidden[node] || self.own == Some(node))
        };
        let mut leaves = vec![];
        let mut add = |path: &str, ty: Type, nodes: &[Node]| {
            for (field, ty) in self.types().parts(ty) {
                if wanted(ty) {
                    let text = format!("self.{path}.val(){field}");
                    leaves.push(Leaf { text, ty, nodes: nodes.to_vec() });
                }
            }
        };
        for (node, signal) in self.signals.iter().enumerate() {
            if is_readable(node) {
                add(&signal.path, signal.ty, &[node]);
            }
        }
        for array in &self.arrays {
            let length = Width::fixed(array.elements.len() as u32);
            let fits = |found: &&Loop| found.is_index && found.is_below(length);
            if let Some(found) = self.loops.iter().find(fits)
                && wanted(array.ty)
                && array.elements.iter().all(|node| is_readable(*node))
            {
                let (before, after) = &array.path;
                let text = format!("self.{before}[{}]{after}.val()", found.variable);
                leaves.push(Leaf { text, ty: array.ty, nodes: array.elements.clone() });
            }
        }
        leaves
    }

    /// Returns what `expression` does, without variables of loops: the macros of `rust-hdl` copy
    /// the operand of a `bit_cast` out of the loop.
    pub fn outside_loops<T>(&mut self, expression: impl FnOnce(&mut Self) -> T) -> T {
        let loops = std::mem::take(&mut self.loops);
        let value = expression(self);
        self.loops = loops;
        value
    }

    /// Returns the text of a number below 2^64 in a random radix. `rust-hdl` reads a number without
    /// suffix as an `i32`.
    pub fn number(&mut self, value: u64) -> String {
        let suffix = if value >= 1 << 31 { "_u64" } else { "" };
        match self.weighted(&[8, 3, 1]) {
            1 => format!("{value:#x}{suffix}"),
            2 if value < 256 => format!("{value:#b}{suffix}"),
            _ => format!("{value}{suffix}"),
        }
    }

    /// Returns a number that fits into `width` bits: often a small one, or one with all bits set.
    pub fn some_number(&mut self, width: u32) -> u64 {
        let greatest = u64::MAX >> 64_u32.saturating_sub(width);
        match self.weighted(&[3, 1, 1, 5]) {
            0 => self.design.random.u64(0..=greatest.min(4)),
            1 => greatest,
            2 => 1 << self.design.random.u32(..width.min(64)),
            _ => self.design.random.u64(0..=greatest),
        }
    }

    /// Returns the text of an index below `limit`: a number, the variable of a loop, or an
    /// expression of few enough bits.
    pub fn index(&mut self, limit: Width, depth: u32) -> String {
        let variable = self.loops.iter().find(|found| found.is_index && found.is_below(limit));
        let variable = variable.map(|found| found.variable);
        if let Some(variable) = variable
            && self.chance(70)
        {
            self.uses("loop variables as bit indices");
            return variable.to_string();
        }
        let width = limit.bits.ilog2();
        if width == 0 || self.chance(50) {
            return self.design.random.u32(..limit.bits).to_string();
        }
        self.uses("indices computed at run time");
        let index = self.bits(Width::fixed(width), depth.min(1));
        self.method(index, "index()").text
    }
}

/// The next level.
fn above(level: Level) -> Level {
    use Level::*;
    match level {
        LogicalOr => LogicalAnd,
        LogicalAnd => Comparison,
        Comparison => Or,
        Or => Xor,
        Xor => And,
        And => Shift,
        Shift => Sum,
        Sum => Product,
        Product => Unary,
        Unary | Atom => Atom,
    }
}
