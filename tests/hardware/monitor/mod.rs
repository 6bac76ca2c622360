//! The table that `casino` draws on a monitor.
//!
//! | module | contents |
//! |---|---|
//! | `picture` | pixels, and PNG files |
//! | `glyphs` | the files of glyphs |
//! | `state` | everything that the picture depends on |
//! | `reference` | the picture of a state by docs/monitor.md, without the hardware |
//! | `words` | headline and prompt of a state |
//! | `pin_driver` | plays the casino at the pins of the simulated board |
//! | `scenes` | a scene for every kind of state |
//! | `gates` | the pictures that the hardware draws in the gate-level simulator |
//! | `frames` | the pictures that the simulated board draws with a row in each lane |
//! | `verilator` | the pictures that the emitted SystemVerilog draws |
//! | `committed` | the pictures of the scenes in docs/monitor/ |

mod committed;
mod frames;
mod gates;
mod glyphs;
mod picture;
mod pin_driver;
mod reference;
mod scenes;
mod state;
mod verilator;
mod words;
