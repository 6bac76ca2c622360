//! Generated kernels: every operator on the result of every other by enumeration, and deeper trees
//! at random.
//!
//! They are built as `rust-hdl` syntax trees, without Rust source. The reference is an interpreter
//! of these trees with Rust's widths.

mod block;
mod constructors;
mod term;

use rust_hdl_rtl::elaborate;

use crate::case::{Case, Stimulus, assert_match};
use block::TreeBlock;
use constructors::constructors;
use term::{Term, Type};

/// The number of trees per block.
const TREES_PER_BLOCK: usize = 200;

/// The number of random trees at each width.
const RANDOM_TREES: usize = 200;

/// The types of trees whose inputs have `width` bits.
fn types(width: u32) -> [Type; 4] {
    [Type::Bit, Type::Bits(width), Type::Signed(width), Type::Bits(width + 3)]
}

/// Every constructor with every other as each of its operands.
fn pairs(width: u32) -> Vec<Term> {
    let mut trees = Vec::new();
    for outer in types(width).into_iter().flat_map(|ty| constructors(ty, width)) {
        let leaves: Vec<Term> = outer.leaves(width);
        for (place, ty) in outer.places.iter().enumerate() {
            for inner in constructors(*ty, width) {
                let mut operands = leaves.clone();
                operands[place] = inner.make(inner.leaves(width));
                trees.push(outer.make(operands));
            }
        }
    }
    trees
}

/// A tree of constructors of depth `depth`, with leaves below.
fn random_tree(ty: Type, width: u32, depth: u32, random: &mut fastrand::Rng) -> Term {
    let choices = constructors(ty, width);
    let constructor = &choices[random.usize(..choices.len())];
    let operand = |ty: &Type| match depth {
        1 => Term::leaf(*ty, width, random.usize(..2)),
        _ => random_tree(*ty, width, depth - 1, random),
    };
    constructor.make(constructor.places.iter().map(operand).collect())
}

fn random_trees(width: u32) -> Vec<Term> {
    let mut random = fastrand::Rng::with_seed(width.into());
    let tree = |index: usize| {
        let ty = types(width)[index % types(width).len()];
        let depth = random.u32(3..=5);
        random_tree(ty, width, depth, &mut random)
    };
    (0..RANDOM_TREES).map(tree).collect()
}

/// Blocks of those trees.
fn blocks(name: &str, width: u32, trees: &[Term]) -> Vec<Case> {
    let case = |(index, trees): (usize, &[Term])| {
        let (block, trees) = (TreeBlock::new(width, trees), trees.to_vec());
        let design = move |name: &str| {
            elaborate(&[(name, &block)]).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let answer =
            move |stimulus: &Stimulus| trees.iter().map(|tree| tree.value(stimulus)).collect();
        let reference = move |stimuli: &[Stimulus]| stimuli.iter().map(&answer).collect();
        Case::new(&format!("{name}{index}"), width, design, reference)
    };
    trees.chunks(TREES_PER_BLOCK).enumerate().map(case).collect()
}

/// Every pair of operators.
pub fn pair_cases(width: u32) -> Vec<Case> {
    blocks("pairs", width, &pairs(width))
}

/// Trees of several operators.
pub fn random_cases(width: u32) -> Vec<Case> {
    blocks("random", width, &random_trees(width))
}

#[test]
fn every_pair_of_operators_at_1_to_3_bits() {
    for width in 1..=3 {
        assert_match(&pair_cases(width));
    }
}

#[test]
fn every_pair_of_operators_at_4_bits() {
    assert_match(&pair_cases(4));
}

#[test]
fn random_trees_of_operators() {
    for width in [1, 2, 3, 4, 33, 130] {
        assert_match(&random_cases(width));
    }
}
