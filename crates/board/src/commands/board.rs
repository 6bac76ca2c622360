//! `baccarat-board`: the DE1-SoC in a browser.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;

use anyhow::{Context, anyhow};
use clap::Args;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use super::compared_readers;
use super::on_board::OnBoard;
use crate::boards::Boards;
use crate::server::{self, DEFAULT_MEMORY_MIB, Limits, Server, Settings, is_private};
use board_session::SharedDesign;
use command_line::number::whole_number;
use command_line::{Status, stdout, usage_error};
use fpga_tools::interrupt::on_interrupt;

mod watch;

/// Play on the DE1-SoC in a browser
///
/// Serves a page to the browsers on this computer, prints its address and runs until Ctrl-C. Every
/// tab simulates a board of its own: the modules that go onto the FPGA, with CLOCK_50 at 50 MHz.
/// The page of --machine comes first and has a link to the other one. The bankroll of casino is in
/// a register of that board: it is lost when the server stops.
///
/// --sources: puts somebody's design on the board instead. Any of the ports CLOCK_50, KEY, SW,
/// LEDR, HEX0 to HEX5 and VGA_* are connected, or those at the pins that a Quartus project assigns;
/// others are listed. The page also searches and records the signals of the design.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct BoardCommand {
    /// The port to listen on; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number(0..=u16::MAX))]
    port: u16,

    /// The address to listen on; any address but a loopback one lets other computers connect
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// A host name of this computer that other computers use in the address; can be repeated
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,

    /// The maximum number of boards that are simulated at once
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = whole_number(1..=4096u16))]
    machines: u16,

    /// How many MiB the boards of --sources may take together; a further tab is refused
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_MEMORY_MIB, value_parser = whole_number(1..=1u64 << 20))]
    memory: u64,

    #[command(flatten)]
    on_board: OnBoard,

    /// Read --sources again when they change, and show the new design
    #[arg(long)]
    watch: bool,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,

    /// Compare the two readers of Yosys on --sources, and exit
    ///
    /// slang and Yosys's own reader read the sources. Both readings are simulated with the same
    /// random inputs, from power-up. Prints the first output that differs and exits with 1 then.
    /// The top module needs no ports of the board.
    #[arg(long, conflicts_with_all = ["watch", "open"])]
    compare_readers: bool,
}

const EXAMPLES: &str = "\
Examples:
  baccarat-board --open
  baccarat-board --machine casino --open                bets with the switches of the board
  baccarat-board --port 8080
  baccarat-board --listen 0.0.0.0 --host table.lan      for the local network
  baccarat-board --sources lab/*.sv --open              somebody's design
  baccarat-board --sources lab/lab.qpf --open           a Quartus project
  baccarat-board --sources lab --watch --open           while you edit it
  baccarat-board --sources lab --compare-readers        whether Yosys reads it right";

impl BoardCommand {
    /// Serves until Ctrl-C.
    ///
    /// # Errors
    /// The server cannot listen on the address, or the design cannot be simulated.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        let runtime = server::runtime().context("cannot start the threads of the server")?;
        let serve = |boards: Boards, first: &str| -> anyhow::Result<()> {
            runtime.block_on(self.serve(Server::new(boards.pages()?), first, status))
        };
        if self.watch && !self.on_board.sources.is_given() {
            let problem = "--watch is for --sources: name the files of a design, too";
            return Err(usage_error(problem));
        }
        if self.compare_readers {
            return compared_readers::run(&self.on_board, status);
        }
        if let Some(top) = self.on_board.machine()? {
            serve(top.into(), &top.to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
        // Before they are read: changes made while Yosys reads them are not lost.
        let files = self.watch.then(|| watch::files(&self.on_board.sources));
        let elaborated = self.on_board.read(&[], status)?;
        let known = elaborated.warnings.clone();
        let first = elaborated.design.top.clone();
        let shown = SharedDesign::from(elaborated);
        thread::scope(|scope| {
            let (_stop, stopped) = mpsc::channel();
            if let Some(files) = files {
                let read = move || {
                    status.print("The sources have changed.");
                    self.on_board.read(&known, status)
                };
                let shown = shown.clone();
                scope.spawn(move || {
                    watch::run(&self.on_board.sources, files, read, &shown, &stopped)
                });
            }
            serve(Boards::Foreign(shown), &first)
        })?;
        Ok(ExitCode::SUCCESS)
    }

    async fn serve(&self, server: Server, first: &str, status: Status) -> anyhow::Result<()> {
        let wanted = SocketAddr::new(self.listen, self.port);
        let listener = TcpListener::bind(wanted).await.map_err(|error| self.explain(error))?;
        let stop = stop_signal();
        let address = listener.local_addr()?;
        let urls: Vec<String> = reachable(address).map(|one| format!("http://{one}/")).collect();
        stdout::print(format!("{}\n", urls.join("\n")).as_bytes())?;
        if !is_private(address) {
            status
                .warn("every computer that can connect to this one can play; nothing is encrypted");
        }
        status.detail(format_args!(
            "listening on {address}; at most {} boards; {first} is shown first",
            self.machines
        ));
        status.print("Press Ctrl-C to stop.");
        if self.open
            && let Some(url) = urls.first()
            && let Err(error) = open::that_detached(url)
        {
            status.warn("cannot open a browser: open the address yourself");
            status.detail(format_args!("{error}"));
        }
        let (machines, memory) = (self.machines, self.memory << 20);
        let limits = Limits { machines, memory, ..Limits::default() };
        let settings = Settings { limits, hosts: self.hosts.clone() };
        server.serve(settings, listener, stop).await.context("the server failed")?;
        status.detail("stopped");
        Ok(())
    }

    fn explain(&self, error: io::Error) -> anyhow::Error {
        let BoardCommand { listen, port, .. } = self;
        match error.kind() {
            ErrorKind::AddrInUse => anyhow!(
                "port {port} of {listen} is in use: stop the program that uses it, or omit --port for a free one"
            ),
            ErrorKind::AddrNotAvailable => {
                anyhow!(
                    "{listen} is not an address of this computer: use one that is with --listen"
                )
            }
            ErrorKind::PermissionDenied => {
                anyhow!("permission denied for port {port}: use one from 1024 up")
            }
            _ => anyhow::Error::from(error)
                .context(format!("cannot listen on {listen}, port {port}")),
        }
    }
}

/// Returns the addresses under which the page can be opened: the given one, or if it stands for all
/// addresses of this computer, a loopback address first and then those of its network interfaces.
fn reachable(listening: SocketAddr) -> impl Iterator<Item = SocketAddr> {
    let port = listening.port();
    let addresses = match listening.ip() {
        ip if !ip.is_unspecified() => vec![ip],
        IpAddr::V4(_) => [vec![Ipv4Addr::LOCALHOST.into()], interfaces(true, false)].concat(),
        IpAddr::V6(_) => {
            // Whether an IPv6 listener accepts IPv4 connections depends on the system.
            let takes_ipv4 = std::net::TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok();
            [vec![Ipv6Addr::LOCALHOST.into()], interfaces(takes_ipv4, true)].concat()
        }
    };
    addresses.into_iter().map(move |ip| SocketAddr::new(ip, port))
}

/// Returns the addresses of the network interfaces. Those without a meaning on other computers are
/// left out.
fn interfaces(ipv4: bool, ipv6: bool) -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let others = interfaces.iter().filter(|one| !one.is_loopback() && !one.is_link_local());
    others.map(|one| one.ip()).filter(|ip| if ip.is_ipv4() { ipv4 } else { ipv6 }).collect()
}

/// Resolves on Ctrl-C or a termination signal, which then no longer end the program.
fn stop_signal() -> impl Future<Output = ()> {
    let stop = Arc::new(Notify::new());
    let on_signal = Arc::clone(&stop);
    on_interrupt(move || on_signal.notify_one());
    async move { stop.notified().await }
}
