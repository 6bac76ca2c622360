//! A foreign design that several sessions show, and that may be replaced meanwhile.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foreign_designs::Elaborated;

/// What is shown. Clones show the same.
#[derive(Clone, Debug)]
pub struct SharedDesign(Arc<Mutex<Shown>>);

/// A design, and what is said about it.
#[derive(Clone, Debug)]
pub struct Shown {
    pub elaborated: Arc<Elaborated>,
    /// Why sources that are newer could not be read.
    pub problem: Option<String>,
}

impl From<Elaborated> for SharedDesign {
    fn from(elaborated: Elaborated) -> SharedDesign {
        let shown = Shown { elaborated: Arc::new(elaborated), problem: None };
        SharedDesign(Arc::new(Mutex::new(shown)))
    }
}

impl SharedDesign {
    /// Returns what is shown now.
    pub fn get(&self) -> Shown {
        self.lock().clone()
    }

    /// Shows another design, without a problem.
    pub fn replace(&self, elaborated: Elaborated) {
        *self.lock() = Shown { elaborated: Arc::new(elaborated), problem: None };
    }

    /// Says why newer sources could not be read.
    pub fn set_problem(&self, problem: String) {
        self.lock().problem = Some(problem);
    }

    fn lock(&self) -> MutexGuard<'_, Shown> {
        // Nothing panics while it is locked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
