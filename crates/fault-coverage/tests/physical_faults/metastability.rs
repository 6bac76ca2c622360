//! Metastability: the cards dealt by a key that changes at any time.
//!
//! The boards share CLOCK_50; each has a key that is pressed and released at random times. A
//! flip-flop whose input changes within a window around its clock edge is metastable and takes the
//! old or the new value at random. With the synchronised clocking those are the first stages of the
//! synchronisers. With the direct clocking KEY\[0\] is the clock, and each of the four bits of the
//! shoe is sampled independently.
//!
//! Only pins are observed: a card is what HEX0, HEX3, HEX1 and HEX4 show in turn. Every fifth press
//! starts a new hand.

use baccarat_hdl::top::Clocking;
use baccarat_sim::HandOutputs;
use de1_soc::BoardOutputs;
use fastrand::Rng;
use punto_banco::Rank;
use rust_hdl_lanes::masks::{ALL, NONE, set_lane};
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes, Word, lane_values};

use specifications::exhaustive::Leaves;
use specifications::top;

const CHUNKS: usize = 16;
const BOARDS: usize = CHUNKS * LANES_PER_WORD;

/// The number of hands of four cards that each board plays: a million cards in total.
const HANDS: usize = 62;

/// The number of time steps in a cycle of CLOCK_50; the rising edge is the first.
const TIME_STEPS: usize = 1000;

/// The metastability window on either side of an edge. The window of a real flip-flop is much
/// smaller, so faults would take longer to appear.
const WINDOW: usize = 100;

/// The first cycles of a press, in which the key goes down and is sampled.
const DOWN: usize = 18;

/// The cycles in which the key goes up: four periods of the shoe. A real press lasts millions of
/// cycles and favours no rank.
const UP: usize = 4 * 13;

/// All cycles of a press, including the latency of the deal.
const CYCLES: usize = DOWN + UP + 6;

/// For each cycle, a set of boards.
type Boards = Vec<[Word; CHUNKS]>;

/// One press on each board.
struct Presses {
    /// The boards whose key change is sampled at the edge of the cycle, without metastability.
    changed: Boards,
    /// The boards whose key changes within the window around the edge of the cycle.
    metastable: Boards,
    /// Those of them whose key goes up.
    metastable_up: Boards,
    /// The boards whose key goes up between this edge and the next, outside of both windows.
    up: Boards,
}

impl Presses {
    fn random(random: &mut Rng) -> Presses {
        let none = || vec![[NONE; CHUNKS]; CYCLES];
        let mut presses =
            Presses { changed: none(), metastable: none(), metastable_up: none(), up: none() };
        for board in 0..BOARDS {
            let down = random.usize(TIME_STEPS..(DOWN - 4) * TIME_STEPS);
            let up = random.usize(DOWN * TIME_STEPS..(DOWN + UP) * TIME_STEPS);
            for moment in [down, up] {
                add(&mut presses.changed, moment / TIME_STEPS + 1, board);
                let nearest = (moment + TIME_STEPS / 2) / TIME_STEPS;
                let is_metastable = moment.abs_diff(nearest * TIME_STEPS) < WINDOW;
                match (is_metastable, moment == up) {
                    (true, true) => {
                        add(&mut presses.metastable, nearest, board);
                        add(&mut presses.metastable_up, nearest, board);
                    }
                    (true, false) => add(&mut presses.metastable, nearest, board),
                    (false, true) => add(&mut presses.up, moment / TIME_STEPS, board),
                    (false, false) => {}
                }
            }
        }
        presses
    }
}

fn add(boards: &mut Boards, cycle: usize, board: usize) {
    set_lane(&mut boards[cycle], board, true);
}

fn members(boards: &[Word; CHUNKS]) -> Vec<usize> {
    let mut members = Vec::new();
    for (index, bits) in boards.iter().flatten().enumerate() {
        let mut rest = *bits;
        while rest != 0 {
            members.push(index * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
    members
}

fn is_empty(boards: &[Word; CHUNKS]) -> bool {
    boards.iter().all(|word| *word == NONE)
}

/// Returns bits of `one` where `select` is 1, else of `zero`.
fn choose(select: Word, one: Word, zero: Word) -> Word {
    std::array::from_fn(|part| select[part] & one[part] | !select[part] & zero[part])
}

/// The statistics of the cards dealt.
#[derive(Clone, Debug, Default)]
struct Statistics {
    /// The number of cards.
    cards: usize,
    /// The number of key changes within a window.
    metastable: usize,
    /// The number of cards of each rank.
    ranks: [usize; 13],
    /// The number of displays without a rank.
    no_rank: usize,
    /// The number of ranks that the shoe did not show at the time of the release.
    wrong_rank: usize,
}

impl Statistics {
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

    /// Returns the chi-square statistic for equally likely ranks.
    fn chi_square(&self) -> f64 {
        let expected = self.ranks.iter().sum::<usize>() as f64 / 13.0;
        self.ranks.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum()
    }
}

/// The 99.9th percentile of chi-square for thirteen equally likely ranks.
const CHI_SQUARE_LIMIT: f64 = 32.909;

/// Returns for each pattern of segments its rank.
fn ranks_by_segments() -> [Option<Rank>; 128] {
    let mut ranks = [None; 128];
    for rank in Rank::ALL {
        let segments = BoardOutputs::showing([Some(rank), None, None], [None; 3], None).hex(0);
        ranks[segments as usize] = Some(rank);
    }
    ranks
}

/// Many boards with the drivers of their keys.
struct Simulation {
    clocking: Clocking,
    lanes: Lanes,
    clock: u32,
    keys: Vec<u32>,
    /// The registers that can be metastable: the first stage of the step key, or the shoe.
    metastable: Vec<u32>,
    /// The number of edges of CLOCK_50 so far.
    edges: usize,
    /// For each board, the edge at which the shoe showed the ace.
    ace: Vec<usize>,
    random: Rng,
    statistics: Statistics,
}

impl Simulation {
    fn new(clocking: Clocking) -> Simulation {
        let netlist = top(clocking);
        let leaves = Leaves::of(&netlist);
        let metastable = match clocking {
            Clocking::Synchronised => "step_key.stage1",
            Clocking::Direct => "dp.new_card",
        };
        let named = |name| leaves.named(name).expect("a pin or a register").to_vec();
        let (clock, keys, metastable) = (named("CLOCK_50")[0], named("KEY"), named(metastable));
        let mut lanes = Lanes::new(netlist, CHUNKS, Execution::Fastest);
        keys.iter().for_each(|key| lanes.fill(*key, true));
        lanes.ignore_edges();
        let (ace, random) = (vec![1; BOARDS], Rng::with_seed(13));
        let statistics = Statistics::default();
        Simulation { clocking, lanes, clock, keys, metastable, edges: 0, ace, random, statistics }
    }

    fn play(mut self) -> Statistics {
        for _ in 0..HANDS {
            self.lanes.fill(self.keys[3], false);
            let dealt = self.press();
            self.ace = match self.clocking {
                // The reset step sets the shoe to the ace.
                Clocking::Synchronised => dealt.iter().map(|[_, edge]| *edge).collect(),
                // The reset key sets it to the ace with every edge.
                Clocking::Direct => vec![self.edges; BOARDS],
            };
            self.lanes.fill(self.keys[3], true);
            for display in ["HEX0", "HEX3", "HEX1", "HEX4"] {
                let dealt = self.press();
                self.read(display, &dealt);
            }
        }
        self.statistics
    }

    /// Returns the top card of the shoe of a board before an edge.
    fn rank_before(&self, board: usize, edge: usize) -> Rank {
        Rank::ALL[(edge - 1 - self.ace[board]) % 13]
    }

    fn read(&mut self, display: &str, dealt: &[[usize; 2]]) {
        let ranks = ranks_by_segments();
        let mut planes = [[NONE; 64]; CHUNKS];
        let ports = &self.lanes.netlist().outputs;
        let wanted = ports.iter().position(|port| port.name == display);
        self.lanes.outputs(|port, bit, chunk, word| {
            if Some(port) == wanted {
                planes[chunk][bit] = word;
            }
        });
        let segments = planes.iter().flat_map(lane_values);
        for (board, (segments, edges)) in segments.zip(dealt).enumerate() {
            let due = edges.map(|edge| self.rank_before(board, edge));
            self.statistics.note(ranks[segments as usize], &due);
        }
    }

    /// Presses the key of every board. Returns for each board the edge of CLOCK_50 before which the
    /// shoe shows the card dealt, or the two possible edges.
    fn press(&mut self) -> Vec<[usize; 2]> {
        let presses = Presses::random(&mut self.random);
        self.statistics.metastable +=
            presses.metastable.iter().map(|boards| members(boards).len()).sum::<usize>();
        let mut dealt = vec![[0; 2]; BOARDS];
        for cycle in 0..CYCLES {
            self.edges += 1;
            match self.clocking {
                Clocking::Synchronised => self.cycle_synchronised(&presses, cycle, &mut dealt),
                Clocking::Direct => self.cycle_direct(&presses, cycle, &mut dealt),
            }
        }
        dealt
    }

    /// Runs one cycle; the edge of CLOCK_50 samples the keys.
    fn cycle_synchronised(&mut self, presses: &Presses, cycle: usize, dealt: &mut [[usize; 2]]) {
        let (key, stage1) = (self.keys[0], self.metastable[0]);
        for (chunk, changed) in presses.changed[cycle].iter().enumerate() {
            let level = self.lanes.get(key, chunk);
            self.lanes.set(key, chunk, std::array::from_fn(|part| level[part] ^ changed[part]));
        }
        let before = self.words(stage1);
        self.rise();
        let mut released = [NONE; CHUNKS];
        for (chunk, metastable) in presses.metastable[cycle].iter().enumerate() {
            let seen = self.lanes.get(stage1, chunk);
            let seen = choose(*metastable, self.random_word(), seen);
            self.lanes.set(stage1, chunk, seen);
            released[chunk] = choose(seen, NONE, before[chunk]);
        }
        // The card is dealt two edges after the first stage has sampled the release.
        for board in members(&released) {
            dealt[board] = [self.edges + 2; 2];
        }
    }

    /// Runs one cycle and releases the keys that go up around or after its edge; each clocks the
    /// card registers of a board.
    fn cycle_direct(&mut self, presses: &Presses, cycle: usize, dealt: &mut [[usize; 2]]) {
        let shoe = self.metastable.clone();
        let old: Vec<[Word; CHUNKS]> = shoe.iter().map(|bit| self.words(*bit)).collect();
        self.rise();
        let new: Vec<[Word; CHUNKS]> = shoe.iter().map(|bit| self.words(*bit)).collect();
        let metastable = &presses.metastable_up[cycle];
        if !is_empty(metastable) {
            // Each bit is sampled before or after the edge.
            for (bit, leaf) in shoe.iter().enumerate() {
                for chunk in 0..CHUNKS {
                    let mixed = choose(self.random_word(), old[bit][chunk], new[bit][chunk]);
                    self.lanes.set(*leaf, chunk, mixed);
                }
            }
            self.lanes.pulse(self.keys[0], metastable).expect("no oscillation");
            for (bit, leaf) in shoe.iter().enumerate() {
                (0..CHUNKS).for_each(|chunk| self.lanes.set(*leaf, chunk, new[bit][chunk]));
            }
        }
        let up = &presses.up[cycle];
        if !is_empty(up) {
            self.lanes.pulse(self.keys[0], up).expect("no oscillation");
        }
        for board in members(metastable) {
            dealt[board] = [self.edges, self.edges + 1];
        }
        for board in members(up) {
            dealt[board] = [self.edges + 1; 2];
        }
    }

    fn rise(&mut self) {
        self.lanes.pulse(self.clock, &[ALL; CHUNKS]).expect("no oscillation");
    }

    fn words(&self, leaf: u32) -> [Word; CHUNKS] {
        std::array::from_fn(|chunk| self.lanes.get(leaf, chunk))
    }

    fn random_word(&mut self) -> Word {
        std::array::from_fn(|_| self.random.u64(..))
    }
}

#[test]
fn a_million_presses_with_synchronised_clocking_deal_the_rank_of_a_single_cycle() {
    let statistics = Simulation::new(Clocking::Synchronised).play();
    println!("synchronised: {statistics:?}, chi-square {:.1}", statistics.chi_square());
    assert!(statistics.cards >= 1_000_000 && statistics.metastable >= 400_000, "{statistics:?}");
    assert_eq!((statistics.no_rank, statistics.wrong_rank), (0, 0), "{statistics:?}");
    assert!(statistics.chi_square() < CHI_SQUARE_LIMIT, "{statistics:?}");
}

#[test]
fn the_same_presses_with_direct_clocking_deal_wrong_and_invalid_cards() {
    let statistics = Simulation::new(Clocking::Direct).play();
    println!("direct: {statistics:?}, chi-square {:.1}", statistics.chi_square());
    assert!(statistics.cards >= 1_000_000 && statistics.metastable >= 400_000, "{statistics:?}");
    // Only the change from 7 to 8, of all four bits, can be sampled as an invalid code: 3 of 16.
    assert!(statistics.no_rank > 1_000, "{statistics:?}");
    assert!(statistics.wrong_rank > 1_000, "{statistics:?}");
}

#[test]
fn chi_square_detects_a_rank_that_is_three_percent_too_frequent() {
    let mut statistics = Statistics { ranks: [78_000; 13], ..Statistics::default() };
    assert!(statistics.chi_square() < CHI_SQUARE_LIMIT);
    statistics.ranks[4] += 2_340;
    assert!(statistics.chi_square() > CHI_SQUARE_LIMIT);
}
