//! `video_timing`, and the outputs of the casino to a monitor: sync, blanking and pixel clock in
//! every cycle of a frame and of the first lines of the next.

use baccarat_hdl::casino::Casino;
use baccarat_hdl::monitor::video_timing::VideoTiming;
use rust_hdl::prelude::{Block, simulate};

use specifications::copies::Copies;

/// Visible pixels of a line, front porch, sync pulse and back porch.
const LINE: [usize; 4] = [640, 16, 96, 48];

/// Visible lines of a frame, front porch, sync pulse and back porch.
const FRAME: [usize; 4] = [480, 10, 2, 33];

const COLUMNS: usize = 800;
const LINES: usize = 525;

/// The cycles of CLOCK_50 in a frame: two for a pixel.
const FRAME_CYCLES: usize = 2 * COLUMNS * LINES;

/// The cycles of a frame and of three lines of the next. After a frame the registers of
/// `video_timing`, all of which are outputs, hold what they hold at power-up: so do all frames.
const CYCLES: usize = FRAME_CYCLES + 3 * 2 * COLUMNS;

/// The pixels from a position of the beam until the pins show it.
const LATENCY: usize = 4;

/// The outputs to the monitor, in the order of the ports.
const PINS: [&str; 8] =
    ["VGA_R", "VGA_G", "VGA_B", "VGA_CLK", "VGA_BLANK_N", "VGA_SYNC_N", "VGA_HS", "VGA_VS"];

/// The beam at a pixel, counted from power-up.
#[derive(Debug, PartialEq)]
struct Beam {
    x: usize,
    y: usize,
    visible: bool,
    hsync: bool,
    vsync: bool,
}

impl Beam {
    fn at(pixel: usize) -> Beam {
        let (x, y) = (pixel % COLUMNS, pixel / COLUMNS % LINES);
        let is_in_sync = |place: usize, [visible, front, sync, _]: [usize; 4]| {
            (visible + front..visible + front + sync).contains(&place)
        };
        Beam {
            x,
            y,
            visible: x < LINE[0] && y < FRAME[0],
            hsync: !is_in_sync(x, LINE),
            vsync: !is_in_sync(y, FRAME),
        }
    }
}

#[test]
fn lines_and_frames_have_the_lengths_of_the_standard() {
    assert_eq!((LINE.iter().sum(), FRAME.iter().sum()), (COLUMNS, LINES));
    // 25 MHz, in frames per hundred seconds.
    assert_eq!(2_500_000_000_usize / (COLUMNS * LINES), 5952);
}

#[test]
fn the_beam_is_at_the_next_pixel_every_second_cycle() {
    let outputs = ["pixel_clock", "pixel_enable", "x", "y", "visible", "hsync", "vsync"];
    let mut timing = Copies::of("video_timing", &VideoTiming::default(), 1);
    let order = timing.output_names();
    let places = outputs.map(|output| order.iter().position(|name| name == output).expect(output));
    for cycle in 0..CYCLES {
        let values = timing.first_outputs();
        let [pixel_clock, pixel_enable, x, y, visible, hsync, vsync] = places.map(|at| values[at]);
        assert_eq!([pixel_clock, pixel_enable], [cycle as u64 % 2; 2], "cycle {cycle}");
        let (x, y) = (x as usize, y as usize);
        let [visible, hsync, vsync] = [visible, hsync, vsync].map(|level| level == 1);
        assert_eq!(Beam { x, y, visible, hsync, vsync }, Beam::at(cycle / 2), "cycle {cycle}");
        timing.clock("clock", 1);
    }
}

#[test]
fn the_first_lines_are_the_same_on_the_simulation_of_rust_hdl() {
    let mut timing = VideoTiming::default();
    timing.connect_all();
    for cycle in 0..3 * 2 * COLUMNS {
        assert!(simulate(&mut timing, 10), "it does not settle");
        let clocks = (timing.pixel_clock.val(), timing.pixel_enable.val());
        assert_eq!(clocks, (cycle % 2 == 1, cycle % 2 == 1), "cycle {cycle}");
        let beam = Beam {
            x: timing.x.val().index(),
            y: timing.y.val().index(),
            visible: timing.visible.val(),
            hsync: timing.hsync.val(),
            vsync: timing.vsync.val(),
        };
        assert_eq!(beam, Beam::at(cycle / 2), "cycle {cycle}");
        for level in [true, false] {
            timing.clock.next = level.into();
            assert!(simulate(&mut timing, 10), "it does not settle");
        }
    }
}

#[test]
fn the_beam_is_in_the_frame_again_within_a_frame_after_every_state() {
    let mut timing = Copies::of("video_timing", &VideoTiming::default(), 1024);
    timing.force_each("x", |copy| copy as u64);
    timing.force_each("y", |copy| 1023 - copy as u64);
    timing.clock("clock", FRAME_CYCLES);
    let (x, y) = (timing.output("x"), timing.output("y"));
    for (copy, position) in x.into_iter().zip(y).enumerate() {
        assert!(position.0 < 800 && position.1 < 525, "{position:?} after x = {copy}");
    }
}

#[test]
fn the_pins_have_sync_and_blanking_of_the_standard_and_black_while_blanked() {
    let mut casino = Copies::observed("casino", &Casino::<1>::default(), &PINS, 1);
    casino.clock("CLOCK_50", 2 * LATENCY);
    let mut is_lit = false;
    for cycle in 0..CYCLES {
        let pins = casino.first_outputs();
        let [red, green, blue, clock, blank_n, sync_n, hsync, vsync] = pins[..] else {
            panic!("{pins:?}");
        };
        let beam = Beam::at(cycle / 2);
        let expected = [cycle % 2 == 1, beam.visible, false, beam.hsync, beam.vsync];
        let levels = [clock, blank_n, sync_n, hsync, vsync].map(|level| level == 1);
        assert_eq!(levels, expected, "cycle {cycle}: {beam:?}");
        let is_black = (red, green, blue) == (0, 0, 0);
        assert!(is_black || beam.visible, "a colour outside the picture: {beam:?}");
        is_lit |= !is_black;
        casino.clock("CLOCK_50", 1);
    }
    assert!(is_lit, "the picture is black");
}
