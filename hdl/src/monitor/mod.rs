//! The table on a VGA monitor.

pub mod background;
pub mod betting_box;
pub mod casino_monitor;
pub mod colour;
pub mod glyph;
pub mod glyph_art;
pub mod hand_area;
pub mod layout;
pub mod messages;
pub mod numbers;
pub mod text;
pub mod video_timing;
