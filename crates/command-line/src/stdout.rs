//! Results on stdout.

use std::io::{self, Write};

use anyhow::Context;

/// Prints a result on stdout.
///
/// # Errors
/// Stdout cannot be written. A closed pipe is not an error.
pub fn print(text: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to stdout")
        }
        _ => Ok(()),
    }
}
