//! A server and its clients.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use baccarat::de1_soc::BoardOutputs;
use baccarat::game::{Outcome, Rank};
use baccarat::generator::Clocking;
use baccarat::server::{Server, Settings};
use baccarat::simulation::Glyph;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// Fails a test that waits for longer.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A server on a free port, with the [`settings`] by default.
pub struct TestServer {
    pub address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

/// At most three machines.
pub fn settings() -> Settings {
    Settings {
        boards: Clocking::Synchronised.into(),
        max_machines: 3,
        messages_per_second: 10_000.0,
        hosts: vec![],
    }
}

impl TestServer {
    pub async fn start() -> TestServer {
        TestServer::with(settings()).await
    }

    pub async fn with(settings: Settings) -> TestServer {
        let server = Server::new(settings).expect("a machine");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel();
        let served = tokio::spawn(server.serve(listener, async {
            let _ = ended.await;
        }));
        TestServer { address, end: Some(end), served }
    }

    /// Shuts down as Ctrl-C does.
    pub async fn shut_down(mut self) {
        let _ = self.end.take().expect("it is running").send(());
        let served = timeout(TIMEOUT, self.served).await.expect("it shuts down").expect("no panic");
        served.expect("no error");
    }

    /// Sends a GET request. Returns the head and the body of the response.
    pub async fn get(&self, path: &str, headers: &[(&str, &str)]) -> (String, String) {
        let mut lines = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            lines += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            lines += &format!("{name}: {value}\r\n");
        }
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        stream.write_all((lines + "\r\n").as_bytes()).await.expect("written");
        let mut answer = Vec::new();
        timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.expect("an end").expect("read");
        let answer = String::from_utf8(answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        (head.to_string(), body.to_string())
    }

    /// Returns the number of machines, from `/health`.
    pub async fn machines(&self) -> u64 {
        let (_, body) = self.get("/health", &[]).await;
        serde_json::from_str::<Value>(&body).expect("JSON")["machines"].as_u64().expect("a number")
    }

    /// Opens a WebSocket without sending `hello`.
    pub async fn socket(&self, origin: Option<&str>) -> Result<Tab, Error> {
        let mut request = format!("ws://{}/socket", self.address).into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        let (stream, _) = connect_async_with_config(request, None, true).await?;
        Ok(Tab {
            stream,
            welcome: Value::Null,
            board: Value::Null,
            table: Value::Null,
            casino: Value::Null,
            roads: Value::Null,
            internals: Value::Null,
            hands: Vec::new(),
        })
    }

    /// Opens a WebSocket and gets a new machine.
    pub async fn tab(&self) -> Tab {
        self.tab_with(json!({"type": "hello", "token": null, "saved": null})).await
    }

    /// Opens a WebSocket and sends this `hello`.
    pub async fn tab_with(&self, hello: Value) -> Tab {
        let origin = format!("http://{}", self.address);
        let mut tab = self.socket(Some(&origin)).await.expect("a socket");
        tab.send(hello).await;
        tab.welcome = tab.receive("welcome").await;
        tab.receive("internals").await;
        tab
    }
}

/// A client with the last message of each type.
pub struct Tab {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub welcome: Value,
    pub board: Value,
    pub table: Value,
    pub casino: Value,
    pub roads: Value,
    pub internals: Value,
    /// The hands of all `history` messages.
    pub hands: Vec<Value>,
}

impl Tab {
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

    /// Returns the frame with which the server closes the connection, or `None` if it is lost without one.
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
            Some("internals") => self.internals = message.clone(),
            Some("history") => {
                self.hands.extend(message["hands"].as_array().expect("hands").iter().cloned());
            }
            _ => {}
        }
        message
    }

    /// Closes as a browser does when a tab is closed or reloaded.
    pub async fn close(mut self) {
        let frame = CloseFrame { code: CloseCode::Away, reason: Utf8Bytes::default() };
        self.stream.close(Some(frame)).await.expect("closed");
    }

    /// Waits for a message of this type.
    pub async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let message =
                self.next().await.unwrap_or_else(|| panic!("the connection ended before {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Waits until everything sent so far has been answered, and records the last message of each type.
    pub async fn sync(&mut self) {
        self.send_sync().await;
        self.wait_for_sync().await;
    }

    /// Asks for the board, and sends an invalid request, whose error marks the end of all earlier replies.
    pub async fn send_sync(&mut self) {
        self.send(json!({"type": "ping"})).await;
        self.send(json!({"type": "sync"})).await;
    }

    /// Waits for the error that `send_sync` causes, and records the last message of each type before it.
    pub async fn wait_for_sync(&mut self) {
        let mut last = BTreeMap::new();
        loop {
            let text = self.next_text().await.expect("an answer");
            // Only the last of each type is parsed: parsing all of ten thousand hands would take longer than dealing them.
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

    /// Sends a request that must fail, and returns the error.
    pub async fn expect_error(&mut self, message: Value) -> String {
        self.send(message).await;
        let error = self.receive("error").await;
        error["message"].as_str().expect("a message").to_string()
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

    /// Presses KEY0 until the lights show the outcome. Returns the cards in the order in which they were dealt.
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
