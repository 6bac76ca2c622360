//! Assignments to signals, fields of structs and elements of arrays.

use super::block::{Block, Kind};
use super::dependencies::Node;
use super::expression::Term;
use super::types::{Type, Width};

/// How frequent expressions with that many levels of operators are.
const DEPTHS: [u32; 4] = [3, 4, 3, 1];

impl Block<'_> {
    /// Assigns a signal.
    pub fn assign(&mut self, node: Node) {
        self.aim(&[node]);
        let signal = &self.signals[node];
        if signal.kind == Kind::Variable && signal.is_assigned {
            self.own = Some(node);
        }
        let (path, ty) = (format!("self.{}.next", signal.path), signal.ty);
        self.assign_path(&path, ty);
        self.commit(&[node]);
    }

    /// Assigns one field of a struct that has a value.
    pub fn assign_field(&mut self, node: Node) {
        let Type::Struct(index) = self.signals[node].ty else {
            return self.assign(node);
        };
        self.aim(&[node]);
        self.uses("assignments to fields");
        let fields = self.types().structs[index].fields.clone();
        let (name, ty) = self.pick(&fields);
        let path = format!("self.{}.next.{name}", self.signals[node].path);
        self.assign_path(&path, ty);
        self.commit(&[node]);
    }

    /// Assigns the element of an array that the innermost loop selects.
    pub fn assign_element(&mut self, array: usize) {
        let elements = self.arrays[array].elements.clone();
        self.aim(&elements);
        let (before, after) = self.arrays[array].path.clone();
        let variable = self.loops.last().expect("a loop over the array").variable;
        let path = format!("self.{before}[{variable}]{after}.next");
        self.assign_path(&path, self.arrays[array].ty);
        self.commit(&elements);
    }

    /// Begins a statement for these signals, which they and what depends on them must not be read
    /// in.
    pub fn aim(&mut self, targets: &[Node]) {
        self.forbidden = self.dependencies.reached(targets);
        self.own = None;
        self.reads.clear();
    }

    /// Ends a statement for these signals.
    pub fn commit(&mut self, targets: &[Node]) {
        let reads = std::mem::take(&mut self.reads);
        for target in targets {
            for source in reads.iter().chain(&self.conditions) {
                self.dependencies.depend(*target, *source);
            }
            self.signals[*target].is_assigned = true;
        }
        for source in reads {
            self.signals[source].is_read |= !targets.contains(&source);
        }
        self.own = None;
    }

    fn assign_path(&mut self, path: &str, ty: Type) {
        if let Type::Struct(index) = ty {
            match self.leaf(ty) {
                Some(leaf) if self.chance(50) => {
                    self.uses("assignments of structs");
                    self.line(format!("{path} = {};", leaf.text));
                }
                _ => {
                    let fields = self.types().structs[index].fields.clone();
                    for (field, ty) in fields {
                        self.uses("assignments to fields");
                        self.assign_path(&format!("{path}.{field}"), ty);
                    }
                }
            }
            return;
        }
        let value = self.right_hand_side(ty);
        self.line(format!("{path} = {};", value.text));
    }

    /// Returns the right-hand side of an assignment, whose type Rust and the backend know from its
    /// left-hand side.
    fn right_hand_side(&mut self, ty: Type) -> Term {
        let depth = self.weighted(&DEPTHS) as u32;
        match ty {
            Type::Bit => match self.weighted(&[30, 2, 1]) {
                1 => {
                    self.uses("true and false");
                    Term::atom(self.pick(&["true", "false"]))
                }
                2 => {
                    self.uses("Bits<1> as Bit");
                    let bits = self.bits(Width::fixed(1), depth);
                    self.method(bits, "into()")
                }
                _ => self.bit(depth),
            },
            Type::Bits(width) => self.right_hand_bits(width, depth),
            Type::Signed(width) => match self.weighted(&[12, 2, 3]) {
                1 => self.signed_number(width),
                2 => self.signed_width(width),
                _ => self.signed(width, depth),
            },
            other => self.expression(other, depth),
        }
    }

    fn right_hand_bits(&mut self, width: Width, depth: u32) -> Term {
        let is_enum = |ty| matches!(ty, Type::Enum(_));
        let enums = 0..self.types().enums.len();
        let same_width = enums
            .into_iter()
            .any(|index| self.types().width(Type::Enum(index)) == width.bits && !width.is_generic);
        match self.weighted(&[20, 1, 1, 1, 1]) {
            1 => {
                self.uses("numbers with into()");
                let number = self.some_number(width.bits);
                Term::atom(format!("{}.into()", self.number(number)))
            }
            2 => {
                self.uses("numbers with to_bits()");
                let number = self.some_number(width.bits.min(16));
                Term::atom(format!("{number}_u32.to_bits()"))
            }
            3 if width == Width::fixed(1) => {
                let bit = self.bit(depth);
                self.method(bit, "into()")
            }
            4 if same_width => match self.leaf_of(is_enum) {
                Some((leaf, ty)) if self.types().width(ty) == width.bits => {
                    self.uses("enums as Bits");
                    self.method(leaf, "into()")
                }
                _ => self.bits(width, depth),
            },
            _ => self.bits(width, depth),
        }
    }
}
