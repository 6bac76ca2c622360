//! One hand on the DE1-SoC's displays: `cargo run --example one_hand`.
//!
//! Presses KEY\[0\] of the simulated [`Task5`] until a win light is on, and draws the board after
//! every card. As on the real board, the times of the releases determine the cards.

use baccarat_hdl::task5::Task5;
use rust_hdl::prelude::*;

const KEYS_UP: u64 = 0b1111;
const KEY0_DOWN: u64 = 0b1110;

/// The wait before each card in cycles of CLOCK_50.
const WAITS: [usize; 6] = [38, 33, 46, 30, 43, 51];

fn main() {
    let mut board = Task5::default();
    board.connect_all();
    run(&mut board, KEYS_UP, 3);
    println!("{}", draw(&board));
    for wait in WAITS {
        let lights = board.LEDR.val();
        if lights.player_win || lights.dealer_win {
            break;
        }
        run(&mut board, KEYS_UP, wait);
        run(&mut board, KEY0_DOWN, 5);
        run(&mut board, KEYS_UP, 5);
        println!("{}", draw(&board));
    }
}

/// Runs CLOCK_50 for a number of cycles with the keys at these levels.
fn run(board: &mut Task5, keys: u64, cycles: usize) {
    board.KEY.next = keys.into();
    for _ in 0..cycles {
        for level in [false, true] {
            board.CLOCK_50.next = level.into();
            assert!(simulate(board, 100), "the design oscillates");
        }
    }
}

/// Draws the six displays, HEX5 on the left, with the scores and the winner.
fn draw(board: &Task5) -> String {
    let displays = [&board.HEX5, &board.HEX4, &board.HEX3, &board.HEX2, &board.HEX1, &board.HEX0];
    let mut lines = [(); 3].map(|()| String::new());
    for display in displays {
        let segments = display.val();
        let lit = |segment: usize, stroke| if segments.get_bit(segment) { ' ' } else { stroke };
        lines[0].extend([' ', ' ', lit(0, '_'), ' ']);
        lines[1].extend([' ', lit(5, '|'), lit(6, '_'), lit(1, '|')]);
        lines[2].extend([' ', lit(4, '|'), lit(3, '_'), lit(2, '|')]);
    }
    let lights = board.LEDR.val();
    let scores = format!("   banker {}, player {}", lights.dscore.index(), lights.pscore.index());
    let winner = match (lights.player_win, lights.dealer_win) {
        (false, false) => "",
        (true, false) => "   player wins",
        (false, true) => "   banker wins",
        (true, true) => "   tie",
    };
    let text = [lines[0].clone(), lines[1].clone() + &scores, lines[2].clone() + winner];
    text.map(|line| line.trim_end().to_string()).join("\n")
}
