//! Random kernels as Rust source: type-correct, free of panics, and each signal assigned before it
//! is read.
//!
//! | module | contents |
//! |---|---|
//! | `types` | the enums, structs and widths of a kernel |
//! | `constructs` | what kernels consist of |
//! | `block` | a block under construction: fields, signals, text |
//! | `dependencies` | which signal depends on which, so that no loops arise |
//! | `fields` | inputs, outputs, registers, memories, children |
//! | `expression`, `bit`, `bits`, `signed` | expressions of each type |
//! | `assignment`, `statement` | assignments; `if`, `match` and `for` |
//! | `kernel` | a whole kernel |

mod assignment;
mod bit;
mod bits;
mod block;
mod children;
mod constructs;
mod dependencies;
mod expression;
mod fields;
mod kernel;
mod signed;
mod statement;
mod types;

use std::collections::BTreeMap;

use fastrand::Rng;

pub use constructs::CONSTRUCTS;
use types::Types;

/// How often each construct occurs.
pub type Constructs = BTreeMap<&'static str, usize>;

/// A generated kernel: a top-level block and those in it.
pub struct Kernel {
    pub number: usize,
    /// The Rust source of all blocks and types, without `use`.
    pub source: String,
    /// The type of the top-level block in Rust.
    pub top: String,
    pub constructs: Constructs,
}

/// Everything that the blocks of a kernel share.
struct Design {
    number: usize,
    random: Rng,
    types: Types,
    constructs: Constructs,
    /// The source of the finished blocks.
    source: String,
    /// The number of blocks so far.
    blocks: usize,
    /// The number of fields that are blocks so far.
    fields: usize,
}

impl Design {
    fn uses(&mut self, construct: &'static str) {
        assert!(CONSTRUCTS.contains(&construct), "{construct} is not in the list");
        *self.constructs.entry(construct).or_default() += 1;
    }

    fn chance(&mut self, percent: u8) -> bool {
        self.random.u8(..100) < percent
    }
}

/// Generates a kernel, which depends on `seed` and `number` only.
pub fn generate(seed: u64, number: usize) -> Kernel {
    // Seeds of neighbouring kernels must not be neighbours themselves.
    let mut random = Rng::with_seed(seed);
    let seed = random.u64(..) ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = Rng::with_seed(seed);
    let types = Types::generate(number, &mut random);
    let mut design = Design {
        number,
        random,
        types,
        constructs: Constructs::new(),
        source: String::new(),
        blocks: 0,
        fields: 0,
    };
    let top = kernel::top(&mut design);
    Kernel {
        number,
        source: design.types.source() + &design.source,
        top,
        constructs: design.constructs,
    }
}
