//! The cells that are left in a netlist of words.

/// The kinds of Yosys's cells that words are made of, whatever their widths.
pub const WIDE: [&str; 21] = [
    "$not",
    "$pos",
    "$and",
    "$or",
    "$xor",
    "$xnor",
    "$reduce_and",
    "$reduce_or",
    "$reduce_xor",
    "$reduce_xnor",
    "$reduce_bool",
    "$logic_not",
    "$logic_and",
    "$logic_or",
    "$eq",
    "$ne",
    "$eqx",
    "$nex",
    "$mux",
    "$pmux",
    "$bmux",
];

/// Shifts of any number of bits by an amount of up to 64 bits.
pub const SHIFTS: [&str; 6] = ["$shl", "$sshl", "$shr", "$sshr", "$shift", "$shiftx"];

/// Those whose operands and results may have up to 64 bits.
pub const NARROW: [&str; 8] = ["$neg", "$add", "$sub", "$mul", "$lt", "$le", "$gt", "$ge"];

/// Those of which Yosys takes very long to make gates.
pub const DIVISIONS: [&str; 2] = ["$div", "$mod"];

/// The kinds of Yosys's cells that registers are made of.
pub const REGISTERS: [&str; 8] =
    ["$dff", "$dffe", "$adff", "$adffe", "$aldff", "$dffsr", "$dlatch", "$adlatch"];

/// The register of each output of a PLL that is 0 during a reset. Without one it is not needed.
pub const RUNNING: &str = "intel_model_is_running";
