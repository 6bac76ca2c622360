//! A netlist of words.

mod simplify;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::cache::Block;
use super::tables::Table;

/// The largest number of bits of a word.
pub const WORD: u32 = u64::BITS;

/// The index of a node of a [`Netlist`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct Id(u32);

impl Id {
    /// The place of the node in the netlist. Operands have lower ones than what depends on them.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn of(index: usize) -> Id {
        Id(index as u32)
    }
}

/// What a node is, as a function of others. All values are numbers without a sign, whose bits above
/// their width are 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Operation {
    /// A number.
    Constant(u64),
    /// A word of the state, by its index: an input or a register.
    State(u32),
    /// Up to 64 bits of the word of a memory at an address.
    Read {
        /// The index of the memory.
        memory: u32,
        /// The address, as wide as those of the memory.
        address: Id,
        /// Which 64 bits.
        part: u32,
    },
    /// The complement of each bit.
    Not(Id),
    /// The conjunction of each two bits.
    And(Id, Id),
    /// The disjunction of each two bits.
    Or(Id, Id),
    /// The exclusive disjunction of each two bits.
    Xor(Id, Id),
    /// The sum.
    Add(Id, Id),
    /// The difference.
    Subtract(Id, Id),
    /// The product.
    Multiply(Id, Id),
    /// The quotient; all bits are 1 if the divisor is 0.
    Divide(Id, Id),
    /// The remainder; the dividend if the divisor is 0.
    Remainder(Id, Id),
    /// 1 if both are equal, of one bit.
    Equal(Id, Id),
    /// 1 if the first is less, of one bit.
    Less(Id, Id),
    /// 1 if the first is less, both being numbers of 64 bits with a sign, of one bit.
    SignedLess(Id, Id),
    /// 1 if the number of bits that are 1 is odd.
    Parity(Id),
    /// `one` if `select`, of one bit, is 1, else `zero`.
    Mux {
        /// The select input.
        select: Id,
        /// Selected by 1.
        one: Id,
        /// Selected by 0.
        zero: Id,
    },
    /// The first, shifted to the left by the second; 0 from 64 on.
    ShiftLeft(Id, Id),
    /// The first, shifted to the right by the second; 0 from 64 on.
    ShiftRight(Id, Id),
    /// As `ShiftRight`, but a number of 64 bits with a sign.
    SignedShiftRight(Id, Id),
    /// Some bits of a word, from this one on.
    Extract(Id, u32),
    /// The word with copies of its highest bit above it.
    SignExtend(Id),
    /// The words beside each other, the lowest first.
    Concatenate(Vec<Id>),
    /// A result of a function of few bits, from a table that the simulator has made.
    #[doc(hidden)]
    LookUp {
        /// The index of the table.
        table: u32,
        /// Of as many bits as the function.
        index: Id,
    },
    /// A result of a block of nodes that the simulator computes only if these words change.
    #[doc(hidden)]
    Kept {
        /// The index of the block.
        block: u32,
        /// Which result.
        result: u32,
        /// What decides whether the block is computed.
        keys: Vec<Id>,
    },
}

/// A node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct Node {
    /// Its function.
    pub operation: Operation,
    /// Its width in bits, from 1 to 64.
    pub width: u32,
}

/// A register or a latch, of up to 64 bits.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Register {
    /// The word of the state that holds its value.
    pub state: u32,
    /// Its clock and what it loads on a rising edge; a latch has none.
    pub load: Option<(Id, Id)>,
    /// What it becomes while a level is active.
    pub force: Option<Force>,
}

impl Register {
    /// What forces it.
    pub(super) fn levels(&mut self) -> impl Iterator<Item = &mut Id> {
        self.force.iter_mut().flat_map(|force| [&mut force.set, &mut force.clear])
    }
}

/// The bits that an asynchronous reset or an open latch forces; none while it is inactive.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct Force {
    /// The bits that are set.
    pub set: Id,
    /// The bits that are cleared. They win over those that are set.
    pub clear: Id,
}

/// A memory with `1 << address_width` words. A word of up to 8 bytes is a number in the byte order
/// of this machine; a longer one has several, the lowest first.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct Memory {
    /// The width of an address.
    pub address_width: u32,
    /// The logarithm of the bytes of a word.
    pub word_shift: u32,
}

impl Memory {
    /// The bytes of all words.
    pub fn bytes(&self) -> usize {
        1 << (self.address_width + self.word_shift)
    }
}

/// A write port. Of several that write a word at the same time, the last one wins. All read ports
/// read before.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Write {
    /// The index of the memory.
    pub memory: u32,
    /// Writes on rising edges.
    pub clock: Id,
    /// Of one bit.
    pub enable: Id,
    /// As wide as the addresses of the memory.
    pub address: Id,
    /// The word, 64 bits each, the lowest first.
    pub data: Vec<Id>,
}

impl Write {
    /// What it needs besides the clock.
    pub(super) fn nodes(&mut self) -> impl Iterator<Item = &mut Id> {
        [&mut self.enable, &mut self.address].into_iter().chain(&mut self.data)
    }
}

/// A design: nodes, registers and memories.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(from = "Stored")]
pub struct Netlist {
    nodes: Vec<Node>,
    #[serde(skip)]
    known: HashMap<Node, Id>,
    /// The number of words of the state.
    pub states: u32,
    /// The registers.
    pub registers: Vec<Register>,
    /// The memories.
    pub memories: Vec<Memory>,
    /// The write ports.
    pub writes: Vec<Write>,
    /// Those are made for the simulator.
    #[serde(skip)]
    pub(super) blocks: Vec<Block>,
    #[serde(skip)]
    pub(super) tables: Vec<Table>,
}

/// A netlist as it is serialised.
#[derive(Deserialize)]
struct Stored {
    nodes: Vec<Node>,
    states: u32,
    registers: Vec<Register>,
    memories: Vec<Memory>,
    writes: Vec<Write>,
}

impl From<Stored> for Netlist {
    fn from(stored: Stored) -> Netlist {
        let Stored { nodes, states, registers, memories, writes } = stored;
        let known = nodes.iter().cloned().zip((0..).map(Id)).collect();
        Netlist {
            nodes,
            known,
            states,
            registers,
            memories,
            writes,
            blocks: vec![],
            tables: vec![],
        }
    }
}

impl Netlist {
    /// The nodes, each after its operands.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node.
    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id.index()]
    }

    /// Adds a node, if there is none like it, and none that has the same value for obvious reasons.
    pub fn add(&mut self, operation: Operation, width: u32) -> Id {
        debug_assert!((1..=WORD).contains(&width), "{operation:?} has {width} bits");
        if let Some(same) = self.simplified(&operation, width) {
            return same;
        }
        let next = Id(self.nodes.len() as u32);
        let node = Node { operation, width };
        *self.known.entry(node).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            next
        })
    }

    /// Adds a number.
    pub fn constant(&mut self, value: u64, width: u32) -> Id {
        self.add(Operation::Constant(value & mask(width)), width)
    }

    /// Adds a word to the state, which is 0 at first. Returns its index and its node.
    pub fn add_state(&mut self, width: u32) -> (u32, Id) {
        let state = self.states;
        self.states += 1;
        (state, self.add(Operation::State(state), width))
    }

    /// Adds words to the state that no node has. Returns the index of the first one.
    pub(super) fn reserve(&mut self, words: u32) -> u32 {
        let first = self.states;
        self.states += words;
        first
    }

    pub(super) fn is_written(&self, memory: u32) -> bool {
        self.writes.iter().any(|write| write.memory == memory)
    }

    /// Adds some bits of a word.
    pub fn extract(&mut self, of: Id, offset: u32, width: u32) -> Id {
        match &self.node(of).operation {
            _ if offset == 0 && self.node(of).width == width => of,
            Operation::Constant(value) => {
                let value = value >> offset;
                self.constant(value, width)
            }
            _ => self.add(Operation::Extract(of, offset), width),
        }
    }
}

impl Operation {
    /// Calls `visit` with each operand.
    pub fn operands(&self, mut visit: impl FnMut(Id)) {
        use Operation::*;
        match self {
            Constant(_) | State(_) => {}
            Read { address: index, .. } | LookUp { index, .. } => visit(*index),
            Not(of) | Parity(of) | Extract(of, _) | SignExtend(of) => visit(*of),
            And(left, right)
            | Or(left, right)
            | Xor(left, right)
            | Add(left, right)
            | Subtract(left, right)
            | Multiply(left, right)
            | Divide(left, right)
            | Remainder(left, right)
            | Equal(left, right)
            | Less(left, right)
            | SignedLess(left, right)
            | ShiftLeft(left, right)
            | ShiftRight(left, right)
            | SignedShiftRight(left, right) => {
                visit(*left);
                visit(*right);
            }
            Mux { select, one, zero } => [*select, *one, *zero].into_iter().for_each(visit),
            Concatenate(parts) | Kept { keys: parts, .. } => {
                parts.iter().copied().for_each(visit);
            }
        }
    }

    /// Replaces each operand.
    pub(super) fn replace_operands(&mut self, mut replaced: impl FnMut(Id) -> Id) {
        use Operation::*;
        let mut replace = |id: &mut Id| *id = replaced(*id);
        match self {
            Constant(_) | State(_) => {}
            Read { address: index, .. } | LookUp { index, .. } => replace(index),
            Not(of) | Parity(of) | Extract(of, _) | SignExtend(of) => replace(of),
            And(left, right)
            | Or(left, right)
            | Xor(left, right)
            | Add(left, right)
            | Subtract(left, right)
            | Multiply(left, right)
            | Divide(left, right)
            | Remainder(left, right)
            | Equal(left, right)
            | Less(left, right)
            | SignedLess(left, right)
            | ShiftLeft(left, right)
            | ShiftRight(left, right)
            | SignedShiftRight(left, right) => [left, right].into_iter().for_each(replace),
            Mux { select, one, zero } => [select, one, zero].into_iter().for_each(replace),
            Concatenate(parts) | Kept { keys: parts, .. } => parts.iter_mut().for_each(replace),
        }
    }
}

/// A number with this many ones.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (WORD - width)
}
