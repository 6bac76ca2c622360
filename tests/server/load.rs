//! Slow connections do not keep others out.

use std::time::Duration;

use baccarat::server::Limits;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;

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
