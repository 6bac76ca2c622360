//! A verdict for people and for programs.
//!
//! | module | contents |
//! |---|---|
//! | `verdict` | the text and the JSON of a verdict |
//! | `judged_hand` | a hand press by press |
//! | `remarks` | what the sources say about a verdict |
//! | `rubric` | the weights of properties, and the mark |

mod judged_hand;
mod remarks;
mod rubric;
mod verdict;

use serde_json::Value;

pub(crate) use judged_hand::{presses, presses_json};
pub use remarks::Remarks;
pub use rubric::{Mark, Rubric};
pub use verdict::{not_judged, rejected, verdict};

/// The result of judging a design.
#[derive(Debug)]
pub struct Report {
    /// For people.
    pub text: String,
    /// For programs: the fields that the help of `verify` describes.
    pub json: Value,
    /// What is wrong, if anything.
    pub failure: Option<anyhow::Error>,
}
