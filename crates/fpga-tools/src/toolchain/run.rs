//! Runs one tool to its end.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::error::{ExitOutcome, FailureReport};
use super::lines::read_lines;
use super::{Invocation, ToolError};
use crate::interrupt;

/// How many lines an error repeats.
const LAST_LINES: usize = 12;

/// After this time without output, and each multiple of it, the listener is notified.
const NOTIFY_AFTER: Duration = Duration::from_millis(if cfg!(test) { 200 } else { 12_000 });

/// How often to check whether the tool has ended or is to be ended.
const TICK: Duration = Duration::from_millis(50);

/// How long to wait for more output after the end: background processes of the tool may keep the
/// pipe open.
const AFTERMATH: Duration = Duration::from_secs(2);

/// The longest time to read output after the end.
const LONG_AFTERMATH: Duration = Duration::from_secs(10);

/// How long a tool has to end after SIGTERM.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(3);

/// What a tool may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// After this time without output the tool is ended.
    pub timeout: Duration,
    /// After this time it is ended, whatever it prints.
    pub total: Option<Duration>,
    /// The largest amount of memory in bytes. Only Linux has such a limit.
    pub memory: Option<u64>,
}

impl Limits {
    /// Ends a tool that prints nothing for `timeout`.
    pub const fn of(timeout: Duration) -> Limits {
        Limits { timeout, total: None, memory: None }
    }
}

/// What a listener is notified of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign<'l> {
    /// The tool printed this line.
    Line(&'l str),
    /// The tool still runs, but has printed nothing for this long.
    Silence(Duration),
}

/// A run that was not interrupted and did not time out.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The program's name, for messages.
    pub tool: String,
    /// The command line, for messages.
    pub command: String,
    pub outcome: ExitOutcome,
    /// Its stdout and stderr in order of arrival, without empty lines.
    pub lines: Vec<String>,
    /// How long it took.
    pub elapsed: Duration,
    log: Option<PathBuf>,
}

impl Finished {
    /// What a tool that is a function has done.
    pub(crate) fn of_function(tool: &str, code: i32, lines: Vec<String>) -> Finished {
        Finished {
            tool: tool.to_string(),
            command: tool.to_string(),
            outcome: ExitOutcome::Exited(code),
            lines,
            elapsed: Duration::ZERO,
            log: None,
        }
    }

    /// Returns itself if the exit code was 0.
    ///
    /// # Errors
    /// [`ToolError::Failed`]
    pub fn success(self) -> Result<Finished, ToolError> {
        if self.outcome == ExitOutcome::Exited(0) { Ok(self) } else { Err(self.failure()) }
    }

    /// The error for a tool that failed, whatever its exit code.
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
    /// A successful run with this output.
    pub(crate) fn with_output(text: &str) -> Finished {
        Finished::of_function("tool", 0, text.lines().map(str::to_string).collect())
    }
}

/// Runs a tool until it ends, without stdin. Its output goes to `listener` line by line and to the
/// file `log`, which is overwritten. It runs in its own process group, which is ended as a whole on
/// an interrupt or a timeout.
///
/// # Errors
/// Any [`ToolError`] but [`ToolError::Failed`]: the caller judges the exit code.
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
    limits.memory.into_iter().for_each(|memory| limit_memory(&child, memory));
    let mut running =
        Running { child, lines: Vec::new(), log_file: log_file.as_mut(), last: start };

    let log = || log.map(Path::to_owned);
    let log_error = |source| ToolError::Log {
        tool: program_name(invocation),
        log: log().unwrap_or_default(),
        source,
    };
    let mut notified = 0;
    let status = loop {
        if running.listen(&output, TICK, listener).map_err(&log_error)? {
            notified = 0;
        }
        if let Some(status) = running.ended() {
            break status;
        }
        if interrupt::is_interrupted() {
            running.end();
            return Err(ToolError::Interrupted { tool, log: log() });
        }
        let silence = running.last.elapsed();
        let exceeded = if silence >= limits.timeout {
            Some(("printed nothing for", limits.timeout))
        } else {
            let total = limits.total.filter(|total| start.elapsed() >= *total);
            total.map(|total| ("did not finish within", total))
        };
        if let Some((limit, timeout)) = exceeded {
            running.end();
            let last_lines = last_of(&running.lines);
            let report = Box::new(FailureReport { tool, command, last_lines, log: log() });
            return Err(ToolError::TimedOut { report, limit, timeout });
        }
        if silence >= NOTIFY_AFTER * (notified + 1) {
            notified += 1;
            listener(Sign::Silence(silence));
        }
    };
    let end = Instant::now();
    while end.elapsed() < LONG_AFTERMATH
        && running.listen(&output, AFTERMATH, listener).map_err(&log_error)?
    {}
    let outcome = outcome_of(status);
    if matches!(outcome, ExitOutcome::Killed(_) | ExitOutcome::Exited(129..160)) {
        // End the child processes of a crashed tool.
        running.end();
    }
    if interrupt::is_interrupted() {
        return Err(ToolError::Interrupted { tool, log: log() });
    }
    let lines = running.lines;
    Ok(Finished { tool, command, outcome, lines, elapsed: start.elapsed(), log: log() })
}

struct Running<'f> {
    child: Child,
    lines: Vec<String>,
    log_file: Option<&'f mut File>,
    /// When it last printed something.
    last: Instant,
}

type Output = Receiver<(Vec<u8>, Vec<String>)>;

impl Running<'_> {
    /// Waits for output. Returns false if there is none.
    fn listen(
        &mut self,
        output: &Output,
        time: Duration,
        listener: &mut dyn FnMut(Sign),
    ) -> io::Result<bool> {
        let (bytes, lines) = match output.recv_timeout(time) {
            Ok(said) => said,
            Err(RecvTimeoutError::Timeout) => return Ok(false),
            Err(RecvTimeoutError::Disconnected) => {
                // The tool closed its output, but may still run.
                if self.ended().is_none() {
                    thread::sleep(TICK);
                }
                return Ok(false);
            }
        };
        self.last = Instant::now();
        if let Some(file) = &mut self.log_file {
            file.write_all(&bytes).inspect_err(|_| end_group(&mut self.child))?;
        }
        for line in &lines {
            listener(Sign::Line(line));
        }
        self.lines.extend(lines);
        Ok(true)
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
    // It may be the only folder in which this process and the tool can write.
    #[cfg(unix)]
    command.env("TMPDIR", tempfile::env::temp_dir());
    let child = command.spawn()?;
    // It owns the other end of the pipe and would keep it open.
    drop(command);
    let (send, receive) = channel();
    thread::spawn(move || {
        // Treat a failed pipe as closed.
        let _ = read_lines(reader, |bytes, lines| {
            bytes.is_empty() && lines.is_empty() || send.send((bytes.to_vec(), lines)).is_ok()
        });
    });
    Ok((child, receive))
}

/// Limits the memory of a process that was just started, and of those that it will start, unless
/// ours is limited more.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child, bytes: u64) {
    use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
    let bytes = getrlimit(Resource::Data).maximum.map_or(bytes, |ours| ours.min(bytes));
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    // Fails only for processes that have ended.
    let _ = prlimit(pid, Resource::Data, limit);
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: &Child, _: u64) {}

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

/// Terminates the whole process group, and kills what remains.
#[cfg(unix)]
fn end_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else { return };
    // Fails only for processes that have ended.
    let _ = kill_process_group(group, Signal::TERM);
    let start = Instant::now();
    while start.elapsed() < GRACE && child.try_wait().is_ok_and(|status| status.is_none()) {
        thread::sleep(TICK);
    }
    let _ = kill_process_group(group, Signal::KILL);
    let _ = child.wait();
}

/// Kills the process. Its children on the same console get Ctrl-C themselves.
#[cfg(not(unix))]
fn end_group(child: &mut Child) {
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
