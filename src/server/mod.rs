//! The board in a browser: a server that simulates one board per tab.
//!
//! | module | contents |
//! |---|---|
//! | `page` | the static files and how they are served |
//! | `access_control` | checks of Host and Origin, and the security headers |
//! | `protocol` | the messages between page and server |
//! | `session_pool` | the sessions, their number and their expiry |
//! | `session` | one board in real time, with what its page shows |
//! | `simulation_threads` | threads for simulations |
//! | `socket` | the WebSocket of one tab |
//! | `token_bucket` | the rate limit of a connection |
//! | `limited_listener` | limits for TCP connections |
//! | `http` | HTTP on those connections |
//!
//! The server reads and writes no files and makes no outgoing connections.

mod access_control;
mod http;
mod limited_listener;
mod page;
mod protocol;
mod session;
mod session_pool;
mod simulation_threads;
mod socket;
mod token_bucket;

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::middleware;
use axum::response::Response;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};

use crate::foreign::Elaborated;
use crate::generator::{self, Clocking, GeneratorError, Top};
use crate::simulation::{SimulatedBoard, SimulationError};
use access_control::AccessControl;
use limited_listener::LimitedListener;
use rust_hdl_diagram::DiagramError;
use session::{FOREIGN, Template};
use session_pool::SessionPool;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What pages show.
    pub boards: Boards,
    /// The maximum number of simulated boards.
    pub max_machines: usize,
    /// How many messages per second a page may send on average. Bursts may be twice that.
    pub messages_per_second: f64,
    /// Host names under which the server may be opened, besides `localhost` and IP addresses.
    pub hosts: Vec<String>,
}

/// What is on the boards of the pages.
#[derive(Clone, Debug)]
pub enum Boards {
    /// Our machines, this one first. The other one has a link.
    Machines(Top),
    /// A foreign design.
    Foreign(Arc<Elaborated>),
}

impl<T: Into<Top>> From<T> for Boards {
    fn from(first: T) -> Boards {
        Boards::Machines(first.into())
    }
}

/// Why a server could not be created.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error(transparent)]
    Engine(Box<GeneratorError>),
    #[error(transparent)]
    Machine(#[from] SimulationError),
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

impl From<GeneratorError> for ServerError {
    fn from(error: GeneratorError) -> ServerError {
        ServerError::Engine(Box::new(error))
    }
}

/// A limit of messages per second that manual play does not reach.
pub const MESSAGES_PER_SECOND: f64 = 100.0;

/// How long a page may take to answer a close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A browser opens several connections at once to load a page, and keeps one open.
const CONNECTIONS_PER_MACHINE: usize = 4;

/// Connections on which pages are refused when all machines are in use.
const SPARE_CONNECTIONS: usize = 64;

/// What the request handlers share.
struct AppState {
    pool: Arc<SessionPool>,
    messages_per_second: f64,
    /// Changes when the server shuts down.
    shutdown: watch::Receiver<bool>,
    /// Every WebSocket holds a clone; all are dropped when the last one has closed.
    open_socket: mpsc::Sender<()>,
}

/// A server that is ready to listen.
pub struct Server {
    settings: Settings,
    pool: SessionPool,
    /// The first one has its addresses at the root, too.
    pages: Vec<Page>,
}

/// A page and what it loads from its own addresses.
#[derive(Clone)]
struct Page {
    /// Its addresses are below this name.
    name: &'static str,
    /// Our machines have one.
    state_diagram: Option<String>,
}

impl Server {
    /// Creates what every session copies, so that faults in the design are reported at the start.
    ///
    /// # Errors
    ///
    /// [`ServerError`] if a design cannot be elaborated, does not have the pins of the board, or its state machine cannot be
    /// drawn.
    pub fn new(settings: Settings) -> Result<Server, ServerError> {
        let (mut templates, mut pages) = (Vec::new(), Vec::new());
        match &settings.boards {
            Boards::Machines(first) => {
                let other = match first {
                    Top::Task5(_) => Top::Casino,
                    Top::Casino => Top::Task5(Clocking::Synchronised),
                };
                for top in [*first, other] {
                    let design = generator::design(top)?;
                    templates.push(Template::Machine(Box::new(SimulatedBoard::of(&design, top)?)));
                    let state_diagram = Some(page::state_diagram(&design, top)?);
                    pages.push(Page { name: top.module(), state_diagram });
                }
            }
            Boards::Foreign(elaborated) => {
                templates.push(Template::Foreign(elaborated.clone()));
                pages.push(Page { name: FOREIGN, state_diagram: None });
            }
        }
        let pool = SessionPool::new(templates, settings.max_machines);
        Ok(Server { settings, pool, pages })
    }

    /// Serves until `end` completes, then closes all connections.
    ///
    /// # Errors
    ///
    /// The address of the listener cannot be read.
    pub async fn serve(
        self,
        listener: TcpListener,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let Server { settings, pool, pages } = self;
        let access = Arc::new(AccessControl::new(listener.local_addr()?.ip(), settings.hosts));
        let connections = settings.max_machines * CONNECTIONS_PER_MACHINE + SPARE_CONNECTIONS;
        let listener = LimitedListener::new(listener, connections);
        let pool = Arc::new(pool);
        let eviction = tokio::spawn(session_pool::evict_periodically(pool.clone()));
        let (shut_down, shutdown) = watch::channel(false);
        let (open_socket, mut all_closed) = mpsc::channel(1);
        let messages_per_second = settings.messages_per_second;
        let state = AppState { pool, messages_per_second, shutdown: shutdown.clone(), open_socket };
        let router = router(pages, Arc::new(state), access);
        // `http::serve` would wait without limit for a connection that stays open.
        let deadline = async {
            end.await;
            let _ = shut_down.send(true);
            sleep(2 * CLOSE_TIMEOUT).await;
        };
        tokio::select! {
            () = http::serve(listener, router, shutdown) => {}
            () = deadline => {}
        }
        eviction.abort();
        let _ = timeout(2 * CLOSE_TIMEOUT, all_closed.recv()).await;
        Ok(())
    }
}

fn router(pages: Vec<Page>, state: Arc<AppState>, access: Arc<AccessControl>) -> Router {
    let mut router = Router::new().route("/health", get(health));
    for (index, page) in pages.into_iter().enumerate() {
        let name = page.name;
        let addresses = page_router(page);
        router = router.nest(&format!("/{name}"), addresses.clone());
        if index == 0 {
            router = router.merge(addresses);
        }
    }
    for file in page::FILES {
        router = router.route(file.path, get(async || file.response()));
    }
    router
        .fallback(async || page::not_found())
        .layer(middleware::from_fn_with_state(access, access_control::enforce))
        .with_state(state)
}

fn page_router(Page { name, state_diagram }: Page) -> Router<Arc<AppState>> {
    let socket = async move |State(state): State<Arc<AppState>>, upgrade: WebSocketUpgrade| {
        upgrade_socket(name, &state, upgrade)
    };
    let router = Router::new()
        .route("/", get(async move || page::index(name)))
        .route("/socket", get(socket));
    match state_diagram {
        Some(diagram) => router.route("/statemachine.svg", get(async move || page::svg(diagram))),
        None => router,
    }
}

fn upgrade_socket(page: &'static str, state: &AppState, upgrade: WebSocketUpgrade) -> Response {
    let (shutdown, open_socket) = (state.shutdown.clone(), state.open_socket.clone());
    let (pool, rate) = (state.pool.clone(), state.messages_per_second);
    upgrade.max_message_size(socket::MAX_RECEIVED).max_frame_size(socket::MAX_RECEIVED).on_upgrade(
        async move |socket| {
            socket::handle_socket(socket, page, pool, rate, shutdown).await;
            drop(open_socket);
        },
    )
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
