//! The clocks of the top modules and timing exceptions.

use crate::constraints::{Clock, Exception, FalsePath, Synchroniser, Timing};

use baccarat_hdl::top::{Clocking, Top};
use de1_soc::{PERIOD, light_and_display_names};

const CLOCK_50: Clock = Clock {
    name: "CLOCK_50",
    bit: "CLOCK_50",
    period_ns: PERIOD as f64,
    reason: "The board's 50 MHz oscillator.",
};

/// A key as a clock. People take some 100,000 times as long as this period between two releases.
const SLOW_CLOCK: Clock = Clock {
    name: "slow_clock",
    bit: "KEY[0]",
    period_ns: 1000.0,
    reason: "A key as a clock: it rises when the key is released. No one presses keys this fast.",
};

/// The clocks of the top and its timing exceptions.
pub(super) fn of(top: Top) -> Timing {
    match top {
        Top::Casino => Timing {
            clocks: vec![CLOCK_50],
            synchroniser: Some(synchroniser(vec!["KEY", "SW"])),
            exceptions: vec![lights_and_displays(), monitor()],
        },
        Top::Task5(Clocking::Synchronised) => Timing {
            clocks: vec![CLOCK_50],
            synchroniser: Some(synchroniser(vec!["KEY"])),
            exceptions: vec![lights_and_displays()],
        },
        Top::Task5(Clocking::Direct) => Timing {
            clocks: vec![CLOCK_50, SLOW_CLOCK],
            synchroniser: None,
            exceptions: vec![
                Exception {
                    reason: "KEY[3]: not synchronised, so not safe; excluded from timing analysis. \
                             Reset as in the lab: a key press has no timing relation to any clock.",
                    false_paths: vec![FalsePath::FromInput("KEY[3]")],
                },
                Exception {
                    reason: "CLOCK_50 to slow_clock: an unsafe crossing, excluded from timing analysis. \
                             The card registers sample the four bits of the shoe's counter while it \
                             counts, so they can mix the bits of two ranks: a wrong rank or an invalid \
                             card code. The clocks are unrelated, so the path is not timed; the crossing \
                             remains unsafe. The synchronised clocking has no such path.",
                    false_paths: vec![FalsePath::BetweenClocks("CLOCK_50", "slow_clock")],
                },
                lights_and_displays(),
            ],
        },
    }
}

fn lights_and_displays() -> Exception {
    Exception {
        reason: "Lights and displays are read by eye: nothing samples them.",
        false_paths: light_and_display_names().map(|name| FalsePath::ToOutput(name.into())).into(),
    }
}

/// The outputs to the monitor.
fn monitor() -> Exception {
    let signals = ["R", "G", "B", "CLK", "BLANK_N", "SYNC_N", "HS", "VS"];
    Exception {
        reason: "The video DAC, an ADV7123, samples colours and blanking as VGA_CLK rises, and they change as it falls, 20 ns \
                 before and after. Its data sheet requires a setup time of 0.2 ns and a hold time of 1.5 ns, so the delay of a \
                 pin may differ from that of VGA_CLK by 18.5 ns. That is assumed, not checked: these paths are excluded from \
                 timing analysis. The sync signals go to the monitor itself, which needs no exact timing.",
        false_paths: signals.map(|signal| FalsePath::ToOutput(format!("VGA_{signal}"))).into(),
    }
}

/// The synchroniser of keys and switches.
fn synchroniser(inputs: Vec<&'static str>) -> Synchroniser {
    Synchroniser { module: "synchroniser", first_stage: "stage1", inputs }
}
