//! A key that moves at any moment: what the card registers catch.
//!
//! The boards share one CLOCK_50, and each has a key that goes down and up at moments of its own. A flip-flop whose input
//! changes within a window around its clock edge takes the old or the new value, nobody knows which: here, at random. In
//! the synchronised machine those flip-flops are the first stages of the synchronisers. In the direct machine KEY\[0\] is
//! the clock and the shoe's four bits are the inputs, each of which is caught by itself.
//!
//! Everything is read off the pins: a card is what HEX0, HEX3, HEX1 and HEX4 show in turn, and every fifth press starts a
//! new hand.

use baccarat::engine::Clocking;
use baccarat::game::Rank;
use baccarat::machine::BoardOutputs;
use fastrand::Rng;
use rust_hdl_gates::lanes::{ALL, NONE};
use rust_hdl_gates::{Execution, LANES_PER_WORD, Lanes, Word};

use crate::space::{Leaves, bit_of};
use crate::top;

const CHUNKS: usize = 16;
const BOARDS: usize = CHUNKS * LANES_PER_WORD;

/// Hands of four cards that each board plays: a million cards between them.
const HANDS: usize = 62;

/// A cycle of CLOCK_50 has this many moments; its rising edge is the first.
const MOMENTS: usize = 1000;

/// A change this close to an edge, before it or after, can go either way. The window of a real flip-flop is far smaller,
/// so that a fault would take far longer to show.
const WINDOW: usize = 100;

/// A press begins with these cycles: somewhere in them the key goes down, and is seen to be.
const DOWN: usize = 18;

/// In these the key goes up, at any moment: four rounds of the shoe. A person's press lasts millions of cycles, and
/// favours none of the ranks.
const UP: usize = 4 * 13;

/// All cycles of a press, with those in which the card gets to the table.
const CYCLES: usize = DOWN + UP + 6;

/// For each cycle some boards.
type Boards = Vec<[Word; CHUNKS]>;

/// A press of each board's key.
struct Presses {
    /// Those whose key is seen to have moved at the edge of that cycle, if it is seen rightly.
    moved: Boards,
    /// Those whose key moves so close to the edge of that cycle that nobody knows.
    unsure: Boards,
    /// Those of them whose key goes up.
    unsure_up: Boards,
    /// Those whose key goes up between that edge and the next, well away from both.
    up: Boards,
}

impl Presses {
    fn random(random: &mut Rng) -> Presses {
        let none = || vec![[NONE; CHUNKS]; CYCLES];
        let mut presses = Presses { moved: none(), unsure: none(), unsure_up: none(), up: none() };
        for board in 0..BOARDS {
            let down = random.usize(MOMENTS..(DOWN - 4) * MOMENTS);
            let up = random.usize(DOWN * MOMENTS..(DOWN + UP) * MOMENTS);
            for moment in [down, up] {
                add(&mut presses.moved, moment / MOMENTS + 1, board);
                let nearest = (moment + MOMENTS / 2) / MOMENTS;
                let is_unsure = moment.abs_diff(nearest * MOMENTS) < WINDOW;
                match (is_unsure, moment == up) {
                    (true, true) => {
                        add(&mut presses.unsure, nearest, board);
                        add(&mut presses.unsure_up, nearest, board);
                    }
                    (true, false) => add(&mut presses.unsure, nearest, board),
                    (false, true) => add(&mut presses.up, moment / MOMENTS, board),
                    (false, false) => {}
                }
            }
        }
        presses
    }
}

fn add(boards: &mut Boards, cycle: usize, board: usize) {
    let lane = board % LANES_PER_WORD;
    boards[cycle][board / LANES_PER_WORD][lane / 64] |= 1 << (lane % 64);
}

fn members(boards: &[Word; CHUNKS]) -> Vec<usize> {
    let mut members = Vec::new();
    for (place, bits) in boards.iter().flatten().enumerate() {
        let mut rest = *bits;
        while rest != 0 {
            members.push(place * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
    members
}

fn is_empty(boards: &[Word; CHUNKS]) -> bool {
    boards.iter().all(|word| *word == NONE)
}

/// Where `select` is 1 a bit of `one`, else of `zero`.
fn choose(select: Word, one: Word, zero: Word) -> Word {
    std::array::from_fn(|part| select[part] & one[part] | !select[part] & zero[part])
}

/// What the boards have caught.
#[derive(Clone, Debug, Default)]
struct Catch {
    cards: usize,
    /// Moves of a key that could be seen either way.
    unsure: usize,
    /// How often each rank was caught.
    ranks: [usize; 13],
    /// Displays that show no rank.
    no_rank: usize,
    /// Ranks that the shoe did not show at the moment that counts.
    wrong_rank: usize,
}

impl Catch {
    fn note(&mut self, shown: Option<Rank>, due: &[Rank; 2]) {
        self.cards += 1;
        match shown {
            None => self.no_rank += 1,
            Some(rank) => {
                self.ranks[usize::from(rank.number()) - 1] += 1;
                self.wrong_rank += usize::from(!due.contains(&rank));
            }
        }
    }

    /// How far the ranks are from being caught equally often: squared deviations over what is expected, summed up.
    fn chi_square(&self) -> f64 {
        let expected = self.ranks.iter().sum::<usize>() as f64 / 13.0;
        self.ranks.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum()
    }
}

/// What chi-square stays below in 999 of 1000 cases, for thirteen equally likely ranks.
const CHI_SQUARE_LIMIT: f64 = 32.909;

/// For each pattern of segments the rank that it is the picture of.
fn pictures() -> [Option<Rank>; 128] {
    let mut pictures = [None; 128];
    for rank in Rank::ALL {
        let picture = BoardOutputs::showing([Some(rank), None, None], [None; 3], None).hex(0);
        pictures[picture as usize] = Some(rank);
    }
    pictures
}

/// Many boards with somebody at the keys of each.
struct Table {
    clocking: Clocking,
    lanes: Lanes,
    clock: u32,
    keys: Vec<u32>,
    /// The registers that can go either way: the step key's first stage, or the shoe.
    unsure: Vec<u32>,
    /// How many edges of CLOCK_50 there have been.
    edges: usize,
    /// For each board the edge that brought the ace up.
    ace: Vec<usize>,
    random: Rng,
    catch: Catch,
}

impl Table {
    fn new(clocking: Clocking) -> Table {
        let netlist = top(clocking);
        let leaves = Leaves::of(&netlist);
        let unsure = match clocking {
            Clocking::Synchronised => "step_key.stage1",
            Clocking::Direct => "dp.new_card",
        };
        let named = |name| leaves.named(name).expect("a pin or a register").to_vec();
        let (clock, keys, unsure) = (named("CLOCK_50")[0], named("KEY"), named(unsure));
        let mut lanes = Lanes::new(netlist, CHUNKS, Execution::Fastest);
        keys.iter().for_each(|key| lanes.fill(*key, true));
        lanes.ignore_edges();
        let (ace, random) = (vec![1; BOARDS], Rng::with_seed(13));
        let catch = Catch::default();
        Table { clocking, lanes, clock, keys, unsure, edges: 0, ace, random, catch }
    }

    fn play(mut self) -> Catch {
        for _ in 0..HANDS {
            self.lanes.fill(self.keys[3], false);
            let caught = self.press();
            self.ace = match self.clocking {
                // The step that starts the hand puts the shoe at the ace.
                Clocking::Synchronised => caught.iter().map(|[_, edge]| *edge).collect(),
                // The key alone does, with every edge.
                Clocking::Direct => vec![self.edges; BOARDS],
            };
            self.lanes.fill(self.keys[3], true);
            for display in ["HEX0", "HEX3", "HEX1", "HEX4"] {
                let caught = self.press();
                self.look(display, &caught);
            }
        }
        self.catch
    }

    /// What the shoe of a board shows before that edge.
    fn rank_before(&self, board: usize, edge: usize) -> Rank {
        Rank::ALL[(edge - 1 - self.ace[board]) % 13]
    }

    fn look(&mut self, display: &str, caught: &[[usize; 2]]) {
        let pictures = pictures();
        let mut segments = vec![0; BOARDS];
        let ports = &self.lanes.netlist().outputs;
        let wanted = ports.iter().position(|port| port.name == display);
        self.lanes.outputs(|port, bit, chunk, word| {
            if Some(port) == wanted {
                for (lane, segments) in
                    segments[chunk * LANES_PER_WORD..][..LANES_PER_WORD].iter_mut().enumerate()
                {
                    *segments |= usize::from(bit_of(word, lane)) << bit;
                }
            }
        });
        for (board, (segments, edges)) in segments.into_iter().zip(caught).enumerate() {
            let due = edges.map(|edge| self.rank_before(board, edge));
            self.catch.note(pictures[segments], &due);
        }
    }

    /// Presses every board's key. For each board the edge of CLOCK_50 before which the shoe shows what is caught; two
    /// where a key goes up right at an edge that it knows nothing of.
    fn press(&mut self) -> Vec<[usize; 2]> {
        let presses = Presses::random(&mut self.random);
        self.catch.unsure +=
            presses.unsure.iter().map(|boards| members(boards).len()).sum::<usize>();
        let mut caught = vec![[0; 2]; BOARDS];
        for cycle in 0..CYCLES {
            self.edges += 1;
            match self.clocking {
                Clocking::Synchronised => self.cycle_synchronised(&presses, cycle, &mut caught),
                Clocking::Direct => self.cycle_direct(&presses, cycle, &mut caught),
            }
        }
        caught
    }

    /// An edge of CLOCK_50 that samples the keys.
    fn cycle_synchronised(&mut self, presses: &Presses, cycle: usize, caught: &mut [[usize; 2]]) {
        let (key, stage1) = (self.keys[0], self.unsure[0]);
        for (chunk, moved) in presses.moved[cycle].iter().enumerate() {
            let level = self.lanes.get(key, chunk);
            self.lanes.set(key, chunk, std::array::from_fn(|part| level[part] ^ moved[part]));
        }
        let before = self.words(stage1);
        self.rise();
        let mut released = [NONE; CHUNKS];
        for (chunk, unsure) in presses.unsure[cycle].iter().enumerate() {
            let seen = self.lanes.get(stage1, chunk);
            let seen = choose(*unsure, self.random_word(), seen);
            self.lanes.set(stage1, chunk, seen);
            released[chunk] = choose(seen, NONE, before[chunk]);
        }
        // Once the first stage has seen the key go up, the card is caught two edges later.
        for board in members(&released) {
            caught[board] = [self.edges + 2; 2];
        }
    }

    /// An edge of CLOCK_50, and the keys that go up around it or after it. Each is the clock of a board's card registers.
    fn cycle_direct(&mut self, presses: &Presses, cycle: usize, caught: &mut [[usize; 2]]) {
        let shoe = self.unsure.clone();
        let old: Vec<[Word; CHUNKS]> = shoe.iter().map(|bit| self.words(*bit)).collect();
        self.rise();
        let new: Vec<[Word; CHUNKS]> = shoe.iter().map(|bit| self.words(*bit)).collect();
        let unsure = &presses.unsure_up[cycle];
        if !is_empty(unsure) {
            // Each bit is caught as it was or as it will be.
            for (bit, leaf) in shoe.iter().enumerate() {
                for chunk in 0..CHUNKS {
                    let mixed = choose(self.random_word(), old[bit][chunk], new[bit][chunk]);
                    self.lanes.set(*leaf, chunk, mixed);
                }
            }
            self.lanes.pulse(self.keys[0], unsure).expect("rest");
            for (bit, leaf) in shoe.iter().enumerate() {
                (0..CHUNKS).for_each(|chunk| self.lanes.set(*leaf, chunk, new[bit][chunk]));
            }
        }
        let up = &presses.up[cycle];
        if !is_empty(up) {
            self.lanes.pulse(self.keys[0], up).expect("rest");
        }
        for board in members(unsure) {
            caught[board] = [self.edges, self.edges + 1];
        }
        for board in members(up) {
            caught[board] = [self.edges + 1; 2];
        }
    }

    fn rise(&mut self) {
        self.lanes.pulse(self.clock, &[ALL; CHUNKS]).expect("rest");
    }

    fn words(&self, leaf: u32) -> [Word; CHUNKS] {
        std::array::from_fn(|chunk| self.lanes.get(leaf, chunk))
    }

    fn random_word(&mut self) -> Word {
        std::array::from_fn(|_| self.random.u64(..))
    }
}

#[test]
fn a_million_presses_of_the_synchronised_machine_catch_the_rank_of_one_cycle_each() {
    let catch = Table::new(Clocking::Synchronised).play();
    println!("synchronised: {catch:?}, chi-square {:.1}", catch.chi_square());
    assert!(catch.cards >= 1_000_000 && catch.unsure >= 400_000, "{catch:?}");
    assert_eq!((catch.no_rank, catch.wrong_rank), (0, 0), "{catch:?}");
    assert!(catch.chi_square() < CHI_SQUARE_LIMIT, "{catch:?}");
}

#[test]
fn the_same_presses_of_the_direct_machine_catch_what_was_never_there() {
    let catch = Table::new(Clocking::Direct).play();
    println!("direct: {catch:?}, chi-square {:.1}", catch.chi_square());
    assert!(catch.cards >= 1_000_000 && catch.unsure >= 400_000, "{catch:?}");
    // Of all changes seven to eight alone, in which four bits change, gives three codes of sixteen that are no rank.
    assert!(catch.no_rank > 1_000, "{catch:?}");
    assert!(catch.wrong_rank > 1_000, "{catch:?}");
}

#[test]
fn chi_square_notices_a_rank_that_comes_three_percent_too_often() {
    let mut catch = Catch { ranks: [78_000; 13], ..Catch::default() };
    assert!(catch.chi_square() < CHI_SQUARE_LIMIT);
    catch.ranks[4] += 2_340;
    assert!(catch.chi_square() > CHI_SQUARE_LIMIT);
}
