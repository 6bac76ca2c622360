//! A TCP proxy whose connections can be cut.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// Forwards all connections to the server until it is cut. Then its address refuses connections.
pub struct CuttableProxy {
    pub address: SocketAddr,
    server: SocketAddr,
    task: JoinHandle<()>,
}

impl CuttableProxy {
    pub async fn start(server: SocketAddr) -> CuttableProxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        CuttableProxy { address, server, task: tokio::spawn(forward(listener, server)) }
    }

    /// Ends all connections and accepts no new ones.
    pub async fn cut(&mut self) {
        self.task.abort();
        let _ = (&mut self.task).await;
    }

    /// Listens again on the same address.
    pub async fn restore(&mut self) {
        let listener = TcpListener::bind(self.address).await.expect("the port is free again");
        self.task = tokio::spawn(forward(listener, self.server));
    }

    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

async fn forward(listener: TcpListener, server: SocketAddr) {
    // Aborting the task drops this and closes all connections.
    let mut connections = JoinSet::new();
    while let Ok((mut client, _)) = listener.accept().await {
        connections.spawn(async move {
            if let Ok(mut upstream) = TcpStream::connect(server).await {
                let _ = copy_bidirectional(&mut client, &mut upstream).await;
            }
        });
    }
}
