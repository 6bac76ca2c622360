//! A TCP listener that limits how many connections are open and how long one may be idle.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

/// How long a peer may send nothing. Pages send a ping every 15 seconds; browsers may slow down those in the background.
const READ_TIMEOUT: Duration = Duration::from_secs(100);

/// How long a peer may accept none of the data sent to it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// Accepts a limited number of connections at once; further ones wait until one closes.
pub struct LimitedListener {
    listener: TcpListener,
    permits: Arc<Semaphore>,
}

/// A connection that fails with a timeout error when it is idle for too long.
pub struct LimitedStream {
    stream: Pin<Box<TimeoutStream<TcpStream>>>,
    _permit: OwnedSemaphorePermit,
}

impl LimitedListener {
    pub fn new(listener: TcpListener, max_connections: usize) -> LimitedListener {
        LimitedListener { listener, permits: Arc::new(Semaphore::new(max_connections)) }
    }

    /// Accepts the next connection.
    pub async fn accept(&mut self) -> LimitedStream {
        let permit = match self.permits.clone().acquire_owned().await {
            Ok(permit) => permit,
            // Unreachable: the semaphore is never closed.
            Err(_) => std::future::pending().await,
        };
        let (stream, _) = Listener::accept(&mut self.listener).await;
        // The messages are small and urgent; without TCP_NODELAY they would be delayed.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_read_timeout(Some(READ_TIMEOUT));
        stream.set_write_timeout(Some(WRITE_TIMEOUT));
        LimitedStream { stream: Box::pin(stream), _permit: permit }
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_read(context, buffer)
    }
}

impl AsyncWrite for LimitedStream {
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
