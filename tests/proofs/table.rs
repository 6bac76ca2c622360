//! Every state that the whole machine can reach.
//!
//! The machine has 36 register bits (32 in the direct clocking). Going through the states that can be reached is
//! feasible because they fall into two parts. *Control* (keys and shoe, see [`control`](crate::control)) depends on
//! itself and the keys alone, and *the table* (six cards, and how far the hand is) sees no more of control than whether
//! there is a step, whether it resets, and the rank on top of the shoe. What control can show the table is known exactly
//! from there. Here the table is explored with all of it: every pair that can be reached together is among the pairs
//! tried, and what holds for all of those holds for the machine.
//!
//! - Without a step the table stays as it is and a reset clears it: [`control`](crate::control) has proved both for all
//!   2^27 states of the table, so neither needs exploring.
//! - A step deals rank 1 to 13: in the synchronised machine no step can meet anything else. In the direct machine it can
//!   meet 0, the shoe's value at power-up, so that is tried too. (That a key's edge in the middle of a change catches
//!   worse is no matter of logic: see [`crossing`](crate::crossing).)

use baccarat::engine::{Clocking, TOP};
use baccarat::game::{Rank, Step};
use rust_hdl_gates::lanes::{ALL, NONE};
use rust_hdl_gates::netlist::OutputPort;
use rust_hdl_gates::{Execution, LANES_PER_WORD, Lanes, Netlist, Word};
use rust_hdl_rtl::mutation::mutants;

use crate::space::{Field, Leaves, bit_of};
use crate::{design, netlist, top};

/// The registers of the table.
pub const TABLE: [Field; 7] = [
    ("dp.pcard1", 4),
    ("dp.pcard2", 4),
    ("dp.pcard3", 4),
    ("dp.dcard1", 4),
    ("dp.dcard2", 4),
    ("dp.dcard3", 4),
    ("sm.state", 3),
];

/// How many bits these are.
const BITS: usize = 27;

/// The cards among them, four bits each.
const CARD_BITS: usize = 24;

const LOADS: [&str; 6] =
    ["load_pcard1", "load_pcard2", "load_pcard3", "load_dcard1", "load_dcard2", "load_dcard3"];

/// Chunks of lanes that work at once.
const CHUNKS: usize = 16;

/// Explores the table of a top, and checks what has to hold. Returns how many states it can reach.
///
/// # Errors
///
/// The first thing that does not hold, in words.
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

/// The states reached so far.
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

/// Copies of the machine, each put into a state to see what comes of it.
struct Explorer {
    lanes: Lanes,
    clock: u32,
    /// The levels at which the table sees a step that does not reset.
    step: Vec<(u32, bool)>,
    table: Vec<u32>,
    new_card: Vec<u32>,
    cards: std::ops::RangeInclusive<u64>,
}

/// What the machine says of itself, for the lanes of a chunk.
#[derive(Clone, Copy, Default)]
struct Shown {
    loads: [Word; 6],
    /// The player's light and the dealer's.
    lights: [Word; 2],
}

impl Explorer {
    fn new(clocking: Clocking, netlist: &Netlist) -> Result<Explorer, String> {
        let leaves = Leaves::of(netlist);
        let mut table = Vec::new();
        for (name, _) in TABLE {
            table.extend(leaves.named(name)?);
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
        check_support(netlist, &table, &[&table[..], &new_card, &seen].concat())?;
        let cards = match clocking {
            Clocking::Direct => 0..=13,
            Clocking::Synchronised => 1..=13,
        };
        Ok(Explorer { lanes, clock, step, table, new_card, cards })
    }

    /// Checks some states, and adds those that follow.
    fn explore(&mut self, states: &[u32], reached: &mut Reached) -> Result<(), String> {
        let columns = columns(states);
        self.put(&columns);
        let before = self.shown();
        for (chunk, shown) in before.iter().enumerate() {
            shown.check().map_err(|lane| complaint(states, chunk, lane))?;
        }
        let due = due(&before);
        for card in self.cards.clone() {
            self.put(&columns);
            for (bit, leaf) in self.new_card.iter().enumerate() {
                self.lanes.fill(*leaf, card >> bit & 1 == 1);
            }
            let everywhere = [ALL; CHUNKS];
            self.lanes.pulse(self.clock, &everywhere).map_err(|error| error.to_string())?;
            let after = self.table();
            for (chunk, shown) in before.iter().enumerate() {
                shown
                    .check_step(card, &columns[chunk], &after[chunk])
                    .map_err(|lane| complaint(states, chunk, lane))?;
            }
            // A hand that is over stays over, with the same winner.
            for (chunk, (before, after)) in before.iter().zip(self.shown()).enumerate() {
                let over = each(|part| before.lights[0][part] | before.lights[1][part]);
                let changed = each(|part| {
                    (0..2).fold(0, |any, light| {
                        any | before.lights[light][part] ^ after.lights[light][part]
                    }) & over[part]
                });
                nowhere(changed).map_err(|lane| complaint(states, chunk, lane))?;
            }
            for (lane, state) in states.iter().enumerate() {
                let stage = &after[lane / LANES_PER_WORD][CARD_BITS..];
                let stage = (0..3)
                    .map(|bit| u32::from(bit_of(stage[bit], lane % LANES_PER_WORD)) << bit)
                    .sum::<u32>();
                let cards = match due[lane] {
                    Some(place) => state & !(15 << (4 * place)) | (card as u32) << (4 * place),
                    None => *state,
                };
                reached.add(cards & ((1 << CARD_BITS) - 1) | stage << CARD_BITS);
            }
        }
        Ok(())
    }

    /// Puts the table into these states, just before a step.
    fn put(&mut self, columns: &[[Word; BITS]]) {
        for (leaf, level) in &self.step {
            self.lanes.fill(*leaf, *level);
        }
        for (chunk, columns) in columns.iter().enumerate() {
            for (leaf, column) in self.table.iter().zip(columns) {
                self.lanes.set(*leaf, chunk, *column);
            }
        }
    }

    fn table(&self) -> Vec<[Word; BITS]> {
        let word = |chunk: usize, bit: usize| self.lanes.get(self.table[bit], chunk);
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
    /// Either exactly one card is due and no light is on, or the hand is over.
    fn check(&self) -> Result<(), usize> {
        nowhere(each(|part| {
            let (mut any, mut two) = (0, 0);
            for load in &self.loads {
                two |= any & load[part];
                any |= load[part];
            }
            let light = self.lights[0][part] | self.lights[1][part];
            two | !(any ^ light)
        }))
    }

    /// A step deals `card` to the place that is due, and leaves the others as they are.
    fn check_step(
        &self,
        card: u64,
        before: &[Word; BITS],
        after: &[Word; BITS],
    ) -> Result<(), usize> {
        nowhere(each(|part| {
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

/// The first lane of a word, if there is one.
fn nowhere(word: Word) -> Result<(), usize> {
    let first = (0..LANES_PER_WORD).find(|lane| bit_of(word, *lane));
    if word == NONE { Ok(()) } else { Err(first.unwrap_or(0)) }
}

fn complaint(states: &[u32], chunk: usize, lane: usize) -> String {
    let state = states.get(chunk * LANES_PER_WORD + lane).copied().unwrap_or(0);
    let cards: Vec<u32> = (0..6).map(|card| state >> (4 * card) & 15).collect();
    let stage = state >> CARD_BITS;
    format!("wrong with cards {cards:?} (player's, then banker's) in state {stage}")
}

/// The netlist with nothing for outputs but the loads and the lights.
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

/// The table's next state depends on nothing but `allowed`, and what is shown on the table alone.
fn check_support(netlist: &Netlist, table: &[u32], allowed: &[u32]) -> Result<(), String> {
    let next: Vec<_> =
        netlist.registers.iter().filter(|bit| table.contains(&bit.leaf)).map(|b| b.next).collect();
    let shown: Vec<_> = netlist.outputs.iter().flat_map(|port| port.bits.clone()).collect();
    for (roots, allowed, what) in [(next, allowed, "table"), (shown, table, "display")] {
        if let Some(leaf) = netlist.graph.support(&roots).iter().find(|l| !allowed.contains(l)) {
            return Err(format!("the {what} depends on leaf {leaf}"));
        }
    }
    Ok(())
}

/// States by lanes become lanes by bits. Lanes that are left over are in the first state.
fn columns(states: &[u32]) -> Vec<[Word; BITS]> {
    let mut chunks = vec![[NONE; BITS]; CHUNKS];
    for lane in 0..CHUNKS * LANES_PER_WORD {
        let state = states.get(lane).unwrap_or(&states[0]);
        let chunk = &mut chunks[lane / LANES_PER_WORD];
        let lane = lane % LANES_PER_WORD;
        for (bit, column) in chunk.iter_mut().enumerate() {
            column[lane / 64] |= u64::from(state >> bit & 1) << (lane % 64);
        }
    }
    chunks
}

/// The place of the card that is due, for each lane.
fn due(shown: &[Shown]) -> Vec<Option<usize>> {
    let of = |lane: usize| {
        let loads = &shown[lane / LANES_PER_WORD].loads;
        loads.iter().position(|load| bit_of(*load, lane % LANES_PER_WORD))
    };
    (0..CHUNKS * LANES_PER_WORD).map(of).collect()
}

/// How many states hands of cards 1 to 13 lead to: one for each way a hand can begin. A hand that is over has a second
/// one, that of the presses after its end, unless its last card has led straight there.
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
fn one_card_is_due_or_the_hand_is_over_in_every_state_that_the_synchronised_machine_reaches() {
    let reached = check(Clocking::Synchronised, &top(Clocking::Synchronised));
    assert_eq!(reached, Ok(states_of_all_hands(&mut vec![])));
}

#[test]
fn one_card_is_due_or_the_hand_is_over_in_every_state_that_the_direct_machine_reaches() {
    let reached = check(Clocking::Direct, &top(Clocking::Direct));
    assert!(reached > Ok(states_of_all_hands(&mut vec![])), "{reached:?}");
}

#[test]
fn what_must_not_be_is_found_in_a_machine_that_has_it() {
    let cases = [
        ("two cards are due at once", "statemachine_stepped", "and others: constant 0 becomes 1"),
        ("a card is not due", "statemachine_stepped", "others: arm [1] removed"),
        (
            "a light is on while a card is due",
            "statemachine_stepped",
            "player_win_light: And becomes Or",
        ),
        ("nobody has won at the end", "statemachine_stepped", "player_win_light: Not left out"),
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
        let module = design.find(module).expect("a module of that name");
        let mutants = mutants(&design, module);
        let mutant = mutants.iter().find(|mutant| mutant.fault.contains(fault)).expect(fault);
        let faulty = netlist(&mutant.apply(&design), TOP);
        assert!(check(Clocking::Synchronised, &faulty).is_err(), "{what}: {fault}");
    }
}
