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

use crate::{Verdict, judged_hand_diagram};
use punto_banco::in_order;

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

/// Draws the first wrong hand as a timing diagram, as SVG; `None` if no hand is wrong by itself.
pub fn diagram(top: &str, verdict: &Verdict) -> Option<String> {
    let group = verdict.groups.iter().find(|group| !group.first.is_right())?;
    let before = group.first.before.map(|cards| format!(", after {}", in_order(cards)));
    let title = format!("{top}: {}{}", group.cause, before.unwrap_or_default());
    Some(judged_hand_diagram(title, &verdict.conventions, &group.first).svg())
}
