//! The drawing of the board with the casino, as the simulated machine drives it.

use baccarat_hdl::top::Top;
use baccarat_sim::SimulatedBoard;
use baccarat_sim::casino::WRITING;
use de1_soc::device::BOARD;

use test_support::svg::{assert_is_presentable, groups, parsed, texts};

use crate::panel::{Cluster, Display, Key, Light, Panel, Switch};

/// A bet of 5 chips on the banker: SW9, SW2 and SW0 are up.
const BET: u64 = 0b10_0000_0101;

/// Draws the DE1-SoC with the casino before the first hand, with a bet.
pub fn board() -> String {
    let mut machine = SimulatedBoard::new(Top::Casino).expect("the machine");
    machine.set_switches(BET).expect("no oscillation");
    machine.run(WRITING).expect("no oscillation");
    let shown = machine.outputs();
    let display = |number: usize| Display {
        name: format!("HEX{number}"),
        segments: shown.hex(number).try_into().expect("seven bits"),
        meaning: vec![],
    };
    let light = |number: usize| Light {
        name: format!("LEDR{number}"),
        is_lit: shown.ledr() >> number & 1 == 1,
        meaning: String::new(),
    };
    let switch = |number: usize, meaning: &str| Switch {
        name: format!("SW{number}"),
        is_up: machine.switches() >> number & 1 == 1,
        meaning: meaning.to_string(),
    };
    let key = |number: usize, meaning: &[&str]| Key {
        name: format!("KEY{number}"),
        has_effect: true,
        meaning: meaning.iter().map(|line| line.to_string()).collect(),
    };
    let cluster = |title: &str, members| Cluster { title: title.to_string(), members };
    Panel {
        title: format!("{} with the casino: 100 credits on the banker, before the first card", BOARD),
        description: "Six displays with the bankroll, 10000. Ten dark lights. Ten switches: SW9, SW8 and SW7 bet on banker, \
                      player and tie, and SW9 is up; SW6 to SW0 are the number of chips of 20 credits in binary, and show \
                      5. Four keys: KEY0 deals a card when it is released, or clears the table if KEY3 is held; KEY2 shows \
                      the bankroll while it is held, KEY1 the stakes."
            .to_string(),
        displays: vec![Cluster {
            title: "the bankroll, while bets are taken".to_string(),
            members: (0..6).rev().map(display).collect(),
        }],
        lights: vec![
            Cluster { title: "dark lights".to_string(), members: (7..10).rev().map(light).collect() },
            Cluster {
                title: "all ten on: stakes above the bankroll".to_string(),
                members: (0..7).rev().map(light).collect(),
            },
        ],
        switches: vec![
            cluster("bets", vec![switch(9, "banker"), switch(8, "player"), switch(7, "tie")]),
            cluster(
                "chips of 20 credits",
                (0..7).rev().map(|bit| switch(bit, &(1 << bit).to_string())).collect(),
            ),
        ],
        keys: vec![
            key(3, &["with KEY0:", "clears", "the table"]),
            key(2, &["held:", "the bankroll"]),
            key(1, &["held:", "the stakes"]),
            key(0, &["released:", "a card"]),
        ],
    }
    .svg()
}

#[test]
fn the_drawing_is_valid() {
    assert_is_presentable(&board());
}

#[test]
fn the_bet_is_on_the_switches() {
    let svg = board();
    let document = parsed(&svg);
    let names = |class| -> Vec<String> {
        groups(&document, class).iter().map(|group| texts(*group)[0].clone()).collect()
    };
    assert_eq!(names("switch").len(), 10);
    assert_eq!(names("up"), ["SW9", "SW2", "SW0"]);
    assert!(names("lit").is_empty());
}
