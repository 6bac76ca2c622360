//! Plays a stimulus on the Rust simulation, with somebody who follows.

use std::fmt;

use fastrand::Rng;

use crate::case::{Case, Script};
use crate::device::{Interface, Port, PortKind, Powered};
use crate::lines::Lines;
use crate::stimulus::Moods;

/// How many cycles there are from one power-up to the next: what cannot be left, like an error, is left in this way.
const EPISODES: [u64; 4] = [256, 2048, 8192, 32768];

/// Of 256 steps of a clock, before how many the other inputs change: mostly before it rises.
const CHANGES_BEFORE_RISE: u8 = 250;
const CHANGES_BEFORE_FALL: u8 = 40;

/// Somebody who is to do what the Rust simulation does.
pub trait Follower {
    /// Everything starts anew: all inputs are 0.
    fn power_up(&mut self) -> Result<(), String>;
    /// These inputs change; when everything has settled, the outputs are these. Of each bidirectional port is said whether
    /// the block drives it then; where it does not, others do.
    fn step(
        &mut self,
        changes: &[(usize, u128)],
        outputs: &[u128],
        drives: &[bool],
    ) -> Result<(), String>;
}

/// Why a stimulus was not played to its end.
#[derive(Debug)]
pub enum Failure {
    /// The Rust simulation failed.
    Rust(String),
    /// The follower lost the way.
    Follower(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Rust(said) | Failure::Follower(said) => f.write_str(said),
        }
    }
}

/// How far a stimulus went.
pub struct Played {
    /// Rising edges of the clock that had the fewest; without a clock, steps.
    pub cycles: u64,
    /// The outputs that never changed.
    pub constant: Vec<String>,
}

/// Plays at least so many cycles of every clock; the same ones each time.
pub fn play(case: &Case, cycles: u64, follower: &mut dyn Follower) -> Result<Played, Failure> {
    let interface = case.interface();
    let mut player = Player::new(case, &interface);
    let mut episode = 0;
    while player.cycles() < cycles {
        player.power_up(follower)?;
        let end = player.cycles() + EPISODES[episode % EPISODES.len()];
        episode += 1;
        let mut moods = Moods::new(case, &interface);
        let mut script = case.new_script();
        while player.cycles() < end.min(cycles) {
            player.next_step(&mut moods, script.as_mut(), follower)?;
        }
    }
    let outputs = interface.outputs.iter().zip(&player.changed);
    let constant = outputs.filter(|(_, changed)| !**changed).map(|(port, _)| port.name.clone());
    Ok(Played { cycles: player.cycles(), constant: constant.collect() })
}

struct Player<'a> {
    case: &'a Case,
    interface: &'a Interface,
    clocks: Vec<usize>,
    random: Rng,
    block: Box<dyn Powered>,
    inputs: Vec<u128>,
    outputs: Vec<u128>,
    /// For each output, whether it was seen to change.
    changed: Vec<bool>,
    /// For each clock, how often it rose; without a clock, how many steps there were.
    risen: Vec<u64>,
}

impl<'a> Player<'a> {
    fn new(case: &'a Case, interface: &'a Interface) -> Player<'a> {
        let is_clock = |place: &usize| interface.inputs[*place].kind == PortKind::Clock;
        let clocks: Vec<usize> = (0..interface.inputs.len()).filter(is_clock).collect();
        Player {
            risen: vec![0; clocks.len().max(1)],
            case,
            interface,
            clocks,
            random: Rng::with_seed(1),
            block: case.power_up(),
            inputs: vec![0; interface.inputs.len()],
            outputs: vec![0; interface.outputs.len()],
            changed: vec![false; interface.outputs.len()],
        }
    }

    fn cycles(&self) -> u64 {
        self.risen.iter().copied().min().unwrap_or(0)
    }

    fn power_up(&mut self, follower: &mut dyn Follower) -> Result<(), Failure> {
        self.block = self.case.power_up();
        self.inputs.fill(0);
        for limit in &self.case.limits {
            let is_it = |port: &Port| port.name == limit.input;
            let place = self.interface.inputs.iter().position(is_it);
            let place = place.unwrap_or_else(|| panic!("there is no port `{}`", limit.input));
            self.inputs[place] = *limit.values.start();
        }
        follower.power_up().map_err(Failure::Follower)?;
        let changes: Vec<_> = self.inputs.iter().copied().enumerate().collect();
        // What the outputs are at power-up is no change of theirs.
        let changed = self.changed.clone();
        self.settle(&changes, follower)?;
        self.changed = changed;
        Ok(())
    }

    /// Perhaps changes what is no clock, and then a clock.
    fn next_step(
        &mut self,
        moods: &mut Moods,
        script: Option<&mut Script>,
        follower: &mut dyn Follower,
    ) -> Result<(), Failure> {
        let which = self.random.usize(..self.risen.len());
        let clock = self.clocks.get(which).copied();
        let rises = clock.is_none_or(|place| self.inputs[place] == 0);
        let chance = if rises { CHANGES_BEFORE_RISE } else { CHANGES_BEFORE_FALL };
        let before = self.inputs.clone();
        if self.random.u8(..) < chance {
            moods.change(&mut self.inputs, &mut self.random);
        }
        if let Some(script) = script {
            let mut lines = Lines {
                interface: self.interface,
                inputs: &mut self.inputs,
                outputs: &self.outputs,
                next_clock: clock,
            };
            script(&mut lines, &mut self.random);
        }
        let changes: Vec<_> = (self.inputs.iter().copied().enumerate())
            .filter(|(place, value)| before[*place] != *value)
            .collect();
        if !changes.is_empty() {
            self.settle(&changes, follower)?;
        }
        if let Some(place) = clock {
            self.inputs[place] ^= 1;
            self.settle(&[(place, self.inputs[place])], follower)?;
        }
        self.risen[which] += u64::from(rises);
        Ok(())
    }

    fn settle(
        &mut self,
        changes: &[(usize, u128)],
        follower: &mut dyn Follower,
    ) -> Result<(), Failure> {
        for (place, value) in changes {
            self.block.drive(*place, *value);
        }
        self.block.settle().map_err(Failure::Rust)?;
        for (place, output) in self.outputs.iter_mut().enumerate() {
            let value = self.block.sense(place);
            self.changed[place] |= value != *output;
            *output = value;
        }
        let drives: Vec<bool> =
            (0..self.interface.buses()).map(|bus| self.block.drives(bus)).collect();
        follower.step(changes, &self.outputs, &drives).map_err(Failure::Follower)
    }
}
