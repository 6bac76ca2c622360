//! A client of a server: what a page sends and receives.

use baccarat_sim::HandOutputs;
use std::collections::BTreeMap;

use baccarat_sim::Glyph;
use de1_soc::BoardOutputs;
use futures_util::{SinkExt, StreamExt};
use punto_banco::{Outcome, Rank};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::harness::TIMEOUT;

/// A client with the last message of each type.
pub struct Tab {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub welcome: Value,
    pub board: Value,
    pub table: Value,
    pub casino: Value,
    pub roads: Value,
    pub picture: Value,
    pub internals: Value,
    /// The hands of all `history` messages.
    pub hands: Vec<Value>,
}

impl Tab {
    pub fn new(stream: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Tab {
        let [welcome, board, table, casino, roads, picture, internals] = [const { Value::Null }; 7];
        let hands = Vec::new();
        Tab { stream, welcome, board, table, casino, roads, picture, internals, hands }
    }

    pub async fn send(&mut self, message: Value) {
        self.stream.send(Message::text(message.to_string())).await.expect("sent");
    }

    /// Returns the text of the next message, or `None` at the end of the connection.
    async fn next_text(&mut self) -> Option<Utf8Bytes> {
        loop {
            match timeout(TIMEOUT, self.stream.next()).await.expect("an answer")? {
                Ok(Message::Text(text)) => return Some(text),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// Returns the frame with which the server closes the connection, or `None` if it is lost
    /// without one.
    pub async fn close_frame(&mut self) -> Option<CloseFrame> {
        loop {
            match timeout(TIMEOUT, self.stream.next()).await.expect("an end")? {
                Ok(Message::Close(frame)) => return frame,
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// Returns the next message, or `None` at the end of the connection.
    pub async fn next(&mut self) -> Option<Value> {
        let text = self.next_text().await?;
        Some(self.record(&text))
    }

    fn record(&mut self, text: &str) -> Value {
        let message: Value = serde_json::from_str(text).expect("JSON");
        match message["type"].as_str() {
            Some("board") => self.board = message.clone(),
            Some("table") => self.table = message.clone(),
            Some("casino") => self.casino = message.clone(),
            Some("roads") => self.roads = message.clone(),
            Some("picture") => self.picture = message.clone(),
            Some("internals") => self.internals = message.clone(),
            Some("history") => {
                self.hands.extend(message["hands"].as_array().expect("hands").iter().cloned());
            }
            _ => {}
        }
        message
    }

    /// Sends a close frame, and returns the one with which the server answers.
    pub async fn close(&mut self, code: CloseCode) -> Option<CloseFrame> {
        let frame = CloseFrame { code, reason: Utf8Bytes::default() };
        self.stream.close(Some(frame)).await.expect("sent");
        self.close_frame().await
    }

    /// Waits for a message of this type.
    pub async fn receive(&mut self, kind: &str) -> Value {
        self.receive_where(kind, |_| true).await
    }

    /// Waits for a message of this type for which a condition holds.
    pub async fn receive_where(&mut self, kind: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let received = async {
            loop {
                let message = self.next().await;
                let message =
                    message.unwrap_or_else(|| panic!("the connection ended before {kind}"));
                if message["type"] == kind && holds(&message) {
                    return message;
                }
            }
        };
        timeout(TIMEOUT, received)
            .await
            .unwrap_or_else(|_| panic!("no {kind} in time for which the condition holds"))
    }

    /// Waits until everything sent so far has been answered, and records the last message of each
    /// type.
    pub async fn sync(&mut self) {
        self.send_sync().await;
        self.wait_for_sync().await;
    }

    /// Asks for the board, and sends an invalid request, whose error marks the end of all earlier
    /// replies.
    pub async fn send_sync(&mut self) {
        self.send(json!({"type": "ping"})).await;
        self.send(json!({"type": "sync"})).await;
    }

    /// Waits for the error that `send_sync` causes, and records the last message of each type
    /// before it.
    pub async fn wait_for_sync(&mut self) {
        let mut last = BTreeMap::new();
        loop {
            let text = self.next_text().await.expect("an answer");
            // Only the last of each type is parsed: parsing all of ten thousand hands would take
            // longer than dealing them.
            let kind = text.split('"').nth(3).expect("a type").to_string();
            if kind == "error" {
                break;
            }
            // None of these may be lost.
            if kind == "history" {
                self.record(&text);
                continue;
            }
            last.insert(kind, text);
        }
        for text in last.values() {
            self.record(text);
        }
    }

    pub async fn key(&mut self, key: usize, pressed: bool) {
        self.send(json!({"type": "key", "key": key, "pressed": pressed})).await;
    }

    /// Sends a request without fields, and waits until it has been answered.
    pub async fn request(&mut self, kind: &str) {
        self.send(json!({"type": kind})).await;
        self.sync().await;
    }

    pub async fn bet(&mut self, on: &str, stake: u64) {
        self.send(bet(on, stake)).await;
        self.sync().await;
    }

    pub async fn switch(&mut self, switch: usize, on: bool) {
        self.send(json!({"type": "switch", "switch": switch, "on": on})).await;
        self.sync().await;
    }

    /// Sends a request that must fail with this text in its error.
    #[track_caller]
    pub fn expect_error(
        &mut self,
        request: impl ToString,
        expected: &str,
    ) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        let request = request.to_string();
        async move {
            self.stream.send(Message::text(request.as_str())).await.expect("sent");
            let error = self.receive("error").await;
            let message = error["message"].as_str().expect("a message");
            assert!(message.contains(expected), "{caller}: {request:?}: {message}");
        }
    }

    /// Returns the cycle of the board.
    pub fn cycle(&self) -> u64 {
        self.board["cycle"].as_u64().expect("a number")
    }

    /// Presses and releases KEY0.
    pub async fn press(&mut self) {
        self.key(0, true).await;
        self.key(0, false).await;
        self.sync().await;
    }

    /// Presses and releases KEY0 while KEY3 is held.
    pub async fn new_hand(&mut self) {
        self.key(3, true).await;
        self.press().await;
        self.key(3, false).await;
        self.sync().await;
    }

    /// Waits for the shoe of `casino` and turns up its burn card.
    pub async fn burn(&mut self) {
        while self.casino["release"] == "wait" {
            self.receive("board").await;
            self.sync().await;
        }
        self.press().await;
    }

    /// Presses KEY0 until the hand is over.
    pub async fn finish_hand(&mut self) {
        while self.outputs().outcome().is_none() {
            self.press().await;
        }
    }

    /// Returns the outputs of the board.
    pub fn outputs(&self) -> BoardOutputs {
        let number = |value: &Value| value.as_u64().expect("a number");
        let ledr = number(&self.board["ledr"]);
        let hex = (0..6).rev().enumerate();
        let hex = hex.map(|(place, which)| number(&self.board["hex"][which]) << (10 + 7 * place));
        BoardOutputs(ledr | hex.sum::<u64>())
    }

    /// Presses KEY0 until the lights show the outcome. Returns the cards in the order in which they
    /// were dealt.
    pub async fn play_hand(&mut self) -> (Vec<Rank>, Outcome) {
        let mut dealt = Vec::new();
        let mut before = self.outputs();
        loop {
            if let Some(outcome) = self.outputs().outcome() {
                return (dealt, outcome);
            }
            assert!(dealt.len() < 6, "the hand does not end: {dealt:?}");
            self.press().await;
            let after = self.outputs();
            let new = (0..6).find(|number| after.glyph(*number) != before.glyph(*number));
            match new.map(|number| after.glyph(number)) {
                Some(Glyph::Card(rank)) => dealt.push(rank),
                other => panic!("after {dealt:?}, the press deals {other:?}"),
            }
            before = after;
        }
    }
}

pub fn bet(on: &str, stake: u64) -> Value {
    json!({"type": "bet", "on": on, "stake": stake})
}

/// A request without fields.
pub fn request(kind: &str) -> Value {
    json!({"type": kind})
}

/// The first message of a page that had this session.
pub fn hello(token: &Value) -> Value {
    json!({"type": "hello", "token": token, "saved": null})
}
