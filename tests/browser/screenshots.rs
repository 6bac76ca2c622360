//! Screenshots and layout at several window sizes, in both colour schemes.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::board_process::BoardProcess;
use crate::chromium::Chromium;
use crate::game_page::GamePage;

const SIZES: [(u32, u32); 3] = [(390, 844), (1280, 900), (2560, 1440)];

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn screenshots_are_taken_and_no_view_is_wider_than_its_window() {
    let (board, chromium) = (BoardProcess::start(), Chromium::start());
    let mut page = GamePage::open(&chromium, &board.url()).await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/screenshots");
    fs::create_dir_all(&folder).expect("the folder");
    // Some history for the roads, and a hand with a bet on the table.
    for _ in 0..12 {
        page.click("[data-bet=banker]").await;
        page.play_hand(async |page: &mut GamePage| page.type_key("Space").await).await;
        page.new_hand().await;
    }
    page.click("[data-bet=banker]").await;
    page.click("[data-bet=tie]").await;
    page.play_hand(async |page: &mut GamePage| page.type_key("Space").await).await;
    page.evaluate("document.querySelector('#waveform').scrollIntoView()").await;
    page.wait_until("document.querySelector('#waveform canvas')").await;

    for (width, height) in SIZES {
        for theme in ["light", "dark"] {
            page.set_viewport(width, height, theme).await;
            for view in ["board", "table", "roads", "internals", "history"] {
                // With the header above the board.
                let part = if view == "board" { "body".to_string() } else { format!("#{view}") };
                page.evaluate(&format!("document.querySelector('{part}').scrollIntoView()")).await;
                // Waits until the cards have stopped moving.
                page.wait_until("document.getAnimations().every((animation) => animation.playState === 'finished')").await;
                let png = page.screenshot().await;
                assert!(png.starts_with(b"\x89PNG"));
                fs::write(folder.join(format!("{view}-{width}-{theme}.png")), png)
                    .expect("written");
            }
            let wide = page.evaluate_number("document.documentElement.scrollWidth").await;
            assert!(wide <= f64::from(width), "{wide} pixels wide in a window of {width}");
        }
    }
    println!("screenshots: {}", folder.display());
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn on_a_phone_the_keys_stay_in_the_lower_half_of_the_window() {
    let (board, chromium) = (BoardProcess::start(), Chromium::start());
    let mut page = GamePage::open(&chromium, &board.url()).await;
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
    let (board, chromium) = (BoardProcess::start(), Chromium::start());
    let mut page = GamePage::open(&chromium, &board.url()).await;
    page.type_key("Space").await;
    page.wait_for_cards(1).await;
    let animation = "getComputedStyle(document.querySelector('.card')).animationName";
    assert_eq!(page.evaluate_text(animation).await, "deal");
    let media = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    page.command("Emulation.setEmulatedMedia", media).await;
    assert_eq!(page.evaluate_text(animation).await, "none");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_current_state_is_highlighted_in_the_diagram() {
    let (board, chromium) = (BoardProcess::start(), Chromium::start());
    let mut page = GamePage::open(&chromium, &board.url()).await;
    let current = "document.querySelector('#diagram .current')?.dataset.state";
    for (presses, state) in
        ["PlayerFirst", "DealerFirst", "PlayerSecond", "DealerSecond", "ThirdCard"]
            .into_iter()
            .enumerate()
    {
        page.wait_for_cards(presses).await;
        page.wait_until(&format!("{current} === '{state}'")).await;
        assert_eq!(page.evaluate_text("document.querySelector('#state').textContent").await, state);
        page.type_key("Space").await;
    }
    page.assert_no_console_errors().await;
}
