//! One tab's WebSocket.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::FAREWELL;
use super::house::{Claim, House, Parting};
use super::protocol::{Reply, Request};
use super::session::Session;

/// Bytes of a message beyond which a connection is closed.
pub const MESSAGE_LIMIT: usize = 64 * 1024;

/// Bytes of a message beyond which it is not read.
const REQUEST_LIMIT: usize = 4 * 1024;

/// How many other messages a waveform is worth, by the time that it takes to draw.
const WAVEFORM_COST: f64 = 20.0;

/// How often a page hears of its machine when nothing happens.
const PULSE: Duration = Duration::from_millis(250);

/// How long a page may take to say who it is, or to take what it is sent.
const PATIENCE: Duration = Duration::from_secs(10);

/// Talks with a page until one of both goes.
pub async fn converse(
    mut socket: WebSocket,
    house: Arc<House>,
    messages: f64,
    closing: watch::Receiver<bool>,
) {
    let claim = match greet(&mut socket, &house).await {
        Ok(claim) => claim,
        Err(Farewell { message, code }) => {
            refuse(&mut socket, message, code).await;
            return;
        }
    };
    let tenancy = Tenancy { house, claim, parting: Parting::Loss };
    let mut conversation = Conversation { socket, tenancy, allowance: Allowance::new(messages) };
    if let Ok(parting) = conversation.run(closing).await {
        conversation.tenancy.parting = parting;
    }
}

/// A claim that is given up in any case: if nothing else is known, because the connection was lost.
struct Tenancy {
    house: Arc<House>,
    claim: Claim,
    parting: Parting,
}

impl Drop for Tenancy {
    fn drop(&mut self) {
        self.house.leave(&self.claim, self.parting);
    }
}

/// The page has gone without a word.
struct Lost;

/// What a page is told before its connection is closed.
struct Farewell {
    message: String,
    code: u16,
}

/// Waits for the first message and finds the machine.
async fn greet(socket: &mut WebSocket, house: &House) -> Result<Claim, Farewell> {
    let silent = |message: &str| Farewell { message: message.into(), code: close_code::POLICY };
    let first = timeout(PATIENCE, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else {
        return Err(silent("the first message has to be a `hello`"));
    };
    match read(&text) {
        Ok(Request::Hello { token, saved }) => house
            .claim(token.as_deref(), saved)
            .map_err(|error| Farewell { message: error.to_string(), code: close_code::AGAIN }),
        Ok(_) => Err(silent("the first message has to be a `hello`")),
        Err(message) => Err(silent(&message)),
    }
}

fn read(text: &str) -> Result<Request, String> {
    if text.len() > REQUEST_LIMIT {
        return Err(format!("a message of {} bytes: {REQUEST_LIMIT} are the most", text.len()));
    }
    serde_json::from_str(text).map_err(|error| format!("not understood: {error}"))
}

async fn refuse(socket: &mut WebSocket, message: String, code: u16) {
    let refused = Reply::Refused { message };
    if send(socket, &refused).await.is_ok() {
        close(socket, code).await;
    }
}

/// Says goodbye, and listens until the page has heard it: a connection that ends with something unread ends with an error,
/// and the page might lose what it was told last.
async fn close(socket: &mut WebSocket, code: u16) {
    let frame = CloseFrame { code, reason: Utf8Bytes::default() };
    let goodbye = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    let _ = timeout(FAREWELL, goodbye).await;
}

async fn send(socket: &mut WebSocket, reply: &Reply) -> Result<(), Lost> {
    let text = serde_json::to_string(reply).map_err(|_| Lost)?;
    // Whoever does not read is not waited for.
    match timeout(PATIENCE, socket.send(Message::Text(text.into()))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Lost),
    }
}

/// A page with its machine.
struct Conversation {
    socket: WebSocket,
    tenancy: Tenancy,
    allowance: Allowance,
}

impl Conversation {
    async fn run(&mut self, mut closing: watch::Receiver<bool>) -> Result<Parting, Lost> {
        let mut pulse = interval(PULSE);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let replies = {
            let mut session = lock(&self.tenancy.claim.session);
            let welcome = Reply::Welcome {
                token: self.tenancy.claim.token.clone(),
                resumed: self.tenancy.claim.resumed,
                clocking: session.clocking().to_string(),
            };
            let mut replies = vec![welcome];
            session.greet(Instant::now(), &mut replies);
            replies
        };
        self.send(replies).await?;
        loop {
            tokio::select! {
                // Whoever has lost the machine must not play on it any more.
                biased;
                () = self.tenancy.claim.taken_over.notified() => {
                    let message = "this machine is now played in another tab".to_string();
                    refuse(&mut self.socket, message, close_code::POLICY).await;
                    return Ok(Parting::TakenOver);
                }
                message = self.socket.recv() => {
                    let Some(Ok(message)) = message else { return Err(Lost) };
                    if let Some(parting) = self.hear(message, Instant::now()).await? {
                        return Ok(parting);
                    }
                }
                _ = pulse.tick() => {
                    let mut replies = Vec::new();
                    lock(&self.tenancy.claim.session).pulse(Instant::now(), &mut replies);
                    self.send(replies).await?;
                }
                _ = closing.changed() => {
                    close(&mut self.socket, close_code::AWAY).await;
                    return Ok(Parting::Goodbye);
                }
            }
        }
    }

    /// Answers a message, or says how the conversation ends with it.
    async fn hear(&mut self, message: Message, now: Instant) -> Result<Option<Parting>, Lost> {
        let request = match message {
            // Only a page that is closed or loaded again says that it goes away; one that has had no answer for too long
            // gives up the connection, but not the machine.
            Message::Close(Some(frame)) if frame.code == close_code::AWAY => {
                return Ok(Some(Parting::Goodbye));
            }
            Message::Close(_) => return Err(Lost),
            Message::Text(text) => read(&text),
            Message::Binary(_) => Err("not understood: messages are text".to_string()),
            // Answered by the library.
            Message::Ping(_) | Message::Pong(_) => Ok(Request::Ping {}),
        };
        let cost = match request {
            Ok(Request::Waveform {}) => WAVEFORM_COST,
            _ => 1.0,
        };
        if let Err(message) = self.allowance.take(cost, now) {
            refuse(&mut self.socket, message, close_code::POLICY).await;
            return Ok(Some(Parting::Loss));
        }
        let mut replies = Vec::new();
        match request {
            Ok(Request::Ping {}) => {}
            Ok(request) => lock(&self.tenancy.claim.session).answer(request, now, &mut replies),
            Err(message) => replies.push(Reply::Error { message }),
        }
        self.send(replies).await?;
        Ok(None)
    }

    async fn send(&mut self, replies: Vec<Reply>) -> Result<(), Lost> {
        for reply in &replies {
            send(&mut self.socket, reply).await?;
        }
        Ok(())
    }
}

/// A panic in a session is a fault of ours; the machine is still what it was.
fn lock(session: &Mutex<Session>) -> MutexGuard<'_, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many messages may still come: a bucket that fills with time.
struct Allowance {
    per_second: f64,
    left: f64,
    at: Instant,
}

impl Allowance {
    fn new(per_second: f64) -> Allowance {
        Allowance { per_second, left: 2.0 * per_second, at: Instant::now() }
    }

    fn take(&mut self, cost: f64, now: Instant) -> Result<(), String> {
        let refill = now.saturating_duration_since(self.at).as_secs_f64() * self.per_second;
        self.left = (self.left + refill).min(2.0 * self.per_second) - cost;
        self.at = now;
        if self.left < 0.0 {
            return Err(format!("too many messages: more than {} a second", self.per_second));
        }
        Ok(())
    }
}
