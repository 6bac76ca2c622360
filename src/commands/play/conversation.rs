//! Questions on stdout, answers from stdin, and Ctrl-C at any time.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::answers::is_goodbye;
use super::croupier::CroupierError;
use crate::game::TableError;

/// The longest line that is listened to, in bytes; what goes beyond is a line of its own.
const LONGEST_LINE: u64 = 4096;

/// Lines that are read ahead.
const LINES_AHEAD: usize = 16;

/// Why the evening ends.
#[derive(Debug)]
pub(super) enum Farewell {
    /// The player has had enough.
    Wanted,
    EndOfInput,
    Interrupted,
    /// The money is gone.
    Broke,
    /// Nobody reads what is said.
    Unheard,
    Failed(anyhow::Error),
}

impl From<io::Error> for Farewell {
    fn from(error: io::Error) -> Farewell {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Farewell::Unheard,
            _ => Farewell::Failed(anyhow::Error::from(error).context("cannot write to stdout")),
        }
    }
}

impl From<CroupierError> for Farewell {
    fn from(error: CroupierError) -> Farewell {
        Farewell::Failed(error.into())
    }
}

impl From<TableError> for Farewell {
    fn from(error: TableError) -> Farewell {
        Farewell::Failed(error.into())
    }
}

enum Event {
    Line(String),
    EndOfInput,
    Interrupt,
    Failure(io::Error),
}

pub(super) struct Conversation {
    events: Receiver<Event>,
    /// What came while nobody asked.
    waiting: VecDeque<Event>,
    out: anstream::Stdout,
    /// Whether people see what they type; otherwise it is written into the transcript.
    is_typed: bool,
    /// Whether a person looks on.
    is_watched: bool,
    is_paced: bool,
}

impl Conversation {
    /// Listens to stdin and to Ctrl-C, from now on and for good.
    pub fn begin(fast: bool) -> anyhow::Result<Conversation> {
        let (sender, events) = sync_channel(LINES_AHEAD);
        let on_interrupt = sender.clone();
        ctrlc::set_handler(move || drop(on_interrupt.send(Event::Interrupt)))
            .context("cannot listen to Ctrl-C")?;
        thread::spawn(move || listen(&sender));
        let is_typed = io::stdin().is_terminal();
        let is_watched = io::stdout().is_terminal();
        Ok(Conversation {
            events,
            waiting: VecDeque::new(),
            out: anstream::stdout(),
            is_typed,
            is_watched,
            is_paced: is_typed && is_watched && !fast,
        })
    }

    /// Whether stdout is a terminal.
    pub fn is_watched(&self) -> bool {
        self.is_watched
    }

    pub fn say(&mut self, text: impl Display) -> Result<(), Farewell> {
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    /// Asks until the answer can be read. At the end of input, on Ctrl-C, and when somebody says goodbye there is none.
    pub fn ask<T, E: Display>(
        &mut self,
        question: impl Display,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Result<T, Farewell> {
        loop {
            write!(self.out, "{question} ")?;
            self.out.flush()?;
            let line = self.line()?;
            let answer = line.trim();
            if is_goodbye(answer) {
                return Err(Farewell::Wanted);
            }
            match read(answer) {
                Ok(answer) => return Ok(answer),
                Err(error) => self.say(error)?,
            }
        }
    }

    fn line(&mut self) -> Result<String, Farewell> {
        let event = match self.waiting.pop_front() {
            Some(event) => event,
            // Both who could send are gone only if listening has failed, and that is said before.
            None => self.events.recv().unwrap_or(Event::EndOfInput),
        };
        let (line, end) = match event {
            Event::Line(line) => (line, None),
            Event::EndOfInput => (String::new(), Some(Farewell::EndOfInput)),
            Event::Interrupt => (String::new(), Some(Farewell::Interrupted)),
            Event::Failure(error) => {
                let error = anyhow::Error::from(error).context("cannot read from stdin");
                (String::new(), Some(Farewell::Failed(error)))
            }
        };
        if !self.is_typed {
            writeln!(self.out, "{}", printable(&line))?;
        } else if end.is_some() {
            // What is said next does not belong on the line of the question.
            writeln!(self.out)?;
        }
        match end {
            None => Ok(line),
            Some(farewell) => Err(farewell),
        }
    }

    /// Lets a person look for so long. What they type meanwhile answers the next question.
    pub fn pause(&mut self, time: Duration) -> Result<(), Farewell> {
        if !self.is_paced {
            return Ok(());
        }
        let end = Instant::now() + time;
        loop {
            match self.events.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Event::Interrupt) => {
                    writeln!(self.out)?;
                    return Err(Farewell::Interrupted);
                }
                Ok(event) => self.waiting.push_back(event),
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => {
                    thread::sleep(end.saturating_duration_since(Instant::now()));
                    return Ok(());
                }
            }
        }
    }
}

/// Sends every line of stdin until nobody wants more of them.
fn listen(sender: &SyncSender<Event>) {
    let mut stdin = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let event = match stdin.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
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

/// A line as it may stand in a transcript: a terminal that shows it later obeys nothing in it.
fn printable(line: &str) -> String {
    line.trim()
        .chars()
        .map(|character| if character.is_control() { '?' } else { character })
        .collect()
}
