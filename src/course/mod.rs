//! The solutions of a course, judged one by one.
//!
//! | module | contents |
//! |---|---|
//! | `submissions` | finds the solutions: one in each folder or archive |
//! | `archive` | unpacks an archive |
//! | `confinement` | limits what a process may write |
//! | `outcome` | the verdict on one solution |
//! | `judging` | judges one solution in a process of its own |
//! | `reports` | all verdicts as CSV and JUnit XML |

mod archive;
mod confinement;
mod judging;
mod outcome;
mod reports;
mod submissions;

pub use confinement::confine;
pub use judging::{Judging, JudgingError};
pub use outcome::{Outcome, Standing};
pub use reports::{csv, junit};
pub use submissions::{Shard, Submission, Submissions};
