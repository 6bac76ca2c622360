//! The table on a VGA monitor.

pub mod casino_monitor;
pub mod video_timing;
