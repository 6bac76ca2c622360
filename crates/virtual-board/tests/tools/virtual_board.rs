//! The virtual board with any design: pins, monitor, many cycles with one call.

use std::fs::{self, File};
use std::io::BufReader;
use std::sync::Arc;
use std::time::{Duration, Instant};

use board_simulation::Frame;
use de1_soc::{DIGITS, is_high_at_power_up};
use foreign_designs::ForeignDesign;
use foreign_sources::{Reader, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use test_support::{Sandbox, repository};
use virtual_board::{ForeignBoard, Pins, Signal};

fn read(sources: &Sources) -> Arc<ForeignDesign> {
    let yosys = Yosys::find(&Finder::from_environment(), &mut |_, _| {}).expect("yosys");
    let reader = Reader::new(yosys, Duration::from_secs(300));
    let set = sources.collect().expect("sources");
    foreign_designs::read(&reader, &set, is_high_at_power_up).expect("a design").design
}

fn read_text(text: &str) -> Arc<ForeignDesign> {
    let sandbox = Sandbox::new("");
    let file = sandbox.path("design.sv");
    fs::write(&file, text).expect("written");
    read(&Sources { files: vec![file], ..Sources::default() })
}

fn example(name: &str, parameters: &[&str]) -> Arc<ForeignDesign> {
    let folder = repository().join("examples/board");
    let parameters = parameters.iter().map(ToString::to_string).collect();
    let top = name.strip_suffix(".sv").map(str::to_owned);
    read(&Sources { files: vec![folder.join(name)], parameters, top, ..Sources::default() })
}

/// Runs a board without a time limit.
fn run(board: &mut ForeignBoard, cycles: u64) {
    let done = board.run(cycles, Instant::now() + Duration::from_secs(600));
    assert_eq!(done, cycles, "{:?}", board.failure());
}

/// Bodies of `module dut (input CLOCK_50, input [3:0] KEY, input [9:0] SW, output [9:0] LEDR)`,
/// other than the designs of `tests/board/cycles.rs`.
const DESIGNS: [(&str, &str); 6] = [
    ("counter", "reg [25:0] n = 0; always @(posedge CLOCK_50) n <= n + 1; assign LEDR = n[11:2];"),
    (
        "counts down every second cycle",
        "reg e = 0; reg [15:0] n = 40000; always @(posedge CLOCK_50) begin e <= ~e; if (e) n <= n - 3; end assign LEDR = n[15:6];",
    ),
    (
        "counts every fourth and every third cycle",
        "reg [1:0] e = 0; reg [1:0] f = 0; reg [9:0] m = 0, n = 0; always @(posedge CLOCK_50) begin e <= e + 1; if (e == 2) m <= m + 1; \
         f <= f == 2 ? 0 : f + 1; if (f == 1) n <= n + 7; end assign LEDR = m ^ n;",
    ),
    (
        "shift register with feedback",
        "reg [9:0] r = 1; always @(posedge CLOCK_50) r <= {r[8:0], r[9] ^ r[6]}; assign LEDR = r;",
    ),
    (
        "memory",
        "reg [9:0] m [0:15]; reg [13:0] n = 0; reg [9:0] q = 0; always @(posedge CLOCK_50) begin n <= n + 1; if (SW[0]) m[n[13:10]] <= n[9:0]; q <= m[n[9:6]]; end assign LEDR = q;",
    ),
    (
        "names that collide",
        "reg [25:0] n = 0; reg c = 1; reg \\c[0] = 0; always @(posedge CLOCK_50) begin n <= n + 1; if (!KEY[1]) \\c[0] <= 1; c <= c; end assign LEDR = {n[7:0], c, \\c[0] };",
    ),
];

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn cycles_of_one_call_are_those_one_by_one() {
    let mut random = fastrand::Rng::with_seed(5);
    for (name, body) in DESIGNS {
        let design = read_text(&format!(
            "module dut (input CLOCK_50, input [3:0] KEY, input [9:0] SW, output [9:0] LEDR);\n{body}\nendmodule\n"
        ));
        let mut boards = [(); 2].map(|()| ForeignBoard::new(design.clone()));
        boards.iter_mut().for_each(|board| board.set_traced(&["LEDR".into()]));
        for _ in 0..6 {
            let (key, switch) = (random.usize(0..4), random.usize(0..10));
            let (pressed, on, cycles) = (random.bool(), random.bool(), random.u64(1..9_000));
            for board in &mut boards {
                board.set_key(key, pressed);
                board.set_switch(switch, on);
                board.compile();
            }
            let [many, single] = &mut boards;
            run(many, cycles);
            (0..cycles).for_each(|_| run(single, 1));
            assert_eq!(many.output("LEDR"), single.output("LEDR"), "{name}");
            assert_eq!(many.cycle(), single.cycle(), "{name}");
            let [many, single] = [many, single].map(|board| &board.traced().trace);
            assert_eq!(many.samples, single.samples, "{name}");
        }
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_examples_do_what_they_say() {
    let mut switches = ForeignBoard::new(example("switches.sv", &[]));
    for switch in [0, 1, 3, 9] {
        switches.set_switch(switch, true);
    }
    assert_eq!((switches.output("LEDR"), switches.output("HEX0")), (0x20b, 0b000_0011));
    switches.set_key(0, true);
    assert_eq!(switches.output("LEDR"), 0x3ff ^ 0x20b);

    let mut stopwatch = ForeignBoard::new(example("stopwatch.sv", &[]));
    let digits = |board: &ForeignBoard| {
        let digit = |number| {
            let code = board.output(&format!("HEX{number}"));
            DIGITS.iter().position(|digit| *digit == code).expect("a digit").to_string()
        };
        (0..6).rev().map(digit).collect::<String>()
    };
    let press = |board: &mut ForeignBoard, key| {
        for pressed in [true, false] {
            board.set_key(key, pressed);
            run(board, 1_000);
        }
    };
    press(&mut stopwatch, 0);
    // 2.345 s after the start, in cycles of CLOCK_50; the keys take a few microseconds of it.
    run(&mut stopwatch, 2_345 * 50_000);
    assert_eq!((digits(&stopwatch).as_str(), stopwatch.output("LEDR")), ("000234", 1));
    press(&mut stopwatch, 0);
    run(&mut stopwatch, 5_000_000);
    assert_eq!((digits(&stopwatch).as_str(), stopwatch.output("LEDR")), ("000234", 0));
    press(&mut stopwatch, 3);
    assert_eq!(digits(&stopwatch), "000000");

    let mut fast = ForeignBoard::new(example("stopwatch.sv", &["CLOCKS_PER_TICK=1000"]));
    press(&mut fast, 0);
    run(&mut fast, 98_500);
    assert_eq!(digits(&fast), "000100");
}

/// The colour of a pixel.
fn pixel(frame: &Frame, x: usize, y: usize) -> &[u8] {
    &frame.pixels[3 * (y * frame.width + x)..][..3]
}

/// Cycles of CLOCK_50 in a frame of 640 × 480 at 25 MHz.
const FRAME: u64 = 2 * 800 * 525;

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_squares_of_the_example_bounce_on_the_monitor() {
    let mut board = ForeignBoard::new(example("squares.sv", &[]));
    run(&mut board, 3 * FRAME);
    let monitor = board.monitor().expect("a monitor");
    assert_eq!(monitor.signal().to_string(), "640 × 480 at 59.5 Hz");
    let (_, frame) = monitor.picture().expect("a picture");
    // The third frame: the squares have moved twice, the first one by a pixel each time, the second
    // one by two.
    for ((x, y), expected) in [
        ((101, 42), [0x20, 0x30, 0x60]),
        ((102, 42), [0xff, 0x30, 0x40]),
        ((165, 105), [0xff, 0x30, 0x40]),
        ((166, 105), [0x20, 0x30, 0x60]),
        ((404, 304), [0x20, 0xc0, 0x40]),
        ((403, 304), [0x20, 0x30, 0x60]),
        ((0, 0), [0x20, 0x30, 0x60]),
        ((639, 479), [0x20, 0x30, 0x60]),
    ] {
        assert_eq!(pixel(frame, x, y), expected, "{x}, {y}");
    }
    // Nothing moves while both are stopped.
    board.set_switch(0, true);
    board.set_switch(1, true);
    run(&mut board, 2 * FRAME);
    let stopped = board.monitor().and_then(|monitor| Some(monitor.picture()?.1.clone()));
    run(&mut board, 20 * FRAME);
    assert_eq!(board.monitor().and_then(|monitor| Some(monitor.picture()?.1.clone())), stopped);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_monitor_shows_the_picture_of_our_casino() {
    let folder = repository().join("generated");
    let list = fs::read_to_string(folder.join("casino.f")).expect("a list");
    let names = list.lines().filter(|line| line.ends_with(".sv"));
    let files = names.map(|name| folder.join(name)).collect();
    let mut board = ForeignBoard::new(read(&Sources { files, ..Sources::default() }));
    run(&mut board, 2 * FRAME);
    let file = repository().join("docs/monitor/new-shoe.png");
    let mut decoder = png::Decoder::new(BufReader::new(File::open(file).expect("a picture")));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a header");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("pixels");
    let (_, frame) = board.monitor().and_then(|monitor| monitor.picture()).expect("a picture");
    assert!(frame.pixels == pixels, "another picture");
}

/// A picture with a red pixel at the top left, a green one at the bottom right, and blue elsewhere.
fn picture(timing: &str) -> String {
    format!(
        "module picture (input CLOCK_50, output [7:0] VGA_R, VGA_G, VGA_B, output VGA_HS, VGA_VS, VGA_CLK {timing}\n\
         reg [10:0] x = 0; reg [9:0] y = 0; reg half = 0;\n\
         wire next = FAST | half; assign VGA_CLK = FAST ? ~CLOCK_50 : half;\n\
         always @(posedge CLOCK_50) begin half <= ~half; if (next) begin x <= x == LINE - 1 ? 0 : x + 1;\n\
         if (x == LINE - 1) y <= y == FRAME - 1 ? 0 : y + 1; end end\n\
         wire visible = x < WIDTH && y < HEIGHT; wire first = x == 0 && y == 0, last = x == WIDTH - 1 && y == HEIGHT - 1;\n\
         assign VGA_R = visible && first ? 8'hff : 0; assign VGA_G = visible && last ? 8'hfe : 0;\n\
         assign VGA_B = visible && !first && !last ? 8'hfd : 0;\n\
         assign VGA_HS = LOW ^ (x >= HS && x < HS + HS_WIDTH);\n\
         endmodule\n"
    )
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_monitor_finds_the_picture_with_and_without_blanking() {
    let vga = "localparam LINE = 800, FRAME = 525, WIDTH = 640, HEIGHT = 480, HS = 656, HS_WIDTH = 96, FAST = 0;";
    let svga = "localparam LINE = 1040, FRAME = 666, WIDTH = 800, HEIGHT = 600, HS = 856, HS_WIDTH = 120, FAST = 1;";
    let svga_60 = "localparam LINE = 1056, FRAME = 628, WIDTH = 800, HEIGHT = 600, HS = 840, HS_WIDTH = 128, FAST = 1;";
    let xga = "localparam LINE = 1344, FRAME = 806, WIDTH = 1024, HEIGHT = 768, HS = 1048, HS_WIDTH = 136, FAST = 1;";
    let blank = "assign VGA_BLANK_N = x < WIDTH && y < HEIGHT;";
    let lines = |from: usize, count: usize| {
        format!("assign VGA_VS = LOW ^ (y >= {from} && y < {});", from + count)
    };
    // The pulse begins and ends with those on VGA_HS.
    let aligned =
        "assign VGA_VS = LOW ^ (y == 489 && x >= 656 || y == 490 || y == 491 && x < 656);";
    let pulses = "assign VGA_BLANK_N = VGA_HS & VGA_VS;";
    let cases = [
        ("no VGA_BLANK_N", format!("{vga} localparam LOW = 1; {}", lines(490, 2)), (640, 480)),
        ("positive pulses", format!("{vga} localparam LOW = 0; {}", lines(490, 2)), (640, 480)),
        ("pulses aligned", format!("{vga} localparam LOW = 1; {aligned}"), (640, 480)),
        ("50 MHz", format!("{svga} localparam LOW = 0; {}", lines(637, 6)), (800, 600)),
        ("of 40 MHz", format!("{svga_60} localparam LOW = 0; {}", lines(601, 4)), (800, 600)),
        ("of 65 MHz", format!("{xga} localparam LOW = 1; {}", lines(771, 6)), (1024, 768)),
        (
            "50 MHz, VGA_BLANK_N",
            format!("{svga} localparam LOW = 0; {blank} {}", lines(637, 6)),
            (800, 600),
        ),
        (
            "blanked with the pulses",
            format!("{vga} localparam LOW = 1; {pulses} {}", lines(490, 2)),
            (640, 480),
        ),
    ];
    for (name, timing, (width, height)) in cases {
        let port = if timing.contains("VGA_BLANK_N") { ", output VGA_BLANK_N);" } else { ");" };
        let mut board = ForeignBoard::new(read_text(&picture(&format!("{port}\n{timing}"))));
        run(&mut board, 4 * FRAME);
        let monitor = board.monitor().expect("a monitor");
        let (_, frame) =
            monitor.picture().unwrap_or_else(|| panic!("{name}: {}", monitor.signal()));
        assert_eq!((frame.width, frame.height), (width, height), "{name}");
        assert_eq!(pixel(frame, 0, 0), [0xff, 0, 0], "{name}");
        assert_eq!(pixel(frame, width - 1, height - 1), [0, 0xfe, 0], "{name}");
        let blue = frame.pixels.chunks(3).filter(|pixel| *pixel == [0, 0, 0xfd]).count();
        assert_eq!(blue, width * height - 2, "{name}");
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_monitor_without_a_picture_says_why() {
    let vga = "localparam WIDTH = 640, HEIGHT = 480, HS = 656, HS_WIDTH = 96, FAST = 0, LOW = 1;";
    let vs = "assign VGA_VS = !(y >= 490 && y < 492);";
    let cases = [
        ("localparam LINE = 800, FRAME = 400;", vs, Signal::NoFrames),
        ("localparam LINE = 800, FRAME = 600;", vs, Signal::Unknown { line: 800, frame: 600 }),
        ("localparam LINE = 650, FRAME = 525;", vs, Signal::NoLines),
    ];
    for (sizes, vs, expected) in cases {
        let mut board = ForeignBoard::new(read_text(&picture(&format!(");\n{sizes} {vga} {vs}"))));
        run(&mut board, 8 * FRAME);
        assert_eq!(board.monitor().map(|monitor| monitor.signal()), Some(expected));
    }
    let text = "module m (input CLOCK_50, output [7:0] VGA_R); assign VGA_R = 255; endmodule";
    let mut board = ForeignBoard::new(read_text(text));
    run(&mut board, 100_000);
    assert_eq!(board.monitor().map(|monitor| monitor.signal()), Some(Signal::NoClock));
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn ports_that_the_board_does_not_have_are_listed() {
    let design = read_text(
        "module m (input CLOCK_50, input [1:0] KEY, input [11:0] SW, input GPIO, output [12:0] LEDR, output [6:0] HEX7, output SW2, output CLOCK2_50, inout [1:0] PS2);\n\
         assign PS2[0] = KEY[0] ? 1'bz : SW[0]; assign LEDR = {SW, GPIO}; assign HEX7 = 0; assign SW2 = KEY[1]; assign CLOCK2_50 = CLOCK_50; endmodule",
    );
    let pins = Pins::of(&design);
    assert_eq!(pins.connected, ["CLOCK_50", "KEY[1:0]", "SW[9:0]", "LEDR[9:0]"]);
    let no_pin = "the virtual board has no such pin";
    assert_eq!(
        pins.unconnected,
        [
            "SW[11:10]: SW[9:0] is all that the board has".to_string(),
            format!("GPIO: {no_pin}"),
            format!("PS2[1:0]: {no_pin}"),
            "LEDR[12:10]: LEDR[9:0] is all that the board has".to_string(),
            format!("HEX7[6:0]: {no_pin}"),
            format!("SW2: {no_pin}"),
            format!("CLOCK2_50: {no_pin}"),
        ]
    );
    let mut board = ForeignBoard::new(design);
    board.set_switch(9, true);
    assert_eq!((board.output("LEDR"), board.output("HEX0")), (0, 0x7f));
    board.set_switch(0, true);
    assert_eq!(board.output("LEDR"), 2);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn an_oscillating_design_fails_until_it_is_powered_up_again() {
    let design = read_text(
        "module m (input [9:0] SW, output [9:0] LEDR); reg a = 0; always_latch if (SW[0]) a = ~a; assign LEDR = a; endmodule",
    );
    let mut board = ForeignBoard::new(design);
    run(&mut board, 10);
    board.set_switch(0, true);
    assert!(board.failure().is_some_and(|error| error.to_string().contains("does not settle")));
    assert_eq!(board.run(10, Instant::now()), 0);
    board.set_switch(0, false);
    board.power_up();
    assert!(board.failure().is_none());
    run(&mut board, 10);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn time_is_skipped_where_the_state_repeats() {
    let design = read_text(
        "module m (input CLOCK_50, input [3:0] KEY, output [9:0] LEDR); reg [9:0] n = 0;\n\
         always @(posedge CLOCK_50) n <= n == 12 ? 0 : n + KEY[0]; assign LEDR = n; endmodule",
    );
    let mut board = ForeignBoard::new(design);
    // A century.
    run(&mut board, 157_680_000_000_000_003);
    assert_eq!(board.output("LEDR"), 157_680_000_000_000_003 % 13);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_monitor_has_no_picture_while_a_design_is_held_in_reset() {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/board/squares.sv"));
    let text = text
        .expect("text")
        .replace("        pixel <= !pixel;", "        pixel <= !pixel && KEY[3];");
    let mut board = ForeignBoard::new(read_text(&text));
    for pressed in [false, true, false] {
        board.set_key(3, pressed);
        run(&mut board, 4 * FRAME);
        let monitor = board.monitor().expect("a monitor");
        assert_eq!(monitor.picture().is_none(), pressed, "{}", monitor.signal());
    }
}
