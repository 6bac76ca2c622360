//! Results on stdout.

use std::io::{self, Write};

use anyhow::Context;

/// Writes all of it.
///
/// # Errors
/// Stdout cannot be written. A reader that has seen enough is no error.
pub(super) fn print(text: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to stdout")
        }
        _ => Ok(()),
    }
}
