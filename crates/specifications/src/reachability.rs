//! Invariants of every reachable state of the top.
//!
//! The top has 36 register bits (32 with the direct clocking). They are in two parts: *control*
//! (keys and shoe, see [`control`](crate::control)) depends only on itself and the keys; *the hand*
//! (six cards and the state) depends on control only by the step, its reset and the top card.
//! [`control`](crate::control) proves which of these values can occur. Here the hand is explored
//! with all of them, a superset of what is reachable together, so what holds here holds for the
//! top.
//!
//! - Without a step the hand does not change, and a reset clears it. [`control`](crate::control)
//!   proves both for all 2^27 states of the hand, so they are not explored.
//! - A step deals ranks 1 to 13. With the direct clocking the top card can also be 0, its power-up
//!   value, which is explored, too. (Metastability is not modelled here:
//!   `crates/fault-coverage` simulates it.)

use baccarat_hdl::top::Clocking;
use rust_hdl_gates::Netlist;
use rust_hdl_gates::netlist::OutputPort;
use rust_hdl_lanes::masks::{ALL, first_lane, has_lane};
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes, Word, lane_planes};

use crate::exhaustive::{Field, Leaves};

/// The registers of the hand.
pub const HAND: [Field; 7] = [
    ("dp.pcard1", 4),
    ("dp.pcard2", 4),
    ("dp.pcard3", 4),
    ("dp.dcard1", 4),
    ("dp.dcard2", 4),
    ("dp.dcard3", 4),
    ("sm.state", 3),
];

/// The number of their bits.
const BITS: usize = 27;

/// The number of bits of the cards, four each.
const CARD_BITS: usize = 24;

const LOADS: [&str; 6] =
    ["load_pcard1", "load_pcard2", "load_pcard3", "load_dcard1", "load_dcard2", "load_dcard3"];

/// The number of chunks of lanes.
const CHUNKS: usize = 16;

/// Explores the states of the hand and checks the invariants. Returns the number of reachable
/// states.
///
/// # Errors
///
/// A description of the first violation.
pub fn check(clocking: Clocking, netlist: &Netlist) -> Result<usize, String> {
    let mut explorer = Explorer::new(clocking, netlist)?;
    let mut reached = Reached::default();
    reached.add(0);
    let mut explored = 0;
    while explored < reached.states.len() {
        let end = reached.states.len().min(explored + CHUNKS * LANES_PER_WORD);
        let batch: Vec<u32> = reached.states[explored..end].to_vec();
        explorer.explore(&batch, &mut reached)?;
        explored = end;
    }
    Ok(explored)
}

/// The states reached so far, as a bit set and as a queue.
struct Reached {
    is_reached: Vec<u64>,
    states: Vec<u32>,
}

impl Default for Reached {
    fn default() -> Reached {
        Reached { is_reached: vec![0; 1 << (BITS - 6)], states: vec![] }
    }
}

impl Reached {
    fn add(&mut self, state: u32) {
        let (word, bit) = (&mut self.is_reached[state as usize / 64], 1 << (state % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.states.push(state);
        }
    }
}

/// Copies of the top, each forced to a state to compute its successors.
struct Explorer {
    lanes: Lanes,
    clock: u32,
    /// The levels of a step without reset.
    step: Vec<(u32, bool)>,
    hand: Vec<u32>,
    new_card: Vec<u32>,
    cards: std::ops::RangeInclusive<u64>,
}

/// The loads and the win lights in the lanes of a chunk.
#[derive(Clone, Copy, Default)]
struct Shown {
    loads: [Word; 6],
    /// The win lights of the player and of the dealer.
    lights: [Word; 2],
}

impl Explorer {
    fn new(clocking: Clocking, netlist: &Netlist) -> Result<Explorer, String> {
        let leaves = Leaves::of(netlist);
        let mut hand = Vec::new();
        for (name, _) in HAND {
            hand.extend(leaves.named(name)?);
        }
        let key = leaves.named("KEY")?;
        let new_card = leaves.named("dp.new_card")?.to_vec();
        let lanes = Lanes::new(observed(netlist)?, CHUNKS, Execution::Fastest);

        let (clock, step) = match clocking {
            Clocking::Direct => (key[0], vec![(key[3], true)]),
            Clocking::Synchronised => {
                let step = vec![
                    (leaves.named("step_pressed")?[0], false),
                    (leaves.named("step_was_pressed")?[0], true),
                    (leaves.named("reset_pressed")?[0], false),
                ];
                (leaves.named("CLOCK_50")?[0], step)
            }
        };
        let seen: Vec<u32> = step.iter().map(|(leaf, _)| *leaf).collect();
        check_support(netlist, &hand, &[&hand[..], &new_card, &seen].concat())?;
        let cards = match clocking {
            Clocking::Direct => 0..=13,
            Clocking::Synchronised => 1..=13,
        };
        Ok(Explorer { lanes, clock, step, hand, new_card, cards })
    }

    /// Checks some states and adds their successors.
    fn explore(&mut self, states: &[u32], reached: &mut Reached) -> Result<(), String> {
        let columns = columns(states);
        self.put(&columns);
        let before = self.shown();
        for (chunk, shown) in before.iter().enumerate() {
            shown.check().map_err(|lane| violation(states, chunk, lane))?;
        }
        let due = due(&before);
        for card in self.cards.clone() {
            self.put(&columns);
            for (bit, leaf) in self.new_card.iter().enumerate() {
                self.lanes.fill(*leaf, card >> bit & 1 == 1);
            }
            let everywhere = [ALL; CHUNKS];
            self.lanes.pulse(self.clock, &everywhere).map_err(|error| error.to_string())?;
            let after = self.hand();
            for (chunk, shown) in before.iter().enumerate() {
                shown
                    .check_step(card, &columns[chunk], &after[chunk])
                    .map_err(|lane| violation(states, chunk, lane))?;
            }
            // A finished hand stays finished, with the same winner.
            for (chunk, (before, after)) in before.iter().zip(self.shown()).enumerate() {
                let over = each(|part| before.lights[0][part] | before.lights[1][part]);
                let changed = each(|part| {
                    (0..2).fold(0, |any, light| {
                        any | before.lights[light][part] ^ after.lights[light][part]
                    }) & over[part]
                });
                expect_none(changed).map_err(|lane| violation(states, chunk, lane))?;
            }
            for (lane, state) in states.iter().enumerate() {
                let stage = &after[lane / LANES_PER_WORD][CARD_BITS..];
                let stage = (0..3)
                    .map(|bit| u32::from(has_lane(&[stage[bit]], lane % LANES_PER_WORD)) << bit)
                    .sum::<u32>();
                let cards = match due[lane] {
                    Some(index) => state & !(15 << (4 * index)) | (card as u32) << (4 * index),
                    None => *state,
                };
                reached.add(cards & ((1 << CARD_BITS) - 1) | stage << CARD_BITS);
            }
        }
        Ok(())
    }

    /// Forces the hand to these states, just before a step.
    fn put(&mut self, columns: &[[Word; 64]]) {
        for (leaf, level) in &self.step {
            self.lanes.fill(*leaf, *level);
        }
        for (chunk, columns) in columns.iter().enumerate() {
            for (leaf, column) in self.hand.iter().zip(columns) {
                self.lanes.set(*leaf, chunk, *column);
            }
        }
    }

    fn hand(&self) -> Vec<[Word; BITS]> {
        let word = |chunk: usize, bit: usize| self.lanes.get(self.hand[bit], chunk);
        (0..CHUNKS).map(|chunk| std::array::from_fn(|bit| word(chunk, bit))).collect()
    }

    fn shown(&mut self) -> Vec<Shown> {
        let mut shown = vec![Shown::default(); CHUNKS];
        self.lanes.outputs(|port, bit, chunk, word| match port {
            0 => shown[chunk].loads[bit] = word,
            _ => shown[chunk].lights[bit] = word,
        });
        shown
    }
}

impl Shown {
    /// Checks that either exactly one load is active and no win light is on, or the hand is over.
    fn check(&self) -> Result<(), usize> {
        expect_none(each(|part| {
            let (mut any, mut two) = (0, 0);
            for load in &self.loads {
                two |= any & load[part];
                any |= load[part];
            }
            let light = self.lights[0][part] | self.lights[1][part];
            two | !(any ^ light)
        }))
    }

    /// Checks that a step loads `card` into the selected register and changes no other.
    fn check_step(
        &self,
        card: u64,
        before: &[Word; 64],
        after: &[Word; BITS],
    ) -> Result<(), usize> {
        expect_none(each(|part| {
            (0..CARD_BITS).fold(0, |wrong, bit| {
                let load = self.loads[bit / 4][part];
                let dealt = if card >> (bit % 4) & 1 == 1 { u64::MAX } else { 0 };
                let expected = load & dealt | !load & before[bit][part];
                wrong | expected ^ after[bit][part]
            })
        }))
    }
}

fn each(of_part: impl FnMut(usize) -> u64) -> Word {
    std::array::from_fn(of_part)
}

/// Checks that no lane of a word is set. The error is the first that is.
fn expect_none(word: Word) -> Result<(), usize> {
    first_lane(&[word]).map_or(Ok(()), Err)
}

fn violation(states: &[u32], chunk: usize, lane: usize) -> String {
    let state = states.get(chunk * LANES_PER_WORD + lane).copied().unwrap_or(0);
    let cards: Vec<u32> = (0..6).map(|card| state >> (4 * card) & 15).collect();
    let stage = state >> CARD_BITS;
    format!("violated with cards {cards:?} (the player's, then the banker's) in state {stage}")
}

/// Returns the netlist with the loads and the win lights as its outputs.
fn observed(netlist: &Netlist) -> Result<Netlist, String> {
    let mut observed = netlist.clone();
    let signal = |name: &str| {
        let signal = netlist.signals.iter().find(|(signal, _)| signal == name);
        signal.map(|(_, bits)| bits[0]).ok_or_else(|| format!("no signal `{name}`"))
    };
    let loads = LOADS.iter().map(|name| signal(name)).collect::<Result<_, _>>()?;
    let ledr = netlist.output("LEDR").ok_or("no LEDR")?;
    observed.outputs = vec![
        OutputPort { name: "loads".into(), bits: loads },
        OutputPort { name: "lights".into(), bits: ledr.bits[8..].to_vec() },
    ];
    Ok(observed)
}

/// Checks that the next state of the hand depends only on `allowed`, and the outputs only on the
/// hand.
fn check_support(netlist: &Netlist, hand: &[u32], allowed: &[u32]) -> Result<(), String> {
    let next: Vec<_> =
        netlist.registers.iter().filter(|bit| hand.contains(&bit.leaf)).map(|b| b.next).collect();
    let shown: Vec<_> = netlist.outputs.iter().flat_map(|port| port.bits.clone()).collect();
    for (roots, allowed, what) in [(next, allowed, "hand"), (shown, hand, "display")] {
        if let Some(leaf) = netlist.graph.support(&roots).iter().find(|l| !allowed.contains(l)) {
            return Err(format!("the {what} depends on leaf {leaf}"));
        }
    }
    Ok(())
}

/// Transposes states to bits by lanes. Surplus lanes are in the first state.
fn columns(states: &[u32]) -> Vec<[Word; 64]> {
    let mut lanes = vec![u64::from(states[0]); CHUNKS * LANES_PER_WORD];
    lanes.iter_mut().zip(states).for_each(|(lane, state)| *lane = u64::from(*state));
    lane_planes(&lanes)
}

/// Returns the index of the active load in each lane.
fn due(shown: &[Shown]) -> Vec<Option<usize>> {
    let of = |lane: usize| {
        let loads = &shown[lane / LANES_PER_WORD].loads;
        loads.iter().position(|load| has_lane(&[*load], lane % LANES_PER_WORD))
    };
    (0..CHUNKS * LANES_PER_WORD).map(of).collect()
}

#[cfg(test)]
mod tests {
    use baccarat_hdl::top::TASK5;
    use backend_testing::design_mutants::mutants;
    use punto_banco::{Rank, Step};

    use super::*;
    use crate::{design, netlist, top};

    /// Returns the number of states of hands with cards 1 to 13: one for each prefix of a hand. A
    /// finished hand has a second one, after another press, unless its last card led directly to
    /// it.
    fn states_of_all_hands(dealt: &mut Vec<Rank>) -> usize {
        let step = Step::after(dealt);
        if step.next_card().is_none() {
            return match step {
                Step::BankerDrew => 1,
                _ => 2,
            };
        }
        let mut states = 1;
        for rank in Rank::ALL {
            dealt.push(rank);
            states += states_of_all_hands(dealt);
            dealt.pop();
        }
        states
    }

    #[test]
    fn invariants_hold_in_every_reachable_state_with_synchronised_clocking() {
        let reached = check(Clocking::Synchronised, &top(Clocking::Synchronised));
        assert_eq!(reached, Ok(states_of_all_hands(&mut vec![])));
    }

    #[test]
    fn invariants_hold_in_every_reachable_state_with_direct_clocking() {
        let reached = check(Clocking::Direct, &top(Clocking::Direct));
        assert!(reached > Ok(states_of_all_hands(&mut vec![])), "{reached:?}");
    }

    #[test]
    fn violations_are_detected_in_mutants() {
        let cases = [
            (
                "two cards are due at once",
                "statemachine_stepped",
                "and others: constant 0 becomes 1",
            ),
            ("a card is not due", "statemachine_stepped", "others: arm [1] removed"),
            (
                "a light is on while a card is due",
                "statemachine_stepped",
                "player_win_light: And becomes Or",
            ),
            ("no winner at the end", "statemachine_stepped", "player_win_light: Not left out"),
            (
                "another winner after one more press",
                "statemachine_stepped",
                "state: arm [5, 6] removed",
            ),
            ("the wrong place", "datapath", "pcard1_reg.load exchanged with dcard3_reg.load"),
            ("another card", "datapath", "pcard2_reg.card_in: new_card becomes dcard1"),
            ("a register that does not keep its card", "reg4", "condition: load inverted"),
        ];
        let design = design(Clocking::Synchronised);
        for (what, module, fault) in cases {
            let module = design.find(module).expect("the module");
            let mutants = mutants(&design, module);
            let mutant = mutants.iter().find(|mutant| mutant.fault.contains(fault)).expect(fault);
            let faulty = netlist(&mutant.apply(&design), TASK5);
            assert!(check(Clocking::Synchronised, &faulty).is_err(), "{what}: {fault}");
        }
    }
}
