//! The DE1-SoC in a browser: a server that gives every tab a machine of its own.
//!
//! | room | what happens there |
//! |---|---|
//! | `page` | the files that a browser gets |
//! | `guard` | who may ask: Host, Origin, and what pages may do |
//! | `protocol` | what page and machine say to each other |
//! | `house` | who sits at which machine, and how many there may be |
//! | `session` | a machine with its table, in real time |
//! | `connection` | one tab's WebSocket |
//! | `doorkeeper` | how many TCP connections there may be, and how silent |
//!
//! The server knows nothing of files, keeps nothing and asks nobody else.

mod connection;
mod doorkeeper;
mod guard;
mod house;
mod page;
mod protocol;
mod session;

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{State, WebSocketUpgrade};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};

use crate::engine::{self, Clocking, EngineError};
use crate::machine::{Machine, MachineError};
use doorkeeper::Doorkeeper;
use guard::Guard;
use house::House;
use rust_hdl_diagram::DiagramError;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How the machines are clocked.
    pub clocking: Clocking,
    /// How many machines there may be at once.
    pub machines: usize,
    /// How many messages a second a page may send for long; twice as many at once.
    pub messages: f64,
    /// Names by which browsers may call it, besides `localhost` and addresses.
    pub hosts: Vec<String>,
}

/// Why there is nothing to serve.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Machine(#[from] MachineError),
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

/// Messages a second that no pair of hands sends.
pub const MESSAGES: f64 = 100.0;

/// How long a page has to take leave.
const FAREWELL: Duration = Duration::from_secs(1);

/// A browser opens several connections at once to load a page, and keeps one.
const CONNECTIONS_PER_MACHINE: usize = 4;

/// Connections for those who have to be told that all machines are taken.
const SPARE_CONNECTIONS: usize = 64;

/// What every request finds.
struct Premises {
    house: Arc<House>,
    messages: f64,
    /// Changes when the server is to end.
    closing: watch::Receiver<bool>,
    /// Every connection holds one of these while it lasts.
    connected: mpsc::Sender<()>,
    state_diagram: String,
}

/// A server that has everything it needs but visitors.
pub struct Server {
    settings: Settings,
    house: House,
    state_diagram: String,
}

impl Server {
    /// Makes the first machine, so that whatever is wrong with the design is known before anybody comes.
    ///
    /// # Errors
    ///
    /// [`ServerError`] if the engine cannot be elaborated, is no board, or its states cannot be drawn.
    pub fn new(settings: Settings) -> Result<Server, ServerError> {
        let design = engine::design(settings.clocking)?;
        let house = House::new(Machine::of(&design, settings.clocking)?, settings.machines);
        let state_diagram = page::state_diagram(&design)?;
        Ok(Server { settings, house, state_diagram })
    }

    /// Serves until `end` comes, then says goodbye to everybody.
    ///
    /// # Errors
    ///
    /// Those of the listener.
    pub async fn serve(
        self,
        listener: TcpListener,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        let guard = Arc::new(Guard::new(listener.local_addr()?.ip(), self.settings.hosts));
        let (close, closing) = watch::channel(false);
        let (connected, mut all_gone) = mpsc::channel(1);
        let house = Arc::new(self.house);
        let sweeper = tokio::spawn(house::sweep(house.clone()));
        let connections = self.settings.machines * CONNECTIONS_PER_MACHINE + SPARE_CONNECTIONS;
        let mut closed = closing.clone();
        let (messages, state_diagram) = (self.settings.messages, self.state_diagram);
        let premises = Premises { house, messages, closing, connected, state_diagram };
        let router = router(Arc::new(premises), guard);
        let goodbye = async move {
            end.await;
            let _ = close.send(true);
        };
        let listener = Doorkeeper::new(listener, connections);
        // Connections that do not end are not waited for.
        let too_late = async {
            let _ = closed.changed().await;
            sleep(2 * FAREWELL).await;
        };
        let served = tokio::select! {
            served = axum::serve(listener, router).with_graceful_shutdown(goodbye) => served,
            () = too_late => Ok(()),
        };
        sweeper.abort();
        let _ = timeout(2 * FAREWELL, all_gone.recv()).await;
        served
    }
}

fn router(premises: Arc<Premises>, guard: Arc<Guard>) -> Router {
    let mut router = Router::new()
        .route("/socket", get(socket))
        .route("/health", get(health))
        .route("/statemachine.svg", get(state_diagram));
    for file in page::FILES {
        router = router.route(file.path, get(async || file.response()));
    }
    router
        .fallback(async || page::not_found())
        .layer(middleware::from_fn_with_state(guard, guard::check))
        .with_state(premises)
}

async fn socket(State(premises): State<Arc<Premises>>, upgrade: WebSocketUpgrade) -> Response {
    let (closing, connected) = (premises.closing.clone(), premises.connected.clone());
    let (house, messages) = (premises.house.clone(), premises.messages);
    upgrade
        .max_message_size(connection::MESSAGE_LIMIT)
        .max_frame_size(connection::MESSAGE_LIMIT)
        .on_upgrade(async move |socket| {
            connection::converse(socket, house, messages, closing).await;
            drop(connected);
        })
}

async fn health(State(premises): State<Arc<Premises>>) -> Response {
    page::json(format!("{{\"machines\":{}}}\n", premises.house.machines()))
}

async fn state_diagram(State(premises): State<Arc<Premises>>) -> Response {
    page::svg(premises.state_diagram.clone()).into_response()
}

/// Whether only this computer can reach an address.
pub fn is_private(address: SocketAddr) -> bool {
    is_loopback(address.ip())
}

fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}
