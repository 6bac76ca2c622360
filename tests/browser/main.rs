//! `baccarat board` in a real Chromium, played as people play it: what they would see is read from the page, and nothing
//! from what goes over the wire.
//!
//! Pictures of all views are written to `target/screenshots/`.

mod access;
mod bets;
mod board;
mod chromium;
mod connections;
mod hands;
mod player;
mod screens;
mod speed;
mod wire;
