//! The pictures that the hardware draws, at the pins of the gate-level simulator, cycle by cycle. A
//! lane plays and draws each scene.

use std::thread;

use baccarat_hdl::top::Top;
use rust_hdl_gates::bit_blast_keeping_memories;
use rust_hdl_lanes::masks::{ALL, NONE};
use rust_hdl_lanes::{Execution, Lanes, Word};

use super::picture::{Colour, HEIGHT, Picture, WIDTH};
use super::pin_driver::{Action, Event, PinDriver};
use super::reference::draw;
use super::scenes::lasting;

/// Pixels from the start of the sync pulse to the first visible pixel of a line: the pulse and the
/// back porch.
const BEFORE_LINE: usize = 96 + 48;

/// Lines from the start of the sync pulse to the first visible line, counted from the next
/// horizontal sync pulse.
const BEFORE_FRAME: usize = 2 + 33;

/// Pixels of a frame, those outside the picture included.
const PIXELS: usize = 800 * 525;

/// Up to 64 boards with monitors.
struct Monitors {
    lanes: Lanes,
    clock: u32,
    /// The leaves of KEY\[3:0\] and SW\[9:0\].
    pins: Vec<u32>,
    /// The last level of VGA_CLK.
    pixel_clock: bool,
}

/// The signals to the monitors. The boards have different colours, but the same timing.
struct Signals {
    /// For each bit of red, green and blue, lowest first, the boards in which it is 1.
    colours: Vec<u64>,
    clock: bool,
    blank_n: bool,
    hsync: bool,
    vsync: bool,
}

impl Monitors {
    fn new() -> Monitors {
        let design = baccarat_sim::design(Top::Casino).expect("the design");
        let top = design.find(Top::Casino.module()).expect("casino");
        let mut netlist = bit_blast_keeping_memories(&design, top).expect("a netlist");
        netlist.netlist.outputs.retain(|port| port.name.starts_with("VGA_"));
        let names: Vec<&str> =
            netlist.netlist.outputs.iter().map(|port| port.name.as_str()).collect();
        let expected = ["R", "G", "B", "CLK", "BLANK_N", "SYNC_N", "HS", "VS"];
        assert_eq!(names, expected.map(|name| format!("VGA_{name}")));
        let leaves = |name, width: u32| {
            let port = netlist.netlist.input(name).expect(name);
            port.leaf..port.leaf + width
        };
        let (clock, pins) = (leaves("CLOCK_50", 1).start, leaves("KEY", 4).chain(leaves("SW", 10)));
        let pins: Vec<u32> = pins.collect();
        let mut lanes = Lanes::new(netlist, 1, Execution::Fastest);
        for key in &pins[..4] {
            lanes.fill(*key, true);
        }
        lanes.ignore_edges();
        Monitors { lanes, clock, pins, pixel_clock: true }
    }

    fn set_pins(&mut self, board: usize, keys: u64, switches: u64) {
        let levels = keys | switches << 4;
        for (bit, leaf) in self.pins.iter().enumerate() {
            let mut word = self.lanes.get(*leaf, 0);
            word[0] = word[0] & !(1 << board) | (levels >> bit & 1) << board;
            self.lanes.set(*leaf, 0, word);
        }
    }

    fn run_cycle(&mut self) {
        self.lanes.pulse(self.clock, &[ALL]).expect("no oscillation");
    }

    fn signals(&mut self) -> Signals {
        let mut bits = Vec::with_capacity(29);
        self.lanes.outputs(|_, _, _, word| bits.push(word));
        let common = |bit: usize| {
            assert!(matches!(bits[bit], ALL | NONE), "the boards have different timing");
            bits[bit] == ALL
        };
        let [clock, blank_n, sync_n, hsync, vsync] = [24, 25, 26, 27, 28].map(common);
        assert!(!sync_n, "VGA_SYNC_N is 1");
        let colours = bits[..24].iter().map(|word: &Word| word[0]).collect();
        Signals { colours, clock, blank_n, hsync, vsync }
    }

    /// Plays what was done at the pins of each board.
    fn play(&mut self, logs: &[&[Event]]) {
        let mut changes: Vec<(u64, usize, u64, u64)> = vec![];
        let mut end = 0;
        for (board, log) in logs.iter().enumerate() {
            let mut cycle = 0;
            for event in log.iter() {
                match *event {
                    Event::Cycles(cycles) => cycle += cycles,
                    Event::Pins { keys, switches } => changes.push((cycle, board, keys, switches)),
                }
            }
            end = end.max(cycle);
        }
        changes.sort_by_key(|(cycle, ..)| *cycle);
        let mut changes = changes.into_iter().peekable();
        for now in 0..=end {
            while let Some((_, board, keys, switches)) = changes.next_if(|change| change.0 == now) {
                self.set_pins(board, keys, switches);
            }
            self.run_cycle();
        }
    }

    /// Runs to the next rising edge of VGA_CLK.
    fn next_pixel(&mut self) -> Signals {
        loop {
            let before = self.pixel_clock;
            self.run_cycle();
            let now = self.signals();
            self.pixel_clock = now.clock;
            if now.clock && !before {
                return now;
            }
        }
    }

    /// Returns the next frame on each of some monitors. A pixel's place follows from the sync
    /// pulses.
    fn draw(&mut self, boards: usize) -> Vec<Picture> {
        let mut before = self.next_pixel();
        let mut now = self.next_pixel();
        while now.vsync || !before.vsync {
            before = std::mem::replace(&mut now, self.next_pixel());
        }
        let mut pictures: Vec<Picture> = (0..boards).map(|_| Picture::filled([0; 3])).collect();
        let (mut line, mut column, mut pixels) = (0, 0, 0);
        // Most pixels have the colours of the one before.
        let (mut last, mut colours) = (vec![0; 24], vec![[0; 3]; boards]);
        for _ in 0..PIXELS {
            before = std::mem::replace(&mut now, self.next_pixel());
            let line_begins = before.hsync && !now.hsync;
            (line, column) = if line_begins { (line + 1, 0) } else { (line, column + 1) };
            if !now.blank_n {
                assert!(
                    now.colours.iter().all(|boards| *boards == 0),
                    "a colour is not 0 while blanked"
                );
                continue;
            }
            let (x, y) = (column - BEFORE_LINE, line - BEFORE_FRAME);
            if last != now.colours {
                colours = (0..boards).map(|board| now.colour(board)).collect();
                last.clone_from(&now.colours);
            }
            for (picture, colour) in pictures.iter_mut().zip(&colours) {
                picture.set(x, y, *colour);
            }
            pixels += 1;
        }
        assert_eq!(pixels, WIDTH * HEIGHT, "visible pixels of a frame");
        pictures
    }
}

impl Signals {
    fn colour(&self, board: usize) -> Colour {
        let bits = |colour: usize| self.colours[8 * colour..][..8].iter().rev();
        std::array::from_fn(|colour| {
            bits(colour).fold(0, |byte, boards| byte << 1 | (boards >> board & 1) as u8)
        })
    }
}

/// Plays with random bets and cards, and stops anywhere.
fn random_board(fresh: &PinDriver, seed: u64) -> PinDriver {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = fresh.clone().with_seed(seed);
    for _ in 0..random.u32(1..150) {
        let game = board.state().game;
        board.act(match game.outcome {
            Some(_) => Action::Clear,
            None if game.refused => Action::Switches(random.u64(..1024) & !127),
            None if game.is_betting() && random.bool() => Action::Switches(random.u64(..1024)),
            None => Action::DealAny,
        });
    }
    if random.bool() {
        board.act(Action::HoldKey3);
    }
    board
}

/// Each scene and some random games are played and drawn at the pins.
#[test]
fn the_hardware_draws_what_the_reference_draws() {
    let random = thread::spawn(|| {
        let fresh = PinDriver::new();
        let random = |seed| (format!("random-{seed}"), random_board(&fresh, seed));
        (1..=20).map(random).collect::<Vec<_>>()
    });
    let scenes = lasting().map(|(scene, board)| (scene.name.to_string(), board.clone()));
    let mut boards: Vec<(String, PinDriver)> = scenes.collect();
    boards.extend(random.join().expect("no panic"));
    let mut monitors = Monitors::new();
    monitors.play(&boards.iter().map(|(_, board)| board.events()).collect::<Vec<_>>());
    let pictures = monitors.draw(boards.len());
    for ((name, board), picture) in boards.iter().zip(pictures) {
        picture.assert_is(&draw(&board.state()), name);
    }
}
