//! `baccarat-board` in Chromium. The tests read what the page shows, not the messages of its
//! socket.
//!
//! Screenshots of all views are written to `target/screenshots/`.

mod accessibility;
mod audio_out;
mod bets;
mod board_process;
mod casino;
mod chromium;
mod connections;
mod controls;
mod cuttable_proxy;
mod drawings;
mod exported;
mod foreign;
mod game_page;
mod hands;
mod headers;
mod history;
mod layout;
mod led_matrix;
mod machines;
mod monitor;
mod narrow;
mod pictures;
mod process;
mod ps2_keyboard;
mod ps2_mouse;
mod roads;
mod screenshots;
mod scripts;
mod speed;
mod waveform;
mod words;
mod workbench;
