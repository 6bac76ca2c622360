//! The functions of the WebAssembly module, which a worker of the page calls.
//!
//! Messages are those of the server, in one buffer for both directions. Functions that say so
//! return the length of a JSON array of replies in it.

use std::cell::RefCell;
use std::time::Instant;

use super::board::Board;
use board_session::protocol::{self, FirstMessage, Reply};
use board_session::{ForeignSession, Machine, Session};

/// The only board, and the buffer for its messages.
#[derive(Default)]
struct Browser {
    session: Option<Box<dyn Session>>,
    buffer: Vec<u8>,
}

thread_local! {
    static BROWSER: RefCell<Browser> = RefCell::default();
}

/// The token of the session, which is the only one.
const TOKEN: &str = "browser";

/// Makes the buffer so many bytes long. Returns its address.
#[unsafe(no_mangle)]
extern "C" fn buffer(length: usize) -> *mut u8 {
    BROWSER.with_borrow_mut(|browser| {
        browser.buffer.resize(length, 0);
        browser.buffer.as_mut_ptr()
    })
}

/// Takes what is in the buffer.
#[cfg(feature = "reader")]
pub(super) fn take_buffer() -> Vec<u8> {
    BROWSER.with_borrow_mut(|browser| std::mem::take(&mut browser.buffer))
}

/// Sets what is in the buffer. Returns its length.
#[cfg(feature = "reader")]
pub(super) fn set_buffer(contents: Vec<u8>) -> usize {
    BROWSER.with_borrow_mut(|browser| {
        browser.buffer = contents;
        browser.buffer.len()
    })
}

/// Starts the design in the buffer at power-up. So many of its last bytes are the first message of
/// the page. Returns the length of the replies.
#[unsafe(no_mangle)]
extern "C" fn start(message: usize) -> usize {
    BROWSER.with_borrow_mut(|browser| {
        let buffer = std::mem::take(&mut browser.buffer);
        let (design, message) = buffer.split_at(buffer.len().saturating_sub(message));
        match new_session(design, message) {
            Ok(session) => browser.session = Some(session),
            Err(message) => return browser.reply(&[Reply::Refused { message }]),
        }
        browser.connect(false)
    })
}

/// Connects a page to the board as it was when the memory was saved. Returns the length of the
/// replies.
#[unsafe(no_mangle)]
extern "C" fn resume() -> usize {
    BROWSER.with_borrow_mut(|browser| browser.connect(true))
}

/// Handles the message in the buffer. Returns the length of the replies.
#[unsafe(no_mangle)]
extern "C" fn handle() -> usize {
    BROWSER.with_borrow_mut(|browser| {
        let buffer = std::mem::take(&mut browser.buffer);
        let message = String::from_utf8_lossy(&buffer);
        browser.call(|session, now, replies| _ = session.handle(&message, now, replies))
    })
}

/// Simulates until now. Returns the length of the replies.
#[unsafe(no_mangle)]
extern "C" fn advance() -> usize {
    BROWSER.with_borrow_mut(|browser| {
        browser.call(|session, now, replies| session.advance(now, replies))
    })
}

/// Returns how often to call [`advance`], in milliseconds.
#[unsafe(no_mangle)]
extern "C" fn interval() -> u32 {
    BROWSER.with_borrow(|browser| {
        browser.session.as_ref().map_or(0, |session| session.interval().as_millis() as u32)
    })
}

fn new_session(design: &[u8], message: &[u8]) -> Result<Box<dyn Session>, String> {
    let FirstMessage::Hello { saved, .. } = protocol::parse(&String::from_utf8_lossy(message))?;
    let board = postcard::from_bytes(design)
        .map_err(|error| format!("the design cannot be read: {error}"))?;
    let now = Instant::now();
    match board {
        Board::Machine { top, design } => {
            let seed = getrandom::u64().map_err(|error| error.to_string())?;
            let machine = Machine::of(design, top);
            let session = machine.and_then(|machine| machine.start(saved, seed, now));
            session.map_err(|error| error.to_string())
        }
        Board::Foreign(elaborated) => Ok(Box::new(ForeignSession::new(elaborated.into(), now))),
    }
}

impl Browser {
    fn connect(&mut self, resumed: bool) -> usize {
        self.call(|session, now, replies| {
            replies.push(session.welcome(TOKEN.to_string(), resumed));
            session.connect(now, replies);
        })
    }

    fn call(&mut self, call: impl FnOnce(&mut dyn Session, Instant, &mut Vec<Reply>)) -> usize {
        let mut replies = vec![];
        if let Some(session) = &mut self.session {
            call(session.as_mut(), Instant::now(), &mut replies);
        }
        self.reply(&replies)
    }

    fn reply(&mut self, replies: &[Reply]) -> usize {
        self.buffer = serde_json::to_vec(replies).unwrap_or_default();
        self.buffer.len()
    }
}
