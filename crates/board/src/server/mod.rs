//! The board in a browser: a server that simulates one board per tab.
//!
//! | module | contents |
//! |---|---|
//! | [`files`] | the pages and their files |
//! | `page` | how they are served |
//! | `access_control` | checks of Host and Origin, and the security headers |
//! | `session_pool` | the sessions, their number and their expiry |
//! | `socket` | the WebSocket of one tab |
//! | `limits` | the limits of all of them |
//! | `http` | the connections |
//!
//! The server reads and writes no files and makes no outgoing connections.

mod access_control;
pub mod files;
mod http;
mod limits;
mod page;
mod session_pool;
mod socket;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;

use axum::extract::{Path, State, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router, middleware};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tower_http::compression::CompressionLayer;

use access_control::AccessControl;
use http::Permit;
pub use limits::{DEFAULT_MEMORY_MIB, Limits};
pub use page::Page;
use session_pool::SessionPool;

/// The configuration of a server.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub limits: Limits,
    /// Host names under which the server may be opened, besides `localhost` and IP addresses.
    pub hosts: Vec<String>,
}

/// Returns a runtime for a server. As many simulations run at once as there are processors, and one
/// more, as a board that starts takes long; further ones wait in order.
///
/// # Errors
///
/// The threads cannot be started.
pub fn runtime() -> io::Result<Runtime> {
    let processors = available_parallelism().map_or(1, NonZero::get);
    Builder::new_multi_thread().max_blocking_threads(processors + 1).enable_all().build()
}

/// What the request handlers share.
struct AppState {
    pool: Arc<SessionPool>,
    /// Changes when the server shuts down.
    shutdown: watch::Receiver<bool>,
}

/// A server that is ready to listen.
#[derive(Clone)]
pub struct Server {
    /// The first one has its addresses at the root, too.
    pages: Vec<Arc<Page>>,
}

impl Server {
    /// Prepares a server of these pages.
    pub fn new(pages: Vec<Page>) -> Server {
        Server { pages: pages.into_iter().map(Arc::new).collect() }
    }

    /// Serves until `end` completes, then closes all connections. The runtime should be
    /// [`runtime`].
    ///
    /// # Errors
    ///
    /// The address of the listener cannot be read.
    pub async fn serve(
        self,
        Settings { limits, hosts }: Settings,
        listener: TcpListener,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let access = Arc::new(AccessControl::new(listener.local_addr()?.ip(), hosts));
        let pool = Arc::new(SessionPool::new(limits.clone()));
        let (shut_down, shutdown) = watch::channel(false);
        let router = router(self.pages, Arc::new(AppState { pool, shutdown }), access);
        http::serve(listener, router, limits, end, shut_down).await;
        Ok(())
    }
}

fn router(pages: Vec<Arc<Page>>, state: Arc<AppState>, access: Arc<AccessControl>) -> Router {
    let mut router = Router::new().route("/health", get(health));
    for (index, page) in pages.into_iter().enumerate() {
        let name = page.name;
        let addresses = page_router(page);
        router = router.nest(&format!("/{name}"), addresses.clone());
        if index == 0 {
            router = router.merge(addresses);
        }
    }
    router
        .route("/files/{version}/{file}", get(file))
        .fallback(async || page::not_found())
        .layer(middleware::from_fn_with_state(access, access_control::enforce))
        .layer(CompressionLayer::new())
        .with_state(state)
}

async fn file(Path((version, name)): Path<(String, String)>) -> Response {
    page::file(&version, &name)
}

fn page_router(page: Arc<Page>) -> Router<Arc<AppState>> {
    let router = Router::new().route("/socket", get(upgrade_socket));
    let router = router.route("/", get(async |Extension(page): Extension<Arc<Page>>| page.html()));
    let router = match page.state_diagram.clone() {
        Some(diagram) => router.route("/statemachine.svg", get(async move || page::svg(diagram))),
        None => router,
    };
    router.layer(Extension(page))
}

async fn upgrade_socket(
    State(state): State<Arc<AppState>>,
    Extension(page): Extension<Arc<Page>>,
    Extension(permit): Extension<Permit>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let (pool, shutdown) = (state.pool.clone(), state.shutdown.clone());
    let upgrade = upgrade.max_message_size(limits::MAX_RECEIVED);
    upgrade.max_frame_size(limits::MAX_RECEIVED).on_upgrade(async move |socket| {
        socket::handle_socket(socket, page, pool, shutdown).await;
        drop(permit);
    })
}

async fn health(State(state): State<Arc<AppState>>) -> Response {
    page::json(format!("{{\"machines\":{}}}\n", state.pool.len()))
}

/// Returns whether an address can only be reached from this computer.
pub fn is_private(address: SocketAddr) -> bool {
    is_loopback(address.ip())
}

fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}
