//! A run of baccarat that has ended.

use std::process::Output;

/// A run that has ended.
#[derive(Debug)]
pub struct RunResult {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for RunResult {
    fn from(output: Output) -> Self {
        let ran = RunResult {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        };
        assert!(!ran.stderr.contains("panicked"), "{ran:#?}");
        ran
    }
}

impl RunResult {
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:#?}");
        self
    }

    /// Ended with this code and said each of these on stderr.
    #[track_caller]
    pub fn fails_with(self, code: i32, said: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        for words in said {
            assert!(self.stderr.contains(words), "no {words:?} in {self:#?}");
        }
        self
    }
}
