//! The WebSocket of one tab.

use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::CLOSE_TIMEOUT;
use super::protocol::{Reply, Request};
use super::session::Session;
use super::session_pool::{DisconnectReason, Lease, SessionPool};
use super::token_bucket::TokenBucket;

/// A longer message, in bytes, closes the connection.
pub const MAX_MESSAGE: usize = 64 * 1024;

/// A longer request, in bytes, is answered with an error.
const MAX_REQUEST: usize = 4 * 1024;

/// How many other messages a request for the waveform counts as: it takes about that much longer.
const WAVEFORM_COST: f64 = 20.0;

/// How often a page gets an update when nothing else is sent.
const HEARTBEAT: Duration = Duration::from_millis(250);

/// How long a page may take to send its first message, or to receive one.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves a page until either side closes the connection.
pub async fn handle_socket(
    mut socket: WebSocket,
    pool: Arc<SessionPool>,
    messages_per_second: f64,
    shutdown: watch::Receiver<bool>,
) {
    let lease = match handshake(&mut socket, &pool).await {
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
async fn handshake(socket: &mut WebSocket, pool: &SessionPool) -> Result<Lease, CloseReply> {
    let violation =
        |message: &str| CloseReply { message: message.into(), code: close_code::POLICY };
    let first = timeout(CLIENT_TIMEOUT, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else {
        return Err(violation("the first message must be `hello`"));
    };
    match parse(&text) {
        Ok(Request::Hello { token, saved }) => pool
            .acquire(token.as_deref(), saved)
            .map_err(|error| CloseReply { message: error.to_string(), code: close_code::AGAIN }),
        Ok(_) => Err(violation("the first message must be `hello`")),
        Err(message) => Err(violation(&message)),
    }
}

fn parse(text: &str) -> Result<Request, String> {
    if text.len() > MAX_REQUEST {
        return Err(format!("message too long: {} bytes, the limit is {MAX_REQUEST}", text.len()));
    }
    serde_json::from_str(text).map_err(|error| format!("invalid message: {error}"))
}

async fn refuse(socket: &mut WebSocket, message: String, code: u16) {
    let refused = Reply::Refused { message };
    if send(socket, &refused).await.is_ok() {
        close(socket, code).await;
    }
}

/// Sends a close frame and reads until the page closes its side. Closing with unread data would reset the connection, and the
/// page might lose the last message.
async fn close(socket: &mut WebSocket, code: u16) {
    let frame = CloseFrame { code, reason: Utf8Bytes::default() };
    let closing = async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    let _ = timeout(CLOSE_TIMEOUT, closing).await;
}

async fn send(socket: &mut WebSocket, reply: &Reply) -> Result<(), ConnectionLost> {
    let text = serde_json::to_string(reply).map_err(|_| ConnectionLost)?;
    match timeout(CLIENT_TIMEOUT, socket.send(Message::Text(text.into()))).await {
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
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let replies = self.welcome();
        self.send_all(replies).await?;
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
                    let Some(Ok(message)) = message else { return Err(ConnectionLost) };
                    if let Some(reason) = self.on_message(message, Instant::now()).await? {
                        return Ok(reason);
                    }
                }
                _ = heartbeat.tick() => {
                    let mut replies = Vec::new();
                    self.session().advance(Instant::now(), &mut replies);
                    self.send_all(replies).await?;
                }
                _ = shutdown.changed() => {
                    close(&mut self.socket, close_code::AWAY).await;
                    return Ok(DisconnectReason::Closed);
                }
            }
        }
    }

    /// Returns the first replies of a connection.
    fn welcome(&self) -> Vec<Reply> {
        let Lease { token, resumed, .. } = &self.guard.lease;
        let mut session = self.session();
        let mut replies = vec![Reply::Welcome {
            token: token.clone(),
            resumed: *resumed,
            clocking: session.top().clocking().to_string(),
        }];
        session.connect(Instant::now(), &mut replies);
        replies
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
            Message::Close(Some(frame)) if frame.code == close_code::AWAY => {
                return Ok(Some(DisconnectReason::Closed));
            }
            Message::Close(_) => return Err(ConnectionLost),
            Message::Text(text) => parse(&text),
            Message::Binary(_) => Err("invalid message: only text is accepted".to_string()),
            // The library answers these.
            Message::Ping(_) | Message::Pong(_) => Ok(Request::Ping {}),
        };
        let cost = match request {
            Ok(Request::Waveform {}) => WAVEFORM_COST,
            _ => 1.0,
        };
        if let Err(error) = self.bucket.take(cost, now) {
            refuse(&mut self.socket, error.to_string(), close_code::POLICY).await;
            return Ok(Some(DisconnectReason::Lost));
        }
        let mut replies = Vec::new();
        match request {
            Ok(Request::Ping {}) => {}
            Ok(request) => self.session().handle(request, now, &mut replies),
            Err(message) => replies.push(Reply::Error { message }),
        }
        self.send_all(replies).await?;
        Ok(None)
    }

    async fn send_all(&mut self, replies: Vec<Reply>) -> Result<(), ConnectionLost> {
        for reply in &replies {
            send(&mut self.socket, reply).await?;
        }
        Ok(())
    }

    /// Locks the session. It stays usable after a panic in another request.
    fn session(&self) -> MutexGuard<'_, Box<dyn Session>> {
        self.guard.lease.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
