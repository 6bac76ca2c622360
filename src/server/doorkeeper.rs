//! TCP connections: how many there may be, and how long one may say nothing.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

/// How long a connection may say nothing. Pages say something every 15 seconds; browsers may make them slower in the
/// background.
const SILENCE: Duration = Duration::from_secs(100);

/// How long a peer may take none of what it is sent.
const STALL: Duration = Duration::from_secs(20);

/// A listener that takes only so many connections at once; others wait until one ends.
pub struct Doorkeeper {
    listener: TcpListener,
    places: Arc<Semaphore>,
}

/// A connection, closed when it falls silent.
pub struct Connection {
    stream: Pin<Box<TimeoutStream<TcpStream>>>,
    _place: OwnedSemaphorePermit,
}

impl Doorkeeper {
    pub fn new(listener: TcpListener, connections: usize) -> Doorkeeper {
        Doorkeeper { listener, places: Arc::new(Semaphore::new(connections)) }
    }
}

impl Listener for Doorkeeper {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let place = match self.places.clone().acquire_owned().await {
            Ok(place) => place,
            // Nobody closes the semaphore.
            Err(_) => std::future::pending().await,
        };
        let (stream, address) = Listener::accept(&mut self.listener).await;
        // Small messages that cannot wait; without it they only come later.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_read_timeout(Some(SILENCE));
        stream.set_write_timeout(Some(STALL));
        (Connection { stream: Box::pin(stream), _place: place }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_shutdown(context)
    }
}
