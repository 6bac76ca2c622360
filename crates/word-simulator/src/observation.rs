//! Observed bits, packed in words.

use std::collections::BTreeMap;

use cranelift::module::FuncId;
use cranelift::prelude::InstBuilder;

use super::compile::{CompileError, Compiler};
use super::dependencies::INPUTS;
use super::netlist::{Id, Netlist, Operation, WORD};

/// The place of a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The index of a word.
    pub word: usize,
    /// The bit of the word.
    pub bit: u32,
}

/// Some bits that change together, packed in words.
pub(super) struct Packed {
    /// What changes them.
    pub by: u64,
    words: Vec<Id>,
    /// The indices of the bits, in the order of the words.
    bits: Vec<usize>,
}

/// Packs bits, of which each is a bit of a node, those together that have the same of `by`.
pub(super) fn pack(
    netlist: &mut Netlist,
    bits: &[(Id, u32)],
    by: impl Fn(Id) -> u64,
) -> Vec<Packed> {
    let mut found: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (index, (id, _)) in bits.iter().enumerate() {
        found.entry(by(*id)).or_default().push(index);
    }
    let mut word = |indices: &[usize]| {
        let runs = indices.chunk_by(|one, next| {
            let (one, next) = (bits[*one], bits[*next]);
            one.0 == next.0 && one.1 + 1 == next.1
        });
        let run = |run: &[usize]| {
            let (of, offset) = bits[run[0]];
            netlist.extract(of, offset, run.len() as u32)
        };
        let parts: Vec<Id> = runs.map(run).collect();
        match parts.as_slice() {
            [one] => *one,
            _ => netlist.add(Operation::Concatenate(parts), indices.len() as u32),
        }
    };
    let packed = |(by, bits): (u64, Vec<usize>)| {
        let words = bits.chunks(WORD as usize).map(&mut word).collect();
        Packed { by, words, bits }
    };
    found.into_iter().map(packed).collect()
}

/// Compiles a function that stores the words of each in its words of the state, if something has
/// changed them: the argument.
pub(super) fn compile(
    compiler: &mut Compiler,
    packed: &[Packed],
    first: u32,
) -> Result<FuncId, CompileError> {
    compiler.function(|body| {
        let mut states = first..;
        for Packed { by, words, .. } in packed {
            let changes = body.builder.ins().band_imm(body.argument, (by | INPUTS) as i64);
            body.when(changes, |body| {
                body.compute(words);
                for (word, state) in words.iter().zip(&mut states) {
                    let value = body.value(*word);
                    body.store(state, value);
                }
            });
        }
        body.constant(0)
    })
}

/// The number of words.
pub(super) fn words(packed: &[Packed]) -> u32 {
    packed.iter().map(|packed| packed.words.len() as u32).sum()
}

/// The place of each bit in the words of all of them.
pub(super) fn places(packed: &[Packed]) -> Vec<Place> {
    let bits: usize = packed.iter().map(|packed| packed.bits.len()).sum();
    let mut places = vec![Place { word: 0, bit: 0 }; bits];
    let mut first = 0;
    for packed in packed {
        for (place, index) in packed.bits.iter().enumerate() {
            let (word, bit) = (place / WORD as usize, place as u32 % WORD);
            places[*index] = Place { word: first + word, bit };
        }
        first += packed.words.len();
    }
    places
}
