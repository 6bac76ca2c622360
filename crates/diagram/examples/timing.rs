//! Prints a timing diagram of a handshake as SVG.

use rust_hdl_diagram::Timing;
use rust_hdl_diagram::timing::{Caption, Row, Wave};

fn main() {
    let clock = (0..8).flat_map(|cycle| [(20 * cycle, true), (20 * cycle + 10, false)]).collect();
    let states = [(0, "Idle"), (60, "Busy"), (120, "Done")];
    let row = |name: &str, wave| Row { name: name.to_string(), wave };
    let timing = Timing {
        title: "A handshake".to_string(),
        rows: vec![
            row("clock", Wave::Clock(clock)),
            row("request", Wave::Bit(vec![(0, false), (50, true), (130, false)])),
            row("state", Wave::Bus(states.map(|(time, state)| (time, state.to_string())).into())),
        ],
        captions: vec![Caption { time: 50, text: "request raised".to_string() }],
        breaks: vec![],
        end: 160,
    };
    print!("{}", timing.svg());
}
