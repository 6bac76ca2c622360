//! A line to the server that can be cut.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// Passes on whatever comes to its address, until it is cut; then it is as if there were nobody.
pub struct CuttableProxy {
    pub address: SocketAddr,
    to: SocketAddr,
    work: JoinHandle<()>,
}

impl CuttableProxy {
    pub async fn start(to: SocketAddr) -> CuttableProxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        CuttableProxy { address, to, work: tokio::spawn(pass_on(listener, to)) }
    }

    /// All connections end, and there are no new ones.
    pub async fn cut(&mut self) {
        self.work.abort();
        let _ = (&mut self.work).await;
    }

    /// It is as it was before it was cut.
    pub async fn restore(&mut self) {
        let listener = TcpListener::bind(self.address).await.expect("the port is free again");
        self.work = tokio::spawn(pass_on(listener, self.to));
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

async fn pass_on(listener: TcpListener, to: SocketAddr) {
    // Dropped with the task, and all connections with it.
    let mut connections = JoinSet::new();
    while let Ok((mut near, _)) = listener.accept().await {
        connections.spawn(async move {
            if let Ok(mut far) = TcpStream::connect(to).await {
                let _ = copy_bidirectional(&mut near, &mut far).await;
            }
        });
    }
}
