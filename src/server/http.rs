//! HTTP on the connections of a listener.

use std::pin::pin;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::{mpsc, watch};

use super::limited_listener::{LimitedListener, LimitedStream};

/// How long a peer may take to send the head of a request, and how long a connection may wait for one. Otherwise peers that send
/// slowly could keep all others out.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves until `shutdown` changes, then until every connection has closed.
pub async fn serve(
    mut listener: LimitedListener,
    router: Router,
    mut shutdown: watch::Receiver<bool>,
) {
    let (is_open, mut all_closed) = mpsc::channel::<()>(1);
    loop {
        let stream = tokio::select! {
            stream = listener.accept() => stream,
            _ = shutdown.changed() => break,
        };
        let (router, shutdown, is_open) = (router.clone(), shutdown.clone(), is_open.clone());
        tokio::spawn(async move {
            serve_connection(stream, router, shutdown).await;
            drop(is_open);
        });
    }
    drop((listener, is_open));
    all_closed.recv().await;
}

/// Serves one connection. Its errors are those of the peer.
async fn serve_connection(
    stream: LimitedStream,
    router: Router,
    mut shutdown: watch::Receiver<bool>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
    let service = TowerToHyperService::new(router);
    let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = shutdown.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
