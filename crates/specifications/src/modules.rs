//! Every module meets its specification: outputs and next values, for all inputs and states,
//! illegal ones included.
//!
//! The specifications are plain Rust on top of [`punto_banco`], written from the lab's handout,
//! not from the kernels. Card code 0 means no card, 1 to 13 are the ranks; 14 and 15 are invalid
//! and count 0. Scores above 9 do not occur; they would end the hand like a natural.

use baccarat_sim::{HandOutputs, rank_of};
use de1_soc::BoardOutputs;
use punto_banco::{Rank, Side, banker_draws, is_natural, player_draws, score};
use rust_hdl_gates::Netlist;

use crate::exhaustive::{Field, Group};

/// The specification of a module.
pub struct Specification {
    pub module: &'static str,
    /// Each output and each register is in exactly one group.
    groups: Vec<Group>,
}

impl Specification {
    /// Checks all groups.
    ///
    /// # Errors
    ///
    /// A description of the first violation.
    pub fn check(&self, netlist: &Netlist) -> Result<(), String> {
        self.groups.iter().try_for_each(|group| group.check(netlist))
    }
}

/// The specifications of all modules but the top.
pub fn specifications() -> Vec<Specification> {
    vec![
        dealcard(),
        reg4(),
        modulo_five_adder(),
        scorehand(),
        card7seg(),
        statemachine("statemachine", None),
        statemachine("statemachine_stepped", Some("step")),
        synchroniser(),
        datapath(),
    ]
}

fn rank(card: u64) -> Option<Rank> {
    rank_of(card.into())
}

/// The next value of the shoe: the ranks in a cycle; the ace after an invalid code.
pub fn next_card(resetb: u64, card: u64) -> u64 {
    match card {
        1..=12 if resetb == 1 => card + 1,
        _ => 1,
    }
}

fn next_held(resetb: u64, load: u64, card_in: u64, held: u64) -> u64 {
    match (resetb, load) {
        (0, _) => 0,
        (_, 1) => card_in,
        _ => held,
    }
}

fn total(cards: &[u64]) -> u64 {
    score(cards.iter().filter_map(|card| rank(*card))).into()
}

fn segments(card: u64) -> u64 {
    BoardOutputs::showing([rank(card), None, None], [None; 3], None).hex(0)
}

fn dealcard() -> Specification {
    let group = Group::new(
        &[("resetb", 1), ("new_card", 4)],
        &[("new_card", 4)],
        Some("clock"),
        &[("new_card", 4)],
        |at| vec![at[1], next_card(at[0], at[1])],
    );
    Specification { module: "dealcard", groups: vec![group] }
}

fn reg4() -> Specification {
    let group = Group::new(
        &[("resetb", 1), ("load", 1), ("card_in", 4), ("card_out", 4)],
        &[("card_out", 4)],
        Some("clock"),
        &[("card_out", 4)],
        |at| vec![at[3], next_held(at[0], at[1], at[2], at[3])],
    );
    Specification { module: "reg4", groups: vec![group] }
}

fn modulo_five_adder() -> Specification {
    let digit = |input: u64| if input < 5 { input } else { 0 };
    let group = Group::new(&[("a", 3), ("b", 3)], &[("sum", 3)], None, &[], |at| {
        vec![(digit(at[0]) + digit(at[1])) % 5]
    });
    Specification { module: "modulo_five_adder", groups: vec![group] }
}

fn scorehand() -> Specification {
    let cards = [("card1", 4), ("card2", 4), ("card3", 4)];
    let group = Group::new(&cards, &[("total", 4)], None, &[], |cards| vec![total(cards)]);
    Specification { module: "scorehand", groups: vec![group] }
}

fn card7seg() -> Specification {
    let group =
        Group::new(&[("card", 4)], &[("seg7", 7)], None, &[], |card| vec![segments(card[0])]);
    Specification { module: "card7seg", groups: vec![group] }
}

fn synchroniser() -> Specification {
    let group = Group::new(
        &[("level_in", 1), ("stage1", 1), ("level_out", 1)],
        &[("level_out", 1)],
        Some("clock"),
        &[("stage1", 1), ("level_out", 1)],
        |at| vec![at[2], at[0], at[1]],
    );
    Specification { module: "synchroniser", groups: vec![group] }
}

/// The position of a card on the table.
#[derive(Clone, Copy, PartialEq)]
struct Position(Side, u8);

/// The positions in the order of the `load_*` ports.
const POSITIONS: [Position; 6] = [
    Position(Side::Player, 1),
    Position(Side::Player, 2),
    Position(Side::Player, 3),
    Position(Side::Banker, 1),
    Position(Side::Banker, 2),
    Position(Side::Banker, 3),
];

/// The stage of a hand, decoded from `state`.
#[derive(Clone, Copy)]
enum Stage {
    /// This many of the first four cards have been dealt.
    Opening(usize),
    /// The first four cards have been dealt.
    Third,
    /// The player's third card has been dealt.
    AfterPlayersThird,
    Done,
    /// An illegal encoding.
    Illegal,
}

impl Stage {
    fn of(state: u64) -> Stage {
        match state {
            0..4 => Stage::Opening(state as usize),
            4 => Stage::Third,
            5 => Stage::AfterPlayersThird,
            6 => Stage::Done,
            _ => Stage::Illegal,
        }
    }
}

/// Returns the position of the next card.
fn due(stage: Stage, player: u8, banker: u8, third: u64) -> Option<Position> {
    let value = rank(third).map_or(0, Rank::value);
    let natural = |score: u8| is_natural(score.min(9));
    match stage {
        Stage::Opening(cards) => {
            Some(Position([Side::Player, Side::Banker][cards % 2], 1 + cards as u8 / 2))
        }
        Stage::Third if natural(player) || natural(banker) => None,
        Stage::Third if player_draws(player) => Some(Position(Side::Player, 3)),
        Stage::Third if banker_draws(banker, None) => Some(Position(Side::Banker, 3)),
        Stage::AfterPlayersThird if banker_draws(banker, Some(value)) => {
            Some(Position(Side::Banker, 3))
        }
        _ => None,
    }
}

fn next_state(state: u64, due: Option<Position>) -> u64 {
    match Stage::of(state) {
        Stage::Opening(_) => state + 1,
        Stage::Third if due == Some(Position(Side::Player, 3)) => 5,
        Stage::Third | Stage::AfterPlayersThird | Stage::Done => 6,
        Stage::Illegal => 0,
    }
}

const LOADS: [Field; 6] = [
    ("load_pcard1", 1),
    ("load_pcard2", 1),
    ("load_pcard3", 1),
    ("load_dcard1", 1),
    ("load_dcard2", 1),
    ("load_dcard3", 1),
];

/// The rules. `step` is the name of the enable input, if there is one.
fn statemachine(module: &'static str, step: Option<&'static str>) -> Specification {
    let mut inputs = vec![("resetb", 1), ("dscore", 4), ("pscore", 4), ("pcard3", 4), ("state", 3)];
    inputs.extend(step.map(|step| (step, 1)));
    let mut outputs = LOADS.to_vec();
    outputs.extend([("player_win_light", 1), ("dealer_win_light", 1)]);
    let group = Group::new(&inputs, &outputs, Some("slow_clock"), &[("state", 3)], |at| {
        let (resetb, banker, player, third, state) = (at[0], at[1], at[2], at[3], at[4]);
        let steps = at.get(5).is_none_or(|step| *step == 1);
        let stage = Stage::of(state);
        let due = due(stage, player as u8, banker as u8, third);
        let is_over = due.is_none();
        let mut values: Vec<u64> =
            POSITIONS.iter().map(|position| u64::from(due == Some(*position))).collect();
        values.push(u64::from(is_over && player >= banker));
        values.push(u64::from(is_over && banker >= player));
        values.push(match (resetb, steps) {
            (0, _) => 0,
            (_, true) => next_state(state, due),
            (_, false) => state,
        });
        values
    });
    Specification { module, groups: vec![group] }
}

/// The datapath has 28 register bits and eight inputs, but each output and register depends on at
/// most twelve of them, which the groups check.
fn datapath() -> Specification {
    const CARDS: [(Field, &str, &str); 6] = [
        (("pcard1", 4), "load_pcard1", "HEX0"),
        (("pcard2", 4), "load_pcard2", "HEX1"),
        (("pcard3", 4), "load_pcard3", "HEX2"),
        (("dcard1", 4), "load_dcard1", "HEX3"),
        (("dcard2", 4), "load_dcard2", "HEX4"),
        (("dcard3", 4), "load_dcard3", "HEX5"),
    ];
    let mut groups = vec![Group::new(
        &[("resetb", 1), ("new_card", 4)],
        &[],
        Some("fast_clock"),
        &[("new_card", 4)],
        |at| vec![next_card(at[0], at[1])],
    )];
    for (card, load, display) in CARDS {
        groups.push(Group::new(
            &[("resetb", 1), (load, 1), ("new_card", 4), card],
            &[(display, 7)],
            Some("slow_clock"),
            &[card],
            |at| vec![segments(at[3]), next_held(at[0], at[1], at[2], at[3])],
        ));
    }
    for (cards, total_out) in [(&CARDS[..3], "pscore_out"), (&CARDS[3..], "dscore_out")] {
        let cards: Vec<Field> = cards.iter().map(|(card, ..)| *card).collect();
        groups.push(Group::new(&cards, &[(total_out, 4)], None, &[], |at| vec![total(at)]));
    }
    let third = Group::new(&[("pcard3", 4)], &[("pcard3_out", 4)], None, &[], |at| vec![at[0]]);
    groups.push(third);
    Specification { module: "datapath", groups }
}

#[cfg(test)]
mod tests {
    use baccarat_hdl::top::Clocking;

    use super::*;
    use crate::{design, netlist};

    #[test]
    fn every_module_meets_its_specification_for_all_inputs_and_states() {
        let specifications = specifications();
        for clocking in Clocking::ALL {
            let design = design(clocking);
            for (_, module) in design.hardware() {
                let mut of_module = specifications.iter().filter(|s| s.module == module.name);
                match of_module.next() {
                    Some(specification) => {
                        let netlist = netlist(&design, &module.name);
                        assert_eq!(specification.check(&netlist), Ok(()), "{}", module.name);
                    }
                    None => assert_eq!(module.name, "task5", "a module without a specification"),
                }
            }
        }
    }

    #[test]
    fn the_specifications_cover_all_outputs_and_registers() {
        let design = design(Clocking::Synchronised);
        for specification in specifications() {
            let netlist = netlist(&design, specification.module);
            let mut specified: Vec<&str> =
                specification.groups.iter().flat_map(Group::subjects).collect();
            let mut existing: Vec<&str> =
                netlist.outputs.iter().map(|port| port.name.as_str()).collect();
            let mut registers: Vec<&str> =
                netlist.registers.iter().map(|bit| crate::exhaustive::path(&bit.name)).collect();
            registers.dedup();
            existing.extend(registers);
            specified.sort_unstable();
            existing.sort_unstable();
            assert_eq!(specified, existing, "{}", specification.module);
        }
    }
}
