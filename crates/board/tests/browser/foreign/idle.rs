//! A page whose design does nothing.

use serde_json::json;

use super::example;
use crate::game_page::GamePage;

/// Counts the messages of the server.
const COUNT_MESSAGES: &str = "window.messages = 0; \
    const Original = WebSocket; \
    window.WebSocket = class extends Original { \
      constructor(url) { super(url); this.addEventListener('message', () => window.messages += 1); } \
    };";

/// Returns the messages and the written attributes of two seconds.
const COUNT: &str = "new Promise((resolve) => { \
    const before = window.messages; \
    let attributes = 0; \
    const observer = new MutationObserver((list) => attributes += list.length); \
    observer.observe(document.body, { attributes: true, subtree: true }); \
    setTimeout(() => resolve([window.messages - before, attributes]), 2000); \
  })";

#[tokio::test]
#[ignore = "needs Chromium and Yosys (Debian: apt-get install chromium yosys)"]
async fn an_idle_design_sends_and_writes_only_what_changes() {
    let mut page = GamePage::blank().await;
    let script = json!({"source": COUNT_MESSAGES});
    page.command("Page.addScriptToEvaluateOnNewDocument", script).await;
    page.visit(&example("switches").url()).await;
    page.wait_until("/real time/.test(document.querySelector('#rate').textContent)").await;
    let counts = page.evaluate(COUNT).await;
    let count = |index: usize| counts[index].as_f64().expect("a number");
    // The rate of a busy computer changes a few times a second.
    assert!(count(0) <= 20.0, "{} messages in two seconds", count(0));
    assert!(count(1) <= 20.0, "{} attributes in two seconds", count(1));
    // What is done is seen at once.
    page.click("[data-switch=SW1] .switch-body").await;
    page.wait_until("document.querySelector('#lights').ariaLabel === 'Lights: LEDR1 on'").await;
    page.assert_no_console_errors().await;
}
