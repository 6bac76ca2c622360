//! Questions on stdout, answers on stdin, and Ctrl-C at any time.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use textwrap::core::display_width;

use super::answers::is_quit;
use super::sim_dealer::DealError;
use crate::casino::CheckError;
use command_line::wrap;
use punto_banco::{Name, TableError};

/// The longest line in bytes; the rest of a longer one is the next line.
const MAX_LINE: u64 = 4096;

/// The number of lines that are read ahead.
const LINES_AHEAD: usize = 16;

/// Why the game ends.
#[derive(Debug)]
pub(super) enum ExitReason {
    /// The player quits.
    Quit,
    EndOfInput,
    Interrupted,
    /// The bankroll is less than the minimum stake.
    OutOfMoney,
    /// The reader of stdout has closed the pipe.
    OutputClosed,
    Failed(anyhow::Error),
}

impl From<io::Error> for ExitReason {
    fn from(error: io::Error) -> ExitReason {
        match error.kind() {
            io::ErrorKind::BrokenPipe => ExitReason::OutputClosed,
            _ => ExitReason::Failed(anyhow::Error::from(error).context("cannot write to stdout")),
        }
    }
}

impl From<DealError> for ExitReason {
    fn from(error: DealError) -> ExitReason {
        ExitReason::Failed(error.into())
    }
}

impl From<CheckError> for ExitReason {
    fn from(error: CheckError) -> ExitReason {
        ExitReason::Failed(error.into())
    }
}

impl From<TableError> for ExitReason {
    fn from(error: TableError) -> ExitReason {
        ExitReason::Failed(error.into())
    }
}

/// A game in the terminal.
pub(super) trait Game: Sized {
    /// Plays until the player leaves, or something fails.
    fn play(&mut self, name: Option<Name>, seed: u64) -> Result<Infallible, ExitReason>;

    /// Ends the hand on the table and prints a summary.
    fn finish(&mut self, reason: &ExitReason) -> Result<(), ExitReason>;

    /// Plays until the game ends, then prints a summary.
    ///
    /// # Errors
    /// Stdin cannot be read, stdout cannot be written, or the hardware does not follow the rules.
    fn run(mut self, name: Option<Name>, seed: u64) -> anyhow::Result<()> {
        let Err(reason) = self.play(name, seed);
        if matches!(reason, ExitReason::OutputClosed) {
            return Ok(());
        }
        let finished = self.finish(&reason);
        match (finished, reason) {
            (Err(ExitReason::Failed(error)), _) | (_, ExitReason::Failed(error)) => Err(error),
            _ => Ok(()),
        }
    }
}

enum Event {
    Line(String),
    EndOfInput,
    Interrupt,
    Failure(io::Error),
}

/// The dialogue with the player.
pub(super) struct Prompt {
    events: Receiver<Event>,
    /// Events that came during a pause.
    pending: VecDeque<Event>,
    out: anstream::Stdout,
    /// A terminal echoes the answers; otherwise they are printed.
    is_stdin_terminal: bool,
    is_stdout_terminal: bool,
    /// Whether [`pause`](Self::pause) waits.
    is_paced: bool,
}

impl Prompt {
    /// Starts to read stdin, and handles Ctrl-C from now on.
    ///
    /// # Errors
    /// Ctrl-C cannot be handled.
    pub fn start(fast: bool) -> anyhow::Result<Prompt> {
        let (sender, events) = sync_channel(LINES_AHEAD);
        let on_interrupt = sender.clone();
        ctrlc::set_handler(move || drop(on_interrupt.send(Event::Interrupt)))
            .context("cannot handle Ctrl-C")?;
        thread::spawn(move || read_lines(&sender));
        let is_stdin_terminal = io::stdin().is_terminal();
        let is_stdout_terminal = io::stdout().is_terminal();
        Ok(Prompt {
            events,
            pending: VecDeque::new(),
            out: anstream::stdout(),
            is_stdin_terminal,
            is_stdout_terminal,
            is_paced: is_stdin_terminal && is_stdout_terminal && !fast,
        })
    }

    /// Whether stdout is a terminal.
    pub fn is_stdout_terminal(&self) -> bool {
        self.is_stdout_terminal
    }

    /// Prints text, wrapped if stdout is a terminal.
    pub fn print(&mut self, text: impl Display) -> Result<(), ExitReason> {
        match self.is_stdout_terminal {
            true => writeln!(self.out, "{}", wrap(&text.to_string(), textwrap::termwidth()))?,
            false => writeln!(self.out, "{text}")?,
        }
        Ok(self.out.flush()?)
    }

    /// Prints text and a note beside it, or below it if the terminal is too narrow.
    pub fn print_with_note(
        &mut self,
        text: impl Display,
        note: impl Display,
    ) -> Result<(), ExitReason> {
        let line = format!("{text}  {note}");
        match self.is_stdout_terminal && display_width(&line) > textwrap::termwidth() {
            true => self.print(format_args!("{text}\n    {note}")),
            false => self.print(line),
        }
    }

    /// Asks until the answer is valid.
    ///
    /// # Errors
    /// The input ends, Ctrl-C is pressed, the player quits, or stdin or stdout fails.
    pub fn ask<T, E: Display>(
        &mut self,
        question: impl Display,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Result<T, ExitReason> {
        loop {
            write!(self.out, "{question} ")?;
            self.out.flush()?;
            let line = self.line()?;
            let answer = line.trim();
            if is_quit(answer) {
                return Err(ExitReason::Quit);
            }
            match parse(answer) {
                Ok(answer) => return Ok(answer),
                Err(error) => self.print(error)?,
            }
        }
    }

    /// Welcomes the player, whose name is asked for unless it is known.
    pub fn welcome(&mut self, name: Option<Name>) -> Result<Name, ExitReason> {
        let name_or_guest =
            |text: &str| if text.is_empty() { Ok(Name::default()) } else { text.parse() };
        let name = match name {
            Some(name) => name,
            None => self.ask("Your name (Enter for Guest)?", name_or_guest)?,
        };
        self.print(format!("Welcome, {name}."))?;
        Ok(name)
    }

    fn line(&mut self) -> Result<String, ExitReason> {
        let event = match self.pending.pop_front() {
            Some(event) => event,
            // All senders are gone only after stdin has ended or failed, which is an event before.
            None => self.events.recv().unwrap_or(Event::EndOfInput),
        };
        let (line, end) = match event {
            Event::Line(line) => (line, None),
            Event::EndOfInput => (String::new(), Some(ExitReason::EndOfInput)),
            Event::Interrupt => (String::new(), Some(ExitReason::Interrupted)),
            Event::Failure(error) => {
                let error = anyhow::Error::from(error).context("cannot read from stdin");
                (String::new(), Some(ExitReason::Failed(error)))
            }
        };
        if !self.is_stdin_terminal {
            writeln!(self.out, "{}", printable(&line))?;
        } else if end.is_some() {
            // Ends the line of the question.
            writeln!(self.out)?;
        }
        match end {
            None => Ok(line),
            Some(reason) => Err(reason),
        }
    }

    /// Waits, if a person plays and not a script. Lines typed meanwhile answer the next questions.
    ///
    /// # Errors
    /// Ctrl-C is pressed, or stdout fails.
    pub fn pause(&mut self, time: Duration) -> Result<(), ExitReason> {
        if !self.is_paced {
            return Ok(());
        }
        let end = Instant::now() + time;
        loop {
            match self.events.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Event::Interrupt) => {
                    writeln!(self.out)?;
                    return Err(ExitReason::Interrupted);
                }
                Ok(event) => self.pending.push_back(event),
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(end.saturating_duration_since(Instant::now()));
                    return Ok(());
                }
            }
        }
    }
}

/// Sends every line of stdin until the receiver is gone.
fn read_lines(sender: &SyncSender<Event>) {
    let mut stdin = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let event = match stdin.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) => Event::EndOfInput,
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
            Err(error) => Event::Failure(error),
        };
        let is_last = !matches!(event, Event::Line(_));
        if sender.send(event).is_err() || is_last {
            return;
        }
    }
}

/// The line without control characters, which a terminal would obey.
fn printable(line: &str) -> String {
    line.trim()
        .chars()
        .map(|character| if character.is_control() { '?' } else { character })
        .collect()
}
