//! A server.

use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

use baccarat_board::boards::Boards;
use baccarat_board::server::{Limits, Server, Settings};
use baccarat_hdl::top::{Clocking, Top};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::tab::{Tab, hello};

/// Fails a test that waits for longer.
pub const TIMEOUT: Duration = Duration::from_secs(20);

pub const TASK5: Top = Top::Task5(Clocking::Synchronised);
pub const DIRECT: Top = Top::Task5(Clocking::Direct);

/// Servers that show each of these first. Their designs are elaborated once for all tests.
static SERVERS: [(Top, LazyLock<Server>); 3] = [
    (TASK5, LazyLock::new(|| prepare(TASK5.into()))),
    (DIRECT, LazyLock::new(|| prepare(DIRECT.into()))),
    (Top::Casino, LazyLock::new(|| prepare(Top::Casino.into()))),
];

fn prepare(boards: Boards) -> Server {
    Server::new(boards.pages().expect("pages"))
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
        Ok(Tab::new(stream))
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
