//! Headless Chromium, controlled through the DevTools protocol.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use fpga_tools::toolchain::{Finder, catalogue};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::process::Process;

/// Fails a test that waits for longer.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// How often a condition is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The Shift key in `modifiers`.
const SHIFT: u8 = 8;

const OPTIONS: [&str; 7] = [
    "--headless",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
];

/// The browser of all tests.
static CHROMIUM: LazyLock<Chromium> = LazyLock::new(Chromium::start);

/// A browser with its own profile.
struct Chromium {
    _process: Process,
    profile: PathBuf,
}

impl Chromium {
    fn start() -> Chromium {
        let profile = TempDir::new().expect("a directory for the profile").keep();
        let found = Finder::from_environment().find(&catalogue::CHROMIUM);
        let program = found.unwrap_or_else(|error| panic!("{error}")).program;
        let program = program.to_str().expect("UTF-8");
        let folder = profile.to_str().expect("UTF-8");
        // Keeps its temporary files inside the profile.
        let environment = format!("TMPDIR={folder}");
        let directory = format!("--user-data-dir={folder}");
        let arguments = [environment.as_str(), program].into_iter().chain(OPTIONS);
        let arguments = arguments.chain([directory.as_str(), "about:blank"]);
        Chromium { _process: Process::start("env", arguments, folder), profile }
    }

    /// Returns the port and the path of the DevTools socket, which Chromium writes into its
    /// profile.
    async fn devtools(&self) -> (u16, String) {
        let file = self.profile.join("DevToolsActivePort");
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let mut lines = text.lines();
            if let (Some(port), Some(path)) = (lines.next(), lines.next()) {
                return (port.parse().expect("a port"), path.to_string());
            }
            assert!(Instant::now() < deadline, "Chromium has not written its port");
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Opens a connection to the browser.
    async fn connect(&self) -> Tab {
        let (port, path) = self.devtools().await;
        Tab::connect(&format!("ws://127.0.0.1:{port}{path}"), "").await
    }

    async fn attach(&self, id: &str) -> Tab {
        let (port, _) = self.devtools().await;
        let mut tab = Tab::connect(&format!("ws://127.0.0.1:{port}/devtools/page/{id}"), id).await;
        for domain in ["Page.enable", "Runtime.enable", "Log.enable", "Network.enable"] {
            tab.command(domain, json!({})).await;
        }
        // As if no other window had the focus.
        tab.command("Emulation.setFocusEmulationEnabled", json!({"enabled": true})).await;
        tab.set_size(1280, 900).await;
        tab
    }
}

/// Tabs that share their storage with each other, and with no other tests. Dropping it closes them.
pub struct Session {
    id: String,
    /// The session ends with this connection.
    browser: Tab,
}

impl Session {
    pub async fn start() -> Session {
        let mut browser = CHROMIUM.connect().await;
        let made = browser.command("Target.createBrowserContext", json!({"disposeOnDetach": true}));
        let id = made.await["browserContextId"].as_str().expect("a context").to_string();
        Session { id, browser }
    }

    /// Opens a page in a new tab.
    pub async fn tab(&mut self, url: &str) -> Tab {
        let mut tab = self.blank().await;
        tab.navigate(url).await;
        tab
    }

    /// Opens an empty tab.
    pub async fn blank(&mut self) -> Tab {
        let target = json!({"url": "about:blank", "browserContextId": self.id, "newWindow": true});
        let made = self.browser.command("Target.createTarget", target).await;
        CHROMIUM.attach(made["targetId"].as_str().expect("a target")).await
    }

    /// Runs a script that opens a tab, and returns that tab. Like a duplicated tab, it starts with
    /// a copy of the opener's sessionStorage.
    pub async fn opened_by(&mut self, opener: &mut Tab, script: &str) -> Tab {
        let user = json!({"expression": script, "userGesture": true});
        opener.command("Runtime.evaluate", user).await;
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let all = self.browser.command("Target.getTargets", json!({})).await;
            let all = all["targetInfos"].as_array().expect("targets");
            if let Some(opened) = all.iter().find(|target| target["openerId"] == opener.id) {
                return CHROMIUM.attach(opened["targetId"].as_str().expect("a target")).await;
            }
            assert!(Instant::now() < deadline, "no tab was opened by {script}");
            sleep(POLL_INTERVAL).await;
        }
    }
}

/// A tab.
pub struct Tab {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    id: String,
    commands: u64,
    /// Errors and warnings in the console.
    pub console_errors: Vec<String>,
    /// The kinds of the dialogs that the page has opened, such as `beforeunload`. They are
    /// confirmed.
    pub dialogs: Vec<String>,
}

impl Tab {
    async fn connect(address: &str, id: &str) -> Tab {
        let (socket, _) = connect_async(address).await.expect("Chromium answers");
        let id = id.to_string();
        Tab { socket, id, commands: 0, console_errors: Vec::new(), dialogs: Vec::new() }
    }

    /// Sends a command of the protocol and returns its result, or null if the page was replaced
    /// meanwhile.
    pub async fn command(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.send(method, parameters).await;
        loop {
            let message = timeout(TIMEOUT, self.socket.next()).await;
            let message = message.unwrap_or_else(|_| panic!("{method} takes too long"));
            let Some(Ok(Message::Text(text))) = message else { panic!("the tab was closed") };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["id"] == id {
                let error = &message["error"];
                let is_replaced = error["message"] == "Inspected target navigated or closed";
                assert!(error.is_null() || is_replaced, "{method}: {error}");
                return message["result"].clone();
            }
            self.console_errors.extend(console_error(&message));
            if message["method"] == "Page.javascriptDialogOpening" {
                self.dialogs.extend(message["params"]["type"].as_str().map(str::to_string));
                self.send("Page.handleJavaScriptDialog", json!({"accept": true})).await;
            }
        }
    }

    /// Sends a command without waiting for its result. Returns its number.
    async fn send(&mut self, method: &str, parameters: Value) -> u64 {
        self.commands += 1;
        let command = json!({"id": self.commands, "method": method, "params": parameters});
        self.socket.send(Message::text(command.to_string())).await.expect("sent");
        self.commands
    }

    /// Opens an address and waits until its scripts have run.
    pub async fn navigate(&mut self, url: &str) {
        let answer = self.command("Page.navigate", json!({"url": url})).await;
        assert!(answer["errorText"].is_null(), "{url}: {}", answer["errorText"]);
        self.wait_until("document.readyState === 'complete'").await;
    }

    pub async fn reload(&mut self) {
        self.evaluate("void (window.isOld = true)").await;
        self.command("Page.reload", json!({})).await;
        self.wait_until("!window.isOld && document.readyState === 'complete'").await;
    }

    /// Closes the tab as a user does.
    pub async fn close(mut self) {
        let id = self.id.clone();
        self.command("Target.closeTarget", json!({"targetId": id})).await;
    }

    /// Evaluates a JavaScript expression on the page.
    pub async fn evaluate(&mut self, expression: &str) -> Value {
        let parameters =
            json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.command("Runtime.evaluate", parameters).await;
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer:#}");
        answer["result"]["value"].clone()
    }

    pub async fn evaluate_text(&mut self, expression: &str) -> String {
        let value = self.evaluate(expression).await;
        value
            .as_str()
            .unwrap_or_else(|| panic!("{expression} is {value}, not a string"))
            .to_string()
    }

    /// Returns the text of an element.
    pub async fn text(&mut self, selector: &str) -> String {
        self.evaluate_text(&format!("document.querySelector({selector:?}).textContent")).await
    }

    pub async fn wait_for_text(&mut self, selector: &str, text: &str) {
        let shown = format!("document.querySelector({selector:?}).textContent");
        self.wait_until(&format!("{shown} === {text:?}")).await;
    }

    pub async fn evaluate_number(&mut self, expression: &str) -> f64 {
        let value = self.evaluate(expression).await;
        value.as_f64().unwrap_or_else(|| panic!("{expression} is {value}, not a number"))
    }

    pub async fn evaluate_bool(&mut self, condition: &str) -> bool {
        let value = self.evaluate(condition).await;
        value.as_bool().unwrap_or_else(|| panic!("{condition} is {value}, not a boolean"))
    }

    /// Waits until a condition holds on the page.
    pub async fn wait_until(&mut self, condition: &str) {
        let deadline = Instant::now() + TIMEOUT;
        while self.evaluate(&format!("Boolean({condition})")).await != true {
            assert!(Instant::now() < deadline, "not true in time: {condition}");
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Scrolls an element into view and returns its centre.
    pub async fn centre_of(&mut self, selector: &str) -> (f64, f64) {
        let place = self
            .evaluate(&format!(
                "(() => {{ const element = document.querySelector({selector:?}); \
                 element.scrollIntoView({{ block: 'nearest' }}); \
                 const box = element.getBoundingClientRect(); \
                 return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
            ))
            .await;
        (place[0].as_f64().expect("x"), place[1].as_f64().expect("y"))
    }

    pub async fn mouse_event(&mut self, kind: &str, (x, y): (f64, f64)) {
        let mouse = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
        self.command("Input.dispatchMouseEvent", mouse).await;
    }

    pub async fn click(&mut self, selector: &str) {
        self.click_with(selector, 0).await;
    }

    /// Clicks while Shift is held.
    pub async fn shift_click(&mut self, selector: &str) {
        self.click_with(selector, SHIFT).await;
    }

    async fn click_with(&mut self, selector: &str, modifiers: u8) {
        let (x, y) = self.centre_of(selector).await;
        for kind in ["mousePressed", "mouseReleased"] {
            let mouse = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "modifiers": modifiers});
            self.command("Input.dispatchMouseEvent", mouse).await;
        }
    }

    /// Presses Enter while Shift is held.
    pub async fn shift_enter(&mut self) {
        for kind in ["keyDown", "keyUp"] {
            let event = json!({"type": kind, "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "modifiers": SHIFT});
            self.command("Input.dispatchKeyEvent", event).await;
        }
    }

    /// Sends a `keyDown` or `keyUp` event for `Space`, `Enter`, `Tab`, `End`, `Home`, `ArrowLeft`,
    /// `ArrowUp`, `ArrowRight`, `ArrowDown`, `Escape`, `MetaLeft`, `KeyA`, `KeyR`, or `Digit0` to
    /// `Digit3`.
    pub async fn key_event(&mut self, kind: &str, code: &str) {
        let (key, number) = match code {
            "Space" => (" ", 32),
            "Enter" => ("Enter", 13),
            "Tab" => ("Tab", 9),
            "End" => ("End", 35),
            "Home" => ("Home", 36),
            "ArrowLeft" => ("ArrowLeft", 37),
            "ArrowUp" => ("ArrowUp", 38),
            "ArrowRight" => ("ArrowRight", 39),
            "ArrowDown" => ("ArrowDown", 40),
            "Escape" => ("Escape", 27),
            "MetaLeft" => ("Meta", 91),
            "KeyA" => ("a", 65),
            "KeyR" => ("r", 82),
            "Digit0" => ("0", 48),
            "Digit1" => ("1", 49),
            "Digit2" => ("2", 50),
            "Digit3" => ("3", 51),
            "Digit4" => ("4", 52),
            _ => panic!("unsupported key {code}"),
        };
        let text = match code {
            "Tab" | "End" | "Home" | "Escape" | "MetaLeft" => "",
            code if code.starts_with("Arrow") => "",
            "Enter" => "\r",
            _ => key,
        };
        let mut event =
            json!({"type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number});
        if kind == "keyDown" && !text.is_empty() {
            event["text"] = text.into();
        }
        self.command("Input.dispatchKeyEvent", event).await;
    }

    pub async fn type_key(&mut self, code: &str) {
        self.key_event("keyDown", code).await;
        self.key_event("keyUp", code).await;
    }

    /// Replaces the text of a field and presses Enter.
    pub async fn type_into(&mut self, selector: &str, text: &str) {
        self.evaluate(&format!(
            "(() => {{ const field = document.querySelector({selector:?}); field.focus(); field.select(); }})()"
        ))
        .await;
        self.command("Input.insertText", json!({"text": text})).await;
        self.type_key("Enter").await;
    }

    async fn set_size(&mut self, width: u32, height: u32) {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.command("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    /// Sets the size in CSS pixels, and the colour scheme: `light` or `dark`.
    pub async fn set_viewport(&mut self, width: u32, height: u32, theme: &str) {
        self.set_size(width, height).await;
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": theme}]});
        self.command("Emulation.setEmulatedMedia", media).await;
    }

    /// Takes a screenshot as PNG.
    pub async fn screenshot(&mut self) -> Vec<u8> {
        let answer = self.command("Page.captureScreenshot", json!({"format": "png"})).await;
        BASE64_STANDARD.decode(answer["data"].as_str().expect("data")).expect("base 64")
    }
}

/// Returns the text of an event that reports an error or a warning.
fn console_error(event: &Value) -> Option<String> {
    let parameters = &event["params"];
    match event["method"].as_str()? {
        "Runtime.exceptionThrown" => Some(parameters["exceptionDetails"].to_string()),
        "Runtime.consoleAPICalled"
            if parameters["type"] == "error" || parameters["type"] == "warning" =>
        {
            Some(parameters["args"].to_string())
        }
        "Log.entryAdded"
            if parameters["entry"]["level"] == "error"
                || parameters["entry"]["level"] == "warning" =>
        {
            Some(parameters["entry"]["text"].to_string())
        }
        _ => None,
    }
}
