//! Processes that end with the tests.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Starts the program, waits for the end of its own input, kills the program and removes the
/// folder, if there is one. The input ends when the tests do, however they end. The program may be
/// a script that starts the real one, as Debian's chromium-headless-shell is.
const SCRIPT: &str = r#"
folder=$1; shift
"$@" & program=$!
cat > /dev/null
kill -9 $program $(cat /proc/$program/task/$program/children 2> /dev/null); wait $program
until test -z "$folder" || rm -r "$folder"; do sleep 0.1; done
"#;

/// A process. Dropping it kills the process.
pub struct Process {
    shell: Child,
}

impl Process {
    /// Starts a program. The folder is removed after its end.
    pub fn start<A: AsRef<OsStr>>(
        program: &str,
        arguments: impl IntoIterator<Item = A>,
        folder: &str,
    ) -> Process {
        let mut shell = Command::new("sh");
        shell.args(["-c", SCRIPT, "sh", folder, program]).args(arguments);
        let shell = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        Process { shell: shell.spawn().expect("a shell") }
    }

    /// Returns the first line of its output.
    pub fn first_line(&mut self) -> String {
        let mut line = String::new();
        let mut output = BufReader::new(self.shell.stdout.take().expect("it is piped"));
        output.read_line(&mut line).expect("a line");
        line
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}
