//! Ctrl-C and termination signals while a tool runs.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
static HANDLER: Once = Once::new();

/// Makes Ctrl-C and termination signals set [`is_interrupted`] instead of ending this program.
pub(super) fn handle_signals() {
    HANDLER.call_once(|| {
        // Without a handler the signals end this program, as usual.
        let _ = ctrlc::set_handler(|| IS_INTERRUPTED.store(true, Ordering::Relaxed));
    });
}

/// Whether there was a signal since a tool was first run.
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}
