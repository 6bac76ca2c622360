//! Memories: their contents and their write ports.

use std::collections::BTreeMap;

use super::Elaborator;
use super::expression::constant;
use super::place::Place;
use crate::error::{Position, Problem, ReadError};
use crate::model::{Constant, Edge, Memory, Write};
use crate::syntax::*;

/// The words of a memory that an `initial` has assigned.
type Contents = Vec<Option<Constant>>;

/// The limit of the turns of a loop.
const MAXIMUM_TURNS: usize = 1 << 18;

impl<'t> Elaborator<'_, 't> {
    /// Executes all `initial`s and adds the memories to the model.
    pub(super) fn memories(&mut self, items: &[Item<'t>]) -> Result<(), ReadError> {
        let mut initialised: BTreeMap<usize, Contents> = BTreeMap::new();
        for item in items {
            let ItemKind::Initial { is_simulation_only, body } = &item.kind else { continue };
            let mut contents = BTreeMap::new();
            self.initial(body, &mut contents)?;
            for (memory, words) in contents {
                let name = || self.scope.memories[memory].name.clone();
                let is_cleared = words.iter().flatten().flatten().all(|bit| !bit);
                if *is_simulation_only && !is_cleared {
                    return Err(Problem::ContentsHiddenFromSynthesis(name()).at(item.at));
                }
                if initialised.insert(memory, words).is_some() {
                    return Err(Problem::SecondInitial(name()).at(item.at));
                }
            }
        }
        for (index, declaration) in self.scope.memories.iter().enumerate() {
            let words = initialised.remove(&index).unwrap_or_default();
            if words.len() < declaration.words || words.contains(&None) {
                let name = declaration.name.clone();
                return Err(Problem::NoContents(name).at(declaration.at));
            }
            let words = words.into_iter().flatten().enumerate();
            let memory = Memory {
                width: declaration.ty.width,
                words: declaration.words,
                contents: words.filter(|(_, word)| word.contains(&true)).collect(),
                writes: vec![],
            };
            self.model.memories.insert(declaration.name.clone(), memory);
        }
        Ok(())
    }

    /// Executes a statement of an `initial`.
    fn initial(
        &mut self,
        statement: &Statement<'t>,
        contents: &mut BTreeMap<usize, Contents>,
    ) -> Result<(), ReadError> {
        match &statement.kind {
            StatementKind::Block(body) => {
                body.iter().try_for_each(|inner| self.initial(inner, contents))
            }
            StatementKind::For { index, first, condition, body } => {
                let value = self.assigned_value(first, super::INT)?;
                self.loops.push((index.text, value));
                for turn in 0.. {
                    let holds = self.truth(condition)?;
                    if self.constant_bits(&[holds], condition.at)? == [false] {
                        break;
                    }
                    if turn == MAXIMUM_TURNS {
                        return Err(Problem::EndlessLoop.at(statement.at));
                    }
                    self.initial(body, contents)?;
                    self.increment();
                }
                self.loops.pop();
                Ok(())
            }
            StatementKind::Assign { target, is_blocking: true, value } => {
                let Place::Word { memory, address } = self.scope.place(target)? else {
                    return Err(Problem::InitialTarget.at(statement.at));
                };
                let (ty, words) =
                    (self.scope.memories[memory].ty.clone(), self.scope.memories[memory].words);
                let at = address.at;
                let address = self.index(address, words, target)?;
                let address = self.constant_index(&address, at)?;
                let word = self.value_for(&ty, value)?;
                let word = self.constant_bits(&word, value.at)?;
                contents.entry(memory).or_insert_with(|| vec![None; words])[address] = Some(word);
                Ok(())
            }
            _ => Err(Problem::InitialTarget.at(statement.at)),
        }
    }

    /// Adds 1 to the innermost index of a loop.
    fn increment(&mut self) {
        if let Some((_, value)) = self.loops.last_mut() {
            let mut one = vec![false; value.len()];
            one[0] = true;
            *value = self.gates.graph.add(value, &constant(&one));
        }
    }

    /// Returns a value that has to be constant.
    pub(super) fn constant_bits(&self, word: &[Edge], at: Position) -> Result<Constant, ReadError> {
        let bits = word.iter().map(|bit| match *bit {
            Edge::ZERO => Ok(false),
            Edge::ONE => Ok(true),
            _ => Err(Problem::NotConstant.at(at)),
        });
        bits.collect()
    }

    /// Returns the value of an index that has to be constant.
    pub(super) fn constant_index(&self, index: &[Edge], at: Position) -> Result<usize, ReadError> {
        let bits = self.constant_bits(index, at)?;
        Ok(bits.iter().rev().fold(0, |sum, bit| sum << 1 | usize::from(*bit)))
    }

    /// Adds the write ports of an `always`.
    pub(super) fn memory_writes(
        &mut self,
        event: &Event<'t>,
        body: &Statement<'t>,
    ) -> Result<(), ReadError> {
        let clock = self.clock(event)?;
        self.writes_if(body, clock, Edge::ONE)
    }

    /// Adds the write ports of a statement that is executed on a condition.
    fn writes_if(
        &mut self,
        statement: &Statement<'t>,
        clock: Edge,
        mut condition: Edge,
    ) -> Result<(), ReadError> {
        match &statement.kind {
            StatementKind::Null => Ok(()),
            StatementKind::Block(body) => {
                body.iter().try_for_each(|inner| self.writes_if(inner, clock, condition))
            }
            StatementKind::If { branches, otherwise } => {
                for (test, body) in branches {
                    let holds = self.truth(test)?;
                    let enable = self.gates.graph.and(condition, holds);
                    self.writes_if(body, clock, enable)?;
                    condition = self.gates.graph.and(condition, !holds);
                }
                otherwise.iter().try_for_each(|body| self.writes_if(body, clock, condition))
            }
            StatementKind::Assign { target, is_blocking: false, value } => {
                let Place::Word { memory, address } = self.scope.place(target)? else {
                    return Err(Problem::AlwaysTarget.at(statement.at));
                };
                let declaration = &self.scope.memories[memory];
                let (name, words) = (declaration.name.clone(), declaration.words);
                let ty = declaration.ty.clone();
                let address = self.index(address, words, target)?;
                let data = self.value_for(&ty, value)?;
                let write = Write { clock, enable: condition, address, data };
                self.model.memories.entry(name).and_modify(|memory| memory.writes.push(write));
                Ok(())
            }
            _ => Err(Problem::AlwaysTarget.at(statement.at)),
        }
    }
}
