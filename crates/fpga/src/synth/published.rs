//! Published engines to compare with.

use serde::Serialize;

/// An engine and its cells, counted by Yosys 0.70 with the same script.
#[derive(Debug, Serialize)]
pub(super) struct Published {
    pub engine: &'static str,
    pub aluts: usize,
    pub flip_flops: usize,
    /// A description of the engine.
    pub origin: &'static str,
}

/// Both are solutions of the lab, with its direct clocking.
pub(super) const PUBLISHED: [Published; 2] = [
    Published {
        engine: "Sparklyyoyo/Hardware-Baccarat",
        aluts: 138,
        flip_flops: 41,
        origin: "a published solution of the same lab that deals every hand correctly",
    },
    Published {
        engine: "RobinHYuan/Baccarat-Engine",
        aluts: 176,
        flip_flops: 44,
        origin: "a published solution of the same lab that deals every hand correctly",
    },
];
