//! Compares what registers load in SystemVerilog and in Rust's simulation, for every event that
//! clocks them.
//!
//! In SystemVerilog, all registers that an edge reaches through logic load the values from before
//! the edge, however long the logic is. A register whose clock comes from another register loads in
//! the next phase. What changes in the same phase as a clock may be loaded before or after the
//! change: that is undefined.
//!
//! In Rust's simulation, a clock and a value take a delta cycle for each level of the hierarchy. A
//! register loads the value that its kernel sees in the delta cycle in which it sees the edge. What
//! a register loads of data that changes in response to the same input as its clock:
//!
//! | phase of the change | SystemVerilog | Rust | accepted if the change arrives |
//! |---|---|---|---|
//! | before that of the edge | new | new or old | not after the edge |
//! | that of the edge | undefined | new or old | never |
//! | after that of the edge | old | new or old | after the edge |
//!
//! One bit of an input changes at a time.

use std::cmp::Ordering;

use super::change::{Change, Edge, Source, of_value};
use super::circuit::{Circuit, Clocked, ClockedKind};
use crate::design::*;
use crate::error::Error;
use crate::order::overlap;
use crate::walk;

const ONE_SOURCE: &str = "derive it from one of them";

/// Checks that every register loads the same in SystemVerilog as in Rust.
pub(super) fn check(circuit: &Circuit) -> Result<(), Error> {
    for (input, bits) in circuit.clock_inputs() {
        let width = circuit.network.module.signal_width(input);
        for bit in (0..width).filter(|bit| bits.bit(*bit)) {
            for edge in [Edge::Rise, Edge::Fall] {
                Event::of(circuit, input, bit, edge)?.check()?;
            }
        }
    }
    Ok(())
}

/// The response to a change of one input bit.
struct Event<'a> {
    circuit: &'a Circuit<'a>,
    input: SignalId,
    /// The changes of each signal.
    signals: Vec<Vec<Change>>,
    memories: Vec<Vec<Change>>,
    /// The rising edges of the clock of each register and memory.
    edges: Vec<Vec<Change>>,
}

impl<'a> Event<'a> {
    fn of(
        circuit: &'a Circuit<'a>,
        input: SignalId,
        bit: u32,
        edge: Edge,
    ) -> Result<Event<'a>, Error> {
        let module = &circuit.network.module;
        let mut sources = vec![vec![]; module.signals.len()];
        sources[input.0].push(Change::of_input(input, &Value::from(1) << bit, edge));
        let mut event = Event {
            circuit,
            input,
            signals: vec![],
            memories: vec![vec![]; module.memories.len()],
            edges: vec![vec![]; circuit.clocked.len()],
        };
        loop {
            event.signals = sources.clone();
            circuit.propagate(&mut event.signals);
            let mut any = false;
            for (index, clocked) in circuit.clocked.iter().enumerate() {
                for edge in event.new_edges(index)? {
                    any = true;
                    let at = edge.latest + clocked.delay;
                    let loaded = Change {
                        phase: edge.phase + 1,
                        earliest: at,
                        latest: at,
                        edge: Edge::Either,
                        other_source: None,
                        ..edge.clone()
                    };
                    match clocked.kind {
                        ClockedKind::Register(register) => {
                            sources[register.target.0].push(Change {
                                bits: module.bits(register.target, None),
                                is_single: loads_at_once(register),
                                source: Source::Signal(register.target),
                                ..loaded
                            })
                        }
                        ClockedKind::Write(write) => event.memories[write.memory.0]
                            .push(Change { source: Source::Memory(write.memory), ..loaded }),
                    }
                    event.edges[index].push(edge);
                }
            }
            if !any {
                return Ok(event);
            }
        }
    }

    /// Returns the rising edges of a clock that are not known yet.
    fn new_edges(&self, index: usize) -> Result<Vec<Change>, Error> {
        let circuit = self.circuit;
        let clocked = &circuit.clocked[index];
        let seen = |id| circuit.seen(&self.signals, id, clocked.instance);
        let mut changes = of_value(clocked.clock, &circuit.network.module, &seen);
        changes.sort_by_key(|change| change.phase);
        let error = |reason: String, remedy: &str| Err(circuit.error(clocked, reason, remedy));
        for pair in changes.windows(2) {
            if pair[0].latest >= pair[1].earliest {
                let reason = format!(
                    "changes with `{}` and with `{}`, in another order in Rust than in SystemVerilog",
                    self.name(pair[0].source),
                    self.name(pair[1].source),
                );
                return error(reason, ONE_SOURCE);
            }
        }
        let is_new = |change: &Change| {
            change.edge != Edge::Fall
                && self.edges[index].iter().all(|known| known.phase != change.phase)
        };
        changes.retain(is_new);
        for change in &changes {
            if let Some(first) = self.edges[index].first() {
                let reason = format!(
                    "can rise with `{}` and once more with `{}`, which changes in response",
                    self.name(first.source),
                    self.name(change.source),
                );
                return error(reason, ONE_SOURCE);
            }
            if !change.is_single || change.earliest != change.latest {
                let source = self.name(change.source);
                return match change.other_source.map(|other| self.name(other)) {
                    Some(other) => error(
                        format!(
                            "depends on `{source}` and `{other}`, which can change together, so it can have a glitch"
                        ),
                        "derive it from one register, in one assignment",
                    ),
                    None => error(
                        format!(
                            "depends on `{source}` along several paths or in several steps, so it can have a glitch"
                        ),
                        "derive it in one assignment from a signal that is not read back, assigned in slices or bidirectional",
                    ),
                };
            }
        }
        Ok(changes)
    }

    /// Compares, at every edge, which changes of its data a register sees.
    fn check(&self) -> Result<(), Error> {
        for (clocked, edges) in self.circuit.clocked.iter().zip(&self.edges) {
            if edges.is_empty() {
                continue;
            }
            let data = self.changes_of_data(clocked);
            for edge in edges {
                for change in &data {
                    self.compare(clocked, edge, change)?;
                }
            }
        }
        Ok(())
    }

    fn changes_of_data(&self, clocked: &Clocked) -> Vec<Change> {
        let module = &self.circuit.network.module;
        let (signals, memories) = clocked.reads();
        let mut data = Vec::new();
        for (id, slice) in signals {
            let bits = module.bits(id, slice);
            let seen = self.circuit.seen(&self.signals, id, clocked.instance).into_iter();
            data.extend(seen.filter(|change| overlap(&change.bits, &bits)));
        }
        data.extend(memories.iter().flat_map(|memory| self.memories[memory.0].clone()));
        data
    }

    fn compare(&self, clocked: &Clocked, edge: &Change, change: &Change) -> Result<(), Error> {
        let source = self.name(change.source);
        let reason = match change.phase.cmp(&edge.phase) {
            Ordering::Equal if change.source == Source::Signal(self.input) => {
                let reason = format!(
                    "depends on `{source}`, and so does its data: it is undefined in SystemVerilog which value it loads"
                );
                return Err(self.circuit.error(clocked, reason, "do not read a clock as data"));
            }
            Ordering::Equal => format!(
                "changes together with `{source}`, on which its data depends, so it is undefined in SystemVerilog which \
                 value it loads"
            ),
            Ordering::Greater if change.earliest <= edge.latest => format!(
                "passes through more blocks than that of `{source}`, on which its data depends: Rust's simulation loads \
                 the new value, SystemVerilog the old one"
            ),
            Ordering::Less if change.latest > edge.earliest => format!(
                "passes through fewer blocks than its data from `{source}`: Rust's simulation loads the old value, \
                 SystemVerilog the new one"
            ),
            _ => return Ok(()),
        };
        const REMEDY: &str =
            "clock both from the same signal, without a block in between, or use an enable";
        Err(self.circuit.error(clocked, reason, REMEDY))
    }

    fn name(&self, source: Source) -> &str {
        let module = &self.circuit.network.module;
        match source {
            Source::Signal(id) => &module.signal(id).name,
            Source::Memory(id) => &module.memory(id).name,
        }
    }
}

/// Whether all bits of a register change in one step.
fn loads_at_once(register: &Register) -> bool {
    let mut whole = true;
    walk::for_each_target(&register.body, &mut |target| whole &= target.slice.is_none());
    whole
}
