//! Ctrl-C and termination signals.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};

static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
static HANDLER: Once = Once::new();
static ON_INTERRUPT: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// Makes Ctrl-C and termination signals set [`is_interrupted`] instead of ending this program.
pub fn handle_signals() {
    HANDLER.call_once(|| {
        // WebAssembly has no signals.
        #[cfg(not(target_family = "wasm"))]
        // Without a handler the signals end this program, as usual.
        let _ = ctrlc::set_handler(|| {
            IS_INTERRUPTED.store(true, Ordering::Relaxed);
            if let Some(call) = ON_INTERRUPT.get() {
                call();
            }
        });
    });
}

/// Calls a function on Ctrl-C and termination signals, which then do not end this program. Only the
/// first function that is given is called.
pub fn on_interrupt(call: impl Fn() + Send + Sync + 'static) {
    let _ = ON_INTERRUPT.set(Box::new(call));
    handle_signals();
}

/// Whether there was a signal since [`handle_signals`] or [`on_interrupt`] was first called.
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}
