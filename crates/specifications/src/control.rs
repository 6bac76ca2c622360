//! Control: keys and shoe, which determine when a card is dealt and which.
//!
//! With the synchronised clocking, control has nine register bits that depend only on each other
//! and the keys. All 2^13 combinations of states and inputs are checked, and the reachable states
//! are computed exactly. With the direct clocking, control is the shoe alone, because KEY\[0\] is a
//! clock.

use std::collections::BTreeSet;

use baccarat_hdl::top::Clocking;
use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::{Edge, Graph, Node};

use crate::exhaustive::{Field, Group, Leaves};
use crate::modules::next_card;
use crate::reachability::HAND;

/// The level of KEY\[0\].
const STEP: u64 = 0b0001;
/// The level of KEY\[3\].
const RESET: u64 = 0b1000;

/// The state of control with the synchronised clocking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Control {
    /// KEY\[0\] one, two and three edges ago; 1 is pressed.
    step: [u64; 3],
    /// KEY\[3\] one and two edges ago; 1 is pressed.
    reset: [u64; 2],
    /// The top card of the shoe.
    card: u64,
}

impl Control {
    /// Returns whether the next edge deals a card or starts a new hand.
    fn is_step(&self) -> bool {
        self.step[1] == 0 && self.step[2] == 1
    }

    /// Returns whether the next edge starts a new hand.
    fn is_reset(&self) -> bool {
        self.is_step() && self.reset[1] == 1
    }

    /// Returns the state after an edge.
    fn next(&self, keys: u64) -> Control {
        let pressed = |key: u64| u64::from(keys & key == 0);
        Control {
            step: [pressed(STEP), self.step[0], self.step[1]],
            reset: [pressed(RESET), self.reset[0]],
            card: next_card(u64::from(!self.is_reset()), self.card),
        }
    }
}

/// The specification of control.
fn specification(clocking: Clocking) -> Group {
    const REGISTERS: [Field; 6] = [
        ("step_key.stage1", 1),
        ("step_pressed", 1),
        ("step_was_pressed", 1),
        ("reset_key.stage1", 1),
        ("reset_pressed", 1),
        ("dp.new_card", 4),
    ];
    let (clock, keys) = (Some("CLOCK_50"), ("KEY", 4));
    match clocking {
        Clocking::Direct => {
            let card = REGISTERS[5];
            Group::new(&[keys, card], &[], clock, &[card], |at| {
                vec![next_card(u64::from(at[0] & RESET != 0), at[1])]
            })
        }
        Clocking::Synchronised => {
            let depends_on = [&[keys], &REGISTERS[..]].concat();
            Group::new(&depends_on, &[], clock, &REGISTERS, |at| {
                let [keys, s1, s2, s3, r1, r2, card] = *at else {
                    unreachable!("seven values for seven fields");
                };
                let control = Control { step: [s1, s2, s3], reset: [r1, r2], card };
                let Control { step, reset, card } = control.next(keys);
                [&step[..], &reset, &[card]].concat()
            })
        }
    }
}

/// Checks control, and its effect on the hand in any state: without a step nothing changes, a reset
/// step clears everything.
///
/// # Errors
///
/// A description of the first violation.
pub fn check(clocking: Clocking, netlist: &Netlist) -> Result<(), String> {
    specification(clocking).check(netlist)?;
    let hand = Hand::of(netlist)?;
    if netlist.registers.iter().any(|bit| bit.power_up) {
        return Err("not every register powers up at 0".into());
    }
    let leaves = Leaves::of(netlist);
    let key = leaves.named("KEY")?;
    match clocking {
        Clocking::Direct => {
            hand.check_clock(key[0])?;
            hand.check_next(&[(key[3], false)], |_| Edge::ZERO, "a reset")
        }
        Clocking::Synchronised => {
            hand.check_clock(leaves.named("CLOCK_50")?[0])?;
            let pressed = leaves.named("step_pressed")?[0];
            let was_pressed = leaves.named("step_was_pressed")?[0];
            let reset_pressed = leaves.named("reset_pressed")?[0];
            for (level, before) in [(false, false), (true, false), (true, true)] {
                let no_step = [(pressed, level), (was_pressed, before)];
                hand.check_next(&no_step, |held| held, "no step")?;
            }
            let reset = [(pressed, false), (was_pressed, true), (reset_pressed, true)];
            hand.check_next(&reset, |_| Edge::ZERO, "a reset")
        }
    }
}

/// The registers of the hand: the cards and the state.
struct Hand<'a> {
    netlist: &'a Netlist,
    leaves: BTreeSet<u32>,
}

impl Hand<'_> {
    fn of(netlist: &Netlist) -> Result<Hand<'_>, String> {
        let named = Leaves::of(netlist);
        let mut leaves = BTreeSet::new();
        for (name, _) in HAND {
            leaves.extend(named.named(name)?);
        }
        Ok(Hand { netlist, leaves })
    }

    fn registers(&self) -> impl Iterator<Item = &rust_hdl_gates::netlist::RegisterBit> {
        self.netlist.registers.iter().filter(|bit| self.leaves.contains(&bit.leaf))
    }

    /// Checks that all registers load on rising edges of a pin.
    fn check_clock(&self, pin: u32) -> Result<(), String> {
        let pin = self.netlist.graph.clone().leaf(pin);
        match self.registers().find(|bit| self.netlist.clocks[bit.clock] != pin) {
            Some(bit) => Err(format!("{} has another clock", bit.name)),
            None => Ok(()),
        }
    }

    /// Checks that with some leaves at these levels, the next value of every register is `expected`
    /// of its current value. The other leaves stay symbolic, so this holds for all their values.
    fn check_next(
        &self,
        levels: &[(u32, bool)],
        expected: impl Fn(Edge) -> Edge,
        what: &str,
    ) -> Result<(), String> {
        let roots: Vec<Edge> = self.registers().map(|bit| bit.next).collect();
        let mut graph = Graph::default();
        let next = graph.rebuild(&self.netlist.graph, &roots, |_, id| {
            let Node::Leaf(leaf) = self.netlist.graph.node(id) else {
                return None;
            };
            let level = levels.iter().find(|(known, _)| *known == leaf);
            level.map(|(_, level)| Edge::from(*level))
        });
        for (bit, next) in self.registers().zip(next) {
            if next != expected(graph.leaf(bit.leaf)) {
                return Err(format!("{what} has the wrong effect on {}", bit.name));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::top;

    /// All keys up.
    const UP: u64 = 0b1111;

    impl Control {
        fn all() -> impl Iterator<Item = Control> {
            (0..1 << 9).map(|number: u64| {
                let bit = |index: u64| number >> index & 1;
                Control {
                    step: [bit(0), bit(1), bit(2)],
                    reset: [bit(3), bit(4)],
                    card: number >> 5,
                }
            })
        }

        /// Returns the states reachable with keys out of `keys`, this one included.
        fn reachable(self, keys: &[u64]) -> BTreeSet<Control> {
            let mut reached = BTreeSet::from([self]);
            let mut open = vec![self];
            while let Some(control) = open.pop() {
                for keys in keys {
                    let next = control.next(*keys);
                    if reached.insert(next) {
                        open.push(next);
                    }
                }
            }
            reached
        }
    }

    #[test]
    fn control_meets_its_specification_in_every_state() {
        for clocking in Clocking::ALL {
            assert_eq!(check(clocking, &top(clocking)), Ok(()), "{clocking:?}");
        }
    }

    #[test]
    fn the_counter_is_a_rank_after_one_cycle_from_any_state() {
        for control in Control::all() {
            for keys in 0..=UP {
                assert!(
                    (1..=13).contains(&control.next(keys).card),
                    "{control:?}, keys {keys:04b}"
                );
            }
        }
    }

    #[test]
    fn every_reachable_step_deals_a_rank() {
        let keys: Vec<u64> = (0..=UP).collect();
        let reached = Control::default().reachable(&keys);
        let steps: Vec<&Control> = reached.iter().filter(|control| control.is_step()).collect();
        for control in &steps {
            assert!((1..=13).contains(&control.card), "{control:?}");
        }
        let ranks: BTreeSet<u64> = steps.iter().map(|control| control.card).collect();
        assert_eq!(ranks.len(), 13, "every rank can be dealt");
    }

    #[test]
    fn nothing_is_dealt_before_the_first_press() {
        let with_step_key_up: Vec<u64> = (0..=UP).filter(|keys| keys & STEP != 0).collect();
        let reached = Control::default().reachable(&with_step_key_up);
        assert!(reached.iter().all(|control| !control.is_step()));
    }

    #[test]
    fn constant_keys_deal_nothing_after_three_cycles() {
        for start in Control::all() {
            for keys in 0..=UP {
                let mut control = start;
                (0..3).for_each(|_| control = control.next(keys));
                for cycle in 3..20 {
                    assert!(!control.is_step(), "{start:?}, keys {keys:04b}, cycle {cycle}");
                    control = control.next(keys);
                }
            }
        }
    }

    #[test]
    fn a_new_hand_can_be_started_from_every_state() {
        for start in Control::all() {
            let mut control = start;
            let mut last_step_was_reset = false;
            // KEY[0] is pressed for three cycles and released while KEY[3] is down.
            for cycle in 0..10 {
                if control.is_step() {
                    last_step_was_reset = control.is_reset();
                }
                let keys = if cycle < 3 { 0 } else { STEP };
                control = control.next(keys);
            }
            assert!(last_step_was_reset, "from {start:?}");
        }
    }
}
