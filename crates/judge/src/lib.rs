//! Judges somebody's `task5` at its pins.
//!
//! Solutions of the lab differ, and a difference is not an error. Calibration learns the
//! conventions of a design: how many presses a card takes, which display shows it, which pattern is
//! which rank, when the lights come on. Then every hand is played. The time of a press decides
//! which card is dealt, so a hand is chosen by waiting before each press. The waits, not the
//! displays, tell which cards were dealt.
//!
//! | module | contents |
//! |---|---|
//! | `pins` | the pins of many copies of the design |
//! | `sentences` | the conventions in sentences, and the displays as the design means them |
//! | `calibration` | learns the conventions from random hands |
//! | `light_timing` | when the lights come on |
//! | `patterns` | which pattern is which rank |
//! | `sample` | what the pins show during random hands |
//! | `observation` | why no convention fits |
//! | `every_hand` | plays every hand |
//! | `third_captures` | the presses that capture the third cards of a hand |
//! | `observed_hand` | what the design did in a hand |
//! | `hand_counts` | counts that, by what the rules depend on |
//! | `right_hands` | finds right hands and counts them in groups |
//! | `seen` | counts it by the cards that decisions may see |
//! | `explain` | the smallest set of changes of the rules that explains the wrong hands |
//! | `cause` | one such change |
//! | `small_set` | a set of scores, values or displays |
//! | `replay` | one hand press by press |
//! | `property` | what a solution has to do, and whether it does |
//! | `verdict` | the result, with warnings |
//! | [`remedies`] | what messages say that commands can do |
//! | [`report`] | the result for people and for programs |
//! | `diagram` | the timing diagram of a hand |
//! | [`course`] | the solutions of a course: found, unpacked, judged in confined processes, and reported |
//!
//! The conventions and the driver of the boards are in [`baccarat_sim::every_hand`], which
//! plays our own `task5` with them, too.

mod calibration;
mod cause;
#[cfg(not(target_family = "wasm"))]
pub mod commands;
#[cfg(not(target_family = "wasm"))]
pub mod course;
mod diagram;
mod every_hand;
mod explain;
mod hand_counts;
mod light_timing;
mod observation;
mod observed_hand;
mod patterns;
mod pins;
mod property;
pub mod remedies;
mod replay;
pub mod report;
mod right_hands;
mod sample;
mod seen;
mod sentences;
mod small_set;
mod third_captures;
mod verdict;

pub use calibration::calibrate;
pub use cause::Cause;
pub use diagram::judged_hand_diagram;
pub use observation::Observation;
pub use pins::{JudgeError, RecordedHand, Step};
pub use property::{Assessment, Finding, Property, assess};
pub use replay::{JudgedHand, Press, replay};
pub use sentences::{Reading, characters, sentences};
pub use verdict::{Group, Verdict, judge};

pub use baccarat_sim::every_hand::Conventions;
