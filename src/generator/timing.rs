//! The clocks of the top modules and timing exceptions.

use crate::fpga::board::{
    Clock, Synchroniser, Timing, UnsafeCrossing, UnsynchronisedInput, UntimedOutputs,
};

use super::{Clocking, Top};
use crate::de1_soc::PERIOD;

/// The shortest time between two releases of a key; people take some 100,000 times as long.
const KEY_NS: f64 = 1000.0;

/// The clocks of the top and its timing exceptions.
pub(super) fn of(top: Top) -> Timing {
    let clock_50 = Clock {
        name: "CLOCK_50".into(),
        bit: "CLOCK_50".into(),
        period_ns: PERIOD as f64,
        reason: "The board's 50 MHz oscillator.".into(),
    };
    let displays = (0..6).rev().map(|digit| format!("HEX{digit}"));
    let lights_and_displays = UntimedOutputs {
        ports: std::iter::once("LEDR".to_string()).chain(displays).collect(),
        reason: "Lights and displays are read by eye: nothing samples them.".into(),
    };
    match top {
        Top::Casino => Timing {
            clocks: vec![clock_50],
            synchronisers: (0..4)
                .map(|key| synchroniser(&format!("KEY[{key}]"), &format!("key_{key}|stage1")))
                .chain((0..10).map(|switch| {
                    synchroniser(&format!("SW[{switch}]"), &format!("switch_{switch}|stage1"))
                }))
                .collect(),
            untimed_outputs: vec![lights_and_displays, monitor()],
            ..Timing::default()
        },
        Top::Task5(Clocking::Synchronised) => Timing {
            clocks: vec![clock_50],
            synchronisers: vec![
                synchroniser("KEY[0]", "step_key|stage1"),
                synchroniser("KEY[3]", "reset_key|stage1"),
            ],
            untimed_outputs: vec![lights_and_displays],
            ..Timing::default()
        },
        Top::Task5(Clocking::Direct) => Timing {
            clocks: vec![
                clock_50,
                Clock {
                    name: "slow_clock".into(),
                    bit: "KEY[0]".into(),
                    period_ns: KEY_NS,
                    reason: "A key as a clock: it rises when the key is released. No one presses keys this fast."
                        .into(),
                },
            ],
            unsynchronised_inputs: vec![UnsynchronisedInput {
                bit: "KEY[3]".into(),
                reason: "Reset as in the lab: a key press has no timing relation to any clock.".into(),
            }],
            unsafe_crossings: vec![UnsafeCrossing {
                from: "CLOCK_50".into(),
                to: "slow_clock".into(),
                reason: "The card registers sample the four bits of the shoe's counter while it counts, so they can mix \
                         the bits of two ranks: a wrong rank or an invalid card code. The clocks are unrelated, so the \
                         path is not timed; the crossing remains unsafe. The synchronised clocking has no such path."
                    .into(),
            }],
            untimed_outputs: vec![lights_and_displays],
            ..Timing::default()
        },
    }
}

/// The outputs to the monitor.
fn monitor() -> UntimedOutputs {
    let signals = ["R", "G", "B", "CLK", "BLANK_N", "SYNC_N", "HS", "VS"];
    UntimedOutputs {
        ports: signals.iter().map(|signal| format!("VGA_{signal}")).collect(),
        reason: "The video DAC samples colours and blanking as VGA_CLK rises. They change as it falls, 20 ns before and 20 ns \
                 after: the delays of the pins differ by far less. The sync signals go to the monitor itself, which needs no \
                 exact timing."
            .into(),
    }
}

fn synchroniser(bit: &str, first_stage: &str) -> Synchroniser {
    Synchroniser { bit: bit.into(), first_stage: first_stage.into() }
}
