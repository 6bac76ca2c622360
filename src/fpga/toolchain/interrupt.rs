//! Ctrl-C while a tool runs.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::{io, thread};

static ASKED_TO_END: AtomicBool = AtomicBool::new(false);
static WATCH: OnceLock<()> = OnceLock::new();

/// From here on Ctrl-C, or the system's polite way to end a program, no longer ends this one: [`asked_to_end`] says it.
pub(super) fn watch() {
    WATCH.get_or_init(|| {
        let (ready, is_ready) = channel::<()>();
        // If signals cannot be watched they do what they always do.
        let _ = thread::Builder::new()
            .name("signals".to_string())
            .spawn(move || wait_for_signal(ready));
        // Nothing is started before the watch stands, or has failed: either way the sender is dropped.
        let _ = is_ready.recv();
    });
}

pub(super) fn asked_to_end() -> bool {
    ASKED_TO_END.load(Ordering::Relaxed)
}

fn wait_for_signal(ready: Sender<()>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(signal(ready))?;
    ASKED_TO_END.store(true, Ordering::Relaxed);
    Ok(())
}

#[cfg(unix)]
async fn signal(ready: Sender<()>) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = signal(SignalKind::hangup())?;
    drop(ready);
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
    Ok(())
}

#[cfg(windows)]
async fn signal(ready: Sender<()>) -> io::Result<()> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    drop(ready);
    interrupt.recv().await;
    Ok(())
}
