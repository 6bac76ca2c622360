//! Punto banco as Rust-HDL modules. A file has the name of its SystemVerilog module, except for
//! those that `docs/architecture.md` lists beside their files.
//!
//! | module | purpose |
//! |---|---|
//! | [`dealcard`] | card counter: 1 to 13, then 1 again |
//! | [`reg4`] | holds one card |
//! | [`scorehand`] | score of a hand: up to three cards, modulo ten |
//! | [`modulo_five_adder`] | adds two digits modulo five, for [`scorehand`] |
//! | [`card7seg`] | seven-segment decoder for a card |
//! | [`statemachine`] | the rules: who gets the next card, and who wins |
//! | [`datapath`] | card counter, six card registers, scores and displays |
//! | [`synchroniser`] | brings an asynchronous level into a clock domain |
//! | [`task5`] | top module for the DE1-SoC, clocked by CLOCK_50 alone |
//! | [`task5_direct`] | the same with KEY\[0\] as a clock, as in the lab handout |
//! | [`shoe`] | deals each card of 1 to 8 decks once, without a shuffle |
//! | [`shoe_progress`] | burn card, cut card and last hand of a shoe |
//! | [`stakes`], [`payout`] | the stakes on a hand, and payments |
//! | [`bankroll`] | the bettor's credits |
//! | [`bet_settlement`] | the bet on a hand, its stakes and its payment |
//! | [`hand_in_play`] | the cards, the scores and the result of the hand on the table |
//! | [`bead_plate`] | every hand of a shoe in order |
//! | [`big_road`], [`road_row`] | the wins of a shoe in streaks |
//! | [`casino_game`] | the game with shoe, bets and bankroll, for any display |
//! | [`decimal_converter`], [`decimal_digit`] | a number as decimal digits |
//! | [`card_or_digit`] | seven-segment decoder for a card or a decimal digit |
//! | [`monitor::video_timing`] | the beam and the sync pulses of a VGA monitor |
//! | [`monitor::layout`], [`monitor::message_rom`], [`monitor::number_writer`], [`monitor::glyph_choice`] | the text on the monitor |
//! | [`monitor::hand_area`], [`monitor::table_background`] | cards, scores and what is behind the text |
//! | [`monitor::betting_box`] | what a betting box shows of its stake |
//! | [`monitor::glyph_rom`], [`monitor::glyph_art`], [`monitor::colour`] | the pixels of glyphs, and colours |
//! | [`monitor::casino_monitor`] | the table on a VGA monitor |
//! | [`casino`] | top module for the DE1-SoC with shoe, bets and bankroll |
//! | [`top`] | the top modules, each a machine for the board |
//!
//! [`step_mode`] selects when a state machine steps; [`card`], [`bet`] and [`outcome`] are types of
//! signals. Start reading with [`statemachine`], which has the rules of the game.
//!
//! Besides ports, the fields that other crates find by [`field_path!`] are public.
//!
//! A rank is four bits everywhere, and [`card::Card`] adds the suit: 0 means no card, 1 the ace, 2
//! to 10 the number cards, 11 the jack, 12 the queen, 13 the king. 14 and 15 are invalid. The
//! *dealer* of the port names is the *banker* of the game; the names are those of a university lab.
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

pub use rust_hdl_describe::field_path;

pub mod bankroll;
pub mod bead_plate;
pub mod bet;
pub mod bet_settlement;
pub mod big_road;
pub mod card;
pub mod card7seg;
pub mod card_or_digit;
pub mod casino;
pub mod casino_game;
pub mod datapath;
pub mod dealcard;
pub mod decimal_converter;
pub mod decimal_digit;
pub mod hand_in_play;
pub mod modulo_five_adder;
pub mod monitor;
pub mod outcome;
pub mod payout;
pub mod reg4;
pub mod road_row;
pub mod scorehand;
pub mod shoe;
pub mod shoe_progress;
pub mod stakes;
pub mod statemachine;
pub mod step_mode;
pub mod synchroniser;
pub mod task5;
pub mod task5_direct;
pub mod top;
