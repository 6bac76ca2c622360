//! `baccarat board` in a real Chromium, played as people play it: what they would see is read from the page, and nothing
//! from what goes over the proxy.
//!
//! Pictures of all views are written to `target/screenshots/`.

mod accessibility;
mod bets;
mod board_process;
mod chromium;
mod connections;
mod cuttable_proxy;
mod game_page;
mod hands;
mod screenshots;
mod speed;
