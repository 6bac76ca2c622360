//! Pages that `baccarat-board export` writes, from a plain web server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, SystemTime};
use test_support::repository;

use serde_json::json;
use tempfile::TempDir;

use crate::chromium::Session;
use crate::game_page::GamePage;
use crate::process::Process;

/// The folder of the web server, with the sites below a path.
static SITES: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = TempDir::new().expect("a folder").keep();
    for (option, value, name) in [
        ("--machine", "task5", "task5"),
        ("--machine", "casino", "casino"),
        ("--machine", "casino", "failing"),
        ("--sources", "examples/board/easel", "easel"),
    ] {
        export(&[option, value], &folder, name);
    }
    folder
});

/// Exports a site below the path at which [`WebServer::url`] has it.
pub fn export(options: &[&str], folder: &Path, name: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_baccarat-board"))
        .current_dir(repository())
        .arg("export")
        .args(options)
        .arg("-o")
        .arg(folder.join("some/path").join(name))
        .output()
        .expect("the program");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A web server that knows nothing of the pages.
pub struct WebServer {
    _process: Process,
    port: String,
}

impl WebServer {
    pub fn start(folder: &Path) -> WebServer {
        let folder = folder.to_str().expect("UTF-8");
        let options =
            ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder];
        let mut process = Process::start("python3", options, "");
        let line = process.first_line();
        let mut words = line.split(' ').skip_while(|word| *word != "port");
        let port = words.nth(1).unwrap_or_else(|| panic!("no port in {line:?}")).to_string();
        WebServer { _process: process, port }
    }

    /// The page of a site in the folder `some/path`.
    pub fn url(&self, site: &str) -> String {
        format!("http://localhost:{}/some/path/{site}/", self.port)
    }
}

/// What of the page has to be the same after a reload.
const STATE: &str = "['#bankroll', '#cards-left', '#road-bead', '#history', '#table'] \
                     .map((part) => document.querySelector(part)?.innerText).join('\\n')";

#[tokio::test]
#[ignore = "needs Chromium, Python and Rust's target wasm32-wasip1"]
async fn twenty_hands_are_played_offline_and_a_reload_keeps_the_board() {
    let server = WebServer::start(&SITES);
    let mut page = GamePage::at(&server.url("casino")).await;
    let network = |offline| json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    page.command("Network.enable", json!({})).await;
    page.command("Network.emulateNetworkConditions", network(true)).await;
    page.click_switches(&[9, 0]).await;
    for _ in 0..20 {
        page.finish_hand().await;
        page.clear_table().await;
    }
    page.finish_hand().await;
    page.wait_until("document.querySelectorAll('#history tbody tr').length === 21").await;
    let state = page.evaluate_text(STATE).await;
    assert!(state.len() > 500, "{state}");
    page.command("Network.emulateNetworkConditions", network(false)).await;
    page.evaluate(WAIT_UNTIL_SAVED).await;
    page.reload().await;
    page.wait_until_connected().await;
    page.wait_until("document.querySelectorAll('#history tbody tr').length === 21").await;
    assert_eq!(page.evaluate_text(STATE).await, state);
    page.clear_table().await;
    page.finish_hand().await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python and Rust's target wasm32-wasip1"]
async fn a_reload_in_the_middle_of_a_hand_keeps_cards_stakes_roads_and_history() {
    let server = WebServer::start(&SITES);
    for machine in ["task5", "casino"] {
        let mut page = GamePage::at(&server.url(machine)).await;
        stake(&mut page, machine).await;
        match machine {
            "casino" => {
                page.finish_hand().await;
                page.clear_table().await;
            }
            _ => {
                page.play().await;
                page.new_hand().await;
                stake(&mut page, machine).await;
            }
        }
        for cards in 1..=3 {
            page.type_key("Space").await;
            page.wait_until(&format!("{CARDS} === {cards}")).await;
        }
        page.evaluate(WAIT_UNTIL_SAVED).await;
        let state = page.evaluate_text(STATE).await;
        page.reload().await;
        page.wait_until_connected().await;
        page.wait_until(&format!("{CARDS} > 0")).await;
        assert_eq!(page.evaluate_text(STATE).await, state, "{machine}");
        page.type_key("Space").await;
        page.wait_until(&format!("{CARDS} === 4")).await;
        page.assert_no_console_errors().await;
    }
}

const CARDS: &str = "document.querySelectorAll('.card').length";

/// Bets on the banker.
async fn stake(page: &mut GamePage, machine: &str) {
    match machine {
        "casino" => page.click_switches(&[9, 0]).await,
        _ => page.click("[data-bet=banker]").await,
    }
}

/// A moment after the last change, the board is saved.
pub const WAIT_UNTIL_SAVED: &str = "new Promise((resolve) => setTimeout(resolve, 500))";

#[tokio::test]
#[ignore = "needs Chromium, Python and Rust's target wasm32-wasip1"]
async fn a_board_that_has_failed_is_not_resumed_again() {
    let server = WebServer::start(&SITES);
    let mut page = GamePage::at(&server.url("failing")).await;
    page.finish_hand().await;
    page.evaluate(WAIT_UNTIL_SAVED).await;
    let files = fs::read_dir(SITES.join("some/path/failing/files")).expect("a folder").next();
    let script = files.expect("a version").expect("an entry").path().join("simulator.js");
    let text = fs::read_to_string(&script).expect("a script");
    let failing = text.replace("  handle(message) {", "  handle(message) {\n    null.x;");
    assert_ne!(failing, text);
    replace(&script, &failing, 2);
    page.reload().await;
    page.wait_until_connected().await;
    page.wait_until("document.querySelectorAll('.card').length > 0").await;
    page.type_key("Space").await;
    page.wait_until("document.querySelector('#banner-text').textContent.includes('has failed')")
        .await;
    replace(&script, &text, 4);
    page.reload().await;
    page.wait_until_connected().await;
    assert_eq!(page.evaluate_number("document.querySelectorAll('.card').length").await, 0.0);
    page.finish_hand().await;
}

/// Replaces a file. The server tells a browser that a file has changed if its time is later by a
/// second, so it gets one that is later by so many.
fn replace(file: &Path, text: &str, seconds: u64) {
    fs::write(file, text).expect("written");
    let file = fs::File::options().write(true).open(file).expect("a file");
    file.set_modified(SystemTime::now() + Duration::from_secs(seconds)).expect("a time");
}

#[tokio::test]
#[ignore = "needs Chromium, Python and Rust's target wasm32-wasip1"]
async fn a_second_tab_has_a_board_of_its_own() {
    let server = WebServer::start(&SITES);
    let mut session = Session::start().await;
    let mut first = GamePage::open(&mut session, &server.url("casino")).await;
    first.finish_hand().await;
    let mut second = GamePage::open(&mut session, &server.url("casino")).await;
    assert_eq!(second.evaluate_number("document.querySelectorAll('.card').length").await, 0.0);
    let text = "This is a new board, and it is lost when you leave the page: another tab has the \
                board that is kept, or the browser stores nothing for this page.";
    second.wait_for_text("#error-text", text).await;
    assert!(first.evaluate_bool("document.querySelector('#error').hidden").await);
    second.finish_hand().await;
    first.clear_table().await;
    second.wait_until("document.querySelectorAll('.card').length > 0").await;
    first.assert_no_console_errors().await;
    second.assert_no_console_errors().await;
}

/// Saves the board, and returns the number of compiled modules that are stored.
async fn saved_modules(page: &mut GamePage) -> f64 {
    loop {
        page.evaluate("dispatchEvent(new Event('pagehide'))").await;
        page.evaluate(WAIT_UNTIL_SAVED).await;
        let modules = page.evaluate_number(MODULES).await;
        // A busy simulator answers later.
        if modules >= 0.0 {
            return modules;
        }
    }
}

const MODULES: &str = "new Promise((resolve) => { \
    indexedDB.open(`baccarat ${location.pathname}`).onsuccess = ({ target }) => { \
      const store = target.result.transaction('memory').objectStore('memory'); \
      store.get('modules').onsuccess = ({ target: { result, source } }) => { \
        source.transaction.db.close(); \
        resolve(result?.length ?? -1); \
      }; \
    }; \
  })";

#[tokio::test]
#[ignore = "needs Chromium, Python, Yosys and Rust's target wasm32-wasip1"]
async fn a_quartus_project_is_painted_on_with_the_keyboard_and_kept() {
    let server = WebServer::start(&SITES);
    let mut page = GamePage::blank().await;
    page.navigate(&server.url("easel")).await;
    let picture = "document.querySelector('#monitor').toDataURL()";
    let is_drawn = format!("{picture}.length > 3000");
    page.wait_until(&is_drawn).await;
    let before = page.evaluate_text(picture).await;
    // Functions that are compiled again take the places of those before.
    let modules = saved_modules(&mut page).await;
    assert!(modules > 0.0);
    for _ in 0..4 {
        page.click("#power-up").await;
        page.evaluate(WAIT_UNTIL_SAVED).await;
    }
    page.wait_until(&is_drawn).await;
    let later = saved_modules(&mut page).await;
    assert!(later <= 2.0 * modules, "{modules} modules have become {later}");
    page.click("#ps2-keyboard").await;
    for _ in 0..10 {
        page.type_key("ArrowRight").await;
    }
    page.wait_until(&format!("{picture} !== {before:?}")).await;
    page.reload().await;
    page.wait_until("document.querySelector('#connection-state').dataset.state === 'connected'")
        .await;
    page.wait_until(&is_drawn).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium, Python, axe-core and Rust's target wasm32-wasip1"]
async fn axe_reports_nothing_on_exported_pages() {
    let server = WebServer::start(&SITES);
    for machine in ["task5", "casino"] {
        let mut page = GamePage::blank().await;
        // axe is not a file of the site.
        page.command("Page.setBypassCSP", json!({"enabled": true})).await;
        page.visit(&server.url(machine)).await;
        while !page.evaluate_bool("document.querySelector('#road-bead .solid') !== null").await {
            page.type_key("Space").await;
        }
        page.assert_axe_reports_nothing(machine).await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium, Python and Rust's target wasm32-wasip1"]
async fn a_browser_that_cannot_run_the_board_says_so() {
    let server = WebServer::start(&SITES);
    for (without, text) in [
        (
            "delete globalThis.WebAssembly",
            "This browser cannot run WebAssembly, as which the board is simulated.",
        ),
        (
            "WebAssembly.validate = () => false",
            "This browser runs WebAssembly without SIMD, which simulating the board needs: use a newer browser.",
        ),
        (
            "delete globalThis.Worker",
            "This browser cannot run WebAssembly, as which the board is simulated.",
        ),
    ] {
        let mut page = GamePage::blank().await;
        let script = json!({"source": without});
        page.command("Page.addScriptToEvaluateOnNewDocument", script).await;
        page.navigate(&server.url("casino")).await;
        page.wait_for_text("#banner-text", text).await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium, Python and Rust's target wasm32-wasip1"]
async fn a_page_that_is_opened_as_a_file_tells_what_to_do() {
    let page_file = SITES.join("some/path/casino/index.html");
    let mut page = GamePage::blank().await;
    page.navigate(&format!("file://{}", page_file.display())).await;
    page.wait_until("document.querySelector('#banner-text').textContent.includes('http.server')")
        .await;
}
