//! What a finished process printed, with assertions.

use std::fmt;
use std::io;
use std::process::{self, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use process_control::{ChildExt, Control};

/// The output of a finished process.
#[derive(Debug)]
pub struct Output {
    command: Option<String>,
    /// The exit code; `None` if a signal ended the process.
    pub code: Option<i32>,
    /// All of stdout.
    pub stdout: String,
    /// All of stderr.
    pub stderr: String,
}

impl From<process::Output> for Output {
    /// # Panics
    ///
    /// If the process was a Rust program that panicked.
    fn from(output: process::Output) -> Self {
        let output = Output {
            command: None,
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        };
        assert!(!output.stderr.contains("panicked"), "{output:#?}");
        output
    }
}

impl Output {
    /// Runs a command, with nothing on stdin, and waits for it to finish.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn of(mut command: Command) -> io::Result<Output> {
        let output = command.stdin(Stdio::null()).output()?;
        Ok(Output { command: Some(format!("{command:?}")), ..Output::from(output) })
    }

    /// The same, but ends the command after `limit` and returns `None` then.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn within(limit: Duration, command: Command) -> io::Result<Option<Output>> {
        Output::limited(limit, command).map(Result::ok)
    }

    /// The same, but returns what the command has printed by then as `Err`.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn limited(limit: Duration, mut command: Command) -> io::Result<Result<Output, Output>> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let printed: [Arc<Mutex<Vec<u8>>>; 2] = Default::default();
        let [stdout, stderr] = printed.clone().map(|printed| {
            move |bytes: &[u8]| {
                printed.lock().expect("no other panic").extend_from_slice(bytes);
                Ok::<_, io::Error>(false)
            }
        });
        let child = command.spawn()?.controlled_with_output();
        let child = child.stdout_filter(stdout).stderr_filter(stderr);
        let finished = child.time_limit(limit).terminate_for_timeout().wait()?;
        let [stdout, stderr] =
            printed.map(|printed| printed.lock().expect("no other panic").clone());
        let finished = finished.map(process_control::Output::into_std_lossy);
        let status = finished.as_ref().map(|finished| finished.status).unwrap_or_default();
        let output = Output::from(process::Output { status, stdout, stderr });
        let output = Output { command: Some(format!("{command:?}")), ..output };
        Ok(match finished {
            Some(_) => Ok(output),
            None => Err(Output { code: None, ..output }),
        })
    }

    /// Whether the exit code is 0.
    pub fn is_success(&self) -> bool {
        self.code == Some(0)
    }

    /// Whether the exit code is 0 and nothing was printed.
    pub fn is_clean(&self) -> bool {
        self.is_success() && self.stdout.is_empty() && self.stderr.is_empty()
    }

    /// Whether stdout or stderr contains `text`.
    pub fn contains(&self, text: &str) -> bool {
        self.stdout.contains(text) || self.stderr.contains(text)
    }

    /// Stdout, then stderr.
    pub fn text(&self) -> String {
        [self.stdout.as_str(), self.stderr.as_str()].concat()
    }

    /// Stdout and stderr if the exit code is 0.
    ///
    /// # Errors
    ///
    /// With stdout and stderr if the exit code is not 0, or with the exit code if both are empty.
    pub fn into_result(self) -> Result<String, String> {
        let text = self.text().trim_end().to_string();
        match (self.is_success(), text.is_empty()) {
            (true, _) => Ok(text),
            (false, false) => Err(text),
            (false, true) => Err(self.to_string()),
        }
    }

    /// Asserts that the exit code is 0.
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert!(self.is_success(), "{self}");
        self
    }

    /// Asserts this exit code and each of these texts on stderr.
    #[track_caller]
    pub fn fails_with(self, code: i32, messages: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        for message in messages {
            assert!(self.stderr.contains(message), "no {message:?} in:\n{self}");
        }
        self
    }

    /// Asserts that the exit code is 0 and nothing was printed.
    #[track_caller]
    pub fn expect_clean(self) {
        assert!(self.is_clean(), "{self}");
    }

    /// Asserts that the exit code is 0, stdout is exactly this, and stderr is empty.
    #[track_caller]
    pub fn expect_stdout(self, stdout: &str) {
        assert!(self.is_success() && self.stderr.is_empty(), "{self}");
        assert_eq!(self.stdout, stdout, "{self}");
    }

    /// Asserts that the exit code is 0 and stdout begins with this.
    #[track_caller]
    pub fn expect_stdout_start(self, stdout: &str) {
        assert!(self.is_success() && self.stdout.starts_with(stdout), "{self}");
    }

    /// Asserts that the exit code is 0 and `text` was printed.
    #[track_caller]
    pub fn expect_success_with(self, text: &str) {
        assert!(self.is_success() && self.contains(text), "no success with {text:?} in:\n{self}");
    }

    /// Asserts that the exit code is not 0 and `text` was printed.
    #[track_caller]
    pub fn expect_failure_with(self, text: &str) {
        assert!(!self.is_success() && self.contains(text), "no failure with {text:?} in:\n{self}");
    }

    /// Asserts that `text` was printed, whatever the exit code.
    #[track_caller]
    pub fn expect_message(self, text: &str) {
        assert!(self.contains(text), "no {text:?} in:\n{self}");
    }

    /// Asserts that a line of stdout has exactly these columns, which are at least two spaces
    /// apart.
    #[track_caller]
    pub fn prints(&self, columns: &[&str]) -> &Output {
        let columns_of = |line: &str| -> Vec<String> {
            let columns = line.split("  ").map(str::trim).filter(|column| !column.is_empty());
            columns.map(str::to_string).collect()
        };
        let found = self.stdout.lines().any(|line| columns_of(line) == columns);
        assert!(found, "no {columns:?} in\n{}", self.stdout);
        self
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Output { command, code, stdout, stderr } = self;
        if let Some(command) = command {
            writeln!(f, "{command}")?;
        }
        match code {
            Some(code) => write!(f, "exit code {code}")?,
            None => write!(f, "ended by a signal")?,
        }
        write!(f, "\nstdout:\n{stdout}\nstderr:\n{stderr}")
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_does_not_end_is_ended_with_what_it_has_printed() {
        let shell = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        let limited = |limit, script| {
            Output::limited(Duration::from_millis(limit), shell(script)).expect("a shell")
        };
        let unfinished = limited(500, "echo one; echo two >&2; exec sleep 60").expect_err("no end");
        assert_eq!((unfinished.stdout.as_str(), unfinished.stderr.as_str()), ("one\n", "two\n"));
        let output = limited(60_000, "echo one; exit 3").expect("an end");
        assert_eq!((output.code, output.stdout.as_str()), (Some(3), "one\n"));
    }
}
