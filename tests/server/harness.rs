//! A server and its clients.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

use baccarat::de1_soc::BoardOutputs;
use baccarat::game::{Outcome, Rank};
use baccarat::generator::{Clocking, Top};
use baccarat::server::{Boards, Limits, Server, Settings};
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

pub const TASK5: Top = Top::Task5(Clocking::Synchronised);
pub const DIRECT: Top = Top::Task5(Clocking::Direct);

/// Servers that show each of these first. Their designs are elaborated once for all tests.
static SERVERS: [(Top, LazyLock<Server>); 3] = [
    (TASK5, LazyLock::new(|| prepare(TASK5.into()))),
    (DIRECT, LazyLock::new(|| prepare(DIRECT.into()))),
    (Top::Casino, LazyLock::new(|| prepare(Top::Casino.into()))),
];

fn prepare(boards: Boards) -> Server {
    Server::new(boards).expect("a server")
}

/// A server on a free port, with the [`limits`] by default.
pub struct TestServer {
    pub address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

/// At most three machines.
pub fn limits() -> Limits {
    Limits { machines: 3, messages_per_second: 1e9, ..Limits::default() }
}

/// The first message of a page that had this session.
pub fn hello(token: &Value) -> Value {
    json!({"type": "hello", "token": token, "saved": null})
}

impl TestServer {
    /// Starts a server that shows `task5` first.
    pub async fn start() -> TestServer {
        TestServer::with(TASK5, limits()).await
    }

    /// Starts a server that shows this machine first, and opens a tab.
    pub async fn with_tab(top: Top) -> (TestServer, Tab) {
        let server = TestServer::with(top, limits()).await;
        let tab = server.tab().await;
        (server, tab)
    }

    pub async fn with(top: Top, limits: Limits) -> TestServer {
        TestServer::with_settings(top, Settings { limits, ..Settings::default() }).await
    }

    pub async fn with_settings(top: Top, settings: Settings) -> TestServer {
        let (_, server) = SERVERS.iter().find(|(one, _)| *one == top).expect("a machine");
        TestServer::serve(Server::clone(server), settings).await
    }

    /// Starts a server with other boards.
    pub async fn showing(boards: Boards) -> TestServer {
        TestServer::serve(prepare(boards), Settings::default()).await
    }

    async fn serve(server: Server, settings: Settings) -> TestServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel();
        let served = tokio::spawn(server.serve(settings, listener, async {
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

    /// Sends a GET request. Returns the head and the body of the response, a text.
    pub async fn get(&self, path: &str, headers: &[(&str, &str)]) -> (String, String) {
        let (head, body) = self.bytes(path, headers).await;
        (head, String::from_utf8(body).expect("text"))
    }

    /// Sends a GET request. Returns the head and the body of the response.
    pub async fn bytes(&self, path: &str, headers: &[(&str, &str)]) -> (String, Vec<u8>) {
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
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n");
        let end = end.expect("a head and a body");
        let head = String::from_utf8(answer[..end].to_vec()).expect("text");
        (head, answer[end + 4..].to_vec())
    }

    /// Returns the number of machines, from `/health`.
    pub async fn machines(&self) -> u64 {
        let (_, body) = self.get("/health", &[]).await;
        serde_json::from_str::<Value>(&body).expect("JSON")["machines"].as_u64().expect("a number")
    }

    /// Opens a WebSocket with this origin.
    pub async fn socket(&self, origin: Option<&str>) -> Result<Tab, Error> {
        let mut request = format!("ws://{}/socket", self.address).into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        let (stream, _) = connect_async_with_config(request, None, true).await?;
        let [welcome, board, table, casino, roads, picture, internals] = [const { Value::Null }; 7];
        let hands = Vec::new();
        Ok(Tab { stream, welcome, board, table, casino, roads, picture, internals, hands })
    }

    /// Opens a WebSocket without sending `hello`.
    pub async fn silent_tab(&self) -> Tab {
        self.socket(Some(&format!("http://{}", self.address))).await.expect("a socket")
    }

    /// Opens a WebSocket and gets a new machine.
    pub async fn tab(&self) -> Tab {
        self.tab_with(hello(&Value::Null)).await
    }

    /// Opens a WebSocket and asks for the session of a tab.
    pub async fn resume(&self, token: &Value) -> Tab {
        let tab = self.tab_with(hello(token)).await;
        assert_eq!((&tab.welcome["resumed"], &tab.welcome["token"]), (&Value::Bool(true), token));
        tab
    }

    /// Opens a WebSocket and sends this `hello`.
    pub async fn tab_with(&self, hello: Value) -> Tab {
        let mut tab = self.silent_tab().await;
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
    pub picture: Value,
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
