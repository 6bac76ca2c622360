//! The table on a VGA monitor.

pub mod betting_box;
pub mod casino_monitor;
pub mod colour;
pub mod glyph_art;
pub mod glyph_choice;
pub mod glyph_rom;
pub mod hand_area;
pub mod layout;
pub mod message_rom;
pub mod number_writer;
pub mod table_background;
pub mod video_timing;
