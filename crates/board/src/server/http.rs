//! HTTP connections, limited in number and in time.

use std::pin::pin;
use std::sync::Arc;

use axum::serve::Listener;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

use super::limits::{CLOSE_TIMEOUT, Limits, READ_TIMEOUT, WRITE_TIMEOUT};

/// The right to a connection. Requests have it as an extension; a WebSocket keeps it.
pub type Permit = Arc<OwnedSemaphorePermit>;

/// Serves until `end` completes, then tells `shutdown` and waits a moment until every connection
/// has closed.
pub async fn serve(
    mut listener: TcpListener,
    router: Router,
    limits: Limits,
    end: impl Future<Output = ()>,
    shutdown: watch::Sender<bool>,
) {
    let permits = Arc::new(Semaphore::new(limits.connections() as usize));
    let mut end = pin!(end);
    loop {
        let accepted = async {
            // The semaphore is never closed.
            let permit = permits.clone().acquire_owned().await.ok()?;
            Some((Listener::accept(&mut listener).await.0, Arc::new(permit)))
        };
        let (stream, permit) = tokio::select! {
            Some(accepted) = accepted => accepted,
            () = &mut end => break,
        };
        let router = router.clone().layer(Extension::<Permit>(permit));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(limits.head_timeout);
        tokio::spawn(serve_connection(stream, router, http, shutdown.subscribe()));
    }
    drop(listener);
    let _ = shutdown.send(true);
    let _ = timeout(3 * CLOSE_TIMEOUT, permits.acquire_many(limits.connections())).await;
}

/// Serves one connection. Its errors are those of the peer.
async fn serve_connection(
    stream: TcpStream,
    router: Router,
    http: http1::Builder,
    mut shutdown: watch::Receiver<bool>,
) {
    // The messages are small and urgent; without TCP_NODELAY they would be delayed.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_read_timeout(Some(READ_TIMEOUT));
    stream.set_write_timeout(Some(WRITE_TIMEOUT));
    let service = TowerToHyperService::new(router);
    let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
    let mut connection = pin!(connection.with_upgrades());
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = shutdown.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
