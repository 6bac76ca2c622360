//! Screenshots and layout at several window sizes, in both colour schemes.

use std::fs;
use test_support::repository;

use serde_json::json;

use crate::game_page::GamePage;

/// Writes screenshots of these parts of a page, at several sizes in both themes, and checks that it
/// is not wider than its window. The first part is the body, so that the header is seen.
pub async fn take(page: &mut GamePage, name: &str, parts: &[&str]) {
    let folder = repository().join("target/screenshots");
    fs::create_dir_all(&folder).expect("the folder");
    for (width, height) in [(390, 844), (1280, 900), (2560, 1440)] {
        for theme in ["light", "dark"] {
            page.set_viewport(width, height, theme).await;
            for part in ["body"].iter().chain(parts) {
                page.evaluate(&format!("document.querySelector('{part}').scrollIntoView()")).await;
                // Waits until the cards have stopped moving.
                page.wait_until("document.getAnimations().every((animation) => animation.playState === 'finished')").await;
                let part = part.trim_start_matches('#');
                let file = folder.join(format!("{name}-{part}-{width}-{theme}.png"));
                fs::write(file, page.screenshot().await).expect("written");
            }
            let wide = page.evaluate_number("document.documentElement.scrollWidth").await;
            assert!(wide <= f64::from(width), "{name}: {wide} pixels in a window of {width}");
        }
    }
}

/// The parts of the pages of our machines.
const PARTS: [&str; 4] = ["#table", "#roads", "#internals", "#history"];

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn screenshots_are_taken_and_no_view_is_wider_than_its_window() {
    let mut page = GamePage::of("task5").await;
    // Some history for the roads, and a hand with a bet on the table.
    for _ in 0..12 {
        page.click("[data-bet=banker]").await;
        page.play().await;
        page.new_hand().await;
    }
    page.click("[data-bet=banker]").await;
    page.click("[data-bet=tie]").await;
    page.play().await;
    page.evaluate("document.querySelector('#waveform').scrollIntoView()").await;
    page.wait_until("document.querySelector('#waveform canvas')").await;
    take(&mut page, "task5", &PARTS).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn screenshots_of_the_casino_are_taken_and_no_view_is_wider_than_its_window() {
    let mut page = GamePage::of("casino").await;
    // Stakes that the bankroll covers even if every hand loses.
    page.click_switches(&[9, 7, 2, 0]).await;
    for _ in 0..12 {
        page.finish_hand().await;
        page.clear_table().await;
    }
    take(&mut page, "casino-bets", &PARTS).await;
    page.finish_hand().await;
    take(&mut page, "casino-hand", &PARTS).await;
    page.set_viewport(390, 844, "light").await;
    let switch = "document.querySelector('[data-switch=SW0]').getBoundingClientRect()";
    let size = page.evaluate_number(&format!("{switch}.height")).await;
    assert!(size >= 44.0, "a switch is only {size} pixels high");
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn on_a_phone_the_keys_stay_in_the_lower_half_of_the_window() {
    let mut page = GamePage::of("task5").await;
    page.set_viewport(390, 844, "light").await;
    for part in ["board", "table", "roads", "internals"] {
        page.evaluate(&format!("document.getElementById('{part}').scrollIntoView()")).await;
        for key in [0, 3] {
            let place = page
                .evaluate(&format!(
                    "(() => {{ const box = document.querySelector('[data-key=KEY{key}]').getBoundingClientRect(); \
                     const seen = document.elementFromPoint(box.x + box.width / 2, box.y + 20); \
                     return [box.top, box.bottom, box.width, Boolean(seen.closest('[data-key=KEY{key}]'))]; }})()"
                ))
                .await;
            let number = |index: usize| place[index].as_f64().expect("a number");
            assert!(number(0) >= 422.0 && number(1) <= 844.0, "KEY{key} at {part}: {place}");
            assert!(number(2) >= 44.0, "KEY{key} is too narrow to tap: {place}");
            assert_eq!(place[3], json!(true), "KEY{key} is covered at {part}");
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn reduced_motion_disables_the_animation_of_cards() {
    let mut page = GamePage::of("task5").await;
    page.type_key("Space").await;
    page.wait_for_cards(1).await;
    let animation = "getComputedStyle(document.querySelector('.card')).animationName";
    assert_eq!(page.evaluate_text(animation).await, "deal");
    let media = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    page.command("Emulation.setEmulatedMedia", media).await;
    assert_eq!(page.evaluate_text(animation).await, "none");
}

/// The states before the first press and after each of the next ones.
const STATES: [&str; 5] =
    ["PlayerFirst", "DealerFirst", "PlayerSecond", "DealerSecond", "ThirdCard"];

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_current_state_is_highlighted_in_the_diagram() {
    let mut page = GamePage::of("task5").await;
    let current = "document.querySelector('#diagram .current')?.dataset.state";
    let taken = "[...document.querySelectorAll('#diagram .taken')].map(({ dataset }) => [dataset.from, dataset.to])";
    for (presses, state) in STATES.into_iter().enumerate() {
        page.wait_for_cards(presses).await;
        page.wait_until(&format!("{current} === '{state}'")).await;
        assert_eq!(page.text("#state").await, state);
        if let Some(before) = presses.checked_sub(1) {
            let taken = page.evaluate(taken).await;
            assert_eq!(taken, serde_json::json!([[STATES[before], state]]));
        }
        page.type_key("Space").await;
    }
    page.assert_no_console_errors().await;
}
