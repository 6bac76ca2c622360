//! The `baccarat board` process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// `baccarat board` on a free port. Dropping it kills the process.
pub struct BoardProcess {
    process: Child,
    pub address: SocketAddr,
}

impl BoardProcess {
    pub fn start() -> BoardProcess {
        BoardProcess::start_with(&[])
    }

    pub fn start_with(arguments: &[&str]) -> BoardProcess {
        let mut process = Command::new(env!("CARGO_BIN_EXE_baccarat"))
            .args(["board", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("baccarat starts");
        let mut line = String::new();
        let mut output = BufReader::new(process.stdout.take().expect("it is piped"));
        output.read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("http://").and_then(|url| url.strip_suffix('/'));
        let address = address.and_then(|address| address.parse().ok());
        BoardProcess {
            process,
            address: address.unwrap_or_else(|| panic!("no address in {line:?}")),
        }
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Returns the number of machines, from `/health`.
    pub async fn machines(&self) -> u64 {
        let request =
            format!("GET /health HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("written");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let health: serde_json::Value = serde_json::from_str(body).expect("JSON");
        health["machines"].as_u64().expect("a number")
    }
}

impl Drop for BoardProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
