//! The solutions of a course, judged one by one.
//!
//! | module | contents |
//! |---|---|
//! | `submissions` | finds the solutions: one in each folder or archive |
//! | `archive` | unpacks an archive |
//! | `confinement` | limits what a process may write |
//! | `outcome` | the verdict on one solution |
//! | `judging` | judges one solution in a process of its own |
//! | `autograder` | the verdict as autograders read it |
//! | `page` | a page about one solution |
//! | `reports` | all verdicts as CSV and JUnit XML |

mod archive;
mod autograder;
mod confinement;
mod judging;
mod outcome;
mod page;
mod reports;
mod submissions;

pub use autograder::Autograder;
pub use confinement::confine;
pub use judging::{Judging, JudgingError, VERDICT};
pub use outcome::{Outcome, Standing};
pub use page::page;
pub use reports::{csv, junit};
pub use submissions::{Shard, Submission, Submissions};
