//! The `baccarat-board` process.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use test_support::repository;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::process::Process;

/// `baccarat-board` on a free port. Dropping it kills the process.
pub struct BoardProcess {
    _process: Process,
    pub address: SocketAddr,
}

/// The boards that tests share, by their arguments.
static SHARED: Mutex<Vec<(Vec<String>, Arc<BoardProcess>)>> = Mutex::new(Vec::new());

impl BoardProcess {
    /// Starts a board whose machines only this test uses.
    pub fn start(arguments: &[&str]) -> BoardProcess {
        let arguments = [&["--port", "0"], arguments].concat();
        let mut process = Process::start(env!("CARGO_BIN_EXE_baccarat-board"), arguments, "");
        let line = process.first_line();
        let address = line.trim().strip_prefix("http://").and_then(|url| url.strip_suffix('/'));
        let address = address.and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}"));
        BoardProcess { _process: process, address }
    }

    /// Returns a board that other tests may use as well.
    pub fn shared(arguments: &[&str]) -> Arc<BoardProcess> {
        let mut boards = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, board)) = boards.iter().find(|(known, _)| known == arguments) {
            return board.clone();
        }
        let board = Arc::new(BoardProcess::start(arguments));
        boards.push((arguments.iter().map(ToString::to_string).collect(), board.clone()));
        board
    }

    /// Returns a board with the design in some files of this project, which other tests may use.
    pub fn of_sources(files: &[&str]) -> Arc<BoardProcess> {
        let root = repository();
        let paths: Vec<PathBuf> = files.iter().map(|file| root.join(file)).collect();
        let paths = paths.iter().map(|path| path.to_str().expect("UTF-8"));
        BoardProcess::shared(&["--sources"].into_iter().chain(paths).collect::<Vec<_>>())
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
