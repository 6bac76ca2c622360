//! Other engines, to be measured against.

use serde::Serialize;

/// An engine with its cells, as Yosys 0.70 counts them with the same script.
#[derive(Debug, Serialize)]
pub(super) struct Published {
    pub engine: &'static str,
    pub aluts: usize,
    pub flip_flops: usize,
    /// Where the figures come from.
    pub origin: &'static str,
}

/// The lab's clocking is the direct one.
const LAB: &str = "a published solution of the same lab that deals every hand right";

const BEFORE: &str = "this design before its scores were added by halves";

pub(super) const PUBLISHED: [Published; 5] = [
    Published { engine: "before, synchronised", aluts: 145, flip_flops: 36, origin: BEFORE },
    Published { engine: "before, direct", aluts: 148, flip_flops: 31, origin: BEFORE },
    Published {
        engine: "first version, direct",
        aluts: 132,
        flip_flops: 35,
        origin: "this design as it was first written, plainly",
    },
    Published { engine: "published engine", aluts: 138, flip_flops: 41, origin: LAB },
    Published { engine: "another published engine", aluts: 176, flip_flops: 44, origin: LAB },
];
