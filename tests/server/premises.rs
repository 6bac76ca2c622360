//! A server, and tabs that are connected to it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use baccarat::engine::Clocking;
use baccarat::game::{Outcome, Rank};
use baccarat::machine::{BoardOutputs, Glyph};
use baccarat::server::{Server, Settings};
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

/// Longer than anything should take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server on a port of its own, with a limit of three machines.
pub struct Premises {
    pub address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

pub fn settings() -> Settings {
    Settings { clocking: Clocking::Synchronised, machines: 3, messages: 1000.0, hosts: vec![] }
}

impl Premises {
    pub async fn open() -> Premises {
        Premises::with(settings()).await
    }

    pub async fn with(settings: Settings) -> Premises {
        let server = Server::new(settings).expect("a machine");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel();
        let served = tokio::spawn(server.serve(listener, async {
            let _ = ended.await;
        }));
        Premises { address, end: Some(end), served }
    }

    /// As Ctrl-C does it.
    pub async fn close(mut self) {
        let _ = self.end.take().expect("not ended yet").send(());
        let served = timeout(PATIENCE, self.served).await.expect("it ends").expect("no panic");
        served.expect("no error");
    }

    /// The answer to a plain request: its head and its body.
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
        timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("an end").expect("read");
        let answer = String::from_utf8(answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        (head.to_string(), body.to_string())
    }

    /// How many machines there are.
    pub async fn machines(&self) -> u64 {
        let (_, body) = self.get("/health", &[]).await;
        serde_json::from_str::<Value>(&body).expect("JSON")["machines"].as_u64().expect("a number")
    }

    /// A socket that has said nothing yet.
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
            inside: Value::Null,
        })
    }

    /// A tab that has got its machine.
    pub async fn tab(&self) -> Tab {
        self.tab_with(json!({"type": "hello", "token": null, "saved": null})).await
    }

    pub async fn tab_with(&self, hello: Value) -> Tab {
        let origin = format!("http://{}", self.address);
        let mut tab = self.socket(Some(&origin)).await.expect("a socket");
        tab.say(hello).await;
        tab.welcome = tab.hear("welcome").await;
        tab.hear("inside").await;
        tab
    }
}

/// A tab with the last of what it was told.
pub struct Tab {
    pub stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub welcome: Value,
    pub board: Value,
    pub table: Value,
    pub inside: Value,
}

impl Tab {
    pub async fn say(&mut self, message: Value) {
        self.stream.send(Message::text(message.to_string())).await.expect("sent");
    }

    /// The text of the next message, or `None` at the end of the connection.
    async fn next_text(&mut self) -> Option<Utf8Bytes> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("an answer")? {
                Ok(Message::Text(text)) => return Some(text),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// The next message, or `None` at the end of the connection.
    pub async fn next(&mut self) -> Option<Value> {
        let text = self.next_text().await?;
        Some(self.note(&text))
    }

    fn note(&mut self, text: &str) -> Value {
        let message: Value = serde_json::from_str(text).expect("JSON");
        match message["type"].as_str() {
            Some("board") => self.board = message.clone(),
            Some("table") => self.table = message.clone(),
            Some("inside") => self.inside = message.clone(),
            _ => {}
        }
        message
    }

    /// As a browser does it for a tab that is closed or loaded again.
    pub async fn close(mut self) {
        let frame = CloseFrame { code: CloseCode::Away, reason: Utf8Bytes::default() };
        self.stream.close(Some(frame)).await.expect("closed");
    }

    /// Waits for a message of a type.
    pub async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("no {kind}, but the end"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Waits until all that was sent so far has been answered, and notes the last message of each type.
    pub async fn settle(&mut self) {
        self.say(json!({"type": "is that all"})).await;
        let mut last = BTreeMap::new();
        loop {
            let text = self.next_text().await.expect("an answer");
            // Short as they are, reading all of ten thousand hands would take longer than dealing them.
            let kind = text.split('"').nth(3).expect("a type").to_string();
            if kind == "error" {
                break;
            }
            last.insert(kind, text);
        }
        for text in last.values() {
            self.note(text);
        }
    }

    pub async fn key(&mut self, key: usize, pressed: bool) {
        self.say(json!({"type": "key", "key": key, "pressed": pressed})).await;
    }

    /// KEY0 pressed and released.
    pub async fn press(&mut self) {
        self.key(0, true).await;
        self.key(0, false).await;
        self.settle().await;
    }

    /// KEY0 released while KEY3 is down.
    pub async fn new_hand(&mut self) {
        self.key(3, true).await;
        self.press().await;
        self.key(3, false).await;
        self.settle().await;
    }

    /// What the board shows.
    pub fn picture(&self) -> BoardOutputs {
        let number = |value: &Value| value.as_u64().expect("a number");
        let ledr = number(&self.board["ledr"]);
        let hex = (0..6).rev().enumerate();
        let hex = hex.map(|(place, which)| number(&self.board["hex"][which]) << (10 + 7 * place));
        BoardOutputs(ledr | hex.sum::<u64>())
    }

    /// Presses until a light says who has won. The cards come in the order in which they were dealt.
    pub async fn play_on(&mut self) -> (Vec<Rank>, Outcome) {
        let mut dealt = Vec::new();
        let mut before = self.picture();
        loop {
            if let Some(outcome) = self.picture().outcome() {
                return (dealt, outcome);
            }
            assert!(dealt.len() < 6, "a hand without end: {dealt:?}");
            self.press().await;
            let after = self.picture();
            let new = (0..6).find(|number| after.glyph(*number) != before.glyph(*number));
            match new.map(|number| after.glyph(number)) {
                Some(Glyph::Card(rank)) => dealt.push(rank),
                other => panic!("after {dealt:?}, a press deals {other:?}"),
            }
            before = after;
        }
    }
}
