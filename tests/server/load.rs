//! Slow connections do not keep others out.

use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::harness::TestServer;

#[tokio::test]
async fn connections_that_send_a_request_slowly_do_not_keep_others_out() {
    let server = TestServer::start().await;
    let mut slow = JoinSet::new();
    // More than the server accepts at once.
    for _ in 0..100 {
        let address = server.address;
        slow.spawn(async move {
            let mut stream = TcpStream::connect(address).await.expect("a connection");
            while stream.write_all(b"G").await.is_ok() {
                sleep(Duration::from_millis(500)).await;
            }
        });
    }
    sleep(Duration::from_secs(1)).await;
    assert_eq!(server.machines().await, 0);
    server.shut_down().await;
}
