//! The WebSocket of one tab.

use std::convert::Infallible;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::Page;
use super::limits::{CLIENT_TIMEOUT, CLOSE_TIMEOUT, SILENCE_TIMEOUT, TokenBucket};
use super::session_pool::{DisconnectReason, Lease, SessionPool};
use board_session::Session;
use board_session::protocol::{self, FirstMessage, Reply};

/// Serves a page until either side closes the connection.
pub async fn handle_socket(
    mut socket: WebSocket,
    page: Arc<Page>,
    pool: Arc<SessionPool>,
    mut shutdown: watch::Receiver<bool>,
) {
    let lease = match handshake(&mut socket, page, &pool).await {
        Ok(lease) => lease,
        Err(Refusal { message, code }) => {
            refuse(&mut socket, message, code).await;
            return;
        }
    };
    let bucket = TokenBucket::new(pool.limits.messages_per_second, Instant::now());
    let guard = LeaseGuard { pool, lease, reason: DisconnectReason::Lost };
    let mut connection = Connection { socket, guard, bucket };
    let Err(reason) = connection.run(&mut shutdown).await;
    connection.guard.reason = reason;
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

/// Sent to the page before its connection is closed.
struct Refusal {
    message: String,
    code: u16,
}

/// Waits for the first message and leases a session.
async fn handshake(
    socket: &mut WebSocket,
    page: Arc<Page>,
    pool: &Arc<SessionPool>,
) -> Result<Lease, Refusal> {
    let violation = |message: String| Refusal { message, code: close_code::POLICY };
    let Ok(Some(Ok(Message::Text(text)))) = timeout(CLIENT_TIMEOUT, socket.recv()).await else {
        return Err(violation("the first message must be `hello`".into()));
    };
    let FirstMessage::Hello { token, saved } = protocol::parse(&text).map_err(violation)?;
    let pool = pool.clone();
    let lease = spawn_blocking(move || pool.acquire(&page, token.as_deref(), saved)).await;
    let again = |message: String| Refusal { message, code: close_code::AGAIN };
    let lease = lease.map_err(|error| again(error.to_string()))?;
    lease.map_err(|error| again(error.to_string()))
}

/// Returns whether the message was too long to be received. All other errors violate the protocol.
fn is_too_long(error: axum::Error) -> bool {
    let error = error.into_inner().downcast::<tungstenite::Error>();
    error.is_ok_and(|error| matches!(*error, tungstenite::Error::Capacity(_)))
}

async fn refuse(socket: &mut WebSocket, message: String, code: u16) {
    match send(socket, &Reply::Refused { message }).await {
        Ok(()) => close(socket, code, "").await,
        // The page has closed its side.
        Err(_) => drain(socket).await,
    }
}

/// Sends a close frame and reads until the page closes its side. Closing with unread data would
/// reset the connection, and the page might lose the last message.
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

async fn send(socket: &mut WebSocket, reply: &Reply) -> Result<(), DisconnectReason> {
    let text = serde_json::to_string(reply).map_err(|_| DisconnectReason::Lost)?;
    match timeout(CLIENT_TIMEOUT, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(DisconnectReason::Lost),
    }
}

/// A page and the session it has leased.
struct Connection {
    socket: WebSocket,
    guard: LeaseGuard,
    bucket: TokenBucket,
}

impl Connection {
    /// Runs until the connection ends.
    async fn run(
        &mut self,
        shutdown: &mut watch::Receiver<bool>,
    ) -> Result<Infallible, DisconnectReason> {
        let Lease { token, resumed, .. } = &self.guard.lease;
        let (token, resumed) = (token.clone(), *resumed);
        let period = self.simulate(move |session, replies| {
            replies.push(session.welcome(token, resumed));
            session.connect(Instant::now(), replies);
            session.interval()
        });
        let mut heartbeat = interval(period.await?);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut received = Instant::now();
        loop {
            tokio::select! {
                // In this order: a connection that has lost its session must not handle another
                // message.
                biased;
                () = self.guard.lease.taken_over.notified() => {
                    let message = "this machine is now in use in another tab".to_string();
                    refuse(&mut self.socket, message, close_code::POLICY).await;
                    return Err(DisconnectReason::TakenOver);
                }
                message = self.socket.recv() => {
                    received = Instant::now();
                    self.on_message(message, received).await?;
                }
                _ = heartbeat.tick() => {
                    let now = Instant::now();
                    if now.duration_since(received) > SILENCE_TIMEOUT {
                        return Err(DisconnectReason::Lost);
                    }
                    self.simulate(move |session, replies| session.advance(now, replies)).await?;
                }
                _ = shutdown.changed() => {
                    close(&mut self.socket, close_code::AWAY, "the server stops").await;
                    return Err(DisconnectReason::Closed);
                }
            }
        }
    }

    /// Handles what was received.
    async fn on_message(
        &mut self,
        message: Option<Result<Message, axum::Error>>,
        now: Instant,
    ) -> Result<(), DisconnectReason> {
        let cost = match message.ok_or(DisconnectReason::Lost)? {
            Ok(Message::Text(text)) => {
                let handle = move |session: &mut dyn Session, replies: &mut _| {
                    session.handle(&text, now, replies)
                };
                self.simulate(handle).await?
            }
            Ok(Message::Binary(_)) => {
                let message = "invalid message: only text is accepted".to_string();
                send(&mut self.socket, &Reply::Error { message }).await?;
                1.0
            }
            // The library answers these.
            Ok(Message::Ping(_) | Message::Pong(_)) => 1.0,
            Ok(Message::Close(frame)) => {
                drain(&mut self.socket).await;
                // Only a page that is closed or reloaded sends this code. One that gives up a dead
                // connection sends another, and reconnects later.
                let is_away = frame.is_some_and(|frame| frame.code == close_code::AWAY);
                return Err(if is_away {
                    DisconnectReason::Closed
                } else {
                    DisconnectReason::Lost
                });
            }
            Err(error) => {
                let (code, reason) = match is_too_long(error) {
                    true => (close_code::SIZE, "messages have at most 1 MiB"),
                    false => (close_code::PROTOCOL, "invalid message"),
                };
                close(&mut self.socket, code, reason).await;
                return Err(DisconnectReason::Lost);
            }
        };
        if let Err(error) = self.bucket.take(cost, now) {
            refuse(&mut self.socket, error.to_string(), close_code::POLICY).await;
            return Err(DisconnectReason::Lost);
        }
        Ok(())
    }

    /// Calls the session on a thread for simulations and sends its replies.
    async fn simulate<T: Send + 'static>(
        &mut self,
        call: impl FnOnce(&mut dyn Session, &mut Vec<Reply>) -> T + Send + 'static,
    ) -> Result<T, DisconnectReason> {
        let session = self.guard.lease.session.clone();
        let called = spawn_blocking(move || {
            // The session stays usable after a panic in another request.
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            let mut replies = Vec::new();
            (call(session.as_mut(), &mut replies), replies)
        });
        let (result, replies) = called.await.map_err(|_| DisconnectReason::Lost)?;
        for reply in replies {
            send(&mut self.socket, &reply).await?;
        }
        Ok(result)
    }
}
