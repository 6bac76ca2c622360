//! A design that draws a picture pixel by pixel.

use virtual_board::ForeignBoard;

use crate::{changed_design, design, design_with_words, run};

/// Cycles in which every pixel is drawn, with some outside of the picture.
const PICTURE: u64 = 161 * 121;

/// The colour of a pixel of the monitor, which has four rows and columns for each drawn pixel.
fn colour(board: &ForeignBoard, x: usize, y: usize) -> [u8; 3] {
    let (_, frame) = board.picture().expect("a picture");
    assert_eq!((frame.width, frame.height), (640, 480));
    let first = (y * 640 + x) * 3;
    frame.pixels[first..first + 3].try_into().expect("a pixel")
}

#[test]
fn a_pixel_gets_its_colour_while_plot_is_1() {
    let mut compiled = ForeignBoard::new(design_with_words("plot"));
    assert!(compiled.compile());
    for mut board in [compiled, ForeignBoard::new(design("plot"))] {
        assert!(board.monitor().is_none() && board.pins().has_monitor());
        assert_eq!(
            board.monitor_text().as_deref(),
            Some("160 × 120, drawn pixel by pixel with plot")
        );
        // Red, and red with blue in odd columns.
        board.set_switch(2, true);
        run(&mut board, 1);
        assert_eq!([colour(&board, 3, 3), colour(&board, 0, 4)], [[255, 0, 0], [0; 3]]);
        run(&mut board, PICTURE);
        for x in 0..640 {
            let blue = if x / 4 % 2 == 1 { 255 } else { 0 };
            assert!((0..480).all(|y| colour(&board, x, y) == [255, 0, blue]), "{x}");
        }
        let number = board.picture().expect("a picture").0;
        // Nothing is drawn while KEY0 is pressed.
        board.set_key(0, true);
        board.set_switch(1, true);
        run(&mut board, 1_000_000_000);
        assert_eq!(board.picture().expect("a picture").0, number);
        board.set_key(0, false);
        run(&mut board, 1_000_000_000);
        assert_eq!(colour(&board, 639, 479), [255; 3]);
        assert_eq!(board.picture().expect("a picture").0, number + 160 * 120);
    }
}

#[test]
fn ports_of_desim_are_connected_together_only() {
    let board = |from: &'static str, to: &'static str| {
        let rename = |netlist: String| netlist.replace(from, to);
        ForeignBoard::new(changed_design("plot", rename))
    };
    let all = board("", "");
    for port in ["VGA_X[9:0]", "VGA_Y[8:0]", "VGA_COLOR[2:0]", "plot"] {
        assert!(all.pins().connected.iter().any(|one| one == port), "{port}");
    }
    for without in [board("\"plot\"", "\"draw\""), board("\"plot\"", "\"VGA_HS\"")] {
        assert!(without.picture().is_none());
        let unconnected = &without.pins().unconnected;
        let reason = "VGA_X[9:0]: a top module of DESim needs VGA_X, VGA_Y, VGA_COLOR and plot";
        assert!(unconnected.iter().any(|one| one.starts_with(reason)), "{unconnected:?}");
    }
}
