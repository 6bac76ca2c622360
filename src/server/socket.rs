//! The WebSocket of one tab.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::CLOSE_TIMEOUT;
use super::protocol::{Reply, Request};
use super::session::Session;
use super::session_pool::{DisconnectReason, Lease, SessionPool};
use super::token_bucket::TokenBucket;

/// A longer message, in bytes, is not received to its end.
pub const MAX_RECEIVED: usize = 1024 * 1024;

/// A longer message, in bytes, closes the connection.
const MAX_MESSAGE: usize = 64 * 1024;

/// Why such a message closes the connection.
const TOO_LONG: &str = "messages have at most 64 KiB";

/// A longer request, in bytes, is answered with an error.
const MAX_REQUEST: usize = 16 * 1024;

/// How many other messages a request counts as that takes about that much longer.
const HIGH_COST: f64 = 20.0;

/// How long a page may take to send its first message, or to receive one.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(10);

/// A connection without messages for so long is lost. Browsers let the timers of hidden pages run once a minute, and with them
/// the pings.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(150);

/// Serves a page with this name until either side closes the connection.
pub async fn handle_socket(
    mut socket: WebSocket,
    page: &'static str,
    pool: Arc<SessionPool>,
    messages_per_second: f64,
    shutdown: watch::Receiver<bool>,
) {
    let lease = match handshake(&mut socket, page, &pool).await {
        Ok(lease) => lease,
        Err(CloseReply { message, code }) => {
            refuse(&mut socket, message, code).await;
            return;
        }
    };
    let guard = LeaseGuard { pool, lease, reason: DisconnectReason::Lost };
    let bucket = TokenBucket::new(messages_per_second, Instant::now());
    let mut connection = Connection { socket, guard, bucket };
    if let Ok(reason) = connection.run(shutdown).await {
        connection.guard.reason = reason;
    }
}

/// Releases the lease when it is dropped.
struct LeaseGuard {
    pool: Arc<SessionPool>,
    lease: Lease,
    reason: DisconnectReason,
}

impl Drop for LeaseGuard {
    fn drop(&mut self) {
        self.pool.release(&self.lease, self.reason);
    }
}

/// The connection was lost.
struct ConnectionLost;

/// Sent to the page before its connection is closed.
struct CloseReply {
    message: String,
    code: u16,
}

/// Waits for the `hello` message and leases a session.
async fn handshake(
    socket: &mut WebSocket,
    page: &'static str,
    pool: &Arc<SessionPool>,
) -> Result<Lease, CloseReply> {
    let violation =
        |message: &str| CloseReply { message: message.into(), code: close_code::POLICY };
    let first = timeout(CLIENT_TIMEOUT, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else {
        return Err(violation("the first message must be `hello`"));
    };
    let again = |message: String| CloseReply { message, code: close_code::AGAIN };
    match parse(&text) {
        Ok(Request::Hello { token, saved }) => {
            let sessions = pool.clone();
            let acquire = move || sessions.acquire(page, token.as_deref(), saved);
            let lease = pool.threads.run(acquire).await;
            let lease = lease.map_err(|error| again(error.to_string()))?;
            lease.map_err(|error| again(error.to_string()))
        }
        Ok(_) => Err(violation("the first message must be `hello`")),
        Err(message) => Err(violation(&message)),
    }
}

/// Returns whether a message is longer than [`MAX_RECEIVED`]. All other errors violate the protocol.
fn is_too_long(error: axum::Error) -> bool {
    let error = error.into_inner().downcast::<tungstenite::Error>();
    error.is_ok_and(|error| matches!(*error, tungstenite::Error::Capacity(_)))
}

fn parse(text: &str) -> Result<Request, String> {
    if text.len() > MAX_REQUEST {
        return Err(format!("message too long: {} bytes, the limit is {MAX_REQUEST}", text.len()));
    }
    serde_json::from_str(text).map_err(|error| format!("invalid message: {error}"))
}

async fn refuse(socket: &mut WebSocket, message: String, code: u16) {
    let Ok(text) = encode(&Reply::Refused { message }) else { return };
    match send(socket, text).await {
        Ok(()) => close(socket, code, "").await,
        // The page has closed its side.
        Err(ConnectionLost) => drain(socket).await,
    }
}

/// Sends a close frame and reads until the page closes its side. Closing with unread data would reset the connection, and the
/// page might lose the last message.
async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
    if let Ok(Ok(())) = timeout(CLOSE_TIMEOUT, socket.send(Message::Close(Some(frame)))).await {
        drain(socket).await;
    }
}

/// Reads until the page closes its side, which also sends the reply to a close frame.
async fn drain(socket: &mut WebSocket) {
    let closing = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = timeout(CLOSE_TIMEOUT, closing).await;
}

fn encode(reply: &Reply) -> Result<Utf8Bytes, ConnectionLost> {
    serde_json::to_string(reply).map(Utf8Bytes::from).map_err(|_| ConnectionLost)
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), ConnectionLost> {
    match timeout(CLIENT_TIMEOUT, socket.send(Message::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(ConnectionLost),
    }
}

/// A page and the session it has leased.
struct Connection {
    socket: WebSocket,
    guard: LeaseGuard,
    bucket: TokenBucket,
}

impl Connection {
    async fn run(
        &mut self,
        mut shutdown: watch::Receiver<bool>,
    ) -> Result<DisconnectReason, ConnectionLost> {
        let session = self.guard.lease.session.clone();
        let mut heartbeat =
            interval(session.lock().unwrap_or_else(PoisonError::into_inner).interval());
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut received = Instant::now();
        self.welcome().await?;
        loop {
            tokio::select! {
                // In this order: a connection that has lost its session must not handle another message.
                biased;
                () = self.guard.lease.taken_over.notified() => {
                    let message = "this machine is now in use in another tab".to_string();
                    refuse(&mut self.socket, message, close_code::POLICY).await;
                    return Ok(DisconnectReason::TakenOver);
                }
                message = self.socket.recv() => {
                    let message = match message {
                        Some(Ok(message)) => message,
                        Some(Err(error)) => {
                            let (code, reason) = match is_too_long(error) {
                                true => (close_code::SIZE, TOO_LONG),
                                false => (close_code::PROTOCOL, "invalid message"),
                            };
                            close(&mut self.socket, code, reason).await;
                            return Err(ConnectionLost);
                        }
                        None => return Err(ConnectionLost),
                    };
                    received = Instant::now();
                    if let Some(reason) = self.on_message(message, received).await? {
                        return Ok(reason);
                    }
                }
                _ = heartbeat.tick() => {
                    let now = Instant::now();
                    if now.duration_since(received) > SILENCE_TIMEOUT {
                        return Err(ConnectionLost);
                    }
                    self.simulate(move |session, replies| session.advance(now, replies)).await?;
                }
                _ = shutdown.changed() => {
                    close(&mut self.socket, close_code::AWAY, "the server stops").await;
                    return Ok(DisconnectReason::Closed);
                }
            }
        }
    }

    /// Sends the first replies of a connection.
    async fn welcome(&mut self) -> Result<(), ConnectionLost> {
        let Lease { token, resumed, .. } = &self.guard.lease;
        let (token, resumed) = (token.clone(), *resumed);
        self.simulate(move |session, replies| {
            let clocking = session.clocking().map(|clocking| clocking.to_string());
            replies.push(Reply::Welcome { token, resumed, clocking });
            session.connect(Instant::now(), replies);
        })
        .await
    }

    /// Handles one message. Returns the reason if it ends the connection.
    async fn on_message(
        &mut self,
        message: Message,
        now: Instant,
    ) -> Result<Option<DisconnectReason>, ConnectionLost> {
        let request = match message {
            // Only a page that is closed or reloaded sends this code. One that gives up a dead connection sends another, and
            // reconnects later.
            Message::Close(frame) => {
                drain(&mut self.socket).await;
                let is_away = frame.is_some_and(|frame| frame.code == close_code::AWAY);
                let reason =
                    if is_away { DisconnectReason::Closed } else { DisconnectReason::Lost };
                return Ok(Some(reason));
            }
            Message::Text(text) if text.len() > MAX_MESSAGE => {
                close(&mut self.socket, close_code::SIZE, TOO_LONG).await;
                return Ok(Some(DisconnectReason::Lost));
            }
            Message::Binary(bytes) if bytes.len() > MAX_MESSAGE => {
                close(&mut self.socket, close_code::SIZE, TOO_LONG).await;
                return Ok(Some(DisconnectReason::Lost));
            }
            Message::Text(text) => parse(&text),
            Message::Binary(_) => Err("invalid message: only text is accepted".to_string()),
            // The library answers these.
            Message::Ping(_) | Message::Pong(_) => Ok(Request::Ping {}),
        };
        let cost = match request {
            Ok(Request::Waveform {} | Request::PowerUp {} | Request::Trace { .. }) => HIGH_COST,
            _ => 1.0,
        };
        if let Err(error) = self.bucket.take(cost, now) {
            refuse(&mut self.socket, error.to_string(), close_code::POLICY).await;
            return Ok(Some(DisconnectReason::Lost));
        }
        match request {
            Ok(request) => {
                self.simulate(move |session, replies| session.handle(request, now, replies))
                    .await?;
            }
            Err(message) => send(&mut self.socket, encode(&Reply::Error { message })?).await?,
        }
        Ok(None)
    }

    /// Calls the session on a thread for simulations and sends its replies.
    async fn simulate(
        &mut self,
        call: impl FnOnce(&mut dyn Session, &mut Vec<Reply>) + Send + 'static,
    ) -> Result<(), ConnectionLost> {
        let session = self.guard.lease.session.clone();
        let texts = self.guard.pool.threads.run(move || {
            // The session stays usable after a panic in another request.
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            let mut replies = Vec::new();
            call(session.as_mut(), &mut replies);
            replies.iter().map(encode).collect::<Result<Vec<_>, _>>()
        });
        for text in texts.await.map_err(|_| ConnectionLost)?? {
            send(&mut self.socket, text).await?;
        }
        Ok(())
    }
}
