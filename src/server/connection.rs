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
    let mut conversation = Conversation { socket, claim, allowance: Allowance::new(messages) };
    let parting = conversation.run(closing).await.unwrap_or(Parting::Loss);
    house.leave(&conversation.claim, parting);
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
    claim: Claim,
    allowance: Allowance,
}

impl Conversation {
    async fn run(&mut self, mut closing: watch::Receiver<bool>) -> Result<Parting, Lost> {
        let mut pulse = interval(PULSE);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let replies = {
            let mut session = lock(&self.claim.session);
            let welcome = Reply::Welcome {
                token: self.claim.token.clone(),
                resumed: self.claim.resumed,
                clocking: session.clocking().to_string(),
            };
            let mut replies = vec![welcome];
            session.greet(Instant::now(), &mut replies);
            replies
        };
        self.send(replies).await?;
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    let now = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            if let Err(message) = self.allowance.take(now) {
                                refuse(&mut self.socket, message, close_code::POLICY).await;
                                return Ok(Parting::Loss);
                            }
                            let replies = self.answer(&text, now);
                            self.send(replies).await?;
                        }
                        Some(Ok(Message::Binary(_))) => {
                            if let Err(message) = self.allowance.take(now) {
                                refuse(&mut self.socket, message, close_code::POLICY).await;
                                return Ok(Parting::Loss);
                            }
                            let message = "not understood: messages are text".to_string();
                            self.send(vec![Reply::Error { message }]).await?;
                        }
                        // Answered by the library.
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_))) => return Ok(Parting::Goodbye),
                        Some(Err(_)) | None => return Err(Lost),
                    }
                }
                _ = pulse.tick() => {
                    let mut replies = Vec::new();
                    lock(&self.claim.session).pulse(Instant::now(), &mut replies);
                    self.send(replies).await?;
                }
                () = self.claim.taken_over.notified() => {
                    let message = "this machine is now played in another tab".to_string();
                    refuse(&mut self.socket, message, close_code::POLICY).await;
                    return Ok(Parting::TakenOver);
                }
                _ = closing.changed() => {
                    close(&mut self.socket, close_code::AWAY).await;
                    return Ok(Parting::Goodbye);
                }
            }
        }
    }

    fn answer(&mut self, text: &str, now: Instant) -> Vec<Reply> {
        let mut replies = Vec::new();
        match read(text) {
            Ok(request) => lock(&self.claim.session).answer(request, now, &mut replies),
            Err(message) => replies.push(Reply::Error { message }),
        }
        replies
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

    fn take(&mut self, now: Instant) -> Result<(), String> {
        let refill = now.saturating_duration_since(self.at).as_secs_f64() * self.per_second;
        self.left = (self.left + refill).min(2.0 * self.per_second) - 1.0;
        self.at = now;
        if self.left < 0.0 {
            return Err(format!("too many messages: more than {} a second", self.per_second));
        }
        Ok(())
    }
}
