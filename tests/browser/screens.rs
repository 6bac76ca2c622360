//! The page at all sizes, by day and by night.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::board::Board;
use crate::chromium::Chromium;
use crate::player::Player;

const SIZES: [(u32, u32); 3] = [(390, 844), (1280, 900), (2560, 1440)];

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn every_view_is_photographed_and_none_is_wider_than_its_window() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/screenshots");
    fs::create_dir_all(&folder).expect("a folder");
    // Some history for the roads, and a hand with a bet on the table.
    for _ in 0..12 {
        player.click("[data-bet=banker]").await;
        player.play(async |player: &mut Player| player.strike("Space").await).await;
        player.new_hand().await;
    }
    player.click("[data-bet=banker]").await;
    player.click("[data-bet=tie]").await;
    player.play(async |player: &mut Player| player.strike("Space").await).await;
    player.run("document.querySelector('#waveform').scrollIntoView()").await;
    player.until("document.querySelector('#waveform svg')").await;

    for (width, height) in SIZES {
        for theme in ["light", "dark"] {
            player.look(width, height, theme).await;
            for view in ["board", "table", "roads", "inside"] {
                // The board with what is above it.
                let part = if view == "board" { "body".to_string() } else { format!("#{view}") };
                player.run(&format!("document.querySelector('{part}').scrollIntoView()")).await;
                // Cards that were dealt have arrived.
                player.until("document.getAnimations().every((animation) => animation.playState === 'finished')").await;
                let picture = player.picture().await;
                assert!(picture.starts_with(b"\x89PNG"));
                fs::write(folder.join(format!("{view}-{width}-{theme}.png")), picture)
                    .expect("written");
            }
            let wide = player.number("document.documentElement.scrollWidth").await;
            assert!(wide <= f64::from(width), "{wide} pixels wide in a window of {width}");
        }
    }
    println!("Look at {}", folder.display());
    player.is_content().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn on_a_phone_the_keys_are_under_the_thumb_wherever_the_page_is() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    player.look(390, 844, "light").await;
    for part in ["board", "table", "roads", "inside"] {
        player.run(&format!("document.getElementById('{part}').scrollIntoView()")).await;
        for key in [0, 3] {
            let place = player
                .run(&format!(
                    "(() => {{ const box = document.querySelector('[data-key=KEY{key}]').getBoundingClientRect(); \
                     const seen = document.elementFromPoint(box.x + box.width / 2, box.y + 20); \
                     return [box.top, box.bottom, box.width, Boolean(seen.closest('[data-key=KEY{key}]'))]; }})()"
                ))
                .await;
            let number = |index: usize| place[index].as_f64().expect("a number");
            assert!(number(0) >= 422.0 && number(1) <= 844.0, "KEY{key} at {part}: {place}");
            assert!(number(2) >= 44.0, "KEY{key} is narrower than a finger: {place}");
            assert_eq!(place[3], json!(true), "something lies on KEY{key} at {part}");
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn cards_do_not_move_for_who_wants_no_motion() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    player.strike("Space").await;
    player.until_dealt(1).await;
    let animation = "getComputedStyle(document.querySelector('.card')).animationName";
    assert_eq!(player.text(animation).await, "deal");
    let media = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    player.command("Emulation.setEmulatedMedia", media).await;
    assert_eq!(player.text(animation).await, "none");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_state_of_the_machine_is_lit_in_its_diagram() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    let current = "document.querySelector('#diagram .current')?.dataset.state";
    for (presses, state) in
        ["PlayerFirst", "DealerFirst", "PlayerSecond", "DealerSecond", "ThirdCard"]
            .into_iter()
            .enumerate()
    {
        player.until_dealt(presses).await;
        player.until(&format!("{current} === '{state}'")).await;
        assert_eq!(player.text("document.querySelector('#state').textContent").await, state);
        player.strike("Space").await;
    }
    player.is_content().await;
}
