//! Many connections, and slow ones.

use std::pin::pin;
use std::time::Duration;

use baccarat_board::server::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::harness::{TASK5, TestServer, limits};

#[tokio::test]
async fn connections_that_send_a_request_slowly_do_not_keep_others_out() {
    let limits = Limits { head_timeout: Duration::from_millis(200), ..limits() };
    // More than the server accepts at once.
    let connections = limits.connections() + 24;
    let server = TestServer::with(TASK5, limits).await;
    let mut slow = JoinSet::new();
    for _ in 0..connections {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        slow.spawn(async move {
            while stream.write_all(b"G").await.is_ok() {
                sleep(Duration::from_millis(50)).await;
            }
        });
    }
    assert_eq!(server.machines().await, 0);
}

#[tokio::test]
async fn further_connections_wait_until_one_closes() {
    let limits = Limits { machines: 1, head_timeout: Duration::from_secs(60), ..limits() };
    let number = limits.connections();
    let server = TestServer::with(TASK5, limits).await;
    let request = format!("GET /health HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let mut open = Vec::new();
    for _ in 0..number {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("written");
        stream.read_u8().await.expect("an answer");
        open.push(stream);
    }
    let mut further = pin!(server.machines());
    let waited = timeout(Duration::from_millis(300), &mut further).await;
    assert!(waited.is_err(), "{number} connections are open, and another one is served");
    open.pop();
    assert_eq!(further.await, 0);
}
