//! What the simulator of an exported site answers, beside what a server does.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use baccarat_board::site::{self, Site};
use baccarat_hdl::top::{Clocking, Top};
use board_session::{ForeignSession, Machine, Session, SharedDesign};
use de1_soc::is_high_at_power_up;
use fastrand::Rng;
use foreign_designs::{Elaborated, ForeignDesign};
use foreign_sources::{Assignments, Netlists};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The number of messages of a page.
const MESSAGES: usize = 3_000;

/// Compiled once for all tests.
static SIMULATOR: LazyLock<Vec<u8>> =
    LazyLock::new(|| site::compile(false, true).unwrap_or_else(|error| panic!("{error}")));

/// What is on a board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum On {
    Machine(Top),
    /// A design of `test-netlists`.
    Design(&'static str),
}

impl On {
    fn design(name: &str) -> Elaborated {
        let (gates, words) = (test_netlists::gates(name), test_netlists::words(name));
        let netlists = Netlists { gates, words: Some(words) };
        let design = ForeignDesign::new(&netlists, &Assignments::default(), is_high_at_power_up)
            .expect("a design");
        assert!(design.words.is_some(), "{name}");
        Elaborated { design: Arc::new(design), warnings: vec![], reader: String::new() }
    }

    fn session(self, now: Instant) -> Box<dyn Session> {
        match self {
            On::Machine(top) => {
                let design = baccarat_sim::design(top).expect("a design");
                let machine = Machine::of(design, top).expect("a machine");
                machine.start(None, 0, now).expect("a session")
            }
            On::Design(name) => {
                let shown = SharedDesign::from(On::design(name));
                Box::new(ForeignSession::new(shown, now))
            }
        }
    }

    fn site(self) -> Site {
        let simulator = SIMULATOR.clone();
        match self {
            On::Machine(top) => Site::of_machine(top, simulator),
            On::Design(name) => Site::of_design(On::design(name), simulator),
        }
        .expect("a site")
    }
}

/// A message as a page sends it, or `None` if only time passes.
fn random_message(on: On, random: &mut Rng) -> Option<Value> {
    let mut key = |pressed| json!({"type": "key", "key": random.usize(0..4), "pressed": pressed});
    let (press, release) = (key(true), key(false));
    let switch = json!({"type": "switch", "switch": random.usize(0..10), "on": random.bool()});
    let number = random.u32(0..100);
    Some(match (on, number) {
        (_, 0..=24) => return None,
        (_, 25..=39) => press,
        (_, 40..=59) => release,
        (_, 60..=61) => json!({"type": "waveform"}),
        (_, 62) => json!({"type": "pause"}),
        (_, 63..=64) => json!({"type": "cycle"}),
        (_, 65..=68) => json!({"type": "resume"}),
        (On::Design(_) | On::Machine(Top::Casino), 69..=78) => switch,
        (On::Design(_), 79) => json!({"type": "trace", "signals": ["LEDR", "HEX0", "KEY"]}),
        (On::Design(_), 80) => json!({"type": "find", "text": "r"}),
        (On::Design(_), _) => return None,
        (On::Machine(Top::Task5(_)), 69..=74) => {
            json!({"type": "bet", "on": "player", "stake": 500})
        }
        (On::Machine(Top::Task5(_)), 75..=78) => json!({"type": "repeat_bets"}),
        (On::Machine(_), 79) => json!({"type": "deal", "card": "K"}),
        (On::Machine(_), _) => json!({"type": "press"}),
    })
}

/// The same value with numbers as JavaScript has them, which does not tell 0.0 from 0, and without
/// the judgement of how fast a design is simulated.
fn comparable(value: Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(values) => values.into_iter().map(comparable).collect(),
        Value::Object(members) => members
            .into_iter()
            .filter(|(name, _)| name != "slow")
            .map(|(name, value)| (name, comparable(value)))
            .collect(),
        value => value,
    }
}

/// The replies of a session as the server has it.
fn served(on: On, messages: &[Option<Value>]) -> Vec<Value> {
    let start = Instant::now();
    let mut session = on.session(start);
    let replies = |(index, message): (usize, &Option<Value>)| {
        let (now, mut replies) =
            (start + Duration::from_micros(index.saturating_sub(1) as u64), vec![]);
        match message {
            Some(_) if index == 0 => {
                replies.push(session.welcome("browser".to_string(), false));
                session.connect(now, &mut replies);
            }
            Some(message) => _ = session.handle(&message.to_string(), now, &mut replies),
            None => session.advance(now, &mut replies),
        }
        serde_json::to_value(replies).expect("JSON")
    };
    messages.iter().enumerate().map(replies).collect()
}

/// The replies of the simulator of an exported site.
fn exported(on: On, messages: &[Option<Value>]) -> Vec<Value> {
    let folder = TempDir::new().expect("a folder");
    on.site().write(folder.path()).expect("written");
    // For Node, scripts are modules only if this says so.
    fs::write(folder.path().join("package.json"), r#"{"type":"module"}"#).expect("a file");
    let files = fs::read_dir(folder.path().join("files")).expect("a folder").next();
    let files = files.expect("a version").expect("an entry").path();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/site/replay.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .arg(files)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node is missing (Debian: apt-get install nodejs)");
    let mut input = node.stdin.take().expect("a pipe");
    input.write_all(json!(messages).to_string().as_bytes()).expect("written");
    drop(input);
    let output = node.wait_with_output().expect("an output");
    assert!(output.status.success(), "Node has failed");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Compares the replies to random messages. Returns those of a kind.
fn compare(on: On) -> impl Fn(&str) -> usize {
    let mut random = Rng::with_seed(29);
    let hello = json!({"type": "hello", "token": null, "saved": null});
    // 5 cycles between two messages; those of a machine, which refuses this, have 50.
    let slow = json!({"type": "frequency", "hertz": 5e6});
    let others = std::iter::repeat_with(|| random_message(on, &mut random));
    let messages: Vec<Option<Value>> =
        [Some(hello), Some(slow)].into_iter().chain(others).take(MESSAGES).collect();
    let comparable = |replies: Vec<Value>| replies.into_iter().map(comparable).collect::<Vec<_>>();
    let exported = comparable(exported(on, &messages));
    let served = comparable(served(on, &messages));
    assert_eq!(served.len(), exported.len());
    for (index, (one, other)) in served.iter().zip(&exported).enumerate() {
        assert_eq!(one, other, "{on:?}: message {index}, {:?}", messages[index]);
    }
    move |kind| {
        let replies = served.iter().filter_map(Value::as_array).flatten();
        replies.filter(|reply| reply["type"] == kind).count()
    }
}

#[test]
#[ignore = "needs Node and Rust's target wasm32-wasip1: rustup target add wasm32-wasip1"]
fn an_exported_machine_answers_as_the_server_does() {
    for top in [Top::Task5(Clocking::Synchronised), Top::Casino] {
        let count = compare(On::Machine(top));
        // Otherwise little has been compared.
        assert!(count("history") >= 10, "{top}: {} hands", count("history"));
        assert!(count("waveform") >= 20, "{top}");
        assert!(top != Top::Casino || count("picture") >= 100, "{} pictures", count("picture"));
    }
}

#[test]
#[ignore = "needs Node and Rust's target wasm32-wasip1: rustup target add wasm32-wasip1"]
fn an_exported_design_answers_as_the_server_does() {
    for name in ["counters", "clocks", "latches", "memories", "matrix", "ps2", "headers"] {
        let count = compare(On::Design(name));
        assert!(count("board") >= 500, "{name}: {} boards", count("board"));
        assert!(count("waveform") >= 20, "{name}");
    }
}
