//! Shoes dealt to the end at random instants, with random bets, keys and switches.
//!
//! All boards release KEY0 in the same cycle, each after its own number of cycles. Around that
//! cycle other keys and switches move.

use super::boards::{Boards, LATENCY, Stop};
use super::follower::Follower;
use super::pins::Pins;
use super::random_player::RandomPlayer;
use super::results::Results;
use crate::casino::NUMBER_LATENCY;
use crate::{BANKROLL_KEY, RESET_KEY, STAKES_KEY, STEP_KEY};
use punto_banco::casino::{Casino, Release};

/// The number of shoes that each board deals after power-up.
pub const SHOES: usize = 2;

/// Plays random hands on each board.
pub struct RandomShoes<'b> {
    boards: &'b mut Boards,
    players: Vec<RandomPlayer>,
    random: fastrand::Rng,
    waits: Vec<usize>,
    results: Results,
}

impl RandomShoes<'_> {
    /// Turns the boards on and deals [`SHOES`] shoes to the end on each.
    ///
    /// # Errors
    ///
    /// [`Stop`] at the first mismatch.
    pub fn play(boards: &mut Boards, mut random: fastrand::Rng) -> Result<Results, Stop> {
        let players = (0..boards.count()).map(|_| RandomPlayer::new(random.fork())).collect();
        let waits = vec![0; boards.count()];
        boards.power_up()?;
        let mut shoes = RandomShoes { boards, players, random, waits, results: Results::default() };
        shoes.releases_while_writing()?;
        for _ in 0..SHOES {
            while !shoes.boards.followers.iter().all(RandomPlayer::is_finished) {
                shoes.round()?;
            }
            shoes.new_shoe()?;
        }
        Ok(shoes.results)
    }

    /// Releases KEY0 of every board once, at a random instant.
    fn round(&mut self) -> Result<(), Stop> {
        self.each(|player, follower, pins| player.press(follower, pins));
        self.boards.apply();
        self.boards.wait(&self.waits)?;
        self.move_inputs()?;
        self.change_inputs();
        self.release();
        match self.random.bool() {
            true => self.bounce()?,
            false => {
                self.boards.run(1)?;
                (1..LATENCY).try_for_each(|_| self.move_inputs())?;
            }
        }
        self.boards.run(NUMBER_LATENCY)?;
        self.observe(true, |_, _| true)?;

        // Cards that numbers have hidden.
        for (follower, pins) in self.boards.followers.iter().zip(&mut self.boards.pins) {
            if follower.awaits_card() {
                pins.set_key(STAKES_KEY, false);
                pins.set_key(BANKROLL_KEY, false);
            }
        }
        self.boards.apply();
        self.boards.run(LATENCY)?;
        self.observe(false, |follower, _| follower.awaits_card())
    }

    /// Calls a function for each board. Its result is the wait of the board.
    fn each(&mut self, mut of: impl FnMut(&mut RandomPlayer, &Follower, &mut Pins) -> usize) {
        let boards = self.boards.followers.iter().zip(&mut self.boards.pins);
        for ((player, wait), (follower, pins)) in
            self.players.iter_mut().zip(&mut self.waits).zip(boards)
        {
            *wait = of(player, follower, pins);
        }
    }

    fn change_inputs(&mut self) {
        self.each(|player, follower, pins| {
            player.move_inputs(follower, pins);
            0
        });
    }

    fn move_inputs(&mut self) -> Result<(), Stop> {
        self.change_inputs();
        self.boards.apply();
        Ok(self.boards.run(1)?)
    }

    /// Releases KEY0 of all boards that hold it.
    fn release(&mut self) {
        for lane in 0..self.boards.count() {
            let pins = &mut self.boards.pins[lane];
            if pins.holds(STEP_KEY) {
                pins.set_key(STEP_KEY, false);
                self.boards.follow(lane);
            }
        }
        self.boards.apply();
    }

    /// Presses KEY0 again within some cycles of its release, and releases it again.
    fn bounce(&mut self) -> Result<(), Stop> {
        let (up, down) = (self.random.usize(1..=3), self.random.usize(1..=3));
        for cycle in 0..up + down + LATENCY {
            if cycle == up {
                self.each(|player, follower, pins| usize::from(player.bounce(follower, pins)));
                self.boards.apply();
            }
            if cycle == up + down {
                self.boards.pins.iter_mut().for_each(|pins| pins.set_key(STEP_KEY, false));
                self.boards.apply();
            }
            // The first release shows before the second has an effect.
            if cycle == LATENCY {
                self.observe(false, |_, _| true)?;
            }
            if cycle == LATENCY.max(up + down) {
                let bouncing = (0..self.waits.len()).filter(|lane| self.waits[*lane] == 1);
                bouncing.for_each(|lane| self.boards.follow(lane));
            }
            self.boards.run(1)?;
        }
        self.observe(false, |_, _| true)
    }

    /// Clears all tables after the last hand.
    fn new_shoe(&mut self) -> Result<(), Stop> {
        self.each(|player, _, pins| {
            pins.held = 1 << STEP_KEY | 1 << RESET_KEY;
            1 + player.cycles(64)
        });
        self.boards.apply();
        self.boards.wait(&self.waits)?;
        self.release();
        self.boards.run(LATENCY)?;
        self.results.shoes += self.boards.count() as u64;
        self.releases_while_writing()
    }

    /// Releases KEY0 at random instants while the new shoe is being written, which has no effect.
    fn releases_while_writing(&mut self) -> Result<(), Stop> {
        let quarter = self.boards.writing() / 4;
        for _ in 0..2 {
            self.each(|player, _, pins| {
                pins.set_key(STEP_KEY, player.cycles(4) == 0);
                pins.set_key(RESET_KEY, player.cycles(4) == 0);
                1 + player.cycles(quarter)
            });
            self.boards.apply();
            self.boards.wait(&self.waits)?;
            self.boards.pins.iter_mut().for_each(|pins| pins.set_key(STEP_KEY, false));
            self.boards.apply();
            self.boards.run(1)?;
        }
        self.boards.run(self.boards.writing() + NUMBER_LATENCY)?;
        self.observe(true, |_, _| true)
    }

    fn observe(
        &mut self,
        is_settled: bool,
        are_compared: impl Fn(&Follower, Pins) -> bool,
    ) -> Result<(), Stop> {
        let (players, results) = (&self.players, &mut self.results);
        let drawn = |lane: usize, casino: &Casino, release: Release| {
            results.count(casino, release, players[lane].bounces);
        };
        self.boards.observe(is_settled, are_compared, drawn)
    }
}
