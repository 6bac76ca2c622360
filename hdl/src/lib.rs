//! The punto banco engine as Rust-HDL modules, one per file, each file named as the SystemVerilog module it becomes.
//!
//! | module | what it does |
//! |---|---|
//! | [`dealcard`] | counts 1 to 13 for ever: the card that a press catches |
//! | [`reg4`] | keeps one card |
//! | [`scorehand`] | adds up a hand of three, modulo ten |
//! | [`modulo_five_adder`] | adds the halves of two values, for [`scorehand`] |
//! | [`card7seg`] | draws a card on a seven-segment display |
//! | [`statemachine`] | who gets the next card, and who has won |
//! | [`datapath`] | the six cards, their scores and their displays |
//! | [`synchroniser`] | brings a key into a clock domain |
//! | [`task5`] | the DE1-SoC's keys, lights and displays; one clock |
//! | [`task5_direct`] | the same, with KEY\[0\] as a clock, as the lab handout draws it |
//!
//! Start with [`statemachine`]: the rules of the game are there. A *card* is four bits everywhere: 0 is no card, 1 the
//! ace, 2 to 10 themselves, 11 the jack, 12 the queen, 13 the king. The *dealer* is punto banco's banker; the port names
//! come from the university lab that this engine fits into.
//!
//! ```
//! use baccarat_hdl::scorehand::Scorehand;
//! use rust_hdl::prelude::*;
//!
//! let mut hand = Scorehand::default();
//! hand.connect_all();
//! hand.card1.next = 9.into();
//! hand.card2.next = 13.into();
//! hand.card3.next = 4.into();
//! simulate(&mut hand, 10);
//! assert_eq!(hand.total.val().index(), 3);
//! ```

pub mod card7seg;
pub mod datapath;
pub mod dealcard;
pub mod modulo_five_adder;
pub mod reg4;
pub mod scorehand;
pub mod statemachine;
pub mod step_mode;
pub mod synchroniser;
pub mod task5;
pub mod task5_direct;
