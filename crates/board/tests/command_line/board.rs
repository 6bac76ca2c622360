//! `board`: the address, the messages and the exit. `crates/board/tests/server` tests what it
//! serves.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Stdio};

use crate::sandbox::{Output, sandbox};

/// A running server, which is killed when dropped.
struct RunningServer {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

impl RunningServer {
    /// Starts a server and reads the address that it prints.
    fn start(arguments: &[&str]) -> (RunningServer, SocketAddr) {
        let mut command = sandbox().command(arguments);
        command.current_dir(std::env::temp_dir()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("baccarat starts");
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut served = RunningServer { child, stdout };
        let address = served.address();
        (served, address)
    }

    /// Reads the next address that it prints.
    fn address(&mut self) -> SocketAddr {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("a line");
        let address = line.strip_prefix("http://").and_then(|line| line.strip_suffix("/\n"));
        let address = address.unwrap_or_else(|| panic!("no address: {line:?}"));
        address.parse().expect("an address")
    }

    /// The response to `GET /health`.
    fn health(address: SocketAddr) -> String {
        let mut stream = TcpStream::connect(address).expect("a connection");
        let request =
            format!("GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("written");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("read");
        answer
    }

    #[cfg(unix)]
    fn signal(mut self, name: &str) -> (Option<i32>, String) {
        let pid = self.child.id().to_string();
        let sent = std::process::Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.expect("kill starts").success());
        let code = self.child.wait().expect("it ends").code();
        let mut said = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("read");
        (code, said)
    }
}

#[test]
fn the_address_is_printed_and_serves_the_page() {
    for arguments in [
        &[][..],
        &["--port", "0"],
        &["--clocking", "direct"],
        &["--machine", "casino"],
        &["--listen", "127.0.0.2"],
    ] {
        let (_served, address) = RunningServer::start(arguments);
        assert!(address.ip().is_loopback(), "{arguments:?}: {address}");
        let answer = RunningServer::health(address);
        assert!(answer.ends_with("{\"machines\":0}\n"), "{arguments:?}: {answer}");
    }
}

#[cfg(unix)]
#[test]
fn sigint_and_sigterm_stop_the_server() {
    for signal in ["INT", "TERM"] {
        let (served, address) = RunningServer::start(&[]);
        let _connected = TcpStream::connect(address).expect("a connection");
        assert_eq!(
            served.signal(signal),
            (Some(0), "Press Ctrl-C to stop.\n".to_string()),
            "{signal}"
        );
        TcpStream::connect(address).expect_err("no listener");
    }
}

#[cfg(unix)]
#[test]
fn an_address_for_other_computers_prints_a_warning() {
    let (served, _) = RunningServer::start(&["--listen", "0.0.0.0"]);
    let (_, said) = served.signal("INT");
    assert!(
        said.starts_with("warning: every computer that can connect to this one can play"),
        "{said}"
    );
}

#[test]
fn listening_on_all_addresses_prints_those_of_the_interfaces() {
    let is_ipv6_supported = TcpListener::bind("[::]:0").is_ok();
    for listen in ["0.0.0.0", "::"] {
        if listen == "::" && !is_ipv6_supported {
            continue;
        }
        let (mut served, address) = RunningServer::start(&["--listen", listen]);
        assert!(address.ip().is_loopback(), "{address} cannot be opened");
        let mut addresses = vec![address];
        let interfaces = if_addrs::get_if_addrs().expect("interfaces");
        let is_printed = |ip: IpAddr| listen == "::" || ip.is_ipv4();
        let others = interfaces.iter().filter(|one| !one.is_loopback() && !one.is_link_local());
        for _ in others.filter(|one| is_printed(one.ip())) {
            addresses.push(served.address());
        }
        for address in addresses {
            let answer = RunningServer::health(address);
            assert!(answer.ends_with("{\"machines\":0}\n"), "{address}: {answer}");
        }
    }
}

#[test]
fn options_that_cannot_be_used_are_an_error_with_advice() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let cases = [
        (vec!["--port", &port], 1, "is in use: stop the program that uses it, or omit --port"),
        (vec!["--listen", "203.0.113.1"], 1, "203.0.113.1 is not an address of this computer"),
        (vec!["--listen", "nowhere"], 2, "--listen <ADDRESS>"),
        (vec!["--port", "65536"], 2, "--port <N>"),
        (vec!["--machines", "0"], 2, "--machines <N>"),
        (vec!["--watch"], 2, "--watch is for --sources: name the files of a design"),
        (vec!["--compare-readers"], 2, "name the sources with --sources or --file-list"),
        (vec!["--compare-readers", "--sources", "lab.sv", "--watch"], 2, "cannot be used with"),
        (vec!["--memory", "0"], 2, "--memory <MIB>"),
        (vec!["--machine", "casino", "--clocking", "direct"], 2, "--clocking is for task5"),
    ];
    for (arguments, code, said) in cases {
        let result: Output = sandbox().run(arguments);
        let result = result.fails_with(code, &["error: ", said]);
        assert_eq!(result.stdout, "");
    }
}
