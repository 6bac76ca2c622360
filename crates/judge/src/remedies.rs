//! What messages say that commands can do. A program without them replaces the texts.

pub const IN_JSON: &str = ", which --json lists";
pub const OR_BOARD: &str = ", or `board --sources`";
