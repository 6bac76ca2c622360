//! One tool, run to its end.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::error::{ExitOutcome, FailureReport};
use super::interrupt;
use super::lines::read_lines;
use super::{Invocation, ToolError};

/// How many lines an error repeats.
const LAST_LINES: usize = 12;

/// How often it is looked whether the tool has ended, or should.
const TICK: Duration = Duration::from_millis(50);

/// How long more output is waited for after the end: what the tool has left running may keep the pipe open for ever.
const AFTERMATH: Duration = Duration::from_millis(500);

/// How long output is taken after the end at all.
const LONG_AFTERMATH: Duration = Duration::from_secs(10);

/// How long a tool that is asked to end has for it.
const GRACE: Duration = Duration::from_secs(3);

/// How silent a tool may be.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// After so long, and again after each further time, its silence is remarked on.
    pub remark: Duration,
    /// After so long it is ended.
    pub timeout: Duration,
}

impl Limits {
    /// Those of a tool that is ended after so long, and remarked on after the time that makes people wonder.
    pub const fn of(timeout: Duration) -> Limits {
        Limits { remark: Duration::from_secs(12), timeout }
    }
}

/// A sign of life, or the want of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign<'l> {
    /// It said this.
    Line(&'l str),
    /// It has said nothing for so long, and still runs.
    Silence(Duration),
}

/// A run that has ended by itself.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The program's name, for messages.
    pub tool: String,
    /// The command line, for messages.
    pub command: String,
    pub outcome: ExitOutcome,
    /// All that it said on stdout and stderr, in the order in which it came, without empty lines.
    pub lines: Vec<String>,
    /// How long it took.
    pub elapsed: Duration,
    log: Option<PathBuf>,
}

impl Finished {
    /// The same, if it ended with exit code 0.
    ///
    /// # Errors
    /// [`ToolError::Failed`]
    pub fn success(self) -> Result<Finished, ToolError> {
        if self.outcome == ExitOutcome::Exited(0) { Ok(self) } else { Err(self.failure()) }
    }

    /// The error to give if it did not do its work, whatever its exit code.
    pub fn failure(&self) -> ToolError {
        let report = FailureReport {
            tool: self.tool.clone(),
            command: self.command.clone(),
            last_lines: last_of(&self.lines),
            log: self.log.clone(),
        };
        ToolError::Failed { report: Box::new(report), outcome: self.outcome }
    }
}

#[cfg(test)]
impl Finished {
    /// A tool that said this and ended well, without its having been run.
    pub(crate) fn that_said(text: &str) -> Finished {
        Finished {
            tool: "tool".to_string(),
            command: "tool".to_string(),
            outcome: ExitOutcome::Exited(0),
            lines: text.lines().map(str::to_string).collect(),
            elapsed: Duration::ZERO,
            log: None,
        }
    }
}

/// Runs a tool until it ends, with nothing on its stdin. What it says goes to `listener` line by line and, as it comes, to
/// the file `log`, which is begun anew. It runs in a process group of its own: if this program is asked to end, or the tool
/// is too silent, the whole group is ended.
///
/// # Errors
/// Any [`ToolError`] but [`ToolError::Failed`]: a bad end is for the caller to judge.
pub fn run(
    invocation: &Invocation,
    log: Option<&Path>,
    limits: Limits,
    listener: &mut dyn FnMut(Sign),
) -> Result<Finished, ToolError> {
    let start = Instant::now();
    interrupt::handle_signals();
    let (tool, command) = (program_name(invocation), invocation.to_string());
    if interrupt::is_interrupted() {
        return Err(ToolError::Interrupted { tool, log: None });
    }
    let mut log_file = log.map(|path| begin_log(invocation, path)).transpose()?;
    let (child, output) = spawn(invocation)
        .map_err(|source| ToolError::CannotStart { command: command.clone(), source })?;
    let mut running =
        Running { child, lines: Vec::new(), log_file: log_file.as_mut(), last: start };

    let log = || log.map(Path::to_owned);
    let log_error = |source| ToolError::Log {
        tool: program_name(invocation),
        log: log().unwrap_or_default(),
        source,
    };
    let mut remarked = 0;
    let status = loop {
        match running.listen(&output, TICK, listener).map_err(&log_error)? {
            Heard::Something => remarked = 0,
            Heard::Nothing => {}
            // Who closes its output may run on all the same.
            Heard::Farewell => thread::sleep(TICK),
        }
        if let Some(status) = running.ended() {
            break status;
        }
        if interrupt::is_interrupted() {
            running.end();
            return Err(ToolError::Interrupted { tool, log: log() });
        }
        let silence = running.last.elapsed();
        if silence >= limits.timeout {
            running.end();
            let last_lines = last_of(&running.lines);
            let report = Box::new(FailureReport { tool, command, last_lines, log: log() });
            return Err(ToolError::Silent { report, timeout: limits.timeout });
        }
        if silence >= limits.remark * (remarked + 1) {
            remarked += 1;
            listener(Sign::Silence(silence));
        }
    };
    let end = Instant::now();
    while end.elapsed() < LONG_AFTERMATH
        && running.listen(&output, AFTERMATH, listener).map_err(&log_error)? == Heard::Something
    {
    }
    let outcome = outcome_of(status);
    if matches!(outcome, ExitOutcome::Killed(_) | ExitOutcome::Exited(129..160)) {
        // What a crashed tool had started would go on for nobody.
        running.end();
    }
    if interrupt::is_interrupted() {
        return Err(ToolError::Interrupted { tool, log: log() });
    }
    let lines = running.lines;
    Ok(Finished { tool, command, outcome, lines, elapsed: start.elapsed(), log: log() })
}

/// What a moment's listening brings.
#[derive(PartialEq, Eq)]
enum Heard {
    Something,
    Nothing,
    /// The pipe is closed: nothing more will come.
    Farewell,
}

struct Running<'f> {
    child: Child,
    lines: Vec<String>,
    log_file: Option<&'f mut File>,
    /// When it last said something.
    last: Instant,
}

type Output = Receiver<(Vec<u8>, Vec<String>)>;

impl Running<'_> {
    fn listen(
        &mut self,
        output: &Output,
        time: Duration,
        listener: &mut dyn FnMut(Sign),
    ) -> io::Result<Heard> {
        let (bytes, lines) = match output.recv_timeout(time) {
            Ok(said) => said,
            Err(RecvTimeoutError::Timeout) => return Ok(Heard::Nothing),
            Err(RecvTimeoutError::Disconnected) => return Ok(Heard::Farewell),
        };
        self.last = Instant::now();
        if let Some(file) = &mut self.log_file {
            file.write_all(&bytes).inspect_err(|_| end_group(&mut self.child))?;
        }
        for line in &lines {
            listener(Sign::Line(line));
        }
        self.lines.extend(lines);
        Ok(Heard::Something)
    }

    fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    fn end(&mut self) {
        end_group(&mut self.child);
    }
}

fn spawn(invocation: &Invocation) -> io::Result<(Child, Output)> {
    // One pipe for both streams keeps their lines in order.
    let (reader, writer) = io::pipe()?;
    let mut command = Command::new(&invocation.program);
    command.args(&invocation.arguments).current_dir(&invocation.folder);
    command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let child = command.spawn()?;
    // It holds the pipe's other end, which would keep it open.
    drop(command);
    let (send, receive) = channel();
    thread::spawn(move || {
        // A pipe that fails is as good as closed.
        let _ = read_lines(reader, |bytes, lines| {
            bytes.is_empty() && lines.is_empty() || send.send((bytes.to_vec(), lines)).is_ok()
        });
    });
    Ok((child, receive))
}

fn begin_log(invocation: &Invocation, path: &Path) -> Result<File, ToolError> {
    let begin = || {
        let mut file = File::create(path)?;
        writeln!(file, "$ {invocation}")?;
        Ok(file)
    };
    begin().map_err(|source| ToolError::Log {
        tool: program_name(invocation),
        log: path.to_owned(),
        source,
    })
}

/// Asks the whole group to end, and ends by force what does not.
#[cfg(unix)]
fn end_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return };
    // What is gone already cannot be ended; that is all that can go wrong here.
    let _ = kill_process_group(group, Signal::TERM);
    let start = Instant::now();
    while start.elapsed() < GRACE && child.try_wait().is_ok_and(|status| status.is_none()) {
        thread::sleep(TICK);
    }
    let _ = kill_process_group(group, Signal::KILL);
    let _ = child.wait();
}

/// Ends it by force. What it has started is on the same console and gets Ctrl-C itself.
#[cfg(not(unix))]
fn end_group(child: &mut Child) {
    let start = Instant::now();
    while interrupt::is_interrupted()
        && start.elapsed() < GRACE
        && child.try_wait().is_ok_and(|status| status.is_none())
    {
        thread::sleep(TICK);
    }
    let _ = child.kill();
    let _ = child.wait();
}

fn outcome_of(status: ExitStatus) -> ExitOutcome {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return ExitOutcome::Killed(signal);
    }
    ExitOutcome::Exited(status.code().unwrap_or(-1))
}

fn last_of(lines: &[String]) -> Vec<String> {
    lines[lines.len().saturating_sub(LAST_LINES)..].to_vec()
}

fn program_name(invocation: &Invocation) -> String {
    let name = invocation.program.file_name().unwrap_or(invocation.program.as_os_str());
    name.to_string_lossy().into_owned()
}

#[cfg(all(test, unix))]
mod tests;
