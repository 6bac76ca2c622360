//! A foreign design on the page of a board.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use baccarat_board::boards::Boards;
use board_session::SharedDesign;
use de1_soc::is_high_at_power_up;
use foreign_designs::{Elaborated, ForeignDesign, Places};
use foreign_sources::{Assignments, Netlists};
use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::netlist::{InputPort, OutputPort};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::harness::TestServer;
use crate::tab::{Tab, hello, request};

/// Two switches on two lights, and a port that the board does not have.
fn design() -> ForeignDesign {
    let mut graph = Graph::default();
    let switches = vec![graph.leaf(0), graph.leaf(1)];
    let input = |name: &str, width, leaf| InputPort { name: name.into(), width, leaf };
    let output = |name: &str, bits: &[Edge]| OutputPort { name: name.into(), bits: bits.to_vec() };
    let netlist = Netlist {
        name: "lights".into(),
        graph,
        inputs: vec![input("SW", 2, 0), input("GPIO", 1, 2), input("$tick", 1, 3)],
        outputs: vec![output("LEDR", &switches), output("$unstable", &[Edge::ZERO])],
        registers: vec![],
        clocks: vec![],
        signals: vec![
            ("SW".into(), switches.clone()),
            ("unit.Flag".into(), switches[..1].to_vec()),
        ],
    };
    ForeignDesign {
        top: "lights".into(),
        netlist,
        words: None,
        unsupported: None,
        levels: vec![],
        memories: vec![],
        reads: 0,
        idle_high: vec![],
        rising_only: vec![],
        ticks: Some(0),
        latches: vec![],
        crossings: vec![],
        plls: vec![],
        ranges: BTreeMap::new(),
        places: Places::default(),
        dotted_names: BTreeSet::new(),
        unassigned: vec![],
    }
}

/// A design of Yosys's netlist of gates.
fn read(netlist: &str) -> ForeignDesign {
    ForeignDesign::from_netlist(netlist, is_high_at_power_up).expect("a design")
}

/// A design of `test-netlists`, with words.
pub fn design_with_words(name: &str) -> ForeignDesign {
    let (gates, words) = (test_netlists::gates(name), test_netlists::words(name));
    let netlists = Netlists { gates, words: Some(words) };
    ForeignDesign::new(&netlists, &Assignments::default(), is_high_at_power_up).expect("a design")
}

/// Starts a server and opens a tab. Returns the message about the design, too.
async fn start() -> (TestServer, Tab, Value) {
    start_with(design()).await
}

pub async fn start_with(design: ForeignDesign) -> (TestServer, Tab, Value) {
    start_showing(&elaborated(design).into()).await
}

fn elaborated(design: ForeignDesign) -> Elaborated {
    Elaborated { design: Arc::new(design), warnings: vec!["odd".into()], reader: "slang".into() }
}

async fn start_showing(shown: &SharedDesign) -> (TestServer, Tab, Value) {
    let server = TestServer::showing(Boards::Foreign(shown.clone())).await;
    let mut tab = server.silent_tab().await;
    tab.send(hello(&Value::Null)).await;
    tab.welcome = tab.receive("welcome").await;
    assert_eq!(tab.welcome["clocking"], Value::Null);
    let design = tab.receive("design").await;
    (server, tab, design)
}

/// Loses the connection of a page without a close frame, and resumes its session.
pub async fn reconnect(server: &TestServer, lost: Tab) -> Tab {
    let token = lost.welcome["token"].clone();
    drop(lost);
    let mut tab = server.silent_tab().await;
    tab.send(hello(&token)).await;
    assert_eq!(tab.receive("welcome").await["resumed"], true);
    tab
}

#[tokio::test]
async fn a_page_gets_the_design_and_moves_its_switches() {
    let (_server, mut tab, design) = start().await;
    assert_eq!(design["name"], "lights");
    assert_eq!(design["connected"], json!(["SW[1:0]", "LEDR[1:0]"]));
    assert_eq!(design["unconnected"], json!(["GPIO: the virtual board has no such pin"]));
    assert_eq!((&design["switches"], &design["monitor"]), (&json!(3), &json!(false)));
    assert_eq!(design["keyboard"], false);
    assert_eq!(design["warnings"], json!(["odd"]));
    for (switch, on, lights) in [(1, true, 2), (0, true, 3), (9, true, 3), (1, false, 1)] {
        tab.switch(switch, on).await;
        assert_eq!(tab.board["ledr"], lights, "SW{switch}");
    }
    assert_eq!(tab.board["hex"], json!([127, 127, 127, 127, 127, 127]));
}

#[tokio::test]
async fn signals_are_searched_by_all_words_in_any_case() {
    let (_server, mut tab, _) = start().await;
    let flag = json!({"name": "unit.Flag", "width": 1, "place": null});
    let all = json!([{"name": "SW", "width": 2, "place": null}, flag]);
    let flag = json!([flag]);
    for (text, expected) in [("", all), ("flag UNIT", flag), ("flag no", json!([]))] {
        tab.send(json!({"type": "find", "text": text})).await;
        let found = tab.receive("found").await;
        assert_eq!((&found["text"], &found["signals"]), (&json!(text), &expected));
    }
    tab.send(json!({"type": "trace", "signals": ["SW"]})).await;
    tab.switch(1, true).await;
    tab.send(request("waveform")).await;
    let waveform = tab.receive("waveform").await;
    let changes = waveform["timing"]["rows"][0]["changes"].as_array().expect("changes");
    let values: Vec<&str> = changes.iter().filter_map(|change| change[1].as_str()).collect();
    assert_eq!(values, ["0x0", "0x2"]);
    assert_eq!(waveform["timing"]["events"][0]["text"], "SW1 on");
    assert!(waveform["vcd"].as_str().is_some_and(|vcd| vcd.contains("SW [1:0] $end")));
}

#[tokio::test]
async fn clocks_are_the_last_signals_and_have_their_edges_in_a_waveform_without_being_recorded() {
    let (_server, mut tab, _) = start_with(counters_with_two_clocks()).await;
    tab.send(json!({"type": "find", "text": ""})).await;
    let found = tab.receive("found").await["signals"].clone();
    let names: Vec<&Value> =
        found.as_array().expect("signals").iter().map(|it| &it["name"]).collect();
    let (others, clocks) = names.split_at(names.len() - 2);
    assert_eq!(clocks, ["CLOCK2_50", "CLOCK_50"]);
    assert!(others.contains(&&json!("LEDR")), "{others:?}");

    tab.request("pause").await;
    tab.send(json!({"type": "trace", "signals": ["CLOCK_50", "LEDR", "CLOCK2_50"]})).await;
    for _ in 0..3 {
        tab.request("cycle").await;
    }
    tab.send(request("waveform")).await;
    let waveform = tab.receive("waveform").await;
    let [first, lights, second] = [0, 1, 2].map(|row| waveform["timing"]["rows"][row].clone());
    assert_eq!((&first["name"], &first["kind"]), (&json!("CLOCK_50"), &json!("clock")));
    assert_eq!((&lights["name"], &lights["kind"]), (&json!("LEDR"), &json!("bus")));
    assert_eq!(first["changes"], second["changes"]);
    let edges = [[0, 0], [20, 1], [30, 0], [40, 1], [50, 0], [60, 1], [70, 0]];
    assert_eq!(
        first["changes"],
        json!(edges.map(|[time, level]| json!([time, level.to_string()])))
    );
    let vcd = waveform["vcd"].as_str().expect("a text");
    assert!(vcd.contains("#60\n1!\n") && vcd.contains("#70\n0!\n0#\n#80"), "{vcd}");
}

/// The design `counters` with another clock of the board, which nothing uses.
fn counters_with_two_clocks() -> ForeignDesign {
    let netlist = test_netlists::gates("counters");
    let mut netlist: Value = serde_json::from_str(&netlist).expect("JSON");
    let module = &mut netlist["modules"]["counters"];
    module["ports"]["CLOCK2_50"] = json!({"direction": "input", "bits": [1_000_000]});
    module["netnames"]["CLOCK2_50"] = json!({"hide_name": 0, "bits": [1_000_000]});
    read(&netlist.to_string())
}

#[tokio::test]
async fn a_design_that_is_slower_than_its_frequency_says_what_takes_time() {
    let memories = read(&test_netlists::gates("memories"));
    let (_server, mut tab, _) = start_with(memories).await;
    let slow = |simulation: &Value| simulation["slow"].as_str().map(str::to_owned);
    let simulation = tab.receive_where("simulation", |now| slow(now).is_some()).await;
    let text = slow(&simulation).expect("a text");
    assert!(text.ends_with("gates are simulated"), "{text}");
    tab.send(json!({"type": "frequency", "hertz": 1000.0})).await;
    tab.receive_where("simulation", |now| slow(now).is_none()).await;
}

#[tokio::test]
async fn unsuitable_requests_get_an_error() {
    let mut design = design();
    design.netlist.signals.push(("wide".into(), vec![Edge::ZERO; 5_000]));
    let (_server, mut tab, _) = start_with(design).await;
    let header =
        |header, pin| json!({"type": "header_pin", "header": header, "pin": pin, "high": true});
    let many: Vec<&str> = vec!["SW"; 65];
    let run_until = |name: &str, value: &str| json!({"type": "run_until", "event": {"signal": {"name": name, "value": value}}});
    let terminal = |header: usize, baud: u32| json!({"type": "terminal", "settings": {"from": null, "to": {"header": header, "pin": 0}, "baud": baud}});
    for (request, expected) in [
        (header(2, 0), "there is no GPIO_2[0]"),
        (header(0, 36), "there is no GPIO_0[36]"),
        (json!({"type": "frequency", "hertz": 0.5}), "the frequency has to be from 1 Hz"),
        (json!({"type": "frequency", "hertz": -1}), "the frequency has to be from 1 Hz"),
        (json!({"type": "frequency", "hertz": 1e300}), "the frequency has to be from 1 Hz"),
        (json!({"type": "trace", "signals": ["nothing"]}), "there is no signal `nothing`"),
        (json!({"type": "trace", "signals": many}), "at most 64 signals"),
        (json!({"type": "trace", "signals": ["wide"]}), "at most 4096 bits together"),
        (json!({"type": "key", "key": 4, "pressed": true}), "there is no KEY4"),
        (json!({"type": "switch", "switch": 10, "on": true}), "there is no SW10"),
        (
            json!({"type": "keyboard_key", "code": "KeyA", "pressed": true}),
            "no PS/2 keyboard with a key `KeyA` is connected",
        ),
        (
            json!({"type": "mouse", "right": 0, "down": 0, "buttons": {"left": false, "right": false, "middle": false}}),
            "no PS/2 mouse is connected",
        ),
        (json!({"type": "sound", "on": true}), "the design sends nothing to the audio codec"),
        (request("cycle"), "the clock runs: pause it first"),
        (json!({"type": "run_until", "event": "frame"}), "the design has no outputs for a monitor"),
        (json!({"type": "run_until", "event": "sunrise"}), "invalid message"),
        (run_until("unit.Flag", "0x1"), "`unit.Flag` is not traced"),
        (terminal(2, 9_600), "there is no GPIO_2[0]"),
        (terminal(0, 49), "a terminal has from 50 to 5000000 baud"),
        (json!({"type": "type", "bytes": "QQ=="}), "no terminal that sends is connected"),
        (json!({"type": "type", "bytes": "!"}), "the bytes are not in Base64"),
        (json!({"type": "cycles", "count": 3}), "the clock runs: pause it first"),
        (request("press"), "invalid message"),
        (request("buy_in"), "invalid message"),
    ] {
        tab.expect_error(request, expected).await;
    }
    tab.send(json!({"type": "trace", "signals": ["SW"]})).await;
    for value in ["0x4", "1", ""] {
        let expected = format!("`{value}` is not a value of `SW`, which has 2 bits");
        tab.expect_error(run_until("SW", value), &expected).await;
    }
}

#[tokio::test]
async fn cycles_are_run_one_by_one_while_the_clock_is_paused() {
    let (_server, mut tab, _) = start().await;
    for frequency in [json!(1000.0), Value::Null, json!(1e9)] {
        tab.send(json!({"type": "frequency", "hertz": frequency})).await;
        tab.sync().await;
    }
    tab.request("pause").await;
    let paused = tab.cycle();
    for cycles in 1..=3 {
        tab.request("cycle").await;
        assert_eq!(tab.cycle(), paused + cycles);
    }
    tab.send(json!({"type": "cycles", "count": 1_500})).await;
    tab.sync().await;
    assert_eq!(tab.cycle(), paused + 1_503);
    tab.expect_error(
        json!({"type": "cycles", "count": 2_001}),
        "at most 2000 cycles can be run at once",
    )
    .await;
    tab.request("power_up").await;
    assert_eq!((tab.cycle(), &tab.board["paused"]), (0, &json!(true)));
}

#[tokio::test]
async fn another_design_is_shown_at_power_up_with_switches_and_traced_signals_of_before() {
    let shown = SharedDesign::from(elaborated(design()));
    let (_server, mut tab, _) = start_showing(&shown).await;
    tab.send(json!({"type": "trace", "signals": ["SW", "unit.Flag"]})).await;
    tab.switch(1, true).await;
    let message = "lab.sv:3: there is a semicolon missing";
    shown.set_problem(message.into());
    tab.receive_where("simulation", |now| now["problem"] == message).await;
    // The design of before goes on.
    tab.switch(0, true).await;
    assert_eq!(tab.board["ledr"], 3);
    tab.request("pause").await;

    let mut inverted = design();
    inverted.top = "inverted".into();
    inverted.netlist.outputs[0].bits.iter_mut().for_each(|bit| *bit = !*bit);
    inverted.netlist.signals.pop();
    shown.replace(elaborated(inverted));
    assert_eq!(tab.receive("design").await["name"], "inverted");
    let board = tab.receive("board").await;
    let expected = (&json!(3), &json!(0), &json!(0), &json!(true));
    assert_eq!((&board["switches"], &board["ledr"], &board["cycle"], &board["paused"]), expected);
    let simulation = tab.receive("simulation").await;
    assert_eq!(simulation["problem"], Value::Null);
    assert_eq!(
        simulation["traced"],
        json!([{"name": "SW", "width": 2, "value": "0x3", "clock": false}])
    );
}

#[tokio::test]
async fn the_clock_of_another_design_starts_when_it_is_shown() {
    let shown = SharedDesign::from(elaborated(design()));
    let (_server, mut tab, _) = start_showing(&shown).await;
    sleep(Duration::from_millis(300)).await;
    tab.sync().await;
    let replaced = Instant::now();
    shown.replace(elaborated(design()));
    tab.receive("design").await;
    tab.sync().await;
    let (cycles, most) = (tab.cycle(), (replaced.elapsed().as_secs_f64() * 50e6) as u64);
    assert!(cycles <= most, "{cycles} of at most {most} cycles");
}

#[tokio::test]
async fn a_hidden_tab_stops_the_clock_which_goes_on_where_it_was() {
    let (_server, mut tab, _) = start().await;
    let hide = |hidden: bool| json!({"type": "visibility", "hidden": hidden});
    for paused in [false, true] {
        if paused {
            tab.request("pause").await;
        }
        tab.send(hide(true)).await;
        tab.sync().await;
        let before = tab.cycle();
        sleep(Duration::from_millis(300)).await;
        tab.sync().await;
        assert_eq!((tab.cycle(), &tab.board["rate"]), (before, &json!(0.0)), "paused: {paused}");
        let shown = Instant::now();
        tab.send(hide(false)).await;
        tab.sync().await;
        sleep(Duration::from_millis(10)).await;
        tab.sync().await;
        let most = if paused { 0 } else { (shown.elapsed().as_secs_f64() * 50e6) as u64 };
        let cycles = tab.cycle() - before;
        assert!(cycles <= most, "{cycles} of at most {most} cycles");
        assert_eq!((cycles > 0, &tab.board["paused"]), (!paused, &json!(paused)));
    }
}

#[tokio::test]
async fn after_power_up_the_clock_counts_from_zero() {
    let (_server, mut tab, _) = start().await;
    while tab.board["cycle"].as_u64().is_none_or(|cycle| cycle < 1_000_000) {
        // The server closes a connection with too many messages.
        sleep(Duration::from_millis(20)).await;
        tab.sync().await;
    }
    tab.send(json!({"type": "frequency", "hertz": 1.0})).await;
    tab.request("power_up").await;
    // At 1 Hz, it does not have time for more.
    assert!(tab.cycle() < 100, "{} cycles", tab.cycle());
}

#[tokio::test]
async fn a_lost_connection_releases_the_keys_and_keeps_the_switches() {
    let (server, mut tab, _) = start().await;
    tab.switch(1, true).await;
    for key in 0..4 {
        tab.key(key, true).await;
    }
    tab.sync().await;
    assert_eq!(tab.board["keys"], json!([true, true, true, true]));
    let mut tab = reconnect(&server, tab).await;
    let board = tab.receive("board").await;
    let expected = (&json!([false, false, false, false]), &json!(2), &json!(2));
    assert_eq!((&board["keys"], &board["switches"], &board["ledr"]), expected);
}
