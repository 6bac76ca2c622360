//! `baccarat board`: the DE1-SoC in a browser.

use std::io::{self, ErrorKind, Write, stderr};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::Args;
use tokio::net::TcpListener;

use super::clocking::Clocking;
use super::stdout;
use crate::server::{MESSAGES_PER_SECOND, Server, Settings, is_private};

/// Play on the DE1-SoC in a browser
///
/// Serves one page to this computer's browsers and prints its address. Every tab has a machine of its own: the same modules
/// that go to the board, simulated with CLOCK_50 going at 50 MHz. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Board {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,

    /// The address to listen on; any but a loopback address lets other computers play, too
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// A name by which other computers call this one, if they do not use its address
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,

    /// How many machines there may be at once
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=4096))]
    machines: u16,

    /// How the machine is clocked
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Clocking::Synchronised)]
    clocking: Clocking,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

const EXAMPLES: &str = "\
Examples:
  baccarat board --open
  baccarat board --port 8080
  baccarat board --listen 0.0.0.0 --host table.lan      for everybody in the house";

impl Board {
    /// Serves until Ctrl-C.
    ///
    /// # Errors
    /// The address cannot be listened on, or the engine cannot be simulated.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let server = Server::new(Settings {
            clocking: self.clocking.into(),
            max_machines: self.machines.into(),
            messages_per_second: MESSAGES_PER_SECOND,
            hosts: self.hosts.clone(),
        })?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .context("cannot start the threads of a server")?;
        runtime.block_on(self.serve(server))?;
        Ok(ExitCode::SUCCESS)
    }

    async fn serve(&self, server: Server) -> anyhow::Result<()> {
        let wanted = SocketAddr::new(self.listen, self.port);
        let listener = TcpListener::bind(wanted).await.map_err(|error| self.explain(error))?;
        let end = asked_to_end().context("cannot wait for Ctrl-C")?;
        let address = listener.local_addr()?;
        let url = format!("http://{}/", reachable(address));
        stdout::print(format!("{url}\n").as_bytes())?;
        if !is_private(address) {
            say(
                "warning: every computer that reaches this one can play here; nothing is encrypted",
            );
        }
        say("Ctrl-C ends it.");
        if self.open
            && let Err(error) = open::that_detached(&url)
        {
            say(&format!(
                "warning: no browser could be opened ({error}): open the address yourself"
            ));
        }
        server.serve(listener, end).await.context("the server has failed")
    }

    fn explain(&self, error: io::Error) -> anyhow::Error {
        let Board { listen, port, .. } = self;
        match error.kind() {
            ErrorKind::AddrInUse => anyhow!(
                "port {port} of {listen} is in use: end what uses it, or leave --port out for one that is free"
            ),
            ErrorKind::AddrNotAvailable => {
                anyhow!("{listen} is no address of this computer: --listen takes one of its own")
            }
            ErrorKind::PermissionDenied => {
                anyhow!("port {port} needs more rights than you have: take one from 1024 up")
            }
            _ => anyhow::Error::from(error)
                .context(format!("cannot listen on {listen}, port {port}")),
        }
    }
}

/// An address that a browser on this computer can open.
fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        let loopback = match address {
            SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        };
        SocketAddr::new(loopback, address.port())
    } else {
        address
    }
}

/// Comes with Ctrl-C, or the polite way to end a program; from here on neither ends it at once.
#[cfg(unix)]
fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Comes with Ctrl-C; from here on that does not end it at once.
#[cfg(windows)]
fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}

fn say(text: &str) {
    // Whoever has closed stderr does not want to know.
    let _ = writeln!(stderr(), "{text}");
}
